//===- WritePlan.cpp - What a collective becomes in StableHLO -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WritePlan.h"
#include "../StableHLO/ReductionBody.h"
#include "StableHLOBuilder.h"
#include "grad/Dialect/Grad/Transforms/FusionPlan.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::grad;

std::optional<ReductionKind> WritePlan::getKind() const {
  if (auto reduce = dyn_cast<AllReduceOp>(*op))
    return reduce.getKind();
  if (auto scatter = dyn_cast<ReduceScatterOp>(*op))
    return scatter.getKind();
  return std::nullopt;
}

std::optional<int64_t> WritePlan::getDim() const {
  if (auto scatter = dyn_cast<ReduceScatterOp>(*op))
    return scatter.getDim();
  if (auto gather = dyn_cast<AllGatherOp>(*op))
    return gather.getDim();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Ranks
//===----------------------------------------------------------------------===//

/// How the operation says that its ranks are numbered, or what suits the code
/// that it stands in.
static llvm::Expected<RankMode> getMode(Operation *op, const World &world) {
  if (Attribute attr = op->getAttr(kStableHLOModeAttrName)) {
    auto name = dyn_cast<StringAttr>(attr);
    if (std::optional<RankMode> mode =
            name ? symbolizeRankMode(name.getValue()) : std::nullopt)
      return *mode;
    return refuse("its '" + kStableHLOModeAttrName +
                  "' is no way to number ranks that StableHLO knows");
  }
  if (world.numPartitions > 1 || isInManualComputation(op))
    return RankMode::FlattenedIds;
  return RankMode::CrossReplica;
}

/// Lists every rank, where the operation has no groups.
static llvm::Error listEveryRank(WritePlan &plan, const World &world,
                                 bool ordered) {
  bool mixed = world.numReplicas > 1 && world.numPartitions > 1;
  switch (plan.mode) {
  case RankMode::CrossReplica:
    if (world.numPartitions == 1)
      return llvm::Error::success();
    return refuse("it is for every rank, but 'cross_replica' leaves each "
                  "partition by itself");
  case RankMode::CrossReplicaAndPartition:
    if (!ordered || !mixed)
      return llvm::Error::success();
    return refuse("the order of the shards of several replicas and several "
                  "partitions is not defined");
  case RankMode::FlattenedIds:
    if (world.known) {
      plan.ids = {llvm::to_vector(llvm::seq(*world.getSize()))};
      return llvm::Error::success();
    }
    if (ordered)
      return refuse("the number of ranks is not known; set "
                    "'mhlo.num_replicas' and 'mhlo.num_partitions' on the "
                    "module, or list the ranks with 'on'");
    // An empty list of flattened ids is not allowed; of replicas with all
    // their partitions it means everyone.
    plan.mode = RankMode::CrossReplicaAndPartition;
    return llvm::Error::success();
  }
  llvm_unreachable("unknown mode");
}

static llvm::Error planRanks(WritePlan &plan, const World &world) {
  bool ordered = plan.getDim().has_value();
  llvm::Expected<RankMode> mode = getMode(plan.op, world);
  if (!mode)
    return mode.takeError();
  plan.mode = *mode;
  GroupAttr group = plan.op.getGroupAttr();
  if (!group)
    return listEveryRank(plan, world, ordered);
  llvm::Expected<IdLists> ids = getIds(*mode, group, world, ordered);
  if (!ids)
    return ids.takeError();
  plan.ids = *ids;
  return llvm::Error::success();
}

/// `collective_broadcast` sends from the first id of each group. Its ids are
/// those of replicas, or with a channel those of partitions.
static llvm::Error planBroadcast(WritePlan &plan, const World &world) {
  if (world.numReplicas > 1 && world.numPartitions > 1)
    return refuse("StableHLO broadcasts over replicas or over partitions, and "
                  "the module has several of both");
  int64_t root = cast<BroadcastOp>(*plan.op).getRoot();
  if (GroupAttr group = plan.op.getGroupAttr()) {
    llvm::Expected<IdLists> ids =
        getIds(RankMode::FlattenedIds, group, world, /*ordered=*/true);
    if (!ids)
      return ids.takeError();
    plan.ids = *ids;
  } else if (world.known) {
    plan.ids = {llvm::to_vector(llvm::seq(*world.getSize()))};
  } else {
    return refuse("the number of ranks is not known; set 'mhlo.num_replicas' "
                  "and 'mhlo.num_partitions' on the module, or list the ranks "
                  "with 'on'");
  }
  for (SmallVector<int64_t> &list : plan.ids) {
    if (root >= int64_t(list.size()))
      return refuse("its root is past the last rank");
    std::rotate(list.begin(), list.begin() + root, list.begin() + root + 1);
  }
  bool partitions =
      world.known ? world.numPartitions > 1 : isInManualComputation(plan.op);
  plan.mode =
      partitions ? RankMode::CrossReplicaAndPartition : RankMode::CrossReplica;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static llvm::Error verifyTypes(WritePlan &plan) {
  for (auto [input, result] :
       llvm::zip(plan.op.getInputs(), plan.op->getResults())) {
    Type sent = getElementTypeOrSelf(input.getType());
    for (Type type : {sent, getElementTypeOrSelf(result.getType())})
      if (!isStableHLOElementType(type))
        return refuse("StableHLO has no element type " + printText(type));
    if (std::optional<ReductionKind> kind = plan.getKind();
        kind && getReductionOpName(*kind, sent).empty())
      return refuse("StableHLO has no '" + stringifyReductionKind(*kind) +
                    "' of " + printText(sent) + "; convert to a wider type");
  }
  return llvm::Error::success();
}

/// An average is a sum and a division by the group's size.
static llvm::Error verifyAverage(WritePlan &plan) {
  if (plan.getKind() != ReductionKind::Avg)
    return llvm::Error::success();
  if (!plan.groupSize)
    return refuse(plan.op.getGroupAttr()
                      ? "an average over groups of different sizes divides by "
                        "another number on each rank"
                      : "an average needs the number of ranks; set "
                        "'mhlo.num_replicas' and 'mhlo.num_partitions' on the "
                        "module, or list the ranks with 'on'");
  for (Value result : plan.op->getResults()) {
    auto type = cast<ShapedType>(result.getType());
    if (!type.hasStaticShape())
      return refuse("an average of a dynamic shape needs a constant of that "
                    "shape");
    llvm::APFloat size(double(*plan.groupSize));
    bool inexact = false;
    size.convert(cast<FloatType>(type.getElementType()).getFloatSemantics(),
                 llvm::APFloat::rmNearestTiesToEven, &inexact);
    if (inexact)
      return refuse("the group's size, " + Twine(*plan.groupSize) +
                    ", is no value of " + printText(type.getElementType()));
  }
  return llvm::Error::success();
}

/// Checks that all pairs say the same number of shards as the group, and learns
/// it from them where the group does not say it.
static llvm::Error planShards(WritePlan &plan) {
  std::optional<int64_t> dim = plan.getDim();
  if (!dim)
    return llvm::Error::success();
  for (auto [input, result] :
       llvm::zip(plan.op.getInputs(), plan.op->getResults())) {
    int64_t sent = cast<ShapedType>(input.getType()).getDimSize(*dim);
    int64_t got = cast<ShapedType>(result.getType()).getDimSize(*dim);
    int64_t shard = isa<AllGatherOp>(*plan.op) ? sent : got;
    int64_t whole = isa<AllGatherOp>(*plan.op) ? got : sent;
    if (ShapedType::isDynamic(shard) || ShapedType::isDynamic(whole) ||
        shard == 0)
      continue;
    if (!plan.groupSize)
      plan.groupSize = whole / shard;
    if (whole / shard != *plan.groupSize)
      return refuse("its types are for " + Twine(whole / shard) +
                    " ranks, but there are " + Twine(*plan.groupSize));
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// WritePlan
//===----------------------------------------------------------------------===//

llvm::Expected<WritePlan> WritePlan::get(CollectiveOpInterface op) {
  if (!op.isTensorForm())
    return refuse("it works on memrefs; convert before bufferization");
  WritePlan plan;
  plan.op = op;
  llvm::Expected<World> world = World::get(op);
  if (!world)
    return world.takeError();
  GroupAttr group = op.getGroupAttr();
  plan.groupSize = group ? group.getUniformSize() : world->getSize();
  if (llvm::Error error = isa<BroadcastOp>(*op) ? planBroadcast(plan, *world)
                                                : planRanks(plan, *world))
    return error;
  // XLA's partitioner takes one operand only; it is at work where there are
  // partitions, which a channel hints at where the module does not say it.
  bool partitioned = world->known ? world->numPartitions > 1
                                  : plan.mode != RankMode::CrossReplica;
  plan.variadic = isa<AllReduceOp, AllGatherOp>(*op) && !partitioned &&
                  !isInManualComputation(op);
  if (llvm::Error error = verifyTypes(plan))
    return error;
  if (llvm::Error error = planShards(plan))
    return error;
  if (llvm::Error error = verifyAverage(plan))
    return error;
  return plan;
}
