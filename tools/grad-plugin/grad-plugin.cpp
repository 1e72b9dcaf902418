//===- grad-plugin.cpp - The dialect and passes for stock mlir-opt -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt-22 --load-dialect-plugin=libgrad-plugin.so
//     --load-pass-plugin=libgrad-plugin.so
//     --pass-pipeline='builtin.module(fuse-allreduce)' step.mlir
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradDialect.h"
#include "grad/Dialect/Grad/Transforms/BufferizableOpInterfaceImpl.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"

extern "C" LLVM_ATTRIBUTE_WEAK ::mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "GradOpt", LLVM_VERSION_STRING,
          [](::mlir::DialectRegistry *registry) {
            registry->insert<::mlir::grad::GradDialect>();
            ::mlir::grad::registerBufferizableOpInterfaceExternalModels(
                *registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK ::mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "GradOpt", LLVM_VERSION_STRING,
          [] { ::mlir::grad::registerGradTransformsPasses(); }};
}
