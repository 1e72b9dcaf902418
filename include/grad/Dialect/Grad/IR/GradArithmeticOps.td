//===- GradArithmeticOps.td - Arithmetic on gradients ------*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADARITHMETICOPS_TD
#define GRAD_DIALECT_GRAD_IR_GRADARITHMETICOPS_TD

include "grad/Dialect/Grad/IR/GradOpBase.td"

def Grad_ScaleOp : Grad_Op<"scale", [Pure]> {
  let summary = "Multiplies a tensor by one number";
  let description = [{
    The product is computed in the widest of the three element types, and in at
    least 32 bits, and is rounded once to the result's.

    ```mlir
    %r = grad.scale %x, %factor : tensor<4xf16>, tensor<f32>
    %w = grad.scale %x, %factor : tensor<4xf16>, tensor<f32> -> tensor<4xf32>
    ```

    Constraints:
    - GR-SC-1: operand and result have the same shape.
  }];
  let arguments = (ins Grad_FloatTensor:$input, Grad_FloatScalar:$factor);
  let results = (outs Grad_FloatTensor:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Grad_ClipOp : Grad_Op<"clip", [Pure, AllTypesMatch<["input", "result"]>]> {
  let summary = "Clamps each element to a magnitude";
  let description = [{
    Elements above `limit` become `limit`, those below its negative that;
    infinities too, while NaN stays NaN. A limit beyond the range of the type is
    the largest finite number of the type.

    ```mlir
    %r = grad.clip %x, %limit : tensor<4xf16>, tensor<f32>
    ```
  }];
  let arguments = (ins Grad_FloatTensor:$input, Grad_FloatScalar:$limit);
  let results = (outs Grad_FloatTensor:$result);
  let assemblyFormat = [{
    $input `,` $limit attr-dict `:` type($input) `,` type($limit)
  }];
}

def Grad_SquaredNormOp : Grad_Op<"squared_norm", [Pure]> {
  let summary = "The sum of the squares of all elements";
  let description = [{
    The squares are computed and added in 64 bits, in the order of the operands
    and of their elements, so that equal operands give equal bits. NaN and
    infinities go through.

    ```mlir
    %n = grad.squared_norm %a, %b : tensor<4xf32>, tensor<2x3xf16> -> tensor<f64>
    ```
  }];
  let arguments = (ins Variadic<Grad_FloatTensor>:$inputs);
  let results = (outs 0DTensorOf<[F64]>:$result);
  let assemblyFormat = [{
    $inputs attr-dict `:` type($inputs) `->` type($result)
  }];
}

def Grad_AllFiniteOp : Grad_Op<"all_finite", [Pure]> {
  let summary = "Whether no element is NaN or infinite";
  let description = [{
    ```mlir
    %ok = grad.all_finite %a, %b : tensor<4xf32>, tensor<2x3xf16> -> tensor<i1>
    ```
  }];
  let arguments = (ins Variadic<Grad_FloatTensor>:$inputs);
  let results = (outs 0DTensorOf<[I1]>:$result);
  let assemblyFormat = [{
    $inputs attr-dict `:` type($inputs) `->` type($result)
  }];
}

#endif // GRAD_DIALECT_GRAD_IR_GRADARITHMETICOPS_TD
