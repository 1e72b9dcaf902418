//===- DependencyGraph.cpp - Paths between the operations of a block -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/DependencyGraph.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <queue>

using namespace mlir;
using namespace mlir::grad;

using Node = DependencyGraph::Node;

DependencyGraph::DependencyGraph(
    Block &block, llvm::function_ref<bool(Operation *)> isFence,
    llvm::function_ref<bool(Operation *)> isOrdered) {
  for (Operation &op : block) {
    nodes[&op] = operations.size();
    operations.push_back(&op);
  }
  size_t size = operations.size();
  addEdges(block, isFence, isOrdered);

  parents.resize(size);
  previous.resize(size);
  next.resize(size);
  labels.resize(size);
  for (Node node = 0; node != size; ++node) {
    parents[node] = node;
    previous[node] = node == 0 ? kNone : node - 1;
    next[node] = node + 1 == size ? kNone : node + 1;
  }
  first = size == 0 ? kNone : 0;
  relabel();
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

void DependencyGraph::addEdges(
    Block &block, llvm::function_ref<bool(Operation *)> isFence,
    llvm::function_ref<bool(Operation *)> isOrdered) {
  size_t size = operations.size();
  predecessors.start.push_back(0);
  nextFence.assign(size, kNone);
  std::vector<Node> sinceFence;
  Node lastFence = kNone;
  for (Node node = 0; node != size; ++node) {
    auto addUses = [&](Operation *user) {
      for (Value operand : user->getOperands())
        if (operand.getParentBlock() == &block && isa<OpResult>(operand))
          predecessors.targets.push_back(nodes.lookup(operand.getDefiningOp()));
    };
    Operation *op = operations[node];
    if (op->getNumRegions() == 0)
      addUses(op);
    else
      op->walk(addUses);

    bool fence = isFence(op);
    if ((fence || isOrdered(op)) && lastFence != kNone)
      predecessors.targets.push_back(lastFence);
    if (fence) {
      llvm::append_range(predecessors.targets, sinceFence);
      sinceFence.clear();
      lastFence = node;
      nextFence[node] = node;
    } else if (isOrdered(op)) {
      sinceFence.push_back(node);
    }
    predecessors.start.push_back(predecessors.targets.size());
  }
  for (Node node = size; node-- > 1;)
    if (nextFence[node - 1] == kNone)
      nextFence[node - 1] = nextFence[node];

  // Turn the edges round, by counting.
  successors.start.assign(size + 1, 0);
  for (Node target : predecessors.targets)
    ++successors.start[target + 1];
  for (size_t i = 0; i != size; ++i)
    successors.start[i + 1] += successors.start[i];
  successors.targets.resize(predecessors.targets.size());
  std::vector<unsigned> fill(successors.start.begin(),
                             successors.start.end() - 1);
  for (Node node = 0; node != size; ++node)
    for (Node before : predecessors.of(node))
      successors.targets[fill[before]++] = node;
}

Node DependencyGraph::find(Node node) const {
  while (parents[node] != node) {
    parents[node] = parents[parents[node]];
    node = parents[node];
  }
  return node;
}

ArrayRef<Node> DependencyGraph::getMembers(Node representative) const {
  auto it = members.find(representative);
  // A node that was never merged is its own member; its parent is itself.
  return it == members.end() ? ArrayRef(parents[representative])
                             : ArrayRef(it->second);
}

void DependencyGraph::visitSuccessors(Node representative,
                                      EdgeVisitor visit) const {
  for (Node member : getMembers(representative))
    for (Node target : successors.of(member))
      visit(find(target));
}

void DependencyGraph::visitPredecessors(Node representative,
                                        EdgeVisitor visit) const {
  for (Node member : getMembers(representative))
    for (Node target : predecessors.of(member))
      visit(find(target));
}

SmallVector<Node> DependencyGraph::findPath(Node from, Node to) const {
  llvm::DenseMap<Node, Node> cameFrom = {{from, from}};
  SmallVector<Node> queue = {from};
  for (size_t i = 0; i != queue.size() && !cameFrom.contains(to); ++i)
    visitSuccessors(queue[i], [&](Node node) {
      if (labels[node] <= labels[to] &&
          cameFrom.try_emplace(node, queue[i]).second)
        queue.push_back(node);
    });
  SmallVector<Node> path;
  if (!cameFrom.contains(to))
    return path;
  for (Node node = to; node != from; node = cameFrom.lookup(node))
    path.push_back(node);
  path.push_back(from);
  std::reverse(path.begin(), path.end());
  return path;
}

Operation *DependencyGraph::getFenceBetween(Node from, Node to) const {
  Node fence = nextFence[from];
  return fence < to ? operations[fence] : nullptr;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

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

SmallVector<Node>
DependencyGraph::collectDependentsBefore(ArrayRef<Node> members,
                                         uint64_t label) const {
  SmallVector<Node> dependents;
  llvm::DenseSet<Node> seen;
  auto visit = [&](Node node) {
    if (labels[node] < label && seen.insert(node).second)
      dependents.push_back(node);
  };
  for (Node member : members)
    visitSuccessors(member, visit);
  for (size_t i = 0; i != dependents.size(); ++i)
    visitSuccessors(dependents[i], visit);
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

void DependencyGraph::mergeOne(ArrayRef<Node> set) {
  Node last = *llvm::max_element(
      set, [&](Node a, Node b) { return labels[a] < labels[b]; });
  SmallVector<Node> dependents = collectDependentsBefore(set, labels[last]);
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
        reach(waiting);
      }
    }
    // Only a broken precondition leaves nodes without a place; give them one,
    // so that the block stays whole and the IR's verifier can report.
    for (Node node : llvm::reverse(region))
      if (State &event = states[states[node].event]; !event.placed) {
        event.placed = true;
        order.push_back(node);
        if (states[node].set != kNoSet)
          representatives[states[node].set] = node;
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
    SmallVector<Node, 0> waiting;
  };

  /// Places the node, or has it wait for the first node before it by an edge
  /// that has no place yet.
  void reach(Node node) {
    State *blocker = nullptr;
    graph.visitPredecessors(node, [&](Node before) {
      auto it = states.find(before);
      if (!blocker && it != states.end() && !states[it->second.event].placed)
        blocker = &states[it->second.event];
    });
    if (blocker) {
      blocker->waiting.push_back(node);
      return;
    }
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

void DependencyGraph::merge(ArrayRef<SmallVector<Node>> sets) {
  // One set moves only what depends on it; several are placed in one walk over
  // the stretch of nodes that they span.
  if (sets.size() == 1)
    return mergeOne(sets.front());
  if (sets.empty())
    return;
  std::vector<Node> region = getRegion(sets);
  auto [order, representatives] = OrderWalk(*this, region, sets).run();
  Node before = previous[region.front()];
  for (Node node : region)
    unlink(node);
  linkAfter(before, order);
  for (auto [set, representative] : llvm::zip(sets, representatives))
    unite(set, representative);
}

void DependencyGraph::lift(Node representative) {
  Node last = kNone;
  visitPredecessors(representative, [&](Node node) {
    if (last == kNone || labels[node] > labels[last])
      last = node;
  });
  if (previous[representative] == last)
    return;
  unlink(representative);
  linkAfter(last, representative);
}

void DependencyGraph::visitInOrder(llvm::function_ref<void(Node)> visit) const {
  for (Node node = first; node != kNone; node = next[node])
    visit(node);
}
