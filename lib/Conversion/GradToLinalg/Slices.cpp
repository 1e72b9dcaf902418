//===- Slices.cpp - Sparse gradients as indices and values -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::grad;

namespace {
struct IndexedSlicesPattern : public OpConversionPattern<IndexedSlicesOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(IndexedSlicesOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> parts = {adaptor.getIndices(), adaptor.getValues()};
    rewriter.replaceOpWithMultiple(op, {ValueRange(parts)});
    return success();
  }
};

/// Replaces an operation by one of the two parts of its operand.
template <typename OpT, unsigned part>
struct PartPattern : public OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpT op,
                  typename OpConversionPattern<OpT>::OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getInput()[part]);
    return success();
  }
};

/// One selection becomes one for each part.
struct SelectPattern : public OpConversionPattern<arith::SelectOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(arith::SelectOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> parts;
    for (auto [a, b] :
         llvm::zip_equal(adaptor.getTrueValue(), adaptor.getFalseValue()))
      parts.push_back(arith::SelectOp::create(
          rewriter, op.getLoc(), adaptor.getCondition().front(), a, b));
    rewriter.replaceOpWithMultiple(op, {ValueRange(parts)});
    return success();
  }
};
} // namespace

void grad::populateSlicesPatterns(RewritePatternSet &patterns,
                                  const TypeConverter &converter) {
  patterns.add<IndexedSlicesPattern, PartPattern<IndicesOp, 0>,
               PartPattern<ValuesOp, 1>, SelectPattern>(converter,
                                                        patterns.getContext());
}
