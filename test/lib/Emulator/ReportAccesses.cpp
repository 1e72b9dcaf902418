//===- ReportAccesses.cpp - Tell the loader of accesses -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each access to memory that is neither workgroup nor private memory gets a
// call before it. An access counts as one of those two only where all the
// pointers that can reach it are seen to be: another one may be reported too
// much, never too little.
//
//===----------------------------------------------------------------------===//

#include "HostRewrites.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::grad;

/// What the branches to the block of `argument` pass for it; false where they
/// cannot be seen.
static bool getIncoming(BlockArgument argument,
                        llvm::SetVector<Value> &pointers) {
  Block *block = argument.getOwner();
  if (block->isEntryBlock())
    return false;
  for (auto it = block->pred_begin(), e = block->pred_end(); it != e; ++it) {
    auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator());
    if (!branch)
      return false;
    Value value = branch.getSuccessorOperands(
        it.getSuccessorIndex())[argument.getArgNumber()];
    if (!value)
      return false;
    pointers.insert(value);
  }
  return true;
}

/// Whether the pointer is to memory of the image or the stack.
static bool isLocal(Value pointer) {
  llvm::SetVector<Value> pointers;
  pointers.insert(pointer);
  for (size_t i = 0; i < pointers.size(); ++i) {
    Value value = pointers[i];
    auto type = cast<LLVM::LLVMPointerType>(value.getType());
    if (llvm::is_contained({3u, 4u, 5u}, type.getAddressSpace()))
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (!getIncoming(argument, pointers))
        return false;
      continue;
    }
    bool known =
        llvm::TypeSwitch<Operation *, bool>(value.getDefiningOp())
            .Case<LLVM::AllocaOp, LLVM::AddressOfOp>([](auto) { return true; })
            .Case<LLVM::GEPOp>([&](auto op) {
              pointers.insert(op.getBase());
              return isa<LLVM::LLVMPointerType>(op.getBase().getType());
            })
            .Case<LLVM::AddrSpaceCastOp, LLVM::BitcastOp>([&](auto op) {
              pointers.insert(op.getArg());
              return isa<LLVM::LLVMPointerType>(op.getArg().getType());
            })
            .Case<LLVM::SelectOp>([&](auto op) {
              pointers.insert(op.getTrueValue());
              pointers.insert(op.getFalseValue());
              return true;
            })
            .Default(false);
    if (!known)
      return false;
  }
  return true;
}

namespace {
/// Builds the calls before one operation.
struct AccessReporter {
  AccessReporter(Operation *op)
      : builder(op), loc(op->getLoc()), layout(DataLayout::closest(op)) {}

  /// A load or a store of a whole value.
  void report(Value pointer, Type type, bool isWrite) {
    if (!isLocal(pointer))
      call(pointer, makeBytes(layout.getTypeSize(type)), isWrite);
  }

  /// A range of bytes.
  void report(Value pointer, Value bytes, bool isWrite) {
    if (isLocal(pointer))
      return;
    if (bytes.getType().getIntOrFloatBitWidth() < 64)
      bytes = LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), bytes);
    call(pointer, bytes, isWrite);
  }

  /// The elements of a vector that the mask selects. The others have 0 bytes,
  /// which is no access.
  void reportMasked(Value pointer, Value mask, VectorType type, bool isWrite) {
    if (isLocal(pointer))
      return;
    Type element = type.getElementType();
    Value some = makeBytes(layout.getTypeSize(element)), none = makeBytes(0);
    for (int64_t i = 0, e = type.getNumElements(); i < e; ++i) {
      Value bit =
          LLVM::ExtractElementOp::create(builder, loc, mask, makeBytes(i));
      Value place =
          LLVM::GEPOp::create(builder, loc, pointer.getType(), element, pointer,
                              ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
      call(place, LLVM::SelectOp::create(builder, loc, bit, some, none),
           isWrite);
    }
  }

private:
  Value makeBytes(int64_t bytes) {
    return makeConstant(builder, loc, builder.getI64Type(), bytes);
  }

  void call(Value pointer, Value bytes, bool isWrite) {
    auto generic = LLVM::LLVMPointerType::get(builder.getContext());
    if (pointer.getType() != generic)
      pointer = LLVM::AddrSpaceCastOp::create(builder, loc, generic, pointer);
    Value write = makeConstant(builder, loc, builder.getI32Type(), isWrite);
    callSupport(builder, loc, "grad_emulator_access", Type(),
                {pointer, bytes, write});
  }

  OpBuilder builder;
  Location loc;
  DataLayout layout;
};
} // namespace

LogicalResult grad::reportAccesses(ModuleOp module) {
  module.walk([](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<LLVM::LoadOp>([](auto op) {
          AccessReporter(op).report(op.getAddr(), op.getType(), false);
        })
        .Case<LLVM::StoreOp>([](auto op) {
          AccessReporter(op).report(op.getAddr(), op.getValue().getType(),
                                    true);
        })
        .Case<LLVM::MemcpyOp, LLVM::MemmoveOp>([](auto op) {
          AccessReporter(op).report(op.getSrc(), op.getLen(), false);
          AccessReporter(op).report(op.getDst(), op.getLen(), true);
        })
        .Case<LLVM::MemsetOp>([](auto op) {
          AccessReporter(op).report(op.getDst(), op.getLen(), true);
        })
        .Case<LLVM::MaskedLoadOp>([](auto op) {
          AccessReporter(op).reportMasked(op.getData(), op.getMask(),
                                          cast<VectorType>(op.getType()),
                                          false);
        })
        .Case<LLVM::MaskedStoreOp>([](auto op) {
          AccessReporter(op).reportMasked(
              op.getData(), op.getMask(),
              cast<VectorType>(op.getValue().getType()), true);
        });
  });
  return success();
}
