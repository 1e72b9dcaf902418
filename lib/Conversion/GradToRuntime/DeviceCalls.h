//===- DeviceCalls.h - Memory and kernels as calls of the runtime -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_GRADTORUNTIME_DEVICECALLS_H
#define GRAD_LIB_CONVERSION_GRADTORUNTIME_DEVICECALLS_H

#include "CollectiveCalls.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::grad {

/// The fat binaries of a module, as constants.
class KernelImages {
public:
  explicit KernelImages(ModuleOp module) : module(module) {}

  /// Turns every `gpu.binary` into a constant. Fails, with an error, where a
  /// GPU module has not been compiled.
  LogicalResult convert();

  /// The address and the size of the image that holds a kernel.
  std::pair<Value, Value> createImage(RuntimeCalls &calls, OpBuilder &builder,
                                      Location loc, StringRef name);

private:
  ModuleOp module;
  llvm::StringMap<LLVM::GlobalOp> images;
};

/// Turns the operations of one function that work on device memory into calls.
class DeviceCalls {
public:
  DeviceCalls(RuntimeCalls &calls, CollectiveCalls &checks,
              KernelImages &images, func::FuncOp function)
      : calls(calls), checks(checks), images(images), function(function) {}

  /// Has what follows each collective wait for it just before the first use of
  /// its memory. Comes first: it makes the collectives' tickets.
  void insertJoins();

  /// Replaces all operations of the function.
  LogicalResult convert();

private:
  LogicalResult replace(Operation *op);
  void replaceAlloc(memref::AllocOp op);
  void replaceDealloc(memref::DeallocOp op);
  LogicalResult replaceCopy(memref::CopyOp op);
  void replaceLoad(memref::LoadOp op);
  void replaceStore(memref::StoreOp op);
  void replaceGlobal(memref::GetGlobalOp op);
  void replaceTable(PointerTableOp op);
  void replaceLaunch(gpu::LaunchFuncOp op);
  LogicalResult replaceProduct(linalg::LinalgOp op);

  void call(OpBuilder &builder, Operation *op, StringRef name,
            ArrayRef<Value> arguments);
  Value callForPointer(OpBuilder &builder, Operation *op, StringRef name,
                       ArrayRef<Value> arguments, bool hasPlace = true);
  Value createBytes(OpBuilder &builder, Location loc, Value memref);
  Value createElementPointer(OpBuilder &builder, Location loc, Value memref,
                             ValueRange indices);
  Value getSlot(Type type, unsigned number);

  RuntimeCalls &calls;
  CollectiveCalls &checks;
  KernelImages &images;
  func::FuncOp function;
  /// Memory for arguments of calls, at the function's entry.
  llvm::DenseMap<Type, SmallVector<Value>> slots;
};

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_GRADTORUNTIME_DEVICECALLS_H
