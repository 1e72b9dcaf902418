//===- Passes.h - Conversions from and to grad -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_CONVERSION_PASSES_H
#define GRAD_CONVERSION_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::grad {

#define GEN_PASS_DECL
#include "grad/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "grad/Conversion/Passes.h.inc"

} // namespace mlir::grad

#endif // GRAD_CONVERSION_PASSES_H
