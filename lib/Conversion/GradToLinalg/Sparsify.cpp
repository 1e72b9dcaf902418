//===- Sparsify.cpp - The largest elements of a vector -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The magnitude of a float is in the order of its bits without the sign. The
// k-th largest is found by its digits, from the highest on, by counting how
// many elements have each value of a digit: first all elements, then, in a
// vector of their own, those that agree with it on the digits before.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TensorBuilder.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::grad;

using Values = TensorBuilder::Values;

/// The bits of one digit: its counters fit the first-level cache.
static constexpr unsigned kDigitBits = 11;
static constexpr int64_t kDigitValues = 1 << kDigitBits;

namespace {
/// Writes the elements that are chosen one after another.
class Selection {
public:
  Selection(TensorBuilder &builder, IndexedSlicesType type, Value input)
      : builder(builder), type(type), input(input) {}

  /// The indices and values, empty; `count` where the type leaves it open.
  Values createParts(Value count = {}) {
    return {builder.empty(type.getIndicesType(), count),
            builder.empty(type.getValuesType(), count)};
  }

  /// Writes element `from` to place `to` of the parts.
  Values write(ValueRange parts, Value from, Value to) {
    Value index =
        arith::IndexCastOp::create(builder, type.getIndexType(), from);
    return {builder.set(parts[0], to, index),
            builder.set(parts[1], to, builder.get(input, from))};
  }

private:
  TensorBuilder &builder;
  IndexedSlicesType type;
  Value input;
};

//===----------------------------------------------------------------------===//
// threshold
//===----------------------------------------------------------------------===//

/// All elements of at least a magnitude.
class ThresholdLowering {
public:
  ThresholdLowering(TensorBuilder &builder, SparsifyOp op, Value input)
      : builder(builder), op(op), input(input) {}

  Values lower();

private:
  Value isChosen(Value at);

  TensorBuilder &builder;
  SparsifyOp op;
  Value input;
};
} // namespace

/// The threshold is rounded up: no element lies between.
Value ThresholdLowering::isChosen(Value at) {
  Value element = builder.get(input, at);
  auto type = cast<FloatType>(element.getType());
  APFloat threshold = *op.getThreshold();
  bool losesInfo = false;
  threshold.convert(type.getFloatSemantics(), APFloat::rmTowardPositive,
                    &losesInfo);
  Value bound =
      arith::ConstantOp::create(builder, FloatAttr::get(type, threshold));
  // True for NaN.
  return arith::CmpFOp::create(builder, arith::CmpFPredicate::UGE,
                               math::AbsFOp::create(builder, element), bound);
}

Values ThresholdLowering::lower() {
  Selection selection(builder, op.getType(), input);
  Value size = builder.size(input, 0), zero = builder.index(0);
  Value count = builder
                    .loop(size, zero,
                          [&](Value at, ValueRange state) -> Values {
                            Value one = arith::ExtUIOp::create(
                                builder, builder.getI64Type(), isChosen(at));
                            one = arith::IndexCastOp::create(
                                builder, builder.getIndexType(), one);
                            return {builder.add(state.front(), one)};
                          })
                    .front();
  Values state = {zero};
  llvm::append_range(state, selection.createParts(count));
  state = builder.loop(size, state, [&](Value at, ValueRange state) {
    return builder.when(isChosen(at), state, [&]() -> Values {
      Values next = {builder.add(state[0], builder.index(1))};
      llvm::append_range(next,
                         selection.write(state.drop_front(), at, state[0]));
      return next;
    });
  });
  return {state[1], state[2]};
}

//===----------------------------------------------------------------------===//
// top_k
//===----------------------------------------------------------------------===//

namespace {
/// So many elements, the largest.
class TopKLowering {
public:
  TopKLowering(TensorBuilder &builder, SparsifyOp op, Value input)
      : builder(builder), op(op), input(input),
        floatType(cast<FloatType>(op.getType().getElementType())),
        keyType(builder.getIntegerType(floatType.getWidth())) {}

