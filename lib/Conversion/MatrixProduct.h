//===- MatrixProduct.h - Contractions as matrix products -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_MATRIXPRODUCT_H
#define GRAD_LIB_CONVERSION_MATRIXPRODUCT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <optional>

namespace mlir::grad {

/// On a product: it does not add to what its output held.
constexpr StringLiteral kOverwriteAttrName = "grad.overwrite";

/// A contraction as the runtime's gradrt_product; see there.
struct MatrixProduct {
  Value a, b, c;
  int64_t batch = 1, m = 1, n = 1, k = 1;
  /// Distances in elements between rows, columns and matrices.
  struct Strides {
    int64_t row = 1, column = 1, batch = 0;
  };
  Strides aStrides, bStrides, cStrides;
  bool overwrite = false;
};

/// The product that a structured operation on memrefs of static shapes is;
/// nothing where it is none, or where its operands do not lie in memory as
/// matrices do.
std::optional<MatrixProduct> matchMatrixProduct(linalg::LinalgOp op);

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_MATRIXPRODUCT_H
