//===- GradOptimizerOps.cpp - Updates of parameters -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

/// Checks GR-OP-3.
static LogicalResult verifyCoefficient(Operation *op, NamedAttribute attr) {
  auto number = dyn_cast<FloatAttr>(attr.getValue());
  if (!number)
    return success();
  double value = number.getValueAsDouble();
  if (!number.getValue().isFinite() || value < 0)
    return op->emitOpError("GR-OP-3: expected '")
           << attr.getName().strref() << "' to be finite and not negative, got "
           << value;
  if (attr.getName().strref().starts_with("beta") && value >= 1)
    return op->emitOpError("GR-OP-3: expected '")
           << attr.getName().strref() << "' to be below 1, got " << value;
  return success();
}

LogicalResult grad::detail::verifyOptimizer(Operation *op) {
  auto optimizer = cast<OptimizerOpInterface>(op);
  auto param =
      cast<RankedTensorType>(optimizer.getParamMutable().get().getType());
  Type gradient = optimizer.getGradientMutable().get().getType();
  if (cast<RankedTensorType>(gradient).getShape() != param.getShape())
    return op->emitOpError("GR-OP-1: expected the gradient to have the shape "
                           "of the parameter, ")
           << param << ", got " << gradient;
  Type expected = param.clone(getScaleType(param.getElementType()));
  for (Value state : optimizer.getStates())
    if (state.getType() != expected) {
      bool isShape = cast<RankedTensorType>(state.getType()).getShape() !=
                     param.getShape();
      return op->emitOpError(isShape ? "GR-OP-1" : "GR-OP-2")
             << ": expected the state of a parameter " << param << " to be "
             << expected << ", got " << state.getType();
    }
  for (NamedAttribute attr : op->getAttrs())
    if (failed(verifyCoefficient(op, attr)))
      return failure();
  return success();
}
