//===- Rows.cpp - Sums of rows as loops -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TensorBuilder.h"
#include "grad/Dialect/Grad/IR/GradOps.h"

using namespace mlir;
using namespace mlir::grad;

using Values = TensorBuilder::Values;

namespace {
/// The rows of one sparse gradient, and where they go.
class SparseRows {
public:
  SparseRows(TensorBuilder &builder, IndexedSlicesType type, Value indices,
             Value values)
      : builder(builder), type(type), indices(indices), values(values) {}

  Value getCount() { return builder.size(indices, 0); }

  /// Calls the body for each row that the dense tensor has, in order, with the
  /// row's number and its index; as TensorBuilder::loop does.
  Values forEach(ValueRange state,
                 function_ref<Values(Value, Value, ValueRange)> body);

  /// Adds each row of the values to that row of `zeros` which the body names
  /// for a row of the dense tensor. Rounds once to the type of the values.
  Value addUp(Value zeros, function_ref<Value(Value)> getPlace);

private:
  Value addTo(Value sums, Value from, Value to);

  TensorBuilder &builder;
  IndexedSlicesType type;
  Value indices, values;
};
} // namespace

Values
SparseRows::forEach(ValueRange state,
                    function_ref<Values(Value, Value, ValueRange)> body) {
  return builder.loop(getCount(), state, [&](Value i, ValueRange state) {
    Value row = builder.get(indices, i);
    if (type.getIndexType().getWidth() < 64)
      row = arith::ExtSIOp::create(builder, builder.getI64Type(), row);
    // A negative index is a large one.
    Value isRow = arith::CmpIOp::create(
        builder, arith::CmpIPredicate::ult, row,
        builder.number(builder.getI64Type(), type.getDense().getDimSize(0)));
    return builder.when(isRow, state, [&] {
      Value at =
          arith::IndexCastOp::create(builder, builder.getIndexType(), row);
      return body(i, at, state);
    });
  });
}

/// Adds row `from` of the values to row `to` of the sums.
Value SparseRows::addTo(Value sums, Value from, Value to) {
  Type sumType = getSumType(type.getElementType());
  auto add = [&](Value value, Value sum) -> Value {
    if (isa<FloatType>(sumType))
      value = builder.convert(value, sumType);
    return builder.add(sum, value);
  };
  if (type.getDense().getRank() == 1)
    return builder.set(sums, to,
                       add(builder.get(values, from), builder.get(sums, to)));
  Value sum =
      builder.map(builder.getRow(values, from), builder.getRow(sums, to), add);
  return builder.setRow(sums, to, sum);
}

Value SparseRows::addUp(Value zeros, function_ref<Value(Value)> getPlace) {
  Value sums = zeros;
  if (!isEmpty(type.getDense()) && !isEmpty(type.getValuesType()))
    sums =
        forEach(zeros, [&](Value from, Value row, ValueRange state) -> Values {
          return {addTo(state.front(), from, getPlace(row))};
        }).front();
  return builder.convertElements(sums, type.getElementType());
}

namespace {
struct ToDensePattern : public OpConversionPattern<ToDenseOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ToDenseOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TensorBuilder builder(op.getLoc(), rewriter);
    IndexedSlicesType type = op.getInput().getType();
    SparseRows rows(builder, type, adaptor.getInput()[0],
                    adaptor.getInput()[1]);
    Type sumType = getSumType(type.getElementType());
    Value zeros = builder.filled(type.getDense().clone(sumType),
                                 builder.number(sumType, 0));
    rewriter.replaceOp(op, rows.addUp(zeros, [](Value row) { return row; }));
    return success();
  }
};

/// A table tells for each row of the dense tensor which row of the result it
/// is.
class CoalescePattern : public OpConversionPattern<CoalesceOp> {
public:
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CoalesceOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TensorBuilder builder(op.getLoc(), rewriter);
    IndexedSlicesType type = op.getType();
    SparseRows rows(builder, type, adaptor.getInput()[0],
                    adaptor.getInput()[1]);
    auto [table, count] = createTable(builder, type, rows);
    Value indices = createIndices(builder, type, table, count);
    Type sumType = getSumType(type.getElementType());
    Value zeros = builder.filled(type.getValuesType().clone(sumType),
                                 builder.number(sumType, 0), count);
    Value values = rows.addUp(zeros, [&, table = table](Value row) {
      return toIndex(builder, builder.get(table, row));
    });
    SmallVector<Value> parts = {indices, values};
    rewriter.replaceOpWithMultiple(op, {ValueRange(parts)});
    return success();
  }

private:
  static Value toIndex(TensorBuilder &builder, Value number) {
    return arith::IndexCastOp::create(builder, builder.getIndexType(), number);
  }

  /// Whether the table's entry is of a row that is given.
  static Value isGiven(TensorBuilder &builder, Value entry) {
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::sge, entry,
                                 builder.number(entry.getType(), 0));
  }

  /// Numbers the rows that are given in the order of their indices, others are
  /// -1. Gives the table and how many there are.
  static std::pair<Value, Value> createTable(TensorBuilder &builder,
                                             IndexedSlicesType type,
                                             SparseRows &rows) {
    Type integer = type.getIndexType();
    int64_t size = type.getDense().getDimSize(0);
    Value table = builder.filled(RankedTensorType::get({size}, integer),
                                 builder.number(integer, -1));
    Value mark = builder.number(integer, 0);
    table = rows.forEach(table,
                         [&](Value, Value at, ValueRange state) -> Values {
                           return {builder.set(state.front(), at, mark)};
                         })
                .front();
    auto numberOne = [&](Value at, ValueRange state) {
      Value entry = builder.get(state[0], at);
      return builder.when(isGiven(builder, entry), state, [&]() -> Values {
        Value number = arith::IndexCastOp::create(builder, integer, state[1]);
        return {builder.set(state[0], at, number),
                builder.add(state[1], builder.index(1))};
      });
    };
    Values numbered =
        builder.loop(builder.index(size), {table, builder.index(0)}, numberOne);
    return {numbered[0], numbered[1]};
  }

  /// The indices of the rows that the table has.
  static Value createIndices(TensorBuilder &builder, IndexedSlicesType type,
                             Value table, Value count) {
    auto collect = [&](Value at, ValueRange state) {
      Value entry = builder.get(table, at);
      return builder.when(isGiven(builder, entry), state, [&]() -> Values {
        Value index =
            arith::IndexCastOp::create(builder, type.getIndexType(), at);
        return {builder.set(state.front(), toIndex(builder, entry), index)};
      });
    };
    return builder
        .loop(builder.size(table, 0),
              builder.empty(type.getIndicesType(), count), collect)
        .front();
  }
};
} // namespace

void grad::populateRowPatterns(RewritePatternSet &patterns,
                               const TypeConverter &converter) {
  patterns.add<ToDensePattern, CoalescePattern>(converter,
                                                patterns.getContext());
}
