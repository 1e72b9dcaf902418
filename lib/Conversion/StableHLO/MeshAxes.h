//===- MeshAxes.h - Replica groups as axes of a mesh ------------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_STABLEHLO_MESHAXES_H
#define GRAD_LIB_CONVERSION_STABLEHLO_MESHAXES_H

#include "RankNumbering.h"

namespace mlir::grad {

/// Whether the attribute is `#stablehlo.replica_group_mesh_axes<...>`.
bool isMeshAxes(Attribute attr);

/// Resolves replica groups that are given as axes of a mesh, on the `sdy.mesh`
/// of the operation's module. Devices are numbered in row-major order of the
/// mesh; a group holds the devices that differ only on the listed axes, of
/// which the first varies slowest. Refuses parts of axes, and meshes that give
/// their devices in another order.
llvm::Expected<IdLists> readMeshAxes(Operation *op, Attribute attr);

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_STABLEHLO_MESHAXES_H
