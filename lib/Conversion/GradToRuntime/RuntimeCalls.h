//===- RuntimeCalls.h - Calls of the runtime -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_GRADTORUNTIME_RUNTIMECALLS_H
#define GRAD_LIB_CONVERSION_GRADTORUNTIME_RUNTIMECALLS_H

#include "grad/Dialect/Grad/IR/GradAttributes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::grad {

/// MLIR's ranked memref descriptor: allocated and aligned pointer, offset, and
/// above rank 0 sizes and strides.
Type getDescriptorType(MLIRContext *context, int64_t rank);

/// Builds calls of `gradrt_*` functions. Declarations, tables of groups and
/// texts are made once in a module.
class RuntimeCalls {
public:
  explicit RuntimeCalls(ModuleOp module) : module(module), symbols(module) {}

  /// The type of every pointer: contexts, statuses, memory, texts.
  LLVM::LLVMPointerType getPointerType();

  /// A call; its result is the status, or nothing where `hasStatus` is false.
  Value call(OpBuilder &builder, Location loc, StringRef name,
             ValueRange arguments, bool hasStatus = true);

  Value createNull(OpBuilder &builder, Location loc);
  Value createI32(OpBuilder &builder, Location loc, int32_t value);
  Value createI64(OpBuilder &builder, Location loc, int64_t value);

  /// The groups as the runtime's flat table; null for no groups.
  Value createGroups(OpBuilder &builder, Location loc, GroupAttr group);

  /// A text that ends with 0.
  Value createText(OpBuilder &builder, Location loc, const Twine &text);

  /// A text that says where `op` stands, for errors.
  Value createPlace(OpBuilder &builder, Operation *op);

  /// An address that is `op`'s own, in this module and in a process: no other
  /// call gives it.
  Value createKey(OpBuilder &builder, Operation *op);

  /// The address of the first element of a memref, as a pointer.
  Value createPointer(OpBuilder &builder, Location loc, Value memref);

  /// The number of elements of a memref, as an i64.
  Value createCount(OpBuilder &builder, Location loc, Value memref);

  /// The address of constant numbers of 64 bits.
  Value createNumbers(OpBuilder &builder, Location loc,
                      ArrayRef<int64_t> numbers);

  /// A memref of identity layout on the memory at `pointer`, for its sizes.
  Value createMemRef(OpBuilder &builder, Location loc, Value pointer,
                     MemRefType type, ValueRange sizes);

  /// The size of dimension `dim`, as an i64.
  Value createSize(OpBuilder &builder, Location loc, Value memref, int64_t dim);

private:
  Value createAddress(OpBuilder &builder, Location loc, Attribute value,
                      Type type, StringRef prefix);

  ModuleOp module;
  SymbolTable symbols;
  llvm::DenseMap<Attribute, LLVM::GlobalOp> globals;
};

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_GRADTORUNTIME_RUNTIMECALLS_H
