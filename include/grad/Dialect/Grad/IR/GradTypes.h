//===- GradTypes.h - Types of the dialect -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADTYPES_H
#define GRAD_DIALECT_GRAD_IR_GRADTYPES_H

#include "mlir/IR/BuiltinTypes.h"

#define GET_TYPEDEF_CLASSES
#include "grad/Dialect/Grad/IR/GradTypes.h.inc"

namespace mlir::grad {

/// The type T in which gradients of a floating-point type are scaled and
/// accumulated: f64 for f64, f32 for the rest.
FloatType getScaleType(Type elementType);

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_IR_GRADTYPES_H
