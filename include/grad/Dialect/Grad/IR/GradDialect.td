//===- GradDialect.td - The grad dialect -------------------*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADDIALECT_TD
#define GRAD_DIALECT_GRAD_IR_GRADDIALECT_TD

include "mlir/IR/DialectBase.td"

def Grad_Dialect : Dialect {
  let name = "grad";
  let cppNamespace = "::mlir::grad";
  let summary = "Gradients and their collectives in data-parallel training";
  let description = [{
    The dialect models what happens to gradients between the backward pass and
    the parameter update of a training step that runs on several ranks: the
    collectives, the replica groups they run on, and which of them share one
    launch.

    Ranks are numbered from 0 in the world of the run. A collective without
    `on` runs over the whole world; the world's size is a run-time fact.

    A collective reads and writes the communicator, a resource that every
    collective shares. Hence no upstream pass moves, reorders, merges or drops
    one: ranks that issue different sequences hang. Passes of this project that
    do so prove first that every rank makes the same change.

    A training step is a function whose arguments and results say what they are:

    ```mlir
    func.func @step(%w: tensor<4xf32> {grad.param = "w"},
                    %m: tensor<4xf32> {grad.state = "momentum.w"},
                    %x: tensor<8x4xf32> {grad.batch},
                    %lr: tensor<f32> {grad.replicated})
        -> (tensor<4xf32> {grad.updates = "w"},
            tensor<4xf32> {grad.updates = "momentum.w"})
    ```

    | attribute | on | the value |
    |---|---|---|
    | `grad.param = "w"` | argument | is the parameter `w` |
    | `grad.state = "momentum.w"` | argument | is other state that the step reads and updates |
    | `grad.batch` | argument | differs by rank and micro-step |
    | `grad.seed` | argument | is the loss's cotangent, where a loss scale enters |
    | `grad.replicated` | argument | is equal on every rank |
    | `grad.per_rank` | argument | is a parameter or state that differs by rank |
    | `grad.init = 0.0 : f32` | argument | is a parameter or state that starts from this number in each element |
    | `grad.name = "images"` | argument | has this name in files |
    | `grad.updates = "w"` | result | is the new value of a parameter or of state |
    | `grad.gradient = "w"` | result | is the gradient of the parameter `w` |
    | `grad.metric = "loss"` | result | is something to watch |

    Parameters and state are equal on every rank unless `grad.per_rank` says
    otherwise. On operations the same names may be used freely: `grad.param` on
    a collective names the parameter whose gradient it reduces.

    A sum over ranks that a pipeline makes a mean says so: with
    `grad.mean = 4 : i64` the constant factors before and after it make up 1/4,
    once, which `verify-gradient-scale` checks. On a bucket whose members
    differ it is an array with a number for each operand, 0 for none.

    ```mlir
    %r = grad.all_reduce<sum> %g {grad.mean = 4 : i64} : tensor<4xf32>
    %b:2 = grad.all_reduce<sum> %g, %loss {grad.mean = array<i64: 4, 0>}
        : tensor<4xf32>, tensor<f32>
    ```

    How several functions make up a step is said by `grad.schedule` on the module,
    see `#grad.schedule`.

    Constraints:
    - GR-A-1: `grad.param`, `grad.state`, `grad.name`, `grad.updates`,
      `grad.gradient` and `grad.metric` are strings that are not empty, on operations too.
    - GR-A-2: `grad.batch`, `grad.seed`, `grad.replicated` and `grad.per_rank`
      are unit attributes, on operations too.
    - GR-A-3: an argument has at most one of `grad.param`, `grad.state`,
      `grad.batch` and `grad.seed`, a result at most one of `grad.updates`,
      `grad.gradient` and `grad.metric`.
    - GR-A-4: `grad.per_rank` stands with `grad.param` or `grad.state`.
    - GR-A-5: `grad.replicated` stands without `grad.batch` and `grad.per_rank`.
    - GR-A-6: parameters and state of a function have different names.
    - GR-A-7: `grad.updates` names a parameter or state of the same type; of
      memrefs, layouts and memory spaces may differ.
    - GR-A-8: no two results update the same state, nor are two the gradient of
      the same parameter or the same metric.
    - GR-A-9: arguments and results have no other attributes of the dialect.
    - GR-A-10: `grad.mean` is a positive 64-bit integer, or on a collective an
      array of as many that are not negative as it has operands.
    - GR-A-11: `grad.init` stands with `grad.param` or `grad.state`, on a tensor
      or scalar, and is a number of its element type.
    - GR-A-12: `grad.name` stands without `grad.param` and `grad.state`.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
}

#endif // GRAD_DIALECT_GRAD_IR_GRADDIALECT_TD
