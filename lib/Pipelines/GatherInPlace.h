//===- GatherInPlace.h - An all-gather delivers to an argument -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_PIPELINES_GATHERINPLACE_H
#define GRAD_LIB_PIPELINES_GATHERINPLACE_H

#include "mlir/IR/Value.h"

namespace mlir::grad {

/// Has the `grad.all_gather` that makes `result`, an operand of the return that
/// is about to be copied to `argument`, deliver to the argument's memory, as a
/// sharded optimizer's does with parameters. The function then returns the
/// argument. False, and nothing is changed, where something may touch that
/// memory later, or the program has another shape.
bool gatherInPlace(OpOperand &result, BlockArgument argument);

} // namespace mlir::grad

#endif // GRAD_LIB_PIPELINES_GATHERINPLACE_H
