//===- TestFuseAllReduceMutants.cpp - Broken fusion, for tests -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `test-fuse-allreduce-mutant` is `fuse-allreduce`, with its options,
// but for one step that is wrong. The equivalence run has to notice each of
// these mutants; see test/Execution/run_equivalence.py.
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Dialect/Grad/Transforms/FusionRewriter.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"

// The options of the pass; the namespace keeps what else is generated apart
// from the real pass.
namespace mlir::grad::mutant {
#define GEN_PASS_DEF_FUSEALLREDUCE
#include "grad/Dialect/Grad/Transforms/Passes.h.inc"
} // namespace mlir::grad::mutant

using namespace mlir;
using namespace mlir::grad;

namespace {
/// The step that is wrong.
enum class Mutant { None, Paths, Users, Swap, Group, Empty };

/// A plan that forgets paths, or groups.
class MutantPlan : public FusionPlan {
public:
  MutantPlan(Block &block, const FusionPolicy &policy, FenceAnalysis &fences,
             Mutant mutant)
      : FusionPlan(block, policy, fences), mutant(mutant) {}

protected:
  Attribute getKey(CollectiveOpInterface op) const override {
    if (mutant != Mutant::Group)
      return FusionPlan::getKey(op);
    Operation *clone = op->clone();
    clone->removeAttr("group");
    Attribute key = FusionPlan::getKey(cast<CollectiveOpInterface>(clone));
    clone->destroy();
    return key;
  }

  FormedBuckets formBuckets(DependencyGraph &graph,
                            const FormationInput &input) const override {
    return mutant == Mutant::Paths ? formWithoutPaths(graph, input)
                                   : FusionPlan::formBuckets(graph, input);
  }

private:
  static FormedBuckets formWithoutPaths(DependencyGraph &graph,
                                        const FormationInput &input);

  Mutant mutant;
};

/// A rewriter that leaves users where they are, or mixes results up.
class MutantRewriter : public FusionRewriter {
public:
  MutantRewriter(const FusionPlan &plan, Block &block, Mutant mutant)
      : FusionRewriter(plan, block), mutant(mutant) {}

protected:
  void replaceResults(ArrayRef<CollectiveOpInterface> members,
                      ArrayRef<unsigned> results, Operation *fused) override {
    SmallVector<unsigned> wrong(results);
    if (mutant == Mutant::Swap)
      swapResults(wrong, fused);
    if (mutant == Mutant::Empty)
      dropEmptyResults(members, wrong);
    FusionRewriter::replaceResults(members, wrong, fused);
  }

  void reorder(const llvm::DenseMap<DependencyGraph::Node, Operation *> &fused)
      override {
    if (mutant != Mutant::Users)
      FusionRewriter::reorder(fused);
  }

private:
  static void swapResults(MutableArrayRef<unsigned> results, Operation *fused);
  static void dropEmptyResults(ArrayRef<CollectiveOpInterface> members,
                               MutableArrayRef<unsigned> results);

  Mutant mutant;
};
} // namespace

/// Fills one bucket after the other, as the rule says.
FormedBuckets MutantPlan::formWithoutPaths(DependencyGraph &graph,
                                           const FormationInput &input) {
  FormedBuckets formed;
  SmallVector<SmallVector<DependencyGraph::Node>> sets;
  std::optional<BucketFill> fill;
  for (auto [candidate, node, size] :
       llvm::zip(input.candidates, input.nodes, input.sizes)) {
    Offer offer = fill ? fill->offer(size) : Offer::Close;
    if (offer == Offer::Close || offer == Offer::Alone) {
      Bucket &bucket = formed.buckets.emplace_back();
      bucket.limit = input.getLimit(formed.buckets.size() - 1);
      sets.emplace_back();
      fill.emplace(bucket.limit);
      offer = fill->offer(size);
    }
    formed.buckets.back().members.push_back(candidate);
    sets.back().push_back(graph.find(node));
    if (offer == Offer::JoinAndClose)
      fill.reset();
  }
  llvm::erase_if(sets, [](auto &set) { return set.size() < 2; });
  graph.merge(sets);
  return formed;
}

