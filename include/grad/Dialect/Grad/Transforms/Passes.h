//===- Passes.h - Passes of the grad dialect -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_TRANSFORMS_PASSES_H
#define GRAD_DIALECT_GRAD_TRANSFORMS_PASSES_H

#include "grad/Dialect/Grad/IR/GradDialect.h"
#include "grad/Dialect/Grad/Transforms/FusionPolicy.h"
#include "mlir/Pass/Pass.h"

namespace mlir::grad {

#define GEN_PASS_DECL
#include "grad/Dialect/Grad/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "grad/Dialect/Grad/Transforms/Passes.h.inc"

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_PASSES_H
