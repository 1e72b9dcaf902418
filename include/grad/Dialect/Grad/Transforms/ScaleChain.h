//===- ScaleChain.h - Constant factors around a reduction -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which constants a value is multiplied by on its way to a reduction over ranks
// and from it, and how often they make up a mean. The rules are those of
// `verify-gradient-scale`, whose documentation has them.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_TRANSFORMS_SCALECHAIN_H
#define GRAD_DIALECT_GRAD_TRANSFORMS_SCALECHAIN_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/APFloat.h"

namespace mlir::grad {

/// numerator / denominator, rounded once.
llvm::APFloat getRatio(int64_t numerator, int64_t denominator,
                       const llvm::fltSemantics &semantics);

/// One constant by which every element of a tensor is multiplied, or divided.
struct ScaleFactor {
  /// The operation that does so.
  Operation *op = nullptr;
  /// The constant, rounded to the type in which it meets the tensor.
  llvm::APFloat constant{0.0};
  bool isDivisor = false;
  /// It may be a learning rate, or part of another reduction's mean, and counts
  /// only where there is no mean without it.
  bool isUncertain = false;

  /// Whether the factor is numerator / denominator, as rounded to its type.
  bool isRatio(int64_t numerator, int64_t denominator) const;
  /// The whole number above 1 that the factor divides by, or nothing.
  std::optional<int64_t> getWholeDivisor() const;
};

/// The factors on one way, from the reduction outwards.
struct ScaleChain {
  SmallVector<ScaleFactor> factors;
  /// Where the way ends: at the operation that gives the first value or that
  /// uses the last one, or at a block argument.
  Location end;
};

/// The way from a reduction's operand backwards.
ScaleChain getOperandChain(Value operand);

/// The ways from a reduction's result forwards, one for each use at which one
/// ends. None where nothing uses the result.
SmallVector<ScaleChain> getResultChains(Value result);

/// How often factors make up a mean: at least, without those that are
/// uncertain, and at most.
struct MeanCount {
  unsigned least = 0, most = 0;
};

/// How often 1/degree is made up by the factors before and after a reduction,
/// and by the reduction itself where it divides. Linear in the means found
/// times the number of factors.
MeanCount countMeans(int64_t degree, bool dividesItself,
                     ArrayRef<ScaleFactor> before, ArrayRef<ScaleFactor> after);

/// What `verifyMean` found.
struct MeanResult {
  /// The number of ways from the result, and of those on which it becomes a
  /// mean.
  unsigned numWays = 0, numDivided = 0;
};

/// Checks that the constants around a reduction make up 1/degree, once.
/// `operand` and `result` are what it reduces and delivers, `dividesItself`
/// says that 1/degree is part of the reduction. Errors are at the reduction and
/// name it so, with a note for each factor and for each end of the chain.
FailureOr<MeanResult> verifyMean(Operation *reduction, StringRef name,
                                 Value operand, Value result, int64_t degree,
                                 bool dividesItself);

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_SCALECHAIN_H
