//===- DependencyOrder.cpp - The order that merging leaves -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of DependencyGraph that keeps the order: a linked list with labels,
// in which merging and lifting move nodes.
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/DependencyGraph.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <queue>

using namespace mlir;
using namespace mlir::grad;

using Node = DependencyGraph::Node;

void DependencyGraph::relabel() {
  uint64_t stride = ~uint64_t(0) / (operations.size() + 1);
  uint64_t label = 0;
  for (Node node = first; node != kNone; node = next[node])
    labels[node] = label += stride;
}

void DependencyGraph::unlink(Node node) {
  Node before = previous[node], after = next[node];
  (before == kNone ? first : next[before]) = after;
  if (after != kNone)
    previous[after] = before;
}

void DependencyGraph::linkAfter(Node position, ArrayRef<Node> sequence) {
  Node last = position, after = position == kNone ? first : next[position];
  for (Node node : sequence) {
    previous[node] = last;
    (last == kNone ? first : next[last]) = node;
    last = node;
  }
  next[last] = after;
  if (after != kNone)
    previous[after] = last;

  uint64_t low = position == kNone ? 0 : labels[position];
  uint64_t high = after == kNone ? ~uint64_t(0) : labels[after];
  uint64_t stride = (high - low) / (sequence.size() + 1);
  if (stride == 0)
    return relabel();
  for (Node node : sequence)
    labels[node] = low += stride;
}

Node DependencyGraph::getLast(ArrayRef<Node> set) const {
  return *llvm::max_element(
      set, [&](Node a, Node b) { return labels[a] < labels[b]; });
}

std::optional<SmallVector<Node>>
DependencyGraph::collectDependentsBefore(ArrayRef<Node> set, Node last,
                                         size_t limit) const {
  SmallVector<Node> dependents;
  llvm::DenseSet<Node> seen;
  auto visit = [&](Node node) {
    if (labels[node] < labels[last] && seen.insert(node).second)
      dependents.push_back(node);
  };
  for (Node member : set)
    visitSuccessors(member, visit);
  for (size_t i = 0; i != dependents.size(); ++i) {
    if (dependents.size() > limit)
      return std::nullopt;
    visitSuccessors(dependents[i], visit);
  }
  llvm::sort(dependents, [&](Node a, Node b) { return labels[a] < labels[b]; });
  return dependents;
}

void DependencyGraph::unite(ArrayRef<Node> set, Node representative) {
  SmallVector<Node> all;
  for (Node member : set) {
    llvm::append_range(all, getMembers(member));
    members.erase(member);
  }
  for (Node member : set)
    parents[member] = representative;
  members[representative] = std::move(all);
}

void DependencyGraph::mergeOne(ArrayRef<Node> set, Node last,
                               ArrayRef<Node> dependents) {
  for (Node node : dependents)
    unlink(node);
  linkAfter(last, dependents);
  for (Node member : set)
    if (member != last)
      unlink(member);
  unite(set, last);
}

std::vector<Node>
DependencyGraph::getRegion(ArrayRef<SmallVector<Node>> sets) const {
  Node low = sets.front().front(), high = low;
  for (ArrayRef<Node> set : sets)
    for (Node node : set) {
      low = labels[node] < labels[low] ? node : low;
      high = labels[node] > labels[high] ? node : high;
    }
  std::vector<Node> region = {low};
  while (region.back() != high)
    region.push_back(next[region.back()]);
  return region;
}

namespace {
/// Finds the new order of a stretch of nodes in which sets are to be merged, in
/// one walk. A node that depends on a set waits until the set's last member was
/// reached; waiting nodes follow in their old order.
class OrderWalk {
public:
  OrderWalk(const DependencyGraph &graph, ArrayRef<Node> region,
            ArrayRef<SmallVector<Node>> sets)
      : graph(graph), region(region), remaining(sets.size()) {
    for (auto [i, node] : llvm::enumerate(region))
      states[node].position = i;
    for (auto [i, set] : llvm::enumerate(sets)) {
      remaining[i] = set.size();
      for (Node node : set) {
        states[node].set = i;
        states[node].event = set.front();
      }
    }
    for (Node node : region)
      if (states[node].set == kNoSet)
        states[node].event = node;
  }

  /// The order, with each set in the place of the member reached last, and
  /// that member for each set.
  std::pair<std::vector<Node>, SmallVector<Node>> run() {
    representatives.resize(remaining.size());
    for (Node node : region) {
      reach(node);
      while (!ready.empty()) {
        Node waiting = region[ready.top()];
        ready.pop();
        place(waiting);
      }
    }
    return {std::move(order), std::move(representatives)};
  }

private:
  static constexpr unsigned kNoSet = ~0u;

