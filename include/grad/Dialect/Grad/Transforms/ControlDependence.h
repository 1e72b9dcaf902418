//===- ControlDependence.h - What decides what is executed -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_TRANSFORMS_CONTROLDEPENDENCE_H
#define GRAD_DIALECT_GRAD_TRANSFORMS_CONTROLDEPENDENCE_H

#include "mlir/IR/Dominance.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::grad {

/// Whether the operation is `stablehlo.if` or `stablehlo.case`, by its name:
/// the dialect is not registered.
bool isStableHLOBranch(Operation *op);
/// Whether the operation is `stablehlo.while`, by its name.
bool isStableHLOWhile(Operation *op);

/// The values that decide which of the operation's regions or successors are
/// executed, and how often: conditions, loop bounds, the operand of a switch.
/// Empty where the operation decides nothing or nothing is known of it.
SmallVector<Value> getConditions(Operation *op);

/// Tells which branches inside a region decide whether a block is executed.
/// Computed once per region of several blocks, and valid until its branches
/// change. Not thread-safe.
class ControlDependence {
public:
  /// The terminators of the block's region whose outcome decides whether, or
  /// how often, the block is executed.
  SmallVector<Operation *, 2> getControllers(Block *block);

  /// The terminators whose outcome decides by which way the block is entered,
  /// and thus the values of its arguments.
  SmallVector<Operation *, 2> getMergers(Block *block);

private:
  void compute(Region *region);
  void computeFor(Block *branching, Block *join);

  struct Branches {
    SmallVector<Operation *, 2> controllers, mergers;
  };
  PostDominanceInfo postDominance;
  llvm::DenseMap<Region *, bool> computed;
  llvm::DenseMap<Block *, Branches> branches;
};

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_CONTROLDEPENDENCE_H
