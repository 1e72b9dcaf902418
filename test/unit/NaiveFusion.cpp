//===- NaiveFusion.cpp - Fusion as the rules are written -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NaiveFusion.h"

#include <algorithm>
#include <functional>
#include <tuple>

using namespace mlir;
using namespace mlir::grad;
using namespace mlir::grad::test;

namespace {
/// What candidates of one bucket have in common.
using Key = std::tuple<int /*collective*/, bool /*isMax*/, bool /*hasGroup*/,
                       int /*types*/, int64_t /*id*/, int /*segment*/>;

class Naive {
public:
  Naive(const Step &step, const FusionPolicy &policy)
      : step(step), policy(policy), size(step.ops.size()),
        owner(step.ops.size()) {
    for (int i = 0; i != size; ++i)
      owner[i] = i;
  }

  NaiveResult run() {
    addEdges();
    orderCandidates();
    std::vector<Key> keys;
    std::map<Key, std::vector<int>> groups;
    for (int position = 0; position != int(candidates.size()); ++position) {
      int op = candidates[position];
      if (!step.ops[op].id && (policy.thresholdBytes == std::optional(0l) ||
                               policy.thresholdElements == std::optional(0l))) {
        result.buckets.push_back({{op}});
        continue;
      }
      Key key = getKey(op, position);
      if (groups.find(key) == groups.end())
        keys.push_back(key);
      groups[key].push_back(op);
    }
    for (const Key &key : keys)
      formBuckets(groups[key]);
    checkIds(groups);
    computeOrder();
    return std::move(result);
  }

private:
  //===--------------------------------------------------------------------===//
  // Candidates
  //===--------------------------------------------------------------------===//

  bool isCandidate(int op) const {
    const StepOp &o = step.ops[op];
    return o.kind == StepOp::Collective && o.id != std::optional<int64_t>(0) &&
           std::count(policy.collectives.begin(), policy.collectives.end(),
                      o.collective) != 0;
  }

