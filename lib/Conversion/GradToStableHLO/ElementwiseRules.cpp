//===- ElementwiseRules.cpp - Elementwise operations ------------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Signless integers are signed in StableHLO, so what takes them as unsigned is
// done in unsigned types. On i1 StableHLO computes in booleans, `arith` in one
// bit whose sign it is: what differs is refused.
//
//===----------------------------------------------------------------------===//

#include "../StableHLO/RankNumbering.h"
#include "ArithmeticRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

using Rule = ArithmeticRule;

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static bool isBool(Value value) {
  return getElementTypeOrSelf(value.getType()).isInteger(1);
}

static llvm::Error refuseBools(Operation *op) {
  if (isBool(op->getOperand(0)) || isBool(op->getResult(0)))
    return refuse("on i1 StableHLO computes in booleans, which is something "
                  "else");
  return llvm::Error::success();
}

static llvm::Error checkRounding(Operation *op) {
  auto mode = cast<arith::TruncFOp>(op).getRoundingmode();
  if (!mode || *mode == arith::RoundingMode::to_nearest_even)
    return llvm::Error::success();
  return refuse("StableHLO rounds to the nearest value, ties to even");
}

static llvm::Error checkConstant(Operation *op) {
  Attribute value = cast<arith::ConstantOp>(op).getValue();
  if (isa<IntegerAttr, FloatAttr, DenseElementsAttr>(value))
    return llvm::Error::success();
  return refuse("XLA takes dense constants only");
}

//===----------------------------------------------------------------------===//
// Writers
//===----------------------------------------------------------------------===//

static Value writeConstant(const Rule &, StableHLOBuilder &builder,
                           Operation *op, ValueRange, RankedTensorType type) {
  Attribute value = cast<arith::ConstantOp>(op).getValue();
  if (auto elements = dyn_cast<ElementsAttr>(value))
    return builder.constant(elements);
  if (auto number = dyn_cast<IntegerAttr>(value))
    value = IntegerAttr::get(type.getElementType(), number.getValue());
  return builder.constant(DenseElementsAttr::get(type, value));
}

static Value writeSame(const Rule &rule, StableHLOBuilder &builder, Operation *,
                       ValueRange operands, RankedTensorType type) {
  return builder.create(rule.target, operands, type)->getResult(0);
}

static Type getUnsigned(Type type) {
  if (type.isInteger(1) || !type.isSignlessInteger())
    return type;
  return IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth(),
                          IntegerType::Unsigned);
}

static Value toUnsigned(StableHLOBuilder &builder, Value value) {
  return builder.bitcast(value, getUnsigned(getElementTypeOrSelf(value)));
}

static Value writeUnsigned(const Rule &rule, StableHLOBuilder &builder,
                           Operation *, ValueRange operands,
                           RankedTensorType type) {
  SmallVector<Value> values;
  for (Value operand : operands)
    values.push_back(toUnsigned(builder, operand));
  return builder.bitcast(builder.elementwise(rule.target, values),
                         type.getElementType());
}

static Value writeConvert(const Rule &, StableHLOBuilder &builder, Operation *,
                          ValueRange operands, RankedTensorType type) {
  return builder.convert(operands[0], type.getElementType());
}

static Value writeUnsignedConvert(const Rule &, StableHLOBuilder &builder,
                                  Operation *, ValueRange operands,
                                  RankedTensorType type) {
  Type to = type.getElementType();
  if (getElementTypeOrSelf(operands[0]) == to)
    return operands[0];
  Value value =
      builder.convert(toUnsigned(builder, operands[0]), getUnsigned(to));
  return builder.bitcast(value, to);
}

static Value writeBitcast(const Rule &, StableHLOBuilder &builder, Operation *,
                          ValueRange operands, RankedTensorType type) {
  return builder.bitcast(operands[0], type.getElementType());
}

static Value isNaN(StableHLOBuilder &builder, Value value) {
  return builder.compare(value, value, "NE", "FLOAT");
}

/// The other operand where one is NaN.
static Value writeNumber(const Rule &rule, StableHLOBuilder &builder,
                         Operation *, ValueRange operands,
                         RankedTensorType type) {
  Value lhs = operands[0], rhs = operands[1];
  Value number = builder.elementwise(rule.target, operands);
  number = builder.select(isNaN(builder, rhs), lhs, number);
  return builder.select(isNaN(builder, lhs), rhs, number);
}

