//===- GradDeviceOps.td - What kernels need ---------------*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADDEVICEOPS_TD
#define GRAD_DIALECT_GRAD_IR_GRADDEVICEOPS_TD

include "grad/Dialect/Grad/IR/GradOpBase.td"

def Grad_PointerTableOp : Grad_Op<"pointer_table", [Pure]> {
  let summary = "A table of numbers and addresses in device memory";
  let description = [{
    Memory that holds the constant numbers, then the address of the first
    element of each buffer, for a kernel that walks several buffers: the
    parameters of an update, say. `convert-linalg-to-kernels` makes it. The
    runtime keeps it from call to call (`gradrt_table`) and sends it to the
    device only where an address changed. Reading the buffers through it is
    reading the buffers.

    ```mlir
    %t = grad.pointer_table [0, 1, 2, 16, 8]
        (%a, %b : memref<16xf32>, memref<8xf32>) : memref<7xi64>
    ```

    Constraints:
    - GR-PT-1: the result has one dimension and as many elements as there are
      numbers and buffers, at least one.
    - GR-PT-2: its elements are i64, and its layout is the identity.
  }];
  let arguments = (ins DenseI64ArrayAttr:$numbers,
                       Variadic<AnyMemRef>:$buffers);
  let results = (outs MemRefRankOf<[I64], [1]>:$result);
  let assemblyFormat = [{
    $numbers (`(` $buffers^ `:` type($buffers) `)`)? attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

#endif // GRAD_DIALECT_GRAD_IR_GRADDEVICEOPS_TD
