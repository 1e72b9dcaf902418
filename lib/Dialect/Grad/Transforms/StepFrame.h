//===- StepFrame.h - A step and what is around its body -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_DIALECT_GRAD_TRANSFORMS_STEPFRAME_H
#define GRAD_LIB_DIALECT_GRAD_TRANSFORMS_STEPFRAME_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::grad {

/// An argument or result of a step.
struct StepValue {
  /// The type at the function, and in the body, where a rank sees its own part.
  Type outer, inner;
  /// The attributes at the function; may be null.
  DictionaryAttr attributes;
  Location loc;
  /// The sharding inside `sdy.manual_computation`, as text; else empty.
  std::string sharding;
  /// Its number in the step that it was taken from.
  std::optional<unsigned> number;
};

/// A step whose body is the function's, or, as JAX writes it with `shard_map`,
/// that of the one `sdy.manual_computation` in the function. Makes functions
/// of the same form with other arguments and results.
class StepFrame {
public:
  /// Fails, after an error, where the function has several blocks.
  static FailureOr<StepFrame> get(func::FuncOp function);

  func::FuncOp getFunction() const { return function; }
  /// The block of the body.
  Block *getBody() const { return body; }

  /// Argument i and result i of the body.
  StepValue getArgument(unsigned i);
  StepValue getResult(unsigned i);
  /// The values that the body returns.
  OperandRange getReturned() { return body->getTerminator()->getOperands(); }

  /// Whether the argument may be another one in each micro-step: all but
  /// parameters, state, seeds and what is replicated.
  bool isVarying(unsigned argument);

  /// State that a pass adds, which starts from `init` in each element.
  StepValue createState(StringRef name, RankedTensorType type, bool isPerRank,
                        TypedAttr init);
  /// The new value of that state.
  StepValue createUpdate(const StepValue &state);

  /// Creates an empty function of this form before the step, with a body that
  /// has the arguments. `finish` ends it with what it returns.
  Block *create(StringRef name, ArrayRef<StepValue> arguments,
                ArrayRef<StepValue> results);
  void finish(Block *block, ValueRange results);

  /// Of state, in a body: the tensor that `createState` was asked for, and its
  /// way back.
  Value open(OpBuilder &builder, Value state, RankedTensorType type);
  Value close(OpBuilder &builder, Value tensor, Type inner);

private:
  explicit StepFrame(func::FuncOp function) : function(function) {}
  bool readManualComputation();
  Block *createManualComputation(func::FuncOp function,
                                 ArrayRef<StepValue> arguments,
                                 ArrayRef<StepValue> results);

  func::FuncOp function;
  Block *body = nullptr;
  /// `sdy.manual_computation`, or null. Which argument of the function each of
  /// its operands is, and which result each of its results.
  Operation *manual = nullptr;
  SmallVector<unsigned> argumentNumbers, resultNumbers;
  SmallVector<std::string> inShardings, outShardings;
  /// The mesh, its manual axes in braces, and how many ranks they make.
  std::string mesh, axes;
  int64_t numRanks = 1;
};

} // namespace mlir::grad

#endif // GRAD_LIB_DIALECT_GRAD_TRANSFORMS_STEPFRAME_H
