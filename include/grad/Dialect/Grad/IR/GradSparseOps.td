//===- GradSparseOps.td - Sparse gradients -----------------*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADSPARSEOPS_TD
#define GRAD_DIALECT_GRAD_IR_GRADSPARSEOPS_TD

include "grad/Dialect/Grad/IR/GradOpBase.td"

def Grad_IndexedSlicesOp : Grad_Op<"indexed_slices", [Pure]> {
  let summary = "Makes a sparse gradient of indices and values";
  let description = [{
    An index that is no row of the dense tensor stands for nothing, as in JAX's
    scatters: what adds up rows leaves it out.

    ```mlir
    %s = grad.indexed_slices %indices, %values
        : !grad.indexed_slices<?xi32, 100x8xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$indices, AnyRankedTensor:$values);
  let results = (outs Grad_IndexedSlicesType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Grad_IndicesOp : Grad_Op<"indices", [Pure]> {
  let summary = "The indices of a sparse gradient";
  let description = [{
    ```mlir
    %i = grad.indices %s : !grad.indexed_slices<?xi32, 100x8xf32>
    ```
  }];
  let arguments = (ins Grad_IndexedSlicesType:$input);
  let results = (outs AnyRankedTensor:$result);
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Grad_ValuesOp : Grad_Op<"values", [Pure]> {
  let summary = "The values of a sparse gradient";
  let description = [{
    ```mlir
    %v = grad.values %s : !grad.indexed_slices<?xi32, 100x8xf32>
    ```
  }];
  let arguments = (ins Grad_IndexedSlicesType:$input);
  let results = (outs AnyRankedTensor:$result);
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Grad_ToDenseOp : Grad_Op<"to_dense", [Pure]> {
  let summary = "The dense tensor of a sparse gradient";
  let description = [{
    Rows that are given more than once are added up in their order, floats in
    at least 32 bits and rounded once; the others are zero. Indices that are out
    of range add to no row.

    ```mlir
    %d = grad.to_dense %s : !grad.indexed_slices<?xi32, 100x8xf32> -> tensor<100x8xf32>
    ```

    Constraints:
    - GR-TD-1: the result is the dense type.
  }];
  let arguments = (ins Grad_IndexedSlicesType:$input);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input attr-dict `:` qualified(type($input)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def Grad_CoalesceOp : Grad_Op<"coalesce", [Pure]> {
  let summary = "A sparse gradient with each row once, in ascending order";
  let description = [{
    Rows that are given more than once are added up as `grad.to_dense` does.
    Indices that are out of range are left out.

    ```mlir
    %c = grad.coalesce %s : !grad.indexed_slices<4xi32, 100x8xf32> -> !grad.indexed_slices<?xi32, 100x8xf32>
    ```

    Constraints:
    - GR-CO-1: the result has a dynamic number of rows, and is otherwise of the
      operand's type.
  }];
  let arguments = (ins Grad_IndexedSlicesType:$input);
  let results = (outs Grad_IndexedSlicesType:$result);
  let assemblyFormat = [{
    $input attr-dict `:` qualified(type($input)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def Grad_SparsifyOp : Grad_Op<"sparsify", [Pure]> {
  let summary = "The largest elements of a vector, with their index";
  let description = [{
    `top_k`: so many elements, the largest by magnitude; of equal ones those
    with the lower index. `threshold`: all elements of at least that magnitude.
    NaN is the largest magnitude, so that what is not finite is always sent. The
    elements stand in ascending order of their index.

    ```mlir
    %k = grad.sparsify %x top_k 2 : tensor<8xf32> -> !grad.indexed_slices<2xi32, 8xf32>
    %t = grad.sparsify %x threshold 0.5 : tensor<8xf32> -> !grad.indexed_slices<?xi32, 8xf32>
    ```

    Constraints:
    - GR-SP-1: either `top_k`, from 1 to the number of elements, or `threshold`,
      finite and above 0.
    - GR-SP-2: the result is of the operand's type, and has `top_k` rows or a
      dynamic number.
  }];
  let arguments = (ins 1DTensorOf<[F32, F64]>:$input,
                       OptionalAttr<I64Attr>:$top_k,
                       OptionalAttr<F64Attr>:$threshold);
  let results = (outs Grad_IndexedSlicesType:$result);
  let assemblyFormat = [{
    $input (`top_k` $top_k^)? (`threshold` $threshold^)? attr-dict
    `:` type($input) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def Grad_AllGatherVOp : Grad_Op<"all_gather_v", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Concatenates rows of every rank, of which each may bring its own number";
  let description = [{
    The operands have the same number of rows on a rank; that number may differ
    by rank, and the result has those of all ranks in the order of the group.
    The last result holds the number of rows of each rank.

    ```mlir
    %i, %v, %counts = grad.all_gather_v %indices, %values on #pairs
        : tensor<?xi32>, tensor<?x8xf32> -> tensor<?xi32>, tensor<?x8xf32>, tensor<2xi64>
    ```

    It becomes an all-gather of the numbers, an all-gather of the operands,
    padded to the largest number, and a copy without the padding.

    Constraints:
    - GR-AGV-1: there is at least one operand; operands have at least one
      dimension and element types that collectives carry.
    - GR-AGV-2: operand i and result i are equal but for the first dimension,
      which is dynamic in the result.
    - GR-AGV-3: the last result is a vector of i64, as long as the group where
      that is listed, else of dynamic size.
    - GR-AGV-4: listed groups have equal sizes.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       OptionalAttr<Grad_GroupAttr>:$group);
  let results = (outs Variadic<AnyRankedTensor>:$results,
                      1DTensorOf<[I64]>:$counts);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

#endif // GRAD_DIALECT_GRAD_IR_GRADSPARSEOPS_TD
