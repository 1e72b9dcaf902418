//===- Passes.td - Conversions from and to grad ------------*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_CONVERSION_PASSES_TD
#define GRAD_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertGradToRuntime
    : Pass<"convert-grad-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Turn collectives on memrefs into calls of the runtime";
  let description = [{
    Expects functions after bufferization and lowering of structured control
    flow: `func`, `cf`, `memref` and what lies below. Every collective becomes
    a call of `gradrt_*` whose status is tested; a function returns with the
    first status that is an error.

    Each function with a body gets the context as its first argument and a
    status as its first result. For each public function NAME an entry point of
    that name is made:

    ```c
    gradrt_status NAME(gradrt_context *, arguments..., results...);
    ```

    Each argument, then each result that updates no state, is a pointer to
    MLIR's ranked memref descriptor; a scalar is a memref of rank 0. The caller
    brings the memory of results of static shape. For a result of dynamic shape
    the descriptor is filled, and its memory is freed with `gradrt_free`. A
    result with `grad.updates = "w"` is written to the argument with
    `grad.param = "w"` or `grad.state = "w"` when the function is done.

    What the backend does not reduce is an error at the operation.
  }];
  let options = [
    Option<"backend", "backend", "std::string", /*default=*/"\"local\"",
           "backend whose capability table decides what can be reduced: local "
           "or record">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::ub::UBDialect"
  ];
}

#endif // GRAD_CONVERSION_PASSES_TD
