//===- BucketPlaces.cpp - Which buffers may lie in a bucket -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An allocation gives new memory each time it is executed; a bucket does not.
// The two cannot be told apart where no value that stands for the memory
// outlives the next execution: SSA sees to that for all values but those that a
// terminator, a call or a loop hands on. So only operations that are known to
// hand nothing on may use the memory.
//
//===----------------------------------------------------------------------===//

#include "BucketPlaces.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::grad;

int64_t grad::getElementBytes(MemRefType type) {
  Type element = type.getElementType();
  if (!element.isIntOrFloat())
    return 0;
  unsigned bits = element.getIntOrFloatBitWidth();
  if (bits == 1)
    return 1;
  return bits % 8 == 0 && llvm::isPowerOf2_32(bits) && bits <= 64 ? bits / 8
                                                                  : 0;
}

/// The buffer that an operand is all of, in another shape.
static Value getWholeBuffer(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<memref::CollapseShapeOp, memref::ExpandShapeOp, memref::CastOp>(
            op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// Whether all the elements lie in order, as many as the type says.
static bool isPlain(MemRefType type) {
  return type.hasStaticShape() && type.getLayout().isIdentity() &&
         !type.getMemorySpace();
}

static bool isView(Operation *op) {
  return isa<memref::CollapseShapeOp, memref::ExpandShapeOp, memref::CastOp,
             memref::SubViewOp, memref::ReinterpretCastOp>(op);
}

/// Whether the operation reads and writes its operands, and nothing else of
/// them lives on.
static bool onlyAccesses(Operation *op) {
  return isa<linalg::LinalgOp, CollectiveOpInterface, memref::LoadOp,
             memref::StoreOp, memref::CopyOp, memref::DimOp>(op);
}

/// Why the memory may not be shared with later executions; empty where it may.
static std::string findEscape(Value memory) {
  SmallVector<Value> values = {memory};
  while (!values.empty())
    for (Operation *user : values.pop_back_val().getUsers()) {
      if (isView(user))
        values.push_back(user->getResult(0));
      else if (isa<memref::DeallocOp>(user))
        return "it is freed";
      else if (isa<func::ReturnOp>(user))
        return "the function returns it";
      else if (!onlyAccesses(user))
        return "'" + user->getName().getStringRef().str() + "' may hand it on";
    }
  return "";
}

/// Why the place of the allocation speaks against a bucket. Iterations of a
/// loop in sequence may share it, since nothing lives on.
static std::string findRegion(Operation *op) {
  while (!isa<func::FuncOp>(op->getParentOp())) {
    op = op->getParentOp();
    if (!isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::IndexSwitchOp>(op))
      return "it is allocated in '" + op->getName().getStringRef().str() + "'";
  }
  return op->getParentRegion()->hasOneBlock()
             ? ""
             : "the function has several blocks";
}

BucketPlace grad::findBucketPlace(CollectiveOpInterface op,
                                  OpOperand &operand) {
  auto refuse = [](std::string obstacle) {
    return BucketPlace{nullptr, std::move(obstacle)};
  };
  Value buffer = getWholeBuffer(operand.get());
  if (isa<BlockArgument>(buffer))
    return refuse("it is an argument");
  if (buffer.getDefiningOp<memref::ViewOp>())
    return refuse("it has a place already");
  if (buffer.getDefiningOp<memref::SubViewOp>())
    return refuse("it is part of a buffer");
  auto alloc = buffer.getDefiningOp<memref::AllocOp>();
  if (!alloc)
    return refuse("it is no allocation");
  auto type = cast<MemRefType>(operand.get().getType());
  if (!isPlain(alloc.getType()) || !isPlain(type))
    return refuse("its size or layout is not static");
  if (getElementBytes(type) == 0 || type.getNumElements() == 0)
    return refuse("it has no elements of whole bytes");
  for (OpOperand &other : op->getOpOperands())
    if (&other != &operand && getWholeBuffer(other.get()) == buffer)
      return refuse("it is another operand, too");
  std::string obstacle = findRegion(alloc);
  if (obstacle.empty())
    obstacle = findEscape(buffer);
  return obstacle.empty() ? BucketPlace{alloc, ""} : refuse(obstacle);
}
