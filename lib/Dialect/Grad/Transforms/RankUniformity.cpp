//===- RankUniformity.cpp - Which values are equal on all ranks -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The analysis starts from the assumption that everything is uniform and lowers
// values in sweeps over the program until nothing changes, so that loops whose
// values only depend on uniform ones come out uniform.
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/RankUniformity.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Dialect/Grad/Transforms/SideEffects.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::grad;

RankUniformity::RankUniformity(Operation *root, int64_t worldSize)
    : root(root), worldSize(worldSize) {
  findEscapingSymbols();
  do {
    changed = false;
    visit(root);
    for (Region &region : root->getRegions())
      visitRegion(region);
  } while (changed);
  complete = true;
}

void RankUniformity::findEscapingSymbols() {
  root->walk([&](Operation *op) {
    if (isa<CallOpInterface>(op))
      return;
    op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
      escaping.insert(symbol.getLeafReference());
    });
  });
}

//===----------------------------------------------------------------------===//
// The state
//===----------------------------------------------------------------------===//

RankSets RankUniformity::getSets(Value value) const {
  auto it = state.find(value);
  if (it != state.end())
    return it->second;
  return complete ? RankSets::single() : RankSets::world();
}

/// Whether the value is its SSA value: a memref is an address, which tells
/// nothing of what is stored there.
static bool isValueType(Type type) {
  return type.isIntOrIndexOrFloat() ||
         isa<ComplexType, TensorType, VectorType, TupleType, NoneType>(type);
}

void RankUniformity::lower(Value value, const RankSets &sets) {
  if (!isValueType(value.getType()) && !sets.isSingle())
    return lower(value, RankSets::single());
  auto [it, inserted] = state.try_emplace(value, sets);
  if (inserted) {
    changed |= !sets.isWorld();
    return;
  }
  RankSets lowered = it->second.meet(sets);
  changed |= lowered != it->second;
  it->second = lowered;
}

void RankUniformity::lowerAll(ValueRange values, const RankSets &sets) {
  for (Value value : values)
    lower(value, sets);
}

void RankUniformity::forward(ValueRange sources, ValueRange targets,
                             const RankSets &sets) {
  // Operations that are not registered are not verified either.
  if (sources.size() != targets.size())
    return lowerAll(targets, RankSets::single());
  for (auto [source, target] : llvm::zip_equal(sources, targets))
    lower(target, sets.meet(getSets(source)));
}

