//===- MeanFactors.cpp - The factors of a mean -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeanFactors.h"
#include "grad/Dialect/Grad/Transforms/ScaleChain.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::grad;

MeanFactors::MeanFactors(OpBuilder &builder, Location loc,
                         ReducerOptionsAttr options, GroupAttr group,
                         std::optional<int64_t> size)
    : builder(builder), loc(loc), group(group), size(size),
      mean(options.getMean()) {
  if (!mean)
    return;
  Number divisor = options.getDegree()
                       ? Number{options.getDegree().getInt(), {}}
                       : getSize();
  degree = divisor.constant;
  Number one = {1, {}};
  switch (options.getScaleMode()) {
  case ScaleMode::After:
    after = {one, divisor, /*isOne=*/false};
    break;
  case ScaleMode::Before:
    before = {one, divisor, /*isOne=*/false};
    break;
  case ScaleMode::Split:
    Number pre = getDivisorOfSize();
    before = {one, pre, /*isOne=*/false};
    after = {pre, divisor, /*isOne=*/false};
  }
  for (Quotient *quotient : {&before, &after})
    if (quotient->numerator.constant &&
        quotient->numerator.constant == quotient->denominator.constant)
      quotient->isOne = true;
}

MeanFactors::Number MeanFactors::getSize() {
  if (size)
    return {size, {}};
  if (!runTimeSize) {
    Value index = GroupSizeOp::create(builder, loc, group);
    runTimeSize =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), index);
  }
  return {std::nullopt, runTimeSize};
}

Value MeanFactors::buildInteger(int64_t number) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI64IntegerAttr(number));
}

MeanFactors::Number MeanFactors::getDivisorOfSize() {
  Number ranks = getSize();
  if (ranks.constant) {
    int64_t pre = 1;
    while (*ranks.constant % pre == 0 && *ranks.constant / pre > pre)
      pre *= 2;
    return {pre, {}};
  }
  Value one = buildInteger(1), two = buildInteger(2), zero = buildInteger(0);
  auto buildCondition = [&](OpBuilder &nested, Location, ValueRange args) {
    Value rest = arith::RemUIOp::create(nested, loc, ranks.value, args[0]);
    Value quotient = arith::DivUIOp::create(nested, loc, ranks.value, args[0]);
    Value divides = arith::CmpIOp::create(nested, loc, arith::CmpIPredicate::eq,
                                          rest, zero);
    Value isBelow = arith::CmpIOp::create(
        nested, loc, arith::CmpIPredicate::ugt, quotient, args[0]);
    Value goesOn = arith::AndIOp::create(nested, loc, divides, isBelow);
    scf::ConditionOp::create(nested, loc, goesOn, args);
  };
  auto buildBody = [&](OpBuilder &nested, Location, ValueRange args) {
    Value next = arith::MulIOp::create(nested, loc, args[0], two);
    scf::YieldOp::create(nested, loc, next);
  };
  auto loop = scf::WhileOp::create(builder, loc, builder.getI64Type(), one,
                                   buildCondition, buildBody);
  return {std::nullopt, loop.getResult(0)};
}

Value MeanFactors::buildFloat(const Number &number, FloatType type) {
  if (number.value)
    return arith::SIToFPOp::create(builder, loc, type, number.value);
  llvm::APFloat value(type.getFloatSemantics());
  value.convertFromAPInt(llvm::APInt(64, *number.constant), /*IsSigned=*/true,
                         llvm::APFloat::rmNearestTiesToEven);
  return arith::ConstantOp::create(builder, loc,
                                   builder.getFloatAttr(type, value));
}

Value MeanFactors::build(const Quotient &quotient, FloatType type) {
  auto tensorType = RankedTensorType::get({}, type);
  const Number &numerator = quotient.numerator,
               &denominator = quotient.denominator;
  if (numerator.constant && denominator.constant) {
    llvm::APFloat value = getRatio(*numerator.constant, *denominator.constant,
                                   type.getFloatSemantics());
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(tensorType, value));
  }
  Value value = arith::DivFOp::create(builder, loc, buildFloat(numerator, type),
                                      buildFloat(denominator, type));
  return tensor::FromElementsOp::create(builder, loc, tensorType, value);
}

Value MeanFactors::get(Factors &factors, const Quotient &quotient,
                       FloatType type) {
  if (quotient.isOne)
    return {};
  Value &factor = factors[type];
  if (!factor)
    factor = build(quotient, type);
  return factor;
}
