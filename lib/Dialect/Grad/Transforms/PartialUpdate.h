//===- PartialUpdate.h - One part of the parameters is averaged -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_DIALECT_GRAD_TRANSFORMS_PARTIALUPDATE_H
#define GRAD_LIB_DIALECT_GRAD_TRANSFORMS_PARTIALUPDATE_H

#include "StepSignature.h"

namespace mlir::grad {

/// Numbers of tensors that share a partition: those that Apache SINGA's rule
/// puts into one bucket of `threshold` elements.
SmallVector<SmallVector<unsigned>> getPartitions(ArrayRef<Value> tensors,
                                                 int64_t threshold);

/// Averages the parameters of one partition over all ranks, in turn: state
/// named `partial_update` counts. The others stay what they are on each rank.
LogicalResult averageOnePartition(OpBuilder &builder, Location loc,
                                  MutableArrayRef<Value> params,
                                  int64_t threshold, StepSignature &signature);

} // namespace mlir::grad

#endif // GRAD_LIB_DIALECT_GRAD_TRANSFORMS_PARTIALUPDATE_H
