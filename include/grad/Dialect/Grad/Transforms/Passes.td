//===- Passes.td - Passes of the grad dialect --------------*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_TRANSFORMS_PASSES_TD
#define GRAD_DIALECT_GRAD_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def FuseAllReduce : Pass<"fuse-allreduce"> {
  let summary = "Group collectives into buckets";
  let description = [{
    Groups the single-operand collectives of each block into buckets and
    replaces each bucket by one collective with several operands.

    Two collectives share a bucket only where the kind of collective, the
    reduction kind, the element types, the replica groups and the fusion id are
    equal, and no path leads from one to the other through any operation,
    counting the buckets already formed. The fused collective stands where its
    last member stood; users in between move below it. Nothing crosses an
    operation that may have side effects. Program order is the order on every
    rank, and the output is the same on every run.

    Which collectives share a bucket is decided by one policy:

    | options | policy | rule of |
    |---|---|---|
    | none | equal ids above 0 form one bucket each; the rest `threshold-bytes=26214400 rule=at-most` | |
    | `split-indices=a,b,c` | one bucket per entry; bucket g ends once entry g <= position + 1; the last bucket takes whatever follows | MindSpore's `DistributedGradReducer` of 2020 |
    | `split-ends=a,b,c` | entries are inclusive last positions; what follows is one more bucket | MindSpore since 2021 |
    | `threshold-bytes=N` or `threshold-elements=N`, `rule=at-most` | a bucket never exceeds N; one tensor above N goes alone and the open bucket stays open; no bin packing | XLA's collective combiners |
    | `rule=ddp` | append, then close once the sum >= limit; without a threshold 26214400 bytes and `first-bucket-bytes=1048576` | PyTorch DDP |
    | `rule=singa` | above N: alone, at once, and the open bucket stays open; else append, close once the sum > N; without a threshold 2097152 elements | Apache SINGA's DistOpt |

    A size is the number of elements of the result times the size of the
    operand's element type: what travels. Under a size limit a dynamic shape
    goes alone. A threshold of 0 switches fusion by size off; ids still fuse.
    `id = 0` is never a candidate and takes no position; other ids are part of
    the key under every policy. An operand that stands twice in a bucket is
    reduced once. Under `at-most`, `split-indices` and `split-ends` a second
    run may join buckets of one.

    Every decision is a remark (`--remarks-filter=fuse-allreduce`), see
    `docs/remarks.md`. The option `print-plan` writes the buckets as a table to
    stderr.
  }];
  let options = [
    ListOption<"collectives", "collectives", "std::string",
        "collectives to fuse, each kind by itself: any of all-reduce, "
        "all-gather, reduce-scatter (default: all-reduce)">,
    Option<"order", "order", "::mlir::grad::CandidateOrder",
        /*default=*/"::mlir::grad::CandidateOrder::Program",
        "order in which candidates are visited and counted",
        [{::llvm::cl::values(
          clEnumValN(::mlir::grad::CandidateOrder::Program, "program",
                     "where they stand"),
          clEnumValN(::mlir::grad::CandidateOrder::Production, "production",
                     "where their operands are produced; lifts each bucket to "
                     "just after its last operand"),
          clEnumValN(::mlir::grad::CandidateOrder::Index, "index",
                     "by the index of their fusion attribute"))}]>,
    Option<"rule", "rule", "::mlir::grad::BucketRule",
        /*default=*/"::mlir::grad::BucketRule::AtMost",
        "when a bucket is full",
        [{::llvm::cl::values(
          clEnumValN(::mlir::grad::BucketRule::AtMost, "at-most",
                     "before it exceeds the threshold (XLA)"),
          clEnumValN(::mlir::grad::BucketRule::DDP, "ddp",
                     "once it reaches the threshold (PyTorch DDP)"),
          clEnumValN(::mlir::grad::BucketRule::Singa, "singa",
                     "once it exceeds the threshold (Apache SINGA)"))}]>,
    Option<"thresholdBytes", "threshold-bytes", "int64_t", /*default=*/"-1",
        "threshold of a bucket in bytes; 0: no fusion by size; -1: not given">,
    Option<"thresholdElements", "threshold-elements", "int64_t",
        /*default=*/"-1",
        "threshold of a bucket in elements; 0: no fusion by size; -1: not "
        "given">,
    Option<"firstBucketBytes", "first-bucket-bytes", "int64_t",
        /*default=*/"-1",
        "with rule=ddp, the threshold of each key's first bucket in bytes; -1: "
        "not given">,
    Option<"maxOperands", "max-operands", "int64_t", /*default=*/"0",
        "most members of a bucket, in addition to any policy; 0: no limit">,
    ListOption<"splitIndices", "split-indices", "int64_t",
        "numbers of members counted from the first at which buckets end">,
    ListOption<"splitEnds", "split-ends", "int64_t",
        "inclusive last positions of buckets, counted from 0">,
    Option<"acrossTypes", "across-types", "bool", /*default=*/"false",
        "let one bucket hold several element types (a grouped launch)">,
    Option<"printPlan", "print-plan", "bool", /*default=*/"false",
        "write the buckets as a table to stderr">,
  ];
  let dependentDialects = ["::mlir::grad::GradDialect"];
}

