//===- GradToStableHLO.cpp - grad collectives to StableHLO ------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `convert-grad-to-stablehlo`. First every operation that XLA does not
// take is planned, and whatever cannot be written is an error at its place;
// only if all can be written does anything change. WritePlan.cpp decides about
// collectives, CollectiveWriter.cpp writes them; ArithmeticWriter.cpp does both
// for what the tables of rules list.
//
//===----------------------------------------------------------------------===//

#include "ArithmeticWriter.h"
#include "CollectiveWriter.h"
#include "XLAModule.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/Transforms/FusionPlan.h"

namespace mlir::grad {
#define GEN_PASS_DEF_CONVERTGRADTOSTABLEHLO
#include "grad/Conversion/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

/// Whether an operation of the module is StableHLO's, or was.
static bool hasStableHLO(Operation *root) {
  return root
      ->walk([](Operation *op) {
        bool isStableHLO = op->getName().getDialectNamespace() == "stablehlo" ||
                           op->hasAttr(kStableHLOModeAttrName);
        return isStableHLO ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
struct ConvertGradToStableHLO
    : public grad::impl::ConvertGradToStableHLOBase<ConvertGradToStableHLO> {
  using ConvertGradToStableHLOBase::ConvertGradToStableHLOBase;

  void runOnOperation() override {
    if (onlyStableHLO && !hasStableHLO(getOperation()))
      return markAllAnalysesPreserved();
    DeadOps dead(getOperation());
    std::vector<WritePlan> plans;
    ArithmeticWriter arithmetic;
    if (failed(planAll(dead, plans, arithmetic)))
      return signalPassFailure();
    Operation *first = !plans.empty() ? plans.front().op.getOperation()
                       : !arithmetic.getPlanned().empty()
                           ? arithmetic.getPlanned().front().first
                           : nullptr;
    if (!first && dead.empty() && !getOperation()->hasAttr(kScheduleAttrName))
      return markAllAnalysesPreserved();
    if (first && failed(canCreateStableHLO(first)))
      return signalPassFailure();
    writeSchedule();
    arithmetic.write();
    ChannelHandles channels(getOperation());
    for (WritePlan &plan : plans)
      CollectiveWriter(plan, channels, lowPrecision).write();
    dead.erase();
  }

private:
  /// XLA cannot parse attributes of the dialect, so the schedule becomes a
  /// dictionary.
  void writeSchedule() {
    ModuleOp module = getOperation();
    auto schedule = module->getAttrOfType<ScheduleAttr>(kScheduleAttrName);
    if (!schedule)
      return;
    Builder builder(&getContext());
    SmallVector<NamedAttribute> parts = {
        builder.getNamedAttr("accumulate", schedule.getAccumulate()),
        builder.getNamedAttr("update", schedule.getUpdate()),
        builder.getNamedAttr("micro_steps", builder.getI64IntegerAttr(
                                                schedule.getMicroSteps()))};
    if (schedule.getClear())
      parts.push_back(builder.getNamedAttr("clear", schedule.getClear()));
    if (schedule.getLastInUpdate())
      parts.push_back(
          builder.getNamedAttr("last_in_update", builder.getUnitAttr()));
    module->removeAttr(kScheduleAttrName);
    module->setAttr("mhlo.grad_schedule", builder.getDictionaryAttr(parts));
  }

  LogicalResult canCreateStableHLO(Operation *op) {
    MLIRContext *context = &getContext();
    if (context->getLoadedDialect("stablehlo") ||
        context->allowsUnregisteredDialects())
      return success();
    return op->emitOpError("cannot be written as StableHLO: the context has "
                           "neither that dialect nor allows unregistered ones");
  }

  /// Reports all that cannot be written.
  LogicalResult planAll(const DeadOps &dead, std::vector<WritePlan> &plans,
                        ArithmeticWriter &arithmetic) {
    bool hasFailed = false;
    auto report = [&](Operation *op, llvm::Error error) {
      if (!error)
        return WalkResult::advance();
      hasFailed = true;
      op->emitOpError("cannot be written as StableHLO: ")
          << llvm::toString(std::move(error));
      // Of a function it is the signature.
      if (isOfXLA(op))
        return WalkResult::advance();
      arithmetic.noteRefused(op);
      return WalkResult::skip();
    };
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (dead.contains(op))
        return WalkResult::skip();
      return report(op, planOne(op, plans, arithmetic));
    });
    for (auto [op, rule] : arithmetic.getPlanned())
      report(op, arithmetic.checkUses(op, dead));
    return failure(hasFailed);
  }

  static llvm::Error planOne(Operation *op, std::vector<WritePlan> &plans,
                             ArithmeticWriter &arithmetic) {
    if (isOfXLA(op))
      return checkSignature(op);
    if (const ArithmeticRule *rule = findArithmeticRule(op))
      return arithmetic.plan(op, *rule);
    auto collective = dyn_cast<CollectiveOpInterface>(op);
    if (!collective)
      return refuseLeftover(op);
    llvm::Expected<WritePlan> plan = WritePlan::get(collective);
    if (!plan)
      return plan.takeError();
    plans.push_back(std::move(*plan));
    return llvm::Error::success();
  }
};
} // namespace
