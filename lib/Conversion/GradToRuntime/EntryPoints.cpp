//===- EntryPoints.cpp - Functions that a host program calls -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::grad;

static bool isABIType(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return memref.getLayout().isIdentity() && !memref.getMemorySpace() &&
           memref.getElementType().isIntOrIndexOrFloat();
  return type.isIntOrIndexOrFloat();
}

FailureOr<EntrySignature> grad::getEntrySignature(func::FuncOp function) {
  EntrySignature signature;
  llvm::append_range(signature.arguments, function.getArgumentTypes());
  llvm::append_range(signature.results, function.getResultTypes());
  for (Type type : llvm::concat<Type>(signature.arguments, signature.results))
    if (!isABIType(type))
      return function.emitError("expected arguments and results that are "
                                "scalars, tensors or contiguous memrefs of "
                                "scalars, got ")
             << type;
  for (unsigned i = 0, e = function.getNumResults(); i != e; ++i) {
    std::optional<unsigned> updated =
        signature.updates.emplace_back(getUpdatedArgument(function, i));
    auto name = function.getResultAttrOfType<StringAttr>(i, kUpdatesAttrName);
    if (name &&
        (!updated || signature.arguments[*updated] != signature.results[i]))
      return function.emitError("result ")
             << i << " updates " << name
             << ", which is no argument of its type";
  }
  return signature;
}

namespace {
/// Builds one entry point.
class EntryPoint {
public:
  EntryPoint(RuntimeCalls &calls, func::FuncOp function,
             const EntrySignature &signature, func::FuncOp entry)
      : calls(calls), function(function), signature(signature), entry(entry),
        builder(OpBuilder::atBlockEnd(&entry.getBody().front())),
        loc(function.getLoc()) {}

  void build();

private:
  Value loadScalar(Value pointer, Type type);
  void storeScalar(Value pointer, Value scalar);
  Value loadDescriptor(Value pointer, Type memref);
  void deliverDynamic(Value result, Value pointer);
  void returnOnError(Value status);

  RuntimeCalls &calls;
  func::FuncOp function;
  const EntrySignature &signature;
  func::FuncOp entry;
  OpBuilder builder;
  Location loc;
};
} // namespace

Value EntryPoint::loadScalar(Value pointer, Type type) {
  Value memref = loadDescriptor(pointer, MemRefType::get({}, type));
  return memref::LoadOp::create(builder, loc, memref);
}

void EntryPoint::storeScalar(Value pointer, Value scalar) {
  Value memref = loadDescriptor(pointer, MemRefType::get({}, scalar.getType()));
  memref::StoreOp::create(builder, loc, scalar, memref);
}

Value EntryPoint::loadDescriptor(Value pointer, Type memref) {
  int64_t rank = cast<MemRefType>(memref).getRank();
  Value descriptor = LLVM::LoadOp::create(
      builder, loc, getDescriptorType(builder.getContext(), rank), pointer);
  return UnrealizedConversionCastOp::create(builder, loc, memref, descriptor)
      .getResult(0);
}

void EntryPoint::returnOnError(Value status) {
  Block *block = builder.getInsertionBlock();
  Block *rest = builder.createBlock(block->getParent());
  Block *failure = builder.createBlock(block->getParent());
  func::ReturnOp::create(builder, loc, status);
  builder.setInsertionPointToEnd(block);
  Value isFine = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                      status, calls.createNull(builder, loc));
  cf::CondBranchOp::create(builder, loc, isFine, rest, failure);
  builder.setInsertionPointToStart(rest);
}

/// Hands a result of dynamic shape over in memory of the runtime's.
void EntryPoint::deliverDynamic(Value result, Value pointer) {
  auto type = cast<MemRefType>(result.getType());
  Type descriptorType = getDescriptorType(builder.getContext(), type.getRank());
  int64_t width = type.getElementType().isIndex()
                      ? 8
                      : llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  Value bytes = arith::MulIOp::create(builder, loc,
                                      calls.createCount(builder, loc, result),
                                      calls.createI64(builder, loc, width));
  Value slot;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&entry.getBody().front());
    slot = LLVM::AllocaOp::create(builder, loc, calls.getPointerType(),
                                  calls.getPointerType(),
                                  calls.createI64(builder, loc, 1));
  }
  returnOnError(calls.call(builder, loc, "gradrt_alloc",
                           {entry.getArgument(0), bytes, slot}));
  Value memory =
      LLVM::LoadOp::create(builder, loc, calls.getPointerType(), slot);
  returnOnError(calls.call(builder, loc, "gradrt_copy",
                           {entry.getArgument(0), memory,
                            calls.createPointer(builder, loc, result), bytes,
                            calls.createNull(builder, loc)}));
  Value descriptor =
      UnrealizedConversionCastOp::create(builder, loc, descriptorType, result)
          .getResult(0);
  for (int64_t field : {0, 1})
    descriptor =
        LLVM::InsertValueOp::create(builder, loc, descriptor, memory, field);
  LLVM::StoreOp::create(builder, loc, descriptor, pointer);
}

void EntryPoint::build() {
  auto pointers = entry.getArguments().drop_front();
  SmallVector<Value> arguments = {entry.getArgument(0)};
  for (auto [type, pointer] : llvm::zip(signature.arguments, pointers))
    arguments.push_back(isa<MemRefType>(type) ? loadDescriptor(pointer, type)
                                              : loadScalar(pointer, type));
  auto call = func::CallOp::create(builder, loc, function, arguments);
  returnOnError(call.getResult(0));

  auto outputs = pointers.drop_front(signature.arguments.size());
  for (auto [updated, result] :
       llvm::zip(signature.updates, call.getResults().drop_front())) {
    Value pointer;
    if (updated) {
      pointer = pointers[*updated];
    } else {
      pointer = outputs.front();
      outputs = outputs.drop_front();
    }
    auto type = dyn_cast<MemRefType>(result.getType());
    if (!type) {
      storeScalar(pointer, result);
      continue;
    }
    if (updated || type.hasStaticShape())
      memref::CopyOp::create(builder, loc, result,
                             loadDescriptor(pointer, type));
    else
      deliverDynamic(result, pointer);
    memref::DeallocOp::create(builder, loc, result);
  }
  func::ReturnOp::create(builder, loc, calls.createNull(builder, loc));
}

func::FuncOp grad::createEntryPoint(RuntimeCalls &calls, func::FuncOp function,
                                    StringRef name,
                                    const EntrySignature &signature) {
  size_t numPointers =
      1 + signature.arguments.size() +
      llvm::count(signature.updates, std::optional<unsigned>());
  OpBuilder builder(function);
  SmallVector<Type> pointers(numPointers, calls.getPointerType());
  auto entry = func::FuncOp::create(
      builder, function.getLoc(), name,
      builder.getFunctionType(pointers, calls.getPointerType()));
  entry.addEntryBlock();
  EntryPoint(calls, function, signature, entry).build();
  return entry;
}
