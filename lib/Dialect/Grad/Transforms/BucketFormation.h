//===- BucketFormation.h - Forms the buckets of one key -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The procedure of `fuse-allreduce`: the first unassigned candidate opens a
// bucket; later unassigned ones are visited in order; one with a path to or
// from a member is passed over and stays unassigned; the rule decides on the
// rest, until it closes the bucket; repeat until none is left.
//
// Done as written, that visits each candidate once per bucket, which is
// quadratic on a chain. Where no candidate depends on one that is visited after
// it - always, but for keys whose order other buckets or `order=index` turned
// round - all buckets can be filled in one visit per candidate: a
// candidate that depends on a member of a bucket depends on a member of every
// earlier bucket that is still open, since those passed that member over. So
// the last bucket that a candidate depends on says which buckets pass it over,
// and that number is propagated along the edges. The same holds the other way
// round, where no candidate is one that a later visited depends on.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_DIALECT_GRAD_TRANSFORMS_BUCKETFORMATION_H
#define GRAD_LIB_DIALECT_GRAD_TRANSFORMS_BUCKETFORMATION_H

#include "grad/Dialect/Grad/Transforms/FusionPlan.h"

namespace mlir::grad {

/// Forms the buckets of one group of candidates and merges them in the graph.
class BucketFormation {
public:
  /// `candidates`: in the order in which they are visited, with their nodes and
  /// sizes. `getLimit` gives the limit of the group's bucket of that number.
  BucketFormation(DependencyGraph &graph, ArrayRef<Candidate> candidates,
                  ArrayRef<DependencyGraph::Node> nodes,
                  ArrayRef<CandidateSize> sizes,
                  function_ref<BucketLimit(unsigned)> getLimit)
      : graph(graph), candidates(candidates), nodes(nodes), sizes(sizes),
        getLimit(getLimit) {}

  void form();

  /// Forms buckets as the procedure is written, whatever the order of the
  /// candidates. `form` falls back to it; tests compare the two.
  void formOneByOne();

  /// Members are numbers of candidates; `group` is left at 0.
  std::vector<Bucket> buckets;
  /// Buckets are numbered within the group. In order of the candidates.
  std::vector<Refusal> refusals;

private:
  using Node = DependencyGraph::Node;

  unsigned openBucket(unsigned i);
  void addAlone(unsigned i);

  bool formInOnePass(bool forward);
  void merge(ArrayRef<Bucket> formed);

  DependencyGraph &graph;
  ArrayRef<Candidate> candidates;
  ArrayRef<Node> nodes;
  ArrayRef<CandidateSize> sizes;
  function_ref<BucketLimit(unsigned)> getLimit;

  /// The fill of each bucket.
  std::vector<BucketFill> fills;

  friend class OnePass;
  friend class OneByOne;
};

} // namespace mlir::grad

#endif // GRAD_LIB_DIALECT_GRAD_TRANSFORMS_BUCKETFORMATION_H
