//===- TestEmulateKernels.cpp - Kernels as host code -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `test-emulate-kernels` replaces each `gpu.module`, lowered to the
// LLVM and NVVM dialects, by a `gpu.binary` of the same name with an image for
// the host (Emulator/EmulatorABI.h), as `gpu-module-to-binary` does with one
// for the device.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Emulator.h"
#include "grad/Pipelines/GPUPipeline.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::grad;

/// The first target of the module, or a default one.
static Attribute getTarget(gpu::GPUModuleOp module) {
  ArrayAttr targets = module.getTargetsAttr();
  if (targets && !targets.empty())
    return targets[0];
  return NVVM::NVVMTargetAttr::get(module.getContext());
}

/// Puts the host's code in the place of the device's.
static LogicalResult rewrite(gpu::GPUModuleOp module) {
  OwningOpRef<ModuleOp> host = convertToHostModule(module);
  if (!host)
    return failure();
  Block &body = module.getBodyRegion().front();
  body.clear();
  body.getOperations().splice(body.end(), host->getBody()->getOperations());
  return success();
}

static LogicalResult serialize(gpu::GPUModuleOp module) {
  SmallVector<char, 0> image;
  if (failed(serializeForEmulation(module, image)))
    return failure();
  OpBuilder builder(module);
  auto object = gpu::ObjectAttr::get(
      module.getContext(), getTarget(module), gpu::CompilationTarget::Binary,
      builder.getStringAttr(StringRef(image.data(), image.size())),
      /*properties=*/nullptr, /*kernels=*/nullptr);
  gpu::BinaryOp::create(builder, module.getLoc(), module.getName(),
                        /*offloadingHandler=*/nullptr,
                        ArrayRef<Attribute>(object));
  module.erase();
  return success();
}

namespace {
struct TestEmulateKernels
    : public PassWrapper<TestEmulateKernels, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestEmulateKernels)

  TestEmulateKernels() = default;
  TestEmulateKernels(const TestEmulateKernels &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "test-emulate-kernels"; }
  StringRef getDescription() const override {
    return "Compile GPU kernels for the host";
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<gpu::GPUDialect, NVVM::NVVMDialect>();
    registerEmulatorDialects(registry);
  }

  void runOnOperation() override {
    auto modules = llvm::to_vector(getOperation().getOps<gpu::GPUModuleOp>());
    for (gpu::GPUModuleOp module : modules)
      if (failed(rewriteOnly ? rewrite(module) : serialize(module)))
        return signalPassFailure();
  }

  Option<bool> rewriteOnly{
      *this, "rewrite-only",
      llvm::cl::desc("Leave the host's code in the module and compile nothing"),
      llvm::cl::init(false)};
};
} // namespace

static PassRegistration<TestEmulateKernels> registration;

/// grad-gpu-pipeline, with kernels for the host.
static PassPipelineRegistration<GPUPipelineOptions>
    pipeline("test-emulated-gpu-pipeline",
             "Lower a step to calls of the runtime and kernels for the host",
             [](OpPassManager &pm, const GPUPipelineOptions &options) {
               buildGPUPipeline(pm, options, [](OpPassManager &kernels) {
                 kernels.addPass(std::make_unique<TestEmulateKernels>());
               });
             });
