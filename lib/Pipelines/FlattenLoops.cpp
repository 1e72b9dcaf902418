//===- FlattenLoops.cpp - One loop over the elements -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An update of a 512x512x3x3 parameter is four nested loops whose innermost has
// three iterations, which no vectorizer likes. Its elements lie in order: one
// loop over all of them does the same. Numbers such as the learning rate are
// read before the loop, because LLVM cannot tell that the loop does not write
// them.
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Pipelines/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::grad {
#define GEN_PASS_DEF_GRADFLATTENLOOPS
#include "grad/Pipelines/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

/// Whether the operand is one number for all iterations.
static bool isNumber(linalg::LinalgOp op, OpOperand &operand) {
  return op.getMatchingIndexingMap(&operand).getNumResults() == 0;
}

static ReassociationIndices getAllLoops(linalg::LinalgOp op) {
  return llvm::to_vector<2>(llvm::seq<int64_t>(0, op.getNumLoops()));
}

/// Whether the operand's elements lie in the order of the iterations.
static bool isInOrder(linalg::LinalgOp op, OpOperand &operand) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  return type && op.getMatchingIndexingMap(&operand).isIdentity() &&
         memref::CollapseShapeOp::isGuaranteedCollapsible(type,
                                                          {getAllLoops(op)});
}

static bool canFlatten(linalg::LinalgOp op) {
  return isa<linalg::GenericOp, linalg::FillOp, linalg::CopyOp>(
             op.getOperation()) &&
         op.hasPureBufferSemantics() && op.getNumLoops() > 1 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         !op.hasIndexSemantics() &&
         llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
           return (isNumber(op, operand) && !op.isDpsInit(&operand)) ||
                  isInOrder(op, operand);
         });
}

/// The memory that a memref is a view of.
static Value getRoot(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// Whether the two are known to be different memory: allocations, workspaces,
/// and what a function is given, of which no two arguments share memory.
static bool areDistinct(Value a, Value b) {
  auto isKnown = [](Value root) {
    auto argument = dyn_cast<BlockArgument>(root);
    if (!argument)
      return isa<memref::AllocOp, WorkspaceOp>(root.getDefiningOp());
    return isa<func::FuncOp>(argument.getOwner()->getParentOp()) &&
           argument.getOwner()->isEntryBlock();
  };
  a = getRoot(a);
  b = getRoot(b);
  return a != b && isKnown(a) && isKnown(b);
}

/// Reads numbers before the loop.
static void readNumbers(linalg::GenericOp op, RewriterBase &rewriter) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto type = dyn_cast<MemRefType>(input->get().getType());
    if (!type || type.getRank() != 0 ||
        !llvm::all_of(op.getDpsInits(), [&](Value init) {
          return areDistinct(input->get(), init);
        }))
      continue;
    rewriter.setInsertionPoint(op);
    Value number = memref::LoadOp::create(rewriter, op.getLoc(), input->get());
    rewriter.modifyOpInPlace(op, [&] { input->set(number); });
  }
}

namespace {
struct GradFlattenLoops
    : public grad::impl::GradFlattenLoopsBase<GradFlattenLoops> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::LinalgOp> loops;
    getOperation().walk([&](linalg::LinalgOp op) { loops.push_back(op); });
    for (linalg::LinalgOp op : loops) {
      if (canFlatten(op)) {
        rewriter.setInsertionPoint(op);
        FailureOr<linalg::CollapseResult> flat =
            linalg::collapseOpIterationDims(op, {getAllLoops(op)}, rewriter);
        if (failed(flat))
          continue;
        rewriter.eraseOp(op);
        op = flat->collapsedOp;
      }
      auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
      if (generic && generic.hasPureBufferSemantics() &&
          generic.getNumParallelLoops() == generic.getNumLoops())
        readNumbers(generic, rewriter);
    }
  }
};
} // namespace
