//===- PartialUpdate.cpp - One part of the parameters is averaged -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartialUpdate.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Dialect/Grad/Transforms/FusionPolicy.h"
#include "grad/Dialect/Grad/Transforms/ReductionPrecision.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

static constexpr StringLiteral kCounterName = "partial_update";

SmallVector<SmallVector<unsigned>> grad::getPartitions(ArrayRef<Value> tensors,
                                                       int64_t threshold) {
  BucketLimit limit;
  limit.unit = SizeUnit::Elements;
  limit.rule = BucketRule::Singa;
  limit.size = threshold;
  SmallVector<SmallVector<unsigned>> partitions;
  auto left = llvm::to_vector(llvm::seq<unsigned>(0, tensors.size()));
  while (!left.empty()) {
    BucketFill fill(limit);
    SmallVector<unsigned> bucket, rest;
    bool isOpen = true;
    for (unsigned i : left) {
      CandidateSize size;
      size.elements =
          cast<RankedTensorType>(tensors[i].getType()).getNumElements();
      Offer offer = isOpen ? fill.offer(size) : Offer::Close;
      if (offer == Offer::Alone)
        partitions.push_back({i});
      else if (offer == Offer::Close)
        rest.push_back(i);
      else
        bucket.push_back(i);
      isOpen &= offer == Offer::Join || offer == Offer::Alone;
    }
    if (!bucket.empty())
      partitions.push_back(bucket);
    left = rest;
  }
  return partitions;
}

/// The mean over all ranks of each tensor.
static SmallVector<Value> average(OpBuilder &builder, Location loc,
                                  ArrayRef<Value> tensors) {
  SmallVector<Value> wide;
  for (Value tensor : tensors)
    wide.push_back(castElements(builder, loc, tensor,
                                getScaleType(getElementTypeOrSelf(tensor))));
  auto reduce = AllReduceOp::create(
      builder, loc, ValueRange(wide).getTypes(), wide,
      /*outputs=*/ValueRange(),
      ReductionKindAttr::get(builder.getContext(), ReductionKind::Sum),
      /*group=*/GroupAttr(), /*fusion=*/FusionAttr());
  Value size = arith::IndexCastOp::create(
      builder, loc, builder.getI64Type(),
      GroupSizeOp::create(builder, loc, /*group=*/GroupAttr()));
  SmallVector<Value> means;
  for (auto [tensor, sum] : llvm::zip_equal(tensors, reduce->getResults())) {
    auto type = cast<FloatType>(getElementTypeOrSelf(sum));
    Value one = arith::ConstantOp::create(builder, loc,
                                          builder.getFloatAttr(type, 1.0));
    Value divisor = arith::SIToFPOp::create(builder, loc, type, size);
    Value factor = arith::DivFOp::create(builder, loc, one, divisor);
    factor = tensor::FromElementsOp::create(
        builder, loc, RankedTensorType::get({}, type), factor);
    means.push_back(ScaleOp::create(
        builder, loc, cast<RankedTensorType>(tensor.getType()), sum, factor));
  }
  return means;
}

LogicalResult grad::averageOnePartition(OpBuilder &builder, Location loc,
                                        MutableArrayRef<Value> params,
                                        int64_t threshold,
                                        StepSignature &signature) {
  auto type = RankedTensorType::get({}, builder.getI32Type());
  FailureOr<Value> counter =
      signature.addState("the partial update", kCounterName, type,
                         /*isPerRank=*/false, builder.getI32IntegerAttr(0));
  if (failed(counter))
    return failure();
  SmallVector<SmallVector<unsigned>> partitions =
      getPartitions(params, threshold);
  auto constant = [&](int32_t number) -> Value {
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(type, builder.getI32IntegerAttr(number)));
  };
  Value turn = tensor::ExtractOp::create(builder, loc, *counter, ValueRange());
  for (auto [number, members] : llvm::enumerate(partitions)) {
    Value here = arith::ConstantOp::create(builder, loc,
                                           builder.getI32IntegerAttr(number));
    Value isNext = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         turn, here);
    SmallVector<Value> local;
    for (unsigned i : members)
      local.push_back(params[i]);
    auto branch =
        scf::IfOp::create(builder, loc, ValueRange(local).getTypes(), isNext,
                          /*withElseRegion=*/true);
    OpBuilder inside = branch.getThenBodyBuilder();
    scf::YieldOp::create(inside, loc, average(inside, loc, local));
    OpBuilder outside = branch.getElseBodyBuilder();
    scf::YieldOp::create(outside, loc, local);
    for (auto [i, result] : llvm::zip_equal(members, branch.getResults()))
      params[i] = result;
  }
  Value next = arith::AddIOp::create(builder, loc, *counter, constant(1));
  next =
      arith::RemSIOp::create(builder, loc, next, constant(partitions.size()));
  signature.addResult(next, kUpdatesAttrName, kCounterName);
  return success();
}
