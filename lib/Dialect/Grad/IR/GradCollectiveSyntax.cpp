//===- GradCollectiveSyntax.cpp - Text of collectives -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradCollectiveSyntax.h"

using namespace mlir;
using namespace mlir::grad;

using Operands = SmallVector<OpAsmParser::UnresolvedOperand>;

static constexpr StringLiteral kKind = "kind", kGroup = "group",
                               kFusion = "fusion",
                               kSegments = "operandSegmentSizes";

/// Parses `keyword(values : types)`.
static ParseResult parseOperandList(OpAsmParser &parser, StringRef keyword,
                                    Operands &operands,
                                    SmallVectorImpl<Type> &types) {
  return failure(parser.parseKeyword(keyword) || parser.parseLParen() ||
                 parser.parseOperandList(operands) ||
                 parser.parseColonTypeList(types) || parser.parseRParen());
}

/// Parses an attribute after a keyword, if the keyword stands there.
template <typename AttrT>
static ParseResult parseOptional(OpAsmParser &parser, OperationState &result,
                                 StringRef keyword, StringRef name) {
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  AttrT attr;
  return parser.parseCustomAttributeWithFallback(attr, Type(), name,
                                                 result.attributes);
}

/// Parses what stands between the operands and the types.
static ParseResult parseAttributes(OpAsmParser &parser, OperationState &result,
                                   CollectiveSyntax syntax) {
  if (!syntax.number.empty()) {
    int64_t number = 0;
    if (parser.parseKeyword(syntax.number) || parser.parseInteger(number))
      return failure();
    result.addAttribute(syntax.number,
                        parser.getBuilder().getI64IntegerAttr(number));
  }
  SMLoc loc = parser.getCurrentLocation();
  auto emitError = [&] { return parser.emitError(loc); };
  // An attribute of the wrong kind in the dictionary, as in `{group = 3}`,
  // would be dropped without a word.
  return failure(
      parseOptional<GroupAttr>(parser, result, "on", kGroup) ||
      parseOptional<FusionAttr>(parser, result, "fusion", kFusion) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      failed(result.name.verifyInherentAttrs(result.attributes, emitError)));
}

ParseResult grad::parseCollective(OpAsmParser &parser, OperationState &result,
                                  CollectiveSyntax syntax) {
  if (syntax.hasKind) {
    ReductionKindAttr kind;
    if (parser.parseCustomAttributeWithFallback(kind, Type(), kKind,
                                                result.attributes))
      return failure();
  }
  SMLoc loc = parser.getCurrentLocation();
  Operands inputs, outputs;
  SmallVector<Type> inputTypes, outputTypes;
  bool hasOutputs = false;
  OpAsmParser::UnresolvedOperand first;
  if (OptionalParseResult parsed = parser.parseOptionalOperand(first);
      parsed.has_value()) {
    if (failed(*parsed))
      return failure();
    inputs.push_back(first);
    // A list that may be empty would take a comma without an operand after it.
    while (succeeded(parser.parseOptionalComma()))
      if (parser.parseOperand(inputs.emplace_back()))
        return failure();
  } else {
    hasOutputs = true;
    if (parseOperandList(parser, "ins", inputs, inputTypes) ||
        parseOperandList(parser, "outs", outputs, outputTypes))
      return failure();
  }
  if (parseAttributes(parser, result, syntax))
    return failure();
  if (!hasOutputs) {
    if (parser.parseColonTypeList(inputTypes))
      return failure();
    SmallVector<Type> results;
    if (succeeded(parser.parseOptionalArrow())) {
      if (parser.parseTypeList(results))
        return failure();
    } else if (llvm::all_of(inputTypes, llvm::IsaPred<TensorType>)) {
      results = inputTypes;
    }
    result.addTypes(results);
  }
  auto segments = parser.getBuilder().getDenseI32ArrayAttr(
      {static_cast<int32_t>(inputs.size()),
       static_cast<int32_t>(outputs.size())});
  result.addAttribute(kSegments, segments);
  return failure(
      parser.resolveOperands(inputs, inputTypes, loc, result.operands) ||
      parser.resolveOperands(outputs, outputTypes, loc, result.operands));
}

void grad::printCollective(OpAsmPrinter &printer, CollectiveOpInterface op,
                           CollectiveSyntax syntax) {
  if (syntax.hasKind)
    printer.printStrippedAttrOrType(
        cast<ReductionKindAttr>(*op->getInherentAttr(kKind)));
  ValueRange inputs = op.getInputs(), outputs = op.getOutputs();
  printer << ' ';
  if (outputs.empty())
    printer << inputs;
  else
    printer << "ins(" << inputs << " : " << inputs.getTypes() << ") outs("
            << outputs << " : " << outputs.getTypes() << ')';
  if (!syntax.number.empty())
    printer << ' ' << syntax.number << ' '
            << cast<IntegerAttr>(*op->getInherentAttr(syntax.number)).getInt();
  if (GroupAttr group = op.getGroupAttr()) {
    // Without its prefix where it has no alias: the parser reads
    // `#grad.group<...> : type` as an attribute with its type.
    printer << " on ";
    printer.printStrippedAttrOrType(group);
  }
  if (FusionAttr fusion = op.getFusionAttr()) {
    printer << " fusion";
    printer.printStrippedAttrOrType(fusion);
  }
  // Not by name: `kind` of an all-gather, say, is nobody's but the user's.
  printer.printOptionalAttrDict(op->getDiscardableAttrDictionary().getValue());
  if (!outputs.empty())
    return;
  printer << " : " << inputs.getTypes();
  if (op->getNumResults() && inputs.getTypes() != op->getResultTypes())
    printer << " -> " << op->getResultTypes();
}
