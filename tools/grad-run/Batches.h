//===- Batches.h - The rows that a step is given -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TOOLS_GRADRUN_BATCHES_H
#define GRAD_TOOLS_GRADRUN_BATCHES_H

#include "ArrayFiles.h"
#include "Program.h"

namespace mlir::grad {

/// The numbers that a seed gives for arrays of that name begin with this.
uint64_t getStream(llvm::StringRef name);

/// Hands out the rows of the `grad.batch` arguments. Micro-batch m of rank r
/// out of N holds rows (m * N + r) * B up to the next: windows follow each
/// other, in them micro-steps, in these ranks.
class Batches {
public:
  /// Rows come from arrays of the files or, without files, from the seed.
  static llvm::Expected<Batches> create(llvm::ArrayRef<Slot> arguments,
                                        const ArrayMap &files, bool hasFiles,
                                        int64_t numRanks, uint64_t seed);

  /// The number of rows, or nothing where there is no end.
  std::optional<int64_t> getRows() const;
  /// The number of micro-steps that the rows are enough for, or nothing where
  /// there is no end.
  std::optional<int64_t> getMicroSteps() const;
  /// Those that a rank takes in a micro-step, and all ranks; 0 where there are
  /// no batches.
  int64_t getRowsPerBatch() const { return numRows; }
  int64_t getRowsPerMicroStep() const { return numRows * numRanks; }

  /// An order of the rows of an epoch.
  using Order = std::shared_ptr<const std::vector<int64_t>>;
  /// The order of a shuffled epoch: Fisher and Yates' shuffle by SplitMix64,
  /// whose state begins with the seed plus the number of the epoch times
  /// 0x9E3779B97F4A7C15.
  Order shuffle(uint64_t seed, int64_t epoch) const;

  /// Fills `array` with the rows of a micro-step. `order`: null for that of the
  /// files.
  void fill(HostArray &array, const Slot &slot, int64_t rank, int64_t micro,
            const Order &order) const;

private:
  llvm::Error addRows(const Slot &slot, const ArrayMap &files);

  llvm::StringMap<npz::Array> arrays;
  /// The first batch, which the others are compared with.
  std::string first;
  int64_t numRanks = 1, numRows = 0, allRows = 0;
  uint64_t seed = 0;
  bool hasFiles = false;
};

} // namespace mlir::grad

#endif // GRAD_TOOLS_GRADRUN_BATCHES_H
