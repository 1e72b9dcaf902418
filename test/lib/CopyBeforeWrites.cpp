//===- CopyBeforeWrites.cpp - Never work in place -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyBeforeWrites.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::bufferization;

/// Whether the operation may write to the operand's buffer, or hand it to what
/// does.
static bool mayWrite(OpOperand &operand, const AnalysisState &state) {
  Operation *op = operand.getOwner();
  // A call cannot be asked before all functions are analysed.
  if (isa<func::CallOp, scf::YieldOp, scf::ConditionOp>(op))
    return true;
  auto bufferizable = dyn_cast<BufferizableOpInterface>(op);
  return bufferizable && bufferizable.bufferizesToMemoryWrite(operand, state);
}

void grad::copyBeforeWrites(ModuleOp module) {
  module.getContext()->loadDialect<BufferizationDialect>();
  // Arithmetic on tensors becomes operations that write to an operand.
  PassManager pm(module.getContext());
  pm.addNestedPass<func::FuncOp>(createConvertElementwiseToLinalgPass());
  if (failed(pm.run(module)))
    return;
  BufferizationOptions options;
  AnalysisState state(options);
  SmallVector<OpOperand *> written;
  module.walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (isa<RankedTensorType>(operand.get().getType()) &&
          mayWrite(operand, state))
        written.push_back(&operand);
  });
  for (OpOperand *operand : written) {
    OpBuilder builder(operand->getOwner());
    operand->set(
        AllocTensorOp::create(builder, operand->getOwner()->getLoc(),
                              cast<RankedTensorType>(operand->get().getType()),
                              /*dynamicSizes=*/ValueRange(), operand->get()));
  }
}
