//===- GPUPipeline.cpp - From tensors to kernels and NCCL -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Pipelines/GPUPipeline.h"
#include "grad/Conversion/Passes.h"
#include "grad/Dialect/Grad/IR/GradDialect.h"
#include "grad/Pipelines/CPUPipeline.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::grad;

void grad::buildKernelStage(OpPassManager &pm) {
  pm.addPass(createConvertLinalgToKernels());
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  buildBFloatStage(kernels);
  kernels.addPass(createGradPrepareKernels());
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(createSCFToControlFlowPass());
  kernels.addPass(createConvertVectorToLLVMPass());
  ConvertGpuOpsToNVVMOpsOptions nvvm;
  nvvm.indexBitwidth = 64;
  kernels.addPass(createConvertGpuOpsToNVVMOps(nvvm));
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
}

void grad::buildDeviceStage(OpPassManager &pm,
                            const GPUPipelineOptions &options) {
  pm.addPass(createSCFToControlFlowPass());
  ConvertGradToRuntimeOptions runtime;
  runtime.backend = options.backend;
  runtime.ignoreNaN = options.ignoreNaN;
  pm.addPass(createConvertGradToRuntime(runtime));
  buildLLVMStage(pm);
}

void grad::buildGPUPipeline(OpPassManager &pm,
                            const GPUPipelineOptions &options,
                            AddSerialization serialize) {
  pm.addPass(createGradVerifyLowerable());
  buildGradToLinalgStage(pm);
  FitCollectivesOptions fit;
  fit.backend = options.backend;
  fit.ignoreNaN = options.ignoreNaN;
  fit.lowPrecision = options.lowPrecision;
  pm.addPass(createFitCollectives(fit));
  buildBufferizationStage(pm, options.placeBuckets);
  buildKernelStage(pm);
  if (serialize) {
    serialize(pm);
  } else {
    GradSerializeKernelsOptions compile;
    llvm::append_range(compile.chips, options.chips);
    compile.format = options.format;
    compile.toolkit = options.toolkit;
    pm.addPass(createGradSerializeKernels(compile));
  }
  buildDeviceStage(pm, options);
}

void grad::registerGPUPipeline() {
  PassPipelineRegistration<GPUPipelineOptions>(
      "grad-gpu-pipeline",
      "Lower a step to GPU kernels, the LLVM dialect and calls of the runtime",
      [](OpPassManager &pm, const GPUPipelineOptions &options) {
        buildGPUPipeline(pm, options);
      });
}
