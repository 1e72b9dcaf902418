//===- GradOps.h - Operations of the dialect -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADOPS_H
#define GRAD_DIALECT_GRAD_IR_GRADOPS_H

#include "grad/Dialect/Grad/IR/GradAttributes.h"
#include "grad/Dialect/Grad/IR/GradDialect.h"
#include "grad/Dialect/Grad/IR/GradInterfaces.h"
#include "grad/Dialect/Grad/IR/GradTypes.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "grad/Dialect/Grad/IR/GradOps.h.inc"

#endif // GRAD_DIALECT_GRAD_IR_GRADOPS_H
