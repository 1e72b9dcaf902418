//===- AccumulateLoops.h - Sums over ranks behind loops -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_DIALECT_GRAD_TRANSFORMS_ACCUMULATELOOPS_H
#define GRAD_LIB_DIALECT_GRAD_TRANSFORMS_ACCUMULATELOOPS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::grad {

/// Moves sums over ranks that an `scf.for` only adds to an iteration argument
/// behind the loop.
void accumulateLoops(ModuleOp module);

} // namespace mlir::grad

#endif // GRAD_LIB_DIALECT_GRAD_TRANSFORMS_ACCUMULATELOOPS_H
