//===- GradMean.h - The mean that a collective is part of -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attribute `grad.mean` of collectives: the promise of a pipeline that the
// constant factors before and after a sum over ranks make it a mean. The
// dialect's documentation has its constraint (GR-A-10).
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADMEAN_H
#define GRAD_DIALECT_GRAD_IR_GRADMEAN_H

#include "mlir/IR/Operation.h"

namespace mlir::grad {

inline constexpr StringLiteral kMeanAttrName = "grad.mean";

/// The degree that `grad.mean` declares for operand `pair` of a collective: the
/// factors around it make up 1/degree. 0 where nothing is declared.
int64_t getDeclaredMean(Operation *collective, unsigned pair);

/// What declares a degree for each operand, 0 for none: one number where all
/// are equal, an array where they differ, null where no operand has one.
Attribute getMeanAttr(MLIRContext *context, ArrayRef<int64_t> degrees);

/// Checks GR-A-10.
LogicalResult verifyMeanAttr(Operation *op, Attribute attr);

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_IR_GRADMEAN_H
