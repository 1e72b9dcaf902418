//===- InsertLossScaling.cpp - A scale for the loss of a step -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LossScaling.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"

#include <cmath>

namespace mlir::grad {
#define GEN_PASS_DEF_INSERTLOSSSCALING
#include "grad/Dialect/Grad/Transforms/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

namespace {
struct InsertLossScaling
    : public grad::impl::InsertLossScalingBase<InsertLossScaling> {
  using InsertLossScalingBase::InsertLossScalingBase;

  LogicalResult initialize(MLIRContext *context) override {
    auto emitError = [&] {
      return mlir::emitError(UnknownLoc::get(context), "insert-loss-scaling: ");
    };
    const LossScale *found = findLossScalePreset(preset);
    if (!found)
      return emitError() << "loss-scale-preset: expected mindspore, pytorch, "
                            "megatron or fixed, got '"
                         << preset << "'";
    LossScale options = *found;
    bool isChanged = false;
    auto read = [&](StringRef name, double value, double &number,
                    StringRef expected, auto isGood) -> LogicalResult {
      if (value == -1)
        return success();
      isChanged |= name != "init-scale";
      number = value;
      if (std::isfinite(value) && isGood(value))
        return success();
      return emitError() << name << ": expected " << expected << ", got "
                         << value;
    };
    double interval = double(options.interval),
           hysteresis = double(options.hysteresis);
    auto isCount = [](double n) { return n >= 1 && n <= INT32_MAX; };
    if (failed(read("init-scale", initScale, options.init,
                    "a finite number above 0",
                    [](double n) {
                      return n > 0 && std::isfinite(float(n)) && float(n) > 0;
                    })) ||
        failed(read("growth-factor", growthFactor, options.growth,
                    "a finite number above 1",
                    [](double n) { return n > 1; })) ||
        failed(read("backoff-factor", backoffFactor, options.backoff,
                    "a number above 0 and below 1",
                    [](double n) { return n > 0 && n < 1; })) ||
        failed(read("growth-interval", double(growthInterval), interval,
                    "1 or more", isCount)) ||
        failed(read("hysteresis", double(this->hysteresis), hysteresis,
                    "1 or more", isCount)) ||
        failed(read("min-scale", minScale, options.min,
                    "a finite number from 0", [](double n) { return n >= 0; })))
      return failure();
    options.interval = int64_t(interval);
    options.hysteresis = int64_t(hysteresis);
    if (options.isFixed() && isChanged)
      return emitError() << "loss-scale-preset: a fixed scale does not change; "
                            "only init-scale can stand with it";
    if (options.min > options.init)
      return emitError() << "min-scale: expected at most the scale that it "
                            "starts from, "
                         << options.init << ", got " << options.min;
    scale = std::make_shared<LossScale>(options);
    return success();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (module->hasAttr(kScheduleAttrName)) {
      module.emitError("the step is split already; run insert-loss-scaling "
                       "before split-accumulation");
      return signalPassFailure();
    }
    SymbolTableCollection tables;
    SymbolUserMap users(tables, module);
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      LossScaling scaling(function, *scale);
      if (failed(scaling.collect()))
        return signalPassFailure();
      if (!scaling.isStep())
        continue;
      if (!users.useEmpty(function)) {
        function.emitError("another function calls it, so it cannot get the "
                           "arguments and results of a loss scale");
        return signalPassFailure();
      }
      if (failed(scaling.insert()))
        return signalPassFailure();
    }
  }

private:
  std::shared_ptr<LossScale> scale;
};
} // namespace
