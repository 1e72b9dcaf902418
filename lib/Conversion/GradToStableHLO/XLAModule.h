//===- XLAModule.h - What a module for XLA may hold -------------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_XLAMODULE_H
#define GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_XLAMODULE_H

#include "mlir/IR/Operation.h"
#include "llvm/Support/Error.h"

namespace mlir::grad {

/// Whether the operation may stay: one of the dialects that XLA takes, or one
/// that is not registered, of which nothing is known.
bool isOfXLA(Operation *op);

/// Why no rule writes the operation.
llvm::Error refuseLeftover(Operation *op);

/// Checks that a function takes and gives what XLA has.
llvm::Error checkSignature(Operation *op);

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_XLAMODULE_H