void RankUniformity::erase(Operation *op) {
  op->walk([&](Operation *nested) {
    for (Value result : nested->getResults())
      state.erase(result);
    for (Region &region : nested->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          state.erase(argument);
  });
}

RankSets RankUniformity::meetValues(ValueRange values) const {
  RankSets sets = RankSets::world();
  for (Value value : values) {
    sets = sets.meet(getSets(value));
    if (sets.isSingle())
      break;
  }
  return sets;
}

RankSets RankUniformity::meetOperands(Operation *op) const {
  return meetValues(op->getOperands());
}

RankSets RankUniformity::meetNested(Operation *op) const {
  RankSets sets = RankSets::world();
  for (Region &region : op->getRegions())
    region.walk([&](Operation *nested) {
      sets = sets.meet(meetOperands(nested));
      return sets.isSingle() ? WalkResult::interrupt() : WalkResult::advance();
    });
  return sets;
}

RankSets RankUniformity::meetMergers(Block *block) {
  RankSets sets = RankSets::world();
  for (Operation *branch : control.getMergers(block))
    sets = sets.meet(meetValues(getConditions(branch)));
  return sets;
}

RankSets RankUniformity::meetControllers(Block *block) {
  RankSets sets = RankSets::world();
  for (Operation *branch : control.getControllers(block))
    sets = sets.meet(meetValues(getConditions(branch)));
  return sets;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void RankUniformity::visitRegion(Region &region) {
  for (Block &block : region) {
    if (!block.isEntryBlock())
      lowerAll(block.getArguments(), meetMergers(&block));
    for (Operation &op : block) {
      visit(&op);
      for (Region &nested : op.getRegions())
        visitRegion(nested);
      // Again, now that what its regions yield is known.
      if (op.getNumRegions() != 0)
        visit(&op);
    }
  }
}

/// Whether a function ends in a way that tells nothing of its results.
static bool hasUnknownReturn(FunctionOpInterface function) {
  return llvm::any_of(function.getFunctionBody(), [](Block &block) {
    return block.empty() || (block.back().getNumSuccessors() == 0 &&
                             !block.back().hasTrait<OpTrait::ReturnLike>());
  });
}

void RankUniformity::visitFunction(FunctionOpInterface function) {
  if (function.isExternal())
    return;
  if (hasUnknownReturn(function))
    returned[function].assign(function.getNumResults(), RankSets::single());
  // Only a private function has no callers but those that are seen.
  auto symbol = dyn_cast<SymbolOpInterface>(function.getOperation());
  bool hasKnownCallers = function != root && symbol && symbol.isPrivate() &&
                         !escaping.contains(symbol.getNameAttr());
  for (BlockArgument argument : function.getArguments()) {
    unsigned i = argument.getArgNumber();
    bool perRank = function.getArgAttr(i, kPerRankAttrName) ||
                   function.getArgAttr(i, kBatchAttrName);
    bool varies =
        perRank || (!isMarkedReplicated(function, i) && !hasKnownCallers);
    lower(argument, varies ? RankSets::single() : RankSets::world());
  }
}

void RankUniformity::visitReturn(Operation *terminator) {
  SmallVector<RankSets> &results = returned[terminator->getParentOp()];
  results.resize(terminator->getNumOperands(), RankSets::world());
  RankSets sets = meetControllers(terminator->getBlock());
  for (auto [result, operand] : llvm::zip(results, terminator->getOperands())) {
    RankSets lowered = result.meet(sets).meet(getSets(operand));
    changed |= lowered != result;
    result = lowered;
  }
}

void RankUniformity::visitCall(CallOpInterface call) {
  auto function = dyn_cast_or_null<FunctionOpInterface>(
      call.resolveCallableInTable(&symbolTables));
  // Elsewhere another thread might be changing the callee.
  if (!function || function.isExternal() || !root->isProperAncestor(function))
    return lowerAll(call->getResults(), RankSets::single());
  for (auto [operand, argument] :
       llvm::zip(call.getArgOperands(), function.getArguments()))
    if (!isMarkedReplicated(function, argument.getArgNumber()))
      lower(argument, getSets(operand));
  auto it = returned.find(function);
  for (auto [i, result] : llvm::enumerate(call->getResults()))
    lower(result, it != returned.end() && i < it->second.size()
                      ? it->second[i]
                      : RankSets::world());
}

void RankUniformity::visitBranch(Operation *terminator) {
  lowerAll(terminator->getResults(), RankSets::single());
  auto branch = dyn_cast<BranchOpInterface>(terminator);
  for (auto [i, successor] : llvm::enumerate(terminator->getSuccessors()))
    for (BlockArgument argument : successor->getArguments()) {
      Value operand =
          branch ? branch.getSuccessorOperands(i)[argument.getArgNumber()]
                 : Value();
      lower(argument, operand ? getSets(operand) : RankSets::single());
    }
}

void RankUniformity::visitRegionBranch(RegionBranchOpInterface op) {
  RankSets decided = meetValues(getConditions(op));
  llvm::SmallDenseSet<Value> forwarded;
  for (RegionBranchPoint point : op.getAllRegionBranchPoints()) {
    RankSets sets = decided;
    if (Operation *terminator = point.getTerminatorPredecessorOrNull())
      sets = sets.meet(meetControllers(terminator->getBlock()));
    SmallVector<RegionSuccessor> successors;
    op.getSuccessorRegions(point, successors);
    for (RegionSuccessor successor : successors) {
      ValueRange inputs = successor.getSuccessorInputs();
      forward(op.getSuccessorOperands(point, successor), inputs, sets);
      forwarded.insert(inputs.begin(), inputs.end());
    }
  }
  // Induction variables and the like come from what decides.
  for (Region &region : op->getRegions())
    for (Value argument : region.getArguments())
      if (!forwarded.contains(argument))
        lower(argument, decided);
  // The results of a parallel loop come from its nested operations.
  for (Value result : op->getResults())
    if (!forwarded.contains(result))
      lower(result, decided.meet(meetOperands(op)).meet(meetNested(op)));
}

/// What the operation's region hands on, or nothing where it has no end.
static ValueRange getYielded(Region &region) {
  if (!region.hasOneBlock() || region.front().empty())
    return {};
  return region.front().back().getOperands();
}

void RankUniformity::visitStableHLOBranch(Operation *op) {
  RankSets decided = getSets(op->getOperand(0));
  for (Region &region : op->getRegions()) {
    lowerAll(region.getArguments(), RankSets::single());
    forward(getYielded(region), op->getResults(), decided);
  }
}

void RankUniformity::visitStableHLOWhile(Operation *op) {
  RankSets decided = meetValues(getConditions(op));
  Region &condition = op->getRegion(0), &body = op->getRegion(1);
  for (ValueRange targets :
       {ValueRange(condition.getArguments()), ValueRange(body.getArguments()),
        ValueRange(op->getResults())}) {
    forward(op->getOperands(), targets, decided);
    forward(getYielded(body), targets, decided);
  }
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void RankUniformity::visitCollective(CollectiveOpInterface op) {
  if (isa<ReduceScatterOp>(op) || op->getNumResults() == 0)
    return lowerAll(op->getResults(), RankSets::single());
  GroupAttr group = op.getGroupAttr();
  RankSets delivered = RankSets::of(group, worldSize);
  // Groups of one size make the same of what is the same everywhere.
  bool isEven = !group || group.getUniformSize();
  for (auto [operand, result] : llvm::zip(op.getInputs(), op->getResults()))
    lower(result,
          isEven && getSets(operand).isWorld() ? RankSets::world() : delivered);
}

/// What a reducer delivers is the same on all ranks of a group, except what
/// each rank keeps for itself; so is all that `grad.all_gather_v` delivers.
void RankUniformity::visitCommunication(Operation *op, GroupAttr group) {
  lowerAll(op->getResults(), RankSets::of(group, worldSize));
  auto reducer = dyn_cast<ReduceGradientsOp>(op);
  if (!reducer)
    return;
  for (auto [i, result] : llvm::enumerate(reducer.getReduced()))
    if (!reducer.getInfo(i).isReduced())
      lower(result, RankSets::single());
  lowerAll(reducer.getNewResiduals(), RankSets::single());
}

void RankUniformity::visitStableHLOCollective(Operation *op) {
  RankSets sets = getStableHLOReplicaSets(op).value_or(RankSets::single());
  lowerAll(op->getResults(), sets);
  for (Region &region : op->getRegions())
    lowerAll(region.getArguments(), sets);
}

/// Operations of dialects that are not registered. Returns false for others.
bool RankUniformity::visitByName(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (isStableHLOWhile(op)) {
    visitStableHLOWhile(op);
    return true;
  }
  if (isStableHLOBranch(op)) {
    visitStableHLOBranch(op);
    return true;
  }
  if (name == "stablehlo.all_reduce" || name == "stablehlo.all_gather" ||
      name == "stablehlo.collective_broadcast") {
    visitStableHLOCollective(op);
    return true;
  }
  return false;
}

/// Whether the results are computed from the operands alone, the same way on
/// every rank.
static bool isSameOnEveryRank(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (!op->isRegistered())
    return isKnownPureByName(name) && !isStableHLOCollective(op) &&
           name != "stablehlo.replica_id" && name != "stablehlo.partition_id" &&
           // Calls a function that is not looked at.
           name != "stablehlo.composite" &&
           // Its values are views of one value that is spread over ranks.
           !name.starts_with("sdy.");
  // The dialect's collectives and coordinates count as pure.
  return isMemoryEffectFree(op) && !isa<RankOp>(op) &&
         !isa_and_nonnull<shard::ShardDialect>(op->getDialect());
}

/// An operation whose regions, if any, work on its operands in a way that is
/// not known: `linalg.generic`, `stablehlo.reduce`, ...
void RankUniformity::visitOpaque(Operation *op) {
  RankSets sets = isSameOnEveryRank(op) ? meetOperands(op) : RankSets::single();
  for (Region &region : op->getRegions())
    lowerAll(region.getArguments(), sets);
  lowerAll(op->getResults(), sets.meet(meetNested(op)));
}

void RankUniformity::visit(Operation *op) {
  if (op->getNumSuccessors() != 0)
    return visitBranch(op);
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return visitFunction(function);
  if (auto call = dyn_cast<CallOpInterface>(op))
    return visitCall(call);
  if (auto collective = dyn_cast<CollectiveOpInterface>(op))
    return visitCollective(collective);
  if (std::optional<GroupAttr> group = getCommunicationGroup(op))
    return visitCommunication(op, *group);
  if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
    return visitRegionBranch(branch);
  if (auto size = dyn_cast<GroupSizeOp>(op)) {
    GroupAttr group = size.getGroupAttr();
    bool isEven = !group || group.getUniformSize();
    return lower(size,
                 isEven ? RankSets::world() : RankSets::of(group, worldSize));
  }
  if (op->hasTrait<OpTrait::ReturnLike>() &&
      isa_and_nonnull<FunctionOpInterface>(op->getParentOp()))
    return visitReturn(op);
  if (!op->isRegistered() && visitByName(op))
    return;
  if (op->getNumResults() != 0 || op->getNumRegions() != 0)
    visitOpaque(op);
}
