//===- WorldSize.h - Collectives and the number of ranks -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_TRANSFORMS_WORLDSIZE_H
#define GRAD_DIALECT_GRAD_TRANSFORMS_WORLDSIZE_H

#include "grad/Dialect/Grad/IR/GradAttributes.h"
#include "mlir/IR/Operation.h"

namespace mlir::grad {

/// Checks what a collective or `grad.group_size` says of the number of ranks
/// against the number itself, above 0. `everyRank`: whether every rank executes
/// the operation, so that its groups must list all of them.
LogicalResult verifyWorldSize(Operation *op, int64_t worldSize, bool everyRank);

/// Checks the value of an option `world-size`: the number of ranks, or 0.
LogicalResult verifyWorldSizeOption(
    int64_t worldSize,
    function_ref<LogicalResult(const Twine &message)> emitError);

/// The number of ranks in the group of every rank, or nothing where it differs
/// or is not known. `worldSize`: the number of ranks, or 0.
std::optional<int64_t> getGroupSize(GroupAttr group, int64_t worldSize);

/// The number of ranks: `worldSize` where it was given, else what the module
/// around the operation says (`mhlo.num_replicas` times `mhlo.num_partitions`),
/// else 0, not known.
int64_t getKnownWorldSize(Operation *op, int64_t worldSize);

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_WORLDSIZE_H
