//===- CPUPipeline.cpp - From tensors to LLVM on a CPU -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Pipelines/CPUPipeline.h"
#include "grad/Conversion/Passes.h"
#include "grad/Dialect/Grad/IR/GradDialect.h"
#include "grad/Dialect/Grad/Transforms/BufferizableOpInterfaceImpl.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "grad/Pipelines/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::grad;

void grad::buildGradToLinalgStage(OpPassManager &pm) {
  pm.addPass(createExpandGradientReducers());
  pm.addPass(createConvertGradToLinalg());
}

void grad::buildBufferizationStage(OpPassManager &pm, bool placeBuckets) {
  // What every update computes from the number of the step, say, is needed
  // once.
  pm.addPass(createCSEPass());
  // Arithmetic on tensors has no memref form of its own.
  pm.addNestedPass<func::FuncOp>(createConvertElementwiseToLinalgPass());
  pm.addNestedPass<func::FuncOp>(createGradFuseElementwise());
  pm.addNestedPass<func::FuncOp>(createGradPrepareInits());
  // After the passes before, which fold values to constants.
  pm.addNestedPass<func::FuncOp>(createGradPrepareYields());
  pm.addPass(createGradPrepareEntries());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  // The default layout of function boundaries is fully dynamic: it cannot be
  // expressed in the lowered ABI.
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  // A loop may carry a value that is made anew in each iteration; see
  // grad-prepare-yields.
  bufferize.allowReturnAllocsFromLoops = true;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createGradUpdateInPlace());
  // After canonicalization, which would fold copies of what is returned.
  pm.addNestedPass<func::FuncOp>(createGradPrepareBuffers());
  // Before deallocation: memory that stays is not freed.
  if (placeBuckets)
    pm.addPass(createGradPlaceBuckets());
  bufferization::buildBufferDeallocationPipeline(pm, {});
  // Deallocation clones what a function returns without having allocated it.
  pm.addPass(createConvertBufferizationToMemRefPass());
}

void grad::buildRuntimeStage(OpPassManager &pm,
                             const CPUPipelineOptions &options) {
  pm.addNestedPass<func::FuncOp>(createGradFlattenLoops());
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
  ConvertGradToRuntimeOptions runtime;
  runtime.backend = options.backend;
  pm.addPass(createConvertGradToRuntime(runtime));
}

/// Arithmetic on bf16 becomes arithmetic on f32, and the conversions between
/// them become operations on integers. LLVM would call functions for them,
/// which C libraries of today lack, unless the processor has bf16.
void grad::buildBFloatStage(OpPassManager &pm) {
  pm.addPass(math::createMathExtendToSupportedTypes());
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs = {"bf16"};
  emulate.targetTypeStr = "f32";
  pm.addPass(arith::createArithEmulateUnsupportedFloats(emulate));
  pm.addPass(createGradPrepareFloats());
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  pm.addPass(arith::createArithExpandOpsPass(expand));
}

void grad::buildLLVMStage(OpPassManager &pm) {
  buildBFloatStage(pm);
  pm.addPass(memref::createExpandOpsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createCanonicalizerPass());
}

void grad::buildCPUPipeline(OpPassManager &pm,
                            const CPUPipelineOptions &options) {
  pm.addPass(createGradVerifyLowerable());
  buildGradToLinalgStage(pm);
  buildBufferizationStage(pm, options.placeBuckets);
  buildRuntimeStage(pm, options);
  buildLLVMStage(pm);
}

void grad::registerCPUPipeline() {
  PassPipelineRegistration<CPUPipelineOptions>(
      "grad-cpu-pipeline",
      "Lower a step to the LLVM dialect and calls of the runtime",
      buildCPUPipeline);
}

void grad::registerPipelineDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registry.insert<GradDialect>();
  registerBufferizableOpInterfaceExternalModels(registry);
  // What kernels are compiled with.
  registerAllGPUToLLVMIRTranslations(registry);
  NVVM::registerNVVMTargetInterfaceExternalModels(registry);
}
