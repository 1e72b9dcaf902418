//===- SimplifyUses.cpp - Collectives and what their results are for -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectiveArithmetic.h"
#include "SimplifyCollectives.h"
#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

//===----------------------------------------------------------------------===//
// Sum of sums
//===----------------------------------------------------------------------===//

namespace {
/// One operand of an addition: an all-reduce, and the casts and reshapes
/// between the two, from the all-reduce on.
struct Summand {
  AllReduceOp reduce;
  SmallVector<Operation *> casts;
};
} // namespace

/// Whether the operation gives each element of its first operand on as it is,
/// in another place or a wider type, so that it commutes with a sum over ranks.
static bool isCastOrReshape(Operation *op) {
  return isa<arith::ExtFOp, tensor::CastOp, tensor::ExpandShapeOp,
             tensor::CollapseShapeOp, tensor::ReshapeOp>(op);
}

static bool isAddition(Operation *op) {
  return isa<arith::AddFOp, arith::AddIOp>(op);
}

/// What leads to an operand of an addition, if it starts at an all-reduce.
static std::optional<Summand> getSummand(Value operand) {
  Summand summand;
  llvm::SmallPtrSet<Operation *, 4> seen;
  for (Operation *op = operand.getDefiningOp(); op;
       op = op->getOperand(0).getDefiningOp()) {
    if (auto reduce = dyn_cast<AllReduceOp>(op)) {
      summand.reduce = reduce;
      std::reverse(summand.casts.begin(), summand.casts.end());
      return summand;
    }
    // In a graph region, casts may lead in a circle.
    if (!isCastOrReshape(op) || !seen.insert(op).second)
      return std::nullopt;
    summand.casts.push_back(op);
  }
  return std::nullopt;
}

/// Why the all-reduce cannot be taken behind the addition; empty if it can.
static StringRef getObstacle(const Summand &summand, Operation *add) {
  AllReduceOp reduce = summand.reduce;
  if (reduce->getNumResults() != 1 || !reduce.isTensorForm())
    return "one of the two is a bucket";
  auto hasOneUseHere = [&](Operation *op) {
    return op->hasOneUse() && op->getBlock() == add->getBlock();
  };
  if (!hasOneUseHere(reduce) || !llvm::all_of(summand.casts, hasOneUseHere))
    return "one of the two results has other uses, or stands in another block";
  if (reduce.getKind() != ReductionKind::Sum &&
      reduce.getKind() != ReductionKind::Avg)
    return "the all-reduces are no sums";
  auto operand = cast<ShapedType>(reduce.getInputs().front().getType());
  auto result = cast<ShapedType>(reduce.getResult(0).getType());
  if (!isConvertible(operand, result) ||
      !isValuePreserving(operand.getElementType(), result.getElementType()))
    return "one of the two narrows its operand";
  return {};
}

/// Why two all-reduces cannot become one; empty if they can.
static StringRef getDifference(AllReduceOp a, AllReduceOp b) {
  if (a.getKind() != b.getKind())
    return "one of the two is a sum and the other a mean";
  if (a.getGroupAttr() != b.getGroupAttr())
    return "the two run over different groups";
  auto getId = [](AllReduceOp op) {
    FusionAttr fusion = op.getFusionAttr();
    return fusion ? fusion.getId() : std::nullopt;
  };
  if (getId(a) != getId(b))
    return "the two have different fusion ids";
  return {};
}

/// The location of both. A location that has many parts already is not
/// extended: with each step of a long chain of additions, all parts would be
/// copied.
static Location fuseLocations(Operation *first, Operation *last) {
  constexpr size_t kMostParts = 64;
  for (Operation *op : {first, last})
    if (auto fused = dyn_cast<FusedLoc>(op->getLoc());
        fused && fused.getLocations().size() >= kMostParts)
      return fused;
  return FusedLoc::get(first->getContext(), {first->getLoc(), last->getLoc()});
}

namespace {
/// AR(a) + AR(b) becomes AR(a + b), which takes the addition's place. All ranks
/// have the addition in the same place, so the order of collectives stays the
/// same on all of them; nothing in between can see it, since tensors do not
/// change. Both all-reduces and the addition stand in one block, so that none
/// is moved into or out of a branch. Floats are added in another order.
struct SumOfSums : public OpRewritePattern<AllReduceOp> {
  SumOfSums(MLIRContext *mlirContext, SimplifyContext &context)
      : OpRewritePattern(mlirContext), context(context) {}

