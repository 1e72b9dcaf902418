//===- ReducerSparsification.cpp - Only the largest elements are sent -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradients of a bucket are one vector, of which each rank sends its
// largest elements with their index. What it does not send stays in the
// residuals.
//
//===----------------------------------------------------------------------===//

#include "ReducerExpansion.h"
#include "TensorShapes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::grad;

SmallVector<ReducerExpansion::Bucket> ReducerExpansion::getBuckets() {
  llvm::MapVector<std::pair<int64_t, Type>, Bucket> buckets;
  for (auto [i, gradient] : llvm::enumerate(op.getGradients())) {
    if (!op.isSparsified(i) || getNumElements(gradient) == 0)
      continue;
    FloatType type = getScaleType(getElementTypeOrSelf(gradient));
    int64_t id = *getFusion(i).getId();
    // Id 0 is never fused: a key of its own, which no other id has.
    if (id == 0)
      id = -1 - int64_t(i);
    Bucket &bucket = buckets[{id, type}];
    bucket.type = type;
    bucket.members.push_back(i);
    bucket.size += getNumElements(gradient);
  }
  SmallVector<Bucket> list;
  for (auto &[key, bucket] : buckets)
    list.push_back(std::move(bucket));
  return list;
}

int64_t ReducerExpansion::getTopK(int64_t size) {
  if (options.getTopK())
    return std::min<int64_t>(options.getTopK().getInt(), size);
  // Rounded up as it is written: 0.07 as a number is a little more than that.
  double share = options.getTopKRatio().getValueAsDouble() * double(size);
  share -= share * 0x1p-50;
  return std::clamp<int64_t>(int64_t(std::ceil(share)), 1, size);
}

void ReducerExpansion::expandBucket(Bucket &bucket) {
  // Which residual belongs to which gradient.
  SmallVector<Value> parts;
  for (unsigned i : bucket.members) {
    Value part = castElements(rewriter, loc, prepare(i, op.getGradients()[i]),
                              bucket.type);
    if (Value residual = getResidual(i))
      part = arith::AddFOp::create(rewriter, loc, part, residual);
    parts.push_back(flatten(rewriter, loc, part));
  }
  bucket.accumulated = concatenate(rewriter, loc, parts);
  auto vectorType = cast<RankedTensorType>(bucket.accumulated.getType());
  auto indexType = cast<IntegerType>(
      bucket.size > INT32_MAX ? rewriter.getI64Type() : rewriter.getI32Type());
  bool hasThreshold = bool(options.getThreshold());
  int64_t rows = hasThreshold ? ShapedType::kDynamic : getTopK(bucket.size);
  auto chosenType =
      IndexedSlicesType::get(op.getContext(), rows, indexType, vectorType);
  bucket.chosen = SparsifyOp::create(
      rewriter, loc, chosenType, bucket.accumulated,
      hasThreshold ? IntegerAttr() : rewriter.getI64IntegerAttr(rows),
      options.getThreshold());
  Value indices = IndicesOp::create(rewriter, loc, chosenType.getIndicesType(),
                                    bucket.chosen);
  Value values = ValuesOp::create(rewriter, loc, chosenType.getValuesType(),
                                  bucket.chosen);
  Types types = getTypes(bucket.type);
  Type sent = options.getWire() ? types.sent : Type(bucket.type);
  values = scale(values, factors.getBefore(types.scale), sent);
  std::tie(indices, bucket.gathered) = gatherChosen(bucket, indices, values);
  auto gatheredType = chosenType.withRows(
      cast<RankedTensorType>(indices.getType()).getDimSize(0));
  Value finished =
      scale(bucket.gathered, factors.getAfter(types.scale), bucket.type);
  Value slices =
      IndexedSlicesOp::create(rewriter, loc, gatheredType, indices, finished);
  Value dense = ToDenseOp::create(rewriter, loc, vectorType, slices);
  int64_t offset = 0;
  for (unsigned i : bucket.members) {
    auto type = cast<RankedTensorType>(op.getGradients()[i].getType());
    Value part = extract(rewriter, loc, dense, offset, type);
    reduced[i] =
        castElements(rewriter, loc, part,
                     getUnclippedType(i, getScaleType(type.getElementType())));
    offset += type.getNumElements();
    note(i, "sparsify",
         (hasThreshold ? Twine("elements above the threshold") : Twine(rows)) +
             " of the bucket's " + Twine(bucket.size) + " elements are sent");
    noteWire(i, bucket.type, sent);
  }
}

