//===- GradInterfaces.td - Interfaces of the grad dialect --*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADINTERFACES_TD
#define GRAD_DIALECT_GRAD_IR_GRADINTERFACES_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Grad_CollectiveOpInterface : OpInterface<"CollectiveOpInterface",
    [MemoryEffectsOpInterface]> {
  let cppNamespace = "::mlir::grad";
  let description = [{
    An operation that ranks execute together. The tensor form gives result i
    for operand i. The memref form works in place on its `inputs`, or reads
    `inputs` and writes `outputs`.

    Constraints that all collectives share:
    - GR-C-1: there is at least one operand.
    - GR-C-2: operands are all tensors, or all memrefs.
    - GR-C-3: tensors: as many results as operands, and no outputs.
    - GR-C-4: memrefs: no results, and as many outputs as inputs or, where the
      operation can work in place, none.
    - GR-C-5: element types are signless or unsigned integers or floats.
    - GR-C-6: operand and result of a pair have the same element type; a
      reduction may deliver another floating-point type than it sends.
  }];
  let methods = [
    InterfaceMethod<"The values that are sent.", "::mlir::OperandRange",
                    "getInputs">,
    InterfaceMethod<"The buffers that are written; memref form only.",
                    "::mlir::OperandRange", "getOutputs">,
    InterfaceMethod<"The replica groups; null means every rank.",
                    "::mlir::grad::GroupAttr", "getGroupAttr">,
    InterfaceMethod<"What fusion may do with the operation, or null.",
                    "::mlir::grad::FusionAttr", "getFusionAttr">,
    InterfaceMethod<"Sets or, with null, removes the fusion attribute.",
                    "void", "setFusionAttr", (ins
                    "::mlir::grad::FusionAttr":$fusion)>,
    StaticInterfaceMethod<
        "Whether equal operand and result types work in place on memrefs.",
        "bool", "canWorkInPlace">,
    InterfaceMethod<[{
        Whether the result of a pair may have another floating-point element
        type than the operand.
      }], "bool", "canChangeElementType", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<[{
        Checks the shapes of one operand and its result (or output), whose
        element types were checked already.
      }], "::llvm::LogicalResult", "verifyPair",
      (ins "::mlir::ShapedType":$input, "::mlir::ShapedType":$output)>,
  ];
  let extraSharedClassDeclaration = [{
    /// Whether the operation works on tensors.
    bool isTensorForm() {
      return ::llvm::isa<::mlir::TensorType>(
          $_op.getInputs().front().getType());
    }
    /// The type that pair i delivers: of the result, of the output, or of the
    /// operand itself where the operation works in place.
    ::mlir::ShapedType getDeliveredType(unsigned i) {
      ::mlir::Value value = $_op->getNumResults() ? ::mlir::Value(
          $_op->getResult(i)) : $_op.getOutputs().empty()
          ? $_op.getInputs()[i] : $_op.getOutputs()[i];
      return ::llvm::cast<::mlir::ShapedType>(value.getType());
    }
  }];
  let verify = [{ return detail::verifyCollective($_op); }];
}

def Grad_OptimizerOpInterface : OpInterface<"OptimizerOpInterface"> {
  let cppNamespace = "::mlir::grad";
  let description = [{
    An operation that computes a new parameter from the old one, its gradient
    and the optimizer's state, each element by itself. What it computes, it
    computes in T, f64 for f64 parameters and f32 for the rest, and rounds the
    new parameter once. With a condition that does not hold, parameter and state
    come back as they were, bit by bit. As loops it writes to the buffers of the
    old parameter and state.

    Constraints that all optimizers share:
    - GR-OP-1: gradient and state have the shape of the parameter.
    - GR-OP-2: state is of type T.
    - GR-OP-3: coefficients are finite and not negative; `beta1` and `beta2` are
      below 1.
  }];
  let methods = [
    InterfaceMethod<"The old parameter.", "::mlir::OpOperand &",
                    "getParamMutable">,
    InterfaceMethod<"The gradient.", "::mlir::OpOperand &",
                    "getGradientMutable">,
    InterfaceMethod<"The learning rate.", "::mlir::OpOperand &",
                    "getLearningRateMutable">,
    InterfaceMethod<"Whether to update at all; may be absent.",
                    "::mlir::MutableOperandRange", "getConditionMutable">,
    InterfaceMethod<[{
        The state of each element, in the order of the results after the first,
        which is the new parameter.
      }], "::mlir::OperandRange", "getStates">,
    StaticInterfaceMethod<[{
        What each state is called: the state of the parameter `w` is
        `NAME.w`.
      }], "::llvm::ArrayRef<::llvm::StringLiteral>", "getStateNames">,
  ];
  let verify = [{ return detail::verifyOptimizer($_op); }];
}

#endif // GRAD_DIALECT_GRAD_IR_GRADINTERFACES_TD
