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

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_PASSES_TD
