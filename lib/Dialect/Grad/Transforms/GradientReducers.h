//===- GradientReducers.h - Where reducers go -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_DIALECT_GRAD_TRANSFORMS_GRADIENTREDUCERS_H
#define GRAD_LIB_DIALECT_GRAD_TRANSFORMS_GRADIENTREDUCERS_H

#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/Regex.h"

namespace mlir::grad {

/// What `insert-gradient-reducer` was asked for.
struct ReducerRequest {
  ReducerOptions options;
  /// Whether `mean` and `scale` were given, or are what the preset says.
  bool hasMean = false, hasScale = false;
  GroupAttr group;
  int64_t worldSize = 0;
  SmallVector<std::string> layerwiseParallel, parameterServer;
  /// Which all-reduces are gradients, by their name.
  const llvm::Regex *match = nullptr;
};

/// A value that is the gradient of a parameter.
struct NamedGradient {
  Value value;
  StringAttr name;
};

/// The name of the parameter that an optimizer updates: that of the argument,
/// else that of the operation.
StringAttr getParamName(OptimizerOpInterface optimizer);

/// Whether the function says what its gradients are: by marks, optimizers or
/// reducers.
bool hasMarkedGradients(FunctionOpInterface function);

/// Puts one reducer over the marked gradients of the function.
LogicalResult insertReducerOverMarked(FunctionOpInterface function,
                                      const ReducerRequest &request);

/// Marks state of steps with gradients that each rank updates by its own rows,
/// such as running statistics, with `grad.per_rank`.
void markVaryingState(ModuleOp module);

/// Makes the residuals of reducers that send only the largest elements state of
/// the step: `residual.w` for each gradient.
LogicalResult addResidualState(func::FuncOp function);

/// Replaces bare all-reduces of the module by reducers.
LogicalResult replaceAllReduces(ModuleOp module, const ReducerRequest &request);

/// The fusion id of the gradient at a position, from 0: bucket g ends once
/// entry g <= position + 1, and the last takes the rest.
int64_t getBucketId(ArrayRef<int64_t> splitIndices, int64_t position);

/// The operations of the block that the values are computed from, those that
/// give them included.
llvm::DenseSet<Operation *> getBackwardSlice(Block *block, ValueRange values);

/// Moves what stands before `position` and depends on an operand in `uses`
/// below it, in its order. Fails, with an error that says what `reason` is
/// about, where such an operation has side effects; then nothing was moved.
LogicalResult moveUsersBelow(ArrayRef<OpOperand *> uses, Operation *position,
                             StringRef reason);

/// One remark of `insert-gradient-reducer`.
void noteReducer(Operation *op, bool isPassed, StringRef name,
                 StringRef gradient, const Twine &reason);

} // namespace mlir::grad

#endif // GRAD_LIB_DIALECT_GRAD_TRANSFORMS_GRADIENTREDUCERS_H
