//===- LossScaling.h - A scale for the loss of a step -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_DIALECT_GRAD_TRANSFORMS_LOSSSCALING_H
#define GRAD_LIB_DIALECT_GRAD_TRANSFORMS_LOSSSCALING_H

#include "LossScaleUpdate.h"
#include "grad/Dialect/Grad/IR/GradOps.h"

namespace mlir::grad {

/// Scales the loss of one function: the scale enters at the seeds, gradients
/// are divided by it after the reduction, and where they are not finite on any
/// rank nothing is updated.
class LossScaling {
public:
  LossScaling(func::FuncOp function, const LossScale &options)
      : function(function), options(options), signature(function),
        builder(function.getContext()), loc(function.getLoc()) {}

  /// Finds seeds and gradients. Fails, after an error, where one is missing.
  LogicalResult collect();
  bool isStep() const { return !reducers.empty() || !gradients.empty(); }
  LogicalResult insert();

private:
  LogicalResult verifySeeds();
  void scaleSeeds(Value scale);
  void unscaleReduced(Value scale);
  void createLocalReducer();
  void addFinite(Value value);
  Value buildOverflow();
  LogicalResult moveOptimizersBelow(Operation *position);
  void collectDependents();
  void guardUpdates(Value isFine);

  func::FuncOp function;
  LossScale options;
  StepSignature signature;
  OpBuilder builder;
  Location loc;
  SmallVector<BlockArgument> seedArguments;
  SmallVector<SeedOp> seedOps;
  SmallVector<ReduceGradientsOp> reducers;
  /// Without a reducer: where gradients are used.
  SmallVector<OpOperand *> gradients;
  /// What is not a float and thus not scaled is in none of these.
  SmallVector<Value> unscaled, checked;
  /// Operations that depend on gradients, and arguments that these read.
  llvm::DenseSet<Operation *> dependents;
  llvm::DenseSet<Value> readState;
};

} // namespace mlir::grad

#endif // GRAD_LIB_DIALECT_GRAD_TRANSFORMS_LOSSSCALING_H