  struct State {
    unsigned position = 0;
    unsigned set = kNoSet;
    /// The node whose placing frees those that wait for this one.
    Node event = 0;
    bool placed = false;
    /// Edges to this node from nodes without a place.
    unsigned numAwaited = 0;
    SmallVector<Node, 0> waiting;
  };

  /// Places the node, or has it wait for those before it by an edge that have
  /// no place yet.
  void reach(Node node) {
    State &state = states[node];
    graph.visitPredecessors(node, [&](Node before) {
      auto it = states.find(before);
      if (it == states.end())
        return;
      State &event = states[it->second.event];
      if (event.placed)
        return;
      event.waiting.push_back(node);
      ++state.numAwaited;
    });
    if (state.numAwaited == 0)
      place(node);
  }

  /// Places a node that waits for nothing; a set when its last member comes.
  void place(Node node) {
    unsigned set = states[node].set;
    if (set != kNoSet) {
      if (--remaining[set] != 0)
        return;
      representatives[set] = node;
    }
    order.push_back(node);
    State &event = states[states[node].event];
    event.placed = true;
    for (Node waiting : event.waiting)
      if (--states[waiting].numAwaited == 0)
        ready.push(states[waiting].position);
  }

  const DependencyGraph &graph;
  ArrayRef<Node> region;
  llvm::DenseMap<Node, State> states;
  SmallVector<unsigned> remaining;
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<unsigned>>
      ready;
  std::vector<Node> order;
  SmallVector<Node> representatives;
};
} // namespace

void DependencyGraph::mergeInOneWalk(ArrayRef<SmallVector<Node>> sets) {
  std::vector<Node> region = getRegion(sets);
  auto [order, representatives] = OrderWalk(*this, region, sets).run();
  Node before = previous[region.front()];
  for (Node node : region)
    unlink(node);
  linkAfter(before, order);
  for (auto [set, representative] : llvm::zip(sets, representatives))
    unite(set, representative);
}

void DependencyGraph::merge(ArrayRef<SmallVector<Node>> sets) {
  // Merging one set moves what depends on it. That is little as a rule, and
  // then sets are merged one by one, in time that does not depend on how far
  // they stretch over the block: there may be many keys that all do. Where
  // chains make it much, the sets are placed in one walk over the stretch.
  size_t limit = 0;
  for (ArrayRef<Node> set : sets)
    limit += 4 * set.size();
  if (sets.size() == 1)
    limit = operations.size();
  while (!sets.empty()) {
    Node last = getLast(sets.front());
    std::optional<SmallVector<Node>> dependents =
        collectDependentsBefore(sets.front(), last, limit);
    if (!dependents)
      return mergeInOneWalk(sets);
    limit -= dependents->size();
    mergeOne(sets.front(), last, *dependents);
    sets = sets.drop_front();
  }
}

void DependencyGraph::lift(ArrayRef<Node> representatives) {
  // Where a lifted node stands: after a node that stays, among those that were
  // lifted to there too, which keep the order in which they were lifted.
  struct Place {
    Node base = kNone;
    unsigned number = 0;
  };
  llvm::DenseMap<Node, Place> lifted;
  // By the base plus 1; 0 is the front of the block.
  llvm::DenseMap<unsigned, SmallVector<Node, 1>> after;
  auto getKey = [&](Place place) {
    return std::pair(place.base == kNone ? 0 : labels[place.base],
                     place.number);
  };
  for (Node node : representatives) {
    Place last;
    visitPredecessors(node, [&](Node before) {
      auto it = lifted.find(before);
      Place place = it == lifted.end() ? Place{before, 0} : it->second;
      if (getKey(last) < getKey(place))
        last = place;
    });
    SmallVector<Node, 1> &followers = after[last.base + 1];
    followers.push_back(node);
    lifted[node] = {last.base, static_cast<unsigned>(followers.size())};
  }

  std::vector<Node> order;
  auto append = [&](Node node) {
    if (node != kNone)
      order.push_back(node);
    if (auto it = after.find(node + 1); it != after.end())
      llvm::append_range(order, it->second);
  };
  append(kNone);
  for (Node node = first; node != kNone; node = next[node])
    if (!lifted.contains(node))
      append(node);
  first = kNone;
  linkAfter(kNone, order);
}

void DependencyGraph::visitInOrder(llvm::function_ref<void(Node)> visit) const {
  for (Node node = first; node != kNone; node = next[node])
    visit(node);
}
