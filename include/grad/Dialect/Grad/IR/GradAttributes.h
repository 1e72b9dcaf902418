//===- GradAttributes.h - Attributes and enumerations of the dialect -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADATTRIBUTES_H
#define GRAD_DIALECT_GRAD_IR_GRADATTRIBUTES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"

#include <optional>

#include "grad/Dialect/Grad/IR/GradEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "grad/Dialect/Grad/IR/GradAttributes.h.inc"

#endif // GRAD_DIALECT_GRAD_IR_GRADATTRIBUTES_H
