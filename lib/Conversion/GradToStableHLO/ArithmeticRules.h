//===- ArithmeticRules.h - StableHLO for other dialects' ops ----*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of `arith`, `math`, `tensor` and `grad` that StableHLO can
// say, one rule each. StableHLO has tensors only: a number becomes a tensor
// without dimensions, and an index an i64.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_ARITHMETICRULES_H
#define GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_ARITHMETICRULES_H

#include "StableHLOBuilder.h"
#include "llvm/Support/Error.h"

namespace mlir::grad {

/// How StableHLO says one operation with one result.
struct ArithmeticRule {
  /// Refuses what the operation's types alone do not rule out.
  using Check = llvm::Error (*)(Operation *op);
  /// Writes the operation, whose operands are tensors here, and so is its
  /// result, which has the given type.
  using Write = Value (*)(const ArithmeticRule &rule, StableHLOBuilder &builder,
                          Operation *op, ValueRange operands,
                          RankedTensorType type);

  StringLiteral name;
  Write write;
  /// The operation of StableHLO, where it is one.
  StringLiteral target = "";
  Check check = nullptr;
};

/// The rule for the operation, or null.
const ArithmeticRule *findArithmeticRule(Operation *op);

/// The tensor type that stands for a value's type.
RankedTensorType getTensorType(Type type);

/// Whether what is written needs the operand's value. Some operations are
/// decided by their types alone.
bool isRead(OpOperand &operand);

// The rules, by the file in which they stand.
ArrayRef<ArithmeticRule> getElementwiseRules();
ArrayRef<ArithmeticRule> getComparisonRules();
ArrayRef<ArithmeticRule> getTensorRules();
ArrayRef<ArithmeticRule> getGradRules();

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_ARITHMETICRULES_H
