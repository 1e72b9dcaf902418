//===- Passes.td - Conversions to and from the dialect -----*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_CONVERSION_PASSES_TD
#define GRAD_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertStableHLOToGrad : Pass<"convert-stablehlo-to-grad",
                                  "::mlir::ModuleOp"> {
  let summary = "Turn StableHLO collectives into grad collectives";
  let description = [{
    Converts `stablehlo.all_reduce`, `stablehlo.all_gather` and
    `stablehlo.reduce_scatter`, wherever they stand: in functions, loops,
    branches and `sdy.manual_computation`. All other operations stay as they
    are. The operations are matched by name, in the generic form that JAX
    prints; StableHLO itself need not be registered.

    | StableHLO | grad |
    |---|---|
    | a body of `add`, `maximum`, `minimum`, `multiply` | `sum`, `max`, `min`, `prod` |
    | on `i1`, a body of `or`, `and` | `max`, `min` |
    | no replica groups | no `on`: every rank |
    | replica groups, dense, padded with -1, or as axes of a `sdy.mesh` | `on #grad.group<...>` |

    A rank of the dialect is the flattened id of StableHLO, replica id *
    `mhlo.num_partitions` + partition id. StableHLO numbers in one of three
    ways, which the attribute `grad.stablehlo` keeps for the way back:

    | `grad.stablehlo` | written as | its groups list |
    |---|---|---|
    | `cross_replica` | no channel | replicas, each partition by itself |
    | `cross_replica_and_partition` | a channel above 0 | replicas, with all their partitions |
    | `flattened_ids` | a channel above 0 and `use_global_device_ids` | flattened ids |

    With one replica (`mhlo.num_replicas = 1`, what `jit` and `shard_map`
    export) a rank is a partition id; with one partition (what `pmap` exports)
    it is a replica id, and the three ways agree. With several of both, the
    groups are translated. A module that says nothing has one partition.

    What the dialect cannot model stays as it was, with a remark `left` that
    says why: other bodies, element types that collectives of the dialect do
    not carry, malformed replica groups, groups as sub-axes or on a mesh that is
    not found, shardings and other attributes that only XLA understands.
  }];
  let dependentDialects = ["::mlir::grad::GradDialect"];
}

