//===- ReductionPrecision.cpp - Types around a reduction -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/ReductionPrecision.h"
#include "CollectiveArithmetic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

FailureOr<ReductionPrecision>
ReductionPrecision::parse(StringRef reduceType, StringRef wire,
                          ReduceType otherwise,
                          PrecisionErrorHandler emitError) {
  ReductionPrecision precision;
  if (!reduceType.empty() && !wire.empty())
    return emitError("reduce-type=" + reduceType +
                     ": cannot stand together with wire=" + wire +
                     "; use one of the two");
  if (!wire.empty()) {
    precision.wire = symbolizeWireType(wire);
    if (!precision.wire)
      return emitError("wire: expected f16 or bf16, got '" + wire + "'");
    return precision;
  }
  std::optional<ReduceType> type =
      reduceType.empty() ? otherwise : symbolizeReduceType(reduceType);
  if (!type)
    return emitError("reduce-type: expected f32, f64 or keep, got '" +
                     reduceType + "'");
  precision.reduceType = *type;
  return precision;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static Type getType(MLIRContext *context, WireType wire) {
  return wire == WireType::F16 ? Type(Float16Type::get(context))
                               : Type(BFloat16Type::get(context));
}

FailureOr<ReductionTypes>
grad::getReductionTypes(Type elementType, const ReductionPrecision &precision,
                        PrecisionErrorHandler emitError) {
  if (!isa<FloatType>(elementType))
    return ReductionTypes{elementType, elementType};
  MLIRContext *context = elementType.getContext();
  Type f32 = Float32Type::get(context);
  if (!precision.wire) {
    if (precision.reduceType == ReduceType::Keep)
      return ReductionTypes{elementType, elementType};
    Type wide = precision.reduceType == ReduceType::F32
                    ? f32
                    : Type(Float64Type::get(context));
    Type type = isValuePreserving(elementType, wide) ? wide : elementType;
    return ReductionTypes{type, type};
  }
  Type wire = getType(context, *precision.wire);
  if (isValuePreserving(elementType, wire))
    return ReductionTypes{elementType, f32};
  if (isValuePreserving(elementType, f32) &&
      isValuePreserving(wire, elementType))
    return ReductionTypes{wire, f32};
  std::string got;
  llvm::raw_string_ostream(got) << elementType;
  StringRef name = stringifyWireType(*precision.wire);
  return emitError("wire=" + name + ": expected f32 or " + name + ", got " +
                   got);
}

Type grad::getArithmeticType(Type elementType) {
  MLIRContext *context = elementType.getContext();
  for (Type type :
       {Type(Float32Type::get(context)), Type(Float64Type::get(context))})
    if (isa<FloatType>(elementType) && isValuePreserving(elementType, type))
      return type;
  return elementType;
}

PrecisionLoss grad::getPrecisionLoss(Type from, Type to) {
  if (isValuePreserving(from, to))
    return PrecisionLoss::None;
  const llvm::fltSemantics &a = cast<FloatType>(from).getFloatSemantics(),
                           &b = cast<FloatType>(to).getFloatSemantics();
  bool keepsRange = llvm::APFloatBase::semanticsMaxExponent(b) >=
                        llvm::APFloatBase::semanticsMaxExponent(a) &&
                    llvm::APFloatBase::semanticsMinExponent(b) <=
                        llvm::APFloatBase::semanticsMinExponent(a);
  return keepsRange ? PrecisionLoss::Digits : PrecisionLoss::Range;
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

bool grad::isReshape(Operation *op) {
  return isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
             tensor::ReshapeOp>(op) ||
         op->getName().getStringRef() == "stablehlo.reshape";
}

/// Calls `check` with the floating-point types that the operation converts
/// between, if that is what it does.
static bool checkCast(Operation *op,
                      function_ref<bool(Type from, Type to)> check) {
  bool isConvert = op->getName().getStringRef() == "stablehlo.convert";
  if (!isa<arith::ExtFOp, arith::TruncFOp, ScaleOp>(op) && !isConvert)
    return false;
  if (op->getNumOperands() == 0 || op->getNumResults() != 1)
    return false;
  Type from = getElementTypeOrSelf(op->getOperand(0).getType());
  Type to = getElementTypeOrSelf(op->getResult(0).getType());
  return from != to && isa<FloatType>(from) && isa<FloatType>(to) &&
         check(from, to);
}

bool grad::isWidening(Operation *op) {
  return !isa<ScaleOp>(op) && checkCast(op, isValuePreserving);
}

bool grad::isNarrowing(Operation *op) {
  return checkCast(
      op, [](Type from, Type to) { return !isValuePreserving(from, to); });
}

Value grad::getWidened(Value tensor, Type elementType) {
  Operation *op = tensor.getDefiningOp();
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!op || !type || !isWidening(op) ||
      op->getOperand(0).getType() != type.clone(elementType))
    return {};
  return op->getOperand(0);
}

bool grad::isWideningTo(Operation *op, Type elementType) {
  bool isCast = isa<arith::ExtFOp>(op) ||
                op->getName().getStringRef() == "stablehlo.convert";
  return isCast && isWidening(op) &&
         getElementTypeOrSelf(op->getResult(0)) == elementType;
}

Value grad::castElements(OpBuilder &builder, Location loc, Value tensor,
                         Type elementType) {
  if (Value source = getWidened(tensor, elementType))
    return source;
  return convert(builder, loc, tensor,
                 cast<RankedTensorType>(tensor.getType()).clone(elementType));
}
