//===- GradDeviceOps.cpp - What kernels need ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradOps.h"

using namespace mlir;
using namespace mlir::grad;

LogicalResult PointerTableOp::verify() {
  MemRefType type = getResult().getType();
  int64_t size = getNumbers().size() + getBuffers().size();
  if (size == 0 || !type.hasStaticShape() || type.getDimSize(0) != size)
    return emitOpError("GR-PT-1: expected a result of ")
           << size << " elements, at least one, got " << type;
  if (!type.getLayout().isIdentity())
    return emitOpError("GR-PT-2: expected a result of identity layout, got ")
           << type;
  return success();
}
