//===- TensorBuilder.h - What the lowerings build with -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_GRADTOLINALG_TENSORBUILDER_H
#define GRAD_LIB_CONVERSION_GRADTOLINALG_TENSORBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::grad {

/// The type in which numbers of a type are added up: integers in their own,
/// floats in at least 32 bits.
Type getSumType(Type elementType);

/// Whether the type says that a tensor has no elements. Nothing may be cut out
/// of such a tensor.
bool isEmpty(RankedTensorType type);

/// Builds loops over tensors.
class TensorBuilder : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;
  using Values = SmallVector<Value>;

  Value index(int64_t value);
  /// A number of a type of integers or floats.
  Value number(Type type, int64_t value);
  /// The size of a dimension.
  Value size(Value tensor, int64_t dim);
  /// A float in another type, rounded at most once.
  Value convert(Value scalar, Type type);
  /// The sum of two numbers.
  Value add(Value a, Value b);

  /// A tensor that holds anything. The sizes that its type leaves open are
  /// `rows` for the first and those of `like` for the others.
  Value empty(RankedTensorType type, Value rows = {}, Value like = {});
  /// A tensor of one number, of which only the number of rows is open.
  Value filled(RankedTensorType type, Value number, Value rows = {});

  /// An element-wise operation on `input`. It writes to `init`, which the body
  /// gets as its second argument.
  Value map(Value input, Value init, function_ref<Value(Value, Value)> body);
  /// An element-wise operation on several tensors. Numbers, of rank 0, are read
  /// for each element. It writes to `inits`, of one shape, whose elements the
  /// body gets after the inputs.
  Values mapAll(ValueRange inputs, ValueRange inits,
                function_ref<Values(TensorBuilder &, ValueRange)> body);
  /// The same as `map`, from all elements to one number, in the order of the
  /// elements.
  Value fold(Value input, Value init, function_ref<Value(Value, Value)> body);
  /// The elements in another type.
  Value convertElements(Value tensor, Type elementType);

  /// Element `at` of a vector.
  Value get(Value vector, Value at);
  /// The vector with element `at` replaced.
  Value set(Value vector, Value at, Value element);

  /// A row, as a tensor without the first dimension.
  Value getRow(Value tensor, Value at);
  Value setRow(Value tensor, Value at, Value row);
  /// As many rows as given, from row `from` on.
  Value getRows(Value tensor, Value from, Value rows);
  Value setRows(Value tensor, Value from, Value rows, Value part);

  /// Runs the body `count` times, with what the last run gave, and first with
  /// `state`.
  Values loop(Value count, ValueRange state,
              function_ref<Values(Value, ValueRange)> body);
  /// What the body gives where the condition holds, else `state`.
  Values when(Value condition, ValueRange state, function_ref<Values()> body);

private:
  Value generic(Value input, Value init, AffineMap initMap,
                utils::IteratorType iterator,
                function_ref<Value(Value, Value)> body);
};

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_GRADTOLINALG_TENSORBUILDER_H
