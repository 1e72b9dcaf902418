//===- ComparisonRules.cpp - Comparisons and choices ------------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// StableHLO's comparisons of floats are false for NaN, but for NE, which is
// true: the ordered predicates, and `une`. The other unordered ones are the
// opposite of an ordered one.
//
//===----------------------------------------------------------------------===//

#include "../StableHLO/RankNumbering.h"
#include "ArithmeticRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

using Rule = ArithmeticRule;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static Value compareFloats(StableHLOBuilder &builder, Value lhs, Value rhs,
                           CmpFPredicate predicate) {
  auto compare = [&](StringRef direction) {
    return builder.compare(lhs, rhs, direction, "FLOAT");
  };
  auto negate = [&](Value value) {
    return builder.elementwise("stablehlo.not", value);
  };
  auto compareSelf = [&](Value value, StringRef direction) {
    return builder.compare(value, value, direction, "FLOAT");
  };
  auto always = [&](bool value) {
    auto type = cast<RankedTensorType>(lhs.getType());
    Value number = builder.constant(builder.getBuilder().getI1Type(),
                                    static_cast<int64_t>(value));
    return builder.broadcast(number,
                             type.clone(builder.getBuilder().getI1Type()));
  };
  switch (predicate) {
  case CmpFPredicate::OEQ:
    return compare("EQ");
  case CmpFPredicate::OGT:
    return compare("GT");
  case CmpFPredicate::OGE:
    return compare("GE");
  case CmpFPredicate::OLT:
    return compare("LT");
  case CmpFPredicate::OLE:
    return compare("LE");
  case CmpFPredicate::UNE:
    return compare("NE");
  case CmpFPredicate::ONE:
    return builder.elementwise("stablehlo.or", {compare("LT"), compare("GT")});
  case CmpFPredicate::ORD:
    return builder.elementwise(
        "stablehlo.and", {compareSelf(lhs, "EQ"), compareSelf(rhs, "EQ")});
  case CmpFPredicate::UNO:
    return builder.elementwise(
        "stablehlo.or", {compareSelf(lhs, "NE"), compareSelf(rhs, "NE")});
  case CmpFPredicate::UEQ:
    return negate(compareFloats(builder, lhs, rhs, CmpFPredicate::ONE));
  case CmpFPredicate::UGT:
    return negate(compare("LE"));
  case CmpFPredicate::UGE:
    return negate(compare("LT"));
  case CmpFPredicate::ULT:
    return negate(compare("GE"));
  case CmpFPredicate::ULE:
    return negate(compare("GT"));
  case CmpFPredicate::AlwaysFalse:
    return always(false);
  case CmpFPredicate::AlwaysTrue:
    return always(true);
  }
  llvm_unreachable("unknown predicate");
}

static llvm::Error checkFloats(Operation *op) {
  auto compare = cast<arith::CmpFOp>(op);
  auto type = dyn_cast<ShapedType>(compare.getLhs().getType());
  bool constant = llvm::is_contained(
      {CmpFPredicate::AlwaysFalse, CmpFPredicate::AlwaysTrue},
      compare.getPredicate());
  if (constant && type && !type.hasStaticShape())
    return refuse("it is a constant, and its shape is dynamic");
  return llvm::Error::success();
}

static Value writeFloats(const Rule &, StableHLOBuilder &builder, Operation *op,
                         ValueRange operands, RankedTensorType) {
  return compareFloats(builder, operands[0], operands[1],
                       cast<arith::CmpFOp>(op).getPredicate());
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static StringRef getDirection(CmpIPredicate predicate) {
  switch (predicate) {
  case CmpIPredicate::eq:
    return "EQ";
  case CmpIPredicate::ne:
    return "NE";
  case CmpIPredicate::slt:
  case CmpIPredicate::ult:
    return "LT";
  case CmpIPredicate::sle:
  case CmpIPredicate::ule:
    return "LE";
  case CmpIPredicate::sgt:
  case CmpIPredicate::ugt:
    return "GT";
  case CmpIPredicate::sge:
  case CmpIPredicate::uge:
    return "GE";
  }
  llvm_unreachable("unknown predicate");
}

static bool isSigned(CmpIPredicate predicate) {
  return predicate <= CmpIPredicate::sge;
}
static bool isOrder(CmpIPredicate predicate) {
  return predicate > CmpIPredicate::ne;
}

static llvm::Error checkIntegers(Operation *op) {
  auto compare = cast<arith::CmpIOp>(op);
  if (getElementTypeOrSelf(compare.getLhs().getType()).isInteger(1) &&
      isSigned(compare.getPredicate()) && isOrder(compare.getPredicate()))
    return refuse("on i1 StableHLO orders booleans, which is something else");
  return llvm::Error::success();
}

static Value writeIntegers(const Rule &, StableHLOBuilder &builder,
                           Operation *op, ValueRange operands,
                           RankedTensorType) {
  CmpIPredicate predicate = cast<arith::CmpIOp>(op).getPredicate();
  Value lhs = operands[0], rhs = operands[1];
  Type type = getElementTypeOrSelf(lhs);
  bool isBool = type.isInteger(1);
  if (isBool || isSigned(predicate))
    return builder.compare(lhs, rhs, getDirection(predicate),
                           isBool ? "UNSIGNED" : "SIGNED");
  type = IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth(),
                          IntegerType::Unsigned);
  return builder.compare(builder.bitcast(lhs, type), builder.bitcast(rhs, type),
                         getDirection(predicate), "UNSIGNED");
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static Value writeSelect(const Rule &, StableHLOBuilder &builder, Operation *,
                         ValueRange operands, RankedTensorType) {
  return builder.select(operands[0], operands[1], operands[2]);
}

static constexpr Rule kRules[] = {
    {"arith.cmpf", writeFloats, "", checkFloats},
    {"arith.cmpi", writeIntegers, "", checkIntegers},
    {"arith.select", writeSelect},
};

ArrayRef<Rule> grad::getComparisonRules() { return kRules; }