  LogicalResult matchAndRewrite(AllReduceOp op,
                                PatternRewriter &rewriter) const override {
    Operation *add = findAddition(op);
    if (!add)
      return rewriter.notifyMatchFailure(op, "its result is not added");
    std::optional<Summand> lhs = getSummand(add->getOperand(0)),
                           rhs = getSummand(add->getOperand(1));
    if (!lhs || !rhs)
      return rewriter.notifyMatchFailure(op, "only one operand is a sum");
    StringRef obstacle = getObstacle(*lhs, add);
    if (obstacle.empty())
      obstacle = getObstacle(*rhs, add);
    if (obstacle.empty())
      obstacle = getDifference(lhs->reduce, rhs->reduce);
    if (!obstacle.empty()) {
      context.noteRefusal(op, "sum-of-sums", obstacle);
      return rewriter.notifyMatchFailure(op, obstacle);
    }
    context.noteChange(op, 0, "sum-of-sums", "one all-reduce of the sum",
                       describe(lhs->reduce) + " and " + describe(rhs->reduce) +
                           " are only added");
    rewrite(add, *lhs, *rhs, rewriter);
    return success();
  }

private:
  /// The addition that the result goes to through casts and reshapes.
  static Operation *findAddition(Operation *op) {
    while (true) {
      if (op->getNumResults() != 1 || !op->hasOneUse())
        return nullptr;
      OpOperand &use = *op->use_begin();
      op = use.getOwner();
      if (isAddition(op))
        return op;
      if (!isCastOrReshape(op) || use.getOperandNumber() != 0)
        return nullptr;
    }
  }

  /// The summand before its reduction, in the type of the addition.
  static Value takeBefore(const Summand &summand, PatternRewriter &rewriter) {
    AllReduceOp reduce = summand.reduce;
    Value value =
        convert(rewriter, reduce.getLoc(), reduce.getInputs().front(),
                cast<RankedTensorType>(reduce.getResult(0).getType()));
    for (Operation *op : summand.casts) {
      IRMapping mapping;
      mapping.map(op->getOperand(0), value);
      value = rewriter.clone(*op, mapping)->getResult(0);
    }
    return value;
  }

  static void rewrite(Operation *add, const Summand &lhs, const Summand &rhs,
                      PatternRewriter &rewriter) {
    rewriter.setInsertionPoint(add);
    Value a = takeBefore(lhs, rewriter), b = takeBefore(rhs, rewriter);
    Value sum;
    if (auto addFloats = dyn_cast<arith::AddFOp>(add))
      sum = arith::AddFOp::create(rewriter, add->getLoc(), a, b,
                                  addFloats.getFastmath());
    else
      // Without its overflow flags: they held for sums over ranks.
      sum = arith::AddIOp::create(rewriter, add->getLoc(), a, b);
    AllReduceOp first = lhs.reduce, last = rhs.reduce;
    auto reduce = AllReduceOp::create(
        rewriter, fuseLocations(first, last), sum.getType(), sum, ValueRange(),
        last.getKind(), last.getGroupAttr(), last.getFusionAttr());
    for (NamedAttribute attr : first->getDiscardableAttrs())
      if (last->getDiscardableAttr(attr.getName()) == attr.getValue())
        reduce->setDiscardableAttr(attr.getName(), attr.getValue());
    rewriter.replaceOp(add, reduce->getResults());
    for (const Summand *summand : {&lhs, &rhs}) {
      for (Operation *op : llvm::reverse(summand->casts))
        rewriter.eraseOp(op);
      rewriter.eraseOp(summand->reduce);
    }
  }

  SimplifyContext &context;
};
} // namespace

//===----------------------------------------------------------------------===//
// Reduce-scatter
//===----------------------------------------------------------------------===//

/// Whether the value is `grad.rank` times `size`.
static bool isRankTimes(OpFoldResult offset, int64_t size) {
  auto value = dyn_cast<Value>(offset);
  Operation *op = value ? value.getDefiningOp() : nullptr;
  if (!op)
    return false;
  if (isa<RankOp>(op))
    return size == 1;
  if (auto mul = dyn_cast<arith::MulIOp>(op))
    for (auto [rank, factor] : {std::pair(mul.getLhs(), mul.getRhs()),
                                std::pair(mul.getRhs(), mul.getLhs())})
      if (rank.getDefiningOp<RankOp>() &&
          getConstantIntValue(OpFoldResult(factor)) == size)
        return true;
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    if (AffineMap map = apply.getAffineMap();
        map.getNumInputs() == 1 && map.getNumResults() == 1 &&
        apply.getOperand(0).getDefiningOp<RankOp>()) {
      MLIRContext *context = op->getContext();
      AffineExpr rank = map.getNumDims() == 1 ? getAffineDimExpr(0, context)
                                              : getAffineSymbolExpr(0, context);
      return map.getResult(0) == rank * size;
    }
  return false;
}

