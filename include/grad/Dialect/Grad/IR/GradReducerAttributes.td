//===- GradReducerAttributes.td - What a reducer does ------*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADREDUCERATTRIBUTES_TD
#define GRAD_DIALECT_GRAD_IR_GRADREDUCERATTRIBUTES_TD

include "grad/Dialect/Grad/IR/GradAttributes.td"
include "grad/Dialect/Grad/IR/GradEnums.td"

def Grad_GradientInfoAttr : Grad_Attr<"GradientInfo", "gradient_info"> {
  let summary = "Which parameter a gradient belongs to, and how that is spread";
  let description = [{
    ```mlir
    #grad.gradient_info<"embedding", layerwise_parallel>
    ```

    - the name of the parameter, which names the gradient in tables, remarks and
      the state that passes create;
    - `layerwise_parallel`: each rank has parameters of its own, so that the
      gradient is neither reduced nor averaged;
    - `parameter_server`: a parameter server reduces the gradient; the operand
      itself comes back.
    - `sharded = N`: each of N ranks gets one part of the reduced gradient, as
      `shard-optimizer` says.

    Constraints:
    - GR-GI-1: the name is not empty.
    - GR-GI-2: at most one of `layerwise_parallel`, `parameter_server` and
      `sharded`.
    - GR-GI-3: `sharded` is not negative; 0 is no sharding.
  }];
  let parameters = (ins
    "::mlir::StringAttr":$name,
    DefaultValuedParameter<"bool", "false">:$layerwiseParallel,
    DefaultValuedParameter<"bool", "false">:$parameterServer,
    DefaultValuedParameter<"int64_t", "0">:$sharded);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Whether ranks exchange the gradient here.
    bool isReduced() const {
      return !getLayerwiseParallel() && !getParameterServer();
    }
  }];
}

def Grad_ReducerOptionsAttr : Grad_Attr<"ReducerOptions", "reducer_options"> {
  let summary = "What happens to gradients between backward and update";
  let description = [{
    ```mlir
    #grad.reducer_options<wire = f16, scale = split, clip_norm = 1.0>
    ```

    Each part may be left out.

    | part | meaning | default |
    |---|---|---|
    | `mean` | multiply the sum by 1/degree | true |
    | `degree` | the number that a mean divides by | the group's size |
    | `fusion_type` | the bucket that all gradients share; 0: each by itself | 1 |
    | `split_indices` | gradients go to buckets 1, 2, ...; bucket g ends once entry g <= position + 1, the last takes whatever follows | |
    | `reduce_type` | `f32`, `f64`: floats of fewer bits are widened to it before the reduction; `keep`: none is | `f32` |
    | `wire` | `f16`, `bf16`: f32 is narrowed to it before the reduction | |
    | `scale` | where a mean divides: `after`, `before`, or `split` in two | `split` for `wire = f16`, else `after` |
    | `clip_value` | each gradient is clamped to this magnitude before the reduction | |
    | `clip_norm` | all gradients are scaled down to this norm after it | |
    | `sparse_as_dense` | sparse gradients are reduced as dense tensors | |
    | `dense_above` | sparse gradients with a larger share of rows, over all ranks, are reduced as dense tensors | |
    | `top_k` | of each bucket, send only so many elements, the largest by magnitude | |
    | `top_k_ratio` | of each bucket, send this share of the elements, rounded up | |
    | `threshold` | send only the elements of at least this magnitude | |

    The rules are those of MindSpore's `DistributedGradReducer` (`mean`,
    `degree`, `fusion_type`, `split_indices`) and of Apache SINGA's `DistOpt`
    (`wire`, `clip_value`, `top_k_ratio`, `threshold`).

    Constraints:
    - GR-RO-1: `degree` is above 0.
    - GR-RO-2: `fusion_type` is not negative.
    - GR-RO-3: `split_indices` are above 0, ascend, and stand without
      `fusion_type`.
    - GR-RO-4: `wire` stands without `reduce_type`.
    - GR-RO-5: `clip_value` and `clip_norm` are finite and above 0.
    - GR-RO-6: `dense_above` is from 0 to 1 and stands without
      `sparse_as_dense`.
    - GR-RO-7: at most one of `top_k`, `top_k_ratio` and `threshold`; `top_k` is
      above 0, `top_k_ratio` above 0 and at most 1, `threshold` finite and above
      0.
    - GR-RO-8: `scale` stands with a mean.
  }];
  let parameters = (ins
    DefaultValuedParameter<"bool", "true">:$mean,
    OptionalParameter<"::mlir::IntegerAttr">:$degree,
    OptionalParameter<"::mlir::IntegerAttr">:$fusionType,
    OptionalParameter<"::mlir::DenseI64ArrayAttr">:$splitIndices,
    OptionalParameter<"std::optional<::mlir::grad::ReduceType>">:$reduceType,
    OptionalParameter<"std::optional<::mlir::grad::WireType>">:$wire,
    OptionalParameter<"std::optional<::mlir::grad::ScaleMode>">:$scale,
    OptionalParameter<"::mlir::FloatAttr">:$clipValue,
    OptionalParameter<"::mlir::FloatAttr">:$clipNorm,
    DefaultValuedParameter<"bool", "false">:$sparseAsDense,
    OptionalParameter<"::mlir::FloatAttr">:$denseAbove,
    OptionalParameter<"::mlir::IntegerAttr">:$topK,
    OptionalParameter<"::mlir::FloatAttr">:$topKRatio,
    OptionalParameter<"::mlir::FloatAttr">:$threshold);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// All defaults.
    static ReducerOptionsAttr getDefault(::mlir::MLIRContext *context);
    /// Whether only some elements of each bucket are sent.
    bool isSparsifying() const {
      return getTopK() || getTopKRatio() || getThreshold();
    }
    /// Where the mean divides, with the default filled in.
    ScaleMode getScaleMode() const;
  }];
}

#endif // GRAD_DIALECT_GRAD_IR_GRADREDUCERATTRIBUTES_TD
