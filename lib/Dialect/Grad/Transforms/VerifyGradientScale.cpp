//===- VerifyGradientScale.cpp - Means are divided once -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `verify-gradient-scale`: checks each reduction that declares a mean,
// and tells of sums that declare none. What the constants around a reduction
// make up is ScaleChain's to say.
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradMean.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "grad/Dialect/Grad/Transforms/ScaleChain.h"
#include "grad/Dialect/Grad/Transforms/WorldSize.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::grad {
#define GEN_PASS_DEF_VERIFYGRADIENTSCALE
#include "grad/Dialect/Grad/Transforms/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

using RemarkArg = remark::detail::Remark::Arg;

static remark::RemarkOpts getRemarkOpts(Operation *op, StringRef name) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return remark::RemarkOpts::name(name)
      .category("verify-gradient-scale")
      .function(function ? function.getName() : StringRef());
}

/// Remarks what is not an error.
static void emitRemark(Operation *op, StringRef name, const Twine &reason) {
  auto remark = remark::analysis(op->getLoc(), getRemarkOpts(op, name));
  if (remark)
    remark << RemarkArg("Collective", describe(op))
           << RemarkArg("Reason", reason.str());
}

/// Whether the reduction multiplies by 1/degree itself.
static bool dividesItself(ReductionKind kind, GroupAttr group, int64_t degree) {
  return kind == ReductionKind::Avg &&
         (!group || group.getUniformSize() == degree);
}

/// Checks what the collective declares of one operand.
static LogicalResult verifyPair(CollectiveOpInterface op, unsigned pair,
                                ReductionKind kind, int64_t degree) {
  if (kind != ReductionKind::Sum && kind != ReductionKind::Avg)
    return op->emitError() << describe(op) << ": expected '" << kMeanAttrName
                           << "' on a sum or a mean, got a reduction of kind '"
                           << stringifyReductionKind(kind) << "'";
  FailureOr<MeanResult> found =
      verifyMean(op, describe(op), op.getInputs()[pair], op->getResult(pair),
                 degree, dividesItself(kind, op.getGroupAttr(), degree));
  if (failed(found))
    return failure();
  if (found->numDivided != found->numWays)
    emitRemark(op, "partly",
               Twine(found->numDivided) + " of " + Twine(found->numWays) +
                   " ways from operand " + Twine(pair) + " divide by " +
                   Twine(degree));
  return success();
}

static LogicalResult verifyCollective(CollectiveOpInterface op,
                                      ReductionKind kind) {
  bool failed = false, isUndeclared = false, isDeclared = false;
  for (unsigned i = 0, e = op.getInputs().size(); i != e; ++i) {
    int64_t degree = getDeclaredMean(op, i);
    isDeclared |= degree != 0;
    isUndeclared |= degree == 0 && kind == ReductionKind::Sum;
    if (degree != 0 && op.isTensorForm())
      failed |= mlir::failed(verifyPair(op, i, kind, degree));
  }
  if (isDeclared && !op.isTensorForm())
    emitRemark(op, "unchecked",
               "it works on memory; run the pass before bufferization");
  if (isUndeclared)
    emitRemark(op, "undeclared",
               "no mean declared: it is taken to be meant as a sum");
  return failure(failed);
}

/// Checks a reducer that divides by its degree: nothing around it may do so
/// again.
static LogicalResult verifyReducer(ReduceGradientsOp op) {
  ReducerOptionsAttr options = op.getOptionsOrDefault();
  std::optional<int64_t> degree =
      getGroupSize(op.getGroupAttr(), getKnownWorldSize(op, /*worldSize=*/0));
  if (options.getDegree())
    degree = options.getDegree().getInt();
  bool failed = false, isUndeclared = false;
  for (auto [i, gradient] : llvm::enumerate(op.getGradients())) {
    if (!op.getInfo(i).isReduced() ||
        !isa<RankedTensorType>(gradient.getType()))
      continue;
    isUndeclared |= !options.getMean();
    std::string name =
        "gradient '" + op.getInfo(i).getName().getValue().str() + "'";
    if (options.getMean() && degree)
      failed |= mlir::failed(verifyMean(op, name, gradient, op.getReduced()[i],
                                        *degree, /*dividesItself=*/true));
  }
  if (isUndeclared)
    emitRemark(op, "undeclared",
               "no mean declared: it is taken to be meant as a sum");
  return failure(failed);
}

namespace {
struct VerifyGradientScale
    : public grad::impl::VerifyGradientScaleBase<VerifyGradientScale> {
  using VerifyGradientScaleBase::VerifyGradientScaleBase;

  void runOnOperation() override {
    bool failed = false;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto reduce = dyn_cast<AllReduceOp>(op))
        failed |= mlir::failed(verifyCollective(reduce, reduce.getKind()));
      else if (auto scatter = dyn_cast<ReduceScatterOp>(op))
        failed |= mlir::failed(verifyCollective(scatter, scatter.getKind()));
      else if (auto reducer = dyn_cast<ReduceGradientsOp>(op))
        failed |= mlir::failed(verifyReducer(reducer));
    });
    markAllAnalysesPreserved();
    if (failed)
      signalPassFailure();
  }
};
} // namespace
