//===- GPUPipeline.h - From tensors to kernels and NCCL -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_PIPELINES_GPUPIPELINE_H
#define GRAD_PIPELINES_GPUPIPELINE_H

#include "grad/Conversion/Passes.h"
#include "grad/Pipelines/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::grad {

/// Options of `grad-gpu-pipeline`.
struct GPUPipelineOptions : public PassPipelineOptions<GPUPipelineOptions> {
  ListOption<std::string> chips{
      *this, "chip",
      llvm::cl::desc("chips to compile the kernels for, as in sm_80,sm_90 "
                     "(default: sm_80)")};
  Option<KernelFormat> format{
      *this, "format", llvm::cl::desc("what the kernels are compiled to"),
      llvm::cl::init(KernelFormat::FatBinary),
      llvm::cl::values(
          clEnumValN(KernelFormat::FatBinary, "fatbin",
                     "one fat binary for all chips; needs the CUDA Toolkit"),
          clEnumValN(KernelFormat::Assembly, "isa",
                     "PTX text for one chip, which the driver compiles"))};
  Option<std::string> toolkit{
      *this, "toolkit",
      llvm::cl::desc("folder of the CUDA Toolkit (default: CUDA_HOME, "
                     "CUDA_PATH, or /usr/local/cuda)")};
  Option<std::string> backend{
      *this, "backend",
      llvm::cl::desc("backend whose capability table decides what can be "
                     "reduced: nccl"),
      llvm::cl::init("nccl")};
  Option<bool> placeBuckets{
      *this, "place-buckets",
      llvm::cl::desc("give collectives memory that stays from step to step, "
                     "where members of one type are one call"),
      llvm::cl::init(true)};
  Option<LowPrecision> lowPrecision{
      *this, "low-precision",
      llvm::cl::desc("type that 16-bit floats are reduced in"),
      llvm::cl::init(LowPrecision::Keep),
      llvm::cl::values(clEnumValN(LowPrecision::Keep, "keep", "their own"),
                       clEnumValN(LowPrecision::Widen, "widen", "f32"))};
  Option<bool> ignoreNaN{
      *this, "ignore-nan",
      llvm::cl::desc("accept float max and min, in which NCCL loses NaN"),
      llvm::cl::init(false)};
};

/// Adds what turns the module of kernels, in the dialects LLVM and NVVM, into a
/// `gpu.binary` with one object.
using AddSerialization = llvm::function_ref<void(OpPassManager &)>;

/// Structured operations on memrefs to kernels in the dialects LLVM and NVVM.
void buildKernelStage(OpPassManager &pm);

/// Host code around compiled kernels to calls of the runtime and to
/// unstructured control flow.
void buildDeviceStage(OpPassManager &pm, const GPUPipelineOptions &options);

/// The stages in order, from func, linalg, tensor, arith, math, scf, memref and
/// grad to the LLVM dialect with the kernels compiled in. `serialize` NULL:
/// `grad-serialize-kernels`.
void buildGPUPipeline(OpPassManager &pm, const GPUPipelineOptions &options,
                      AddSerialization serialize = nullptr);

/// Registers `grad-gpu-pipeline`.
void registerGPUPipeline();

} // namespace mlir::grad

#endif // GRAD_PIPELINES_GPUPIPELINE_H
