//===- GradTrainingOps.cpp - Between micro-steps -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradOps.h"

using namespace mlir;
using namespace mlir::grad;

/// Whether the sum holds every value of the gradient's element type.
static bool holds(Type sum, Type gradient) {
  auto to = dyn_cast<FloatType>(sum), from = dyn_cast<FloatType>(gradient);
  return sum == gradient ||
         (to && from &&
          llvm::APFloat::isRepresentableBy(from.getFloatSemantics(),
                                           to.getFloatSemantics()));
}

LogicalResult AccumulateOp::verify() {
  auto sum = cast<RankedTensorType>(getSum().getType());
  auto gradient = cast<RankedTensorType>(getGradient().getType());
  if (sum.getShape() != gradient.getShape())
    return emitOpError("GR-AC-1: expected sum and gradient to have the same "
                       "shape, got ")
           << sum << " and " << gradient;
  if (sum.getElementType().isIntOrFloat() &&
      holds(sum.getElementType(), gradient.getElementType()))
    return success();
  return emitOpError("GR-AC-2: expected a sum that holds every value of the "
                     "gradient, got ")
         << sum << " and " << gradient;
}

OpFoldResult SelectOp::fold(FoldAdaptor adaptor) {
  if (getOnTrue() == getOnFalse())
    return getOnTrue();
  auto condition = dyn_cast_or_null<DenseElementsAttr>(adaptor.getCondition());
  if (!condition)
    return {};
  return condition.getSplatValue<bool>() ? getOnTrue() : getOnFalse();
}
