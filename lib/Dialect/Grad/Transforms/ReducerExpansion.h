//===- ReducerExpansion.h - A reducer as collectives and arithmetic -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_DIALECT_GRAD_TRANSFORMS_REDUCEREXPANSION_H
#define GRAD_LIB_DIALECT_GRAD_TRANSFORMS_REDUCEREXPANSION_H

#include "MeanFactors.h"
#include "grad/Dialect/Grad/Transforms/ReductionPrecision.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::grad {

/// Expands one reducer. The files that define its members follow the order of
/// the work: ReducerExpansion.cpp (dense gradients), ReducerSparse.cpp (sparse
/// ones), ReducerSparsification.cpp (dense ones of which only the largest
/// elements are sent), ReducerClipping.cpp.
class ReducerExpansion {
public:
  /// `worldSize`: 0 where only the run knows it.
  ReducerExpansion(RewriterBase &rewriter, ReduceGradientsOp op,
                   int64_t worldSize);

  /// Replaces the reducer.
  void run();

private:
  /// The types of one gradient's way: its own, on the wire, as delivered, and
  /// the one in which it is scaled.
  struct Types {
    Type own, sent, delivered;
    FloatType scale;
  };
  Types getTypes(Type elementType);

  //===--- What gradients are too large by
  //-----------------------------------===
  /// What is done to gradient i before its reduction, besides the mean: the
  /// division by the number of micro-steps where something depends on the size
  /// of an element, clamping, and for sparsified gradients the division by the
  /// loss's scale, since residuals outlive it.
  Value prepare(unsigned i, Value gradient);
  /// What is multiplied by after the reduction of gradient i.
  SmallVector<Value> getFactorsAfter(unsigned i, FloatType type);
  /// 1 / the reducer's operand, or null where there is none.
  Value getInverse(Value operand, FloatType type);
  bool isCountedBefore();
  /// Applies the body to a tensor, or to the values of a sparse gradient.
  Value mapValues(Value gradient, function_ref<Value(Value)> body);

  //===--- Dense gradients --------------------------------------------------===
  Value expandDense(unsigned i, Value gradient);
  /// A gradient that ranks do not exchange.
  Value keep(unsigned i, Value gradient);
  /// One part of the sum for each rank.
  Value expandSharded(unsigned i, Value gradient);
  /// The type in which result i stays until it is clipped to the norm, which is
  /// that of the result where it is not.
  Type getUnclippedType(unsigned i, FloatType scale);
  Value createAllReduce(unsigned i, Value value, Type delivered);
  /// Says of a collective which gradient it reduces, and to what.
  void describe(unsigned i, Operation *collective);
  /// Casts, times the factors that are not null, in the type of the last but
  /// one's product, with one rounding after the last.
  Value scale(Value value, ArrayRef<Value> factors, Type elementType);
  FusionAttr getFusion(unsigned i);

  //===--- Sparse gradients -------------------------------------------------===
  Value expandSparse(unsigned i, Value gradient);
  bool isReducedDense(unsigned i);

  //===--- Dense gradients whose largest elements are sent ------------------===
  void expandSparsified();
  /// The gradients that share one choice.
  struct Bucket {
    FloatType type;
    /// Numbers of the gradients.
    SmallVector<unsigned> members;
    /// Their elements and what was kept back of them, as one vector.
    Value accumulated;
    /// What this rank sends, and the values that all ranks have sent.
    Value chosen, gathered;
    int64_t size = 0;
  };
  SmallVector<Bucket> getBuckets();
  void expandBucket(Bucket &bucket);
  int64_t getTopK(int64_t size);
  std::pair<Value, Value> gatherChosen(const Bucket &bucket, Value indices,
                                       Value values);
  std::optional<unsigned> getResidualNumber(unsigned i);
  Value getResidual(unsigned i);
  void finishResiduals(ArrayRef<Bucket> buckets);

  //===--- Clipping ---------------------------------------------------------===
  /// Clamps floats to `clip_value`.
  Value clipToValue(Value tensor);
  void clipToNorm();
  Value buildNorm();

  /// What was said of the reducer beyond its own attributes holds for its
  /// collectives.
  void handOnAttributes(Operation *collective);
  /// One remark about gradient i.
  void note(unsigned i, StringRef name, const Twine &reason);
  /// What a wire does to gradient i, which is sent as `sent`.
  void noteWire(unsigned i, Type own, Type sent);

  RewriterBase &rewriter;
  ReduceGradientsOp op;
  Location loc;
  ReducerOptionsAttr options;
  std::optional<int64_t> groupSize;
  MeanFactors factors;
  llvm::SmallDenseMap<std::pair<Value, Type>, Value> inverses;
  SmallVector<Value> reduced, newResiduals;
};

} // namespace mlir::grad

#endif // GRAD_LIB_DIALECT_GRAD_TRANSFORMS_REDUCEREXPANSION_H
