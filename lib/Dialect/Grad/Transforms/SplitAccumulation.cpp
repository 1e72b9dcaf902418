//===- SplitAccumulation.cpp - A step as micro-steps and update -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccumulateLoops.h"
#include "AccumulationSplit.h"
#include "GradientReducers.h"
#include "StepSignature.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"

namespace mlir::grad {
#define GEN_PASS_DEF_SPLITACCUMULATION
#include "grad/Dialect/Grad/Transforms/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

using RemarkArg = remark::detail::Remark::Arg;

/// Takes gradients out of a reducer whose results nobody uses: frozen
/// parameters need no sum.
static void dropFrozen(ReduceGradientsOp op) {
  SmallVector<unsigned> kept;
  for (unsigned i = 0, e = op.getReduced().size(); i != e; ++i)
    if (!op.getReduced()[i].use_empty() || op.isSparsified(i))
      kept.push_back(i);
  if (kept.size() == op.getReduced().size())
    return;
  OpBuilder builder(op);
  SmallVector<Value> gradients;
  SmallVector<Type> types;
  SmallVector<Attribute> infos;
  for (unsigned i : kept) {
    gradients.push_back(op.getGradients()[i]);
    types.push_back(op.getReduced()[i].getType());
    infos.push_back(op.getInfo(i));
  }
  if (!kept.empty()) {
    auto reducer = ReduceGradientsOp::create(
        builder, op.getLoc(), types, op.getNewResiduals().getTypes(), gradients,
        op.getResiduals(), op.getScale(), op.getCount(),
        builder.getArrayAttr(infos), op.getGroupAttr(), op.getOptionsAttr());
    reducer->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    for (auto [i, old] : llvm::enumerate(kept))
      op.getReduced()[old].replaceAllUsesWith(reducer.getReduced()[i]);
    op.getNewResiduals().replaceAllUsesWith(reducer.getNewResiduals());
  }
  op.erase();
}

namespace {
struct SplitAccumulation
    : public grad::impl::SplitAccumulationBase<SplitAccumulation> {
  using SplitAccumulationBase::SplitAccumulationBase;

  LogicalResult initialize(MLIRContext *context) override {
    auto emitError = [&] {
      return mlir::emitError(UnknownLoc::get(context), "split-accumulation: ");
    };
    auto read = [&](StringRef option, StringRef value, StringRef first,
                    StringRef second, bool &isSecond) -> LogicalResult {
      isSecond = value == second;
      if (isSecond || value == first)
        return success();
      return emitError() << option << ": expected '" << first << "' or '"
                         << second << "', got '" << value << "'";
    };
    request = SplitRequest();
    request.steps = steps;
    request.average = average;
    if (steps < 1)
      return emitError() << "steps: expected 1 or more, got "
                         << steps.getValue();
    return failure(
        failed(read("update", update, "after", "last-micro-step",
                    request.lastInUpdate)) ||
        failed(read("clear", clear, "in-update", "separate",
                    request.separateClear)) ||
        failed(read("loss", loss, "each", "window-mean", request.windowMean)));
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    accumulateLoops(module);
    if (steps == 1)
      return;
    if (module->hasAttr(kScheduleAttrName)) {
      module.emitError() << "has '" << kScheduleAttrName
                         << "' already; a step is split once";
      return signalPassFailure();
    }
    if (failed(replaceBareAllReduces()))
      return signalPassFailure();
    SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
    ScheduleAttr schedule;
    for (func::FuncOp function : functions) {
      if (function.isExternal())
        continue;
      FailureOr<ScheduleAttr> made = split(function, schedule);
      if (failed(made))
        return signalPassFailure();
      if (*made)
        schedule = *made;
    }
    if (schedule) {
      module->setAttr(kScheduleAttrName, schedule);
      return;
    }
    module.emitError("no function has gradients to accumulate; mark them with "
                     "'grad.gradient', or insert a gradient reducer");
    signalPassFailure();
  }

private:
  /// Gradients that a step reduces without a reducer, as JAX writes it.
  LogicalResult replaceBareAllReduces() {
    return replaceAllReduces(getOperation(), ReducerRequest());
  }

  /// Splits a function; gives null where it has no gradients.
  FailureOr<ScheduleAttr> split(func::FuncOp function, ScheduleAttr before) {
    if (!hasMarkedGradients(function))
      return ScheduleAttr();
    SmallVector<ReduceGradientsOp> reducers;
    function.walk([&](ReduceGradientsOp op) { reducers.push_back(op); });
    for (ReduceGradientsOp op : reducers)
      dropFrozen(op);
    FailureOr<StepFrame> frame = StepFrame::get(function);
    if (failed(frame) || failed(verifyStateIsValue(function)))
      return failure();
    WalkResult walk = function.walk([&](Operation *op) {
      if (!isa<ReduceGradientsOp, OptimizerOpInterface>(op) ||
          op->getBlock() == frame->getBody())
        return WalkResult::advance();
      op->emitError("stands inside of another operation, where no step can be "
                    "split");
      return WalkResult::interrupt();
    });
    if (walk.wasInterrupted())
      return failure();
    AccumulationPlan plan(*frame, request);
    if (failed(plan.build()))
      return failure();
    if (!plan.hasCut())
      return ScheduleAttr();
    if (before)
      return function.emitError("has gradients as well as the step of ")
             << before.getUpdate() << "; a module holds one step that is split";
    SymbolTable symbols(getOperation());
    if (failed(verifyNames(function, symbols)))
      return failure();
    note(function, plan);
    return AccumulationSplit(*frame, request, plan, symbols).run();
  }

  LogicalResult verifyNames(func::FuncOp function, SymbolTable &symbols) {
    if (std::optional<SymbolTable::UseRange> uses =
            symbols.getSymbolUses(function, getOperation());
        !uses || !uses->empty())
      return function.emitError("is called by another function, so it cannot "
                                "be split in two");
    for (StringRef suffix : {"_accumulate", "_update", "_clear"})
      if (std::string name = (function.getName() + suffix).str();
          symbols.lookup(name))
        return function.emitError("cannot be split, since there is a function "
                                  "'@")
               << name << "' already";
    return success();
  }

  void note(func::FuncOp function, const AccumulationPlan &plan) {
    for (auto &[value, accumulator] : plan.accumulators) {
      remark::detail::InFlightRemark remark =
          remark::passed(value.getLoc(), remark::RemarkOpts::name("accumulated")
                                             .category("split-accumulation")
                                             .function(function.getName()));
      if (remark)
        remark << RemarkArg("State", accumulator.name)
               << RemarkArg(
                      "Bytes",
                      std::to_string(
                          accumulator.type.getNumElements() *
                          llvm::divideCeil(
                              accumulator.type.getElementTypeBitWidth(), 8)));
    }
  }

  SplitRequest request;
};
} // namespace
