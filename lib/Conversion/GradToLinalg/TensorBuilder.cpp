//===- TensorBuilder.cpp - What the lowerings build with -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorBuilder.h"
#include "grad/Dialect/Grad/IR/GradTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

Type grad::getSumType(Type elementType) {
  if (!isa<FloatType>(elementType) || elementType.getIntOrFloatBitWidth() > 64)
    return elementType;
  return getScaleType(elementType);
}

bool grad::isEmpty(RankedTensorType type) {
  return llvm::is_contained(type.getShape(), 0);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value TensorBuilder::index(int64_t value) {
  return arith::ConstantIndexOp::create(*this, value);
}

Value TensorBuilder::number(Type type, int64_t value) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(*this, getFloatAttr(type, double(value)));
  return arith::ConstantOp::create(*this, getIntegerAttr(type, value));
}

Value TensorBuilder::size(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return index(type.getDimSize(dim));
  return tensor::DimOp::create(*this, tensor, dim);
}

Value TensorBuilder::convert(Value scalar, Type type) {
  if (scalar.getType() == type)
    return scalar;
  unsigned from = scalar.getType().getIntOrFloatBitWidth(),
           to = type.getIntOrFloatBitWidth();
  if (from < to)
    return arith::ExtFOp::create(*this, type, scalar);
  // f32 holds all that types of one width, such as f16 and bf16, hold.
  if (from == to)
    scalar = arith::ExtFOp::create(*this, getF32Type(), scalar);
  return arith::TruncFOp::create(*this, type, scalar);
}

Value TensorBuilder::add(Value a, Value b) {
  if (isa<FloatType>(a.getType()))
    return arith::AddFOp::create(*this, a, b);
  return arith::AddIOp::create(*this, a, b);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Value TensorBuilder::empty(RankedTensorType type, Value rows, Value like) {
  Values sizes;
  for (int64_t i = 0; i != type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(i == 0 && rows ? rows : size(like, i));
  return tensor::EmptyOp::create(*this, type, sizes);
}

Value TensorBuilder::filled(RankedTensorType type, Value number, Value rows) {
  return linalg::FillOp::create(*this, number, empty(type, rows)).getResult(0);
}

Value TensorBuilder::generic(Value input, Value init, AffineMap initMap,
                             utils::IteratorType iterator,
                             function_ref<Value(Value, Value)> body) {
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  auto op = linalg::GenericOp::create(
      *this, init.getType(), input, init,
      ArrayRef<AffineMap>{getMultiDimIdentityMap(rank), initMap},
      SmallVector<utils::IteratorType>(rank, iterator));
  InsertionGuard guard(*this);
  Block *block = createBlock(&op.getRegion(), {},
                             {getElementTypeOrSelf(input.getType()),
                              getElementTypeOrSelf(init.getType())},
                             {getLoc(), getLoc()});
  linalg::YieldOp::create(*this,
                          body(block->getArgument(0), block->getArgument(1)));
  return op.getResult(0);
}

Value TensorBuilder::map(Value input, Value init,
                         function_ref<Value(Value, Value)> body) {
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  return generic(input, init, getMultiDimIdentityMap(rank),
                 utils::IteratorType::parallel, body);
}

TensorBuilder::Values
TensorBuilder::mapAll(ValueRange inputs, ValueRange inits,
                      function_ref<Values(TensorBuilder &, ValueRange)> body) {
  int64_t rank = cast<RankedTensorType>(inits.front().getType()).getRank();
  SmallVector<AffineMap> maps;
  for (Value value : llvm::concat<Value>(inputs, inits)) {
    bool isNumber = cast<RankedTensorType>(value.getType()).getRank() == 0;
    maps.push_back(isNumber ? AffineMap::get(rank, 0, getContext())
                            : getMultiDimIdentityMap(rank));
  }
  auto op = linalg::GenericOp::create(
      *this, inits.getTypes(), inputs, inits, maps,
      SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
      [&](OpBuilder &inner, Location loc, ValueRange arguments) {
        TensorBuilder scalars(loc, inner);
        linalg::YieldOp::create(scalars, body(scalars, arguments));
      });
  return op.getResults();
}

Value TensorBuilder::fold(Value input, Value init,
                          function_ref<Value(Value, Value)> body) {
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  return generic(input, init, AffineMap::get(rank, 0, getContext()),
                 utils::IteratorType::reduction, body);
}

Value TensorBuilder::convertElements(Value tensor, Type elementType) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getElementType() == elementType)
    return tensor;
  return map(
      tensor, empty(type.clone(elementType), {}, tensor),
      [&](Value element, Value) { return convert(element, elementType); });
}

