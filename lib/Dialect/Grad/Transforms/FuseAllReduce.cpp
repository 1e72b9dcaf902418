//===- FuseAllReduce.cpp - Group collectives into buckets -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `fuse-allreduce`: reads the options, plans each block, reports and
// applies the plan. What may share a bucket is decided in FusionPlan.cpp, when
// a bucket is full in FusionPolicy.cpp.
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Dialect/Grad/Transforms/FusionReport.h"
#include "grad/Dialect/Grad/Transforms/FusionRewriter.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"

namespace mlir::grad {
#define GEN_PASS_DEF_FUSEALLREDUCE
#include "grad/Dialect/Grad/Transforms/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

/// Warns of entries after the end: the buckets that they ask for are empty.
static void warnOfEntriesPastEnd(const FusionPlan &plan, Block &block) {
  const FusionPolicy &policy = plan.getPolicy();
  int64_t count = plan.getNumCandidates();
  auto warn = [&](StringRef option, ArrayRef<int64_t> entries, int64_t end) {
    if (!entries.empty() && entries.back() > end)
      block.getParentOp()->emitWarning()
          << option << ": entry " << entries.back() << " is past the end of "
          << count << " collectives";
  };
  if (count == 0)
    return;
  warn("split-indices", policy.splitIndices, count);
  warn("split-ends", policy.splitEnds, count - 1);
}

/// Warns where all collectives are still StableHLO's, which the pass leaves.
static void warnOfStableHLO(Operation *root) {
  Operation *firstStableHLO = nullptr;
  WalkResult walk = root->walk([&](Operation *op) {
    if (isa<CollectiveOpInterface>(op))
      return WalkResult::interrupt();
    if (!firstStableHLO && isStableHLOCollective(op))
      firstStableHLO = op;
    return WalkResult::advance();
  });
  if (firstStableHLO && !walk.wasInterrupted())
    firstStableHLO->emitWarning(
        "fuse-allreduce fuses no StableHLO collectives, and found no others; "
        "run --convert-stablehlo-to-grad before and "
        "--convert-grad-to-stablehlo after it");
}

namespace {
struct FuseAllReduce : public grad::impl::FuseAllReduceBase<FuseAllReduce> {
  using FuseAllReduceBase::FuseAllReduceBase;

  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    if (failed(Pass::initializeOptions(options, errorHandler)))
      return failure();
    auto emitError = [&](const Twine &message) {
      return errorHandler("fuse-allreduce: " + message);
    };
    return failure(failed(verifyGivenOptions(emitError)) ||
                   failed(verifyOptions(emitError)));
  }

  LogicalResult initialize(MLIRContext *context) override {
    return verifyOptions([&](const Twine &message) {
      return emitError(UnknownLoc::get(context), "fuse-allreduce: ") << message;
    });
  }

  void runOnOperation() override {
    FusionPolicy policy = getPolicy();
    FenceAnalysis fences(getOperation());
    unsigned numGone = 0;
    WalkResult walk = getOperation()->walk([&](Block *block) {
      FusionPlan plan(*block, policy, fences);
      if (failed(plan.compute()))
        return WalkResult::interrupt();
      warnOfEntriesPastEnd(plan, *block);
      emitFusionRemarks(plan, *block);
      if (printPlan) {
        std::string table;
        llvm::raw_string_ostream os(table);
        printFusionPlan(plan, *block, os);
        llvm::errs() << table;
      }
      numGone += FusionRewriter(plan, *block).apply();
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    if (numGone == 0)
      markAllAnalysesPreserved();
    warnOfStableHLO(getOperation());
  }

private:
  /// Checks what only the text of the options tells: that an option was given
  /// with a value that also means that it was not.
  LogicalResult
  verifyGivenOptions(function_ref<LogicalResult(const Twine &)> errorHandler) {
    auto isGivenEmpty = [](const ListOption<int64_t> &option) {
      return option.hasValue() && option.empty();
    };
    for (StringRef name :
         {isGivenEmpty(splitIndices) ? "split-indices" : "",
          isGivenEmpty(splitEnds) ? "split-ends" : "",
          collectives.hasValue() && collectives.empty() ? "collectives" : ""})
      if (!name.empty())
        return errorHandler(name + ": expected at least one entry");
    for (const auto *option :
         {&thresholdBytes, &thresholdElements, &firstBucketBytes})
      if (option->hasValue() && option->getValue() < 0)
        return errorHandler(option->ArgStr + ": expected 0 or more, got " +
                            Twine(option->getValue()));
    if (rule.hasValue() && getPolicy().splitsByPosition())
      return errorHandler("rule=" + stringifyBucketRule(rule) +
                          ": cannot stand together with split-indices or "
                          "split-ends; use one policy");
    return success();
  }

  LogicalResult
  verifyOptions(function_ref<LogicalResult(const Twine &)> emitError) {
    for (StringRef name : collectives)
      if (!parseCollectiveKind(name))
        return emitError("collectives: expected all-reduce, all-gather or "
                         "reduce-scatter, got '" +
                         name + "'");
    return getPolicy().verify(emitError);
  }

  FusionPolicy getPolicy() {
    auto given = [](int64_t value) {
      return value == -1 ? std::nullopt : std::optional(value);
    };
    FusionPolicy policy;
    if (!collectives.empty())
      policy.collectives.clear();
    for (StringRef name : collectives)
      policy.collectives.push_back(*parseCollectiveKind(name));
    policy.order = order;
    policy.splitIndices = llvm::to_vector(*splitIndices);
    policy.splitEnds = llvm::to_vector(*splitEnds);
    policy.thresholdBytes = given(thresholdBytes);
    policy.thresholdElements = given(thresholdElements);
    policy.firstBucketBytes = given(firstBucketBytes);
    policy.rule = rule;
    policy.maxOperands = maxOperands;
    policy.acrossTypes = acrossTypes;
    return policy;
  }
};
} // namespace