  Values lower();

private:
  Value createKey(Value element);
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder, predicate, a, b);
  }
  Value shiftRight(Value key, Value shift) {
    return arith::ShRUIOp::create(builder, key, shift);
  }
  /// The key at a place of the input or of a vector of keys.
  Value getKey(Value vector, Value at);
  /// The counters after one more key.
  Value countOne(Value counters, Value key, Value shift);
  Value createCounters();
  /// The digit of the element that is number `rank` from the top, and its
  /// number among those with that digit.
  std::pair<Value, Value> findDigit(Value counters, Value rank);
  /// The keys of the elements with this first digit.
  Value collect(Value digit, Value shift, Value count);
  /// The key of the element that is number k from the top, and how many of its
  /// equals are among the k.
  std::pair<Value, Value> findThreshold();
  /// Adds one digit to the prefix, the mask of its bits and the rank.
  Values addDigit(Value keys, Value shift, ValueRange state);

  TensorBuilder &builder;
  SparsifyOp op;
  Value input;
  FloatType floatType;
  IntegerType keyType;
};
} // namespace

/// The magnitude as an integer. All NaN are equal, and above infinity.
Value TopKLowering::createKey(Value element) {
  APInt infinity =
      APFloat::getInf(floatType.getFloatSemantics()).bitcastToAPInt();
  auto constant = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(builder,
                                     builder.getIntegerAttr(keyType, value));
  };
  Value bits = arith::BitcastOp::create(builder, keyType, element);
  Value magnitude = arith::AndIOp::create(
      builder, bits, constant(APInt::getSignedMaxValue(keyType.getWidth())));
  return arith::MinUIOp::create(builder, magnitude, constant(infinity + 1));
}

Value TopKLowering::getKey(Value vector, Value at) {
  Value element = builder.get(vector, at);
  return element.getType() == keyType ? element : createKey(element);
}

Value TopKLowering::createCounters() {
  Type indexType = builder.getIndexType();
  return builder.filled(RankedTensorType::get({kDigitValues}, indexType),
                        builder.index(0));
}

Value TopKLowering::countOne(Value counters, Value key, Value shift) {
  Value digit =
      arith::AndIOp::create(builder, shiftRight(key, shift),
                            builder.number(keyType, kDigitValues - 1));
  digit = arith::IndexCastUIOp::create(builder, builder.getIndexType(), digit);
  Value count = builder.get(counters, digit);
  return builder.set(counters, digit, builder.add(count, builder.index(1)));
}

std::pair<Value, Value> TopKLowering::findDigit(Value counters, Value rank) {
  // Down from the largest value; it ends since there are at least `rank`.
  Value top = builder.index(kDigitValues - 1);
  Type indexType = builder.getIndexType();
  auto test = [&](OpBuilder &inner, Location loc, ValueRange state) {
    Value count = tensor::ExtractOp::create(inner, loc, counters, state[0]);
    Value isBelow = arith::CmpIOp::create(inner, loc, arith::CmpIPredicate::ult,
                                          count, state[1]);
    Value rest = arith::SubIOp::create(inner, loc, state[1], count);
    scf::ConditionOp::create(inner, loc, isBelow,
                             ValueRange{state[0], state[1], rest});
  };
  auto step = [&](OpBuilder &inner, Location loc, ValueRange state) {
    Value one = arith::ConstantIndexOp::create(inner, loc, 1);
    Value next = arith::SubIOp::create(inner, loc, state[0], one);
    scf::YieldOp::create(inner, loc, ValueRange{next, state[2]});
  };
  auto loop =
      scf::WhileOp::create(builder, TypeRange{indexType, indexType, indexType},
                           ValueRange{top, rank}, test, step);
  return {loop.getResult(0), loop.getResult(1)};
}

Value TopKLowering::collect(Value digit, Value shift, Value count) {
  auto type = RankedTensorType::get({ShapedType::kDynamic}, keyType);
  auto collectOne = [&](Value at, ValueRange state) {
    Value key = getKey(input, at);
    Value agrees =
        compare(arith::CmpIPredicate::eq, shiftRight(key, shift), digit);
    return builder.when(agrees, state, [&]() -> Values {
      return {builder.add(state[0], builder.index(1)),
              builder.set(state[1], state[0], key)};
    });
  };
  return builder.loop(builder.size(input, 0),
                      {builder.index(0), builder.empty(type, count)},
                      collectOne)[1];
}

