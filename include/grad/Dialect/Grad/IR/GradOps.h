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

namespace mlir::grad {

/// The replica groups of an operation in which ranks communicate: a collective,
/// `grad.all_gather_v` or a gradient reducer. A null attribute means every
/// rank; nothing means that the operation does not communicate.
std::optional<GroupAttr> getCommunicationGroup(Operation *op);

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_IR_GRADOPS_H
