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
#include "grad/Dialect/Grad/Transforms/FusionPlan.h"
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
  void dropStatistics();
  uint64_t getNumbers(Value operand);
  Operation *findDivision(AllReduceOp op);
  ReducerOptions getOptions(ArrayRef<Candidate> group);
  LogicalResult replaceTogether(ArrayRef<Candidate> group,
                                const ReducerOptions &options);

  Block &block;
  const ReducerRequest &request;
  SmallVector<Candidate> candidates;
  /// Which of the block's reduced numbers, such as the loss, are computed from
  /// an operation: one bit for each.
  llvm::DenseMap<Operation *, uint64_t> numbers;
};
} // namespace

/// Whether the all-reduce adds up one number of each rank, such as the loss.
static bool isOfNumber(AllReduceOp op) {
  if (op.getInputs().size() != 1 || op.getKind() == ReductionKind::Prod ||
      op.getKind() == ReductionKind::Min || op.getKind() == ReductionKind::Max)
    return false;
  auto type = cast<RankedTensorType>(op.getInputs().front().getType());
  return type.getRank() == 0 && isa<FloatType>(type.getElementType());
}

/// Whether a running average is made by the operation, by its name.
static bool isAveraging(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return (name.consume_front("stablehlo.") &&
          llvm::is_contained({"add", "subtract", "multiply", "convert",
                              "reshape", "broadcast_in_dim"},
                             name)) ||
         (name.consume_front("arith.") &&
          llvm::is_contained({"addf", "subf", "mulf", "extf", "truncf"}, name));
}

/// The numbers that a value is needed for. What it becomes where a running
/// average takes it in is needed for the same ones: there an argument that no
/// number is computed from is added to it. That of a gradient is a parameter,
/// from which the loss is computed.
uint64_t BlockReducers::getNumbers(Value operand) {
  // Constants are shared.
  auto isConstant = [](Operation *op) { return op->getNumOperands() == 0; };
  Operation *def = operand.getDefiningOp();
  if (uint64_t found = numbers.lookup(def); found && !isConstant(def))
    return found;
  auto isNeeded = [&](Operation *user) {
    Operation *above = block.findAncestorOpInBlock(*user);
    return !above || numbers.lookup(above) != 0;
  };
  uint64_t found = 0;
  bool hasState = false;
  SmallVector<Value> worklist = {operand};
  llvm::SmallDenseSet<Value> seen;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    // An average is short.
    if (seen.size() > 16)
      return 0;
    Operation *op = value.getDefiningOp();
    if (!op) {
      if (llvm::any_of(value.getUsers(), isNeeded))
        return 0;
      hasState = true;
      continue;
    }
    if (isConstant(op))
      continue;
    if (uint64_t needed = numbers.lookup(op))
      found |= needed;
    else if (isAveraging(op))
      llvm::append_range(worklist, op->getOperands());
    else
      return 0;
  }
  return hasState ? found : 0;
}

/// Leaves what the loss is computed from: statistics of the forward pass. A
/// norm of gradients is a number too, so one number does not decide.
void BlockReducers::dropStatistics() {
  uint64_t all = 0;
  SmallVector<uint64_t> needed;
  for (Candidate &candidate : candidates)
    all |= needed.emplace_back(getNumbers(candidate.op.getInputs().front()));
  auto isStatistic = [&](uint64_t mask) { return all != 0 && mask == all; };
  if (llvm::all_of(needed, isStatistic))
    return;
  SmallVector<Candidate> kept;
  for (auto [candidate, mask] : llvm::zip_equal(candidates, needed)) {
    if (!isStatistic(mask)) {
      kept.push_back(candidate);
      continue;
    }
    noteReducer(candidate.op, /*isPassed=*/false, "left",
                candidate.name.getValue(),
                "the loss is computed from what it sums, so it is a statistic "
                "of the forward pass");
  }
  candidates = std::move(kept);
}

