//===- GradOpBase.td - What operations are made of ---------*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADOPBASE_TD
#define GRAD_DIALECT_GRAD_IR_GRADOPBASE_TD

include "grad/Dialect/Grad/IR/GradAttributes.td"
include "grad/Dialect/Grad/IR/GradEnums.td"
include "grad/Dialect/Grad/IR/GradInterfaces.td"
include "grad/Dialect/Grad/IR/GradTypes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Grad_Op<string mnemonic, list<Trait> traits = []>
    : Op<Grad_Dialect, mnemonic, traits>;

/// A ranked tensor of floats.
def Grad_FloatTensor : RankedTensorOf<[AnyFloat]>;

/// One floating-point number.
def Grad_FloatScalar : 0DTensorOf<[AnyFloat]>;

#endif // GRAD_DIALECT_GRAD_IR_GRADOPBASE_TD
