//===- CollectiveArithmetic.h - What stands in for a collective -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_DIALECT_GRAD_TRANSFORMS_COLLECTIVEARITHMETIC_H
#define GRAD_LIB_DIALECT_GRAD_TRANSFORMS_COLLECTIVEARITHMETIC_H

#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::grad {

/// Whether `convert` can give a value of the first type the second: shapes that
/// may be equal, element types that are equal or both floats.
bool isConvertible(ShapedType from, ShapedType to);

/// The value with another floating-point element type, rounded once, and
/// another static shape where sizes are known in one type only.
Value convert(OpBuilder &builder, Location loc, Value value,
              RankedTensorType to);

/// Whether every value of the first floating-point type is one of the second.
bool isValuePreserving(Type from, Type to);

/// Whether tensors of the element type can be multiplied.
bool hasArithmetic(Type elementType);

/// A number, rounded to the element type of `like`, in every element of a
/// tensor of the type of `like`.
Value createFloats(OpBuilder &builder, Location loc, Value like, double number);

/// The value times the size of this rank's group, as `to`. Floats are
/// multiplied in f32, or in f64 where it occurs, and rounded to the type of
/// `to`; integers wrap. `size`: nothing where it is known at run time only.
Value multiplyBySize(OpBuilder &builder, Location loc, Value value,
                     RankedTensorType to, GroupAttr group,
                     std::optional<int64_t> size);

/// Replaces results of a collective on tensors and takes their operands out of
/// it; erases it once none is left. `pairs`: sorted, each once. Returns the
/// smaller collective, or null.
CollectiveOpInterface replacePairs(RewriterBase &rewriter,
                                   CollectiveOpInterface op,
                                   ArrayRef<unsigned> pairs,
                                   ArrayRef<Value> replacements);

} // namespace mlir::grad

#endif // GRAD_LIB_DIALECT_GRAD_TRANSFORMS_COLLECTIVEARITHMETIC_H
