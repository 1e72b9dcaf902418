//===- GradEnums.td - Enumerations of the grad dialect -----*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADENUMS_TD
#define GRAD_DIALECT_GRAD_IR_GRADENUMS_TD

include "grad/Dialect/Grad/IR/GradDialect.td"
include "mlir/IR/EnumAttr.td"

def Grad_ReductionKind : I32EnumAttr<"ReductionKind", "how values of the ranks are combined", [
      I32EnumAttrCase<"Sum", 0, "sum">,
      I32EnumAttrCase<"Avg", 1, "avg">,
      I32EnumAttrCase<"Prod", 2, "prod">,
      I32EnumAttrCase<"Min", 3, "min">,
      I32EnumAttrCase<"Max", 4, "max">
    ]> {
  let cppNamespace = "::mlir::grad";
  let genSpecializedAttr = 0;
}

def Grad_ReductionKindAttr
    : EnumAttr<Grad_Dialect, Grad_ReductionKind, "reduction_kind"> {
  let summary = "Reduction kind: `sum`, `avg`, `prod`, `min` or `max`";
  let assemblyFormat = "`<` $value `>`";
}

def Grad_ReduceType : I32EnumAttr<"ReduceType", "the type that a reduction widens to", [
      I32EnumAttrCase<"F32", 0, "f32">,
      I32EnumAttrCase<"F64", 1, "f64">,
      I32EnumAttrCase<"Keep", 2, "keep">
    ]> {
  let cppNamespace = "::mlir::grad";
  let genSpecializedAttr = 0;
}

def Grad_WireType : I32EnumAttr<"WireType", "the type that a reduction narrows to", [
      I32EnumAttrCase<"F16", 0, "f16">,
      I32EnumAttrCase<"BF16", 1, "bf16">
    ]> {
  let cppNamespace = "::mlir::grad";
  let genSpecializedAttr = 0;
}

def Grad_ScaleMode : I32EnumAttr<"ScaleMode", "where the division of a mean happens", [
      I32EnumAttrCase<"After", 0, "after">,
      I32EnumAttrCase<"Before", 1, "before">,
      I32EnumAttrCase<"Split", 2, "split">
    ]> {
  let cppNamespace = "::mlir::grad";
  let genSpecializedAttr = 0;
}

#endif // GRAD_DIALECT_GRAD_IR_GRADENUMS_TD
