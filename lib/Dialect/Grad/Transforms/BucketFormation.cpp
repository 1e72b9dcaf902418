//===- BucketFormation.cpp - Forms the buckets of one key -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BucketFormation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::grad;

using Node = DependencyGraph::Node;

static constexpr unsigned kNone = ~0u;

/// Opens a bucket with candidate i as its first member.
unsigned BucketFormation::openBucket(unsigned i) {
  unsigned number = buckets.size();
  Bucket &bucket = buckets.emplace_back();
  bucket.limit = getLimit(number);
  bucket.members.push_back(candidates[i]);
  fills.emplace_back(bucket.limit);
  return number;
}

/// Makes candidate i a bucket of its own.
void BucketFormation::addAlone(unsigned i) {
  unsigned number = openBucket(i);
  fills[number].offer(sizes[i]);
  buckets[number].closedBy = fills[number].getClosedBy();
}

/// Merges the members of each bucket in the graph.
void BucketFormation::merge(ArrayRef<Bucket> formed) {
  llvm::DenseMap<Candidate, Node> nodeOf;
  for (auto [candidate, node] : llvm::zip(candidates, nodes))
    nodeOf[candidate] = node;
  SmallVector<SmallVector<Node>> sets;
  for (const Bucket &bucket : formed) {
    if (bucket.members.size() < 2)
      continue;
    SmallVector<Node> &set = sets.emplace_back();
    for (Candidate member : bucket.members)
      set.push_back(graph.find(nodeOf.lookup(member)));
  }
  graph.merge(sets);
}

//===----------------------------------------------------------------------===//
// All buckets in one visit per candidate
//===----------------------------------------------------------------------===//

namespace {
/// Which buckets are still open. Buckets are opened in the order of their
/// numbers.
class OpenBuckets {
public:
  explicit OpenBuckets(unsigned capacity)
      : nextOpen(capacity + 1), closedUpTo(capacity + 1) {
    for (unsigned i = 0; i <= capacity; ++i)
      nextOpen[i] = i;
  }

  /// The first open bucket of number `from` or more; may be one not opened yet.
  unsigned first(unsigned from) {
    while (nextOpen[from] != from) {
      nextOpen[from] = nextOpen[nextOpen[from]];
      from = nextOpen[from];
    }
    return from;
  }

  void close(unsigned number) {
    nextOpen[number] = number + 1;
    for (unsigned i = number + 1; i < closedUpTo.size(); i += i & -i)
      ++closedUpTo[i];
  }

  /// How many buckets with a number up to `last` are open.
  unsigned countUpTo(unsigned last) const {
    unsigned closed = 0;
    for (unsigned i = last + 1; i != 0; i -= i & -i)
      closed += closedUpTo[i];
    return last + 1 - closed;
  }

private:
  /// A forest whose roots are open.
  std::vector<unsigned> nextOpen;
  /// A Fenwick tree that counts closed buckets.
  std::vector<unsigned> closedUpTo;
};
} // namespace

namespace mlir::grad {
/// The one-pass procedure: propagates the last bucket that a node depends on.
/// Where not `forward`, dependencies are followed the other way round: no
/// candidate may then be one that a later visited depends on.
class OnePass {
public:
  OnePass(BucketFormation &formation, bool forward)
      : f(formation), graph(formation.graph), forward(forward),
        open(f.nodes.size()), states(f.nodes.size()) {}

  /// Returns false, with a partial result, where a candidate depends on one
  /// that is visited after it.
  bool run() {
    collectReachable();
    for (unsigned i = 0, e = f.nodes.size(); i != e; ++i) {
      NodeState &node = nodeStates[f.nodes[i]];
      if (node.numPending != 0)
        return false;
      states[i].level = node.level;
      states[i].witness = node.witness;
      recordRefusal(i);
      assign(i);
      propagate(f.nodes[i]);
    }
    for (auto [bucket, fill] : llvm::zip(f.buckets, f.fills))
      bucket.closedBy = fill.getClosedBy();
    return true;
  }

private:
  /// A node that some candidate leads to, or a candidate.
  struct NodeState {
    /// Edges from such nodes that were not followed yet.
    unsigned numPending = 0;
    bool isCandidate = false;
    /// The last bucket that the node depends on, and a member of it on which
    /// it depends; kNone: none.
    unsigned level = kNone;
    unsigned witness = kNone;
  };
  struct CandidateState {
    unsigned level = kNone;
    unsigned witness = kNone;
    unsigned bucket = kNone;
    unsigned refusal = kNone;
    unsigned blocker = kNone;
  };

