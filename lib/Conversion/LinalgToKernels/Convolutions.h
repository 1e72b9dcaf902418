//===- Convolutions.h - Convolutions as matrix products -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_LINALGTOKERNELS_CONVOLUTIONS_H
#define GRAD_LIB_CONVERSION_LINALGTOKERNELS_CONVOLUTIONS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::grad {

/// Replaces a convolution on memrefs of static shapes by a copy of the elements
/// that each result reads, side by side, and a contraction with the filter,
/// where that is a matrix product.
void lowerConvolution(linalg::GenericOp op);

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_LINALGTOKERNELS_CONVOLUTIONS_H
