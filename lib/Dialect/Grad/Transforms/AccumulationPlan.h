//===- AccumulationPlan.h - Where a step is cut -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_DIALECT_GRAD_TRANSFORMS_ACCUMULATIONPLAN_H
#define GRAD_LIB_DIALECT_GRAD_TRANSFORMS_ACCUMULATIONPLAN_H

#include "StepFrame.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Dialect/Grad/Transforms/SideEffects.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::grad {

/// What `split-accumulation` was asked for.
struct SplitRequest {
  int64_t steps = 1;
  /// Whether the update holds the last micro-step of its window.
  bool lastInUpdate = false;
  /// Whether a function of its own clears the accumulators.
  bool separateClear = false;
  /// Whether results of each micro-step become means over the window.
  bool windowMean = false;
  /// Whether gradients are divided by the number of micro-steps.
  bool average = true;
};

/// Which operations of a step belong to its micro-steps and which to the
/// update, and the values that are summed up in between.
///
/// The update is what depends on reduced gradients: the gradient reducers, or
/// without one the optimizers and the marked gradients, and collectives on
/// results only. All else that a result needs belongs to the micro-step. What
/// depends on no batch may stand on both sides.
class AccumulationPlan {
public:
  AccumulationPlan(StepFrame frame, const SplitRequest &request)
      : frame(frame), request(request), body(frame.getBody()),
        fences(frame.getFunction()->getParentOp()) {}

  /// Makes the plan. Fails, after an error, where the step cannot be cut. A
  /// step without gradients is not one: `hasCut` is false.
  LogicalResult build();
  bool hasCut() const { return !gradients.empty(); }

  /// A value of each micro-step of which the update reads the sum.
  struct Accumulator {
    std::string name;
    /// Of the sum: that of the value in T, dense.
    RankedTensorType type;
  };
  /// In the order of their first use.
  llvm::MapVector<Value, Accumulator> accumulators;

  /// The operations of each side, which overlap.
  llvm::DenseSet<Operation *> microStep, update;
  /// For each result of the step whether the update gives it.
  SmallVector<bool> isUpdateResult;
  /// Whether the update reads a sum here instead of the value.
  bool isCut(OpOperand &use) const { return cuts.contains(&use); }
  bool isGradient(OpOperand &use) const {
    return llvm::is_contained(gradients, &use);
  }

private:
  bool holdsCollective(Operation *op);
  void visitOperands(Operation *op,
                     function_ref<void(OpOperand &)> visit) const;
  LogicalResult findBorder();
  LogicalResult refuseReduced(OpOperand &gradient);
  void findVarying();
  void sortResults();
  LogicalResult addAccumulator(OpOperand &use, Twine name, bool isMean);
  LogicalResult addAccumulators();
  LogicalResult verifyMoved(Operation *op);
  LogicalResult collectSides();
  void addBackwards(Value value, llvm::DenseSet<Operation *> &side,
                    bool stopsAtCuts);
  InFlightDiagnostic emitCrossing(Operation *user, Value value);
  StringAttr getGradientName(OpOperand &use);

  StepFrame frame;
  SplitRequest request;
  Block *body;
  FenceAnalysis fences;
  /// Gradients, where they enter the update.
  SmallVector<OpOperand *> gradients;
  /// Collectives on results only.
  SmallVector<Operation *> moved;
  /// All uses at which a sum takes the place of a value.
  llvm::DenseSet<OpOperand *> cuts;
  /// Operations that depend on the border, the border included.
  llvm::DenseSet<Operation *> after;
  llvm::DenseSet<Value> varying;
  llvm::StringMap<unsigned> names;
  bool hasReducer = false;
};

} // namespace mlir::grad

#endif // GRAD_LIB_DIALECT_GRAD_TRANSFORMS_ACCUMULATIONPLAN_H
