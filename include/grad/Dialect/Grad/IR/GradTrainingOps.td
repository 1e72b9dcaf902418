//===- GradTrainingOps.td - Between micro-steps ------------ *- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADTRAININGOPS_TD
#define GRAD_DIALECT_GRAD_IR_GRADTRAININGOPS_TD

include "grad/Dialect/Grad/IR/GradOpBase.td"

def Grad_SeedOp : Grad_Op<"seed", [Pure, AllTypesMatch<["loss", "result"]>]> {
  let summary = "The cotangent of the loss, where the backward pass begins";
  let description = [{
    Ones in the type of the loss, or `scale` in each element, rounded to that
    type. A step may take it as an argument with `grad.seed` instead.
    `insert-loss-scaling` puts the loss scale here.

    ```mlir
    %ones = grad.seed %loss : tensor<f32>
    %seed = grad.seed %loss scale %s : tensor<f16>, tensor<f32>
    ```
  }];
  let arguments = (ins Grad_FloatTensor:$loss, Optional<Grad_FloatScalar>:$scale);
  let results = (outs Grad_FloatTensor:$result);
  let assemblyFormat = [{
    $loss (`scale` $scale^)? attr-dict `:` type($loss) (`,` type($scale)^)?
  }];
}

def Grad_AccumulateOp : Grad_Op<"accumulate", [
    Pure, AllTypesMatch<["sum", "result"]>]> {
  let summary = "Adds a gradient to the sum of a window of micro-steps";
  let description = [{
    The gradient is widened to the type of the sum, exactly, and added in it. As
    loops it writes to the buffer of the sum.

    ```mlir
    %s = grad.accumulate %sum, %g : tensor<4xf32>, tensor<4xf16>
    ```

    Constraints:
    - GR-AC-1: sum and gradient have the same shape.
    - GR-AC-2: they have the same element type, or are floats of which the sum
      holds every value of the gradient.
  }];
  let arguments = (ins AnyRankedTensor:$sum, AnyRankedTensor:$gradient);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $sum `,` $gradient attr-dict `:` type($sum) `,` type($gradient)
  }];
  let hasVerifier = 1;
}

def Grad_SelectOp : Grad_Op<"select", [
    Pure, AllTypesMatch<["on_true", "on_false", "result"]>]> {
  let summary = "One of two tensors, as a whole";
  let description = [{
    `on_true` where the condition holds, else `on_false`; bit by bit, whatever
    the other holds.

    ```mlir
    %w = grad.select %is_finite, %new, %old : tensor<4xf32>
    ```
  }];
  let arguments = (ins Grad_Flag:$condition, AnyRankedTensor:$on_true,
                       AnyRankedTensor:$on_false);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $condition `,` $on_true `,` $on_false attr-dict `:` type($result)
  }];
  let hasFolder = 1;
}

#endif // GRAD_DIALECT_GRAD_IR_GRADTRAININGOPS_TD