  void visitAfter(Node node, DependencyGraph::EdgeVisitor visit) const {
    if (forward)
      graph.visitSuccessors(node, visit);
    else
      graph.visitPredecessors(node, visit);
  }

  /// Finds the nodes after candidates, as far as the last candidate, and counts
  /// the edges between them.
  void collectReachable() {
    auto isBefore = [&](Node a, Node b) {
      return forward ? graph.getLabel(a) < graph.getLabel(b)
                     : graph.getLabel(a) > graph.getLabel(b);
    };
    Node last = *llvm::max_element(f.nodes, isBefore);
    std::vector<Node> worklist;
    for (Node node : f.nodes) {
      nodeStates[node].isCandidate = true;
      worklist.push_back(node);
    }
    while (!worklist.empty()) {
      Node node = worklist.back();
      worklist.pop_back();
      visitAfter(node, [&](Node after) {
        if (isBefore(last, after))
          return;
        auto [it, inserted] = nodeStates.try_emplace(after);
        ++it->second.numPending;
        if (inserted)
          worklist.push_back(after);
      });
    }
  }

  /// Follows the edges from a node whose state is final.
  void propagate(Node start) {
    SmallVector<Node> worklist = {start};
    while (!worklist.empty()) {
      Node node = worklist.pop_back_val();
      NodeState state = nodeStates.lookup(node);
      visitAfter(node, [&](Node after) {
        auto it = nodeStates.find(after);
        if (it == nodeStates.end())
          return;
        NodeState &target = it->second;
        if (state.level != kNone &&
            (target.level == kNone || state.level > target.level)) {
          target.level = state.level;
          target.witness = state.witness;
        }
        if (--target.numPending == 0 && !target.isCandidate)
          worklist.push_back(after);
      });
    }
  }

  /// All open buckets up to the candidate's level pass it over.
  void recordRefusal(unsigned i) {
    CandidateState &state = states[i];
    if (state.level == kNone)
      return;
    unsigned count = open.countUpTo(state.level);
    if (count == 0)
      return;
    state.refusal = open.first(0);
    // The witness is in the last of those buckets. It depends on a member of
    // the bucket before, and so on down to the first.
    unsigned blocker = state.witness;
    while (states[blocker].bucket != state.refusal)
      blocker = states[blocker].refusal == state.refusal
                    ? states[blocker].blocker
                    : states[blocker].witness;
    state.blocker = blocker;
    f.refusals.push_back(
        {f.candidates[i], state.refusal, f.candidates[blocker], count - 1});
  }

  /// Offers the candidate to the open buckets that do not pass it over.
  void assign(unsigned i) {
    CandidateState &state = states[i];
    unsigned number = open.first(state.level == kNone ? 0 : state.level + 1);
    for (; number < f.buckets.size(); number = open.first(number + 1)) {
      Offer offer = f.fills[number].offer(f.sizes[i]);
      if (offer == Offer::Close) {
        open.close(number);
        continue;
      }
      if (offer == Offer::Alone) {
        // What depends on it depends on no bucket because of it.
        f.addAlone(i);
        open.close(f.buckets.size() - 1);
        state.bucket = f.buckets.size() - 1;
        return;
      }
      f.buckets[number].members.push_back(f.candidates[i]);
      if (offer == Offer::JoinAndClose)
        open.close(number);
      return join(i, number);
    }
    number = f.openBucket(i);
    if (f.fills[number].offer(f.sizes[i]) == Offer::JoinAndClose)
      open.close(number);
    join(i, number);
  }

  void join(unsigned i, unsigned number) {
    states[i].bucket = number;
    NodeState &node = nodeStates[f.nodes[i]];
    node.level = number;
    node.witness = i;
  }

