//===- Kernel.h - One kernel and its launch -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_LINALGTOKERNELS_KERNEL_H
#define GRAD_LIB_CONVERSION_LINALGTOKERNELS_KERNEL_H

#include "../Addresses.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::grad {

/// Threads of a block in every kernel that has more than one.
constexpr int64_t kBlockThreads = 256;
/// The name of the GPU module that holds a module's kernels.
constexpr StringLiteral kKernelsName = "grad_kernels";

/// The kernels of a module, in one GPU module that is made when it is needed.
class KernelModule {
public:
  explicit KernelModule(ModuleOp module) : module(module) {}

  /// An empty kernel with a name that begins with `name`.
  gpu::GPUFuncOp create(Location loc, StringRef name);

private:
  ModuleOp module;
  gpu::GPUModuleOp kernels;
  /// The next number for each beginning of a name.
  llvm::StringMap<unsigned> numbers;
};

/// How memory is read from inside a kernel: an address and the distance in
/// elements between neighbours in each dimension. Values are i64.
struct Buffer {
  Value address;
  SmallVector<Value> strides;
  Type element;
};

/// Builds one kernel and, before an operation of the host's, its launch.
class Kernel {
public:
  /// `before` is where the launch will stand.
  Kernel(KernelModule &module, Operation *before, StringRef name);

  /// In the kernel: its value of a scalar of the host's, which is passed once.
  /// Constants are made again.
  Value pass(Value scalar);
  /// In the kernel: the memory of a memref of the host's.
  Buffer passBuffer(Value memref);
  /// In the kernel: the size of a dimension of a memref of the host's.
  Value passSize(Value memref, int64_t dim);

  /// Launches it with so many blocks (an index of the host's) of threads.
  void launch(Value blocks, int64_t threads);

  // What follows builds at the end of the kernel, or where `builder` stands.

  Value i64(int64_t value);
  Value add(Value a, Value b);
  Value sub(Value a, Value b);
  Value mul(Value a, Value b);
  Value div(Value a, Value b);
  Value rem(Value a, Value b);
  Value min(Value a, Value b);
  Value thread();
  Value block();
  Value numBlocks();

  /// The element at a number of elements behind the address, or `lanes` > 1 of
  /// them as a vector, whose address is then aligned to 16 bytes.
  Value load(Type element, Value address, Value index, int64_t lanes = 1);
  void store(Value value, Type element, Value address, Value index);

  /// The number of the element at the indices.
  Value offset(const Buffer &buffer, ValueRange indices);

  /// The results of an affine map for the values of its dimensions.
  SmallVector<Value> apply(AffineMap map, ValueRange dims);

  /// Clones the body of a structured operation for the values of its block
  /// arguments, without one operation where that is given, and gives back what
  /// became of `results`. With several lanes, everything is a vector.
  /// `indices` are the iteration's, for `linalg.index`.
  SmallVector<Value> cloneBody(linalg::LinalgOp op, ValueRange results,
                               ValueRange arguments, ValueRange indices,
                               int64_t lanes = 1, Operation *without = nullptr);

  /// A loop from `low` up to `high` in steps; `body` gets the index and the
  /// carried values and returns the next ones.
  SmallVector<Value>
  loop(Value low, Value high, Value step, ValueRange carried,
       llvm::function_ref<SmallVector<Value>(Value, ValueRange)> body);

  OpBuilder builder;
  OpBuilder host;
  Location loc;
  gpu::GPUFuncOp function;

private:
  Value cloneLoad(Operation *op, const IRMapping &mapping);
  Value extent(int64_t dim, Value id);

  SmallVector<Value> operands;
  llvm::DenseMap<Value, Value> passed;
};

/// On the host: the number of elements, as an index.
Value createElementCount(OpBuilder &builder, Location loc, Value memref);
/// On the host: how many blocks have `each` elements per block, as an index.
Value createBlockCount(OpBuilder &builder, Location loc, Value elements,
                       int64_t each);

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_LINALGTOKERNELS_KERNEL_H
