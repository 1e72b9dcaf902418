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
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::grad;

//===----------------------------------------------------------------------===//
// Sizes and keys
//===----------------------------------------------------------------------===//

/// Bytes of one element as it lies in memory.
static uint64_t getStorageBytes(Type type) {
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

CandidateSize grad::getCollectiveSize(CollectiveOpInterface op) {
  ShapedType delivered = op.getDeliveredType(0);
  if (!delivered.hasStaticShape())
    return {};
  // Shapes are legal whose element count 64 bits cannot hold.
  bool isEmpty = llvm::is_contained(delivered.getShape(), 0);
  uint64_t elements = isEmpty ? 0 : 1;
  for (uint64_t size : delivered.getShape())
    elements = llvm::SaturatingMultiply(elements, size);
  Type sent = getElementTypeOrSelf(op.getInputs().front().getType());
  return {elements, llvm::SaturatingMultiply(elements, getStorageBytes(sent))};
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
    if (!id && policy.isSizeFusionOff()) {
      groups.push_back({id, {static_cast<Candidate>(position)}});
      continue;
    }
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
  std::vector<DependencyGraph::Node> nodes;
  for (unsigned bucket : getIssueOrder())
    if (ArrayRef<Candidate> members = buckets[bucket].members;
        members.size() > 1)
      nodes.push_back(graph->find(graph->getNode(candidates[members.front()])));
  if (!nodes.empty())
    graph->lift(nodes);
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

/// Whether the user, not a pass, wrote the id.
static bool isManual(CollectiveOpInterface op) {
  FusionAttr fusion = op.getFusionAttr();
  return fusion && fusion.getId() && !fusion.getAutomatic();
}

std::vector<DependencyGraph::Node>
FusionPlan::findManualPath(const Refusal &refusal) const {
  DependencyGraph::Node node = graph->getNode(candidates[refusal.candidate]);
  llvm::DenseSet<DependencyGraph::Node> others;
  if (isManual(candidates[refusal.blocker])) {
    others.insert(graph->getNode(candidates[refusal.blocker]));
  } else {
    // Members that a pass put there stood in the way; look for others.
    unsigned group = buckets[refusal.bucket].group;
    for (Candidate other : groups[group].candidates)
      if (other != refusal.candidate && isManual(candidates[other]))
        others.insert(graph->getNode(candidates[other]));
  }
  auto isOther = [&](DependencyGraph::Node other) {
    return others.contains(other);
  };
  std::vector<DependencyGraph::Node> path =
      graph->findPath(node, /*forward=*/false, isOther);
  return path.empty() ? graph->findPath(node, /*forward=*/true, isOther) : path;
}

/// Names the operations on the path.
static void attachPath(InFlightDiagnostic &diag, const DependencyGraph &graph,
                       ArrayRef<DependencyGraph::Node> path) {
  constexpr size_t kMaxNotes = 20;
  for (size_t i = 0; i != path.size(); ++i) {
    Operation *op = graph.getOperation(path[i]);
    Diagnostic &note = diag.attachNote(op->getLoc());
    if (i == kMaxNotes) {
      note << "and " << path.size() - i << " further operations on the path";
      return;
    }
    note << "on the path: " << describe(op);
    if (i + 1 != path.size() && graph.find(path[i]) == graph.find(path[i + 1]))
      note << ", which shares a bucket with the next";
  }
}

/// Dependent collectives of one id, which no pass wrote, cannot do as told.
LogicalResult FusionPlan::verifyIds() {
  for (const Refusal &refusal : refusals) {
    CollectiveOpInterface op = candidates[refusal.candidate];
    if (!isManual(op))
      continue;
    std::vector<DependencyGraph::Node> path = findManualPath(refusal);
    if (path.empty())
      continue;
    bool isLast = graph->getOperation(path.back()) == op;
    Operation *other = graph->getOperation(isLast ? path.front() : path.back());
    InFlightDiagnostic diag =
        op->emitError("cannot fuse ")
        << describe(op) << " with " << describe(other)
        << ": both have fusion id " << *getFusionId(op)
        << ", and a path leads from one to the other; give them different "
           "ids, or none";
    attachPath(diag, *graph, path);
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
  if (!graph->isOrdered()) {
    // Program order is no order of execution here.
    candidates.clear();
    unordered = true;
    return success();
  }
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
