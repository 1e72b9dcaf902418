//===- FuseElementwise.cpp - One loop instead of several -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cast or a scale between a gradient's producer and its reduction, and
// between that and the update, costs no pass over memory of its own. Stricter
// than linalg-fuse-elementwise-ops: an element is never computed twice (no
// fusion into operands that are broadcast, matrix products for one), named
// contractions stay what they are, and operations that may work in place still
// do.
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradInterfaces.h"
#include "grad/Pipelines/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::grad {
#define GEN_PASS_DEF_GRADFUSEELEMENTWISE
#include "grad/Pipelines/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

/// How many operations a loop's body may have. Bodies are cloned at each
/// fusion, so that longer chains would take time that grows with their square.
static constexpr size_t kMostOps = 128;

static bool isParallel(linalg::GenericOp op) {
  return op.getNumParallelLoops() == op.getNumLoops();
}

/// Whether the operand is only memory to write to.
static bool isDeadInit(OpOperand &operand) {
  auto op = dyn_cast<linalg::GenericOp>(operand.getOwner());
  return op && op.isDpsInit(&operand) &&
         !op.payloadUsesValueFromOperand(&operand);
}

/// Whether only this operand reads its value.
static bool isOnlyReader(OpOperand &operand) {
  return llvm::all_of(operand.get().getUses(), [&](OpOperand &use) {
    return &use == &operand ||
           (use.getOwner() == operand.getOwner() && isDeadInit(use));
  });
}

/// Whether a collective reduces one of the values. Reading it later, after the
/// collective, would keep that from working in place.
static bool isReduced(ValueRange values) {
  return llvm::any_of(values, [](Value value) {
    return llvm::any_of(value.getUsers(), llvm::IsaPred<CollectiveOpInterface>);
  });
}

/// Whether the operation that gives the operand can become part of the one that
/// reads it.
static bool canFuse(OpOperand &operand) {
  auto producer = operand.get().getDefiningOp<linalg::GenericOp>();
  auto consumer = cast<linalg::GenericOp>(operand.getOwner());
  if (!producer || producer->getBlock() != consumer->getBlock() ||
      producer->getNumResults() != 1 || !isParallel(producer))
    return false;
  // Each element is read once.
  if (!consumer.getMatchingIndexingMap(&operand).isPermutation())
    return false;
  if (!isOnlyReader(operand) || isReduced(producer.getInputs()) ||
      !linalg::areElementwiseOpsFusable(&operand))
    return false;
  return producer.getBody()->getOperations().size() +
             consumer.getBody()->getOperations().size() <=
         kMostOps;
}

/// The number in each element of the operand, as a value in the body; null
/// where it is none.
static Value getNumber(OpBuilder &builder, OpOperand &operand, Type type) {
  if (auto fill = operand.get().getDefiningOp<linalg::FillOp>())
    return fill.value().getType() == type ? fill.value() : Value();
  DenseElementsAttr elements;
  if (!matchPattern(operand.get(), m_Constant(&elements)) ||
      !elements.isSplat() || elements.getElementType() != type)
    return {};
  return arith::ConstantOp::create(
      builder, operand.getOwner()->getLoc(),
      cast<TypedAttr>(elements.getSplatValue<Attribute>()));
}

namespace {
struct FuseIntoReader : public OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    for (OpOperand *operand : op.getDpsInputOperands()) {
      if (!canFuse(*operand))
        continue;
      auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
      // What was to work in place on the operand does so where that was to be.
      for (OpOperand &init : op.getDpsInitsMutable())
        if (init.get() == operand->get())
          rewriter.modifyOpInPlace(
              op, [&] { init.set(producer.getDpsInits().front()); });
      FailureOr<linalg::ElementwiseOpFusionResult> fused =
          linalg::fuseElementwiseOps(rewriter, operand);
      if (failed(fused))
        return rewriter.notifyMatchFailure(op, "cannot fuse an operand");
      for (Value result : op->getResults())
        rewriter.replaceAllUsesWith(result, fused->replacements.lookup(result));
      rewriter.eraseOp(op);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no operand can be fused");
  }
};

/// Operands that hold one number in each element are no operands.
struct TakeNumberIn : public OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    for (OpOperand *operand : op.getDpsInputOperands()) {
      BlockArgument element = op.getMatchingBlockArgument(operand);
      if (element.use_empty())
        continue;
      rewriter.setInsertionPointToStart(op.getBody());
      Value number = getNumber(rewriter, *operand, element.getType());
      if (!number)
        continue;
      rewriter.replaceAllUsesWith(element, number);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no operand is one number");
  }
};

struct GradFuseElementwise
    : public grad::impl::GradFuseElementwiseBase<GradFuseElementwise> {
  void runOnOperation() override {
    // Tensors that are read from memory must be read where that is done: what
    // writes to the memory is not seen here.
    if (getOperation()
            ->walk([](bufferization::ToTensorOp) {
              return WalkResult::interrupt();
            })
            .wasInterrupted())
      return markAllAnalysesPreserved();
    generalize();
    RewritePatternSet patterns(&getContext());
    patterns.add<FuseIntoReader, TakeNumberIn>(&getContext());
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, canReshape);
    GreedyRewriteConfig config;
    config.enableFolding(false)
        .enableConstantCSE(false)
        .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }

private:
  /// Whether a reshape of the operand, or of what it is read by, may move past
  /// a loop over its elements.
  static bool canReshape(OpOperand *operand) {
    auto isLoop = [](Operation *op) {
      auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
      return generic && isParallel(generic);
    };
    Operation *producer = operand->get().getDefiningOp();
    return producer && operand->get().hasOneUse() &&
           (isLoop(producer) || isLoop(operand->getOwner()));
  }

  /// Named operations that work element by element become generic ones.
  void generalize() {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (isa<linalg::GenericOp, linalg::FillOp, linalg::CopyOp, linalg::MapOp,
              linalg::BroadcastOp, linalg::TransposeOp>(op.getOperation()) ||
          !op.hasPureTensorSemantics() || !linalg::isElementwise(op))
        return;
      rewriter.setInsertionPoint(op);
      (void)linalg::generalizeNamedOp(rewriter, op);
    });
  }
};
} // namespace
