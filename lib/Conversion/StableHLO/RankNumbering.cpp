//===- RankNumbering.cpp - How StableHLO numbers ranks ----------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RankNumbering.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::grad;

static constexpr std::pair<RankMode, StringLiteral> kModeNames[] = {
    {RankMode::CrossReplica, "cross_replica"},
    {RankMode::CrossReplicaAndPartition, "cross_replica_and_partition"},
    {RankMode::FlattenedIds, "flattened_ids"},
};

StringRef grad::stringifyRankMode(RankMode mode) {
  for (auto [known, name] : kModeNames)
    if (known == mode)
      return name;
  llvm_unreachable("unknown mode");
}

std::optional<RankMode> grad::symbolizeRankMode(StringRef name) {
  for (auto [mode, known] : kModeNames)
    if (known == name)
      return mode;
  return std::nullopt;
}

llvm::Error grad::refuse(const Twine &reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), reason);
}

//===----------------------------------------------------------------------===//
// The world
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kReplicas = "mhlo.num_replicas",
                               kPartitions = "mhlo.num_partitions";

/// Reads a number of devices, 1 where the module does not say it.
static llvm::Expected<int64_t> getCount(Operation *module, StringRef name) {
  Attribute attr = module->getAttr(name);
  if (!attr)
    return 1;
  auto count = dyn_cast<IntegerAttr>(attr);
  if (!count || !count.getValue().isStrictlyPositive() ||
      count.getValue().sgt(kMaxDevices))
    return refuse("the module's '" + name + "' is no integer from 1 to " +
                  Twine(kMaxDevices));
  return count.getValue().getSExtValue();
}

llvm::Expected<World> World::get(Operation *op) {
  for (; op; op = op->getParentOp()) {
    if (!isa<ModuleOp>(op) ||
        (!op->hasAttr(kReplicas) && !op->hasAttr(kPartitions)))
      continue;
    llvm::Expected<int64_t> replicas = getCount(op, kReplicas);
    if (!replicas)
      return replicas.takeError();
    llvm::Expected<int64_t> partitions = getCount(op, kPartitions);
    if (!partitions)
      return partitions.takeError();
    if (*replicas * *partitions > kMaxDevices)
      return refuse("the module is for more than " + Twine(kMaxDevices) +
                    " devices");
    return World{true, *replicas, *partitions};
  }
  return World();
}

bool grad::isInManualComputation(Operation *op) {
  while ((op = op->getParentOp()))
    if (op->getName().getStringRef() == "sdy.manual_computation")
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Ids to ranks
//===----------------------------------------------------------------------===//

/// Checks that each id from 0 on is listed once: StableHLO wants it, and so
/// every rank knows its group. `count`: how many ids there are, if known.
static llvm::Error verifyIds(const IdLists &ids, std::optional<int64_t> count) {
  int64_t listed = 0;
  for (ArrayRef<int64_t> list : ids) {
    if (list.empty())
      return refuse("a replica group is empty");
    listed += list.size();
  }
  if (count && listed != *count)
    return refuse("replica groups list " + Twine(listed) +
                  " ids, but the module has " + Twine(*count));
  llvm::BitVector seen(listed);
  for (ArrayRef<int64_t> list : ids) {
    for (int64_t id : list) {
      if (id < 0 || id >= listed || seen.test(id))
        return refuse("replica groups do not list each id from 0 to " +
                      Twine(listed - 1) + " once: id " + Twine(id));
      seen.set(id);
    }
  }
  return llvm::Error::success();
}

static llvm::Error refuseOrder() {
  return refuse("with several replicas and several partitions in a group, the "
                "order of the shards is not defined");
}

static GroupAttr getGroup(MLIRContext *context, const IdLists &lists) {
  SmallVector<DenseI64ArrayAttr> groups;
  for (ArrayRef<int64_t> list : lists)
    groups.push_back(DenseI64ArrayAttr::get(context, list));
  return GroupAttr::get(context, groups);
}

/// The ranks of each partition, or of all partitions together, for lists of
/// replica ids.
static IdLists flatten(const IdLists &replicas, int64_t numPartitions,
                       bool together) {
  IdLists ranks;
  for (ArrayRef<int64_t> list : replicas) {
    IdLists groups(together ? 1 : numPartitions);
    for (int64_t replica : list)
      for (int64_t partition : llvm::seq(numPartitions))
        groups[together ? 0 : partition].push_back(replica * numPartitions +
                                                   partition);
    llvm::append_range(ranks, groups);
  }
  return ranks;
}

llvm::Expected<GroupAttr> grad::getRanks(MLIRContext *context, RankMode mode,
                                         const IdLists &ids, const World &world,
                                         bool ordered) {
  bool flattened = mode == RankMode::FlattenedIds;
  bool together = mode == RankMode::CrossReplicaAndPartition;
  bool mixed = ordered && together && world.numPartitions > 1;
  if (ids.empty()) {
    if (flattened)
      return refuse("'use_global_device_ids' needs listed replica groups");
    if (mixed && world.numReplicas > 1)
      return refuseOrder();
    if (together || world.numPartitions == 1)
      return GroupAttr();
    // Every replica, but each partition by itself.
    IdLists all = {llvm::to_vector(llvm::seq(world.numReplicas))};
    return getGroup(context, flatten(all, world.numPartitions, together));
  }
  std::optional<int64_t> count = world.getSize();
  if (count && !flattened)
    count = world.numReplicas;
  if (llvm::Error error = verifyIds(ids, count))
    return error;
  if (flattened)
    return getGroup(context, ids);
  if (mixed && llvm::any_of(ids, [](auto &list) { return list.size() > 1; }))
    return refuseOrder();
  return getGroup(context, flatten(ids, world.numPartitions, together));
}

//===----------------------------------------------------------------------===//
// Ranks to ids
//===----------------------------------------------------------------------===//

/// The replicas of a group, in the order of their first rank.
static SmallVector<int64_t> getReplicas(ArrayRef<int64_t> ranks,
                                        int64_t numPartitions) {
  llvm::SmallSetVector<int64_t, 8> replicas;
  for (int64_t rank : ranks)
    replicas.insert(rank / numPartitions);
  return replicas.takeVector();
}

llvm::Expected<IdLists> grad::getIds(RankMode mode, GroupAttr group,
                                     const World &world, bool ordered) {
  IdLists ranks;
  for (DenseI64ArrayAttr list : group.getGroups())
    ranks.push_back(llvm::to_vector(list.asArrayRef()));
  if (llvm::Error error = verifyIds(ranks, world.getSize()))
    return error;
  int64_t numPartitions = world.numPartitions;
  if (mode == RankMode::FlattenedIds || numPartitions == 1)
    return ranks;
  bool together = mode == RankMode::CrossReplicaAndPartition;
  IdLists ids;
  for (ArrayRef<int64_t> list : ranks)
    // One partition stands for all where each is by itself.
    if (together || list.front() % numPartitions == 0)
      ids.push_back(getReplicas(list, numPartitions));
  // The ids are right if they mean the same ranks.
  IdLists meant = flatten(ids, numPartitions, together);
  auto normalize = [&](IdLists &lists) {
    if (!ordered)
      for (SmallVector<int64_t> &list : lists)
        llvm::sort(list);
    llvm::sort(lists);
  };
  normalize(meant);
  normalize(ranks);
  bool mixed = ordered && together &&
               llvm::any_of(ids, [](auto &list) { return list.size() > 1; });
  if (meant != ranks || mixed)
    return refuse("its replica groups cannot be listed as '" +
                  stringifyRankMode(mode) + "'");
  return ids;
}
