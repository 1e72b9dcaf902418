//===- SimplifyPairs.cpp - Results that are known locally -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectiveArithmetic.h"
#include "SimplifyCollectives.h"
#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "grad/Dialect/Grad/Transforms/WorldSize.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

namespace {
/// What a rule makes of one pair of operand and result.
struct PairChange {
  StringRef rule;
  std::string result, reason;
};

/// A rule that replaces results one by one. Pairs to which it does not apply
/// stay in the collective.
class PairPattern : public OpInterfaceRewritePattern<CollectiveOpInterface> {
public:
  PairPattern(MLIRContext *mlirContext, SimplifyContext &context,
              PatternBenefit benefit)
      : OpInterfaceRewritePattern(mlirContext, benefit), context(context) {}

  LogicalResult matchAndRewrite(CollectiveOpInterface op,
                                PatternRewriter &rewriter) const final {
    if (!op.isTensorForm())
      return rewriter.notifyMatchFailure(op, "works on memory");
    SmallVector<unsigned> pairs;
    SmallVector<Value> replacements;
    for (OpResult result : op->getResults()) {
      unsigned pair = result.getResultNumber();
      std::optional<PairChange> change = match(op, pair);
      if (!change)
        continue;
      context.noteChange(op, pair, change->rule, change->result,
                         change->reason);
      rewriter.setInsertionPoint(op);
      pairs.push_back(pair);
      replacements.push_back(build(rewriter, op, pair));
    }
    if (pairs.empty())
      return rewriter.notifyMatchFailure(op, "the rule applies to no operand");
    replacePairs(rewriter, op, pairs, replacements);
    return success();
  }

protected:
  virtual std::optional<PairChange> match(CollectiveOpInterface op,
                                          unsigned pair) const = 0;
  /// Builds the result; null where it has no use.
  virtual Value build(OpBuilder &builder, CollectiveOpInterface op,
                      unsigned pair) const = 0;

  static RankedTensorType getResultType(CollectiveOpInterface op,
                                        unsigned pair) {
    return cast<RankedTensorType>(op->getResult(pair).getType());
  }
  static bool canConvert(CollectiveOpInterface op, unsigned pair) {
    return isConvertible(cast<ShapedType>(op.getInputs()[pair].getType()),
                         getResultType(op, pair));
  }
  static Value buildOperand(OpBuilder &builder, CollectiveOpInterface op,
                            unsigned pair) {
    return convert(builder, op->getLoc(), op.getInputs()[pair],
                   getResultType(op, pair));
  }

  SimplifyContext &context;
};

/// The uses of a result are those of the program, which is one on all ranks:
/// each drops the collective.
struct DeadResult : public PairPattern {
  using PairPattern::PairPattern;

  std::optional<PairChange> match(CollectiveOpInterface op,
                                  unsigned pair) const override {
    if (!op->getResult(pair).use_empty())
      return std::nullopt;
    return PairChange{"dead", "nothing", "no operation uses its result"};
  }
  Value build(OpBuilder &, CollectiveOpInterface, unsigned) const override {
    return {};
  }
};

/// Groups of one rank are listed as such, or the world has one rank: no rank
/// communicates here.
struct SingleRank : public PairPattern {
  using PairPattern::PairPattern;

  std::optional<PairChange> match(CollectiveOpInterface op,
                                  unsigned pair) const override {
    GroupAttr group = op.getGroupAttr();
    if (getGroupSize(group, context.worldSize) != 1)
      return std::nullopt;
    if (canConvert(op, pair))
      return PairChange{"single-rank", "its operand",
                        group ? "every group has one rank"
                              : "the world has one rank"};
    context.noteRefusal(op, "single-rank",
                        "its operand cannot be given the type of its result");
    return std::nullopt;
  }
  Value build(OpBuilder &builder, CollectiveOpInterface op,
              unsigned pair) const override {
    return buildOperand(builder, op, pair);
  }
};

/// All ranks of each group have the same operand, and all find that out from
/// the same program: each computes the result by itself.
struct Replicated : public PairPattern {
  using PairPattern::PairPattern;

  std::optional<PairChange> match(CollectiveOpInterface op,
                                  unsigned pair) const override {
    if (!isa<AllReduceOp, BroadcastOp>(op))
      return std::nullopt;
    GroupAttr group = op.getGroupAttr();
    Value operand = op.getInputs()[pair];
    if (!context.uniformity.isUniform(operand, group))
      return std::nullopt;
    auto source = operand.getDefiningOp<CollectiveOpInterface>();
    bool twice = source && source.getGroupAttr() == group;
    StringRef rule = twice ? "reduced-twice" : "replicated";
    if (StringRef obstacle = getObstacle(op, pair); !obstacle.empty()) {
      context.noteRefusal(op, rule, obstacle);
      return std::nullopt;
    }
    std::string reason = twice ? "its operand is the result of " +
                                     describe(source) + " over the same ranks"
                               : "its operand is equal on all ranks of a group";
    return PairChange{rule, isSum(op) ? describeProduct(group) : "its operand",
                      reason};
  }

  Value build(OpBuilder &builder, CollectiveOpInterface op,
              unsigned pair) const override {
    GroupAttr group = op.getGroupAttr();
    if (!isSum(op))
      return buildOperand(builder, op, pair);
    return multiplyBySize(builder, op->getLoc(), op.getInputs()[pair],
                          getResultType(op, pair), group,
                          getGroupSize(group, context.worldSize));
  }

private:
  static bool isSum(CollectiveOpInterface op) {
    auto reduce = dyn_cast<AllReduceOp>(op.getOperation());
    return reduce && reduce.getKind() == ReductionKind::Sum;
  }

  /// What forbids the change, or nothing.
  static StringRef getObstacle(CollectiveOpInterface op, unsigned pair) {
    auto reduce = dyn_cast<AllReduceOp>(op.getOperation());
    if (reduce && reduce.getKind() == ReductionKind::Prod)
      return "a product of equal values is a power, which no rank computes by "
             "itself";
    if (isSum(op) && !hasArithmetic(getElementTypeOrSelf(op.getInputs()[pair])))
      return "tensors of its element type cannot be multiplied";
    if (!canConvert(op, pair))
      return "its operand cannot be given the type of its result";
    return {};
  }

  std::string describeProduct(GroupAttr group) const {
    std::optional<int64_t> size = getGroupSize(group, context.worldSize);
    return "its operand times " +
           (size ? std::to_string(*size) : "the group's size");
  }
};
} // namespace

void grad::populatePairPatterns(RewritePatternSet &patterns,
                                SimplifyContext &context) {
  MLIRContext *mlirContext = patterns.getContext();
  patterns.add<DeadResult>(mlirContext, context, /*benefit=*/4);
  patterns.add<SingleRank>(mlirContext, context, /*benefit=*/3);
  patterns.add<Replicated>(mlirContext, context, /*benefit=*/2);
}
