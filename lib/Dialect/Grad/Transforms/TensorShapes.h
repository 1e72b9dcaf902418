//===- TensorShapes.h - Tensors as vectors -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_DIALECT_GRAD_TRANSFORMS_TENSORSHAPES_H
#define GRAD_LIB_DIALECT_GRAD_TRANSFORMS_TENSORSHAPES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::grad {

/// The number of elements of a tensor of static shape.
int64_t getNumElements(Value tensor);

/// The elements of a static tensor as a vector.
Value flatten(OpBuilder &builder, Location loc, Value tensor);

/// The vector as a tensor of the shape.
Value unflatten(OpBuilder &builder, Location loc, Value vector,
                ArrayRef<int64_t> shape);

/// Several vectors, one after the other.
Value concatenate(OpBuilder &builder, Location loc, ArrayRef<Value> vectors);

/// A part of a vector as a tensor of the shape.
Value extract(OpBuilder &builder, Location loc, Value vector, int64_t offset,
              RankedTensorType type);

/// The elements of a static tensor as a vector that is padded with zeros to
/// `numParts` equal parts. Part r is what rank r has of something sharded.
Value flattenToParts(OpBuilder &builder, Location loc, Value tensor,
                     int64_t numParts);

} // namespace mlir::grad

#endif // GRAD_LIB_DIALECT_GRAD_TRANSFORMS_TENSORSHAPES_H
