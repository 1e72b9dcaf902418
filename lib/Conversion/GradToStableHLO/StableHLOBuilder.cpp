//===- StableHLOBuilder.cpp - Creates StableHLO operations by name -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StableHLOBuilder.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::grad;

static RankedTensorType getType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static RankedTensorType withShape(Value value, ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, getType(value).getElementType());
}

Operation *StableHLOBuilder::create(StringRef name, ValueRange operands,
                                    TypeRange results,
                                    ArrayRef<NamedAttribute> attributes,
                                    unsigned numRegions) {
  OperationState state(loc, name, operands, results);
  if (!attributes.empty())
    state.propertiesAttr = builder.getDictionaryAttr(attributes);
  for (unsigned i = 0; i != numRegions; ++i)
    state.addRegion();
  return builder.create(state);
}

Value StableHLOBuilder::reshape(Value value, ArrayRef<int64_t> shape) {
  if (getType(value).getShape() == shape)
    return value;
  return create("stablehlo.reshape", value, withShape(value, shape))
      ->getResult(0);
}

Value StableHLOBuilder::transpose(Value value, ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(getType(value).getDimSize(dim));
  return create("stablehlo.transpose", value, withShape(value, shape),
                builder.getNamedAttr("permutation",
                                     builder.getDenseI64ArrayAttr(permutation)))
      ->getResult(0);
}

Value StableHLOBuilder::concatenate(ValueRange values, int64_t dim) {
  SmallVector<int64_t> shape(getType(values.front()).getShape());
  for (Value value : values.drop_front())
    shape[dim] += getType(value).getDimSize(dim);
  return create(
             "stablehlo.concatenate", values, withShape(values.front(), shape),
             builder.getNamedAttr("dimension", builder.getI64IntegerAttr(dim)))
      ->getResult(0);
}

Value StableHLOBuilder::slice(Value value, int64_t dim, int64_t start,
                              int64_t size) {
  SmallVector<int64_t> shape(getType(value).getShape());
  SmallVector<int64_t> starts(shape.size(), 0), strides(shape.size(), 1);
  SmallVector<int64_t> limits = shape;
  starts[dim] = start;
  limits[dim] = start + size;
  shape[dim] = size;
  return create("stablehlo.slice", value, withShape(value, shape),
                {builder.getNamedAttr("limit_indices",
                                      builder.getDenseI64ArrayAttr(limits)),
                 builder.getNamedAttr("start_indices",
                                      builder.getDenseI64ArrayAttr(starts)),
                 builder.getNamedAttr("strides",
                                      builder.getDenseI64ArrayAttr(strides))})
      ->getResult(0);
}

Value StableHLOBuilder::convert(Value value, Type elementType) {
  if (getElementTypeOrSelf(value.getType()) == elementType)
    return value;
  return create("stablehlo.convert", value, getType(value).clone(elementType))
      ->getResult(0);
}

Value StableHLOBuilder::divide(Value value, int64_t divisor) {
  RankedTensorType type = getType(value);
  auto constant = DenseElementsAttr::get(
      type, builder.getFloatAttr(type.getElementType(), double(divisor)));
  Value splat = create("stablehlo.constant", {}, type,
                       builder.getNamedAttr("value", constant))
                    ->getResult(0);
  return create("stablehlo.divide", {value, splat}, type)->getResult(0);
}
