//===- GradCollectiveOps.cpp - Collectives -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradCollectiveSyntax.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

#define GET_OP_CLASSES
#include "grad/Dialect/Grad/IR/GradOps.cpp.inc"

/// Checks that operand and result have one shape; a dynamic size fits any.
static LogicalResult verifySameShape(Operation *op, StringRef id,
                                     ShapedType input, ShapedType output) {
  if (succeeded(verifyCompatibleShape(input.getShape(), output.getShape())))
    return success();
  return op->emitOpError(id)
         << ": expected operand and result to have the same shape, got "
         << input << " and " << output;
}

/// Checks GR-AR-2 and GR-RS-5 for every operand.
static LogicalResult verifyAverage(CollectiveOpInterface op, StringRef id,
                                   ReductionKind kind) {
  if (kind != ReductionKind::Avg)
    return success();
  for (Value input : op.getInputs())
    if (Type type = cast<ShapedType>(input.getType()).getElementType();
        !isa<FloatType>(type))
      return op->emitOpError(id) << ": expected 'avg' on floats, got " << type
                                 << "; use 'sum', or convert to a float first";
  return success();
}

/// Checks GR-RS-4 and GR-AG-4.
static LogicalResult verifyEvenGroups(Operation *op, StringRef id,
                                      GroupAttr group) {
  if (group && !group.getUniformSize())
    return op->emitOpError(id)
           << ": expected replica groups of equal size, since the size enters "
              "the type, got "
           << group;
  return success();
}

/// Checks the shapes of a whole value and its shard along `dim`, for
/// constraints 1 to 3 of reduce_scatter (GR-RS) and all_gather (GR-AG).
static LogicalResult verifyShard(Operation *op, StringRef family, int64_t dim,
                                 GroupAttr group, ShapedType whole,
                                 ShapedType shard) {
  auto emitError = [&](int number) {
    return op->emitOpError() << family << '-' << number << ": ";
  };
  int64_t rank = whole.getRank();
  if (rank != shard.getRank())
    return emitError(1) << "expected operand and result to have the same rank, "
                           "got "
                        << rank << " and " << shard.getRank();
  if (rank == 0)
    return emitError(1) << "expected operand and result to have dimensions, "
                           "got rank 0";
  if (dim < 0 || dim >= rank)
    return emitError(1) << "expected 'dim' to be from 0 to " << rank - 1
                        << ", got " << dim;
  for (int64_t i = 0; i != rank; ++i)
    if (i != dim && !whole.isDynamicDim(i) && !shard.isDynamicDim(i) &&
        whole.getDimSize(i) != shard.getDimSize(i))
      return emitError(2) << "expected dimension " << i
                          << " to be equal in operand and result, got " << whole
                          << " and " << shard;
  if (whole.isDynamicDim(dim) || shard.isDynamicDim(dim))
    return success();
  int64_t wholeSize = whole.getDimSize(dim), shardSize = shard.getDimSize(dim);
  if (!group) {
    if (shardSize == 0 ? wholeSize == 0 : wholeSize % shardSize == 0)
      return success();
    return emitError(3) << "expected dimension " << dim << " of the whole, "
                        << wholeSize << ", to be a multiple of the shard's, "
                        << shardSize;
  }
  int64_t size = group.getGroups().front().size();
  // By division, which cannot overflow.
  if (wholeSize % size == 0 && wholeSize / size == shardSize)
    return success();
  return emitError(3) << "expected dimension " << dim << " of the whole, "
                      << wholeSize << ", to be " << size
                      << ", the group's size, times the shard's, " << shardSize;
}

//===----------------------------------------------------------------------===//
// AllReduceOp
//===----------------------------------------------------------------------===//

LogicalResult AllReduceOp::verifyPair(ShapedType input, ShapedType output) {
  return verifySameShape(*this, "GR-AR-1", input, output);
}

LogicalResult AllReduceOp::verify() {
  return verifyAverage(*this, "GR-AR-2", getKind());
}

//===----------------------------------------------------------------------===//
// ReduceScatterOp
//===----------------------------------------------------------------------===//

LogicalResult ReduceScatterOp::verifyPair(ShapedType input, ShapedType output) {
  return verifyShard(*this, "GR-RS", getDim(), getGroupAttr(), input, output);
}

LogicalResult ReduceScatterOp::verify() {
  if (failed(verifyEvenGroups(*this, "GR-RS-4", getGroupAttr())))
    return failure();
  return verifyAverage(*this, "GR-RS-5", getKind());
}

//===----------------------------------------------------------------------===//
// AllGatherOp
//===----------------------------------------------------------------------===//

LogicalResult AllGatherOp::verifyPair(ShapedType input, ShapedType output) {
  return verifyShard(*this, "GR-AG", getDim(), getGroupAttr(), output, input);
}

LogicalResult AllGatherOp::verify() {
  return verifyEvenGroups(*this, "GR-AG-4", getGroupAttr());
}

//===----------------------------------------------------------------------===//
// BroadcastOp
//===----------------------------------------------------------------------===//

LogicalResult BroadcastOp::verifyPair(ShapedType input, ShapedType output) {
  return verifySameShape(*this, "GR-BC-1", input, output);
}

LogicalResult BroadcastOp::verify() {
  int64_t root = getRoot();
  if (root < 0)
    return emitOpError("GR-BC-2: expected 'root' to be 0 or more, got ")
           << root;
  if (GroupAttr group = getGroupAttr(); group && root >= group.getMinSize())
    return emitOpError("GR-BC-2: expected 'root' to be a position in every "
                       "replica group, below ")
           << group.getMinSize() << ", got " << root;
  return success();
}

//===----------------------------------------------------------------------===//
// GroupSizeOp, RankOp
//===----------------------------------------------------------------------===//

void GroupSizeOp::getAsmResultNames(
    function_ref<void(Value, StringRef)> setNameFn) {
  setNameFn(getSize(), "size");
}

void RankOp::getAsmResultNames(function_ref<void(Value, StringRef)> setNameFn) {
  setNameFn(getRank(), "rank");
}
