//===- WritePlan.h - What a collective becomes in StableHLO -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_WRITEPLAN_H
#define GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_WRITEPLAN_H

#include "../StableHLO/RankNumbering.h"
#include "grad/Dialect/Grad/IR/GradOps.h"

namespace mlir::grad {

/// What one collective becomes in StableHLO: all that can fail is decided here,
/// before anything is written.
struct WritePlan {
  static llvm::Expected<WritePlan> get(CollectiveOpInterface op);

  /// The attribute `kind` of reductions.
  std::optional<ReductionKind> getKind() const;
  /// The dimension that is scattered or gathered.
  std::optional<int64_t> getDim() const;

  CollectiveOpInterface op;
  RankMode mode = RankMode::CrossReplica;
  IdLists ids;
  /// Ranks in each group, if known and equal.
  std::optional<int64_t> groupSize;
  /// Whether XLA takes an operation with several operands here.
  bool variadic = false;
};

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_WRITEPLAN_H
