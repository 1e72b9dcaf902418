//===- NaiveFusion.h - Fusion as the rules are written -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of `fuse-allreduce` with no care for time: after each decision all
// paths are found anew. It shares no code with the library.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TEST_UNIT_NAIVEFUSION_H
#define GRAD_TEST_UNIT_NAIVEFUSION_H

#include "RandomStep.h"

#include <map>
#include <set>

namespace mlir::grad::test {

struct NaiveBucket {
  /// Numbers of operations, in the order of the policy.
  std::vector<int> members;
};

struct NaiveRefusal {
  /// The first member of the bucket that passed the operation over first.
  int bucketOpener;
  /// The members with a path to or from the operation, at that time.
  std::set<int> blockers;
  unsigned further = 0;
};

struct NaiveResult {
  /// Dependent operations carry one id, and no pass wrote it.
  bool fails = false;
  /// In the order in which they were formed.
  std::vector<NaiveBucket> buckets;
  std::map<int, NaiveRefusal> refusals;
  /// For each operation, the operation below which it ends: the last member of
  /// its own bucket or of one that it depends on; itself where it stays.
  std::vector<int> slots;
  /// For each operation, those on which it depends once all is fused.
  std::vector<std::set<int>> dependencies;
};

/// Computes what fusion does. The policy is one that holds.
NaiveResult fuseNaively(const Step &step, const FusionPolicy &policy);

} // namespace mlir::grad::test

#endif // GRAD_TEST_UNIT_NAIVEFUSION_H