def ExpandGradientReducers : Pass<"expand-gradient-reducers"> {
  let summary = "Turn gradient reducers into collectives and arithmetic";
  let description = [{
    Replaces each `grad.reduce_gradients` by what an expert would write, where
    it stands. T is f64 for f64 gradients, and for those reduced in f64, and f32
    for the rest.

    | gradient | becomes |
    |---|---|
    | of floats | clamp; times the factor before, in the type that is sent; all-reduce; times the factor after, in its own type |
    | of integers | all-reduce in its type |
    | sparse | `grad.all_gather_v` of indices and values, the factors on the values |
    | sparse, with `sparse_as_dense`, or with a share of rows above `dense_above` | `grad.to_dense`, then as a dense one |
    | `layerwise_parallel` | itself, clamped |
    | `parameter_server` | itself |
    | with `top_k`, `top_k_ratio` or `threshold` | `grad.sparsify` of each bucket, an all-gather of what was chosen, `grad.to_dense`, and new residuals |

    Which type is sent is decided as in `insert-reduction-casts`. Each cast and
    each factor is one rounding. The factors of a mean:

    | scale | before | after |
    |---|---|---|
    | `after` | | 1/degree |
    | `before` | 1/degree | |
    | `split` | 1/pre | pre/degree |

    where pre starts at 1 and doubles while it divides the group's size and is
    below size / pre (2, 3 and 4 ranks: 2; 6 and 8: 4). A quotient is rounded
    once, to T, and the factor 1 is left out. The group's size is that of listed
    groups, else `world-size`, else what the module says (`mhlo.num_replicas`,
    `mhlo.num_partitions`), else it is computed at run time.

    Each all-reduce carries the fusion id that `fusion_type` or `split_indices`
    gives it, as written by a pass (`auto`), the gradient's position plus 1 as
    its index, its name as `grad.param`, and, with a mean, the degree as
    `grad.mean`; other attributes of the reducer are handed on to its
    collectives. Run `fuse-allreduce` next.

    The norm is the square root of the sum of the squares, in f64, of all
    gradients that are the same on all ranks and of those of all ranks'
    layerwise-parallel ones; it is computed once, and equal on all ranks. All
    gradients are multiplied by limit / max(norm, limit) before they are cast
    back. Where the norm is NaN, so are all gradients; where it is infinite,
    finite gradients become zero and infinite ones NaN.
  }];
  let options = [
    Option<"worldSize", "world-size", "int64_t", /*default=*/"0",
        "number of ranks; 0: known at run time only">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::grad::GradDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"];
}

def SimplifyCollectives : Pass<"simplify-collectives"> {
  let summary = "Save collectives whose result is known without them";
  let description = [{
    Replaces collectives on tensors by less communication. Every rule is decided
    by what is the same on all ranks, so all ranks change their sequence of
    collectives alike; the memref form is left as it is.

    | rule (and remark) | what becomes of it |
    |---|---|
    | `single-rank`: every group has one rank | the operand, in the result's type |
    | `replicated`: reduction or broadcast of a value that is equal on all ranks of the group | `sum`: the operand times the group's size; `avg`, `min`, `max` and broadcast: the operand; `prod` stays |
    | `reduced-twice`: the same where the operand comes from a collective over the same group | the same: a sum of a sum is that sum times the size, a maximum of a maximum is itself |
    | `repeated`: an earlier collective of the same kind has the same operand | its result |
    | `sum-of-sums`: the sum (or mean) of two all-reduces that nothing else uses, through widening casts and reshapes | one all-reduce of the sum |
    | `reduce-scatter`: an all-reduce over every rank of which only this rank's shard is used | a reduce-scatter |
    | `dead`: nothing uses the result | nothing |

    What is equal on which ranks is explained at `verify-collectives`. The size
    of a group is that of listed groups, else `world-size`, else it is computed
    at run time with `grad.group_size`. This rank's shard is a
    `tensor.extract_slice` at `grad.rank` times the shard's size; it becomes a
    reduce-scatter only where `world-size`, or one group that lists all ranks in
    order, says that the shards make up the whole.

    Values: a sum of equal floats is computed as one product, in f32 or f64,
    that is rounded once; N - 1 additions round up to N - 1 times, so for more
    than three ranks the last bits may differ. `sum-of-sums` adds in another
    order, and in the type of the sum: two f16 all-reduces whose results are
    widened to f32 and added become one f32 all-reduce, of as many bytes. All
    other rules keep every bit, as far as the backend reduces equally.

    A second run changes nothing. Every change and every near miss is a remark
    (`--remarks-filter=simplify-collectives`), see `docs/remarks.md`.
  }];
  let options = [
    Option<"worldSize", "world-size", "int64_t", /*default=*/"0",
        "number of ranks; 0: known at run time only">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::grad::GradDialect",
                           "::mlir::tensor::TensorDialect"];
}

def VerifyCollectives : Pass<"verify-collectives", "::mlir::ModuleOp"> {
  let summary = "Refuse programs whose ranks could issue different collectives";
  let description = [{
    Ranks hang, or exchange the wrong values, unless all ranks of a group issue
    the same collectives in the same order. This pass changes nothing and fails
    where that cannot be proven. The error names the collective, and a note the
    place that decides.

    - A collective, or a call of a function that issues one, may stand under a
      branch, in a loop, or behind an early exit only where the condition, the
      bounds or the trip count are equal on all ranks of its groups. What is
      equal: constants, `grad.group_size`, what an all-reduce, all-gather or
      broadcast delivers (of a sub-group, inside that group), arguments with
      `grad.param`, `grad.state` or `grad.replicated` and without
      `grad.per_rank`, and what is computed from such values alone. All else
      varies, in particular what is read from memory: run the pass before
      bufferization.
    - A branch that varies is refused even where both sides issue the same
      collectives: a later pass may change one side alone. Move the collective
      out of it and choose its operand instead.
    - The iterations of `scf.parallel`, `scf.forall` and `affine.parallel`, and
      the body of `async.execute`, have no fixed order, so no collective may
      stand there; nor in regions of operations of which it is not known how
      often they are executed. Those of dialects that are not registered are
      passed over with a remark, except `stablehlo.if`, `stablehlo.case` and
      `stablehlo.while`, which are judged like those of `scf`.
    - Collectives of StableHLO are judged by their name; a `stablehlo.composite` by
      its decomposition and a `stablehlo.custom_call` by its
      `called_computations`, as calls are.
    - A call of a function that is not there is taken to issue none.

    With `world-size=N` these are errors too: groups that list a rank from N on;
    groups that leave out a rank that executes the collective; a `root` from N
    on; a shard whose size times N is not that of the whole.
  }];
  let options = [
    Option<"worldSize", "world-size", "int64_t", /*default=*/"0",
        "number of ranks; 0: known at run time only">,
  ];
  let dependentDialects = ["::mlir::grad::GradDialect"];
}

def InsertGradientReducer : Pass<"insert-gradient-reducer", "::mlir::ModuleOp"> {
  let summary = "Put gradient reducers into a training step";
  let description = [{
    `gradients=marked` (the default) puts one `grad.reduce_gradients` into each
    function, over the values that are marked as gradients, in program order:
    results with `grad.gradient = "w"`, operations with one result that carry
    `grad.gradient = "w"`, a mark that the reducer takes over, and the gradients
    of optimizers, by the name of the parameter. It stands
    after the last of them. What other gradients are computed from keeps the
    local value; all other uses, and the function's results, get the reduced one
    and move below it. State that each rank updates by its own rows, such as
    running statistics, is marked `grad.per_rank`. Gradients that come from a reduction already are left,
    with a remark. A second run changes nothing.

    ```mlir
    func.func @step(%x: tensor<4xf16> {grad.batch}) -> (tensor<4xf16> {grad.gradient = "w"})
    ```

    `gradients=all-reduces` replaces bare all-reduces by reducers, where they
    stand, so that precision, scaling and clipping reach steps that reduce
    already, such as exports from JAX. Replaced is a single-operand sum or mean
    of floats with at least one dimension on which no other collective of its
    block depends (a statistic of the forward pass is no gradient), and whose
    name matches `match`. Without `match`, functions that mark their gradients
    or have optimizers are left. What the loss is computed from is such a statistic
    too, and so is a running average of it, an argument added that the loss is
    not computed from. The loss is a number that the block reduces; where there
    are several, such as the norm of the local gradients, a statistic is what
    all of them are computed from, of those that are computed from any. A sum
    that is divided by the number of its ranks right after becomes a mean, and
    the division goes away, unless `mean=false`; other sums stay sums unless
    `mean=true`. With `clip-norm` one reducer takes all of them, where the last
    one stood. `split-indices` counts them in each block.

    The other options are the parts of `#grad.reducer_options`; a preset fills
    in what is not given:

    | preset | reduction | mean | clip |
    |---|---|---|---|
    | `mindspore` (the default) | in f32 | after; `split` over an f16 wire | |
    | `singa` | over an f16 wire | after | 100, with `clip` |
    | `ddp` | in the gradient's own type | before | |
    | `horovod` | in the gradient's own type | after | |
  }];
  let options = [
    Option<"gradients", "gradients", "std::string", /*default=*/"\"marked\"",
        "what the gradients are: marked, or all-reduces">,
    Option<"match", "match", "std::string", /*default=*/"\"\"",
        "with gradients=all-reduces: regular expression that their names "
        "match">,
    Option<"worldSize", "world-size", "int64_t", /*default=*/"0",
        "number of ranks; 0: known at run time only">,
    Option<"group", "group", "std::string", /*default=*/"\"\"",
        "replica groups, as in [[0, 1], [2, 3]]; not given: every rank">,
    ListOption<"layerwiseParallel", "layerwise-parallel", "std::string",
        "names of parameters of which each rank has its own">,
    ListOption<"parameterServer", "parameter-server", "std::string",
        "names of parameters whose gradients a parameter server reduces">,
    Option<"preset", "preset", "std::string", /*default=*/"\"mindspore\"",
        "what is not given: mindspore, singa, ddp or horovod">,
    Option<"mean", "mean", "std::string", /*default=*/"\"\"",
        "whether sums are multiplied by 1/degree: true or false (default: true "
        "for marked gradients; all-reduces stay what they are)">,
    Option<"degree", "degree", "int64_t", /*default=*/"0",
        "what a mean divides by; 0: the group's size">,
    Option<"fusionType", "fusion-type", "int64_t", /*default=*/"-1",
        "fusion id of all gradients; 0: never fused; -1: not given">,
    ListOption<"splitIndices", "split-indices", "int64_t",
        "numbers of gradients counted from the first at which buckets end">,
    Option<"reduceType", "reduce-type", "std::string", /*default=*/"\"\"",
        "type that narrower floats are reduced in: f32, f64 or keep">,
    Option<"wire", "wire", "std::string", /*default=*/"\"\"",
        "type that f32 values travel in: f16 or bf16">,
    Option<"scale", "scale", "std::string", /*default=*/"\"\"",
        "where a mean divides: after, before or split">,
    Option<"clip", "clip", "bool", /*default=*/"false",
        "clamp to the magnitude of the preset">,
    Option<"clipValue", "clip-value", "double", /*default=*/"0",
        "magnitude that gradients are clamped to before the reduction; 0: "
        "none">,
    Option<"clipNorm", "clip-norm", "double", /*default=*/"0",
        "norm that all gradients together are scaled down to; 0: none">,
    Option<"sparseAsDense", "sparse-as-dense", "bool", /*default=*/"false",
        "reduce sparse gradients as dense tensors">,
    Option<"denseAbove", "dense-above", "double", /*default=*/"-1",
        "share of rows above which sparse gradients are reduced as dense "
        "tensors; -1: not given">,
    Option<"topK", "top-k", "int64_t", /*default=*/"0",
        "number of elements of each bucket that are sent; 0: all">,
    Option<"topKRatio", "top-k-ratio", "double", /*default=*/"0",
        "share of the elements of each bucket that is sent; 0: all">,
    Option<"threshold", "threshold", "double", /*default=*/"0",
        "magnitude from which elements are sent; 0: all">,
    Option<"residuals", "residuals", "bool", /*default=*/"false",
        "keep what is not sent as state of the step, residual.w, which the next "
        "step adds">,
  ];
  let dependentDialects = ["::mlir::grad::GradDialect"];
}

def InsertOptimizer : Pass<"insert-optimizer", "::mlir::ModuleOp"> {
  let summary = "Update the parameters of a step by its gradients";
  let description = [{
    For each result with `grad.gradient = "w"` an optimizer updates the argument
    with `grad.param = "w"`: the gradient's result goes away, and the new
    parameter is a result with `grad.updates = "w"`. A sparse gradient is made
    dense first.

    | optimizer | state of each parameter `w` | state of the step |
    |---|---|---|
    | `sgd` | | `learning_rate` |
    | `momentum` | `momentum.w` | `learning_rate` |
    | `adam`, `adamw` | `exp_avg.w`, `exp_avg_sq.w` | `learning_rate`, `step` |

    State is of type T (f64 for f64 parameters, f32 for the rest), starts from
    zero (`grad.init`), and differs by rank where the parameter does. No step
    updates `learning_rate`: a host changes it between steps.

    Parameters without a gradient stay as they are. The pass runs before or after
    `insert-gradient-reducer`, which takes the gradients of optimizers too.

    `partial-update` is Apache SINGA's `backward_and_partial_update`: gradients
    are not reduced, every rank updates all parameters by its own, and the
    parameters of one partition in turn are averaged over all ranks. Partitions
    are the buckets of `rule=singa`; parameters and state become `grad.per_rank`,
    and state named `partial_update` counts. Momentum stays local.
  }];
  let options = [
    Option<"optimizer", "optimizer", "std::string", /*default=*/"\"\"",
        "sgd, momentum, adam or adamw">,
    Option<"learningRate", "learning-rate", "double", /*default=*/"0.01",
        "what the learning rate starts from">,
    Option<"momentum", "momentum", "double", /*default=*/"-1",
        "of momentum; -1: 0.9">,
    Option<"nesterov", "nesterov", "bool", /*default=*/"false",
        "of momentum: look ahead by one step">,
    Option<"beta1", "beta1", "double", /*default=*/"-1",
        "of adam and adamw; -1: 0.9">,
    Option<"beta2", "beta2", "double", /*default=*/"-1",
        "of adam and adamw; -1: 0.999">,
    Option<"epsilon", "epsilon", "double", /*default=*/"-1",
        "of adam and adamw; -1: 1e-8">,
    Option<"weightDecay", "weight-decay", "double", /*default=*/"-1",
        "of all; -1: 0.01 for adamw, 0 for the rest">,
    Option<"keepGradients", "keep-gradients", "bool", /*default=*/"false",
        "keep the gradients as results">,
    Option<"partialUpdate", "partial-update", "bool", /*default=*/"false",
        "update locally, and average one partition of the parameters">,
    Option<"partitionElements", "partition-elements", "int64_t",
        /*default=*/"2097152", "threshold of a partition in elements">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::grad::GradDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def InsertLossScaling : Pass<"insert-loss-scaling", "::mlir::ModuleOp"> {
  let summary = "Scale the loss, so that small gradients survive f16";
  let description = [{
    - The scale enters at the loss's cotangent: an argument with `grad.seed`, or
      `grad.seed`.
    - Gradients are divided by it after the reduction, in T, and delivered in T,
      so that what f16 cannot hold survives: the reducer gets `scaled(...)`.
      Without a reducer, gradients of optimizers and marked ones get one that
      leaves them on their rank (`layerwise_parallel`).
    - Where a gradient of any rank is not finite, which a flag says that is an
      i32 and all-reduced with `max` over every rank, parameters, state of
      optimizers, residuals, and whatever else updates read stay as they were,
      bit by bit. Running statistics of the forward pass do not. A reducer that
      clips by value clips at the limit times the scale, and each gradient is
      checked before.
    - The scale changes by the preset, once per call, with `split-accumulation`
      once per window. It grows only where it stays finite, in f32 and in the
      type of the loss.

    | preset | starts from | grows | shrinks | at least |
    |---|---|---|---|---|
    | `mindspore` | 2^24 | x2 after 2000 steps without overflow | x0.5 | 1 |
    | `pytorch` | 2^16 | x2 after 2000 | x0.5 | |
    | `megatron` | 2^32 | x2 after 1000 | x0.5, from the 2nd overflow since it grew | 1 |
    | `fixed` | 128 | | | |

    New state: `loss_scale`, `loss_scale_clean` (steps without overflow), with
    hysteresis `loss_scale_hysteresis`. New results: `overflow`, an i1, and
    `loss_scale`, the scale that the step used, both `grad.metric`.

    Run it after `insert-gradient-reducer` and `insert-optimizer`, and before
    `split-accumulation`: infinities and NaN of any micro-step stay in the sums,
    and the whole window is dropped.
  }];
  let options = [
    Option<"preset", "loss-scale-preset", "std::string",
        /*default=*/"\"mindspore\"",
        "what is not given: mindspore, pytorch, megatron or fixed">,
    Option<"initScale", "init-scale", "double", /*default=*/"-1",
        "what the scale starts from; -1: the preset's">,
    Option<"growthFactor", "growth-factor", "double", /*default=*/"-1",
        "what the scale is multiplied by to grow; -1: the preset's">,
    Option<"backoffFactor", "backoff-factor", "double", /*default=*/"-1",
        "what the scale is multiplied by after an overflow; -1: the preset's">,
    Option<"growthInterval", "growth-interval", "int64_t", /*default=*/"-1",
        "steps without overflow after which the scale grows; -1: the preset's">,
    Option<"hysteresis", "hysteresis", "int64_t", /*default=*/"-1",
        "overflows since the scale grew that make it smaller; -1: the preset's">,
    Option<"minScale", "min-scale", "double", /*default=*/"-1",
        "what the scale is at least; -1: the preset's">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::grad::GradDialect",
                           "::mlir::tensor::TensorDialect"];
}

def InsertReductionCasts : Pass<"insert-reduction-casts"> {
  let summary = "Choose the precision in which ranks reduce";
  let description = [{
    Casts the floating-point operands of `grad.all_reduce` and
    `grad.reduce_scatter`, each once, where they stand: in loops, branches and
    functions, single or in a bucket. Nothing else of the operation changes.

    | option | operand | becomes |
    |---|---|---|
    | `reduce-type=f32` (the default) or `f64` | narrower than that | widened before, reduced and delivered in that type, and cast back after |
    | `reduce-type=keep` | any | as it was |
    | `wire=f16` or `bf16` | f32 | narrowed before; the result keeps its type: `tensor<4xf16> -> tensor<4xf32>` |
    | | the wire's type, or narrower | as it was |
    | | f64, and the other 16-bit type | an error |

    `reduce-type` widens only and `wire` narrows only; both together are an
    error. A widened sum is exactly what a backend that rounds once delivers in
    the narrow type, so on `local` not a bit changes; on backends that round at
    each hop it is the more precise one.

    Left as they are, with a remark:
    - integers;
    - `min` and `max`: they choose one of the values, so that a wider type adds
      nothing; and what they deliver (a flag, a norm, a scale) is no gradient,
      so that it does not go over a narrow wire either;
    - what was narrowed on purpose: an operation that delivers a wider type than
      it sends, or whose operand was narrowed and whose result is widened again,
      through reshapes too. An operand that was narrowed for good is of the
      narrow type, and is widened as any other;
    - the memref form: run the pass before bufferization.

    Casts cancel only where each value is exactly the same: an operand that was
    just widened from the wire's type is sent from before the widening, and a
    narrowing is never taken back. A second run changes nothing. Run before
    `fuse-allreduce`, gradients of several types share a bucket; after it, the
    same values come out of more buckets.

    A narrow wire does not scale: a mean whose division comes after the
    reduction, or a loss scale, may exceed the range of f16, which the remark
    `narrowed` tells (`--remarks-filter=insert-reduction-casts`, see
    `docs/remarks.md`).
  }];
  let options = [
    Option<"reduceType", "reduce-type", "std::string", /*default=*/"\"\"",
        "type that narrower floats are reduced in: f32, f64 or keep (default: "
        "f32, or keep with a wire)">,
    Option<"wire", "wire", "std::string", /*default=*/"\"\"",
        "type that f32 values travel in: f16 or bf16">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::grad::GradDialect",
                           "::mlir::tensor::TensorDialect"];
}

def VerifyGradientScale : Pass<"verify-gradient-scale"> {
  let summary = "Refuse means over ranks that are not divided exactly once";
  let description = [{
    A sum over ranks with `grad.mean = D : i64` promises that the constant
    factors on the way to it and from it make up 1/D, once. A
    `grad.reduce_gradients` with a mean divides by its degree itself, so that no
    factor around it may. This pass changes
    nothing and fails where they do not. The error names the collective, and
    notes show the chain: each factor, and where it begins and ends.

    The chain goes from the operand backwards and from the result forwards
    through operations that multiply every element by one number or by none:
    `arith.mulf` and `arith.divf` by a splat, `grad.scale`, `arith.negf`,
    `arith.extf`, `arith.truncf`, reshapes, `grad.all_gather`,
    `grad.broadcast`, and by their names `stablehlo.multiply`, `divide`,
    `negate`, `convert` and `reshape`. Anything else ends it, a reduction too.
    Factors that are no constants (a loss scale, a count of micro-steps, a clip
    coefficient, a learning rate) are passed over.

    What makes up the mean, each as rounded to the type of the factor:
    - 1/D, or a division by D, anywhere on the chain;
    - 1/p before the reduction with p/D after it, for a whole number p;
    - the kind `avg`, where its groups have D ranks, or are not listed.

    Other constants belong to formulas and are legal. So that a constant which
    is 1/D by chance is not taken for a second division:
    - the last factor before a subtraction from a value (or before a negation
      and an addition) may be a learning rate, and
    - factors between two reductions that both declare a mean may be the
      other's;
    such factors count only where there is no mean without them. What is left
    is a constant of exactly 1/D right beside the reduction that stands for
    something else: part of a formula, a fixed loss scale, a number of
    micro-steps. It is taken for a second division; make it a value, or apply it
    before the operation that ends the chain.

    Where the result has several uses, no path from it may divide twice, and at
    least one has to divide; the remark `partly` tells of the others. D = 1 asks
    for nothing. A sum without `grad.mean` gets the remark `undeclared`, also
    where a constant on its chain is 1 over its group's size. `grad.mean` on
    `prod`, `min` and `max` is an error. In the memref form, and after
    elementwise operations became linalg, no chain is to be seen: run the pass
    before. Fusion and casts may come first.
  }];
  let dependentDialects = ["::mlir::grad::GradDialect"];
}

def SplitAccumulation : Pass<"split-accumulation", "::mlir::ModuleOp"> {
  let summary = "Split a step into micro-steps and an update";
  let description = [{
    Makes of a step `@step` the functions of gradient accumulation, and writes
    `grad.schedule`:

    - `@step_accumulate`: forward and backward of one micro-step. Gradients are
      added to accumulators of type T (f64 for f64, else f32). No collective.
    - `@step_update`: one reduction of the sums, the mean over the micro-steps
      that were really accumulated, the update. Sets the accumulators to zero by
      a store. Without a single micro-step it changes nothing, so a partial
      window can be flushed at any time.
    - `@step_clear` with `clear=separate`: sets the accumulators to zero instead.

    The step is cut at its gradient reducers, or, without one, at the gradients
    of its optimizers and marked gradients; bare all-reduces, as in steps from
    JAX, become reducers first (see `insert-gradient-reducer`). What depends on
    reduced gradients goes to the update, everything else that is needed to the
    micro-step; what depends on no batch may stand on both sides. State that
    depends on the batch alone, as running statistics, is written by each
    micro-step, all other state once per window.

    A collective on a result only, such as the mean of the loss, moves to the
    update and works on the mean of the window. One that the forward or backward
    pass needs, and any other value of a micro-step that the update uses, is an
    error that names it.

    | new state | |
    |---|---|
    | `accu_grads.w` | the sum of a gradient, one on each rank |
    | `accu_values.0`, ... | the sum of another value whose mean the update needs |
    | `accu_steps` | the number of micro-steps in the sums |

    `update=last-micro-step` puts the last micro-step of a window into the
    update, so that its collectives overlap with the backward pass.

    Frozen gradients, whose reduced value nobody uses, get no accumulator. A
    sparse gradient is summed up as a dense tensor. With loss scaling, run
    `insert-loss-scaling` first: the scale then changes once per window, and an
    infinity or NaN of any micro-step stays in the sums and drops the window.

    Loops: a sum over ranks inside an `scf.for` that is only added to an
    iteration argument moves behind the loop, which adds local values to zeros;
    the old value is added after the reduction. Not where the value has another
    use, or where the number of iterations may differ between ranks. This is
    done for any number of steps; `steps=1` changes nothing else.

    Every sum is a remark (`--remarks-filter=split-accumulation`), see
    `docs/remarks.md`.
  }];
  let options = [
    Option<"steps", "steps", "int64_t", /*default=*/"1",
        "number of micro-steps in a window">,
    Option<"update", "update", "std::string", /*default=*/"\"after\"",
        "where the last micro-step of a window is: after (before the update) "
        "or last-micro-step (inside)">,
    Option<"clear", "clear", "std::string", /*default=*/"\"in-update\"",
        "who sets accumulators to zero: in-update, or separate">,
    Option<"loss", "loss", "std::string", /*default=*/"\"each\"",
        "what becomes of float results of a micro-step: each, or window-mean">,
    Option<"average", "average", "bool", /*default=*/"true",
        "divide gradients by the number of micro-steps">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::grad::GradDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ShardOptimizer : Pass<"shard-optimizer", "::mlir::ModuleOp"> {
  let summary = "Have each rank update one part of each parameter";
  let description = [{
    In place of an all-reduce of a gradient and the same update on every rank:

    1. a reduce-scatter, after which each of the N ranks has one part of the
       reduced gradient (the reducer's info says `sharded = N`);
    2. the update of that part of the parameter, with that part of the
       optimizer's state;
    3. an all-gather of the parts of the parameter.

    A tensor is taken as a vector, and padded with zeros to N equal parts. The
    state arguments become `tensor<part x T>` with `grad.per_rank`: each rank
    holds 1/N of the optimizer's state. The norm that a reducer clips to is that
    of all parts.

    Sharded is a gradient that is dense, of floats and of static shape, that
    every rank reduces and sends whole, and that one optimizer alone uses, whose
    state is an argument of this function alone. Others stay, with a remark that
    says why. Run it after `split-accumulation` and before
    `expand-gradient-reducers`; `fuse-allreduce` then makes buckets of the
    collectives with `collectives=all-gather,reduce-scatter`.
  }];
  let options = [
    Option<"worldSize", "world-size", "int64_t", /*default=*/"0",
        "number of ranks; 0: what the module says">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::grad::GradDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_PASSES_TD
