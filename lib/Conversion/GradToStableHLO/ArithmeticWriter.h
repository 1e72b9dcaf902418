//===- ArithmeticWriter.h - Writes arithmetic as StableHLO ------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_ARITHMETICWRITER_H
#define GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_ARITHMETICWRITER_H

#include "ArithmeticRules.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::grad {

/// The operations of a module of which XLA needs nothing: none of its own,
/// without effects, and used by nothing that is written or stays.
class DeadOps {
public:
  explicit DeadOps(Operation *root);

  /// Whether the operation, or one around it, is dead.
  bool contains(Operation *op) const;
  bool empty() const { return ops.empty(); }
  void erase();

private:
  llvm::SetVector<Operation *> ops;
};

/// Writes operations for which there is a rule. They are planned in the order
/// of the module, which changes nothing.
class ArithmeticWriter {
public:
  llvm::Error plan(Operation *op, const ArithmeticRule &rule);
  /// Says that an error was reported at the operation, so that none is needed
  /// at those that use it or that it uses.
  void noteRefused(Operation *op) { refused.insert(op); }
  /// Why a number that a planned operation gives cannot be a tensor: something
  /// takes it as it is.
  llvm::Error checkUses(Operation *op, const DeadOps &dead) const;

  ArrayRef<std::pair<Operation *, const ArithmeticRule *>> getPlanned() const {
    return planned.getArrayRef();
  }

  void write();

private:
  Value writeOne(Operation *op, const ArithmeticRule &rule);
  /// One remark for each function.
  void remarkWritten() const;
  bool isInRefused(Operation *op) const;

  llvm::MapVector<Operation *, const ArithmeticRule *> planned;
  llvm::DenseSet<Operation *> refused;
  /// The tensors that stand for numbers.
  llvm::DenseMap<Value, Value> tensors;
};

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_ARITHMETICWRITER_H
