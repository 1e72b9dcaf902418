//===- GradSparseOps.cpp - Sparse gradients -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

//===----------------------------------------------------------------------===//
// Parts of sparse gradients
//===----------------------------------------------------------------------===//

ParseResult IndexedSlicesOp::parse(OpAsmParser &parser,
                                   OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand, 2> operands;
  IndexedSlicesType type;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands, /*requiredOperandCount=*/2) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  result.addTypes(type);
  SmallVector<Type> types = {type.getIndicesType(), type.getValuesType()};
  return parser.resolveOperands(operands, types, loc, result.operands);
}

void IndexedSlicesOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getIndices() << ", " << getValues();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getType();
}

/// Checks the type of one part of a sparse gradient.
static LogicalResult verifyPart(Operation *op, StringRef part, Type got,
                                Type expected) {
  if (got == expected)
    return success();
  return op->emitOpError("expected ")
         << part << " to be " << expected << ", got " << got;
}

LogicalResult IndexedSlicesOp::verify() {
  if (failed(verifyPart(*this, "indices", getIndices().getType(),
                        getType().getIndicesType())))
    return failure();
  return verifyPart(*this, "values", getValues().getType(),
                    getType().getValuesType());
}

/// Parses `operand attr-dict : slices`.
static ParseResult
parsePart(OpAsmParser &parser, OperationState &result,
          function_ref<Type(IndexedSlicesType)> getPartType) {
  OpAsmParser::UnresolvedOperand operand;
  IndexedSlicesType type;
  if (parser.parseOperand(operand) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  result.addTypes(getPartType(type));
  return parser.resolveOperand(operand, type, result.operands);
}

static void printPart(OpAsmPrinter &printer, Operation *op) {
  printer << ' ' << op->getOperand(0);
  printer.printOptionalAttrDict(op->getAttrs());
  printer << " : " << op->getOperand(0).getType();
}

ParseResult IndicesOp::parse(OpAsmParser &parser, OperationState &result) {
  return parsePart(parser, result, [](IndexedSlicesType type) {
    return type.getIndicesType();
  });
}

void IndicesOp::print(OpAsmPrinter &printer) { printPart(printer, *this); }

LogicalResult IndicesOp::verify() {
  return verifyPart(*this, "the result", getType(),
                    getInput().getType().getIndicesType());
}

OpFoldResult IndicesOp::fold(FoldAdaptor) {
  if (auto slices = getInput().getDefiningOp<IndexedSlicesOp>())
    return slices.getIndices();
  return {};
}

ParseResult ValuesOp::parse(OpAsmParser &parser, OperationState &result) {
  return parsePart(parser, result,
                   [](IndexedSlicesType type) { return type.getValuesType(); });
}

void ValuesOp::print(OpAsmPrinter &printer) { printPart(printer, *this); }

LogicalResult ValuesOp::verify() {
  return verifyPart(*this, "the result", getType(),
                    getInput().getType().getValuesType());
}

OpFoldResult ValuesOp::fold(FoldAdaptor) {
  if (auto slices = getInput().getDefiningOp<IndexedSlicesOp>())
    return slices.getValues();
  return {};
}

//===----------------------------------------------------------------------===//
// ToDenseOp, CoalesceOp, SparsifyOp
//===----------------------------------------------------------------------===//

LogicalResult ToDenseOp::verify() {
  if (getType() == getInput().getType().getDense())
    return success();
  return emitOpError("GR-TD-1: expected the dense type ")
         << getInput().getType().getDense() << ", got " << getType();
}

LogicalResult CoalesceOp::verify() {
  IndexedSlicesType expected =
      getInput().getType().withRows(ShapedType::kDynamic);
  if (getType() == expected)
    return success();
  return emitOpError("GR-CO-1: expected ") << expected << ", got " << getType();
}

LogicalResult SparsifyOp::verify() {
  auto type = cast<RankedTensorType>(getInput().getType());
  std::optional<uint64_t> topK = getTopK();
  bool hasThreshold = getThreshold().has_value();
  if (topK.has_value() == hasThreshold)
    return emitOpError("GR-SP-1: expected either 'top_k' or 'threshold'");
  int64_t size = type.getDimSize(0);
  if (topK &&
      (int64_t(*topK) < 1 || (!type.isDynamicDim(0) && int64_t(*topK) > size)))
    return emitOpError("GR-SP-1: expected 'top_k' to be from 1 to ")
           << size << ", got " << int64_t(*topK);
  if (hasThreshold &&
      !(getThreshold()->isFinite() && getThreshold()->convertToDouble() > 0))
    return emitOpError("GR-SP-1: expected 'threshold' to be finite and above "
                       "0, got ")
           << getThreshold()->convertToDouble();
  IndexedSlicesType result = getType();
  int64_t rows = topK ? int64_t(*topK) : ShapedType::kDynamic;
  if (result.getDense() != type || result.getRows() != rows)
    return emitOpError("GR-SP-2: expected sparse elements of ")
           << type << (topK ? " with 'top_k' rows" : " with dynamic rows")
           << ", got " << result;
  return success();
}

//===----------------------------------------------------------------------===//
// AllGatherVOp
//===----------------------------------------------------------------------===//

ParseResult AllGatherVOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> inputs;
  SmallVector<Type> types, resultTypes;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(inputs))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  if (succeeded(parser.parseOptionalKeyword("on")) &&
      parser.parseCustomAttributeWithFallback(properties.group, Type()))
    return failure();
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonTypeList(types) || parser.parseArrow() ||
      parser.parseTypeList(resultTypes))
    return failure();
  result.addTypes(resultTypes);
  return parser.resolveOperands(inputs, types, loc, result.operands);
}

void AllGatherVOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getInputs();
  if (GroupAttr group = getGroupAttr()) {
    printer << " on ";
    printer.printStrippedAttrOrType(group);
  }
  printer.printOptionalAttrDict(
      (*this)->getDiscardableAttrDictionary().getValue());
  printer << " : " << getInputs().getTypes() << " -> "
          << (*this)->getResultTypes();
}

void AllGatherVOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  grad::detail::getCommunicatorEffects(effects);
}

/// Checks GR-AGV-1 and GR-AGV-2 for one operand and its result.
static LogicalResult verifyRows(AllGatherVOp op, RankedTensorType input,
                                RankedTensorType result) {
  if (input.getRank() == 0 ||
      !grad::detail::isCollectiveElementType(input.getElementType()))
    return op.emitOpError("GR-AGV-1: expected tensors with rows, of floats or "
                          "integers that are not signed, got ")
           << input;
  SmallVector<int64_t> shape(input.getShape());
  shape.front() = ShapedType::kDynamic;
  if (RankedTensorType expected = input.clone(shape); result != expected)
    return op.emitOpError("GR-AGV-2: expected the result of ")
           << input << " to be " << expected << ", got " << result;
  return success();
}

LogicalResult AllGatherVOp::verify() {
  if (getInputs().empty() || getResults().size() != getInputs().size())
    return emitOpError("GR-AGV-1: expected at least one operand and one result "
                       "for each, got ")
           << getInputs().size() << " and " << getResults().size();
  for (auto [input, result] : llvm::zip_equal(getInputs(), getResults()))
    if (failed(verifyRows(*this, cast<RankedTensorType>(input.getType()),
                          cast<RankedTensorType>(result.getType()))))
      return failure();
  GroupAttr group = getGroupAttr();
  if (group && !group.getUniformSize())
    return emitOpError("GR-AGV-4: expected replica groups of equal sizes");
  int64_t size = group ? *group.getUniformSize() : ShapedType::kDynamic;
  auto counts =
      RankedTensorType::get({size}, IntegerType::get(getContext(), 64));
  if (getCounts().getType() != counts)
    return emitOpError("GR-AGV-3: expected the numbers of rows to be ")
           << counts << ", got " << getCounts().getType();
  return success();
}
