//===- GradInterfaces.cpp - Interfaces of the dialect -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradInterfaces.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::grad;

#include "grad/Dialect/Grad/IR/GradInterfaces.cpp.inc"

std::optional<GroupAttr> grad::getCommunicationGroup(Operation *op) {
  if (auto collective = dyn_cast<CollectiveOpInterface>(op))
    return collective.getGroupAttr();
  if (auto gather = dyn_cast<AllGatherVOp>(op))
    return gather.getGroupAttr();
  if (auto reducer = dyn_cast<ReduceGradientsOp>(op))
    return reducer.getGroupAttr();
  return std::nullopt;
}

/// Checks GR-C-1 to GR-C-4: how many operands, outputs and results there are.
static LogicalResult verifyForm(CollectiveOpInterface op) {
  size_t numInputs = op.getInputs().size();
  size_t numOutputs = op.getOutputs().size();
  size_t numResults = op->getNumResults();
  if (numInputs == 0)
    return op->emitOpError("GR-C-1: expected at least one operand");
  bool tensors = op.isTensorForm();
  for (Value input : op.getInputs())
    if (isa<TensorType>(input.getType()) != tensors)
      return op->emitOpError("GR-C-2: expected only tensors or only memrefs, "
                             "got both ")
             << op.getInputs().front().getType() << " and " << input.getType();
  if (tensors) {
    if (numOutputs != 0 || numResults != numInputs)
      return op->emitOpError("GR-C-3: expected ")
             << numInputs << " results and no outputs on tensors, got "
             << numResults << " results and " << numOutputs << " outputs";
    return success();
  }
  bool inPlace = op.canWorkInPlace() && numOutputs == 0;
  if (numResults != 0 || (numOutputs != numInputs && !inPlace))
    return op->emitOpError("GR-C-4: expected ")
           << numInputs << " outputs" << (op.canWorkInPlace() ? " or none" : "")
           << " and no results on memrefs, got " << numOutputs
           << " outputs and " << numResults << " results";
  return success();
}

bool grad::detail::isCollectiveElementType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return !integer.isSigned();
  return isa<FloatType>(type);
}

/// Checks GR-C-5 and GR-C-6: the element types of pair i.
static LogicalResult verifyElementTypes(CollectiveOpInterface op, unsigned i,
                                        Type input, Type output) {
  for (Type type : {input, output})
    if (!grad::detail::isCollectiveElementType(type))
      return op->emitOpError("GR-C-5: expected integers without sign, "
                             "unsigned integers or floats, got ")
             << type << " in pair " << i;
  bool changes = op.canChangeElementType() && isa<FloatType>(input) &&
                 isa<FloatType>(output);
  if (input != output && !changes)
    return op->emitOpError("GR-C-6: expected operand and result ")
           << i << " to have the same element type"
           << (op.canChangeElementType() ? " or to be floats" : "") << ", got "
           << input << " and " << output;
  return success();
}

LogicalResult grad::detail::verifyCollective(Operation *operation) {
  auto op = cast<CollectiveOpInterface>(operation);
  if (failed(verifyForm(op)))
    return failure();
  for (unsigned i = 0, e = op.getInputs().size(); i != e; ++i) {
    auto input = cast<ShapedType>(op.getInputs()[i].getType());
    ShapedType output = op.getDeliveredType(i);
    if (!input.hasRank() || !output.hasRank())
      return op->emitOpError("GR-C-2: expected ranked memrefs");
    if (failed(verifyElementTypes(op, i, input.getElementType(),
                                  output.getElementType())) ||
        failed(op.verifyPair(input, output)))
      return failure();
  }
  return success();
}

void grad::detail::getCommunicatorEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), CommunicatorResource::get());
  effects.emplace_back(MemoryEffects::Write::get(),
                       CommunicatorResource::get());
}

void grad::detail::getCollectiveEffects(
    CollectiveOpInterface op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getCommunicatorEffects(effects);
  if (op.isTensorForm())
    return;
  bool inPlace = op.getOutputs().empty();
  unsigned firstOutput = op.getInputs().size();
  for (OpOperand &operand : op->getOpOperands()) {
    bool isInput = operand.getOperandNumber() < firstOutput;
    if (isInput)
      effects.emplace_back(MemoryEffects::Read::get(), &operand,
                           SideEffects::DefaultResource::get());
    if (!isInput || inPlace)
      effects.emplace_back(MemoryEffects::Write::get(), &operand,
                           SideEffects::DefaultResource::get());
  }
}
