//===- ReducerResiduals.cpp - What is not sent is kept as state -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientReducers.h"
#include "StepSignature.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

/// Gives one reducer residuals that are state of the step.
static LogicalResult addResiduals(func::FuncOp function, ReduceGradientsOp op,
                                  StepSignature &signature) {
  OpBuilder builder(op);
  SmallVector<Value> residuals;
  SmallVector<std::string> names;
  for (auto [i, gradient] : llvm::enumerate(op.getGradients())) {
    if (!op.isSparsified(i))
      continue;
    auto type = cast<RankedTensorType>(gradient.getType());
    FloatType element = getScaleType(type.getElementType());
    names.push_back("residual." + op.getInfo(i).getName().str());
    FailureOr<Value> state = signature.addState(
        "error feedback", names.back(), type.clone(element),
        /*isPerRank=*/true, builder.getFloatAttr(element, 0.0));
    if (failed(state))
      return failure();
    residuals.push_back(*state);
  }
  auto reducer = ReduceGradientsOp::create(
      builder, op.getLoc(), op.getReduced().getTypes(),
      ValueRange(residuals).getTypes(), op.getGradients(), residuals,
      op.getScale(), op.getCount(), op.getInfos(), op.getGroupAttr(),
      op.getOptionsAttr());
  reducer->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op.getReduced().replaceAllUsesWith(reducer.getReduced());
  for (auto [value, name] : llvm::zip_equal(reducer.getNewResiduals(), names))
    signature.addResult(value, kUpdatesAttrName, name);
  op.erase();
  return success();
}

LogicalResult grad::addResidualState(func::FuncOp function) {
  SmallVector<ReduceGradientsOp> reducers;
  function.walk([&](ReduceGradientsOp op) {
    bool isAny = false;
    for (unsigned i = 0, e = op.getGradients().size(); i != e; ++i)
      isAny |= op.isSparsified(i);
    if (isAny && op.getResiduals().empty())
      reducers.push_back(op);
  });
  if (reducers.empty())
    return success();
  StepSignature signature(function);
  for (ReduceGradientsOp op : reducers) {
    if (op->getBlock() != &function.getBody().front() ||
        !function.getBody().hasOneBlock())
      return op.emitError("expected the reducer in the one block of a step, "
                          "which residuals could be state of");
    if (failed(addResiduals(function, op, signature)))
      return failure();
  }
  signature.finish();
  return success();
}
