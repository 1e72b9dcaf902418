//===- ReductionPrecision.h - Types around a reduction -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In which type values travel and are delivered when ranks reduce them. Shared
// by `insert-reduction-casts` and `expand-gradient-reducers`.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_TRANSFORMS_REDUCTIONPRECISION_H
#define GRAD_DIALECT_GRAD_TRANSFORMS_REDUCTIONPRECISION_H

#include "grad/Dialect/Grad/IR/GradOps.h"

#include <optional>

namespace mlir::grad {

/// Emits an error with the message and returns failure.
using PrecisionErrorHandler = function_ref<LogicalResult(const Twine &message)>;

/// The precision that reductions are asked to have. At most one of the two
/// changes types: `reduceType` widens only, `wire` narrows only.
struct ReductionPrecision {
  ReduceType reduceType = ReduceType::Keep;
  std::optional<WireType> wire;

  /// Reads the options `reduce-type` and `wire` of a pass, empty where they are
  /// not given: with neither of them the type is `otherwise`. Errors name the
  /// option and its value; both together are one.
  static FailureOr<ReductionPrecision> parse(StringRef reduceType,
                                             StringRef wire,
                                             ReduceType otherwise,
                                             PrecisionErrorHandler emitError);
};

/// What becomes of one element type.
struct ReductionTypes {
  /// The element type of the reduction's operand.
  Type sent;
  /// The element type of its result.
  Type delivered;
};

/// In which types the reduction of gradients of the element type sends and
/// delivers. Integers are never touched. An error, at `emitError`, where the
/// wire cannot carry the type: f64 and wider, and the other 16-bit type.
///
/// | asked for | element type | sent | delivered |
/// |---|---|---|---|
/// | `reduceType` f32 or f64 | narrower than that | that | that |
/// | | the rest | itself | itself |
/// | `wire` f16 or bf16 | f32 | the wire's | f32 |
/// | | the wire's, and narrower floats | itself | f32 |
FailureOr<ReductionTypes> getReductionTypes(Type elementType,
                                            const ReductionPrecision &precision,
                                            PrecisionErrorHandler emitError);

/// The type in which reduced gradients of the element type are multiplied by
/// 1/degree: f32, or f64 for f64. Wider floats and integers are their own.
Type getArithmeticType(Type elementType);

/// What is lost where values of one floating-point type become another.
enum class PrecisionLoss { None, Digits, Range };

/// `Range`: exponents too, so that large values become infinite and small ones
/// zero; `Digits`: values are rounded.
PrecisionLoss getPrecisionLoss(Type from, Type to);

/// Whether the operation gives the elements of its first operand on, in
/// another shape: `tensor.collapse_shape`, `stablehlo.reshape`, ...
bool isReshape(Operation *op);

/// Whether the operation gives each element of its first operand in a type that
/// holds all its values (`arith.extf`, `stablehlo.convert`), or in a type that
/// does not (`arith.truncf`, also `grad.scale` to such a type).
bool isWidening(Operation *op);
bool isNarrowing(Operation *op);

/// What the tensor was just widened from, if that has the element type and the
/// same shape; null else.
Value getWidened(Value tensor, Type elementType);

/// Whether the operation only widens the elements of its operand to the type.
bool isWideningTo(Operation *op, Type elementType);

/// The tensor of floats with another element type, rounded once. Where the
/// tensor was just widened from that type, its source is taken: each value is
/// exactly the same. A narrowing is never taken back. `tensor`: ranked.
Value castElements(OpBuilder &builder, Location loc, Value tensor,
                   Type elementType);

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_REDUCTIONPRECISION_H