def ConvertGradToStableHLO : Pass<"convert-grad-to-stablehlo",
                                  "::mlir::ModuleOp"> {
  let summary = "Write a step with grad operations as StableHLO that XLA takes";
  let description = [{
    Writes the operations of the dialect, and the arithmetic that passes insert
    with `arith`, `math` and `tensor`, as StableHLO in generic form, wherever
    they stand: in functions, loops, branches and `sdy.manual_computation`. What
    nothing uses is dropped. An operation that cannot be written is an error,
    and then nothing is changed: memrefs, other dialects (`scf`, `linalg`, ...),
    `grad.rank`, types or groups that StableHLO does not have. Operations of
    `func`, `stablehlo`, `chlo`, `mhlo`, `vhlo`, `sdy`, and of dialects that are
    not registered, stay as they are.

    Collectives:

    - How ranks are numbered is what `grad.stablehlo` says (see
      `convert-stablehlo-to-grad`). Without it: `flattened_ids` inside
      `sdy.manual_computation` and where `mhlo.num_partitions` is above 1,
      `cross_replica` elsewhere. Without `on`, the ranks are all those of
      `mhlo.num_replicas` times `mhlo.num_partitions`, or, where the module
      does not say how many there are, an empty list, which means all.
    - An all-reduce or all-gather with several operands becomes one operation
      with several operands only in code for replicas. XLA's partitioner
      refuses those, so in a module for several partitions and inside
      `sdy.manual_computation` they become one operation on the concatenated
      operands. So does a reduce-scatter everywhere, since StableHLO's has one
      operand: each rank's shard of the concatenation holds its shards of the
      operands. Dynamic shapes cannot be concatenated: there the bucket is
      split again, with a remark `split`.
    - StableHLO reduces one element type at a time: a bucket of several becomes
      one collective for each.
    - `avg` becomes `add` and a division by the group's size.
    - A result of another type than the operand's is converted. A sum of 16-bit
      or smaller floats that is delivered in a wider type may be rounded by XLA
      at each hop: a remark `low-precision` says so, and
      `low-precision=widen` reduces in f32.
    - `grad.broadcast` becomes `stablehlo.collective_broadcast`, whose root is
      the first rank of a group.
    - Channels get fresh handles, in the order of the operations.
    - A fusion attribute has done its work and is dropped.
    - `grad.schedule` of the module becomes the dictionary
      `mhlo.grad_schedule`, which XLA can parse.

    Arithmetic:

    | operation | StableHLO |
    |---|---|
    | `arith.constant`, dense | `constant` |
    | `arith.addf`, `subf`, `mulf`, `divf`, `remf`, `negf`, `maximumf`, `minimumf` | one operation |
    | `arith.maxnumf`, `minnumf` | `maximum` or `minimum`, and a choice where one is NaN |
    | `arith.addi`, `subi`, `muli`, `divsi`, `remsi`, `maxsi`, `minsi`, `andi`, `ori`, `xori`, `shli`, `shrsi`, `shrui` | one operation |
    | `arith.divui`, `remui`, `maxui`, `minui`, `extui`, `uitofp`, `fptoui`, `index_castui` | in unsigned types, by `bitcast_convert` |
    | `arith.extf`, `truncf`, `sitofp`, `fptosi`, `extsi`, `trunci`, `index_cast` | `convert` |
    | `arith.bitcast` | `bitcast_convert` |
    | `arith.cmpf`, `cmpi`, every predicate | `compare`; unordered ones composed |
    | `arith.select` | `select` |
    | `math.absf`, `absi`, `sqrt`, `rsqrt`, `cbrt`, `exp`, `expm1`, `log`, `log1p`, `powf`, `tanh`, `ceil`, `floor`, `round`, `roundeven`, `isfinite` | one operation |
    | `math.isnan` | `compare` with itself |
    | `tensor.collapse_shape`, `expand_shape`, `reshape`, static | `reshape` |
    | `tensor.extract_slice`, static | `slice` |
    | `tensor.insert_slice`, static, without strides | `dynamic_update_slice` |
    | `tensor.concat`, static | `concatenate` |
    | `tensor.cast` | `convert` |
    | `tensor.dim` | a constant, or `get_dimension_size` |
    | `tensor.splat` | `broadcast_in_dim`, or `dynamic_broadcast_in_dim` |
    | `tensor.from_elements`, `extract` | `concatenate`, `dynamic_slice`, `reshape` |
    | `grad.seed` | `broadcast_in_dim` |
    | `grad.accumulate`, `grad.select` | `convert`, `add`; `select` |
    | `grad.clip` | `minimum` and `maximum` |
    | `grad.all_finite` | `is_finite`, and a sum of what is not |
    | `grad.scale` | `convert` to the type in which it is computed, `multiply`, `convert` |
    | `grad.squared_norm` | `convert` to f64, `multiply`, `reduce`, `add`; in which order elements are added is XLA's choice |
    | `grad.group_size` | a constant, where the group or the module says it |

    - A number becomes a tensor without dimensions, an index an i64. A number
      that something else takes, a function for example, is an error.
    - Rounding is to the nearest value, ties to even, and happens once: from f64
      to bf16, where XLA goes by way of f32, there is a `reduce_precision`
      first. XLA itself may skip a rounding to 16 bits between two operations
      unless `xla_allow_excess_precision` is off, and on CPUs it takes denormals
      for zero.
    - On i1 StableHLO's arithmetic is that of booleans, and `arith`'s that of one
      bit with a sign: what differs is an error.
    - Fast-math and overflow flags are dropped.
  }];
  let options = [
    Option<"lowPrecision", "low-precision", "::mlir::grad::LowPrecision",
        /*default=*/"::mlir::grad::LowPrecision::Keep",
        "in which type floats of less than 32 bits are reduced",
        [{::llvm::cl::values(
          clEnumValN(::mlir::grad::LowPrecision::Keep, "keep",
                     "in the operand's type, which XLA may round at each hop"),
          clEnumValN(::mlir::grad::LowPrecision::Widen, "widen",
                     "in f32, converted before and after"))}]>,
    Option<"onlyStableHLO", "only-stablehlo", "bool", /*default=*/"false",
        "leave modules as they are that hold nothing of StableHLO">,
  ];
  let dependentDialects = ["::mlir::grad::GradDialect"];
}

