//===- GradScheduleAttributes.td - How a step is called ---- *- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADSCHEDULEATTRIBUTES_TD
#define GRAD_DIALECT_GRAD_IR_GRADSCHEDULEATTRIBUTES_TD

include "grad/Dialect/Grad/IR/GradAttributes.td"

def Grad_ScheduleAttr : Grad_Attr<"Schedule", "schedule"> {
  let summary = "How the functions of a training step are called";
  let description = [{
    Stands on a module as `grad.schedule`. `split-accumulation` writes it;
    `grad-run` and host programs follow it.

    ```mlir
    module attributes {grad.schedule = #grad.schedule<
        accumulate = @step_accumulate, update = @step_update, micro_steps = 4>}
    ```

    A window of K micro-steps is K calls of `accumulate`, each with a batch of
    its own, then one of `update`. With `last_in_update` it is K - 1 of
    `accumulate` and one of `update`, which takes the last batch itself. Then
    `clear` is called, where there is one.

    The functions share their state by name: what `grad.updates = "w"` writes in
    one is what the argument with `grad.param = "w"` or `grad.state = "w"` reads
    in the next. State that starts from one number says so with `grad.init`. An
    `update` that is called before the window is full divides by the micro-steps
    that were really accumulated.

    Constraints:
    - GR-SD-1: `grad.schedule` is this attribute and stands on a module.
    - GR-SD-2: it names different functions of that module.
    - GR-SD-3: `micro_steps` is above 0.
    - GR-SD-4: parameters and state of the same name have the same type in all of
      its functions, and all or none of them are `grad.per_rank`.
  }];
  let parameters = (ins
    "::mlir::FlatSymbolRefAttr":$accumulate,
    "::mlir::FlatSymbolRefAttr":$update,
    OptionalParameter<"::mlir::FlatSymbolRefAttr">:$clear,
    "int64_t":$micro_steps,
    DefaultValuedParameter<"bool", "false">:$last_in_update);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The functions in the order in which they are called.
    ::llvm::SmallVector<::mlir::FlatSymbolRefAttr> getFunctions() const;
  }];
}

#endif // GRAD_DIALECT_GRAD_IR_GRADSCHEDULEATTRIBUTES_TD
