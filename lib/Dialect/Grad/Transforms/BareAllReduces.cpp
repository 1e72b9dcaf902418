//===- BareAllReduces.cpp - Reducers in place of all-reduces -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientReducers.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/IR/GradMean.h"
#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "grad/Dialect/Grad/Transforms/ScaleChain.h"
#include "grad/Dialect/Grad/Transforms/SideEffects.h"
#include "grad/Dialect/Grad/Transforms/WorldSize.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

/// Whether the operation is a collective of ours or of StableHLO, or has one in
/// its regions.
static bool hasCollective(Operation *op) {
  return op
      ->walk([](Operation *nested) {
        return isa<CollectiveOpInterface>(nested) ||
                       isStableHLOCollective(nested)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Why the all-reduce is no gradient; empty where it is one. `isNeeded`:
/// another collective depends on it.
static std::string getObstacle(AllReduceOp op, bool isNeeded,
                               const ReducerRequest &request) {
  if (op.getInputs().size() != 1)
    return "it is a bucket already";
  if (op.getKind() != ReductionKind::Sum && op.getKind() != ReductionKind::Avg)
    return "its kind is neither sum nor avg";
  auto type = cast<RankedTensorType>(op.getInputs().front().getType());
  if (type != op->getResult(0).getType())
    return "it delivers another type than it sends";
  if (!isa<FloatType>(type.getElementType()))
    return "it is not of floats";
  if (type.getRank() == 0)
    return "it is one number, such as the loss";
  if (op->hasAttr(kMeanAttrName))
    return "a reducer made it";
  if (isNeeded)
    return "another collective depends on it, so it is no gradient";
  if (request.match && !request.match->match(getGradientName(op)))
    return "its name does not match";
  return "";
}

namespace {
/// An all-reduce that becomes part of a reducer.
struct Candidate {
  AllReduceOp op;
  /// What follows it and is part of its mean: a division by the group's size.
  Operation *division = nullptr;
  StringAttr name;
};

/// The all-reduces of one block.
class BlockReducers {
public:
  BlockReducers(Block &block, const ReducerRequest &request)
      : block(block), request(request) {
    collect();
  }
  ArrayRef<Candidate> getCandidates() const { return candidates; }
  LogicalResult replace();

private:
  void collect();
  Operation *findDivision(AllReduceOp op);
  ReducerOptions getOptions(ArrayRef<Candidate> group);
  LogicalResult replaceTogether(ArrayRef<Candidate> group);

  Block &block;
  const ReducerRequest &request;
  SmallVector<Candidate> candidates;
};
} // namespace

/// The division by the number of ranks that is all that happens to the sum.
Operation *BlockReducers::findDivision(AllReduceOp op) {
  std::optional<int64_t> size =
      getGroupSize(op.getGroupAttr(), request.worldSize);
  Value sum = op->getResult(0);
  if (!size || *size == 1 || !sum.hasOneUse())
    return nullptr;
  SmallVector<ScaleChain> chains = getResultChains(sum);
  if (chains.size() != 1 || chains.front().factors.empty())
    return nullptr;
  const ScaleFactor &factor = chains.front().factors.front();
  // Right after it, in its type: anything else stays where it is.
  bool isNext = factor.op == *sum.getUsers().begin() &&
                factor.op->getNumResults() == 1 &&
                factor.op->getResult(0).getType() == sum.getType();
  return isNext && factor.isRatio(1, *size) ? factor.op : nullptr;
}

void BlockReducers::collect() {
  // From the end: what an operation leads to is known when it is reached.
  llvm::DenseSet<Operation *> leadsToCollective;
  for (Operation &op : llvm::reverse(block)) {
    bool leads = false;
    for (Operation *user : op.getUsers())
      if (Operation *above = block.findAncestorOpInBlock(*user))
        leads |= leadsToCollective.contains(above) || hasCollective(above);
    if (leads)
      leadsToCollective.insert(&op);
    auto reduce = dyn_cast<AllReduceOp>(op);
    if (!reduce || !reduce.isTensorForm())
      continue;
    std::string name = getGradientName(reduce);
    std::string obstacle = getObstacle(reduce, leads, request);
    if (!obstacle.empty()) {
      noteReducer(reduce, /*isPassed=*/false, "left", name, obstacle);
      continue;
    }
    candidates.push_back(
        {reduce, nullptr, StringAttr::get(op.getContext(), name)});
  }
  std::reverse(candidates.begin(), candidates.end());
  for (Candidate &candidate : candidates)
    candidate.division = findDivision(candidate.op);
}

ReducerOptions BlockReducers::getOptions(ArrayRef<Candidate> group) {
  Candidate first = group.front();
  ReducerOptions options = request.options;
  bool isMean = first.division || first.op.getKind() == ReductionKind::Avg;
  options.mean = (request.hasMean && request.options.mean) || isMean;
  if (!options.mean) {
    // Nothing divides.
    options.scale.reset();
    options.degree.reset();
  }
  FusionAttr fusion = first.op.getFusionAttr();
  if (fusion && fusion.getId() && !options.splitIndices && !options.fusionType)
    options.fusionType = *fusion.getId();
  return options;
}

/// Replaces the all-reduces by one reducer, where the last of them stands.
LogicalResult BlockReducers::replaceTogether(ArrayRef<Candidate> group) {
  AllReduceOp last = group.back().op;
  SmallVector<Value> values;
  SmallVector<Attribute> infos;
  SmallVector<OpOperand *> uses;
  llvm::SmallDenseMap<StringAttr, unsigned> names;
  for (const Candidate &candidate : group) {
    AllReduceOp op = candidate.op;
    values.push_back(op.getInputs().front());
    Operation *source = candidate.division ? candidate.division : op;
    for (OpOperand &use : source->getResult(0).getUses())
      uses.push_back(&use);
    // Names of one reducer differ.
    unsigned number = names[candidate.name]++;
    std::string name = candidate.name.str();
    if (number != 0)
      name += "#" + std::to_string(number);
    infos.push_back(GradientInfoAttr::get(
        op.getContext(), StringAttr::get(op.getContext(), name),
        /*layerwiseParallel=*/false,
        /*parameterServer=*/false));
  }
  SmallVector<Location> locations =
      llvm::map_to_vector(group, [](const Candidate &candidate) -> Location {
        AllReduceOp op = candidate.op;
        return op.getLoc();
      });
  OpBuilder builder(last);
  builder.setInsertionPointAfter(last);
  auto reducer = ReduceGradientsOp::create(
      builder, builder.getFusedLoc(locations), values, infos,
      last.getGroupAttr(), getOptions(group).get(last.getContext()));
  // How ranks are numbered, and whatever else was said of the all-reduce.
  for (NamedAttribute attr : last->getDiscardableAttrs())
    if (attr.getName() != kParamAttrName)
      reducer->setAttr(attr.getName(), attr.getValue());
  if (failed(moveUsersBelow(uses, reducer, "an all-reduce")))
    return failure();
  for (auto [candidate, reduced] :
       llvm::zip_equal(group, reducer.getReduced())) {
    AllReduceOp op = candidate.op;
    noteReducer(
        reducer, /*isPassed=*/true, "all-reduce", candidate.name.getValue(),
        candidate.division ? "it becomes a mean with the division that follows"
        : reducer.getOptionsOrDefault().getMean() ? "it becomes a mean"
                                                  : "it stays a sum");
    if (candidate.division) {
      candidate.division->getResult(0).replaceAllUsesWith(reduced);
      candidate.division->erase();
    } else {
      op->getResult(0).replaceAllUsesWith(reduced);
    }
    op->erase();
  }
  return success();
}

LogicalResult BlockReducers::replace() {
  if (!request.options.clipNorm) {
    for (const Candidate &candidate : candidates)
      if (failed(replaceTogether(candidate)))
        return failure();
    return success();
  }
  // One norm needs one reducer, and that one group and one mean.
  auto isMean = [](Candidate &candidate) {
    return candidate.division || candidate.op.getKind() == ReductionKind::Avg;
  };
  Candidate first = candidates.front();
  for (Candidate candidate : candidates)
    if (candidate.op.getGroupAttr() != first.op.getGroupAttr() ||
        (isMean(candidate) != isMean(first) &&
         !(request.hasMean && request.options.mean)))
      return candidate.op->emitError()
             << describe(candidate.op) << " and " << describe(first.op)
             << " cannot share a norm: their groups or their means differ; "
                "choose gradients with 'match'";
  return replaceTogether(candidates);
}

LogicalResult grad::replaceAllReduces(ModuleOp module,
                                      const ReducerRequest &request) {
  std::vector<BlockReducers> blocks;
  module->walk([&](Block *block) {
    BlockReducers reducers(*block, request);
    if (!reducers.getCandidates().empty())
      blocks.push_back(std::move(reducers));
  });
  if (request.options.clipNorm && blocks.size() > 1) {
    AllReduceOp a = blocks[0].getCandidates().front().op,
                b = blocks[1].getCandidates().front().op;
    return b->emitError() << describe(a) << " and " << describe(b)
                          << " stand in different blocks and cannot share a "
                             "norm; choose gradients with 'match'";
  }
  for (BlockReducers &reducers : blocks)
    if (failed(reducers.replace()))
      return failure();
  return success();
}
