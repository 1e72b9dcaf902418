//===- Emulator.cpp - GPU kernels on the processor of the host -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulator.h"
#include "HostImage.h"
#include "HostRewrites.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"

using namespace mlir;
using namespace mlir::grad;

void grad::registerEmulatorDialects(DialectRegistry &registry) {
  registry.insert<LLVM::LLVMDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
}

OwningOpRef<ModuleOp> grad::convertToHostModule(gpu::GPUModuleOp module) {
  OwningOpRef<ModuleOp> host = ModuleOp::create(module.getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(host->getBody());
  for (Operation &op : module.getBodyRegion().front())
    builder.clone(op);
  if (failed(checkDeviceCode(*host)) || failed(reportAccesses(*host)) ||
      failed(replaceDeviceOps(*host)) || failed(expandBF16(*host)) ||
      failed(dropDeviceProperties(*host)) || failed(verify(*host)))
    return nullptr;
  return host;
}

/// The names of the kernels, in their order.
static SmallVector<std::string> getKernels(gpu::GPUModuleOp module) {
  SmallVector<std::string> kernels;
  for (auto func : module.getOps<LLVM::LLVMFuncOp>())
    if (!func.isExternal() &&
        (func->hasAttr("nvvm.kernel") || func->hasAttr("gpu.kernel")))
      kernels.push_back(func.getName().str());
  return kernels;
}

LogicalResult grad::serializeForEmulation(gpu::GPUModuleOp module,
                                          SmallVectorImpl<char> &image) {
  OwningOpRef<ModuleOp> host = convertToHostModule(module);
  if (!host)
    return failure();
  return writeHostImage(*host, getKernels(module), image);
}
