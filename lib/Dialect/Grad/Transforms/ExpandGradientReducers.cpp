//===- ExpandGradientReducers.cpp - Reducers as collectives and arithmetic -*-
// C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducerExpansion.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "grad/Dialect/Grad/Transforms/WorldSize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::grad {
#define GEN_PASS_DEF_EXPANDGRADIENTREDUCERS
#include "grad/Dialect/Grad/Transforms/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

namespace {
struct ExpandGradientReducers
    : public grad::impl::ExpandGradientReducersBase<ExpandGradientReducers> {
  using ExpandGradientReducersBase::ExpandGradientReducersBase;

  LogicalResult initialize(MLIRContext *context) override {
    return verifyWorldSizeOption(worldSize, [&](const Twine &message) {
      return emitError(UnknownLoc::get(context), "expand-gradient-reducers: ")
             << message;
    });
  }

  void runOnOperation() override {
    SmallVector<ReduceGradientsOp> reducers;
    getOperation()->walk([&](ReduceGradientsOp op) { reducers.push_back(op); });
    if (reducers.empty())
      return markAllAnalysesPreserved();
    IRRewriter rewriter(&getContext());
    for (ReduceGradientsOp op : reducers) {
      rewriter.setInsertionPoint(op);
      ReducerExpansion(rewriter, op, getKnownWorldSize(op, worldSize)).run();
    }
  }
};
} // namespace
