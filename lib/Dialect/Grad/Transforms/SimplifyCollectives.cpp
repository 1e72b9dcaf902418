//===- SimplifyCollectives.cpp - Collectives that can be saved -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `simplify-collectives`. Every rule is decided by the program's text,
// by what is equal on every rank, and by the pass's options: all the same on
// every rank, so all ranks change their sequence of collectives alike. The
// rules are in SimplifyPairs.cpp, SimplifyUses.cpp and RepeatedCollectives.cpp.
//
// Rounds run until nothing changes. Each starts with a new analysis, since what
// one round saved lets it know more in the next; hence a second run of the pass
// changes nothing.
//
//===----------------------------------------------------------------------===//

#include "SimplifyCollectives.h"
#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "grad/Dialect/Grad/Transforms/WorldSize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::grad {
#define GEN_PASS_DEF_SIMPLIFYCOLLECTIVES
#include "grad/Dialect/Grad/Transforms/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

using RemarkArg = remark::detail::Remark::Arg;

static constexpr StringLiteral kCategory = "simplify-collectives";

static remark::RemarkOpts getRemarkOpts(Operation *op, StringRef rule) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return remark::RemarkOpts::name(rule).category(kCategory).function(
      function ? function.getName() : StringRef());
}

void SimplifyContext::noteChange(Operation *op, unsigned pair, StringRef rule,
                                 const Twine &result, const Twine &reason) {
  remark::detail::InFlightRemark remark =
      remark::passed(op->getLoc(), getRemarkOpts(op, rule));
  if (remark)
    remark << RemarkArg("Collective", describe(op))
           << RemarkArg("Operand", pair) << RemarkArg("Result", result.str())
           << RemarkArg("Reason", reason.str());
}

void SimplifyContext::noteRefusal(Operation *op, StringRef rule,
                                  const Twine &reason) {
  SmallVector<Refusal> &known = refusals[op];
  if (llvm::none_of(known, [&](auto &other) { return other.rule == rule; }))
    known.push_back({rule, reason.str()});
}

void SimplifyContext::erase(Operation *op) {
  uniformity.erase(op);
  refusals.erase(op);
}

void SimplifyContext::emitRefusals(ArrayRef<Operation *> collectives) {
  for (Operation *op : collectives)
    for (const Refusal &refusal : refusals.lookup(op)) {
      remark::detail::InFlightRemark remark =
          remark::missed(op->getLoc(), getRemarkOpts(op, refusal.rule));
      if (remark)
        remark << RemarkArg("Collective", describe(op))
               << RemarkArg("Reason", refusal.reason);
    }
}

namespace {
/// Keeps the analysis up to date while patterns are applied.
struct ContextListener : public RewriterBase::Listener {
  explicit ContextListener(SimplifyContext &context) : context(context) {}

  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    if (!previous.isSet())
      context.uniformity.update(op);
  }
  void notifyOperationErased(Operation *op) override { context.erase(op); }

  SimplifyContext &context;
};

struct SimplifyCollectives
    : public grad::impl::SimplifyCollectivesBase<SimplifyCollectives> {
  using SimplifyCollectivesBase::SimplifyCollectivesBase;

  LogicalResult initialize(MLIRContext *context) override {
    return verifyWorldSizeOption(worldSize, [&](const Twine &message) {
      return emitError(UnknownLoc::get(context), "simplify-collectives: ")
             << message;
    });
  }

  void runOnOperation() override {
    bool everChanged = false;
    for (bool changed = true; changed; everChanged |= changed)
      changed = runRound();
    if (!everChanged)
      markAllAnalysesPreserved();
  }

private:
  /// Collectives on tensors, in program order.
  SmallVector<CollectiveOpInterface> collect() {
    SmallVector<CollectiveOpInterface> collectives;
    getOperation()->walk<WalkOrder::PreOrder>([&](CollectiveOpInterface op) {
      if (op.isTensorForm())
        collectives.push_back(op);
    });
    return collectives;
  }

  bool runRound() {
    SmallVector<CollectiveOpInterface> collectives = collect();
    if (collectives.empty())
      return false;
    SimplifyContext context(getOperation(), worldSize);
    ContextListener listener(context);
    IRRewriter rewriter(&getContext(), &listener);
    bool merged = mergeRepeatedCollectives(collectives, rewriter, context);

    RewritePatternSet patterns(&getContext());
    populatePairPatterns(patterns, context);
    populateUsePatterns(patterns, context);
    // Nothing but collectives and what stands in for them is touched.
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps)
        .enableFolding(false)
        .enableConstantCSE(false)
        .setListener(&listener);
    SmallVector<Operation *> ops;
    for (CollectiveOpInterface op : merged ? collect() : collectives)
      ops.push_back(op);
    // The driver takes the last one first.
    SmallVector<Operation *> worklist(llvm::reverse(ops));
    bool changed = false;
    (void)applyOpPatternsGreedily(worklist, std::move(patterns), config,
                                  &changed);
    // The last round, which changes nothing, knows what was refused.
    if (!merged && !changed)
      context.emitRefusals(ops);
    return merged || changed;
  }
};
} // namespace
