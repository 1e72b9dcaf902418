//===- XLAModule.cpp - What a module for XLA may hold -----------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "XLAModule.h"
#include "../StableHLO/RankNumbering.h"
#include "StableHLOBuilder.h"
#include "grad/Conversion/ForeignDialects.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace mlir::grad;

bool grad::isOfXLA(Operation *op) {
  Dialect *dialect = op->getDialect();
  return !dialect ||
         llvm::is_contained(getForeignDialectNames(),
                            dialect->getNamespace()) ||
         isa<ModuleOp, func::FuncOp, func::CallOp, func::ReturnOp>(op);
}

llvm::Error grad::refuseLeftover(Operation *op) {
  if (isa<RankOp>(op))
    return refuse("its result is an index, which XLA does not have");
  StringRef dialect = op->getDialect()->getNamespace();
  if (llvm::is_contained({"arith", "grad", "math", "tensor"}, dialect))
    return refuse("StableHLO has no such operation");
  return refuse("XLA does not take operations of '" + dialect + "'");
}

/// Whether no value of the type can reach XLA. Of foreign types nothing is
/// known.
static bool isUnknownToXLA(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getElementType().isIndex();
  return isa<BaseMemRefType, FloatType, IndexType, IntegerType, VectorType>(
             type) ||
         isa<GradDialect>(type.getDialect());
}

llvm::Error grad::checkSignature(Operation *op) {
  auto function = dyn_cast<func::FuncOp>(op);
  if (!function)
    return llvm::Error::success();
  for (auto [types, what] : {std::pair(function.getArgumentTypes(), "argument"),
                             std::pair(function.getResultTypes(), "result")})
    for (auto [index, type] : llvm::enumerate(types))
      if (isUnknownToXLA(type))
        return refuse("its " + Twine(what) + " " + Twine(index) + " is " +
                      printText(type) + ", which XLA does not have");
  return llvm::Error::success();
}
