//===- UpdateInPlace.cpp - State is written in place -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GatherInPlace.h"

#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Pipelines/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::grad {
#define GEN_PASS_DEF_GRADUPDATEINPLACE
#include "grad/Pipelines/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

static Value stripCasts(Value value) {
  while (auto cast = value.getDefiningOp<memref::CastOp>())
    value = cast.getSource();
  return value;
}

/// Whether the buffer may be one that an argument was given, or a view of it.
static bool mayBeArgument(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return !value.getDefiningOp<memref::AllocOp>();
}

/// Has the function return a copy.
static void save(func::ReturnOp op, OpOperand &operand) {
  OpBuilder builder(op);
  auto type = cast<MemRefType>(operand.get().getType());
  SmallVector<Value> sizes;
  for (int64_t i = 0; i != type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(
          memref::DimOp::create(builder, op.getLoc(), operand.get(), i));
  Value copy = memref::AllocOp::create(
      builder, op.getLoc(),
      MemRefType::get(type.getShape(), type.getElementType()), sizes);
  memref::CopyOp::create(builder, op.getLoc(), operand.get(), copy);
  operand.set(copy);
}

/// Drops the results that are new state. Most are in their argument's buffer
/// already, or a collective can deliver them there; the others are copied.
static void writeState(func::FuncOp function, func::ReturnOp op,
                       const llvm::BitVector &updates) {
  auto getArgument = [&](unsigned i) -> Value {
    return function.getArgument(*getUpdatedArgument(function, i));
  };
  SmallVector<unsigned> copies;
  for (unsigned i : updates.set_bits()) {
    auto argument = function.getArgument(*getUpdatedArgument(function, i));
    if (stripCasts(op.getOperand(i)) != argument &&
        !gatherInPlace(op->getOpOperand(i), argument))
      copies.push_back(i);
  }
  // What might be old state is saved before it is overwritten.
  if (!copies.empty())
    for (OpOperand &operand : op->getOpOperands()) {
      unsigned i = operand.getOperandNumber();
      bool isInPlace = updates.test(i) && !llvm::is_contained(copies, i);
      if (!isInPlace && isa<MemRefType>(operand.get().getType()) &&
          mayBeArgument(operand.get()))
        save(op, operand);
    }
  OpBuilder builder(op);
  for (unsigned i : copies)
    memref::CopyOp::create(builder, op.getLoc(), op.getOperand(i),
                           getArgument(i));
  op->eraseOperands(updates);
}

namespace {
struct GradUpdateInPlace
    : public grad::impl::GradUpdateInPlaceBase<GradUpdateInPlace> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTableCollection tables;
    SymbolUserMap users(tables, module);
    for (auto function : module.getOps<func::FuncOp>()) {
      if (!function.isPublic() || function.isExternal() ||
          !users.useEmpty(function))
        continue;
      llvm::BitVector updates(function.getNumResults());
      for (unsigned i = 0, e = function.getNumResults(); i != e; ++i)
        if (isa<MemRefType>(function.getResultTypes()[i]) &&
            getUpdatedArgument(function, i))
          updates.set(i);
      if (updates.none())
        continue;
      function.walk(
          [&](func::ReturnOp op) { writeState(function, op, updates); });
      (void)function.eraseResults(updates);
    }
  }
};
} // namespace
