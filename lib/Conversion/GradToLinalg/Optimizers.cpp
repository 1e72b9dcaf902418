//===- Optimizers.cpp - Updates of parameters as linalg -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One loop for each parameter, over its elements, which writes to the buffers
// of parameter and state.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TensorBuilder.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::grad;

namespace {
/// The update of one element, in T.
class Update {
public:
  Update(TensorBuilder &builder, FloatType type)
      : builder(builder), type(type) {}

  Value number(const APFloat &value) { return number(value.convertToDouble()); }
  Value number(double value) {
    return arith::ConstantOp::create(builder,
                                     builder.getFloatAttr(type, value));
  }
  Value widen(Value value) { return builder.convert(value, type); }
  Value add(Value a, Value b) { return arith::AddFOp::create(builder, a, b); }
  Value sub(Value a, Value b) { return arith::SubFOp::create(builder, a, b); }
  Value mul(Value a, Value b) { return arith::MulFOp::create(builder, a, b); }
  Value div(Value a, Value b) { return arith::DivFOp::create(builder, a, b); }
  Value sqrt(Value a) { return math::SqrtOp::create(builder, a); }

  /// gradient + weight_decay * param.
  Value decay(Value gradient, Value param, const APFloat &weightDecay) {
    if (weightDecay.isZero())
      return gradient;
    return add(gradient, mul(number(weightDecay), param));
  }
  Value power(Value a, Value b) { return math::PowFOp::create(builder, a, b); }
  Value fromInteger(Value a) {
    return arith::SIToFPOp::create(builder, type, a);
  }

private:
  TensorBuilder &builder;
  FloatType type;
};

/// What one element is computed from, in T: the parameter, its gradient, its
/// state, and numbers that hold for all elements.
struct Element {
  Value param, gradient;
  ArrayRef<Value> states;
  Value learningRate;
  ValueRange corrections;
};
using Values = TensorBuilder::Values;
} // namespace

/// The new parameter, then the new state.
static Values updateElement(SGDOp op, Update &update, const Element &element) {
  Value gradient =
      update.decay(element.gradient, element.param, op.getWeightDecay());
  return {
      update.sub(element.param, update.mul(element.learningRate, gradient))};
}

static Values updateElement(MomentumOp op, Update &update,
                            const Element &element) {
  Value gradient =
      update.decay(element.gradient, element.param, op.getWeightDecay());
  Value momentum = update.number(op.getMomentum());
  Value velocity =
      update.add(update.mul(momentum, element.states[0]), gradient);
  Value step = velocity;
  if (op.getNesterov())
    step = update.add(gradient, update.mul(momentum, velocity));
  return {update.sub(element.param, update.mul(element.learningRate, step)),
          velocity};
}

/// What adam and adamw do after the weight decay.
template <typename OpT>
static Values updateAdam(OpT op, Update &update, const Element &element,
                         Value param, Value gradient) {
  // 1 - beta is rounded once.
  auto rest = [&](const APFloat &beta) {
    return update.number(1 - beta.convertToDouble());
  };
  Value average =
      update.add(update.mul(update.number(op.getBeta1()), element.states[0]),
                 update.mul(rest(op.getBeta1()), gradient));
  Value square =
      update.mul(update.mul(rest(op.getBeta2()), gradient), gradient);
  square = update.add(
      update.mul(update.number(op.getBeta2()), element.states[1]), square);
  Value rate = update.div(element.learningRate, element.corrections[0]);
  Value denominator =
      update.add(update.div(update.sqrt(square), element.corrections[1]),
                 update.number(op.getEpsilon()));
  Value step = update.mul(rate, update.div(average, denominator));
  return {update.sub(param, step), average, square};
}

static Values updateElement(AdamOp op, Update &update, const Element &element) {
  Value gradient =
      update.decay(element.gradient, element.param, op.getWeightDecay());
  return updateAdam(op, update, element, element.param, gradient);
}

static Values updateElement(AdamWOp op, Update &update,
                            const Element &element) {
  Value param = element.param;
  if (!op.getWeightDecay().isZero()) {
    Value decay = update.mul(
        update.mul(element.learningRate, update.number(op.getWeightDecay())),
        param);
    param = update.sub(param, decay);
  }
  return updateAdam(op, update, element, param, element.gradient);
}

/// Numbers of type T that depend on the step alone, as rank-0 tensors: for adam
/// and adamw 1 - beta1^step and sqrt(1 - beta2^step). They are computed in f64,
/// since the difference is small.
template <typename OpT>
static Values getCorrections(OpT op, typename OpT::Adaptor adaptor,
                             TensorBuilder &builder, FloatType type) {
  if constexpr (std::is_same_v<OpT, AdamOp> || std::is_same_v<OpT, AdamWOp>) {
    Value init = builder.empty(RankedTensorType::get({}, type));
    return builder.mapAll(
        adaptor.getStep(), {init, init},
        [&](TensorBuilder &scalars, ValueRange arguments) -> Values {
          Update update(scalars, scalars.getF64Type());
          Value step = update.fromInteger(arguments[0]);
          auto correct = [&](const APFloat &beta) {
            Value power = update.power(update.number(beta), step);
            return update.sub(update.number(1.0), power);
          };
          Value root = update.sqrt(correct(op.getBeta2()));
          return {scalars.convert(correct(op.getBeta1()), type),
                  scalars.convert(root, type)};
        });
  }
  return {};
}

namespace {
template <typename OpT>
struct OptimizerPattern : public OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TensorBuilder builder(op.getLoc(), rewriter);
    auto own = cast<FloatType>(op.getParam().getType().getElementType());
    FloatType type = getScaleType(own);
    // Read: gradient, learning rate, corrections, condition. Written to:
    // parameter, states.
    SmallVector<Value> inputs = {adaptor.getGradient(),
                                 adaptor.getLearningRate()};
    llvm::append_range(inputs, getCorrections(op, adaptor, builder, type));
    size_t numCorrections = inputs.size() - 2;
    if (adaptor.getCondition())
      inputs.push_back(adaptor.getCondition());
    SmallVector<Value> inits = {adaptor.getParam()};
    llvm::append_range(
        inits, adaptor.getOperands().slice(2, OpT::getStateNames().size()));
    auto body = [&](TensorBuilder &scalars, ValueRange arguments) {
      ValueRange in = arguments.take_front(inputs.size()),
                 old = arguments.drop_front(inputs.size());
      Update update(scalars, type);
      SmallVector<Value> states(old.drop_front());
      Element element = {update.widen(old.front()), update.widen(in[0]), states,
                         update.widen(in[1]), in.slice(2, numCorrections)};
      Values results = updateElement(op, update, element);
      results[0] = scalars.convert(results[0], own);
      if (adaptor.getCondition())
        for (auto [result, before] : llvm::zip_equal(results, old))
          result = arith::SelectOp::create(scalars, in.back(), result, before);
      return results;
    };
    rewriter.replaceOp(op, builder.mapAll(inputs, inits, body));
    return success();
  }
};
} // namespace

void grad::populateOptimizerPatterns(RewritePatternSet &patterns,
                                     const TypeConverter &converter) {
  patterns.add<OptimizerPattern<SGDOp>, OptimizerPattern<MomentumOp>,
               OptimizerPattern<AdamOp>, OptimizerPattern<AdamWOp>>(
      converter, patterns.getContext());
}