std::pair<Value, Value> ReducerExpansion::gatherChosen(const Bucket &bucket,
                                                       Value indices,
                                                       Value values) {
  auto indicesType = cast<RankedTensorType>(indices.getType());
  GroupAttr group = op.getGroupAttr();
  if (indicesType.hasStaticShape()) {
    // As many from each rank.
    int64_t rows = groupSize ? indicesType.getDimSize(0) * *groupSize
                             : ShapedType::kDynamic;
    auto gather = [&](Value value) -> Value {
      Type type = RankedTensorType::get({rows}, getElementTypeOrSelf(value));
      auto all = AllGatherOp::create(
          rewriter, loc, TypeRange(type), value, /*outputs=*/ValueRange(),
          rewriter.getI64IntegerAttr(0), group, /*fusion=*/FusionAttr());
      handOnAttributes(all);
      return all->getResult(0);
    };
    return {gather(indices), gather(values)};
  }
  std::optional<int64_t> counts =
      group ? group.getUniformSize() : std::optional<int64_t>();
  auto gather = AllGatherVOp::create(
      rewriter, loc, TypeRange{indices.getType(), values.getType()},
      RankedTensorType::get({counts.value_or(ShapedType::kDynamic)},
                            rewriter.getI64Type()),
      ValueRange{indices, values}, group);
  handOnAttributes(gather);
  return {gather.getResults()[0], gather.getResults()[1]};
}

/// The number of the residual that gradient i has, or nothing.
std::optional<unsigned> ReducerExpansion::getResidualNumber(unsigned i) {
  if (op.getResiduals().empty())
    return std::nullopt;
  unsigned number = 0;
  for (unsigned other = 0; other != i; ++other)
    number += op.isSparsified(other);
  return number;
}

Value ReducerExpansion::getResidual(unsigned i) {
  std::optional<unsigned> number = getResidualNumber(i);
  return number ? op.getResiduals()[*number] : Value();
}

/// Every rank sees in what was sent whether a rank's gradients were finite:
/// what is not finite is of the largest magnitude. Then all of them drop the
/// step, and with it what they would have kept back.
void ReducerExpansion::finishResiduals(ArrayRef<Bucket> buckets) {
  SmallVector<Value> gathered;
  for (const Bucket &bucket : buckets)
    gathered.push_back(bucket.gathered);
  Value isFinite = AllFiniteOp::create(
      rewriter, loc, RankedTensorType::get({}, rewriter.getI1Type()), gathered);
  isFinite = tensor::ExtractOp::create(rewriter, loc, isFinite,
                                       /*indices=*/ValueRange());
  for (const Bucket &bucket : buckets) {
    Value sent = ToDenseOp::create(rewriter, loc, bucket.accumulated.getType(),
                                   bucket.chosen);
    Value kept = arith::SubFOp::create(rewriter, loc, bucket.accumulated, sent);
    int64_t offset = 0;
    for (unsigned i : bucket.members) {
      Value &residual = newResiduals[*getResidualNumber(i)];
      auto type = cast<RankedTensorType>(residual.getType());
      Value next = extract(rewriter, loc, kept, offset, type);
      residual =
          arith::SelectOp::create(rewriter, loc, isFinite, next, residual);
      offset += type.getNumElements();
    }
  }
}

void ReducerExpansion::expandSparsified() {
  SmallVector<Bucket> buckets = getBuckets();
  for (Bucket &bucket : buckets)
    expandBucket(bucket);
  if (!buckets.empty() && !op.getResiduals().empty())
    finishResiduals(buckets);
}
