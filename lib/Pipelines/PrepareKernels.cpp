//===- PrepareKernels.cpp - Mathematics in kernels as on the CPU -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libdevice takes an approximate square root unless told otherwise, and a
// library where an instruction would do.
//
//===----------------------------------------------------------------------===//

#include "grad/Pipelines/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::grad {
#define GEN_PASS_DEF_GRADPREPAREKERNELS
#include "grad/Pipelines/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

/// The correctly rounded square root of one number.
static Value createRoot(OpBuilder &builder, Location loc, Value value) {
  StringRef name =
      value.getType().isF32() ? "llvm.nvvm.sqrt.rn.f" : "llvm.nvvm.sqrt.rn.d";
  return LLVM::CallIntrinsicOp::create(builder, loc, value.getType(),
                                       builder.getStringAttr(name), value)
      .getResult(0);
}

/// The same of a number or of each of a vector.
static Value createRoots(OpBuilder &builder, Location loc, Value value) {
  auto vector = dyn_cast<VectorType>(value.getType());
  if (!vector)
    return createRoot(builder, loc, value);
  Value roots = LLVM::PoisonOp::create(builder, loc, vector);
  for (int64_t lane = 0; lane != vector.getNumElements(); ++lane) {
    Value one = vector::ExtractOp::create(builder, loc, value, lane);
    roots = vector::InsertOp::create(
        builder, loc, createRoot(builder, loc, one), roots, lane);
  }
  return roots;
}

static bool hasRoot(Value value) {
  Type type = getElementTypeOrSelf(value.getType());
  auto vector = dyn_cast<VectorType>(value.getType());
  return (type.isF32() || type.isF64()) && (!vector || vector.getRank() == 1);
}

namespace {
struct RoundRoot : public OpRewritePattern<math::SqrtOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::SqrtOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasRoot(op.getOperand()))
      return rewriter.notifyMatchFailure(op, "neither f32 nor f64");
    rewriter.replaceOp(op, createRoots(rewriter, op.getLoc(), op.getOperand()));
    return success();
  }
};

/// 1 / sqrt(x), with the two roundings that it has on the CPU.
struct ExpandReciprocalRoot : public OpRewritePattern<math::RsqrtOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::RsqrtOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasRoot(op.getOperand()))
      return rewriter.notifyMatchFailure(op, "neither f32 nor f64");
    Value one = arith::ConstantOp::create(rewriter, op.getLoc(),
                                          rewriter.getOneAttr(op.getType()));
    Value root = createRoots(rewriter, op.getLoc(), op.getOperand());
    rewriter.replaceOpWithNewOp<arith::DivFOp>(op, one, root);
    return success();
  }
};

/// Clears the sign.
struct ClearSign : public OpRewritePattern<math::AbsFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::AbsFOp op,
                                PatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    unsigned width = element.getIntOrFloatBitWidth();
    Type type = rewriter.getIntegerType(width);
    TypedAttr mask =
        rewriter.getIntegerAttr(type, llvm::APInt::getSignedMaxValue(width));
    if (auto vector = dyn_cast<VectorType>(op.getType())) {
      type = vector.clone(type);
      mask = DenseElementsAttr::get(cast<ShapedType>(type), Attribute(mask));
    }
    Location loc = op.getLoc();
    Value bits = arith::BitcastOp::create(rewriter, loc, type, op.getOperand());
    Value cleared = arith::AndIOp::create(
        rewriter, loc, bits, arith::ConstantOp::create(rewriter, loc, mask));
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), cleared);
    return success();
  }
};

struct GradPrepareKernels
    : public grad::impl::GradPrepareKernelsBase<GradPrepareKernels> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<RoundRoot, ExpandReciprocalRoot, ClearSign>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
