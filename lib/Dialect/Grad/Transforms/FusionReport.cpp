//===- FusionReport.cpp - Tells what a fusion plan decided -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/FusionReport.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InterleavedRange.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::grad;

using RemarkArg = remark::detail::Remark::Arg;

static constexpr StringLiteral kCategory = "fuse-allreduce";

//===----------------------------------------------------------------------===//
// Facts about buckets
//===----------------------------------------------------------------------===//

namespace {
/// What is told of one bucket.
struct BucketFacts {
  BucketFacts(const FusionPlan &plan, const Bucket &bucket);

  std::string collective;
  std::string type;
  size_t members = 0;
  /// Nothing where a member has a dynamic shape.
  std::optional<uint64_t> elements = 0, bytes = 0;
  std::string reason;
};
} // namespace

static std::string formatBytes(uint64_t bytes) {
  if (bytes < 1024)
    return llvm::formatv("{0} B", bytes);
  if (bytes < 1048576)
    return llvm::formatv("{0:f1} KiB", double(bytes) / 1024);
  return llvm::formatv("{0:f1} MiB", double(bytes) / 1048576);
}

static std::string formatSize(SizeUnit unit, uint64_t size) {
  return unit == SizeUnit::Bytes ? formatBytes(size)
                                 : llvm::formatv("{0} elements", size).str();
}

/// Why the bucket ends where it does.
static std::string getReason(const FusionPlan &plan, const Bucket &bucket) {
  const BucketLimit &limit = bucket.limit;
  std::string size = limit.unit ? formatSize(*limit.unit, limit.size) : "";
  const FusionPolicy &policy = plan.getPolicy();
  std::optional<int64_t> id = plan.getGroups()[bucket.group].id;
  if (!id && policy.isSizeFusionOff())
    return "a threshold of 0 switches fusion by size off";
  switch (bucket.closedBy) {
  case ClosedBy::Count:
    return llvm::formatv("max-operands={0} allows no more", limit.count);
  case ClosedBy::Oversize:
    return llvm::formatv("one tensor exceeds the threshold of {0}", size);
  case ClosedBy::Dynamic:
    return "its shape is dynamic, so its size is not known";
  case ClosedBy::Size:
    switch (limit.rule) {
    case BucketRule::AtMost:
      return llvm::formatv("the next candidate would exceed {0}", size);
    case BucketRule::DDP:
      return llvm::formatv("it reached {0}", size);
    case BucketRule::Singa:
      return llvm::formatv("it exceeded {0}", size);
    }
    break;
  case ClosedBy::End:
    break;
  }
  if (policy.splitsByPosition())
    return llvm::formatv(
        "end of segment {0} of {1}", policy.getSegment(bucket.members.back()),
        policy.splitEnds.empty() ? "split-indices" : "split-ends");
  if (id && !limit.unit)
    return llvm::formatv("fusion id {0}", *id);
  return "no further candidate of its kind";
}

static std::optional<uint64_t> addSizes(std::optional<uint64_t> a,
                                        std::optional<uint64_t> b) {
  return a && b ? std::optional(llvm::SaturatingAdd(*a, *b)) : std::nullopt;
}

BucketFacts::BucketFacts(const FusionPlan &plan, const Bucket &bucket)
    : members(bucket.members.size()), reason(getReason(plan, bucket)) {
  SmallVector<Type> types;
  for (Candidate candidate : bucket.members) {
    CollectiveOpInterface op = plan.getOperation(candidate);
    CandidateSize size = getCollectiveSize(op);
    elements = addSizes(elements, size.elements);
    bytes = addSizes(bytes, size.bytes);
    Type sent = getElementTypeOrSelf(op.getInputs().front().getType());
    if (!llvm::is_contained(types, sent))
      types.push_back(sent);
  }
  llvm::raw_string_ostream(type) << llvm::interleaved(types, "+");
  Operation *first = plan.getOperation(bucket.members.front());
  collective = first->getName().stripDialect().str();
  std::replace(collective.begin(), collective.end(), '_', '-');
  if (std::optional<Attribute> kind = first->getInherentAttr("kind");
      kind && *kind)
    collective +=
        " " +
        stringifyReductionKind(cast<ReductionKindAttr>(*kind).getValue()).str();
}

