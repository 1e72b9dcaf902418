//===- GradMemoryOps.td - Memory that a program keeps ------*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADMEMORYOPS_TD
#define GRAD_DIALECT_GRAD_IR_GRADMEMORYOPS_TD

include "grad/Dialect/Grad/IR/GradOpBase.td"

def Grad_WorkspaceOp : Grad_Op<"workspace", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "Memory that is kept from one call to the next";
  let description = [{
    Memory of as many bytes as the type says, aligned to 64. Each operation has
    memory of its own, on each rank: the first time that a rank comes to it the
    memory is made and filled with zeros; from then on it is the same memory with
    what was last written to it, until the rank leaves its world. It is never
    freed by the program.

    A function that calls itself, or that two threads run with one context, uses
    the same memory more than once at a time. A copy of the operation, such as
    inlining makes, is another operation with other memory.

    ```mlir
    %bytes = grad.workspace : memref<256xi8>
    %offset = arith.constant 64 : index
    %bucket = memref.view %bytes[%offset][] : memref<256xi8> to memref<48xf32>
    ```

    Constraints:
    - GR-WS-1: the memref has one dimension, of static size.
    - GR-WS-2: its elements are i8.
    - GR-WS-3: its layout is the identity, in the default memory space.
  }];
  let results = (outs AnyMemRef:$memory);
  let assemblyFormat = "attr-dict `:` type($memory)";
  let hasVerifier = 1;
}

#endif // GRAD_DIALECT_GRAD_IR_GRADMEMORYOPS_TD
