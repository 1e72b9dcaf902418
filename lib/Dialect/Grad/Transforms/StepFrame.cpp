//===- StepFrame.cpp - A step and what is around its body -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepFrame.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::grad;

/// What ties a JAX argument to a result by number.
static constexpr StringLiteral kAliasingName = "tf.aliasing_output";

FailureOr<StepFrame> StepFrame::get(func::FuncOp function) {
  if (!llvm::hasSingleElement(function.getBody()))
    return function.emitError("expected a step of one block, got ")
           << function.getBody().getBlocks().size();
  StepFrame frame(function);
  frame.body = &function.getBody().front();
  frame.readManualComputation();
  return frame;
}

/// The attributes of an argument, which keeps the name that files have for it.
static DictionaryAttr getNamedAttributes(func::FuncOp function,
                                         unsigned number) {
  NamedAttrList list(function.getArgAttrDict(number));
  if (!getStateName(function, number) && !list.get(kNameAttrName))
    list.set(kNameAttrName,
             StringAttr::get(function.getContext(), "arg" + Twine(number)));
  return list.getDictionary(function.getContext());
}

StepValue StepFrame::getArgument(unsigned i) {
  unsigned number = manual ? argumentNumbers[i] : i;
  return {function.getArgumentTypes()[number],
          body->getArgument(i).getType(),
          manual ? function.getArgAttrDict(number)
                 : getNamedAttributes(function, number),
          function.getArgument(number).getLoc(),
          manual ? inShardings[i] : std::string(),
          number};
}

StepValue StepFrame::getResult(unsigned i) {
  unsigned number = manual ? resultNumbers[i] : i;
  return {
      function.getResultTypes()[number],        getReturned()[i].getType(),
      function.getResultAttrDict(number),       body->getTerminator()->getLoc(),
      manual ? outShardings[i] : std::string(), number};
}

bool StepFrame::isVarying(unsigned argument) {
  unsigned number = manual ? argumentNumbers[argument] : argument;
  auto has = [&](StringRef name) {
    return bool(function.getArgAttr(number, name));
  };
  if (has(kBatchAttrName))
    return true;
  if (getStateName(function, number) || has(kReplicatedAttrName) ||
      has(kSeedAttrName))
    return false;
  // What every rank has whole is no batch.
  return !manual || inShardings[argument].find('"') != std::string::npos;
}

StepValue StepFrame::createState(StringRef name, RankedTensorType type,
                                 bool isPerRank, TypedAttr init) {
  Builder builder(function.getContext());
  SmallVector<NamedAttribute> attributes = {
      builder.getNamedAttr(kStateAttrName, builder.getStringAttr(name)),
      builder.getNamedAttr(kInitAttrName, init)};
  if (isPerRank)
    attributes.push_back(
        builder.getNamedAttr(kPerRankAttrName, builder.getUnitAttr()));
  StepValue state = {
      type,          type,        DictionaryAttr(), function.getLoc(),
      std::string(), std::nullopt};
  if (manual) {
    // Each rank's part is one row of the whole.
    SmallVector<int64_t> shape(type.getShape());
    state.sharding = "<@" + mesh + ", [";
    for (size_t i = 0; i != shape.size(); ++i)
      state.sharding += i == 0 && !isPerRank ? "{}" : ", {}";
    if (isPerRank) {
      state.sharding = "<@" + mesh + ", [" + axes;
      for (size_t i = 0; i != shape.size(); ++i)
        state.sharding += ", {}";
      shape.insert(shape.begin(), 1);
      state.inner = type.clone(shape);
      shape.front() = numRanks;
      state.outer = type.clone(shape);
    }
    state.sharding += "]>";
    attributes.push_back(builder.getNamedAttr(
        "sdy.sharding",
        OpaqueAttr::get(builder.getStringAttr("sdy"),
                        "sharding" + state.sharding, builder.getNoneType())));
  }
  state.attributes = builder.getDictionaryAttr(attributes);
  return state;
}

StepValue StepFrame::createUpdate(const StepValue &state) {
  Builder builder(function.getContext());
  StepValue update = state;
  SmallVector<NamedAttribute> attributes = {builder.getNamedAttr(
      kUpdatesAttrName, state.attributes.get(kStateAttrName))};
  if (Attribute sharding = state.attributes.get("sdy.sharding"))
    attributes.push_back(builder.getNamedAttr("sdy.sharding", sharding));
  update.attributes = builder.getDictionaryAttr(attributes);
  return update;
}

/// The attributes of an argument of a function whose results these are.
static DictionaryAttr renumberAliasing(const StepValue &argument,
                                       ArrayRef<StepValue> results) {
  DictionaryAttr attributes = argument.attributes;
  auto old =
      attributes ? attributes.getAs<IntegerAttr>(kAliasingName) : IntegerAttr();
  if (!old)
    return attributes ? attributes : DictionaryAttr();
  NamedAttrList list(attributes);
  list.erase(kAliasingName);
  for (auto [i, result] : llvm::enumerate(results))
    if (result.number && *result.number == old.getValue().getZExtValue() &&
        result.outer == argument.outer)
      list.set(kAliasingName, IntegerAttr::get(old.getType(), i));
  return list.getDictionary(attributes.getContext());
}

Block *StepFrame::create(StringRef name, ArrayRef<StepValue> arguments,
                         ArrayRef<StepValue> results) {
  OpBuilder builder(function);
  auto types = [](ArrayRef<StepValue> values) {
    return llvm::map_to_vector(
        values, [](const StepValue &value) { return value.outer; });
  };
  auto created = func::FuncOp::create(
      builder, function.getLoc(), name,
      builder.getFunctionType(types(arguments), types(results)));
  created.setVisibility(function.getVisibility());
  created->setDiscardableAttrs(function->getDiscardableAttrDictionary());
  Block *block = created.addEntryBlock();
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    block->getArgument(i).setLoc(argument.loc);
    if (DictionaryAttr attributes = renumberAliasing(argument, results))
      created.setArgAttrs(i, attributes);
  }
  for (auto [i, result] : llvm::enumerate(results))
    if (result.attributes)
      created.setResultAttrs(i, result.attributes);
  return manual ? createManualComputation(created, arguments, results) : block;
}

void StepFrame::finish(Block *block, ValueRange results) {
  Operation *old = body->getTerminator();
  auto builder = OpBuilder::atBlockEnd(block);
  OperationState state(old->getLoc(), old->getName(), results, TypeRange(),
                       old->getAttrs());
  builder.create(state);
}

Value StepFrame::open(OpBuilder &builder, Value state, RankedTensorType type) {
  if (state.getType() == type)
    return state;
  // One row more, in front.
  SmallVector<ReassociationIndices> dims;
  for (int64_t i = 0; i != type.getRank(); ++i)
    dims.push_back(i == 0 ? ReassociationIndices{0, 1}
                          : ReassociationIndices{i + 1});
  return tensor::CollapseShapeOp::create(builder, state.getLoc(), type, state,
                                         dims);
}

Value StepFrame::close(OpBuilder &builder, Value tensor, Type inner) {
  if (tensor.getType() == inner)
    return tensor;
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  SmallVector<ReassociationIndices> dims;
  for (int64_t i = 0; i != rank; ++i)
    dims.push_back(i == 0 ? ReassociationIndices{0, 1}
                          : ReassociationIndices{i + 1});
  return tensor::ExpandShapeOp::create(builder, tensor.getLoc(), inner, tensor,
                                       dims);
}
