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

#include <algorithm>

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
        if (operand.getParentBlock() == &block && isa<OpResult>(operand)) {
          Node producer = nodes.lookup(operand.getDefiningOp());
          ordered &= producer < node;
          predecessors.targets.push_back(producer);
        }
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

std::vector<Node>
DependencyGraph::findPath(Node from, bool forward,
                          llvm::function_ref<bool(Node)> isTarget) const {
  llvm::DenseMap<Node, Node> cameFrom = {{from, from}};
  llvm::DenseSet<Node> visitedSets;
  SmallVector<Node> queue;
  Node target = kNone;
  auto follow = [&](Node node) {
    for (Node next : (forward ? successors : predecessors).of(node)) {
      if (target != kNone)
        return;
      if (isTarget(next)) {
        // It may have been seen before, merged with a node on another path.
        cameFrom[next] = node;
        target = next;
      } else if (cameFrom.try_emplace(next, node).second) {
        queue.push_back(next);
      }
    }
  };
  follow(from);
  for (size_t i = 0; i != queue.size() && target == kNone; ++i) {
    Node reached = queue[i];
    follow(reached);
    // What is merged with a node on the path is on it too.
    Node representative = find(reached);
    if (!visitedSets.insert(representative).second)
      continue;
    for (Node member : getMembers(representative))
      if (cameFrom.try_emplace(member, reached).second)
        follow(member);
  }
  std::vector<Node> path;
  if (target == kNone)
    return path;
  for (Node node = target; node != from; node = cameFrom.lookup(node))
    path.push_back(node);
  path.push_back(from);
  if (forward)
    std::reverse(path.begin(), path.end());
  return path;
}

Operation *DependencyGraph::getFenceBetween(Node from, Node to) const {
  Node fence = nextFence[from];
  return fence < to ? operations[fence] : nullptr;
}
