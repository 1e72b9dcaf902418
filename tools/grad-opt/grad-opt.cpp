//===- grad-opt.cpp - The driver of the passes -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Conversion/Passes.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "grad/Pipelines/CPUPipeline.h"
#include "grad/Pipelines/Passes.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::grad::registerPipelineDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  mlir::grad::registerGradConversionPasses();
  mlir::grad::registerGradPipelinesPasses();
  mlir::grad::registerGradTransformsPasses();
  mlir::grad::registerCPUPipeline();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "grad-opt", registry));
}
