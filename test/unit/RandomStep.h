//===- RandomStep.h - Random blocks with collectives -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block as plain data, from which its text is printed and the naive reference
// is computed, so that the two meet only in the text.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TEST_UNIT_RANDOMSTEP_H
#define GRAD_TEST_UNIT_RANDOMSTEP_H

#include "grad/Dialect/Grad/Transforms/FusionPolicy.h"

#include <optional>
#include <random>
#include <string>
#include <vector>

namespace mlir::grad::test {

/// A value: its type, and the operation that gives it (-1: a block argument).
struct StepValue {
  int64_t elements;
  bool isHalf;
  bool isDynamic;
  int producer;
};

struct StepOp {
  enum Kind {
    /// A collective on one operand.
    Collective,
    /// An all-reduce of several operands, which is never a candidate.
    Several,
    Pure,
    /// An operation without side effects that uses its operands in a region.
    Region,
    /// A region operation with a collective inside, which is a fence.
    CollectiveInside,
    Fence
  };
  Kind kind = Pure;
  std::vector<unsigned> operands, results;
  CollectiveKind collective = CollectiveKind::AllReduce;
  bool isMax = false;
  bool hasGroup = false;
  std::optional<int64_t> id, index;
  bool automatic = false;

  bool isFence() const { return kind == Fence || kind == CollectiveInside; }
};

struct Step {
  std::vector<StepValue> values;
  std::vector<StepOp> ops;
  unsigned numArguments = 0;
  std::vector<unsigned> returned;

  /// A module with one function, `step`.
  std::string print() const;
};

/// What to draw steps from.
struct StepShape {
  unsigned maxOps = 30;
  /// Of 100.
  unsigned percentCollectives = 45, percentFences = 4, percentIds = 20,
           percentAutomatic = 70;
  bool onlyOneKind = false, allIndexed = false, allStatic = false;
};

Step makeRandomStep(std::mt19937 &random, const StepShape &shape);

/// Policies of all kinds, with limits that fit the sizes of random steps.
FusionPolicy makeRandomPolicy(std::mt19937 &random, bool allIndexed);

/// The options of the policy, for messages.
std::string printPolicy(const FusionPolicy &policy);

/// From 0 to `limit` - 1.
inline unsigned draw(std::mt19937 &random, unsigned limit) {
  return random() % limit;
}
inline bool drawPercent(std::mt19937 &random, unsigned percent) {
  return draw(random, 100) < percent;
}

} // namespace mlir::grad::test

#endif // GRAD_TEST_UNIT_RANDOMSTEP_H
