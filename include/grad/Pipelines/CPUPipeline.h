//===- CPUPipeline.h - From tensors to LLVM on a CPU -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_PIPELINES_CPUPIPELINE_H
#define GRAD_PIPELINES_CPUPIPELINE_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class DialectRegistry;

namespace grad {

/// Options of `grad-cpu-pipeline`.
struct CPUPipelineOptions : public PassPipelineOptions<CPUPipelineOptions> {
  Option<std::string> backend{
      *this, "backend",
      llvm::cl::desc("backend whose capability table decides what can be "
                     "reduced: local or record"),
      llvm::cl::init("local")};
  Option<bool> placeBuckets{
      *this, "place-buckets",
      llvm::cl::desc("give collectives memory that stays from step to step, "
                     "where members of one type are one call"),
      llvm::cl::init(true)};
};

/// Reducers to collectives, and arithmetic on gradients and sparse gradients to
/// linalg, on tensors.
void buildGradToLinalgStage(OpPassManager &pm);

/// Tensors to memrefs: fusion of loops over elements, one-shot bufferization
/// with contiguous function boundaries, buckets, then deallocation.
void buildBufferizationStage(OpPassManager &pm, bool placeBuckets);

/// Memrefs to calls of the runtime and to unstructured control flow.
void buildRuntimeStage(OpPassManager &pm, const CPUPipelineOptions &options);

/// Arithmetic on bf16 to f32 and integers; in functions or kernels.
void buildBFloatStage(OpPassManager &pm);

/// What is left, to the LLVM dialect.
void buildLLVMStage(OpPassManager &pm);

/// The stages in order, from func, linalg, tensor, arith, math, scf, memref and
/// grad to the LLVM dialect. Entry points: see `convert-grad-to-runtime`.
void buildCPUPipeline(OpPassManager &pm, const CPUPipelineOptions &options);

/// Registers `grad-cpu-pipeline`.
void registerCPUPipeline();

/// Registers the dialects that may stand in an input of the pipelines, and what
/// their bufferization needs.
void registerPipelineDialects(DialectRegistry &registry);

} // namespace grad
} // namespace mlir

#endif // GRAD_PIPELINES_CPUPIPELINE_H
