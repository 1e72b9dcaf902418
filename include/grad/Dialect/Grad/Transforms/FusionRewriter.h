//===- FusionRewriter.h - Applies a fusion plan -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_TRANSFORMS_FUSIONREWRITER_H
#define GRAD_DIALECT_GRAD_TRANSFORMS_FUSIONREWRITER_H

#include "grad/Dialect/Grad/Transforms/FusionPlan.h"

namespace mlir::grad {

/// Replaces the collectives of each bucket by one, and moves what depends on it
/// below it. The plan is of no use afterwards: it points to erased operations.
class FusionRewriter {
public:
  FusionRewriter(const FusionPlan &plan, Block &block)
      : plan(plan), block(block) {}
  virtual ~FusionRewriter() = default;

  /// Returns the number of collectives that went away.
  unsigned apply();

protected:
  /// Replaces the result of each member by result `results[i]` of `fused`.
  virtual void replaceResults(ArrayRef<CollectiveOpInterface> members,
                              ArrayRef<unsigned> results, Operation *fused);
  /// Puts the operations into the plan's order; `fused` maps representatives to
  /// fused collectives.
  virtual void
  reorder(const llvm::DenseMap<DependencyGraph::Node, Operation *> &fused);

private:
  Operation *fuse(const Bucket &bucket);

  const FusionPlan &plan;
  Block &block;
};

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_FUSIONREWRITER_H
