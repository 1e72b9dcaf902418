//===- MemoryRanges.cpp - Which operations touch the same memory ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryRanges.h"
#include "grad/Dialect/Grad/IR/GradInterfaces.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include <limits>

using namespace mlir;
using namespace mlir::grad;

static constexpr int64_t kEverything = std::numeric_limits<int64_t>::max();

/// Bytes of a memref that lies in one piece; everything where that is unknown.
static int64_t getBytes(MemRefType type) {
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      !type.getElementType().isIntOrFloat())
    return kEverything;
  return type.getNumElements() *
         llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

/// Whether the value is memory of its own.
static bool isRoot(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    auto function = dyn_cast<FunctionOpInterface>(parent);
    return function && argument.getOwner()->isEntryBlock() &&
           SymbolTable::getSymbolVisibility(parent) ==
               SymbolTable::Visibility::Public;
  }
  return isa<memref::AllocOp, memref::AllocaOp, memref::GetGlobalOp,
             WorkspaceOp, PointerTableOp>(value.getDefiningOp());
}

MemoryRange grad::getMemoryRange(Value memref, bool isWrite) {
  MemoryRange range{memref, 0, kEverything, isWrite};
  bool isKnown = false;
  while (auto view = range.root.getDefiningOp<ViewLikeOpInterface>()) {
    auto bytes = dyn_cast<memref::ViewOp>(view.getOperation());
    std::optional<int64_t> shift;
    if (bytes)
      shift = getConstantIntValue(bytes.getByteShift());
    // Reshapes of a view stay inside of it.
    if (shift && !isKnown) {
      int64_t size = getBytes(bytes.getType());
      if (size != kEverything) {
        range.begin = *shift;
        range.end = *shift + size;
        isKnown = true;
      }
    }
    range.root = view.getViewSource();
  }
  if (!isRoot(range.root))
    range.root = Value();
  return range;
}

/// The memrefs that a value was made from: itself, or those whose addresses
/// went into a number or a table.
static void collectMemRefs(Value value, SmallVectorImpl<Value> &memrefs) {
  if (auto table = value.getDefiningOp<PointerTableOp>()) {
    llvm::append_range(memrefs, table.getBuffers());
    memrefs.push_back(value);
    return;
  }
  if (isa<BaseMemRefType>(value.getType())) {
    memrefs.push_back(value);
    return;
  }
  Operation *op = value.getDefiningOp();
  if (!op || !isMemoryEffectFree(op))
    return;
  for (Value operand : op->getOperands())
    collectMemRefs(operand, memrefs);
}

MemoryAccess::MemoryAccess(Operation *op) {
  auto touch = [&](Value memref, bool isWrite) {
    ranges.push_back(getMemoryRange(memref, isWrite));
  };
  auto touchAll = [&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      SmallVector<Value> memrefs;
      collectMemRefs(operand, memrefs);
      for (Value memref : memrefs)
        touch(memref, /*isWrite=*/true);
    }
  };
  op->walk([&](Operation *inner) {
    if (isa<CollectiveOpInterface, gpu::LaunchFuncOp>(inner))
      return touchAll(inner);
    if (inner->hasTrait<OpTrait::IsTerminator>() || isPure(inner))
      return;
    auto interface = dyn_cast<MemoryEffectOpInterface>(inner);
    if (!interface) {
      // What is inside is looked at by itself.
      isUnknown |= !inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
      return;
    }
    SmallVector<MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects) {
      if (isa<MemoryEffects::Allocate>(effect.getEffect()))
        continue;
      Value value = effect.getValue();
      if (value && isa<BaseMemRefType>(value.getType()))
        touch(value, !isa<MemoryEffects::Read>(effect.getEffect()));
      else if (!isa<GroupSizeOp, RankOp>(inner))
        isUnknown = true;
    }
  });
}

bool MemoryAccess::conflicts(const MemoryAccess &other) const {
  if (isUnknown || other.isUnknown)
    return true;
  for (const MemoryRange &mine : ranges)
    for (const MemoryRange &theirs : other.ranges)
      if ((mine.isWrite || theirs.isWrite) && mine.overlaps(theirs))
        return true;
  return false;
}
