//===- TensorRules.cpp - Operations on shapes and parts ---------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../StableHLO/RankNumbering.h"
#include "ArithmeticRules.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

using Rule = ArithmeticRule;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static llvm::Error checkStatic(Operation *op) {
  if (cast<ShapedType>(op->getOperand(0).getType()).hasStaticShape() &&
      cast<ShapedType>(op->getResult(0).getType()).hasStaticShape())
    return llvm::Error::success();
  return refuse("its shape is dynamic");
}

static llvm::Error checkStaticResult(Operation *op) {
  if (cast<ShapedType>(op->getResult(0).getType()).hasStaticShape())
    return llvm::Error::success();
  return refuse("its shape is dynamic");
}

static Value writeReshape(const Rule &, StableHLOBuilder &builder, Operation *,
                          ValueRange operands, RankedTensorType type) {
  return builder.reshape(operands[0], type.getShape());
}

static llvm::Error checkConcat(Operation *op) {
  for (Type type : op->getOperandTypes())
    if (!cast<ShapedType>(type).hasStaticShape())
      return refuse("its shape is dynamic");
  return checkStaticResult(op);
}

static Value writeConcat(const Rule &, StableHLOBuilder &builder, Operation *op,
                         ValueRange operands, RankedTensorType) {
  return builder.concatenate(operands, cast<tensor::ConcatOp>(op).getDim());
}

/// A conversion may tell more or less about the shape.
static Value writeCast(const Rule &, StableHLOBuilder &builder, Operation *,
                       ValueRange operands, RankedTensorType type) {
  if (operands[0].getType() == type)
    return operands[0];
  return builder.create("stablehlo.convert", operands, type)->getResult(0);
}

static llvm::Error checkDim(Operation *op) {
  if (cast<tensor::DimOp>(op).getConstantIndex())
    return llvm::Error::success();
  return refuse("which dimension it asks for is no constant");
}

static Value writeDim(const Rule &, StableHLOBuilder &builder, Operation *op,
                      ValueRange operands, RankedTensorType) {
  return builder.dimension(operands[0],
                           *cast<tensor::DimOp>(op).getConstantIndex());
}

static Value writeSplat(const Rule &, StableHLOBuilder &builder, Operation *,
                        ValueRange operands, RankedTensorType type) {
  return builder.broadcast(operands[0], type, operands.drop_front());
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static Value writeFromElements(const Rule &, StableHLOBuilder &builder,
                               Operation *, ValueRange operands,
                               RankedTensorType type) {
  return builder.fromElements(operands, type);
}

static Value writeExtract(const Rule &, StableHLOBuilder &builder, Operation *,
                          ValueRange operands, RankedTensorType type) {
  auto whole = cast<RankedTensorType>(operands[0].getType());
  if (whole.getRank() == 0)
    return operands[0];
  SmallVector<int64_t> one(whole.getRank(), 1);
  Builder &attrs = builder.getBuilder();
  Operation *element = builder.create(
      "stablehlo.dynamic_slice", operands, whole.clone(one),
      attrs.getNamedAttr("slice_sizes", attrs.getDenseI64ArrayAttr(one)));
  return builder.reshape(element->getResult(0), type.getShape());
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Where a slice lies, with everything known.
static bool isStatic(OffsetSizeAndStrideOpInterface op) {
  auto isKnown = [](ArrayRef<int64_t> values) {
    return llvm::none_of(values, ShapedType::isDynamic);
  };
  return isKnown(op.getStaticOffsets()) && isKnown(op.getStaticSizes()) &&
         isKnown(op.getStaticStrides());
}

static llvm::Error checkExtractSlice(Operation *op) {
  auto slice = cast<tensor::ExtractSliceOp>(op);
  if (!isStatic(slice) || !slice.getSourceType().hasStaticShape())
    return refuse("its offsets, sizes, strides or shape are dynamic");
  return llvm::Error::success();
}

static Value writeExtractSlice(const Rule &, StableHLOBuilder &builder,
                               Operation *op, ValueRange operands,
                               RankedTensorType type) {
  auto slice = cast<tensor::ExtractSliceOp>(op);
  ArrayRef<int64_t> sizes = slice.getStaticSizes(),
                    strides = slice.getStaticStrides();
  SmallVector<int64_t> limits(slice.getStaticOffsets());
  for (auto [limit, size, stride] : llvm::zip_equal(limits, sizes, strides))
    limit += size == 0 ? 0 : (size - 1) * stride + 1;
  Builder &attrs = builder.getBuilder();
  auto getAttr = [&](StringRef name, ArrayRef<int64_t> values) {
    return attrs.getNamedAttr(name, attrs.getDenseI64ArrayAttr(values));
  };
  Operation *part =
      builder.create("stablehlo.slice", operands[0], type.clone(sizes),
                     {getAttr("limit_indices", limits),
                      getAttr("start_indices", slice.getStaticOffsets()),
                      getAttr("strides", strides)});
  return builder.reshape(part->getResult(0), type.getShape());
}

static llvm::Error checkInsertSlice(Operation *op) {
  auto slice = cast<tensor::InsertSliceOp>(op);
  if (!isStatic(slice) || !slice.getSourceType().hasStaticShape() ||
      !slice.getDestType().hasStaticShape())
    return refuse("its offsets, sizes, strides or shape are dynamic");
  if (llvm::any_of(slice.getStaticStrides(), [](int64_t s) { return s != 1; }))
    return refuse("StableHLO updates parts without strides only");
  return llvm::Error::success();
}

static Value writeInsertSlice(const Rule &, StableHLOBuilder &builder,
                              Operation *op, ValueRange operands,
                              RankedTensorType type) {
  auto slice = cast<tensor::InsertSliceOp>(op);
  Value part = builder.reshape(operands[0], slice.getStaticSizes());
  SmallVector<Value> values = {operands[1], part};
  Type i64 = builder.getBuilder().getI64Type();
  for (int64_t offset : slice.getStaticOffsets())
    values.push_back(builder.constant(i64, offset));
  return builder.create("stablehlo.dynamic_update_slice", values, type)
      ->getResult(0);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static constexpr Rule kRules[] = {
    {"tensor.cast", writeCast},
    {"tensor.collapse_shape", writeReshape, "", checkStatic},
    {"tensor.concat", writeConcat, "", checkConcat},
    {"tensor.dim", writeDim, "", checkDim},
    {"tensor.expand_shape", writeReshape, "", checkStatic},
    {"tensor.extract", writeExtract},
    {"tensor.extract_slice", writeExtractSlice, "", checkExtractSlice},
    {"tensor.from_elements", writeFromElements},
    {"tensor.insert_slice", writeInsertSlice, "", checkInsertSlice},
    {"tensor.reshape", writeReshape, "", checkStatic},
    {"tensor.splat", writeSplat},
};

ArrayRef<Rule> grad::getTensorRules() { return kRules; }
