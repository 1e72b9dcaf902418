//===- LossScaleUpdate.cpp - The scale of the next step -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LossScaleUpdate.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::grad;

static constexpr StringLiteral kScaleName = "loss_scale",
                               kCleanName = "loss_scale_clean",
                               kHysteresisName = "loss_scale_hysteresis";

namespace {
/// Arithmetic on tensors without dimensions.
class Numbers : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  Value get(double number) { return constant(getF32FloatAttr(float(number))); }
  Value get(int64_t number) {
    return constant(getI32IntegerAttr(int32_t(number)));
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(*this, predicate, a, b);
  }
  Value both(Value a, Value b) { return arith::AndIOp::create(*this, a, b); }
  Value select(Value condition, Value a, Value b) {
    return arith::SelectOp::create(*this, condition, a, b);
  }
  Value multiply(Value a, Value b) {
    return arith::MulFOp::create(*this, a, b);
  }

private:
  Value constant(TypedAttr number) {
    auto type = RankedTensorType::get({}, number.getType());
    return arith::ConstantOp::create(*this,
                                     DenseElementsAttr::get(type, number));
  }
};
} // namespace

LogicalResult LossScaleState::create(OpBuilder &builder, Location loc,
                                     StepSignature &signature) {
  Numbers numbers(loc, builder);
  if (options.isFixed()) {
    scale = numbers.get(options.init);
    return success();
  }
  auto add = [&](StringRef name, TypedAttr init, Value &value) {
    FailureOr<Value> added = signature.addState(
        "loss scaling", name, RankedTensorType::get({}, init.getType()),
        /*isPerRank=*/false, init);
    if (succeeded(added))
      value = *added;
    return LogicalResult(added);
  };
  if (failed(add(kScaleName, builder.getF32FloatAttr(float(options.init)),
                 scale)) ||
      failed(add(kCleanName, builder.getI32IntegerAttr(0), clean)))
    return failure();
  if (options.hysteresis == 1)
    return success();
  return add(kHysteresisName,
             builder.getI32IntegerAttr(int32_t(options.hysteresis)),
             hysteresis);
}

void LossScaleState::update(OpBuilder &builder, Location loc, Value overflow,
                            StepSignature &signature) {
  if (options.isFixed())
    return;
  Numbers numbers(loc, builder);
  Value zero = numbers.get(int64_t(0)), one = numbers.get(int64_t(1));
  // Steps without overflow.
  Value next = arith::AddIOp::create(numbers, clean, one);
  next = numbers.select(overflow, zero, next);
  Value isDue = numbers.compare(arith::CmpIPredicate::sge, next,
                                numbers.get(options.interval));
  Value nextClean = numbers.select(isDue, zero, next);
  // Growth, where the result stays finite.
  Value grown = numbers.multiply(scale, numbers.get(options.growth));
  Value isFinite = arith::CmpFOp::create(numbers, arith::CmpFPredicate::OLE,
                                         grown, numbers.get(largest));
  Value grows = numbers.both(isDue, isFinite);
  // After an overflow, or several.
  Value shrinks = overflow;
  if (hysteresis) {
    Value left = arith::SubIOp::create(numbers, hysteresis, one);
    left = arith::MaxSIOp::create(numbers, left, zero);
    left = numbers.select(overflow, left, hysteresis);
    Value isUsedUp = numbers.compare(arith::CmpIPredicate::eq, left, zero);
    shrinks = numbers.both(overflow, isUsedUp);
    left = numbers.select(grows, numbers.get(options.hysteresis), left);
    signature.addResult(left, kUpdatesAttrName, kHysteresisName);
  }
  Value smaller = numbers.multiply(scale, numbers.get(options.backoff));
  smaller =
      arith::MaximumFOp::create(numbers, smaller, numbers.get(options.min));
  Value nextScale = numbers.select(grows, grown, scale);
  nextScale = numbers.select(shrinks, smaller, nextScale);
  signature.addResult(nextScale, kUpdatesAttrName, kScaleName);
  signature.addResult(nextClean, kUpdatesAttrName, kCleanName);
}
