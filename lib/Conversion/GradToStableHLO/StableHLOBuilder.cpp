//===- StableHLOBuilder.cpp - Creates StableHLO by name ---------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StableHLOBuilder.h"
#include "../StableHLO/CollectiveAttributes.h"
#include "../StableHLO/ReductionBody.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::grad;

bool grad::isStableHLOElementType(Type type) {
  if (isa<FloatType>(type))
    return !isa<Float80Type, Float128Type>(type);
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return false;
  if (integer.getWidth() == 1)
    return integer.isSignless();
  return llvm::is_contained({2, 4, 8, 16, 32, 64}, integer.getWidth());
}

std::string grad::printText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

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

Value StableHLOBuilder::divide(Value value, int64_t divisor) {
  RankedTensorType type = getType(value);
  Value splat = constant(DenseElementsAttr::get(
      type, builder.getFloatAttr(type.getElementType(), double(divisor))));
  return elementwise("stablehlo.divide", {value, splat});
}

Value StableHLOBuilder::convert(Value value, Type elementType) {
  RankedTensorType type = getType(value);
  if (type.getElementType() == elementType)
    return value;
  // XLA rounds to f32 on this way; after a first rounding nothing is left for
  // a second one.
  if (type.getElementType().isF64() && elementType.isBF16())
    value = create("stablehlo.reduce_precision", value, type,
                   {builder.getNamedAttr("exponent_bits",
                                         builder.getI32IntegerAttr(8)),
                    builder.getNamedAttr("mantissa_bits",
                                         builder.getI32IntegerAttr(7))})
                ->getResult(0);
  return create("stablehlo.convert", value, type.clone(elementType))
      ->getResult(0);
}

Value StableHLOBuilder::bitcast(Value value, Type elementType) {
  RankedTensorType type = getType(value);
  if (type.getElementType() == elementType)
    return value;
  return create("stablehlo.bitcast_convert", value, type.clone(elementType))
      ->getResult(0);
}

Value StableHLOBuilder::elementwise(StringRef name, ValueRange operands) {
  return create(name, operands, operands.front().getType())->getResult(0);
}

Value StableHLOBuilder::compare(Value lhs, Value rhs, StringRef direction,
                                StringRef type) {
  MLIRContext *context = builder.getContext();
  auto getAttr = [&](StringRef name, StringRef value) {
    return getStableHLOAttr(context, (name + " " + value).str());
  };
  return create(
             "stablehlo.compare", {lhs, rhs},
             getType(lhs).clone(builder.getI1Type()),
             {builder.getNamedAttr("compare_type",
                                   getAttr("comparison_type", type)),
              builder.getNamedAttr("comparison_direction",
                                   getAttr("comparison_direction", direction))})
      ->getResult(0);
}

Value StableHLOBuilder::select(Value condition, Value ifTrue, Value ifFalse) {
  return create("stablehlo.select", {condition, ifTrue, ifFalse},
                ifTrue.getType())
      ->getResult(0);
}

Value StableHLOBuilder::sum(Value value) {
  RankedTensorType type = getType(value);
  if (type.getRank() == 0)
    return value;
  Type elementType = type.getElementType();
  Value zero = constant(elementType, 0.0);
  auto dims = llvm::to_vector(llvm::seq(type.getRank()));
  Operation *reduce = create(
      "stablehlo.reduce", {value, zero}, zero.getType(),
      builder.getNamedAttr("dimensions", builder.getDenseI64ArrayAttr(dims)),
      /*numRegions=*/1);
  buildReductionBody(reduce->getRegion(0), loc, ReductionKind::Sum,
                     elementType);
  return reduce->getResult(0);
}

Value StableHLOBuilder::constant(ElementsAttr value) {
  return create("stablehlo.constant", {}, value.getType(),
                builder.getNamedAttr("value", value))
      ->getResult(0);
}

Value StableHLOBuilder::constant(Type elementType, double number) {
  return constant(
      DenseElementsAttr::get(RankedTensorType::get({}, elementType),
                             builder.getFloatAttr(elementType, number)));
}

Value StableHLOBuilder::constant(Type elementType, int64_t number) {
  return constant(
      DenseElementsAttr::get(RankedTensorType::get({}, elementType),
                             builder.getIntegerAttr(elementType, number)));
}

Value StableHLOBuilder::broadcast(Value scalar, RankedTensorType type,
                                  ValueRange sizes) {
  if (scalar.getType() == type)
    return scalar;
  NamedAttribute dims = builder.getNamedAttr("broadcast_dimensions",
                                             builder.getDenseI64ArrayAttr({}));
  if (type.hasStaticShape())
    return create("stablehlo.broadcast_in_dim", scalar, type, dims)
        ->getResult(0);
  Type i64 = builder.getI64Type();
  SmallVector<Value> shape;
  for (int64_t size : type.getShape()) {
    bool dynamic = ShapedType::isDynamic(size);
    shape.push_back(dynamic ? convert(sizes.front(), i64)
                            : constant(i64, size));
    sizes = sizes.drop_front(dynamic);
  }
  Value extent =
      fromElements(shape, RankedTensorType::get(type.getRank(), i64));
  return create("stablehlo.dynamic_broadcast_in_dim", {scalar, extent}, type,
                dims)
      ->getResult(0);
}

Value StableHLOBuilder::dimension(Value value, int64_t dim) {
  RankedTensorType type = getType(value);
  if (!type.isDynamicDim(dim))
    return constant(builder.getI64Type(), type.getDimSize(dim));
  Operation *size =
      create("stablehlo.get_dimension_size", value,
             RankedTensorType::get({}, builder.getI32Type()),
             builder.getNamedAttr("dimension", builder.getI64IntegerAttr(dim)));
  return convert(size->getResult(0), builder.getI64Type());
}

Value StableHLOBuilder::fromElements(ValueRange scalars,
                                     RankedTensorType type) {
  if (scalars.empty())
    return constant(DenseElementsAttr::get(type, ArrayRef<Attribute>()));
  if (scalars.size() == 1)
    return reshape(scalars.front(), type.getShape());
  SmallVector<Value> parts;
  for (Value scalar : scalars)
    parts.push_back(reshape(scalar, {1}));
  return reshape(concatenate(parts, 0), type.getShape());
}
