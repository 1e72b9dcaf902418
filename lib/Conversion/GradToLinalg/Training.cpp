//===- Training.cpp - Between micro-steps as linalg -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TensorBuilder.h"
#include "grad/Dialect/Grad/IR/GradOps.h"

using namespace mlir;
using namespace mlir::grad;

namespace {
struct SeedPattern : public OpConversionPattern<SeedOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SeedOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TensorBuilder builder(op.getLoc(), rewriter);
    auto type = cast<RankedTensorType>(op.getType());
    Value number = adaptor.getScale()
                       ? Value(tensor::ExtractOp::create(
                             builder, adaptor.getScale(), ValueRange()))
                       : builder.number(builder.getF32Type(), 1);
    number = builder.convert(number, type.getElementType());
    Value init = builder.empty(type, {}, adaptor.getLoss());
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, number, init);
    return success();
  }
};

struct AccumulatePattern : public OpConversionPattern<AccumulateOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(AccumulateOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TensorBuilder builder(op.getLoc(), rewriter);
    auto body = [](TensorBuilder &scalars,
                   ValueRange arguments) -> TensorBuilder::Values {
      Value sum = arguments[1], gradient = arguments[0];
      if (isa<FloatType>(sum.getType()))
        gradient = scalars.convert(gradient, sum.getType());
      return {scalars.add(sum, gradient)};
    };
    rewriter.replaceOp(
        op, builder.mapAll(adaptor.getGradient(), adaptor.getSum(), body));
    return success();
  }
};

struct SelectPattern : public OpConversionPattern<SelectOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SelectOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TensorBuilder builder(op.getLoc(), rewriter);
    auto body = [](TensorBuilder &scalars,
                   ValueRange arguments) -> TensorBuilder::Values {
      return {arith::SelectOp::create(scalars, arguments[0], arguments[1],
                                      arguments[2])};
    };
    // Old state is usually the other choice, and stays where it is.
    rewriter.replaceOp(
        op, builder.mapAll({adaptor.getCondition(), adaptor.getOnTrue()},
                           adaptor.getOnFalse(), body));
    return success();
  }
};
} // namespace

void grad::populateTrainingPatterns(RewritePatternSet &patterns,
                                    const TypeConverter &converter) {
  patterns.add<SeedPattern, AccumulatePattern, SelectPattern>(
      converter, patterns.getContext());
}
