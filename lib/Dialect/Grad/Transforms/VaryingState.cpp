//===- VaryingState.cpp - State that each rank has its own of -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientReducers.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/Transforms/RankUniformity.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::grad;

/// Marks state whose new value may differ between ranks; tells whether there
/// was any that had no mark.
static bool markOnce(ModuleOp module) {
  RankUniformity uniformity(module);
  bool hasChanged = false;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!hasMarkedGradients(function) || function.isExternal() ||
        !function.getBody().hasOneBlock())
      continue;
    Operation *terminator = function.getBody().front().getTerminator();
    for (OpOperand &use : terminator->getOpOperands()) {
      std::optional<unsigned> updated =
          getUpdatedArgument(function, use.getOperandNumber());
      if (!updated || !function.getArgAttr(*updated, kStateAttrName) ||
          function.getArgAttr(*updated, kPerRankAttrName) ||
          uniformity.isUniform(use.get()))
        continue;
      function.setArgAttr(*updated, kPerRankAttrName,
                          UnitAttr::get(module.getContext()));
      noteReducer(terminator, /*isPassed=*/true, "per-rank",
                  getStateName(function, *updated).getValue(),
                  "each rank updates this state by its own rows");
      hasChanged = true;
    }
  }
  return hasChanged;
}

void grad::markVaryingState(ModuleOp module) {
  // What is computed from such state differs, too.
  while (markOnce(module))
    ;
}
