//===- FusionPlan.cpp - Which collectives of a block share a bucket -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/FusionPlan.h"
#include "BucketFormation.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::grad;

//===----------------------------------------------------------------------===//
// Sizes and keys
//===----------------------------------------------------------------------===//

/// Bytes of one element as it lies in memory.
static int64_t getElementBytes(Type type) {
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

CandidateSize grad::getCollectiveSize(CollectiveOpInterface op) {
  ShapedType delivered = op.getDeliveredType(0);
  if (!delivered.hasStaticShape())
    return {};
  int64_t elements = delivered.getNumElements();
  Type sent = getElementTypeOrSelf(op.getInputs().front().getType());
  return {elements, elements * getElementBytes(sent)};
}

std::optional<CollectiveKind> grad::getCollectiveKind(Operation *op) {
  if (isa<AllReduceOp>(op))
    return CollectiveKind::AllReduce;
  if (isa<AllGatherOp>(op))
    return CollectiveKind::AllGather;
  if (isa<ReduceScatterOp>(op))
    return CollectiveKind::ReduceScatter;
  return std::nullopt;
}

Attribute grad::getFusionKey(CollectiveOpInterface op, bool acrossTypes) {
  MLIRContext *context = op->getContext();
  SmallVector<Attribute> parts = {op->getName().getIdentifier()};
  // Everything that the operation itself says, but for what fusion changes.
  for (StringAttr name : op->getRegisteredInfo()->getAttributeNames()) {
    if (name == "fusion" || name == "operandSegmentSizes")
      continue;
    Attribute value = op->getInherentAttr(name).value_or(Attribute());
    parts.push_back(value ? value : UnitAttr::get(context));
  }
  // How StableHLO numbered the ranks; see convert-stablehlo-to-grad.
  Attribute mode = op->getDiscardableAttr(kStableHLOModeAttrName);
  parts.push_back(mode ? mode : UnitAttr::get(context));
  if (!acrossTypes)
    for (Type type :
         {op.getInputs().front().getType(), Type(op.getDeliveredType(0))})
      parts.push_back(TypeAttr::get(getElementTypeOrSelf(type)));
  return ArrayAttr::get(context, parts);
}

Attribute FusionPlan::getKey(CollectiveOpInterface op) const {
  return getFusionKey(op, policy.acrossTypes);
}

//===----------------------------------------------------------------------===//
// Candidates and groups
//===----------------------------------------------------------------------===//

static std::optional<int64_t> getFusionId(CollectiveOpInterface op) {
  FusionAttr fusion = op.getFusionAttr();
  return fusion ? fusion.getId() : std::nullopt;
}

bool FusionPlan::isCandidate(Operation *op) const {
  std::optional<CollectiveKind> kind = getCollectiveKind(op);
  if (!kind || !llvm::is_contained(policy.collectives, *kind))
    return false;
  auto collective = cast<CollectiveOpInterface>(op);
  return collective.isTensorForm() && collective.getInputs().size() == 1 &&
         getFusionId(collective) != 0;
}

/// Where the value is produced, as a position in its block: block arguments and
/// values from outside first.
static int64_t getProduction(Value value, Block &block,
                             const DependencyGraph &graph) {
  Operation *producer = value.getDefiningOp();
  if (!producer || producer->getBlock() != &block)
    return -1;
  return graph.getNode(producer);
}

LogicalResult FusionPlan::orderCandidates() {
  SmallVector<std::pair<int64_t, CollectiveOpInterface>> keyed;
  for (CollectiveOpInterface op : candidates) {
    int64_t key = 0;
    if (policy.order == CandidateOrder::Index) {
      FusionAttr fusion = op.getFusionAttr();
      if (!fusion || !fusion.getIndex())
        return op->emitError("order=index: expected every collective that may "
                             "be fused to have a fusion index; give it one, or "
                             "exclude it by 'fusion<id = 0>'");
      key = *fusion.getIndex();
    } else if (policy.order == CandidateOrder::Production) {
      key = getProduction(op.getInputs().front(), block, *graph);
    }
    keyed.emplace_back(key, op);
  }
  llvm::stable_sort(keyed, llvm::less_first());
  for (auto [op, entry] : llvm::zip(candidates, keyed))
    op = entry.second;
  return success();
}

void FusionPlan::formGroups() {
  llvm::DenseMap<std::pair<Attribute, std::pair<int64_t, unsigned>>, unsigned>
      groupOf;
  for (auto [position, op] : llvm::enumerate(candidates)) {
    std::optional<int64_t> id = getFusionId(op);
    if (!id && policy.isSizeFusionOff())
      continue;
    unsigned segment =
        policy.splitsByPosition() ? policy.getSegment(position) : 0;
    auto [it, inserted] = groupOf.try_emplace(
        {getKey(op), {id.value_or(0), segment}}, groups.size());
    if (inserted)
      groups.push_back({id, {}});
    groups[it->second].candidates.push_back(position);
  }
}

//===----------------------------------------------------------------------===//
// Buckets
//===----------------------------------------------------------------------===//

FormedBuckets FusionPlan::formBuckets(DependencyGraph &graph,
                                      const FormationInput &input) const {
  BucketFormation formation(graph, input.candidates, input.nodes, input.sizes,
                            input.getLimit);
  formation.form();
  return {std::move(formation.buckets), std::move(formation.refusals)};
}

void FusionPlan::addBuckets(unsigned group) {
  ArrayRef<Candidate> members = groups[group].candidates;
  std::vector<DependencyGraph::Node> nodes;
  std::vector<CandidateSize> sizes;
  for (Candidate candidate : members) {
    nodes.push_back(graph->getNode(candidates[candidate]));
    sizes.push_back(getCollectiveSize(candidates[candidate]));
  }
  bool hasId = groups[group].id.has_value();
  auto getLimit = [&](unsigned number) {
    return policy.getLimit(hasId, number);
  };
  FormedBuckets formed = formBuckets(*graph, {members, nodes, sizes, getLimit});

  unsigned firstBucket = buckets.size();
  for (Bucket &bucket : formed.buckets) {
    bucket.group = group;
    buckets.push_back(std::move(bucket));
  }
  for (Refusal refusal : formed.refusals) {
    refusal.bucket += firstBucket;
    refusals.push_back(refusal);
  }
}

void FusionPlan::liftBuckets() {
  for (unsigned bucket : getIssueOrder())
    if (ArrayRef<Candidate> members = buckets[bucket].members;
        members.size() > 1)
      graph->lift(graph->find(graph->getNode(candidates[members.front()])));
}

std::vector<unsigned> FusionPlan::getIssueOrder() const {
  std::vector<std::pair<uint64_t, unsigned>> keyed;
  for (auto [i, bucket] : llvm::enumerate(buckets)) {
    auto node = graph->getNode(candidates[bucket.members.front()]);
    keyed.emplace_back(graph->getLabel(graph->find(node)), i);
  }
  llvm::sort(keyed);
  std::vector<unsigned> order;
  for (auto [label, bucket] : keyed)
    order.push_back(bucket);
  return order;
}

/// Dependent collectives of one id, which no pass wrote, cannot do as told.
LogicalResult FusionPlan::verifyIds() {
  for (const Refusal &refusal : refusals) {
    CollectiveOpInterface op = candidates[refusal.candidate];
    CollectiveOpInterface blocker = candidates[refusal.blocker];
    std::optional<int64_t> id = getFusionId(op);
    if (!id || op.getFusionAttr().getAutomatic() ||
        blocker.getFusionAttr().getAutomatic())
      continue;
    auto from = graph->find(graph->getNode(blocker));
    auto to = graph->find(graph->getNode(op));
    if (graph->getLabel(from) > graph->getLabel(to))
      std::swap(from, to);
    InFlightDiagnostic diag =
        op->emitError("cannot fuse ")
        << describe(op) << " with " << describe(blocker)
        << ": both have fusion id " << *id
        << ", and a path leads from one to the other; give them different "
           "ids, or none";
    for (DependencyGraph::Node node : graph->findPath(from, to))
      for (DependencyGraph::Node member : graph->getMembers(node))
        diag.attachNote(graph->getOperation(member)->getLoc())
            << "on the path: " << describe(graph->getOperation(member));
    return diag;
  }
  return success();
}

LogicalResult FusionPlan::compute() {
  for (Operation &op : block)
    if (isCandidate(&op))
      candidates.push_back(cast<CollectiveOpInterface>(op));
  if (candidates.empty())
    return success();
  graph = std::make_unique<DependencyGraph>(
      block, [&](Operation *op) { return fences.isFence(op); },
      [&](Operation *op) { return isCandidate(op); });
  if (failed(orderCandidates()))
    return failure();
  formGroups();
  for (unsigned group = 0; group != groups.size(); ++group)
    addBuckets(group);
  llvm::sort(refusals, [](const Refusal &a, const Refusal &b) {
    return a.candidate < b.candidate;
  });
  if (failed(verifyIds()))
    return failure();
  if (policy.order == CandidateOrder::Production)
    liftBuckets();
  return success();
}
