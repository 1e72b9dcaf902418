//===- OpNames.h - How messages name an operation -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_TRANSFORMS_OPNAMES_H
#define GRAD_DIALECT_GRAD_TRANSFORMS_OPNAMES_H

#include "mlir/IR/Operation.h"

#include <string>

namespace mlir::grad {

/// The name of the gradient that a collective reduces: its `grad.param`
/// attribute, else the name in its location, else file and line.
std::string getGradientName(Operation *op);

/// An operation as messages name it: `all-reduce 'layer1.w'`, or
/// `func.call at line 12`.
std::string describe(Operation *op);

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_OPNAMES_H
