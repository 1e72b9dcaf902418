//===- GradReducerOps.td - The gradient reducer ------------*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADREDUCEROPS_TD
#define GRAD_DIALECT_GRAD_IR_GRADREDUCEROPS_TD

include "grad/Dialect/Grad/IR/GradOpBase.td"
include "grad/Dialect/Grad/IR/GradReducerAttributes.td"

def Grad_ReduceGradientsOp : Grad_Op<"reduce_gradients", [
    AttrSizedOperandSegments,
    AttrSizedResultSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "The gradient reducer: from local gradients to those of all ranks";
  let description = [{
    Everything that data-parallel training does to gradients between backward
    and update, as one operation; `expand-gradient-reducers` makes collectives
    and arithmetic of it. It is also the border that `split-accumulation` cuts
    at.

    ```mlir
    %r:3 = grad.reduce_gradients %w<"w">, %b<"b">,
        %e<"embedding", layerwise_parallel> on #pairs with<wire = f16>
        : tensor<4x4xf32>, tensor<4xf32>, tensor<100x8xf32>
    ```

    Per gradient: remember its type; clamp by value; widen f16 and bf16 to f32
    (or narrow to the wire type); all-reduce the sum over the group; multiply by
    1/degree; cast back; then scale all to the norm. Integers are summed in
    their type. What T is: f64 for f64 gradients, f32 for the rest; all scaling
    is in T, and in f64 where `reduce_type` is.

    Gradients may be larger than they are meant to be: sums over `accumulated`
    micro-steps, and `scaled` by the scale of the loss. Both factors are taken
    back in T, by one division 1/factor and a product each: the scale after the
    reduction, before a norm is clipped; the number of micro-steps together with
    it, or, where values are clamped, narrowed or chosen before the reduction,
    before that. The limit of `clip_value` is multiplied by the scale.

    ```mlir
    %r = grad.reduce_gradients %w<"w"> scaled(%s : tensor<f32>)
        accumulated(%n : tensor<f32>) : tensor<4xf16> -> tensor<4xf32>
    ```

    A gradient that is `sharded = N` comes back as this rank's part: flattened,
    padded with zeros to N equal parts, reduced, and part r given to rank r. The
    norm is that of all parts.

    ```mlir
    %r = grad.reduce_gradients %w<"w", sharded = 4> : tensor<2x5xf32> -> tensor<3xf32>
    ```

    A sparse gradient is gathered: indices keep their type and order, duplicates
    are kept, and the mean is taken of the values alone. Its result has as many
    rows as all ranks together, or is dense, as the result's type says.

    With `top_k`, `top_k_ratio` or `threshold` each rank sends only the largest
    elements of each bucket of dense float gradients. What is not sent is kept
    in `residuals`, one for each such gradient, in its T, which the next step
    adds before it chooses (error feedback); they come back as the last results.
    Without residuals, what is not sent is lost. Where any rank's gradients are
    not finite, all ranks leave their residuals as they were.

    ```mlir
    %r, %next = grad.reduce_gradients %w<"w"> residuals(%old : tensor<3xf32>)
        with<top_k = 1> : tensor<3xf16>
    ```

    Constraints:
    - GR-RG-1: there is at least one gradient, and one info for each.
    - GR-RG-2: names of gradients differ.
    - GR-RG-3: gradients are tensors of floats or integers, or sparse.
    - GR-RG-4: a mean is of floats.
    - GR-RG-5: a dense gradient comes back in its type, or in type T; a sparse one as it is
      where it is not reduced, else with any number of rows, or dense.
    - GR-RG-6: with `sparse_as_dense` or `dense_above` sparse gradients that are
      reduced come back dense.
    - GR-RG-7: `wire` is for gradients of f32 and of the wire type.
    - GR-RG-8: residuals stand with sparsification, one for each dense float
      gradient that is reduced, in its shape and of type T, or none; they come
      back in their type.
    - GR-RG-9: what is sparsified has a static shape.
    - GR-RG-10: the norm is of floats.
    - GR-RG-11: listed groups have equal sizes where rows are gathered.
    - GR-RG-12: what is sharded is a dense gradient of floats with a static
      shape, is not sparsified, and is reduced by every rank (no group); it
      comes back as a vector of as many elements as one part has.
    - GR-RG-13: only floats are scaled or accumulated.
  }];
  let arguments = (ins
    Variadic<AnyTypeOf<[AnyRankedTensor, Grad_IndexedSlicesType]>>:$gradients,
    Variadic<Grad_FloatTensor>:$residuals,
    Optional<Grad_FloatScalar>:$scale,
    Optional<Grad_FloatScalar>:$count,
    TypedArrayAttrBase<Grad_GradientInfoAttr, "gradient infos">:$infos,
    OptionalAttr<Grad_GroupAttr>:$group,
    OptionalAttr<Grad_ReducerOptionsAttr>:$options);
  let results = (outs
    Variadic<AnyTypeOf<[AnyRankedTensor, Grad_IndexedSlicesType]>>:$reduced,
    Variadic<Grad_FloatTensor>:$new_residuals);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::ValueRange":$gradients,
                   "::llvm::ArrayRef<::mlir::Attribute>":$infos,
                   "::mlir::grad::GroupAttr":$group,
                   "::mlir::grad::ReducerOptionsAttr":$options)>,
  ];
  let extraClassDeclaration = [{
    /// The info of gradient i.
    GradientInfoAttr getInfo(unsigned i) {
      return ::llvm::cast<GradientInfoAttr>(getInfos()[i]);
    }
    /// The options, with all defaults where there are none.
    ReducerOptionsAttr getOptionsOrDefault();
    /// Whether gradient i is sent as its largest elements only.
    bool isSparsified(unsigned i);
  }];
}

#endif // GRAD_DIALECT_GRAD_IR_GRADREDUCEROPS_TD
