//===- GradArithmeticOps.cpp - Arithmetic on gradients -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

//===----------------------------------------------------------------------===//
// ScaleOp
//===----------------------------------------------------------------------===//

ParseResult ScaleOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand input, factor;
  Type inputType, factorType;
  if (parser.parseOperand(input) || parser.parseComma() ||
      parser.parseOperand(factor) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(inputType) || parser.parseComma() ||
      parser.parseType(factorType) ||
      parser.resolveOperand(input, inputType, result.operands) ||
      parser.resolveOperand(factor, factorType, result.operands))
    return failure();
  Type resultType = inputType;
  if (succeeded(parser.parseOptionalArrow()) && parser.parseType(resultType))
    return failure();
  result.addTypes(resultType);
  return success();
}

void ScaleOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getInput() << ", " << getFactor();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getInput().getType() << ", " << getFactor().getType();
  if (getInput().getType() != getType())
    printer << " -> " << getType();
}

LogicalResult ScaleOp::verify() {
  if (getInput().getType().getShape() == getType().getShape())
    return success();
  return emitOpError("GR-SC-1: expected operand and result to have the same "
                     "shape, got ")
         << getInput().getType() << " and " << getType();
}

OpFoldResult ScaleOp::fold(FoldAdaptor) {
  // x * 1 is x, whatever x is; a change of type stays.
  if (getInput().getType() == getType() &&
      matchPattern(getFactor(), m_OneFloat()))
    return getInput();
  return {};
}
