//===- CopyBeforeWrites.h - A program that never works in place -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TEST_LIB_COPYBEFOREWRITES_H
#define GRAD_TEST_LIB_COPYBEFOREWRITES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::grad {

/// Has every operation write to a copy of its own, so that bufferization has no
/// decision to make. Slow, and the same results: a reference for the lowering.
void copyBeforeWrites(mlir::ModuleOp module);

} // namespace mlir::grad

#endif // GRAD_TEST_LIB_COPYBEFOREWRITES_H
