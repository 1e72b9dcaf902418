//===- PrepareBuffers.cpp - Make buffers fit what comes after -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradInterfaces.h"
#include "grad/Pipelines/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::grad {
#define GEN_PASS_DEF_GRADPREPAREBUFFERS
#include "grad/Pipelines/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

static bool isContiguous(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  return type.getLayout().isIdentity() ||
         memref::isStaticShapeAndContiguousRowMajor(type);
}

/// A new buffer of the memref's shape and identity layout.
static Value allocateLike(OpBuilder &builder, Location loc, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<Value> sizes;
  for (int64_t i = 0; i != type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(memref::DimOp::create(builder, loc, memref, i));
  return memref::AllocOp::create(
      builder, loc, MemRefType::get(type.getShape(), type.getElementType()),
      sizes);
}

/// Has the collective work on contiguous copies.
static void packOperands(CollectiveOpInterface op) {
  if (op.isTensorForm())
    return;
  for (OpOperand &operand : op->getOpOperands()) {
    Value strided = operand.get();
    if (isContiguous(strided))
      continue;
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value packed = allocateLike(builder, loc, strided);
    memref::CopyOp::create(builder, loc, strided, packed);
    operand.set(packed);
    builder.setInsertionPointAfter(op);
    bool isWritten = op.getOutputs().empty() ||
                     operand.getOperandNumber() >= op.getInputs().size();
    if (isWritten)
      memref::CopyOp::create(builder, loc, packed, strided);
  }
}

/// The buffer that a value is a view of.
static Value getRoot(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// Returns a buffer once. A root that is no allocation might be the same as any
/// other, so it is copied unless it is the first; what follows it is then
/// copied.
static void returnOnce(func::ReturnOp op) {
  llvm::SmallDenseSet<Value> seen;
  bool anyUnknown = false;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    Value root = getRoot(operand.get());
    bool isKnown = root.getDefiningOp<memref::AllocOp>() != nullptr;
    bool isNew = isKnown ? !seen.contains(root) : seen.empty();
    seen.insert(root);
    if (isNew && !anyUnknown && root == operand.get()) {
      anyUnknown = !isKnown;
      continue;
    }
    OpBuilder builder(op);
    Value copy = allocateLike(builder, op.getLoc(), operand.get());
    memref::CopyOp::create(builder, op.getLoc(), operand.get(), copy);
    operand.set(copy);
  }
}

/// Whether a copy of the memref may be one of bytes. A cast folds into the copy
/// later.
static bool isOnePiece(Value memref) {
  if (!isContiguous(memref))
    return false;
  auto cast = memref.getDefiningOp<memref::CastOp>();
  return !cast || isOnePiece(cast.getSource());
}

/// Copies element by element where the memory is not one piece.
static void expandCopy(memref::CopyOp op) {
  if (isOnePiece(op.getSource()) && isOnePiece(op.getTarget()))
    return;
  OpBuilder builder(op);
  linalg::CopyOp::create(builder, op.getLoc(), op.getSource(), op.getTarget());
  op.erase();
}

namespace {
struct GradPrepareBuffers
    : public grad::impl::GradPrepareBuffersBase<GradPrepareBuffers> {
  void runOnOperation() override {
    getOperation().walk([](CollectiveOpInterface op) { packOperands(op); });
    getOperation().walk([](func::ReturnOp op) { returnOnce(op); });
    getOperation().walk([](memref::CopyOp op) { expandCopy(op); });
  }
};
} // namespace
