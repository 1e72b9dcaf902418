//===- GatherRows.cpp - Gathers of rows as gathers of equal shapes -*- C++
//-*-===//
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
/// Builds what stands in for one `grad.all_gather_v`.
class GatherLowering {
public:
  GatherLowering(TensorBuilder &builder, AllGatherVOp op, ValueRange inputs)
      : builder(builder), op(op), inputs(inputs),
        countsType(cast<RankedTensorType>(op.getCounts().getType())) {}

  /// What replaces the results.
  Values lower() { return areRowsKnown() ? lowerKnown() : lowerUnknown(); }

private:
  /// Whether the types say how many rows there are. Then it is the same number
  /// on each rank, since all run one program.
  bool areRowsKnown();
  Values lowerKnown();
  Values lowerUnknown();

  /// How many rows this rank has: what all of its operands have.
  Value createOwnCount();
  Values gather(ArrayRef<Value> values);
  /// The largest of the counts, and their sum.
  std::pair<Value, Value> createMaxAndSum(Value counts);
  Value getCount(Value counts, Value rank);
  /// Copies the rows of each rank, without the padding up to `most`, one after
  /// another to the results.
  void compact(ValueRange gathered, Value counts, Value most,
               MutableArrayRef<Value> results);

  TensorBuilder &builder;
  AllGatherVOp op;
  ValueRange inputs;
  RankedTensorType countsType;
};
} // namespace

bool GatherLowering::areRowsKnown() {
  return llvm::all_of(inputs.getTypes(), [](Type type) {
    return !cast<RankedTensorType>(type).isDynamicDim(0);
  });
}

/// Gathers values along their first dimension, in one operation.
Values GatherLowering::gather(ArrayRef<Value> values) {
  SmallVector<Type> types;
  for (Value value : values) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape.front() = countsType.isDynamicDim(0) || type.isDynamicDim(0)
                        ? ShapedType::kDynamic
                        : shape.front() * countsType.getDimSize(0);
    types.push_back(type.clone(shape));
  }
  return AllGatherOp::create(builder, types, values, ValueRange(),
                             /*dim=*/uint64_t(0), op.getGroupAttr(),
                             FusionAttr())
      ->getResults();
}

Values GatherLowering::lowerKnown() {
  Values results;
  for (auto [gathered, result] :
       llvm::zip_equal(gather(llvm::to_vector(inputs)), op.getResults()))
    results.push_back(
        tensor::CastOp::create(builder, result.getType(), gathered));
  int64_t rows = cast<RankedTensorType>(inputs.front().getType()).getDimSize(0);
  Value count = builder.number(builder.getI64Type(), rows);
  SmallVector<Value> sizes;
  if (countsType.isDynamicDim(0))
    sizes.push_back(GroupSizeOp::create(builder, op.getGroupAttr()));
  results.push_back(tensor::SplatOp::create(builder, count, countsType, sizes));
  return results;
}

Value GatherLowering::createOwnCount() {
  Value count = builder.size(inputs.front(), 0);
  for (Value input : inputs.drop_front())
    count = arith::MinUIOp::create(builder, count, builder.size(input, 0));
  return count;
}

Value GatherLowering::getCount(Value counts, Value rank) {
  return arith::IndexCastOp::create(builder, builder.getIndexType(),
                                    builder.get(counts, rank));
}

std::pair<Value, Value> GatherLowering::createMaxAndSum(Value counts) {
  Value zero = builder.index(0);
  Values state =
      builder.loop(builder.size(counts, 0), {zero, zero},
                   [&](Value rank, ValueRange state) -> Values {
                     Value count = getCount(counts, rank);
                     return {arith::MaxUIOp::create(builder, state[0], count),
                             builder.add(state[1], count)};
                   });
  return {state[0], state[1]};
}

Values GatherLowering::lowerUnknown() {
  Value own = createOwnCount();
  Value number = arith::IndexCastOp::create(builder, builder.getI64Type(), own);
  Value one = tensor::FromElementsOp::create(builder, ArrayRef<Value>(number));
  Value counts = gather(one).front();
  auto [most, sum] = createMaxAndSum(counts);
  Values padded, results;
  for (auto [input, result] : llvm::zip_equal(inputs, op.getResults())) {
    auto type = cast<RankedTensorType>(result.getType());
    results.push_back(builder.empty(type, sum, input));
    if (isEmpty(cast<RankedTensorType>(input.getType())))
      continue;
    // The padding is sent as it is; nobody reads it.
    padded.push_back(
        builder.setRows(builder.empty(type, most, input), builder.index(0), own,
                        builder.getRows(input, builder.index(0), own)));
  }
  if (!padded.empty())
    compact(gather(padded), counts, most, results);
  results.push_back(counts);
  return results;
}

void GatherLowering::compact(ValueRange gathered, Value counts, Value most,
                             MutableArrayRef<Value> results) {
  // How many rows are written, and the results that are not empty.
  Values state = {builder.index(0)};
  SmallVector<Value *> written;
  for (auto [input, result] : llvm::zip_equal(inputs, results))
    if (!isEmpty(cast<RankedTensorType>(input.getType())))
      written.push_back(&result);
  for (Value *result : written)
    state.push_back(*result);
  auto copyOne = [&](Value rank, ValueRange state) {
    Value count = getCount(counts, rank);
    Value from = arith::MulIOp::create(builder, rank, most);
    Values next = {builder.add(state.front(), count)};
    for (auto [source, target] : llvm::zip_equal(gathered, state.drop_front()))
      next.push_back(builder.setRows(target, state.front(), count,
                                     builder.getRows(source, from, count)));
    return next;
  };
  state = builder.loop(builder.size(counts, 0), state, copyOne);
  for (auto [result, value] : llvm::zip_equal(written, llvm::drop_begin(state)))
    *result = value;
}

namespace {
struct AllGatherVPattern : public OpConversionPattern<AllGatherVOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(AllGatherVOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TensorBuilder builder(op.getLoc(), rewriter);
    rewriter.replaceOp(
        op, GatherLowering(builder, op, adaptor.getInputs()).lower());
    return success();
  }
};
} // namespace

void grad::populateGatherPatterns(RewritePatternSet &patterns,
                                  const TypeConverter &converter) {
  patterns.add<AllGatherVPattern>(converter, patterns.getContext());
}
