//===- Passes.h - Steps of the pipelines -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_PIPELINES_PASSES_H
#define GRAD_PIPELINES_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::grad {

/// What kernels are compiled to.
enum class KernelFormat {
  /// One object with a program for each chip.
  FatBinary,
  /// PTX text.
  Assembly
};

#define GEN_PASS_DECL
#include "grad/Pipelines/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "grad/Pipelines/Passes.h.inc"

} // namespace mlir::grad

#endif // GRAD_PIPELINES_PASSES_H
