//===- StableHLOBuilder.h - Creates StableHLO by name -----------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_STABLEHLOBUILDER_H
#define GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_STABLEHLOBUILDER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::grad {

/// Whether StableHLO has tensors of the element type.
bool isStableHLOElementType(Type type);

/// The type as it is printed.
std::string printText(Type type);

/// Creates operations of StableHLO, whose dialect need not be there. Shapes are
/// static where nothing else is said. What would give its operand back creates
/// nothing.
class StableHLOBuilder {
public:
  StableHLOBuilder(OpBuilder &builder, Location loc)
      : builder(builder), loc(loc) {}

  /// An operation with `attributes` as its properties and empty regions.
  Operation *create(StringRef name, ValueRange operands, TypeRange results,
                    ArrayRef<NamedAttribute> attributes = {},
                    unsigned numRegions = 0);

  Value reshape(Value value, ArrayRef<int64_t> shape);
  /// Dimension i of the result is dimension permutation[i] of the value.
  Value transpose(Value value, ArrayRef<int64_t> permutation);
  Value concatenate(ValueRange values, int64_t dim);
  /// What lies from `start` up to `start + size` in dimension `dim`.
  Value slice(Value value, int64_t dim, int64_t start, int64_t size);
  Value divide(Value value, int64_t divisor);

  // These take dynamic shapes too.

  /// Rounds once, to the nearest value, ties to even.
  Value convert(Value value, Type elementType);
  /// The same bits in an element type of the same width.
  Value bitcast(Value value, Type elementType);
  /// An operation whose operands and result have one type.
  Value elementwise(StringRef name, ValueRange operands);
  /// `direction`: EQ, NE, GE, GT, LE, LT; `type`: FLOAT, SIGNED, UNSIGNED.
  Value compare(Value lhs, Value rhs, StringRef direction, StringRef type);
  Value select(Value condition, Value ifTrue, Value ifFalse);
  /// The sum of all elements, without dimensions.
  Value sum(Value value);

  Value constant(ElementsAttr value);
  /// A number without dimensions.
  Value constant(Type elementType, double number);
  Value constant(Type elementType, int64_t number);
  /// A number without dimensions in every element of a tensor. `sizes`: for
  /// each dynamic dimension an integer without dimensions.
  Value broadcast(Value scalar, RankedTensorType type, ValueRange sizes = {});
  /// The size of a dimension as an i64 without dimensions.
  Value dimension(Value value, int64_t dim);
  /// Integers or numbers without dimensions, one after the other.
  Value fromElements(ValueRange scalars, RankedTensorType type);

  Builder &getBuilder() { return builder; }
  Location getLoc() const { return loc; }

private:
  OpBuilder &builder;
  Location loc;
};

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_STABLEHLOBUILDER_H
