//===- WorldSize.cpp - Collectives and the number of ranks -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/WorldSize.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::grad;

std::optional<int64_t> grad::getGroupSize(GroupAttr group, int64_t worldSize) {
  if (group)
    return group.getUniformSize();
  return worldSize > 0 ? std::optional(worldSize) : std::nullopt;
}

int64_t grad::getKnownWorldSize(Operation *op, int64_t worldSize) {
  if (worldSize > 0)
    return worldSize;
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  int64_t size = 0;
  for (StringRef name : {"mhlo.num_replicas", "mhlo.num_partitions"})
    if (auto number =
            module ? module->getAttrOfType<IntegerAttr>(name) : IntegerAttr())
      size = std::max<int64_t>(size, 1) * number.getInt();
  return size;
}

LogicalResult grad::verifyWorldSizeOption(
    int64_t worldSize,
    function_ref<LogicalResult(const Twine &message)> emitError) {
  if (worldSize >= 0)
    return success();
  return emitError("world-size: expected 0 or more, got " + Twine(worldSize));
}

/// Checks which ranks the groups list.
static LogicalResult verifyGroups(Operation *op, GroupAttr group,
                                  int64_t worldSize, bool everyRank) {
  llvm::DenseSet<int64_t> listed;
  for (DenseI64ArrayAttr ranks : group.getGroups())
    for (int64_t rank : ranks.asArrayRef()) {
      if (rank >= worldSize)
        return op->emitError() << describe(op) << " lists rank " << rank
                               << ", but world-size is " << worldSize
                               << "; the last rank is " << worldSize - 1;
      listed.insert(rank);
    }
  if (!everyRank || int64_t(listed.size()) == worldSize)
    return success();
  int64_t missing = 0;
  while (listed.contains(missing))
    ++missing;
  return op->emitError() << describe(op) << " lists " << listed.size()
                         << " ranks, but world-size is " << worldSize
                         << " and every rank executes it; put rank " << missing
                         << (worldSize - int64_t(listed.size()) > 1
                                 ? " and the other missing ones"
                                 : "")
                         << " into a group, of its own if need be";
}

/// Checks that `dim` of the whole value is the shard's times `worldSize`.
static LogicalResult verifyShard(CollectiveOpInterface op, int64_t dim,
                                 bool scatters, int64_t worldSize) {
  for (unsigned i = 0, e = op.getInputs().size(); i != e; ++i) {
    auto whole = cast<ShapedType>(op.getInputs()[i].getType());
    ShapedType shard = op.getDeliveredType(i);
    if (!scatters)
      std::swap(whole, shard);
    if (whole.isDynamicDim(dim) || shard.isDynamicDim(dim))
      continue;
    int64_t wholeSize = whole.getDimSize(dim), size = shard.getDimSize(dim);
    if (wholeSize % worldSize != 0 || wholeSize / worldSize != size)
      return op->emitError()
             << describe(op) << ": expected dimension " << dim
             << " of the whole, " << wholeSize << ", to be " << worldSize
             << ", the world-size, times the shard's, " << size;
  }
  return success();
}

LogicalResult grad::verifyWorldSize(Operation *op, int64_t worldSize,
                                    bool everyRank) {
  GroupAttr group;
  if (auto size = dyn_cast<GroupSizeOp>(op))
    group = size.getGroupAttr();
  else if (std::optional<GroupAttr> found = getCommunicationGroup(op))
    group = *found;
  if (group)
    return verifyGroups(op, group, worldSize, everyRank);
  if (auto broadcast = dyn_cast<BroadcastOp>(op);
      broadcast && int64_t(broadcast.getRoot()) >= worldSize)
    return op->emitError() << describe(op) << " has root "
                           << broadcast.getRoot() << ", but world-size is "
                           << worldSize << "; the last rank is "
                           << worldSize - 1;
  if (auto scatter = dyn_cast<ReduceScatterOp>(op))
    return verifyShard(scatter, scatter.getDim(), /*scatters=*/true, worldSize);
  if (auto gather = dyn_cast<AllGatherOp>(op))
    return verifyShard(gather, gather.getDim(), /*scatters=*/false, worldSize);
  return success();
}
