//===- PrepareFloats.cpp - Round where the step says so -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A truncation from f64 to bf16 would become a call of a function that C
// libraries of today lack, and in two steps, over f32, it would round twice.
// The first step rounds to odd instead: the second then rounds as one from f64
// would, since f32 has more than two bits beyond bf16.
//
//===----------------------------------------------------------------------===//

#include "grad/Pipelines/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::grad {
#define GEN_PASS_DEF_GRADPREPAREFLOATS
#include "grad/Pipelines/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;

/// The f64 in f32, rounded to odd: what is not exact gets an odd last bit.
static Value roundToOdd(ImplicitLocOpBuilder &builder, Value wide) {
  // A number, or a vector of them.
  auto vector = dyn_cast<VectorType>(wide.getType());
  auto withShape = [&](Type type) -> Type {
    return vector ? Type(vector.clone(type)) : type;
  };
  Type f32 = withShape(builder.getF32Type());
  Type i32 = withShape(builder.getI32Type());
  auto constant = [&](int64_t value) -> Value {
    TypedAttr number = builder.getI32IntegerAttr(value);
    if (vector)
      number = DenseElementsAttr::get(cast<ShapedType>(i32), Attribute(number));
    return arith::ConstantOp::create(builder, number);
  };
  Value nearest = arith::TruncFOp::create(builder, f32, wide);
  Value back = arith::ExtFOp::create(builder, wide.getType(), nearest);
  // False for NaN.
  Value isInexact =
      arith::CmpFOp::create(builder, arith::CmpFPredicate::ONE, back, wide);
  Value isAbove = arith::CmpFOp::create(builder, arith::CmpFPredicate::OGT,
                                        math::AbsFOp::create(builder, back),
                                        math::AbsFOp::create(builder, wide));
  Value bits = arith::BitcastOp::create(builder, i32, nearest);
  Value lastBit = arith::AndIOp::create(builder, bits, constant(1));
  Value isEven = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                       lastBit, constant(0));
  // The neighbour on the other side of the value; from infinity that is the
  // largest finite number, which rounds to infinity again.
  Value step =
      arith::SelectOp::create(builder, isAbove, constant(-1), constant(1));
  Value neighbour = arith::AddIOp::create(builder, bits, step);
  Value isMoved = arith::AndIOp::create(builder, isInexact, isEven);
  Value odd = arith::SelectOp::create(builder, isMoved, neighbour, bits);
  return arith::BitcastOp::create(builder, f32, odd);
}

namespace {
struct GradPrepareFloats
    : public grad::impl::GradPrepareFloatsBase<GradPrepareFloats> {
  void runOnOperation() override {
    getOperation()->walk([](arith::ExtFOp op) { op.removeFastmathAttr(); });
    getOperation()->walk([](arith::TruncFOp op) {
      op.removeFastmathAttr();
      if (!getElementTypeOrSelf(op.getIn().getType()).isF64() ||
          !getElementTypeOrSelf(op.getType()).isBF16())
        return;
      ImplicitLocOpBuilder builder(op.getLoc(), op);
      op.getInMutable().assign(roundToOdd(builder, op.getIn()));
    });
  }
};
} // namespace
