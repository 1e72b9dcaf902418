//===- StepSignature.h - More arguments and results -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_DIALECT_GRAD_TRANSFORMS_STEPSIGNATURE_H
#define GRAD_LIB_DIALECT_GRAD_TRANSFORMS_STEPSIGNATURE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::grad {

/// What state becomes where the condition, a `tensor<i1>`, holds, else the old
/// one. `value`: no memref.
Value chooseState(OpBuilder &builder, Location loc, Value condition,
                  Value value, Value old);

/// Fails, after an error, where a result of the step updates state in memory,
/// of which no step can be chosen.
LogicalResult verifyStateIsValue(func::FuncOp function);

/// Changes what a step of one block takes and gives. Arguments and results are
/// added at the end.
class StepSignature {
public:
  explicit StepSignature(func::FuncOp function) : function(function) {}

  /// Adds state that starts from `init` in each element, for `owner`, which an
  /// error about a name that is taken already names.
  FailureOr<Value> addState(StringRef owner, const Twine &name,
                            RankedTensorType type, bool isPerRank,
                            TypedAttr init);
  /// Adds a result with one attribute, a name: `grad.updates` or `grad.metric`.
  void addResult(Value value, StringRef attribute, StringRef name);
  /// Leaves out result i of the function as it was.
  void dropResult(unsigned i) { dropped.insert(i); }
  /// Gives the function its new results. Comes last.
  void finish();

private:
  struct Result {
    Value value;
    DictionaryAttr attributes;
  };
  func::FuncOp function;
  SmallVector<Result> added;
  llvm::SmallDenseSet<unsigned> dropped;
};

} // namespace mlir::grad

#endif // GRAD_LIB_DIALECT_GRAD_TRANSFORMS_STEPSIGNATURE_H
