//===- MeanFactors.h - The factors of a mean -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_DIALECT_GRAD_TRANSFORMS_MEANFACTORS_H
#define GRAD_LIB_DIALECT_GRAD_TRANSFORMS_MEANFACTORS_H

#include "grad/Dialect/Grad/IR/GradOps.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::grad {

/// What a reducer multiplies by before and after its collectives, so that the
/// product is 1/degree with a mean and 1 without.
///
/// | scale | before | after |
/// |---|---|---|
/// | `after` | | 1/degree |
/// | `before` | 1/degree | |
/// | `split` | 1/pre | pre/degree |
///
/// pre is the power of two that DDP's and Horovod's users know as predivide
/// factor: it starts at 1 and doubles while it divides the group's size and is
/// below the quotient.
class MeanFactors {
public:
  /// `size`: the group's, or nothing where only the run knows it. Factors are
  /// built where the builder stands when they are first asked for.
  MeanFactors(OpBuilder &builder, Location loc, ReducerOptionsAttr options,
              GroupAttr group, std::optional<int64_t> size);

  /// The factors as rank-0 tensors of the type; null where they are 1.
  Value getBefore(FloatType type) { return get(beforeFactors, before, type); }
  Value getAfter(FloatType type) { return get(afterFactors, after, type); }

  /// What the mean divides by, or nothing without a mean or where only the run
  /// knows it.
  std::optional<int64_t> getDegree() const {
    return mean ? degree : std::nullopt;
  }

private:
  /// A whole number that is known, or computed at run time as an i64.
  struct Number {
    std::optional<int64_t> constant;
    Value value;
  };
  /// numerator / denominator, or 1.
  struct Quotient {
    Number numerator, denominator;
    bool isOne = true;
  };
  using Factors = llvm::SmallDenseMap<Type, Value, 2>;

  Value get(Factors &factors, const Quotient &quotient, FloatType type);
  Value build(const Quotient &quotient, FloatType type);
  Value buildFloat(const Number &number, FloatType type);
  Value buildInteger(int64_t number);
  /// The group's size, computed once.
  Number getSize();
  Number getDivisorOfSize();

  OpBuilder &builder;
  Location loc;
  GroupAttr group;
  std::optional<int64_t> size, degree;
  bool mean;
  Value runTimeSize;
  Quotient before, after;
  Factors beforeFactors, afterFactors;
};

} // namespace mlir::grad

#endif // GRAD_LIB_DIALECT_GRAD_TRANSFORMS_MEANFACTORS_H