/// The division by the number of ranks that is all that happens to the sum.
Operation *BlockReducers::findDivision(AllReduceOp op) {
  std::optional<int64_t> size =
      getGroupSize(op.getGroupAttr(), request.worldSize);
  Value sum = op->getResult(0);
  bool isAskedForSum = request.hasMean && !request.options.mean;
  if (!size || *size == 1 || !sum.hasOneUse() || isAskedForSum)
    return nullptr;
  // All ways from the sum begin with its one user.
  SmallVector<ScaleChain> chains = getResultChains(sum);
  if (chains.empty() || chains.front().factors.empty())
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
  unsigned numNumbers = 0;
  for (Operation &op : llvm::reverse(block)) {
    bool leads = false;
    uint64_t needed = 0;
    for (Operation *user : op.getUsers())
      if (Operation *above = block.findAncestorOpInBlock(*user)) {
        leads |= leadsToCollective.contains(above) || hasCollective(above);
        needed |= numbers.lookup(above);
      }
    if (leads)
      leadsToCollective.insert(&op);
    auto reduce = dyn_cast<AllReduceOp>(op);
    if (reduce && isOfNumber(reduce) && numNumbers != 64)
      needed |= uint64_t(1) << numNumbers++;
    if (needed != 0)
      numbers[&op] = needed;
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
  dropStatistics();
  for (Candidate &candidate : candidates)
    candidate.division = findDivision(candidate.op);
}

/// Erases the operation, and what then has no use: the number that it divides
/// by.
static void eraseDivision(Operation *op) {
  SmallVector<Operation *> worklist = {op};
  while (!worklist.empty()) {
    op = worklist.pop_back_val();
    SetVector<Operation *> definitions;
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp())
        definitions.insert(def);
    op->erase();
    for (Operation *def : definitions)
      if (def->use_empty() && def->getNumRegions() == 0 &&
          (isMemoryEffectFree(def) ||
           isKnownPureByName(def->getName().getStringRef())))
        worklist.push_back(def);
  }
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
LogicalResult BlockReducers::replaceTogether(ArrayRef<Candidate> group,
                                             const ReducerOptions &options) {
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
        /*parameterServer=*/false, /*sharded=*/int64_t(0)));
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
      last.getGroupAttr(), options.get(last.getContext()));
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
      eraseDivision(candidate.division);
    } else {
      op->getResult(0).replaceAllUsesWith(reduced);
    }
    op->erase();
  }
  return success();
}

LogicalResult BlockReducers::replace() {
  if (!request.options.clipNorm) {
    for (auto [i, candidate] : llvm::enumerate(candidates)) {
      ReducerOptions options = getOptions(candidate);
      // Positions count in the block, not in a reducer of one.
      if (options.splitIndices) {
        options.fusionType = getBucketId(*options.splitIndices, i);
        options.splitIndices.reset();
      }
      if (failed(replaceTogether(candidate, options)))
        return failure();
    }
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
  return replaceTogether(candidates, getOptions(candidates));
}

LogicalResult grad::replaceAllReduces(ModuleOp module,
                                      const ReducerRequest &request) {
  std::vector<BlockReducers> blocks;
  llvm::SmallDenseMap<Operation *, bool> isMarked;
  module->walk([&](Block *block) {
    // A function that says what its gradients are has no others, unless they
    // are asked for.
    auto function = dyn_cast<FunctionOpInterface>(block->getParentOp());
    if (!function)
      function = block->getParentOp()->getParentOfType<FunctionOpInterface>();
    if (function && !request.match) {
      auto [it, inserted] = isMarked.try_emplace(function, false);
      if (inserted)
        it->second = hasMarkedGradients(function);
      if (it->second)
        return;
    }
    BlockReducers reducers(*block, request);
    if (!reducers.getCandidates().empty())
      blocks.push_back(std::move(reducers));
  });
  // One error, rather than several for each gradient at the end.
  bool isSparsifying = request.options.topK || request.options.topKRatio ||
                       request.options.threshold;
  for (const BlockReducers &reducers : blocks)
    if (AllReduceOp op = reducers.getCandidates().front().op;
        isSparsifying && op->hasAttr(kStableHLOModeAttrName))
      return op->emitError()
             << describe(op)
             << " comes from StableHLO, which cannot express 'top-k', "
                "'top-k-ratio' and 'threshold'; leave them out";
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
