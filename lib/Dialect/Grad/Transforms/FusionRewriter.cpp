//===- FusionRewriter.cpp - Applies a fusion plan -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/FusionRewriter.h"
#include "grad/Dialect/Grad/IR/GradMean.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::grad;

/// The fusion attribute of a bucket: the id that forced it, if one did.
static FusionAttr getBucketFusion(std::optional<int64_t> id,
                                  ArrayRef<CollectiveOpInterface> members) {
  if (!id)
    return {};
  bool automatic = llvm::all_of(members, [](CollectiveOpInterface op) {
    return op.getFusionAttr().getAutomatic();
  });
  return FusionAttr::get(members.front()->getContext(), id, automatic,
                         std::nullopt);
}

/// The discardable attributes that all members share, `grad.mean` apart.
static SmallVector<NamedAttribute>
getCommonAttrs(ArrayRef<CollectiveOpInterface> members) {
  SmallVector<NamedAttribute> common(
      members.front()->getDiscardableAttrs().begin(),
      members.front()->getDiscardableAttrs().end());
  llvm::erase_if(common, [&](NamedAttribute attr) {
    return attr.getName() == kMeanAttrName ||
           llvm::any_of(members, [&](CollectiveOpInterface op) {
             return op->getDiscardableAttr(attr.getName()) != attr.getValue();
           });
  });
  return common;
}

Operation *FusionRewriter::fuse(const Bucket &bucket) {
  SmallVector<CollectiveOpInterface> members;
  SmallVector<Location> locations;
  for (Candidate candidate : bucket.members) {
    members.push_back(plan.getOperation(candidate));
    locations.push_back(members.back()->getLoc());
  }
  MLIRContext *context = members.front()->getContext();
  OperationState state(FusedLoc::get(context, locations),
                       members.front()->getName());
  // An operand that stands twice is reduced once.
  SmallVector<unsigned> results;
  SmallVector<int64_t> degrees;
  llvm::DenseMap<std::pair<Value, Type>, unsigned> resultOf;
  for (CollectiveOpInterface op : members) {
    Value input = op.getInputs().front();
    Type type = op->getResult(0).getType();
    int64_t degree = getDeclaredMean(op, 0);
    auto [it, inserted] =
        resultOf.try_emplace({input, type}, state.operands.size());
    results.push_back(it->second);
    if (!inserted) {
      // Declared of one of its uses, the mean is declared.
      degrees[it->second] = std::max(degrees[it->second], degree);
      continue;
    }
    degrees.push_back(degree);
    state.operands.push_back(input);
    state.types.push_back(type);
  }
  Operation *first = members.front();
  for (StringAttr name : first->getRegisteredInfo()->getAttributeNames())
    if (std::optional<Attribute> value = first->getInherentAttr(name);
        value && *value && name != "fusion" && name != "operandSegmentSizes")
      state.addAttribute(name, *value);
  if (FusionAttr fusion =
          getBucketFusion(plan.getGroups()[bucket.group].id, members))
    state.addAttribute("fusion", fusion);
  state.addAttribute(
      "operandSegmentSizes",
      DenseI32ArrayAttr::get(context, {int32_t(state.operands.size()), 0}));
  state.addAttributes(getCommonAttrs(members));
  if (Attribute mean = getMeanAttr(context, degrees))
    state.addAttribute(kMeanAttrName, mean);

  const DependencyGraph &graph = plan.getGraph();
  OpBuilder builder(graph.getOperation(graph.find(graph.getNode(first))));
  Operation *fused = builder.create(state);
  replaceResults(members, results, fused);
  for (Operation *op : members)
    op->erase();
  return fused;
}

void FusionRewriter::replaceResults(ArrayRef<CollectiveOpInterface> members,
                                    ArrayRef<unsigned> results,
                                    Operation *fused) {
  for (auto [op, result] : llvm::zip(members, results))
    op->getResult(0).replaceAllUsesWith(fused->getResult(result));
}

void FusionRewriter::reorder(
    const llvm::DenseMap<DependencyGraph::Node, Operation *> &fused) {
  Operation *previous = nullptr;
  plan.getGraph().visitInOrder([&](DependencyGraph::Node node) {
    Operation *op = fused.lookup(node);
    if (!op)
      op = plan.getGraph().getOperation(node);
    if (op->getPrevNode() != previous) {
      if (previous)
        op->moveAfter(previous);
      else
        op->moveBefore(&block, block.begin());
    }
    previous = op;
  });
}

unsigned FusionRewriter::apply() {
  llvm::DenseMap<DependencyGraph::Node, Operation *> fused;
  unsigned numGone = 0;
  for (const Bucket &bucket : plan.getBuckets()) {
    if (bucket.members.size() < 2)
      continue;
    const DependencyGraph &graph = plan.getGraph();
    DependencyGraph::Node node =
        graph.find(graph.getNode(plan.getOperation(bucket.members.front())));
    fused[node] = fuse(bucket);
    numGone += bucket.members.size() - 1;
  }
  if (numGone != 0)
    reorder(fused);
  return numGone;
}
