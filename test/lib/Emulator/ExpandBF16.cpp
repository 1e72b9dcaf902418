//===- ExpandBF16.cpp - bf16 by arithmetic on f32 -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f32 has more than twice the digits of bf16 and two more, so that rounding the
// f32 result of one addition, subtraction, multiplication, division or square
// root once more gives the rounded exact result.
//
//===----------------------------------------------------------------------===//

#include "HostRewrites.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::grad;

static bool isBF16(Type type) { return getElementTypeOrSelf(type).isBF16(); }

/// `element`, or a vector of it with the shape of `type`.
static Type withElement(Type type, Type element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(element);
  return element;
}

/// Exact.
static Value toF32(OpBuilder &builder, Location loc, Value value) {
  Type i16 = withElement(value.getType(), builder.getI16Type());
  Type i32 = withElement(value.getType(), builder.getI32Type());
  Type f32 = withElement(value.getType(), builder.getF32Type());
  Value bits = LLVM::BitcastOp::create(builder, loc, i16, value);
  bits = LLVM::ZExtOp::create(builder, loc, i32, bits);
  bits = LLVM::ShlOp::create(builder, loc, bits,
                             makeConstant(builder, loc, i32, 16));
  return LLVM::BitcastOp::create(builder, loc, f32, bits);
}

/// The bits of one f32 or f64, rounded.
static Value roundOne(OpBuilder &builder, Location loc, Value value) {
  StringRef name = value.getType().isF32() ? "grad_emulator_f32_to_bf16"
                                           : "grad_emulator_f64_to_bf16";
  return callSupport(builder, loc, name, builder.getI16Type(), value)
      .getResult();
}

/// Rounds f32 or f64 to nearest even.
static Value toBF16(OpBuilder &builder, Location loc, Value value) {
  Type bf16 = withElement(value.getType(), builder.getBF16Type());
  auto vector = dyn_cast<VectorType>(value.getType());
  if (!vector)
    return LLVM::BitcastOp::create(builder, loc, bf16,
                                   roundOne(builder, loc, value));
  Value bits =
      LLVM::PoisonOp::create(builder, loc, vector.clone(builder.getI16Type()));
  for (int64_t i = 0, e = vector.getNumElements(); i < e; ++i) {
    Value place = makeConstant(builder, loc, builder.getI64Type(), i);
    Value one = LLVM::ExtractElementOp::create(builder, loc, value, place);
    bits = LLVM::InsertElementOp::create(builder, loc, bits,
                                         roundOne(builder, loc, one), place);
  }
  return LLVM::BitcastOp::create(builder, loc, bf16, bits);
}

/// `op` with bf16 operands in f32 and its result of type `type`.
static Value cloneWide(OpBuilder &builder, Operation *op, Type type) {
  OperationState state(op->getLoc(), op->getName());
  for (Value operand : op->getOperands())
    state.addOperands(isBF16(operand.getType())
                          ? toF32(builder, op->getLoc(), operand)
                          : operand);
  state.addTypes(type);
  state.addAttributes(op->getAttrDictionary().getValue());
  return builder.create(state)->getResult(0);
}

/// Operations that move bf16 and do not compute.
static bool movesOnly(Operation *op) {
  using namespace LLVM;
  return isa<LoadOp, StoreOp, MaskedLoadOp, MaskedStoreOp, SelectOp, BitcastOp,
             FreezeOp, ConstantOp, ZeroOp, UndefOp, PoisonOp>(op) ||
         isa<ExtractValueOp, InsertValueOp, ExtractElementOp, InsertElementOp,
             ShuffleVectorOp, LLVM::vector_extract, LLVM::vector_insert>(op) ||
         isa<BrOp, CondBrOp, SwitchOp, ReturnOp, CallOp, LLVMFuncOp, GlobalOp>(
             op);
}

/// Operations that f32 computes rightly for bf16.
static bool computesWide(Operation *op) {
  using namespace LLVM;
  return isa<FAddOp, FSubOp, FMulOp, FDivOp, FRemOp, FNegOp, SqrtOp, FAbsOp,
             CopySignOp, FCeilOp, FFloorOp, FTruncOp, RintOp, NearbyintOp,
             RoundOp, RoundEvenOp, MinNumOp, MaxNumOp, MinimumOp, MaximumOp>(
      op);
}

/// Through f64, which holds the integer.
static FailureOr<Value> expandFromInteger(OpBuilder &builder, Operation *op) {
  Value integer = op->getOperand(0);
  if (getElementTypeOrSelf(integer).getIntOrFloatBitWidth() > 53)
    return op->emitError("the emulator has no conversion from ")
           << integer.getType() << " to bf16";
  Type f64 = withElement(integer.getType(), builder.getF64Type());
  return toBF16(builder, op->getLoc(), cloneWide(builder, op, f64));
}

static FailureOr<Value> expandOp(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  if (isa<LLVM::FPTruncOp>(op))
    return toBF16(builder, loc, op->getOperand(0));
  if (isa<LLVM::FPExtOp>(op)) {
    Value wide = toF32(builder, loc, op->getOperand(0));
    Type type = op->getResult(0).getType();
    if (wide.getType() == type)
      return wide;
    return Value(LLVM::FPExtOp::create(builder, loc, type, wide));
  }
  if (isa<LLVM::FCmpOp, LLVM::FPToSIOp, LLVM::FPToUIOp>(op))
    return cloneWide(builder, op, op->getResult(0).getType());
  if (isa<LLVM::SIToFPOp, LLVM::UIToFPOp>(op))
    return expandFromInteger(builder, op);
  if (computesWide(op)) {
    Type f32 = withElement(op->getResult(0).getType(), builder.getF32Type());
    return toBF16(builder, loc, cloneWide(builder, op, f32));
  }
  return op->emitError("the emulator has no '") << op->getName() << "' on bf16";
}

LogicalResult grad::expandBF16(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (!movesOnly(op) && (llvm::any_of(op->getOperandTypes(), isBF16) ||
                           llvm::any_of(op->getResultTypes(), isBF16)))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    OpBuilder builder(op);
    FailureOr<Value> value = expandOp(builder, op);
    if (failed(value))
      return failure();
    op->replaceAllUsesWith(ValueRange(*value));
    op->erase();
  }
  return success();
}
