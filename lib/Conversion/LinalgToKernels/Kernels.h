//===- Kernels.h - Structured operations as kernels -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_LINALGTOKERNELS_KERNELS_H
#define GRAD_LIB_CONVERSION_LINALGTOKERNELS_KERNELS_H

#include "Kernel.h"
#include "Reduction.h"

namespace mlir::grad {

/// Whether a kernel can compute what the operation does; says at the operation
/// what is in the way where it cannot.
LogicalResult verifyKernelBody(linalg::LinalgOp op);

/// Whether the operation has rank 0: one element of each operand.
bool isSingle(linalg::LinalgOp op);

/// Whether each element of the outputs depends on those at the same place of
/// the inputs, which lie in memory in the same order without gaps, and on
/// single elements.
bool isFlat(linalg::LinalgOp op);

/// Whether a flat operation combines all elements into one.
bool isFlatReduction(linalg::LinalgOp op);

/// One thread for each point of the parallel loops, which runs the other loops
/// by itself; where these are long, one block of threads for each point.
/// Erases the operation.
void createPointKernel(KernelModule &module, linalg::LinalgOp op,
                       StringRef name);

/// One thread that runs operations of rank 0 in their order, at the last of
/// them. Erases them.
void createSingleKernel(KernelModule &module, ArrayRef<linalg::LinalgOp> ops,
                        StringRef name);

/// One kernel for flat operations of equal bodies, at the last of them. Erases
/// them.
void createFlatKernel(KernelModule &module, ArrayRef<linalg::LinalgOp> ops,
                      StringRef name);

/// Two kernels for flat reductions of equal bodies into one element, at the
/// last of them: one combines pieces, the other what came of them. Erases them.
void createFlatReduction(KernelModule &module, ArrayRef<linalg::LinalgOp> ops,
                         StringRef name);

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_LINALGTOKERNELS_KERNELS_H
