//===- DependencyGraph.h - Paths between the operations of a block -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dependencies between the operations of one block, in which sets of
// independent operations can be merged into one node, as fusion does.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_TRANSFORMS_DEPENDENCYGRAPH_H
#define GRAD_DIALECT_GRAD_TRANSFORMS_DEPENDENCYGRAPH_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <vector>

namespace mlir::grad {

/// A graph whose nodes are the operations of a block, numbered in program
/// order. An edge leads from an operation to each user of its results (a use
/// in a region counts for the operation of the block around it), and between
/// ordered operations and the fences next to them.
///
/// Merged nodes answer to one representative, the last of them in the order.
/// The graph keeps an order of the nodes in which every edge leads forward; at
/// first it is program order, and merging moves as few nodes as it can: the
/// merged node stands where its last member stood and what depends on it moves
/// below. That order is the order of the block once fusion has been applied.
class DependencyGraph {
public:
  using Node = unsigned;
  /// Visits nodes with an edge from, or to, a node.
  using EdgeVisitor = llvm::function_ref<void(Node)>;

  /// Builds the graph. `isFence`: the operation stays where it is among the
  /// operations for which `isOrdered` holds.
  DependencyGraph(Block &block, llvm::function_ref<bool(Operation *)> isFence,
                  llvm::function_ref<bool(Operation *)> isOrdered);

  size_t size() const { return operations.size(); }
  /// Whether every edge leads forward in program order. Elsewhere, in graph
  /// regions and blocks that nothing reaches, nothing may be merged.
  bool isOrdered() const { return ordered; }
  Operation *getOperation(Node node) const { return operations[node]; }
  Node getNode(Operation *op) const { return nodes.lookup(op); }

  /// The representative of the node.
  Node find(Node node) const;
  /// The nodes that were merged into the representative, itself included.
  ArrayRef<Node> getMembers(Node representative) const;

  /// A number that grows along the order. Merging changes it.
  uint64_t getLabel(Node representative) const {
    return labels[representative];
  }

  /// Visits the representatives after (before) the representative by one edge,
  /// in a deterministic order, with repetitions.
  void visitSuccessors(Node representative, EdgeVisitor visit) const;
  void visitPredecessors(Node representative, EdgeVisitor visit) const;

  /// Merges each set of representatives into one node. No path may lead from
  /// one member of a set to another, counting the merges of the other sets.
  void merge(ArrayRef<SmallVector<Node>> sets);

  /// Moves the representatives up, one after the other, to just after the last
  /// node before them by an edge, or after what was moved to there before.
  void lift(ArrayRef<Node> representatives);

  /// The nodes on a shortest path that leads from the node to the first target
  /// found, or the other way round where not `forward`; in the direction of
  /// the edges, both ends included; empty if there is none. Two nodes in a row
  /// may be merged with each other instead of joined by an edge; what is merged
  /// with an end does not count.
  std::vector<Node> findPath(Node from, bool forward,
                             llvm::function_ref<bool(Node)> isTarget) const;

  /// The first fence after the node in program order, if there is one before
  /// `to`; null otherwise.
  Operation *getFenceBetween(Node from, Node to) const;

  /// Visits the representatives in order.
  void visitInOrder(llvm::function_ref<void(Node)> visit) const;

private:
  static constexpr Node kNone = ~0u;

  void addEdges(Block &block, llvm::function_ref<bool(Operation *)> isFence,
                llvm::function_ref<bool(Operation *)> isOrdered);
  Node getLast(ArrayRef<Node> set) const;
  /// What depends on the set and stands before its last member, in order;
  /// nothing where that is more than `limit` nodes.
  std::optional<SmallVector<Node>>
  collectDependentsBefore(ArrayRef<Node> set, Node last, size_t limit) const;
  void mergeOne(ArrayRef<Node> set, Node last, ArrayRef<Node> dependents);
  void mergeInOneWalk(ArrayRef<SmallVector<Node>> sets);
  void unite(ArrayRef<Node> set, Node representative);
  std::vector<Node> getRegion(ArrayRef<SmallVector<Node>> sets) const;
  void unlink(Node node);
  void linkAfter(Node position, ArrayRef<Node> sequence);
  void relabel();

  std::vector<Operation *> operations;
  llvm::DenseMap<Operation *, Node> nodes;
  bool ordered = true;

  /// Edges in compressed form: those of node i are at [start[i], start[i+1]).
  struct Edges {
    std::vector<unsigned> start;
    std::vector<Node> targets;
    ArrayRef<Node> of(Node node) const {
      return ArrayRef(targets).slice(start[node],
                                     start[node + 1] - start[node]);
    }
  };
  Edges successors, predecessors;

  /// The fence at or after each node; kNone where there is none.
  std::vector<Node> nextFence;

  mutable std::vector<Node> parents;
  llvm::DenseMap<Node, SmallVector<Node>> members;

  /// The order, as a list with labels.
  std::vector<Node> previous, next;
  std::vector<uint64_t> labels;
  Node first = kNone;
};

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_DEPENDENCYGRAPH_H
