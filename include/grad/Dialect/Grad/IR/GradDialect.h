//===- GradDialect.h - The grad dialect -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADDIALECT_H
#define GRAD_DIALECT_GRAD_IR_GRADDIALECT_H

#include "mlir/IR/Dialect.h"

#include "grad/Dialect/Grad/IR/GradDialect.h.inc"

#endif // GRAD_DIALECT_GRAD_IR_GRADDIALECT_H
