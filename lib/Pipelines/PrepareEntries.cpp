//===- PrepareEntries.cpp - What a step may write to -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Pipelines/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::grad {
#define GEN_PASS_DEF_GRADPREPAREENTRIES
#include "grad/Pipelines/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

static constexpr StringLiteral kWritable =
    bufferization::BufferizationDialect::kWritableAttrName;

/// What was reshaped to the value; and how, the last reshape first.
static Value stripReshapes(Value value,
                           SmallVectorImpl<Operation *> *reshapes = nullptr) {
  while (isa_and_present<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
      value.getDefiningOp())) {
    if (reshapes)
      reshapes->push_back(value.getDefiningOp());
    value = value.getDefiningOp()->getOperand(0);
  }
  return value;
}

/// The value in the shape that it had before the reshapes that made it what is
/// returned, outermost first.
static Value undoReshapes(OpBuilder &builder, Value value,
                          ArrayRef<Operation *> reshapes) {
  for (Operation *op : reshapes) {
    Type type = op->getOperand(0).getType();
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
      value = tensor::ExpandShapeOp::create(builder, op->getLoc(), type, value,
                                            collapse.getReassociationIndices());
    else
      value = tensor::CollapseShapeOp::create(
          builder, op->getLoc(), type, value,
          cast<tensor::ExpandShapeOp>(op).getReassociationIndices());
  }
  return value;
}

/// Has the operation that makes new state write it into the old one: what
/// computes it into an empty tensor, maybe in another shape, and a constant of
/// one number, which would be as large as the state.
static void computeInto(Value argument, OpOperand &returned) {
  Value state = returned.get();
  DenseElementsAttr constant;
  if (matchPattern(state, m_Constant(&constant)) && constant.isSplat()) {
    OpBuilder builder(returned.getOwner());
    Value number = arith::ConstantOp::create(
        builder, state.getLoc(), constant.getSplatValue<TypedAttr>());
    returned.set(
        linalg::FillOp::create(builder, state.getLoc(), number, argument)
            .getResult(0));
    return;
  }
  SmallVector<Operation *> reshapes;
  state = stripReshapes(state, &reshapes);
  auto type = cast<RankedTensorType>(state.getType());
  auto op = state.getDefiningOp<linalg::LinalgOp>();
  // The shapes in between have to be known before there is a value of them.
  if (!op || returned.get().getType() != argument.getType() ||
      (!reshapes.empty() && !type.hasStaticShape()))
    return;
  OpOperand *init = op.getTiedOpOperand(cast<OpResult>(state));
  if (!stripReshapes(init->get()).getDefiningOp<tensor::EmptyOp>() ||
      op.payloadUsesValueFromOperand(init))
    return;
  // What reads the old state in that shape is the same value: to bufferization
  // two would be two views, of which one must not be read while the other is
  // written.
  for (Value input : op->getOperands())
    if (input.getType() == type && stripReshapes(input) == argument)
      return init->set(input);
  OpBuilder builder(op);
  init->set(undoReshapes(builder, argument, reshapes));
}

/// Lets each result that updates an argument be computed in its buffer.
static void updateArguments(func::FuncOp function) {
  for (unsigned i = 0, e = function.getNumResults(); i != e; ++i) {
    std::optional<unsigned> updated = getUpdatedArgument(function, i);
    if (!updated || !isa<RankedTensorType>(function.getResultTypes()[i]))
      continue;
    function.setArgAttr(*updated, kWritable,
                        BoolAttr::get(function.getContext(), true));
    function.walk([&](func::ReturnOp op) {
      computeInto(function.getArgument(*updated), op->getOpOperand(i));
    });
  }
}

namespace {
struct GradPrepareEntries
    : public grad::impl::GradPrepareEntriesBase<GradPrepareEntries> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTableCollection tables;
    SymbolUserMap users(tables, module);
    auto notWritable = BoolAttr::get(&getContext(), false);
    for (auto function : module.getOps<func::FuncOp>()) {
      if (!function.isPublic() || function.isExternal())
        continue;
      for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i)
        if (isa<TensorType>(function.getArgument(i).getType()))
          function.setArgAttr(i, kWritable, notWritable);
      // Other functions that call it take the new state from its results.
      if (users.useEmpty(function))
        updateArguments(function);
    }
  }
};
} // namespace
