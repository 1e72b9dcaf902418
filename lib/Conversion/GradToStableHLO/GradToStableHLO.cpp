//===- GradToStableHLO.cpp - grad collectives to StableHLO ------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `convert-grad-to-stablehlo`. First every operation of the dialect is
// planned, and whatever cannot be written is an error at its place; only if all
// can be written does anything change. WritePlan.cpp decides, CollectiveWriter
// .cpp writes.
//
//===----------------------------------------------------------------------===//

#include "CollectiveWriter.h"

namespace mlir::grad {
#define GEN_PASS_DEF_CONVERTGRADTOSTABLEHLO
#include "grad/Conversion/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

/// Why an operation that is no collective cannot be written.
static StringRef getReason(Operation *op) {
  if (isa<RankOp, GroupSizeOp>(op))
    return "its result is an index, which XLA does not have";
  return "StableHLO has no such operation";
}

namespace {
struct ConvertGradToStableHLO
    : public grad::impl::ConvertGradToStableHLOBase<ConvertGradToStableHLO> {
  using ConvertGradToStableHLOBase::ConvertGradToStableHLOBase;

  void runOnOperation() override {
    SmallVector<Operation *> ops, unused;
    getOperation()->walk([&](Operation *op) {
      if (!isa_and_nonnull<GradDialect>(op->getDialect()))
        return;
      bool drops = isa<RankOp, GroupSizeOp>(op) && op->use_empty();
      (drops ? unused : ops).push_back(op);
    });
    if (ops.empty() && unused.empty())
      return markAllAnalysesPreserved();
    if (!ops.empty() && failed(canCreateStableHLO(ops.front())))
      return signalPassFailure();
    std::vector<WritePlan> plans;
    if (failed(planAll(ops, plans)))
      return signalPassFailure();
    for (Operation *op : unused)
      op->erase();
    ChannelHandles channels(getOperation());
    for (WritePlan &plan : plans)
      CollectiveWriter(plan, channels, lowPrecision).write();
  }

private:
  LogicalResult canCreateStableHLO(Operation *op) {
    MLIRContext *context = &getContext();
    if (context->getLoadedDialect("stablehlo") ||
        context->allowsUnregisteredDialects())
      return success();
    return op->emitOpError("cannot be written as StableHLO: the context has "
                           "neither that dialect nor allows unregistered ones");
  }

  LogicalResult planAll(ArrayRef<Operation *> ops,
                        std::vector<WritePlan> &plans) {
    bool hasFailed = false;
    for (Operation *op : ops) {
      auto collective = dyn_cast<CollectiveOpInterface>(op);
      llvm::Expected<WritePlan> plan =
          collective ? WritePlan::get(collective) : refuse(getReason(op));
      if (plan) {
        plans.push_back(std::move(*plan));
        continue;
      }
      hasFailed = true;
      op->emitOpError("cannot be written as StableHLO: ")
          << llvm::toString(plan.takeError());
    }
    return failure(hasFailed);
  }
};
} // namespace