  BucketFormation &f;
  const DependencyGraph &graph;
  const bool forward;
  OpenBuckets open;
  llvm::DenseMap<Node, NodeState> nodeStates;
  std::vector<CandidateState> states;
};

//===----------------------------------------------------------------------===//
// One bucket after the other
//===----------------------------------------------------------------------===//

/// The procedure as it is written.
class OneByOne {
public:
  explicit OneByOne(BucketFormation &formation)
      : f(formation), graph(formation.graph), assigned(f.nodes.size()),
        refusalOf(f.nodes.size(), kNone) {}

  void run() {
    for (unsigned i = 0, e = f.nodes.size(); i != e; ++i)
      if (!assigned[i])
        fillBucket(i);
    llvm::sort(refusals, [](auto &a, auto &b) { return a.first < b.first; });
    for (auto &[i, refusal] : refusals)
      f.refusals.push_back(refusal);
  }

private:
  void fillBucket(unsigned opener) {
    size_t firstFormed = f.buckets.size();
    unsigned number = f.openBucket(opener);
    assigned[opener] = true;
    bool isOpen = f.fills[number].offer(f.sizes[opener]) == Offer::Join;
    reached.clear();
    computeBounds(opener);
    if (isOpen)
      mark(opener);
    for (unsigned i = opener + 1; isOpen && i < f.nodes.size(); ++i) {
      if (assigned[i])
        continue;
      if (auto it = reached.find(graph.find(f.nodes[i])); it != reached.end()) {
        recordRefusal(i, number, it->second);
        continue;
      }
      Offer offer = f.fills[number].offer(f.sizes[i]);
      isOpen = offer == Offer::Join || offer == Offer::Alone;
      if (offer == Offer::Close)
        break;
      assigned[i] = true;
      if (offer == Offer::Alone) {
        f.addAlone(i);
        continue;
      }
      f.buckets[number].members.push_back(f.candidates[i]);
      mark(i);
    }
    f.buckets[number].closedBy = f.fills[number].getClosedBy();
    f.merge(ArrayRef(f.buckets).slice(firstFormed));
  }

  /// The stretch of the order in which unassigned candidates stand.
  void computeBounds(unsigned opener) {
    low = high = graph.getLabel(graph.find(f.nodes[opener]));
    for (unsigned i = opener + 1; i < f.nodes.size(); ++i)
      if (!assigned[i]) {
        uint64_t label = graph.getLabel(graph.find(f.nodes[i]));
        low = std::min(low, label);
        high = std::max(high, label);
      }
  }

  /// Marks the nodes with a path to or from member i.
  void mark(unsigned i) {
    for (bool forward : {true, false}) {
      SmallVector<Node> worklist = {graph.find(f.nodes[i])};
      auto visit = [&](Node node) {
        uint64_t label = graph.getLabel(node);
        if (label >= low && label <= high &&
            reached.try_emplace(node, i).second)
          worklist.push_back(node);
      };
      while (!worklist.empty()) {
        Node node = worklist.pop_back_val();
        if (forward)
          graph.visitSuccessors(node, visit);
        else
          graph.visitPredecessors(node, visit);
      }
    }
  }

  void recordRefusal(unsigned i, unsigned number, unsigned blocker) {
    if (refusalOf[i] != kNone) {
      ++refusals[refusalOf[i]].second.further;
      return;
    }
    refusalOf[i] = refusals.size();
    refusals.push_back(
        {i, {f.candidates[i], number, f.candidates[blocker], 0}});
  }

  BucketFormation &f;
  const DependencyGraph &graph;
  std::vector<bool> assigned;
  /// The member that marked a node.
  llvm::DenseMap<Node, unsigned> reached;
  uint64_t low = 0, high = 0;
  std::vector<unsigned> refusalOf;
  std::vector<std::pair<unsigned, Refusal>> refusals;
};
} // namespace mlir::grad

bool BucketFormation::formInOnePass(bool forward) {
  if (OnePass(*this, forward).run()) {
    merge(buckets);
    return true;
  }
  buckets.clear();
  fills.clear();
  refusals.clear();
  return false;
}

void BucketFormation::formOneByOne() { OneByOne(*this).run(); }

void BucketFormation::form() {
  if (!formInOnePass(/*forward=*/true) && !formInOnePass(/*forward=*/false))
    formOneByOne();
}