  void orderCandidates() {
    for (int i = 0; i != size; ++i)
      if (isCandidate(i))
        candidates.push_back(i);
    auto rank = [&](int op) -> int64_t {
      if (policy.order == CandidateOrder::Index)
        return *step.ops[op].index;
      if (policy.order == CandidateOrder::Production)
        return step.values[step.ops[op].operands[0]].producer;
      return op;
    };
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](int a, int b) { return rank(a) < rank(b); });
  }

  int getSegment(int position) const {
    int segment = 0;
    if (!policy.splitIndices.empty()) {
      // A bucket ends once its entry <= position + 1; the last never does.
      for (int p = 0; p < position; ++p)
        if (segment + 1 < int(policy.splitIndices.size()) &&
            policy.splitIndices[segment] <= p + 1)
          ++segment;
    } else {
      for (int64_t end : policy.splitEnds)
        segment += position > end;
    }
    return segment;
  }

  Key getKey(int op, int position) const {
    const StepOp &o = step.ops[op];
    int types = 0;
    if (!policy.acrossTypes)
      types = step.values[o.operands[0]].isHalf * 2 +
              step.values[o.results[0]].isHalf;
    bool isMax = o.collective != CollectiveKind::AllGather && o.isMax;
    return {int(o.collective),   isMax, o.hasGroup, types, o.id.value_or(0),
            getSegment(position)};
  }

  //===--------------------------------------------------------------------===//
  // Paths
  //===--------------------------------------------------------------------===//

  void addEdges() {
    edges.resize(size);
    for (int i = 0; i != size; ++i) {
      for (unsigned operand : step.ops[i].operands)
        if (int producer = step.values[operand].producer; producer >= 0)
          edges[producer].insert(i);
      // No candidate crosses a fence, and fences stay in order.
      for (int j = 0; j != i; ++j) {
        bool fenceI = step.ops[i].isFence(), fenceJ = step.ops[j].isFence();
        if ((fenceI && (fenceJ || isCandidate(j))) ||
            (fenceJ && isCandidate(i)))
          edges[j].insert(i);
      }
    }
  }

  /// All operations on a path from the operation, with operations of one
  /// bucket taken together.
  std::set<int> reachFrom(int op) const {
    std::set<int> seen;
    std::vector<int> worklist;
    for (int i = 0; i != size; ++i)
      if (owner[i] == owner[op])
        worklist.push_back(i);
    while (!worklist.empty()) {
      int from = worklist.back();
      worklist.pop_back();
      for (int to : edges[from])
        for (int i = 0; i != size; ++i)
          if (owner[i] == owner[to] && seen.insert(i).second)
            worklist.push_back(i);
    }
    return seen;
  }

  bool isDependent(int a, int b) const {
    return reachFrom(a).count(b) != 0 || reachFrom(b).count(a) != 0;
  }

  //===--------------------------------------------------------------------===//
  // Buckets
  //===--------------------------------------------------------------------===//

  /// The size of an operation in the unit, or -1 where it is not known.
  int64_t getSize(int op, bool bytes) const {
    const StepOp &o = step.ops[op];
    const StepValue &operand = step.values[o.operands[0]];
    if (operand.isDynamic)
      return -1;
    int64_t elements = step.values[o.results[0]].elements;
    return bytes ? elements * (operand.isHalf ? 2 : 4) : elements;
  }

  struct Limit {
    bool bySize = false, bytes = true;
    int64_t size = 0;
  };
  Limit getLimit(int op, bool isFirst) const {
    const FusionPolicy &p = policy;
    bool asked =
        p.thresholdBytes || p.thresholdElements || p.rule != BucketRule::AtMost;
    Limit limit;
    if (!p.splitIndices.empty() || !p.splitEnds.empty() ||
        p.thresholdBytes == std::optional(0l) ||
        p.thresholdElements == std::optional(0l) || (step.ops[op].id && !asked))
      return limit;
    limit.bySize = true;
    limit.bytes = p.thresholdBytes ||
                  (!p.thresholdElements && p.rule != BucketRule::Singa);
    if (!limit.bytes)
      limit.size = p.thresholdElements.value_or(2097152);
    else
      limit.size = p.thresholdBytes.value_or(26214400);
    if (p.rule == BucketRule::DDP && isFirst && limit.bytes) {
      if (p.firstBucketBytes)
        limit.size = *p.firstBucketBytes;
      else if (!p.thresholdBytes)
        limit.size = 1048576;
    }
    return limit;
  }

  void formBuckets(const std::vector<int> &group) {
    std::set<int> assigned;
    bool isFirst = true;
    for (int opener : group)
      if (!assigned.count(opener)) {
        fill(group, opener, assigned, isFirst);
        isFirst = false;
      }
  }

  void fill(const std::vector<int> &group, int opener, std::set<int> &assigned,
            bool isFirst) {
    Limit limit = getLimit(opener, isFirst);
    std::vector<int> members;
    std::vector<NaiveBucket> alone;
    int64_t sum = 0;
    bool isOpen = true;
    auto join = [&](int op) {
      members.push_back(op);
      assigned.insert(op);
      isOpen = isOpen && int64_t(members.size()) != policy.maxOperands;
    };
    for (auto it = std::find(group.begin(), group.end(), opener);
         isOpen && it != group.end(); ++it) {
      int op = *it;
      if (assigned.count(op) || isPassedOver(op, opener, members))
        continue;
      int64_t opSize = limit.bySize ? getSize(op, limit.bytes) : 0;
      bool goesAlone =
          limit.bySize && (opSize < 0 || (policy.rule != BucketRule::DDP &&
                                          opSize > limit.size));
      if (goesAlone && members.empty()) {
        join(op);
        isOpen = false;
      } else if (goesAlone) {
        alone.push_back({{op}});
        assigned.insert(op);
      } else if (!limit.bySize) {
        join(op);
      } else if (policy.rule == BucketRule::AtMost) {
        if (sum + opSize > limit.size)
          break;
        sum += opSize;
        join(op);
      } else {
        sum += opSize;
        join(op);
        if (policy.rule == BucketRule::DDP ? sum >= limit.size
                                           : sum > limit.size)
          isOpen = false;
      }
    }
    for (int member : members)
      owner[member] = opener;
    result.buckets.push_back({members});
    result.buckets.insert(result.buckets.end(), alone.begin(), alone.end());
  }

  bool isPassedOver(int op, int opener, const std::vector<int> &members) {
    std::set<int> blockers;
    for (int member : members)
      if (isDependent(op, member))
        blockers.insert(member);
    if (blockers.empty())
      return false;
    auto [it, inserted] = result.refusals.try_emplace(op);
    if (inserted)
      it->second = {opener, blockers, 0};
    else
      ++it->second.further;
    return true;
  }

  /// An operation that was passed over and another of its key depend on each
  /// other, themselves and not through those that they are fused with, and both
  /// carry an id that no pass wrote.
  void checkIds(const std::map<Key, std::vector<int>> &groups) {
    for (const auto &[key, group] : groups)
      for (int a : group)
        for (int b : group)
          if (a != b && step.ops[a].id && !step.ops[a].automatic &&
              !step.ops[b].automatic && result.refusals.count(a) &&
              areDependentThemselves(a, b))
            result.fails = true;
  }

  bool areDependentThemselves(int a, int b) {
    std::vector<int> owners = owner;
    owner[a] = size;
    owner[b] = size + 1;
    bool dependent = isDependent(a, b);
    owner = owners;
    return dependent;
  }

  //===--------------------------------------------------------------------===//
  // Order
  //===--------------------------------------------------------------------===//

  void computeOrder() {
    result.slots.resize(size);
    result.dependencies.resize(size);
    for (int i = 0; i != size; ++i) {
      for (int j = 0; j != size; ++j)
        if (owner[i] == owner[j])
          result.slots[i] = std::max(result.slots[i], j);
      for (int to : reachFrom(i))
        result.dependencies[to].insert(i);
    }
    std::vector<int> own = result.slots;
    for (int i = 0; i != size; ++i)
      for (int before : result.dependencies[i])
        result.slots[i] = std::max(result.slots[i], own[before]);
  }

  const Step &step;
  const FusionPolicy &policy;
  int size;
  std::vector<std::set<int>> edges;
  std::vector<int> candidates;
  /// Equal for operations of one bucket.
  std::vector<int> owner;
  NaiveResult result;
};
} // namespace

NaiveResult test::fuseNaively(const Step &step, const FusionPolicy &policy) {
  return Naive(step, policy).run();
}
