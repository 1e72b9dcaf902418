//===- VerifyLowerable.cpp - Name what cannot be lowered -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Pipelines/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace mlir::grad {
#define GEN_PASS_DEF_GRADVERIFYLOWERABLE
#include "grad/Pipelines/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;

static bool isLowerable(Operation *op) {
  return isa_and_present<
      arith::ArithDialect, bufferization::BufferizationDialect, BuiltinDialect,
      cf::ControlFlowDialect, func::FuncDialect, grad::GradDialect,
      index::IndexDialect, linalg::LinalgDialect, math::MathDialect,
      memref::MemRefDialect, scf::SCFDialect, tensor::TensorDialect,
      ub::UBDialect>(op->getDialect());
}

namespace {
struct GradVerifyLowerable
    : public grad::impl::GradVerifyLowerableBase<GradVerifyLowerable> {
  void runOnOperation() override {
    WalkResult walk = getOperation()->walk<WalkOrder::PreOrder>(
        [](Operation *op) -> WalkResult {
          if (!isLowerable(op))
            return op->emitError("'")
                   << op->getName()
                   << "' cannot be lowered; expected operations of func, "
                      "linalg, tensor, arith, math, scf, memref and grad";
          auto function = dyn_cast<func::FuncOp>(op);
          if (!function)
            return WalkResult::advance();
          if (function.isDeclaration())
            return op->emitError("function '")
                   << function.getName() << "' has no body";
          if (function.getName().starts_with("gradrt_"))
            return op->emitError("function '")
                   << function.getName()
                   << "' has a name of the runtime; rename it";
          return WalkResult::advance();
        });
    if (walk.wasInterrupted())
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
