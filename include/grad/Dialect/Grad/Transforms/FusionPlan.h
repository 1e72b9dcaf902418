//===- FusionPlan.h - Which collectives of a block share a bucket -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decision of `fuse-allreduce`, apart from its effect on the IR. See
// docs/fusion.md for the procedure and why it costs what it does.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_TRANSFORMS_FUSIONPLAN_H
#define GRAD_DIALECT_GRAD_TRANSFORMS_FUSIONPLAN_H

#include "grad/Dialect/Grad/IR/GradInterfaces.h"
#include "grad/Dialect/Grad/Transforms/DependencyGraph.h"
#include "grad/Dialect/Grad/Transforms/FusionPolicy.h"
#include "grad/Dialect/Grad/Transforms/SideEffects.h"

namespace mlir::grad {

/// A collective that may be fused. Candidates are numbered by position, in the
/// order of the policy; `Candidate` is such a number.
using Candidate = unsigned;

/// The size of a collective: elements of what it delivers, and their bytes in
/// the operand's element type, which is what travels.
CandidateSize getCollectiveSize(CollectiveOpInterface op);

/// Which of the collectives that can be fused the operation is, if any.
std::optional<CollectiveKind> getCollectiveKind(Operation *op);

/// The attribute in which `convert-stablehlo-to-grad` keeps how a collective of
/// StableHLO numbered its ranks. It decides what the groups mean, so it is part
/// of the key.
inline constexpr llvm::StringLiteral kStableHLOModeAttrName = "grad.stablehlo";

/// The key of a collective for fusion: its name, all that its operation says
/// but for the fusion attribute, and, unless `acrossTypes`, the element types.
Attribute getFusionKey(CollectiveOpInterface op, bool acrossTypes);

/// Candidates that may share a bucket as far as their key goes.
struct FusionGroup {
  /// The fusion id above 0 that the members carry, if any.
  std::optional<int64_t> id;
  /// In the order of the policy.
  SmallVector<Candidate> candidates;
};

/// A set of candidates that become one collective.
struct Bucket {
  /// The index of its group in the plan.
  unsigned group;
  /// In the order of the policy.
  SmallVector<Candidate> members;
  BucketLimit limit;
  ClosedBy closedBy = ClosedBy::End;
};

/// A candidate that buckets passed over because of a path.
struct Refusal {
  Candidate candidate;
  /// The bucket that passed it over first, and a member of it with a path to
  /// or from the candidate.
  unsigned bucket;
  Candidate blocker;
  /// How many more buckets passed it over.
  unsigned further = 0;
};

/// What the buckets of one group are formed from: its candidates in the order
/// in which they are visited, with their nodes and sizes, and the limit of the
/// group's bucket of a number.
struct FormationInput {
  ArrayRef<Candidate> candidates;
  ArrayRef<DependencyGraph::Node> nodes;
  ArrayRef<CandidateSize> sizes;
  function_ref<BucketLimit(unsigned)> getLimit;
};

/// The buckets of one group, which number from 0, and the candidates that they
/// passed over.
struct FormedBuckets {
  std::vector<Bucket> buckets;
  std::vector<Refusal> refusals;
};

/// The plan for one block.
class FusionPlan {
public:
  virtual ~FusionPlan() = default;

  /// Prepares the plan; `fences` tells what collectives may not cross.
  FusionPlan(Block &block, const FusionPolicy &policy, FenceAnalysis &fences)
      : policy(policy), block(block), fences(fences) {}

  /// Fills the plan. Fails, with an error at the operation, where the policy
  /// asks for what cannot be done.
  LogicalResult compute();

  ArrayRef<FusionGroup> getGroups() const { return groups; }
  /// In the order in which they were formed.
  ArrayRef<Bucket> getBuckets() const { return buckets; }
  /// Indices of buckets, in the order in which the fused collectives stand.
  std::vector<unsigned> getIssueOrder() const;
  /// In the order of the candidates.
  ArrayRef<Refusal> getRefusals() const { return refusals; }

  size_t getNumCandidates() const { return candidates.size(); }
  /// Whether the block was left alone, since values are used in it before they
  /// are defined (in a graph region, or in a block that nothing reaches).
  bool isUnordered() const { return unordered; }
  CollectiveOpInterface getOperation(Candidate candidate) const {
    return candidates[candidate];
  }
  /// The order of the operations once the plan is applied; valid after
  /// `compute` where there are candidates.
  const DependencyGraph &getGraph() const { return *graph; }
  const FusionPolicy &getPolicy() const { return policy; }

protected:
  /// The key of a candidate: candidates with different keys never share a
  /// bucket. The fusion id and the segment are no part of it.
  virtual Attribute getKey(CollectiveOpInterface op) const;

  /// Forms the buckets of one group and merges each of them in the graph.
  virtual FormedBuckets formBuckets(DependencyGraph &graph,
                                    const FormationInput &input) const;

private:
  bool isCandidate(Operation *op) const;
  LogicalResult orderCandidates();
  void formGroups();
  void addBuckets(unsigned group);
  void liftBuckets();
  LogicalResult verifyIds();
  /// The path between the candidate that was passed over and another of its id,
  /// where no pass wrote the id of either.
  std::vector<DependencyGraph::Node>
  findManualPath(const Refusal &refusal) const;

  const FusionPolicy policy;
  Block &block;
  FenceAnalysis &fences;
  std::vector<CollectiveOpInterface> candidates;
  SmallVector<FusionGroup> groups;
  std::vector<Bucket> buckets;
  std::vector<Refusal> refusals;
  std::unique_ptr<DependencyGraph> graph;
  bool unordered = false;
};

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_FUSIONPLAN_H
