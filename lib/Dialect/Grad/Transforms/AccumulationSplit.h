//===- AccumulationSplit.h - A step as micro-steps and update -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_DIALECT_GRAD_TRANSFORMS_ACCUMULATIONSPLIT_H
#define GRAD_LIB_DIALECT_GRAD_TRANSFORMS_ACCUMULATIONSPLIT_H

#include "AccumulationPlan.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::grad {

/// Makes the functions of a step that a plan cuts, and the schedule.
class AccumulationSplit {
public:
  AccumulationSplit(StepFrame frame, const SplitRequest &request,
                    const AccumulationPlan &plan, SymbolTable &symbols);

  /// Replaces the step.
  ScheduleAttr run();

private:
  /// A function in the making.
  struct Half {
    SmallVector<StepValue> arguments, results;
    /// Numbers of the body's arguments and results that it takes over.
    SmallVector<unsigned> oldArguments, oldResults;
    Block *block = nullptr;
    IRMapping mapping;
    SmallVector<Value> returned;
  };

  void takeArguments(Half &half, bool isUpdate, bool isMicroStep);
  void takeResults(Half &half, bool isUpdate, bool isMicroStep);
  void open(Half &half, StringRef suffix, bool hasSums, bool writesSums);
  void close(Half &half);
  void addToSum(OpBuilder &builder, Half &half, Value value);
  void buildMicroStep(OpBuilder &builder, Half &half);
  void buildUpdate(OpBuilder &builder, Half &half);
  void buildFactors(OpBuilder &builder);
  void cloneIntoUpdate(OpBuilder &builder, Half &half, Operation &op);
  void cloneReducer(OpBuilder &builder, Half &half, ReduceGradientsOp op);
  void mapReduced(OpBuilder &builder, Half &half, Value old, Value reduced);
  Value getSum(Value value);
  Value buildMean(OpBuilder &builder, Value sum, Type element);
  Value buildCut(OpBuilder &builder, OpOperand &use);
  void guardUpdates(OpBuilder &builder, Half &half);
  void clearSums(OpBuilder &builder, Half &half);
  FlatSymbolRefAttr buildAccumulate();
  FlatSymbolRefAttr buildUpdateFunction();
  FlatSymbolRefAttr buildClear();
  FlatSymbolRefAttr getSymbol(const Half &half);

  StepFrame frame;
  SplitRequest request;
  const AccumulationPlan &plan;
  SymbolTable &symbols;
  Location loc;
  /// The state that holds the sums, and the counter, which is the last.
  SmallVector<StepValue> states;
  SmallVector<RankedTensorType> types;
  /// Their values in the function in the making.
  SmallVector<Value> sums;
  /// The number of micro-steps, at least 1, and its inverse in each type.
  Value count;
  llvm::SmallDenseMap<Type, Value, 2> inverses;
  /// What was cast back to the type of its gradient, and from what.
  llvm::MapVector<Value, Value> casts;
  /// Whether there was a micro-step at all; null where there always was.
  Value isPending;
};

} // namespace mlir::grad

#endif // GRAD_LIB_DIALECT_GRAD_TRANSFORMS_ACCUMULATIONSPLIT_H
