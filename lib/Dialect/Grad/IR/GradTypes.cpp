//===- GradTypes.cpp - Types of the dialect -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradTypes.h"
#include "grad/Dialect/Grad/IR/GradDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::grad;

#define GET_TYPEDEF_CLASSES
#include "grad/Dialect/Grad/IR/GradTypes.cpp.inc"

void GradDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "grad/Dialect/Grad/IR/GradTypes.cpp.inc"
      >();
}

FloatType grad::getScaleType(Type elementType) {
  if (elementType.isF64())
    return cast<FloatType>(elementType);
  return Float32Type::get(elementType.getContext());
}

//===----------------------------------------------------------------------===//
// IndexedSlicesType
//===----------------------------------------------------------------------===//

RankedTensorType IndexedSlicesType::getIndicesType() const {
  return RankedTensorType::get({getRows()}, getIndexType());
}

RankedTensorType IndexedSlicesType::getValuesType() const {
  SmallVector<int64_t> shape(getDense().getShape());
  shape.front() = getRows();
  return RankedTensorType::get(shape, getElementType());
}

LogicalResult
IndexedSlicesType::verify(function_ref<InFlightDiagnostic()> emitError,
                          int64_t rows, IntegerType indexType,
                          RankedTensorType dense) {
  if (!dense.hasStaticShape() || dense.getRank() == 0)
    return emitError() << "GR-S-1: expected a static dense shape with at least "
                          "one dimension, got "
                       << dense;
  if (!indexType.isSignless() ||
      (indexType.getWidth() != 32 && indexType.getWidth() != 64))
    return emitError() << "GR-S-2: expected indices of i32 or i64, got "
                       << indexType;
  Type element = dense.getElementType();
  auto integer = dyn_cast<IntegerType>(element);
  if (!isa<FloatType>(element) && !(integer && integer.isSignless()))
    return emitError() << "GR-S-3: expected values that are floats or signless "
                          "integers, got "
                       << element;
  return success();
}

Type IndexedSlicesType::parse(AsmParser &parser) {
  SmallVector<int64_t> rows, shape;
  IntegerType indexType;
  Type element;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(rows) ||
      parser.parseType(indexType) || parser.parseComma() ||
      parser.parseDimensionList(shape) || parser.parseType(element) ||
      parser.parseGreater())
    return {};
  if (rows.size() != 1) {
    parser.emitError(loc,
                     "expected one number of rows, as in <?xi32, 8x4xf32>");
    return {};
  }
  auto emitError = [&] { return parser.emitError(loc); };
  auto dense = RankedTensorType::getChecked(emitError, shape, element);
  if (!dense)
    return {};
  return getChecked(emitError, parser.getContext(), rows.front(), indexType,
                    dense);
}

void IndexedSlicesType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList({getRows()});
  printer << 'x' << getIndexType() << ", ";
  printer.printDimensionList(getDense().getShape());
  printer << 'x' << getElementType() << '>';
}