static Value writeIsNaN(const Rule &, StableHLOBuilder &builder, Operation *,
                        ValueRange operands, RankedTensorType) {
  return isNaN(builder, operands[0]);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static constexpr Rule kRules[] = {
    {"arith.constant", writeConstant, "", checkConstant},

    // Floats.
    {"arith.addf", writeSame, "stablehlo.add"},
    {"arith.subf", writeSame, "stablehlo.subtract"},
    {"arith.mulf", writeSame, "stablehlo.multiply"},
    {"arith.divf", writeSame, "stablehlo.divide"},
    {"arith.remf", writeSame, "stablehlo.remainder"},
    {"arith.negf", writeSame, "stablehlo.negate"},
    {"arith.maximumf", writeSame, "stablehlo.maximum"},
    {"arith.minimumf", writeSame, "stablehlo.minimum"},
    {"arith.maxnumf", writeNumber, "stablehlo.maximum"},
    {"arith.minnumf", writeNumber, "stablehlo.minimum"},

    // Integers.
    {"arith.addi", writeSame, "stablehlo.add", refuseBools},
    {"arith.subi", writeSame, "stablehlo.subtract", refuseBools},
    {"arith.muli", writeSame, "stablehlo.multiply", refuseBools},
    {"arith.divsi", writeSame, "stablehlo.divide", refuseBools},
    {"arith.divui", writeUnsigned, "stablehlo.divide", refuseBools},
    {"arith.remsi", writeSame, "stablehlo.remainder", refuseBools},
    {"arith.remui", writeUnsigned, "stablehlo.remainder", refuseBools},
    {"arith.maxsi", writeSame, "stablehlo.maximum", refuseBools},
    {"arith.maxui", writeUnsigned, "stablehlo.maximum"},
    {"arith.minsi", writeSame, "stablehlo.minimum", refuseBools},
    {"arith.minui", writeUnsigned, "stablehlo.minimum"},
    {"arith.andi", writeSame, "stablehlo.and"},
    {"arith.ori", writeSame, "stablehlo.or"},
    {"arith.xori", writeSame, "stablehlo.xor"},
    {"arith.shli", writeSame, "stablehlo.shift_left", refuseBools},
    {"arith.shrsi", writeSame, "stablehlo.shift_right_arithmetic", refuseBools},
    {"arith.shrui", writeSame, "stablehlo.shift_right_logical", refuseBools},

    // Casts.
    {"arith.extf", writeConvert},
    {"arith.truncf", writeConvert, "", checkRounding},
    {"arith.sitofp", writeConvert, "", refuseBools},
    {"arith.fptosi", writeConvert, "", refuseBools},
    {"arith.extsi", writeConvert, "", refuseBools},
    {"arith.trunci", writeConvert, "", refuseBools},
    {"arith.index_cast", writeConvert, "", refuseBools},
    {"arith.uitofp", writeUnsignedConvert},
    {"arith.fptoui", writeUnsignedConvert, "", refuseBools},
    {"arith.extui", writeUnsignedConvert},
    {"arith.index_castui", writeUnsignedConvert, "", refuseBools},
    {"arith.bitcast", writeBitcast},

    // Functions.
    {"math.absf", writeSame, "stablehlo.abs"},
    {"math.absi", writeSame, "stablehlo.abs", refuseBools},
    {"math.sqrt", writeSame, "stablehlo.sqrt"},
    {"math.rsqrt", writeSame, "stablehlo.rsqrt"},
    {"math.cbrt", writeSame, "stablehlo.cbrt"},
    {"math.exp", writeSame, "stablehlo.exponential"},
    {"math.expm1", writeSame, "stablehlo.exponential_minus_one"},
    {"math.log", writeSame, "stablehlo.log"},
    {"math.log1p", writeSame, "stablehlo.log_plus_one"},
    {"math.powf", writeSame, "stablehlo.power"},
    {"math.tanh", writeSame, "stablehlo.tanh"},
    {"math.ceil", writeSame, "stablehlo.ceil"},
    {"math.floor", writeSame, "stablehlo.floor"},
    {"math.round", writeSame, "stablehlo.round_nearest_afz"},
    {"math.roundeven", writeSame, "stablehlo.round_nearest_even"},
    {"math.isfinite", writeSame, "stablehlo.is_finite"},
    {"math.isnan", writeIsNaN},
};

ArrayRef<Rule> grad::getElementwiseRules() { return kRules; }
