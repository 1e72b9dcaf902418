//===- ControlDependence.cpp - What decides what is executed -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/ControlDependence.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::grad;

bool grad::isStableHLOBranch(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return (name == "stablehlo.if" || name == "stablehlo.case") &&
         op->getNumOperands() != 0;
}

bool grad::isStableHLOWhile(Operation *op) {
  return op->getName().getStringRef() == "stablehlo.while" &&
         op->getNumRegions() == 2;
}

/// Adds the operands of `op` that are not in `forwarded`.
static void addOthers(Operation *op,
                      const llvm::SmallDenseSet<OpOperand *> &forwarded,
                      llvm::SetVector<Value> &conditions) {
  for (OpOperand &operand : op->getOpOperands())
    if (!forwarded.contains(&operand))
      conditions.insert(operand.get());
}

/// An operand that is handed on to a region or a result decides nothing; the
/// others do.
static void addConditions(RegionBranchOpInterface branch,
                          llvm::SetVector<Value> &conditions) {
  for (RegionBranchPoint point : branch.getAllRegionBranchPoints()) {
    SmallVector<RegionSuccessor> successors;
    branch.getSuccessorRegions(point, successors);
    llvm::SmallDenseSet<OpOperand *> forwarded;
    for (RegionSuccessor successor : successors) {
      OperandRange operands = branch.getSuccessorOperands(point, successor);
      for (unsigned i = 0, e = operands.size(); i != e; ++i)
        forwarded.insert(operands.getBase() + i);
    }
    Operation *terminator = point.getTerminatorPredecessorOrNull();
    addOthers(terminator ? terminator : branch.getOperation(), forwarded,
              conditions);
  }
}

/// Adds what decides between the successors of a block.
static void addConditions(Operation *terminator,
                          llvm::SetVector<Value> &conditions) {
  SmallVector<Block *> successors(terminator->getSuccessors());
  if (successors.size() < 2 || llvm::all_equal(successors))
    return;
  llvm::SmallDenseSet<OpOperand *> forwarded;
  if (auto branch = dyn_cast<BranchOpInterface>(terminator))
    for (unsigned i = 0, e = successors.size(); i != e; ++i) {
      OperandRange operands =
          branch.getSuccessorOperands(i).getForwardedOperands();
      for (unsigned j = 0, size = operands.size(); j != size; ++j)
        forwarded.insert(operands.getBase() + j);
    }
  addOthers(terminator, forwarded, conditions);
}

SmallVector<Value> grad::getConditions(Operation *op) {
  llvm::SetVector<Value> conditions;
  if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
    addConditions(branch, conditions);
  } else if (isStableHLOBranch(op)) {
    conditions.insert(op->getOperand(0));
  } else if (isStableHLOWhile(op)) {
    for (Block &block : op->getRegion(0))
      if (!block.empty())
        conditions.insert(block.back().operand_begin(),
                          block.back().operand_end());
  } else if (op->getNumSuccessors() != 0) {
    addConditions(op, conditions);
  }
  return conditions.takeVector();
}

/// Notes that the branch at the end of `branching` decides on all blocks that
/// are reached from there before `join`, where its ways meet again; null: only
/// at the region's end.
void ControlDependence::computeFor(Block *branching, Block *join) {
  Operation *terminator = &branching->back();
  llvm::SetVector<Block *> reached;
  auto reach = [&](Block *from) {
    for (Block *successor : from->getSuccessors())
      if (successor != join)
        reached.insert(successor);
  };
  reach(branching);
  for (unsigned i = 0; i != reached.size(); ++i)
    reach(reached[i]);
  for (Block *block : reached) {
    branches[block].controllers.push_back(terminator);
    branches[block].mergers.push_back(terminator);
  }
  if (join)
    branches[join].mergers.push_back(terminator);
}

void ControlDependence::compute(Region *region) {
  if (region->hasOneBlock() || !computed.try_emplace(region, true).second)
    return;
  for (Block &block : *region) {
    SmallVector<Block *> successors(block.getSuccessors());
    if (successors.size() < 2 || llvm::all_equal(successors))
      continue;
    auto *node = postDominance.getNode(&block);
    auto *joinNode = node ? node->getIDom() : nullptr;
    computeFor(&block, joinNode ? joinNode->getBlock() : nullptr);
  }
}

SmallVector<Operation *, 2> ControlDependence::getControllers(Block *block) {
  compute(block->getParent());
  return branches.lookup(block).controllers;
}

SmallVector<Operation *, 2> ControlDependence::getMergers(Block *block) {
  compute(block->getParent());
  return branches.lookup(block).mergers;
}