def ConvertGradToLinalg
    : Pass<"convert-grad-to-linalg", "::mlir::ModuleOp"> {
  let summary = "Lower arithmetic on gradients and sparse gradients to linalg";
  let description = [{
    Lowers everything of the dialect that is not a collective, on tensors; what
    is left of it are plain collectives, `grad.rank` and `grad.group_size`.

    | operation | becomes |
    |---|---|
    | `grad.seed` | `linalg.fill` |
    | `grad.accumulate`, `grad.select` | one `linalg.generic` into the sum, or into what is chosen otherwise |
    | `grad.sgd`, `grad.momentum`, `grad.adam`, `grad.adamw` | one `linalg.generic` into parameter and state |
    | `grad.clip` | one `linalg.generic` |
    | `grad.scale` | one `linalg.generic`, with a constant factor in its body, which `linalg-fuse-elementwise-ops` fuses with its neighbours |
    | `grad.squared_norm`, `grad.all_finite` | one reduction for each operand, in their order |
    | `grad.indexed_slices`, `grad.indices`, `grad.values` | nothing |
    | `grad.to_dense` | a loop that adds one row after another to zeros, in place |
    | `grad.coalesce` | the same on the rows that are given, whose numbers stand in a table of all rows |
    | `grad.sparsify top_k` | a search for the smallest magnitude that is chosen, by the digits of its bits, of which all elements are read only for the first, and a pass that writes what is chosen |
    | `grad.sparsify threshold` | a pass that counts and a pass that writes |
    | `grad.all_gather_v` | `grad.all_gather` of the numbers of rows, `grad.all_gather` of the operands with padding up to the largest number, and copies without it |

    All take time in proportion to the size of their operands, `grad.coalesce`
    also to the number of rows of the dense tensor. All are deterministic.

    Sums of rows are in f32 for smaller floats, and are rounded once. The
    padding of `grad.all_gather_v` is not initialized. Where all its operands
    have a static number of rows, each rank has that number: there is one
    collective, no padding and no copy.

    A sparse gradient is two values afterwards: arguments and results of
    functions, of `scf` loops and branches, of `cf` branches and `arith.select`
    become two, indices first. Of the attributes of an argument or a result,
    names go to the values, and others to both. Any other operation that carries
    a sparse gradient is an error.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::grad::GradDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ConvertLinalgToKernels
    : Pass<"convert-linalg-to-kernels", "::mlir::ModuleOp"> {
  let summary = "Turn structured operations on memrefs into GPU kernels";
  let description = [{
    After bufferization, for a device whose memory all memrefs are in. Every
    `linalg` operation, and every copy that is not one of a contiguous range,
    becomes part of a kernel in the module `@grad_kernels` and a
    `gpu.launch_func`, except for matrix products, which stay for
    `convert-grad-to-runtime`.

    | kernel | of | how |
    |---|---|---|
    | `NAME_flat_N` | operations element by element, on memrefs without gaps | 16 bytes at a time where all addresses allow it, single elements in the tails. Operations of equal bodies share one kernel, which walks a table of addresses and lengths (`grad.pointer_table`): the casts of a bucket, the updates of its parameters |
    | `NAME_reduction_N`, `NAME_reduction_finish_N` | reductions of all elements to one: a global norm, a finite check | each block combines a piece, then one block combines the pieces, in an order that depends on the sizes only. Reductions with equal bodies into one result share their kernels |
    | `NAME_single_N` | operations on single elements: a loss scale, a step's number | one thread, one after the other |
    | `NAME_point_N` | the rest | a thread for each result; from 512 summands on, a block |

    Operations move together to share a kernel where nothing between them
    reads or writes what they do. Lengths and numbers of elements are 64-bit.

    A contraction on memrefs of static shapes that lie in memory as matrices do
    is a matrix product: a `linalg.matmul`, a generic operation with transposed
    operands, a batch. A convolution becomes a copy of what each result reads
    and a matrix product, where that fits. Zeros that a product would be added
    to are not written; it gets the attribute `grad.overwrite`.

    Elements are floats from 16 to 64 bits, integers of 8, 16, 32 and 64, `i1`
    (one byte) and `index`. Anything else is an error at the operation.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::grad::GradDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def FitCollectives
    : Pass<"fit-collectives", "::mlir::ModuleOp"> {
  let summary = "Rewrite reductions that a backend has in another type only";
  let description = [{
    On tensors. A backend such as nccl reduces in one type. A reduction that
    sends f16 and delivers f32, which the backend does not have, becomes

    - with `low-precision=keep`, a reduction in the type that travels and a
      conversion of the result: the traffic stays what it is, and sums of
      16-bit floats may be rounded at each hop;
    - with `low-precision=widen`, a conversion and a reduction in f32 (or in
      the delivered type, where that is wider), also where the backend could
      reduce 16-bit floats: exact, at twice the traffic.

    What the backend has neither way stays; `convert-grad-to-runtime` says so.
  }];
  let options = [
    Option<"backend", "backend", "std::string", /*default=*/"\"local\"",
           "backend whose capability table decides: local, record or nccl">,
    Option<"lowPrecision", "low-precision", "::mlir::grad::LowPrecision",
           /*default=*/"::mlir::grad::LowPrecision::Keep",
           "type that 16-bit floats are reduced in: keep or widen",
           [{::llvm::cl::values(
             clEnumValN(::mlir::grad::LowPrecision::Keep, "keep",
                        "the type that travels"),
             clEnumValN(::mlir::grad::LowPrecision::Widen, "widen", "f32"))}]>,
    Option<"ignoreNaN", "ignore-nan", "bool", /*default=*/"false",
           "accept float max and min of a backend that drops NaN">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ConvertGradToRuntime
    : Pass<"convert-grad-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Turn collectives on memrefs into calls of the runtime";
  let description = [{
    Expects functions after bufferization and lowering of structured control
    flow: `func`, `cf`, `memref` and what lies below. Every collective becomes
    a call of `gradrt_*` whose status is tested; a function returns with the
    first status that is an error. A `cf.assert` that fails is one.

    Each function with a body gets the context as its first argument and a
    status as its first result. For each public function NAME an entry point of
    that name is made:

    ```c
    gradrt_status NAME(gradrt_context *, arguments..., results...);
    ```

    Each argument, then each result that updates no state, is a pointer to
    MLIR's ranked memref descriptor; a scalar is a memref of rank 0. The caller
    brings the memory of results of static shape. For a result of dynamic shape
    the descriptor is filled, and its memory is freed with `gradrt_free`. A
    result with `grad.updates = "w"` is written to the argument with
    `grad.param = "w"` or `grad.state = "w"` when the function is done.

    `grad.workspace` becomes a call of `gradrt_workspace`, whose key is the
    address of a variable that is made for that operation.

    What the backend does not reduce is an error at the operation.

    With a backend that has a device (nccl), every memref is in the device's
    memory. Allocations, copies, constants, `gpu.launch_func`, matrix products
    and `grad.pointer_table` become calls of the runtime, too (gradrt/device.h);
    a `memref.load` or `memref.store` in host code is a transfer, and the load
    waits. Collectives go to a stream of their own, and what follows waits for
    one of them just before the first use of its memory.
  }];
  let options = [
    Option<"backend", "backend", "std::string", /*default=*/"\"local\"",
           "backend whose capability table decides what can be reduced: "
           "local, record or nccl">,
    Option<"ignoreNaN", "ignore-nan", "bool", /*default=*/"false",
           "accept float max and min of a backend that drops NaN">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::ub::UBDialect"
  ];
}

#endif // GRAD_CONVERSION_PASSES_TD
