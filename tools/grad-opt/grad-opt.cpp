//===- grad-opt.cpp - The driver of the passes -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Conversion/ForeignDialects.h"
#include "grad/Conversion/Passes.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "grad/Pipelines/CPUPipeline.h"
#include "grad/Pipelines/DataParallelPipeline.h"
#include "grad/Pipelines/GPUPipeline.h"
#include "grad/Pipelines/Passes.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"

/// Steps from JAX and elsewhere use dialects that are registered nowhere, so
/// they are allowed unless the command line says otherwise.
static void allowUnregisteredDialects() {
  llvm::cl::Option *option =
      llvm::cl::getRegisteredOptions().lookup("allow-unregistered-dialect");
  if (option && option->getNumOccurrences() == 0)
    option->addOccurrence(/*pos=*/0, option->ArgStr, "true");
}

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::grad::registerPipelineDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  mlir::grad::registerGradConversionPasses();
  mlir::grad::registerGradPipelinesPasses();
  mlir::grad::registerGradTransformsPasses();
  mlir::grad::registerCPUPipeline();
  mlir::grad::registerDataParallelPipeline();
  mlir::grad::registerGPUPipeline();
  auto [input, output] =
      mlir::registerAndParseCLIOptions(argc, argv, "grad-opt", registry);
  allowUnregisteredDialects();
  // After the plugins, which the command line loads.
  mlir::grad::registerForeignDialects(registry);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, input, output, registry));
}
