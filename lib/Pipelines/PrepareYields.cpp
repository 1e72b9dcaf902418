//===- PrepareYields.cpp - Yield what may be written -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One-shot bufferization takes each result of a loop to be the buffer that went
// in or one of its own that the loop made, and knows nothing about the results
// of `scf.index_switch`. Where a region yields another buffer, such as that of
// a constant, or one buffer twice, a later operation that works in place on a
// result would change more than that.
//
//===----------------------------------------------------------------------===//

#include "grad/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::grad {
#define GEN_PASS_DEF_GRADPREPAREYIELDS
#include "grad/Pipelines/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::bufferization;

/// Whether the value, which is no other value's buffer, is a buffer of its own.
/// Functions return nothing else.
static bool isNew(Value source) {
  Operation *op = source.getDefiningOp();
  if (isa<tensor::EmptyOp, func::CallOp>(op))
    return true;
  auto bufferizable = dyn_cast<BufferizableOpInterface>(op);
  return bufferizable && bufferizable.bufferizesToAllocation(source);
}

/// Whether all that the yielded value may be is new and yielded once, or comes
/// from outside, which bufferization takes care of. `yielded` gathers all
/// values of the body whose buffer may be yielded: an operation that does not
/// work in place makes a new one, which is then that of its result.
static bool mayBeYielded(OpOperand &operand, Operation *loop,
                         const AnalysisState &state,
                         llvm::SmallDenseSet<Value> &yielded) {
  auto isSource = [&](Value value) {
    return isa<BlockArgument>(value) ||
           state.getAliasingOpOperands(value).getNumAliases() == 0;
  };
  auto isInBody = [&](Value value) {
    return value.getDefiningOp() && loop->isAncestor(value.getDefiningOp());
  };
  bool mayBe = true;
  llvm::DenseSet<OpOperand *> visited = {&operand};
  for (Value source : state.findValueInReverseUseDefChain(
           &operand, isSource, TraversalConfig(), &visited))
    mayBe &= !isInBody(source) || isNew(source);
  llvm::SmallDenseSet<Value> chain;
  for (OpOperand *other : visited)
    if (isInBody(other->get()))
      chain.insert(other->get());
  for (Value value : chain)
    mayBe &= yielded.insert(value).second;
  return mayBe;
}

static void copyOperand(OpOperand &operand, Operation *op) {
  OpBuilder builder(op);
  operand.set(AllocTensorOp::create(
      builder, op->getLoc(), cast<RankedTensorType>(operand.get().getType()),
      /*dynamicSizes=*/ValueRange(), operand.get()));
}

namespace {
struct GradPrepareYields
    : public grad::impl::GradPrepareYieldsBase<GradPrepareYields> {
  void runOnOperation() override {
    BufferizationOptions options;
    AnalysisState state(options);
    getOperation().walk([&](Operation *op) {
      if (!isa<scf::YieldOp, scf::ConditionOp>(op))
        return;
      Operation *parent = op->getParentOp();
      bool isSwitch = isa<scf::IndexSwitchOp>(parent);
      if (!isSwitch && !isa<LoopLikeOpInterface>(parent))
        return;
      llvm::SmallDenseSet<Value> yielded;
      for (OpOperand &operand : op->getOpOperands())
        if (isa<RankedTensorType>(operand.get().getType()) &&
            (isSwitch || !mayBeYielded(operand, parent, state, yielded)))
          copyOperand(operand, op);
    });
  }
};
} // namespace
