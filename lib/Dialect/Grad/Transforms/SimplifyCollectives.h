//===- SimplifyCollectives.h - What the patterns share -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_DIALECT_GRAD_TRANSFORMS_SIMPLIFYCOLLECTIVES_H
#define GRAD_LIB_DIALECT_GRAD_TRANSFORMS_SIMPLIFYCOLLECTIVES_H

#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Dialect/Grad/Transforms/RankUniformity.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::grad {

/// What the rules of `simplify-collectives` know and note. The names of rules
/// are those of their remarks.
class SimplifyContext {
public:
  SimplifyContext(Operation *root, int64_t worldSize)
      : worldSize(worldSize), uniformity(root, worldSize) {}

  const int64_t worldSize;
  RankUniformity uniformity;

  /// Remarks that a rule changed a pair of a collective: into what, and why.
  void noteChange(Operation *op, unsigned pair, StringRef rule,
                  const Twine &result, const Twine &reason);
  /// Notes why a rule that was about to change the collective did not.
  void noteRefusal(Operation *op, StringRef rule, const Twine &reason);
  /// Forgets an operation that is about to be erased.
  void erase(Operation *op);
  /// Remarks the refusals of the collectives.
  void emitRefusals(ArrayRef<Operation *> collectives);

private:
  struct Refusal {
    StringRef rule;
    std::string reason;
  };
  llvm::DenseMap<Operation *, SmallVector<Refusal>> refusals;
};

/// Rules for single pairs of operand and result: `single-rank`, `replicated`,
/// `reduced-twice`, `dead`.
void populatePairPatterns(RewritePatternSet &patterns,
                          SimplifyContext &context);

/// Rules that look at what the result is used for: `sum-of-sums`,
/// `reduce-scatter`.
void populateUsePatterns(RewritePatternSet &patterns, SimplifyContext &context);

/// The rule `repeated`: a collective that an earlier one has done already.
/// `collectives`: on tensors, in program order. Returns whether any went away.
bool mergeRepeatedCollectives(ArrayRef<CollectiveOpInterface> collectives,
                              RewriterBase &rewriter, SimplifyContext &context);

} // namespace mlir::grad

#endif // GRAD_LIB_DIALECT_GRAD_TRANSFORMS_SIMPLIFYCOLLECTIVES_H