Value TensorBuilder::get(Value vector, Value at) {
  return tensor::ExtractOp::create(*this, vector, at);
}

Value TensorBuilder::set(Value vector, Value at, Value element) {
  return tensor::InsertOp::create(*this, element, vector, at);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {
/// Where some rows of a tensor lie.
struct RowSlice {
  RowSlice(TensorBuilder &builder, Value tensor, Value from, OpFoldResult rows)
      : offsets{from}, sizes{rows}, strides{builder.getIndexAttr(1)} {
    auto type = cast<RankedTensorType>(tensor.getType());
    for (int64_t i = 1; i != type.getRank(); ++i) {
      offsets.push_back(builder.getIndexAttr(0));
      sizes.push_back(type.isDynamicDim(i)
                          ? OpFoldResult(builder.size(tensor, i))
                          : builder.getIndexAttr(type.getDimSize(i)));
      strides.push_back(builder.getIndexAttr(1));
    }
  }

  SmallVector<OpFoldResult> offsets, sizes, strides;
};
} // namespace

Value TensorBuilder::getRow(Value tensor, Value at) {
  auto type = cast<RankedTensorType>(tensor.getType());
  RowSlice slice(*this, tensor, at, getIndexAttr(1));
  return tensor::ExtractSliceOp::create(
      *this, type.clone(type.getShape().drop_front()), tensor, slice.offsets,
      slice.sizes, slice.strides);
}

Value TensorBuilder::setRow(Value tensor, Value at, Value row) {
  RowSlice slice(*this, tensor, at, getIndexAttr(1));
  return tensor::InsertSliceOp::create(*this, row, tensor, slice.offsets,
                                       slice.sizes, slice.strides);
}

Value TensorBuilder::getRows(Value tensor, Value from, Value rows) {
  RowSlice slice(*this, tensor, from, rows);
  return tensor::ExtractSliceOp::create(*this, tensor, slice.offsets,
                                        slice.sizes, slice.strides);
}

Value TensorBuilder::setRows(Value tensor, Value from, Value rows, Value part) {
  RowSlice slice(*this, tensor, from, rows);
  return tensor::InsertSliceOp::create(*this, part, tensor, slice.offsets,
                                       slice.sizes, slice.strides);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

TensorBuilder::Values
TensorBuilder::loop(Value count, ValueRange state,
                    function_ref<Values(Value, ValueRange)> body) {
  auto op = scf::ForOp::create(*this, index(0), count, index(1), state);
  InsertionGuard guard(*this);
  setInsertionPointToStart(op.getBody());
  scf::YieldOp::create(*this,
                       body(op.getInductionVar(), op.getRegionIterArgs()));
  return op.getResults();
}

TensorBuilder::Values TensorBuilder::when(Value condition, ValueRange state,
                                          function_ref<Values()> body) {
  auto op = scf::IfOp::create(*this, state.getTypes(), condition,
                              /*withElseRegion=*/true);
  InsertionGuard guard(*this);
  setInsertionPointToStart(op.thenBlock());
  scf::YieldOp::create(*this, body());
  setInsertionPointToStart(op.elseBlock());
  scf::YieldOp::create(*this, state);
  return op.getResults();
}
