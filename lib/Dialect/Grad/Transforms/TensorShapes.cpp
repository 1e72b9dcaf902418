//===- TensorShapes.cpp - Tensors as vectors -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorShapes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

int64_t grad::getNumElements(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getNumElements();
}

Value grad::flatten(OpBuilder &builder, Location loc, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getRank() == 1)
    return tensor;
  auto flat =
      RankedTensorType::get({type.getNumElements()}, type.getElementType());
  if (type.getRank() == 0)
    return tensor::ExpandShapeOp::create(builder, loc, flat, tensor,
                                         ArrayRef<ReassociationIndices>());
  ReassociationIndices all =
      llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
  return tensor::CollapseShapeOp::create(builder, loc, flat, tensor,
                                         ArrayRef<ReassociationIndices>(all));
}

Value grad::unflatten(OpBuilder &builder, Location loc, Value vector,
                      ArrayRef<int64_t> shape) {
  if (shape.size() == 1)
    return vector;
  auto type = cast<RankedTensorType>(vector.getType());
  auto shaped = RankedTensorType::get(shape, type.getElementType());
  if (shape.empty())
    return tensor::CollapseShapeOp::create(builder, loc, shaped, vector,
                                           ArrayRef<ReassociationIndices>());
  ReassociationIndices all = llvm::to_vector(llvm::seq<int64_t>(shape.size()));
  return tensor::ExpandShapeOp::create(builder, loc, shaped, vector,
                                       ArrayRef<ReassociationIndices>(all));
}

Value grad::concatenate(OpBuilder &builder, Location loc,
                        ArrayRef<Value> vectors) {
  if (vectors.size() == 1)
    return vectors.front();
  int64_t size = 0;
  for (Value vector : vectors)
    size += getNumElements(vector);
  OpFoldResult one = builder.getIndexAttr(1);
  Value all = tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>{size},
                                      getElementTypeOrSelf(vectors.front()));
  int64_t offset = 0;
  for (Value vector : vectors) {
    int64_t length = getNumElements(vector);
    all = tensor::InsertSliceOp::create(
        builder, loc, vector, all,
        ArrayRef<OpFoldResult>{builder.getIndexAttr(offset)},
        ArrayRef<OpFoldResult>{builder.getIndexAttr(length)},
        ArrayRef<OpFoldResult>{one});
    offset += length;
  }
  return all;
}

Value grad::extract(OpBuilder &builder, Location loc, Value vector,
                    int64_t offset, RankedTensorType type) {
  int64_t length = type.getNumElements();
  Value part = vector;
  if (length != getNumElements(vector))
    part = tensor::ExtractSliceOp::create(
        builder, loc, vector,
        ArrayRef<OpFoldResult>{builder.getIndexAttr(offset)},
        ArrayRef<OpFoldResult>{builder.getIndexAttr(length)},
        ArrayRef<OpFoldResult>{builder.getIndexAttr(1)});
  return unflatten(builder, loc, part, type.getShape());
}

Value grad::flattenToParts(OpBuilder &builder, Location loc, Value tensor,
                           int64_t numParts) {
  Value vector = flatten(builder, loc, tensor);
  int64_t size = getNumElements(vector);
  int64_t padded = llvm::alignTo(size, numParts);
  if (padded == size)
    return vector;
  Type element = getElementTypeOrSelf(vector);
  Value zero = arith::ConstantOp::create(builder, loc, element,
                                         builder.getZeroAttr(element));
  return tensor::PadOp::create(
      builder, loc, RankedTensorType::get({padded}, element), vector,
      ArrayRef<OpFoldResult>{builder.getIndexAttr(0)},
      ArrayRef<OpFoldResult>{builder.getIndexAttr(padded - size)}, zero);
}
