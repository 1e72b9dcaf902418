//===- RankUniformity.h - Which values are equal on all ranks -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranks run one program on different data. A value is uniform where they all
// compute the same nevertheless: constants, the size of a group, what a
// collective delivers to every rank of its group, arguments that are marked as
// equal on every rank, and whatever is computed from such values alone. The
// rest varies: `grad.rank`, shards, unmarked arguments, what is read from
// memory, what comes from unknown operations.
//
// Values that pass through a branch or a loop are uniform only where its
// condition, or its bounds, are too. A private function whose callers are all
// known gets its arguments from them, and a call its results from the callee.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_TRANSFORMS_RANKUNIFORMITY_H
#define GRAD_DIALECT_GRAD_TRANSFORMS_RANKUNIFORMITY_H

#include "grad/Dialect/Grad/Transforms/ControlDependence.h"
#include "grad/Dialect/Grad/Transforms/RankSets.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::grad {

class CollectiveOpInterface;

/// The sets of ranks among which a collective of StableHLO communicates, or
/// nothing where its attributes do not list them by rank: groups by mesh axes,
/// pairs, or groups of replicas where there are several partitions.
std::optional<RankSets> getStableHLOReplicaSets(Operation *collective);

/// The analysis of everything below one operation. Deterministic; not
/// thread-safe.
class RankUniformity {
public:
  /// Analyses `root` and everything in it, to a fixpoint. `worldSize`: the
  /// number of ranks, or 0 where it is not known.
  explicit RankUniformity(Operation *root, int64_t worldSize = 0);

  /// The sets of ranks in which the value is equal.
  RankSets getSets(Value value) const;

  /// Whether the value is equal on all ranks of each group; null: on every
  /// rank.
  bool isUniform(Value value, GroupAttr group = {}) const {
    return getSets(value).covers(RankSets::of(group, worldSize));
  }

  /// Analyses the results of an operation that was created meanwhile, from
  /// operands that are known.
  void update(Operation *op) { visit(op); }
  /// Forgets the values of an operation that is about to be erased.
  void erase(Operation *op);

  ControlDependence &getControl() { return control; }

private:
  void findEscapingSymbols();
  void visitRegion(Region &region);
  void visit(Operation *op);
  void visitFunction(FunctionOpInterface function);
  void visitCollective(CollectiveOpInterface op);
  bool visitByName(Operation *op);
  void visitCall(CallOpInterface call);
  void visitCommunication(Operation *op, GroupAttr group);
  void visitStableHLOCollective(Operation *op);
  void visitReturn(Operation *terminator);
  void visitBranch(Operation *terminator);
  void visitRegionBranch(RegionBranchOpInterface op);
  void visitStableHLOBranch(Operation *op);
  void visitStableHLOWhile(Operation *op);
  void visitOpaque(Operation *op);

  /// The meet over the operands, and over those of nested operations.
  RankSets meetOperands(Operation *op) const;
  RankSets meetNested(Operation *op) const;
  RankSets meetValues(ValueRange values) const;
  /// The sets that agree on the way by which the block is entered.
  RankSets meetMergers(Block *block);
  /// The sets that agree on whether the block is executed.
  RankSets meetControllers(Block *block);

  void lower(Value value, const RankSets &sets);
  void lowerAll(ValueRange values, const RankSets &sets);
  /// Lowers each target by its source and by `sets`.
  void forward(ValueRange sources, ValueRange targets, const RankSets &sets);

  Operation *root;
  int64_t worldSize;
  ControlDependence control;
  SymbolTableCollection symbolTables;
  /// Symbols that something else than a call refers to.
  llvm::DenseSet<StringAttr> escaping;
  llvm::DenseMap<Value, RankSets> state;
  /// What each function returns.
  llvm::DenseMap<Operation *, SmallVector<RankSets>> returned;
  bool changed = false;
  /// Whether the fixpoint is reached. Until then a value not yet visited counts
  /// as uniform, afterwards as varying.
  bool complete = false;
};

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_RANKUNIFORMITY_H
