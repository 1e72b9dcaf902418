//===- KernelGroups.cpp - Operations that share a kernel ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelGroups.h"
#include "../MemoryRanges.h"
#include "FlatRows.h"
#include "grad/Dialect/Grad/IR/GradInterfaces.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace mlir::grad;

/// How far apart the members of a group may stand. Bounds the time.
static constexpr unsigned kFarthest = 4096;

/// Members of a group of single elements, each with kernel parameters of its
/// own: 4 KiB are all that a kernel has.
static constexpr size_t kMostSingles = 64;

static KernelKind getKind(linalg::LinalgOp op) {
  if (isSingle(op))
    return KernelKind::Single;
  if (isFlat(op))
    return KernelKind::Flat;
  return isFlatReduction(op) ? KernelKind::FlatReduction : KernelKind::Point;
}

/// Whether both are rows of one kernel: the same body, types, and single
/// elements; for reductions, also the same output.
static bool isAlike(linalg::LinalgOp a, linalg::LinalgOp b) {
  if (a->getNumOperands() != b->getNumOperands() ||
      a.getNumDpsInits() != b.getNumDpsInits())
    return false;
  for (auto [x, y] : llvm::zip(a->getOpOperands(), b->getOpOperands())) {
    bool isSingle = isSingleOperand(a, x);
    if (isSingle != isSingleOperand(b, y) ||
        getElementTypeOrSelf(x.get().getType()) !=
            getElementTypeOrSelf(y.get().getType()) ||
        (isSingle && x.get() != y.get()))
      return false;
    auto type = dyn_cast<MemRefType>(y.get().getType());
    // The lengths stand in a table of constants.
    if (!isSingle && !(type.hasStaticShape() &&
                       cast<MemRefType>(x.get().getType()).hasStaticShape()))
      return false;
  }
  return OperationEquivalence::isRegionEquivalentTo(
      &a->getRegion(0), &b->getRegion(0),
      OperationEquivalence::IgnoreLocations);
}

namespace {
/// Which collectives an operation stands between: the last whose memory it
/// touches before it, and the first behind it. -1: none.
using Buckets = std::pair<int64_t, int64_t>;

/// The open groups of one block.
class Grouping {
public:
  explicit Grouping(Block *block);
  void add(linalg::LinalgOp op);
  SmallVector<KernelGroup> groups;

private:
  Buckets getBuckets(Operation *op);
  bool canJoin(const KernelGroup &group, linalg::LinalgOp op, KernelKind kind);
  bool canRaise(Operation *to, Operation *op);
  bool canLower(const KernelGroup &group, Operation *to);
  const MemoryAccess &getAccess(Operation *op);

  llvm::DenseMap<Operation *, std::unique_ptr<MemoryAccess>> accesses;
  /// The block's collectives, in their order.
  SmallVector<Operation *> collectives;
  /// Of the first member of each group.
  SmallVector<Buckets> buckets;
};
} // namespace

Grouping::Grouping(Block *block) {
  for (Operation &op : *block)
    if (isa<CollectiveOpInterface>(op))
      collectives.push_back(&op);
}

/// A kernel for two buckets would wait for both, or keep both waiting.
Buckets Grouping::getBuckets(Operation *op) {
  Buckets result(-1, -1);
  const MemoryAccess &mine = getAccess(op);
  for (auto [i, collective] : llvm::enumerate(collectives)) {
    if (!mine.conflicts(getAccess(collective)))
      continue;
    if (collective->isBeforeInBlock(op)) {
      result.first = i;
    } else {
      result.second = i;
      break;
    }
  }
  return result;
}

const MemoryAccess &Grouping::getAccess(Operation *op) {
  std::unique_ptr<MemoryAccess> &access = accesses[op];
  if (!access)
    access = std::make_unique<MemoryAccess>(op);
  return *access;
}

/// Whether the operation may move up to just behind `to`.
bool Grouping::canRaise(Operation *to, Operation *op) {
  for (Value operand : op->getOperands()) {
    Operation *def = operand.getDefiningOp();
    if (def && def->getBlock() == op->getBlock() && to->isBeforeInBlock(def))
      return false;
  }
  const MemoryAccess &mine = getAccess(op);
  unsigned distance = 0;
  for (Operation *between = to->getNextNode(); between != op;
       between = between->getNextNode())
    if (++distance > kFarthest || mine.conflicts(getAccess(between)))
      return false;
  return true;
}

/// Whether the members may move down to just before `to`.
bool Grouping::canLower(const KernelGroup &group, Operation *to) {
  Operation *last = group.ops.back();
  unsigned distance = 0;
  for (Operation *between = last->getNextNode(); between != to;
       between = between->getNextNode()) {
    if (++distance > kFarthest)
      return false;
    for (linalg::LinalgOp member : group.ops)
      if (getAccess(member).conflicts(getAccess(between)))
        return false;
  }
  return true;
}

bool Grouping::canJoin(const KernelGroup &group, linalg::LinalgOp op,
                       KernelKind kind) {
  if (group.kind != kind || kind == KernelKind::Point)
    return false;
  // One thread runs one after the other, so these may depend on each other.
  if (kind == KernelKind::Single)
    return group.ops.size() < kMostSingles;
  if (!isAlike(group.ops.front(), op))
    return false;
  // Reductions meet in their output only.
  if (kind == KernelKind::FlatReduction)
    return true;
  for (linalg::LinalgOp member : group.ops)
    if (getAccess(member).conflicts(getAccess(op)))
      return false;
  return true;
}

void Grouping::add(linalg::LinalgOp op) {
  KernelKind kind = getKind(op);
  Buckets mine(-1, -1);
  if (kind == KernelKind::Flat)
    mine = getBuckets(op);
  // The nearest group first: it is the most likely one.
  for (auto [group, theirs] : llvm::reverse(llvm::zip_equal(groups, buckets))) {
    if (mine != theirs || !canJoin(group, op, kind))
      continue;
    Operation *last = group.ops.back();
    if (canRaise(last, op)) {
      op->moveAfter(last);
    } else if (canLower(group, op)) {
      for (linalg::LinalgOp member : group.ops)
        member->moveBefore(op);
    } else {
      continue;
    }
    group.ops.push_back(op);
    return;
  }
  groups.push_back({kind, {op}});
  buckets.push_back(mine);
}

SmallVector<KernelGroup> grad::groupKernels(ArrayRef<linalg::LinalgOp> ops) {
  Grouping grouping(ops.front()->getBlock());
  for (linalg::LinalgOp op : ops)
    grouping.add(op);
  return std::move(grouping.groups);
}
