//===- Arithmetic.cpp - Arithmetic on gradients as linalg -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TensorBuilder.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::grad;

//===----------------------------------------------------------------------===//
// ScaleOp
//===----------------------------------------------------------------------===//

/// The type of the product: the widest, of at least 32 bits.
static FloatType getProductType(ScaleOp op) {
  FloatType widest = Float32Type::get(op.getContext());
  for (Value value : {op.getInput(), op.getFactor(), op.getResult()}) {
    auto type = cast<FloatType>(
        cast<RankedTensorType>(value.getType()).getElementType());
    if (type.getWidth() > widest.getWidth())
      widest = type;
  }
  return widest;
}

/// The factor as a constant of a type that is at least as wide; null where it
/// is not known.
static TypedAttr getConstantFactor(ScaleOp op, FloatType type) {
  DenseFPElementsAttr elements;
  if (!matchPattern(op.getFactor(), m_Constant(&elements)))
    return {};
  APFloat factor = elements.getSplatValue<APFloat>();
  bool losesInfo = false;
  factor.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return FloatAttr::get(type, factor);
}

/// What the result is written to: the operand where that has its type, so that
/// the operation can work in place.
static Value createScaleInit(TensorBuilder &builder, Value input,
                             RankedTensorType type) {
  if (input.getType() == type)
    return input;
  return builder.empty(type, {}, input);
}

namespace {
struct ScalePattern : public OpConversionPattern<ScaleOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ScaleOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TensorBuilder builder(op.getLoc(), rewriter);
    auto type = cast<RankedTensorType>(op.getType());
    FloatType wide = getProductType(op);
    TypedAttr constant = getConstantFactor(op, wide);
    SmallVector<Value> inputs = {adaptor.getInput()};
    SmallVector<AffineMap> maps = {
        rewriter.getMultiDimIdentityMap(type.getRank())};
    if (!constant) {
      inputs.push_back(adaptor.getFactor());
      maps.push_back(AffineMap::get(type.getRank(), 0, getContext()));
    }
    maps.push_back(maps.front());
    Value init = createScaleInit(builder, adaptor.getInput(), type);
    auto body = [&](OpBuilder &inner, Location loc, ValueRange arguments) {
      TensorBuilder scalars(loc, inner);
      Value factor = constant
                         ? Value(arith::ConstantOp::create(scalars, constant))
                         : scalars.convert(arguments[1], wide);
      Value product = arith::MulFOp::create(
          scalars, scalars.convert(arguments[0], wide), factor);
      linalg::YieldOp::create(scalars,
                              scalars.convert(product, type.getElementType()));
    };
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, type, inputs, init, maps,
        SmallVector<utils::IteratorType>(type.getRank(),
                                         utils::IteratorType::parallel),
        body);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// ClipOp
//===----------------------------------------------------------------------===//

struct ClipPattern : public OpConversionPattern<ClipOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ClipOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TensorBuilder builder(op.getLoc(), rewriter);
    auto own = cast<FloatType>(op.getType().getElementType());
    FloatType wide = getScaleType(own);
    auto limitType = cast<FloatType>(op.getLimit().getType().getElementType());
    if (limitType.getWidth() > wide.getWidth())
      wide = limitType;
    auto body = [&](TensorBuilder &scalars,
                    ValueRange arguments) -> TensorBuilder::Values {
      Value largest = arith::ConstantOp::create(scalars, getLargest(own, wide));
      Value limit = scalars.convert(arguments[1], wide);
      limit = arith::MinimumFOp::create(scalars, limit, largest);
      Value element = scalars.convert(arguments[0], wide);
      element = arith::MinimumFOp::create(scalars, element, limit);
      element = arith::MaximumFOp::create(
          scalars, element, arith::NegFOp::create(scalars, limit));
      return {scalars.convert(element, own)};
    };
    Value init = builder.empty(op.getType(), {}, adaptor.getInput());
    rewriter.replaceOp(
        op,
        builder.mapAll({adaptor.getInput(), adaptor.getLimit()}, init, body));
    return success();
  }

  /// The largest finite number of the first type, in the second.
  static TypedAttr getLargest(FloatType own, FloatType wide) {
    APFloat largest = APFloat::getLargest(own.getFloatSemantics());
    bool losesInfo = false;
    largest.convert(wide.getFloatSemantics(), APFloat::rmTowardZero,
                    &losesInfo);
    return FloatAttr::get(wide, largest);
  }
};

//===----------------------------------------------------------------------===//
// SquaredNormOp, AllFiniteOp
//===----------------------------------------------------------------------===//

struct SquaredNormPattern : public OpConversionPattern<SquaredNormOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SquaredNormOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TensorBuilder builder(op.getLoc(), rewriter);
    Type f64 = builder.getF64Type();
    Value sum = builder.filled(cast<RankedTensorType>(op.getType()),
                               builder.number(f64, 0));
    for (Value input : adaptor.getInputs())
      sum = builder.fold(input, sum, [&](Value element, Value sum) -> Value {
        Value wide = builder.convert(element, f64);
        Value square = arith::MulFOp::create(builder, wide, wide);
        return arith::AddFOp::create(builder, sum, square);
      });
    rewriter.replaceOp(op, sum);
    return success();
  }
};

struct AllFinitePattern : public OpConversionPattern<AllFiniteOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(AllFiniteOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TensorBuilder builder(op.getLoc(), rewriter);
    Value all = builder.filled(cast<RankedTensorType>(op.getType()),
                               builder.number(builder.getI1Type(), 1));
    for (Value input : adaptor.getInputs())
      all = builder.fold(input, all, [&](Value element, Value all) -> Value {
        Value isOne = isFinite(builder, element);
        return arith::AndIOp::create(builder, all, isOne);
      });
    rewriter.replaceOp(op, all);
    return success();
  }

  /// In at least 32 bits, since small types need not have an infinity.
  static Value isFinite(TensorBuilder &builder, Value element) {
    if (element.getType().getIntOrFloatBitWidth() < 32)
      element = builder.convert(element, builder.getF32Type());
    auto type = cast<FloatType>(element.getType());
    Value infinity = arith::ConstantOp::create(
        builder,
        FloatAttr::get(type, APFloat::getInf(type.getFloatSemantics())));
    // False for NaN.
    return arith::CmpFOp::create(builder, arith::CmpFPredicate::OLT,
                                 math::AbsFOp::create(builder, element),
                                 infinity);
  }
};
} // namespace

void grad::populateArithmeticPatterns(RewritePatternSet &patterns,
                                      const TypeConverter &converter) {
  patterns.add<ScalePattern, ClipPattern, SquaredNormPattern, AllFinitePattern>(
      converter, patterns.getContext());
}
