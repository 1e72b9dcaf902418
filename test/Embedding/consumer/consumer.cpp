//===- consumer.cpp - Fuses a string; what an embedder writes -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradDialect.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

int main() {
  mlir::MLIRContext context;
  context.loadDialect<mlir::func::FuncDialect, mlir::grad::GradDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      R"(func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>)
             -> (tensor<4xf32>, tensor<4xf32>) {
           %0 = grad.all_reduce<sum> %a : tensor<4xf32>
           %1 = grad.all_reduce<sum> %b : tensor<4xf32>
           return %0, %1 : tensor<4xf32>, tensor<4xf32>
         })",
      &context);
  mlir::PassManager passes(&context);
  passes.addPass(mlir::grad::createFuseAllReduce());
  if (!module || mlir::failed(passes.run(*module)))
    return 1;
  module->print(llvm::outs());
}
