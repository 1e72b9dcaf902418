//===- Addresses.h - How elements lie in memory -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_ADDRESSES_H
#define GRAD_LIB_CONVERSION_ADDRESSES_H

#include "mlir/IR/Builders.h"

namespace mlir::grad {

/// The type that a device's memory holds an element in: one byte for an i1, an
/// i64 for an index. Null where kernels have no such elements.
Type getStorageType(Type element);
/// Bytes of an element in memory: one for an i1, eight for an index.
int64_t getStorageBytes(Type element);

/// The address of a memref's first element, as an i64.
Value createAddress(OpBuilder &builder, Location loc, Value memref);

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_ADDRESSES_H
