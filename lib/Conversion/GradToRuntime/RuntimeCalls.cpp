//===- RuntimeCalls.cpp - Calls of the runtime -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"
#include "../Addresses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::grad;

Type grad::getDescriptorType(MLIRContext *context, int64_t rank) {
  auto pointer = LLVM::LLVMPointerType::get(context);
  auto i64 = IntegerType::get(context, 64);
  SmallVector<Type> fields = {pointer, pointer, i64};
  if (rank > 0)
    fields.append(2, LLVM::LLVMArrayType::get(i64, rank));
  return LLVM::LLVMStructType::getLiteral(context, fields);
}

LLVM::LLVMPointerType RuntimeCalls::getPointerType() {
  return LLVM::LLVMPointerType::get(module.getContext());
}

Value RuntimeCalls::call(OpBuilder &builder, Location loc, StringRef name,
                         ValueRange arguments, bool hasStatus) {
  auto callee = symbols.lookup<func::FuncOp>(name);
  if (!callee) {
    SmallVector<Type> results(hasStatus ? 1 : 0, getPointerType());
    callee = func::FuncOp::create(
        module.getLoc(), name,
        builder.getFunctionType(arguments.getTypes(), results));
    callee.setPrivate();
    symbols.insert(callee, module.getBody()->begin());
  }
  auto call = func::CallOp::create(builder, loc, callee, arguments);
  return hasStatus ? call.getResult(0) : Value();
}

Value RuntimeCalls::createNull(OpBuilder &builder, Location loc) {
  return LLVM::ZeroOp::create(builder, loc, getPointerType());
}

Value RuntimeCalls::createI32(OpBuilder &builder, Location loc, int32_t value) {
  return arith::ConstantIntOp::create(builder, loc, value, 32);
}

Value RuntimeCalls::createI64(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIntOp::create(builder, loc, value, 64);
}

Value RuntimeCalls::createAddress(OpBuilder &builder, Location loc,
                                  Attribute value, Type type,
                                  StringRef prefix) {
  LLVM::GlobalOp &global = globals[value];
  if (!global) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    global = LLVM::GlobalOp::create(builder, module.getLoc(), type,
                                    /*isConstant=*/true,
                                    LLVM::Linkage::Internal, prefix, value);
    // Gives the global a name that is free.
    global->remove();
    symbols.insert(global, module.getBody()->begin());
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value RuntimeCalls::createGroups(OpBuilder &builder, Location loc,
                                 GroupAttr group) {
  if (!group)
    return createNull(builder, loc);
  SmallVector<int64_t> table = {int64_t(group.getGroups().size())};
  for (DenseI64ArrayAttr ranks : group.getGroups())
    table.push_back(ranks.size());
  for (DenseI64ArrayAttr ranks : group.getGroups())
    llvm::append_range(table, ranks.asArrayRef());
  return createNumbers(builder, loc, table);
}

Value RuntimeCalls::createNumbers(OpBuilder &builder, Location loc,
                                  ArrayRef<int64_t> numbers) {
  auto type = LLVM::LLVMArrayType::get(builder.getI64Type(), numbers.size());
  return createAddress(builder, loc, builder.getI64TensorAttr(numbers), type,
                       "grad.numbers");
}

Value RuntimeCalls::createMemRef(OpBuilder &builder, Location loc,
                                 Value pointer, MemRefType type,
                                 ValueRange sizes) {
  int64_t rank = type.getRank();
  Type descriptorType = getDescriptorType(builder.getContext(), rank);
  Value descriptor = LLVM::PoisonOp::create(builder, loc, descriptorType);
  auto insert = [&](Value value, ArrayRef<int64_t> position) {
    descriptor =
        LLVM::InsertValueOp::create(builder, loc, descriptor, value, position);
  };
  insert(pointer, 0);
  insert(pointer, 1);
  insert(createI64(builder, loc, 0), 2);
  Value stride = createI64(builder, loc, 1);
  for (int64_t dim = rank - 1; dim >= 0; --dim) {
    insert(sizes[dim], {3, dim});
    insert(stride, {4, dim});
    stride = arith::MulIOp::create(builder, loc, stride, sizes[dim]);
  }
  return UnrealizedConversionCastOp::create(builder, loc, type, descriptor)
      .getResult(0);
}

Value RuntimeCalls::createText(OpBuilder &builder, Location loc,
                               const Twine &text) {
  std::string bytes = text.str() + '\0';
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
  return createAddress(builder, loc, builder.getStringAttr(bytes), type,
                       "grad.text");
}

Value RuntimeCalls::createKey(OpBuilder &builder, Operation *op) {
  // A variable, since constants that are equal may become one.
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  Type byte = builder.getI8Type();
  auto global = LLVM::GlobalOp::create(
      builder, module.getLoc(), byte, /*isConstant=*/false,
      LLVM::Linkage::Internal, "grad.key", IntegerAttr::get(byte, 0));
  // Gives the global a name that is free.
  global->remove();
  symbols.insert(global, module.getBody()->begin());
  builder.setInsertionPoint(op);
  return LLVM::AddressOfOp::create(builder, op->getLoc(), global);
}

Value RuntimeCalls::createPlace(OpBuilder &builder, Operation *op) {
  std::string place;
  llvm::raw_string_ostream os(place);
  os << op->getName();
  op->getLoc()->walk([&](Location nested) {
    auto file = dyn_cast<FileLineColLoc>(nested);
    if (!file)
      return WalkResult::advance();
    os << " at " << file.getFilename().getValue() << ':' << file.getLine()
       << ':' << file.getColumn();
    return WalkResult::interrupt();
  });
  return createText(builder, op->getLoc(), place);
}

Value RuntimeCalls::createPointer(OpBuilder &builder, Location loc,
                                  Value memref) {
  return LLVM::IntToPtrOp::create(builder, loc, getPointerType(),
                                  grad::createAddress(builder, loc, memref));
}

Value RuntimeCalls::createSize(OpBuilder &builder, Location loc, Value memref,
                               int64_t dim) {
  auto type = cast<MemRefType>(memref.getType());
  if (!type.isDynamicDim(dim))
    return createI64(builder, loc, type.getDimSize(dim));
  Value size = memref::DimOp::create(builder, loc, memref, dim);
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), size);
}

Value RuntimeCalls::createCount(OpBuilder &builder, Location loc,
                                Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  if (type.hasStaticShape())
    return createI64(builder, loc, type.getNumElements());
  Value count = createI64(builder, loc, 1);
  for (int64_t dim = 0; dim != type.getRank(); ++dim)
    count = arith::MulIOp::create(builder, loc, count,
                                  createSize(builder, loc, memref, dim));
  return count;
}
