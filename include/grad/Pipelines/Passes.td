//===- Passes.td - Steps of the pipelines ------------------*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_PIPELINES_PASSES_TD
#define GRAD_PIPELINES_PASSES_TD

include "mlir/Pass/PassBase.td"

def GradVerifyLowerable
    : Pass<"grad-verify-lowerable", "::mlir::ModuleOp"> {
  let summary = "Name the first operation that cannot be lowered";
  let description = [{
    The first step of `grad-cpu-pipeline`. Accepts the dialects func, linalg,
    tensor, arith, math, scf, memref, bufferization, cf, index, ub and grad;
    any other operation, and a function without a body, is an error. So is
    `grad.reduce_gradients`, which `expand-gradient-reducers` expands first.
  }];
}

def GradPrepareEntries
    : Pass<"grad-prepare-entries", "::mlir::ModuleOp"> {
  let summary = "Say what a step may write to";
  let description = [{
    Marks the tensor arguments of public functions as not writable for
    bufferization, except those that a result updates (`grad.updates`): what is
    computed for the result, maybe in another shape, is computed in that
    argument's buffer, wherever nothing else is still needed from there; a
    constant is stored there by a loop. A function that others call keeps all its
    results.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def GradUpdateInPlace
    : Pass<"grad-update-in-place", "::mlir::ModuleOp"> {
  let summary = "Drop results that are the state's own buffer";
  let description = [{
    After bufferization: results that update an argument go away. What is not in
    the argument's buffer already is delivered there by the `grad.all_gather` that
    makes it, where nothing else needs that memory any more, or copied there
    before the function returns, when all other results are safe.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def GradFuseElementwise
    : Pass<"grad-fuse-elementwise", "::mlir::func::FuncOp"> {
  let summary = "Fuse loops over elements into the loop that reads them";
  let description = [{
    - A parallel `linalg.generic` with one reader becomes part of it, through
      reshapes too, where each of its elements is read once. No element is
      computed twice, and each is rounded as before: not a bit changes.
    - Operands that hold one number, splat constants and `linalg.fill`, become
      that number in the body.
    - Named operations that work element by element become generic ones; matrix
      products and the like stay.
    - What reads the operand of a collective stays before it, so that the
      collective can work in place.

    Functions with `bufferization.to_tensor` are left as they are.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def GradPrepareInits
    : Pass<"grad-prepare-inits", "::mlir::func::FuncOp"> {
  let summary = "Give each operation memory of its own to write to";
  let description = [{
    Copies `tensor.empty`, and `linalg.fill` of one, for each operation that
    writes to it, so that bufferization need not copy what was filled.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def GradPrepareBuffers
    : Pass<"grad-prepare-buffers", "::mlir::func::FuncOp"> {
  let summary = "Make buffers fit what comes after bufferization";
  let description = [{
    - A collective on a memref that is not contiguous works on a contiguous
      copy, which is copied back.
    - A function returns each buffer once: what might be the same buffer is
      returned as a copy.
    - Copies between memrefs that are not contiguous become `linalg.copy`,
      since their lowering would need a library.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def GradPlaceBuckets
    : Pass<"grad-place-buckets", "::mlir::ModuleOp"> {
  let summary = "Give collectives memory that stays from step to step";
  let description = [{
    After bufferization, and before deallocation. What a collective sends and
    delivers gets a place in one `grad.workspace`, at a multiple of 64 bytes, in
    place of a `memref.alloc`: producers write to it, and the update reads from
    it.

    Members of an all-reduce or a broadcast that have the same types become one
    operand, all of their range of the workspace, and so one call of the runtime.
    What lies between members is reduced with them, and nobody reads it. Each
    element is reduced as before: not a bit changes. Mixed types have a range
    each; for a reduction that delivers another type than it sends, inputs and
    outputs have one.

    An operand stays where it is, as a further operand, where it is

    - an argument, part of a buffer, another operand too, or placed already,
    - of a size or layout that is not static, or without elements,
    - returned, freed, or given to an operation that may hand it on, such as a
      call, a branch or a loop that carries it,
    - allocated in a function of several blocks, in one that may be called while
      it runs, or in an operation other than `scf.for`, `scf.if`, `scf.while` and
      `scf.index_switch`.

    No two collectives share memory. Remarks: `placed`, `not-placed`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::grad::GradDialect",
                           "::mlir::memref::MemRefDialect"];
}

def GradFlattenLoops
    : Pass<"grad-flatten-loops", "::mlir::func::FuncOp"> {
  let summary = "Turn loops over elements in order into one loop";
  let description = [{
    - A parallel `linalg.generic`, `linalg.fill` or `linalg.copy` on memrefs whose
      elements it takes in the order in which they lie becomes one of a single
      dimension.
    - A number that a parallel `linalg.generic` reads from memory in each
      iteration, and cannot write, is read once, before it.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def GradPrepareFloats
    : Pass<"grad-prepare-floats"> {
  let summary = "Round where the step says so, and once";
  let description = [{
    - Conversions of floats lose their fast-math flags, with which a conversion
      and its inverse would fold. The LLVM dialect cannot hold them either.
    - An f64 becomes bf16 by way of f32, rounded to odd so that the result is
      rounded only once. `arith-expand` does the rest.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def GradPrepareYields
    : Pass<"grad-prepare-yields", "::mlir::func::FuncOp"> {
  let summary = "Keep regions from yielding what must not be written";
  let description = [{
    Bufferization takes each result of a loop to be the buffer that went in or
    one of its own that the loop made, and tracks no results of
    `scf.index_switch`. What else a loop yields from its body, such as a
    constant, what it yields twice, and what a switch yields is copied, so that
    an operation that works in place on a result changes nothing else.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def GradPrepareKernels
    : Pass<"grad-prepare-kernels", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Compute in kernels what the CPU computes";
  let description = [{
    - Square roots of f32 and f64 become correctly rounded ones, which libdevice
      does not take by itself; `math.rsqrt` becomes a division by one.
    - `math.absf` becomes an instruction.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::vector::VectorDialect"];
}

def GradSerializeKernels
    : Pass<"grad-serialize-kernels", "::mlir::ModuleOp"> {
  let summary = "Compile kernels to one fat binary";
  let description = [{
    Takes GPU modules in the dialects LLVM and NVVM, and makes a `gpu.binary`
    with one object of each.

    With `format=fatbin`, LLVM makes PTX for each chip, `ptxas` a program of it,
    and `fatbinary` one object of all. Both come from the CUDA Toolkit, in the
    folder `toolkit`, else CUDA_HOME, CUDA_PATH or `/usr/local/cuda`. No GPU is
    needed.

    With `format=isa`, the object is PTX for one chip, which the driver compiles
    when it is loaded. That needs no Toolkit, unless the kernels call functions
    of libdevice: an exponential, for one. Without libdevice that is an error.

    Chips are sm_80, sm_86, sm_87, sm_89, sm_90, sm_100, sm_103 and sm_120.
  }];
  let options = [
    ListOption<"chips", "chip", "std::string",
               "chips to compile for (default: sm_80)">,
    Option<"format", "format", "::mlir::grad::KernelFormat",
           /*default=*/"::mlir::grad::KernelFormat::FatBinary",
           "what the kernels are compiled to: fatbin or isa",
           [{::llvm::cl::values(
             clEnumValN(::mlir::grad::KernelFormat::FatBinary, "fatbin",
                        "one fat binary for all chips"),
             clEnumValN(::mlir::grad::KernelFormat::Assembly, "isa",
                        "PTX text for one chip"))}]>,
    Option<"toolkit", "toolkit", "std::string", /*default=*/"",
           "folder of the CUDA Toolkit">,
  ];
  let dependentDialects = ["::mlir::gpu::GPUDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

#endif // GRAD_PIPELINES_PASSES_TD
