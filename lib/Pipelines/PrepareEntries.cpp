//===- PrepareEntries.cpp - Keep a step from writing to its arguments -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

namespace mlir::grad {
#define GEN_PASS_DEF_GRADPREPAREENTRIES
#include "grad/Pipelines/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;

namespace {
struct GradPrepareEntries
    : public grad::impl::GradPrepareEntriesBase<GradPrepareEntries> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (!function.isPublic())
      return;
    auto notWritable = BoolAttr::get(&getContext(), false);
    for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i)
      if (isa<TensorType>(function.getArgument(i).getType()))
        function.setArgAttr(
            i, bufferization::BufferizationDialect::kWritableAttrName,
            notWritable);
  }
};
} // namespace
