//===- PrepareInits.cpp - One init for each user -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After CSE, operations on equal shapes write to one tensor.empty, and matrix
// products add to one linalg.fill. They cannot all work in place on it: without
// an init of its own, each but one would work on a copy.
//
//===----------------------------------------------------------------------===//

#include "grad/Pipelines/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::grad {
#define GEN_PASS_DEF_GRADPREPAREINITS
#include "grad/Pipelines/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;

/// Gives each operation that writes to the value one of its own.
static void cloneForWriters(Value init) {
  SmallVector<OpOperand *> writes;
  for (OpOperand &use : init.getUses()) {
    auto user = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
    if (user && user.isDpsInit(&use))
      writes.push_back(&use);
  }
  // One of them keeps it, where nothing else uses it.
  size_t numKept = init.hasNUses(writes.size()) ? 1 : 0;
  for (OpOperand *use : llvm::drop_begin(writes, numKept)) {
    OpBuilder builder(use->getOwner());
    Operation *own = builder.clone(*init.getDefiningOp());
    use->set(own->getResult(0));
  }
}

namespace {
struct GradPrepareInits
    : public grad::impl::GradPrepareInitsBase<GradPrepareInits> {
  void runOnOperation() override {
    // Fills first: each new one writes to the empty tensor too.
    SmallVector<Value> inits;
    getOperation().walk([&](linalg::FillOp op) {
      if (op.getNumResults() == 1 &&
          op.getDpsInits().front().getDefiningOp<tensor::EmptyOp>())
        inits.push_back(op.getResult(0));
    });
    getOperation().walk(
        [&](tensor::EmptyOp op) { inits.push_back(op.getResult()); });
    for (Value init : inits)
      if (!init.use_empty() && !init.hasOneUse())
        cloneForWriters(init);
  }
};
} // namespace
