//===- Compare.h - One program against another -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TOOLS_GRADRUN_COMPARE_H
#define GRAD_TOOLS_GRADRUN_COMPARE_H

#include "World.h"

namespace mlir::grad {

/// Checks that two programs, of one context, have the same arguments and
/// results.
llvm::Error compareSignatures(const Program &program, const Program &other);

/// Compares every result on every rank, and names the first difference. `rtol`
/// below 0: bit by bit; else relative to the largest magnitude of the tensor in
/// `others`, over all ranks.
llvm::Error compareOutputs(const Program &program, const RankArrays &outputs,
                           const RankArrays &others, double rtol);

} // namespace mlir::grad

#endif // GRAD_TOOLS_GRADRUN_COMPARE_H
