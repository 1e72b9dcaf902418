//===- KernelGroups.h - Operations that share a kernel -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_LINALGTOKERNELS_KERNELGROUPS_H
#define GRAD_LIB_CONVERSION_LINALGTOKERNELS_KERNELGROUPS_H

#include "Kernels.h"

namespace mlir::grad {

/// How a kernel is made of operations.
enum class KernelKind { Single, Flat, FlatReduction, Point };

/// Operations that become one kernel, next to each other in their block.
struct KernelGroup {
  KernelKind kind;
  SmallVector<linalg::LinalgOp> ops;
};

/// Groups the operations and moves those of a group together, where that
/// changes nothing that any of them, or anything between them, reads or writes:
/// to the group, where what an operation needs is there already, else the
/// group to the operation.
SmallVector<KernelGroup> groupKernels(ArrayRef<linalg::LinalgOp> ops);

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_LINALGTOKERNELS_KERNELGROUPS_H
