//===- Metrics.h - What is watched in a training -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TOOLS_GRADRUN_METRICS_H
#define GRAD_TOOLS_GRADRUN_METRICS_H

#include "ArrayFiles.h"
#include "Schedule.h"

#include <map>

namespace mlir::grad {

/// The values of watched results: those with `grad.metric`, and every number
/// without a name.
class Metrics {
public:
  /// Fails where two functions give one name to values of different types.
  static llvm::Expected<Metrics> create(const Schedule &schedule,
                                        int64_t numRanks);

  /// Takes what a call gave on a rank. Ranks may do so at once.
  void add(const Program &program, int64_t rank,
           llvm::ArrayRef<HostArray> results);

  /// The numbers since the last time, the loss first: of floats but for the
  /// loss scale the mean, of others the last, each over all ranks.
  std::string describe();

  /// All values as `metric/NAME`, for each call and rank.
  void write(std::vector<npz::NamedArray> &file) const;

private:
  /// The values of each rank, one after the other.
  struct Metric {
    mlir::Type elementType;
    std::vector<int64_t> shape;
    std::vector<std::vector<char>> ranks;
    /// How many of them were described.
    size_t described = 0;
  };

  llvm::Error addResults(const Schedule &schedule, const Program &program);
  void describe(llvm::StringRef name, Metric &metric, llvm::raw_ostream &os);

  int64_t numRanks = 1;
  std::map<std::string, Metric> metrics;
  /// The metric that each result is, or an empty name.
  std::map<const Program *, std::vector<std::string>> names;
  /// The metric `loss`, else the first floating-point number without a name.
  std::string loss;
};

} // namespace mlir::grad

#endif // GRAD_TOOLS_GRADRUN_METRICS_H
