//===- GradOps.td - Operations of the grad dialect ---------*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADOPS_TD
#define GRAD_DIALECT_GRAD_IR_GRADOPS_TD

include "grad/Dialect/Grad/IR/GradArithmeticOps.td"
include "grad/Dialect/Grad/IR/GradCollectiveOps.td"
include "grad/Dialect/Grad/IR/GradDeviceOps.td"
include "grad/Dialect/Grad/IR/GradMemoryOps.td"
include "grad/Dialect/Grad/IR/GradOptimizerOps.td"
include "grad/Dialect/Grad/IR/GradReducerOps.td"
include "grad/Dialect/Grad/IR/GradScheduleAttributes.td"
include "grad/Dialect/Grad/IR/GradSparseOps.td"
include "grad/Dialect/Grad/IR/GradTrainingOps.td"

#endif // GRAD_DIALECT_GRAD_IR_GRADOPS_TD
