//===- StepSignature.cpp - More arguments and results -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepSignature.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::grad;

Value grad::chooseState(OpBuilder &builder, Location loc, Value condition,
                        Value value, Value old) {
  if (isa<RankedTensorType>(value.getType()))
    return SelectOp::create(builder, loc, condition, value, old);
  Value flag = tensor::ExtractOp::create(builder, loc, condition, ValueRange());
  return arith::SelectOp::create(builder, loc, flag, value, old);
}

LogicalResult grad::verifyStateIsValue(func::FuncOp function) {
  for (unsigned i = 0, e = function.getNumResults(); i != e; ++i)
    if (function.getResultAttr(i, kUpdatesAttrName) &&
        isa<BaseMemRefType, UnrankedTensorType>(function.getResultTypes()[i]))
      return function.emitError("result ")
             << i << " updates state that is " << function.getResultTypes()[i]
             << "; expected ranked tensors or numbers";
  return success();
}

FailureOr<Value> StepSignature::addState(StringRef owner, const Twine &name,
                                         RankedTensorType type, bool isPerRank,
                                         TypedAttr init) {
  Builder builder(function.getContext());
  StringAttr text = builder.getStringAttr(name);
  unsigned number = function.getNumArguments();
  for (unsigned i = 0; i != number; ++i)
    if (getStateName(function, i) == text)
      return function.emitError(owner)
             << " needs state named " << text << ", as argument " << i
             << " is already";
  SmallVector<NamedAttribute> attributes = {
      builder.getNamedAttr(kStateAttrName, text),
      builder.getNamedAttr(kInitAttrName, init)};
  if (isPerRank)
    attributes.push_back(
        builder.getNamedAttr(kPerRankAttrName, builder.getUnitAttr()));
  if (failed(function.insertArgument(number, type,
                                     builder.getDictionaryAttr(attributes),
                                     function.getLoc())))
    return failure();
  return Value(function.getArgument(number));
}

void StepSignature::addResult(Value value, StringRef attribute,
                              StringRef name) {
  Builder builder(function.getContext());
  added.push_back({value, builder.getDictionaryAttr(builder.getNamedAttr(
                              attribute, builder.getStringAttr(name)))});
}

void StepSignature::finish() {
  Operation *terminator = function.getBody().front().getTerminator();
  auto none = DictionaryAttr::get(function.getContext());
  SmallVector<Value> values;
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  auto add = [&](Value value, DictionaryAttr attribute) {
    values.push_back(value);
    types.push_back(value.getType());
    attributes.push_back(attribute ? attribute : none);
  };
  for (auto [i, value] : llvm::enumerate(terminator->getOperands()))
    if (!dropped.contains(i))
      add(value, function.getResultAttrDict(i));
  for (const Result &result : added)
    add(result.value, result.attributes);
  terminator->setOperands(values);
  // The attributes of results that are gone must not be read any more.
  function.removeResAttrsAttr();
  function.setType(
      FunctionType::get(function.getContext(),
                        function.getBody().front().getArgumentTypes(), types));
  function.setAllResultAttrs(attributes);
}