/// Swaps the first two results of one type, so that the IR stays valid.
void MutantRewriter::swapResults(MutableArrayRef<unsigned> results,
                                 Operation *fused) {
  for (unsigned &a : results)
    for (unsigned &b : results)
      if (a < b &&
          fused->getResult(a).getType() == fused->getResult(b).getType())
        return std::swap(a, b);
}

/// Takes the fused collective to have no result for a member without elements.
void MutantRewriter::dropEmptyResults(ArrayRef<CollectiveOpInterface> members,
                                      MutableArrayRef<unsigned> results) {
  // One result may be that of several members with one operand.
  llvm::SmallSetVector<unsigned, 4> empty;
  for (auto [i, member] : llvm::enumerate(members)) {
    CollectiveOpInterface op = member;
    ShapedType type = op.getDeliveredType(0);
    if (type.hasStaticShape() && type.getNumElements() == 0)
      empty.insert(results[i]);
  }
  for (unsigned &result : results)
    result -= llvm::count_if(empty, [&](unsigned i) { return i < result; });
}

namespace {
struct TestFuseAllReduceMutant
    : public grad::mutant::impl::FuseAllReduceBase<TestFuseAllReduceMutant> {
  using FuseAllReduceBase::FuseAllReduceBase;
  TestFuseAllReduceMutant(const TestFuseAllReduceMutant &other)
      : FuseAllReduceBase(other) {}

  StringRef getArgument() const override {
    return "test-fuse-allreduce-mutant";
  }
  StringRef getName() const override { return "TestFuseAllReduceMutant"; }
  StringRef getDescription() const override {
    return "Fuse collectives with one step that is wrong";
  }

  void runOnOperation() override {
    FusionPolicy policy = getPolicy();
    if (failed(policy.verify([&](const Twine &message) {
          return emitError(UnknownLoc::get(&getContext()), message);
        })))
      return signalPassFailure();
    FenceAnalysis fences(getOperation());
    WalkResult walk = getOperation()->walk([&](Block *block) {
      MutantPlan plan(*block, policy, fences, mutant);
      if (failed(plan.compute()))
        return WalkResult::interrupt();
      MutantRewriter(plan, *block, mutant).apply();
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }

private:
  FusionPolicy getPolicy() {
    auto given = [](int64_t value) {
      return value == -1 ? std::nullopt : std::optional(value);
    };
    FusionPolicy policy;
    if (!collectives.empty())
      policy.collectives.clear();
    for (StringRef name : collectives)
      policy.collectives.push_back(*parseCollectiveKind(name));
    policy.order = order;
    policy.splitIndices = llvm::to_vector(*splitIndices);
    policy.splitEnds = llvm::to_vector(*splitEnds);
    policy.thresholdBytes = given(thresholdBytes);
    policy.thresholdElements = given(thresholdElements);
    policy.firstBucketBytes = given(firstBucketBytes);
    policy.rule = rule;
    policy.maxOperands = maxOperands;
    policy.acrossTypes = acrossTypes;
    return policy;
  }

  Option<Mutant> mutant{
      *this, "mutant", llvm::cl::desc("The step that is wrong"),
      llvm::cl::init(Mutant::None),
      llvm::cl::values(
          clEnumValN(Mutant::None, "none", "No step: the real pass"),
          clEnumValN(Mutant::Paths, "paths", "The path check is off"),
          clEnumValN(Mutant::Users, "users", "Users are not moved"),
          clEnumValN(Mutant::Swap, "swap", "Two results are swapped"),
          clEnumValN(Mutant::Group, "group",
                     "The replica group is dropped from the key"),
          clEnumValN(Mutant::Empty, "empty",
                     "The result of a member without elements is dropped"))};
};
} // namespace

static PassRegistration<TestFuseAllReduceMutant> registration;
