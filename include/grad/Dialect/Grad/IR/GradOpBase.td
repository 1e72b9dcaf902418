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

/// A truth value, whose type the text leaves out.
def Grad_Flag
    : Type<0DTensorOf<[I1]>.predicate, "a rank-0 tensor of i1",
           "::mlir::RankedTensorType">,
      BuildableType<
          "::mlir::RankedTensorType::get({}, $_builder.getI1Type())">;

#endif // GRAD_DIALECT_GRAD_IR_GRADOPBASE_TD