/// The bucket's number, in issue order, for each bucket of the plan.
static std::vector<unsigned> getNumbers(const FusionPlan &plan) {
  std::vector<unsigned> numbers(plan.getBuckets().size());
  for (auto [number, bucket] : llvm::enumerate(plan.getIssueOrder()))
    numbers[bucket] = number;
  return numbers;
}

//===----------------------------------------------------------------------===//
// Facts about refusals
//===----------------------------------------------------------------------===//

namespace {
/// Why a candidate was passed over.
struct RefusalFacts {
  RefusalFacts(const FusionPlan &plan, const Refusal &refusal);
  /// `fence`, `depends` or `needed`.
  StringRef cause;
  std::string reason;
};
} // namespace

RefusalFacts::RefusalFacts(const FusionPlan &plan, const Refusal &refusal) {
  const DependencyGraph &graph = plan.getGraph();
  Operation *op = plan.getOperation(refusal.candidate);
  Operation *blocker = plan.getOperation(refusal.blocker);
  DependencyGraph::Node node = graph.getNode(op),
                        other = graph.getNode(blocker);
  if (Operation *fence =
          graph.getFenceBetween(std::min(node, other), std::max(node, other))) {
    cause = "fence";
    reason = llvm::formatv("{0} stands between it and {1}, and may have side "
                           "effects",
                           describe(fence), describe(blocker));
    return;
  }
  bool depends =
      graph.getLabel(graph.find(other)) < graph.getLabel(graph.find(node));
  cause = depends ? "depends" : "needed";
  reason =
      llvm::formatv(depends ? "depends on the {0}" : "the {0} depends on it",
                    describe(blocker));
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

static StringRef getFunctionName(Block &block) {
  for (Operation *op = block.getParentOp(); op; op = op->getParentOp())
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      return function.getName();
  return {};
}

static std::string joinNames(const FusionPlan &plan, const Bucket &bucket) {
  SmallVector<std::string> names;
  for (Candidate candidate : bucket.members)
    names.push_back(getGradientName(plan.getOperation(candidate)));
  return llvm::join(names, ", ");
}

static void emitBucketRemark(const FusionPlan &plan, const Bucket &bucket,
                             unsigned number, StringRef function) {
  Location loc = plan.getOperation(bucket.members.front())->getLoc();
  bool fused = bucket.members.size() > 1;
  auto opts = remark::RemarkOpts::name(fused ? "bucket" : "alone")
                  .category(kCategory)
                  .function(function);
  remark::detail::InFlightRemark remark =
      fused ? remark::passed(loc, opts) : remark::missed(loc, opts);
  if (!remark)
    return;
  BucketFacts facts(plan, bucket);
  remark << RemarkArg("Bucket", number)
         << RemarkArg("Collective", facts.collective)
         << RemarkArg("Type", facts.type)
         << RemarkArg("Members", facts.members);
  if (facts.elements)
    remark << RemarkArg("Elements", *facts.elements)
           << RemarkArg("Bytes", *facts.bytes);
  remark << RemarkArg("Reason", facts.reason)
         << RemarkArg("Gradients", joinNames(plan, bucket));
}

static void emitRefusalRemark(const FusionPlan &plan, const Refusal &refusal,
                              ArrayRef<unsigned> numbers, StringRef function) {
  CollectiveOpInterface op = plan.getOperation(refusal.candidate);
  auto opts = remark::RemarkOpts::name("passed-over")
                  .category(kCategory)
                  .function(function);
  remark::detail::InFlightRemark remark = remark::missed(op->getLoc(), opts);
  if (!remark)
    return;
  RefusalFacts facts(plan, refusal);
  remark << RemarkArg("Bucket", numbers[refusal.bucket])
         << RemarkArg("Cause", facts.cause) << RemarkArg("Reason", facts.reason)
         << RemarkArg("Further", refusal.further)
         << RemarkArg("Gradients", getGradientName(op));
}

/// The last of `split-indices` says where the last bucket was meant to end.
static void emitSplitRemark(const FusionPlan &plan, StringRef function) {
  ArrayRef<int64_t> indices = plan.getPolicy().splitIndices;
  int64_t count = plan.getNumCandidates();
  if (indices.empty() || indices.back() >= count)
    return;
  auto opts = remark::RemarkOpts::name("last-index")
                  .category(kCategory)
                  .function(function);
  remark::analysis(plan.getOperation(count - 1)->getLoc(), opts)
      << RemarkArg("Index", indices.back()) << RemarkArg("Candidates", count)
      << RemarkArg("Reason",
                   "the last index is before the end; the last bucket takes "
                   "whatever follows");
}

/// Nothing is fused in a block without an order.
static void emitUnorderedRemark(Block &block, StringRef function) {
  auto opts = remark::RemarkOpts::name("unordered-block")
                  .category(kCategory)
                  .function(function);
  remark::missed(block.getParentOp()->getLoc(), opts)
      << RemarkArg("Reason", "values are used before they are defined, so that "
                             "program order is no order of execution");
}

void grad::emitFusionRemarks(const FusionPlan &plan, Block &block) {
  if (!block.getParentOp()->getContext()->getRemarkEngine())
    return;
  StringRef function = getFunctionName(block);
  if (plan.isUnordered())
    emitUnorderedRemark(block, function);
  if (plan.getNumCandidates() == 0)
    return;
  std::vector<unsigned> numbers = getNumbers(plan);
  for (auto [number, bucket] : llvm::enumerate(plan.getIssueOrder()))
    emitBucketRemark(plan, plan.getBuckets()[bucket], number, function);
  for (const Refusal &refusal : plan.getRefusals())
    emitRefusalRemark(plan, refusal, numbers, function);
  emitSplitRemark(plan, function);
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

/// Writes names separated by commas, in lines of limited width.
static void printNames(const FusionPlan &plan, const Bucket &bucket,
                       raw_ostream &os) {
  constexpr size_t kWidth = 90;
  size_t column = kWidth;
  for (auto [i, candidate] : llvm::enumerate(bucket.members)) {
    std::string name = getGradientName(plan.getOperation(candidate));
    if (i + 1 != bucket.members.size())
      name += ',';
    if (column + name.size() + 1 > kWidth) {
      os << (i == 0 ? "" : "\n") << std::string(9, ' ');
      column = 9;
    }
    os << ' ' << name;
    column += name.size() + 1;
  }
  os << '\n';
}

static void printBucket(const FusionPlan &plan, const Bucket &bucket,
                        unsigned number, raw_ostream &os) {
  BucketFacts facts(plan, bucket);
  os << llvm::formatv("{0,8}  {1,-18} {2,-8} {3,7} {4,12}  {5}\n", number,
                      facts.collective, facts.type, facts.members,
                      facts.bytes ? formatBytes(*facts.bytes) : "dynamic",
                      facts.reason);
  printNames(plan, bucket, os);
}

void grad::printFusionPlan(const FusionPlan &plan, Block &block,
                           raw_ostream &os) {
  if (plan.getNumCandidates() == 0)
    return;
  os << "fuse-allreduce: @" << getFunctionName(block);
  if (!isa<FunctionOpInterface>(block.getParentOp()))
    os << " (" << block.getParentOp()->getName() << ')';
  os << ": " << plan.getNumCandidates() << " collectives in "
     << plan.getBuckets().size() << " launches\n";
  os << llvm::formatv("{0,8}  {1,-18} {2,-8} {3,7} {4,12}  {5}\n", "bucket",
                      "collective", "type", "members", "size", "why it ends");
  for (auto [number, bucket] : llvm::enumerate(plan.getIssueOrder()))
    printBucket(plan, plan.getBuckets()[bucket], number, os);
  std::vector<unsigned> numbers = getNumbers(plan);
  for (const Refusal &refusal : plan.getRefusals()) {
    os << "  passed over by bucket " << numbers[refusal.bucket];
    if (refusal.further != 0)
      os << " and " << refusal.further << " further";
    os << ": " << describe(plan.getOperation(refusal.candidate)) << ": "
       << RefusalFacts(plan, refusal).reason << '\n';
  }
}