/// The dimension along which the slice is this rank's shard, or nothing.
static std::optional<int64_t> getShardDim(tensor::ExtractSliceOp slice) {
  RankedTensorType whole = slice.getSourceType(), shard = slice.getType();
  if (whole.getRank() != shard.getRank() || !whole.hasStaticShape() ||
      !shard.hasStaticShape() || whole.getEncoding() || shard.getEncoding() ||
      !llvm::all_of(slice.getMixedStrides(), isOneInteger))
    return std::nullopt;
  std::optional<int64_t> dim;
  for (auto [i, offset] : llvm::enumerate(slice.getMixedOffsets())) {
    if (isZeroInteger(offset) && whole.getDimSize(i) == shard.getDimSize(i))
      continue;
    if (dim || !isRankTimes(offset, shard.getDimSize(i)))
      return std::nullopt;
    dim = i;
  }
  return dim;
}

/// The number of ranks where a rank's number is its position in the one group
/// of all: the world, or a group that lists the ranks in order. A rank that is
/// not listed does not execute the collective.
static std::optional<int64_t> getOrderedSize(GroupAttr group,
                                             int64_t worldSize) {
  if (!group)
    return worldSize > 0 ? std::optional(worldSize) : std::nullopt;
  if (group.getGroups().size() != 1)
    return std::nullopt;
  ArrayRef<int64_t> ranks = group.getGroups().front().asArrayRef();
  for (auto [position, rank] : llvm::enumerate(ranks))
    if (rank != int64_t(position))
      return std::nullopt;
  return ranks.size();
}

namespace {
/// An all-reduce of which each rank uses only its own shard becomes a
/// reduce-scatter in the same place: the slices are those of the program, which
/// is the same on all ranks.
struct ShardOfReduction : public OpRewritePattern<AllReduceOp> {
  ShardOfReduction(MLIRContext *mlirContext, SimplifyContext &context)
      : OpRewritePattern(mlirContext), context(context) {}

  LogicalResult matchAndRewrite(AllReduceOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.isTensorForm() || op->getNumResults() != 1 || op->use_empty())
      return rewriter.notifyMatchFailure(op, "not one result on tensors");
    std::optional<int64_t> dim;
    RankedTensorType shard;
    bool hasOtherUses = false;
    for (Operation *user : op->getUsers()) {
      auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
      std::optional<int64_t> sliceDim =
          slice ? getShardDim(slice) : std::nullopt;
      if (!sliceDim || (shard && (shard != slice.getType() || dim != sliceDim)))
        hasOtherUses = true;
      else
        std::tie(dim, shard) = std::pair(sliceDim, slice.getType());
    }
    if (!dim)
      return rewriter.notifyMatchFailure(op, "no use is this rank's shard");
    if (std::string obstacle = getObstacle(op, *dim, shard, hasOtherUses);
        !obstacle.empty()) {
      context.noteRefusal(op, "reduce-scatter", obstacle);
      return rewriter.notifyMatchFailure(op, obstacle);
    }
    context.noteChange(op, 0, "reduce-scatter",
                       "a reduce-scatter of dimension " + Twine(*dim),
                       "only this rank's shard of its result is used");
    SmallVector<Operation *> slices(op->getUsers());
    auto scatter = ReduceScatterOp::create(
        rewriter, op.getLoc(), shard, op.getInputs(), ValueRange(),
        op.getKind(), *dim, op.getGroupAttr(), op.getFusionAttr());
    scatter->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    for (Operation *slice : slices)
      rewriter.replaceOp(slice, scatter->getResults());
    rewriter.eraseOp(op);
    return success();
  }

private:
  std::string getObstacle(AllReduceOp op, int64_t dim, RankedTensorType shard,
                          bool hasOtherUses) const {
    if (hasOtherUses)
      return "its result has other uses than this rank's shard";
    GroupAttr group = op.getGroupAttr();
    std::optional<int64_t> size = getOrderedSize(group, context.worldSize);
    if (!size)
      return group ? "it does not run over one group of all ranks in order"
                   : "the number of ranks is not known; give world-size";
    auto input = cast<ShapedType>(op.getInputs().front().getType());
    int64_t whole =
        cast<ShapedType>(op->getResult(0).getType()).getDimSize(dim);
    if (!input.hasStaticShape() || shard.getDimSize(dim) * *size != whole)
      return ("shards of " + Twine(shard.getDimSize(dim)) + " for " +
              Twine(*size) + " ranks do not make up the whole of " +
              Twine(whole))
          .str();
    return {};
  }

  SimplifyContext &context;
};
} // namespace

void grad::populateUsePatterns(RewritePatternSet &patterns,
                               SimplifyContext &context) {
  patterns.add<SumOfSums, ShardOfReduction>(patterns.getContext(), context);
}
