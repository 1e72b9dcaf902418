//===- Passes.h - Conversions to and from the grad dialect ------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_CONVERSION_PASSES_H
#define GRAD_CONVERSION_PASSES_H

#include "grad/Dialect/Grad/IR/GradDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::grad {

/// In which type the way to StableHLO sums 16-bit floats and smaller ones.
enum class LowPrecision {
  /// The operand's; XLA may round at each hop.
  Keep,
  /// f32, at twice the traffic or more.
  Widen
};

#define GEN_PASS_DECL
#include "grad/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "grad/Conversion/Passes.h.inc"

} // namespace mlir::grad

#endif // GRAD_CONVERSION_PASSES_H