Values TopKLowering::addDigit(Value keys, Value shift, ValueRange state) {
  Value prefix = state[0], mask = state[1];
  auto countAgreeing = [&](Value at, ValueRange counters) {
    Value key = getKey(keys, at);
    Value difference = arith::AndIOp::create(
        builder, arith::XOrIOp::create(builder, key, prefix), mask);
    Value agrees = compare(arith::CmpIPredicate::eq, difference,
                           builder.number(keyType, 0));
    return builder.when(agrees, counters, [&]() -> Values {
      return {countOne(counters.front(), key, shift)};
    });
  };
  Value counters =
      builder.loop(builder.size(keys, 0), createCounters(), countAgreeing)
          .front();
  auto [digit, rank] = findDigit(counters, state[2]);
  auto place = [&](Value value) {
    return arith::ShLIOp::create(builder, value, shift);
  };
  Value bits = place(arith::IndexCastUIOp::create(builder, keyType, digit));
  Value digitMask = place(builder.number(keyType, kDigitValues - 1));
  return {arith::OrIOp::create(builder, prefix, bits),
          arith::OrIOp::create(builder, mask, digitMask), rank};
}

std::pair<Value, Value> TopKLowering::findThreshold() {
  // The last digit overlaps the one before where the width is no multiple.
  int64_t keyBits = keyType.getWidth() - 1, firstShift = keyBits - kDigitBits;
  int64_t numDigits = llvm::divideCeil(keyBits, kDigitBits);
  Value shift = builder.number(keyType, firstShift);
  Value counters =
      builder
          .loop(builder.size(input, 0), createCounters(),
                [&](Value at, ValueRange state) -> Values {
                  return {countOne(state.front(), getKey(input, at), shift)};
                })
          .front();
  auto [digit, rank] = findDigit(counters, builder.index(*op.getTopK()));
  Value first = arith::IndexCastUIOp::create(builder, keyType, digit);
  Value keys = collect(first, shift, builder.get(counters, digit));
  Value digitMask = builder.number(keyType, kDigitValues - 1);
  Values state = {arith::ShLIOp::create(builder, first, shift),
                  arith::ShLIOp::create(builder, digitMask, shift), rank};
  auto addNext = [&](Value number, ValueRange state) {
    Value next =
        arith::MulIOp::create(builder, builder.add(number, builder.index(1)),
                              builder.index(kDigitBits));
    next = arith::SubIOp::create(builder, builder.index(firstShift), next);
    next = arith::MaxSIOp::create(builder, next, builder.index(0));
    return addDigit(keys, arith::IndexCastOp::create(builder, keyType, next),
                    state);
  };
  state = builder.loop(builder.index(numDigits - 1), state, addNext);
  return {state[0], state[2]};
}

Values TopKLowering::lower() {
  auto [threshold, numEqual] = findThreshold();
  Selection selection(builder, op.getType(), input);
  Value zero = builder.index(0), one = builder.index(1);
  // How many are written, how many of these equal the threshold, the parts.
  Values state = {zero, zero};
  llvm::append_range(state, selection.createParts());
  auto writeOne = [&, threshold = threshold,
                   numEqual = numEqual](Value at, ValueRange state) {
    Value key = createKey(builder.get(input, at));
    Value isEqual = compare(arith::CmpIPredicate::eq, key, threshold);
    Value isOpen = compare(arith::CmpIPredicate::ult, state[1], numEqual);
    Value isChosen = arith::OrIOp::create(
        builder, compare(arith::CmpIPredicate::ugt, key, threshold),
        arith::AndIOp::create(builder, isEqual, isOpen));
    return builder.when(isChosen, state, [&]() -> Values {
      Value step = arith::SelectOp::create(builder, isEqual, one, zero);
      Values next = {builder.add(state[0], one), builder.add(state[1], step)};
      llvm::append_range(next,
                         selection.write(state.drop_front(2), at, state[0]));
      return next;
    });
  };
  state = builder.loop(builder.size(input, 0), state, writeOne);
  return {state[2], state[3]};
}

namespace {
struct SparsifyPattern : public OpConversionPattern<SparsifyOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SparsifyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TensorBuilder builder(op.getLoc(), rewriter);
    Values parts =
        op.getTopK()
            ? TopKLowering(builder, op, adaptor.getInput()).lower()
            : ThresholdLowering(builder, op, adaptor.getInput()).lower();
    rewriter.replaceOpWithMultiple(op, {ValueRange(parts)});
    return success();
  }
};
} // namespace

void grad::populateSparsifyPatterns(RewritePatternSet &patterns,
                                    const TypeConverter &converter) {
  patterns.add<SparsifyPattern>(converter, patterns.getContext());
}
