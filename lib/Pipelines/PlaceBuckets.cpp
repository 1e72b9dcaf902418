//===- PlaceBuckets.cpp - Collectives work on memory that stays -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a collective sends and delivers was allocated for each step, and each
// member of a bucket by itself. Here it gets a place in one workspace, which is
// there from step to step. Producers write to that place and the update reads
// from it, since all they know of it is a memref.
//
// Members of one type lie one after another, at multiples of 64 bytes for
// vectors, so that one call can reduce all of them. What lies between two
// members is reduced with them and never read. It is zeros to start with, and
// whatever numbers it becomes, each rank has them.
//
//===----------------------------------------------------------------------===//

#include "BucketPlaces.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Pipelines/Passes.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SCCIterator.h"

namespace mlir::grad {
#define GEN_PASS_DEF_GRADPLACEBUCKETS
#include "grad/Pipelines/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;
using RemarkArg = remark::detail::Remark::Arg;

/// A cache line, and the widest vector there is.
static constexpr int64_t kAlignment = 64;

namespace {
/// Where an allocation goes in the workspace.
struct Placement {
  memref::AllocOp alloc;
  int64_t offset;
};

/// Pairs that lie one after another, and that one pair can stand for: as many
/// elements from `offsets`, of the input and, where there is one, the output.
struct Run {
  SmallVector<unsigned> pairs;
  int64_t numElements = 0;
  SmallVector<int64_t, 2> offsets;
};

/// The workspace of one collective.
class Bucket {
public:
  explicit Bucket(CollectiveOpInterface op)
      : op(op), builder(op), numPairs(op.getInputs().size()),
        numSides(op.getOutputs().empty() ? 1 : 2) {}

  /// Finds a place for all that can have one.
  void plan();

  /// Says why there is a place for none.
  void refuse(StringRef obstacle);

  /// Has the program use the places. The collective is another one then.
  void apply(func::FuncOp function);

private:
  unsigned getOperandNumber(unsigned pair, unsigned side) const {
    return side * numPairs + pair;
  }
  MemRefType getType(unsigned pair, unsigned side) {
    return cast<MemRefType>(
        op->getOperand(getOperandNumber(pair, side)).getType());
  }
  bool canMerge() { return isa<AllReduceOp, BroadcastOp>(op.getOperation()); }
  void placeRun(ArrayRef<unsigned> pairs);
  void placeAlone(unsigned operand);
  void noteMissed(unsigned operand);
  void notePlaced(func::FuncOp function);
  Value createView(Location loc, int64_t offset, MemRefType type);
  void replaceCollective();

  CollectiveOpInterface op;
  OpBuilder builder;
  unsigned numPairs, numSides;
  SmallVector<BucketPlace> places;
  SmallVector<Placement> placements;
  SmallVector<Run> runs;
  int64_t numBytes = 0, numUsed = 0;
  Value workspace;
};
} // namespace

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

/// Places pairs of the same types one after another. Inputs and outputs have
/// to be equally far apart, in elements.
void Bucket::placeRun(ArrayRef<unsigned> pairs) {
  Run run;
  run.pairs.assign(pairs.begin(), pairs.end());
  int64_t smallest = kAlignment;
  for (unsigned side = 0; side != numSides; ++side)
    smallest = std::min(smallest, getElementBytes(getType(pairs[0], side)));
  SmallVector<int64_t> starts;
  for (unsigned pair : pairs) {
    starts.push_back(llvm::alignTo(run.numElements, kAlignment / smallest));
    run.numElements = starts.back() + getType(pair, 0).getNumElements();
  }
  for (unsigned side = 0; side != numSides; ++side) {
    int64_t bytes = getElementBytes(getType(pairs[0], side));
    run.offsets.push_back(llvm::alignTo(numBytes, kAlignment));
    for (auto [pair, start] : llvm::zip(pairs, starts)) {
      placements.push_back({places[getOperandNumber(pair, side)].alloc,
                            run.offsets.back() + start * bytes});
      numUsed += getType(pair, side).getNumElements() * bytes;
    }
    numBytes = run.offsets.back() + run.numElements * bytes;
  }
  runs.push_back(std::move(run));
}

void Bucket::placeAlone(unsigned operand) {
  auto type = cast<MemRefType>(op->getOperand(operand).getType());
  int64_t offset = llvm::alignTo(numBytes, kAlignment);
  placements.push_back({places[operand].alloc, offset});
  numBytes = offset + type.getNumElements() * getElementBytes(type);
  numUsed += type.getNumElements() * getElementBytes(type);
}

void Bucket::noteMissed(unsigned operand) {
  remark::detail::InFlightRemark remark = remark::missed(
      op.getLoc(),
      remark::RemarkOpts::name("not-placed")
          .category("grad-place-buckets")
          .function(op->getParentOfType<func::FuncOp>().getName()));
  if (remark)
    remark << RemarkArg("Operand", operand)
           << RemarkArg("Reason", places[operand].obstacle);
}

void Bucket::refuse(StringRef obstacle) {
  for (OpOperand &operand : op->getOpOperands()) {
    places.push_back({nullptr, obstacle.str()});
    noteMissed(operand.getOperandNumber());
  }
}

void Bucket::plan() {
  for (OpOperand &operand : op->getOpOperands()) {
    places.push_back(findBucketPlace(op, operand));
    if (!places.back().alloc)
      noteMissed(operand.getOperandNumber());
  }
  llvm::MapVector<std::pair<Type, Type>, SmallVector<unsigned>> whole;
  SmallVector<unsigned> alone;
  for (unsigned pair = 0; pair != numPairs; ++pair) {
    bool isWhole = true;
    for (unsigned side = 0; side != numSides; ++side)
      isWhole &= places[getOperandNumber(pair, side)].alloc != nullptr;
    if (isWhole && canMerge()) {
      whole[{getType(pair, 0).getElementType(),
             getType(pair, numSides - 1).getElementType()}]
          .push_back(pair);
      continue;
    }
    for (unsigned side = 0; side != numSides; ++side)
      if (places[getOperandNumber(pair, side)].alloc)
        alone.push_back(getOperandNumber(pair, side));
  }
  for (auto &entry : whole)
    placeRun(entry.second);
  llvm::for_each(alone, [&](unsigned operand) { placeAlone(operand); });
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

Value Bucket::createView(Location loc, int64_t offset, MemRefType type) {
  Value start = arith::ConstantIndexOp::create(builder, loc, offset);
  return memref::ViewOp::create(builder, loc, type, workspace, start,
                                ValueRange());
}

void Bucket::notePlaced(func::FuncOp function) {
  remark::detail::InFlightRemark remark =
      remark::passed(op.getLoc(), remark::RemarkOpts::name("placed")
                                      .category("grad-place-buckets")
                                      .function(function.getName()));
  if (!remark)
    return;
  int64_t calls = numPairs;
  for (const Run &run : runs)
    calls -= run.pairs.size() - 1;
  remark << RemarkArg("Members", numPairs) << RemarkArg("Calls", calls)
         << RemarkArg("Bytes", numBytes)
         << RemarkArg("Padding", numBytes - numUsed);
}

/// Makes the collective one of a pair for each run, where its first member
/// stood, and of the pairs that are in none.
void Bucket::replaceCollective() {
  builder.setInsertionPoint(op);
  Location loc = op.getLoc();
  SmallVector<const Run *> runOf(numPairs);
  for (const Run &run : runs)
    for (unsigned pair : run.pairs)
      runOf[pair] = &run;
  SmallVector<SmallVector<Value>, 2> sides(numSides);
  for (unsigned pair = 0; pair != numPairs; ++pair) {
    const Run *run = runOf[pair];
    if (run && run->pairs.size() > 1 && run->pairs.front() != pair)
      continue;
    for (unsigned side = 0; side != numSides; ++side) {
      Value operand = op->getOperand(getOperandNumber(pair, side));
      if (run && run->pairs.size() > 1)
        operand =
            createView(loc, run->offsets[side],
                       MemRefType::get(run->numElements,
                                       getType(pair, side).getElementType()));
      sides[side].push_back(operand);
    }
  }
  OperationState merged(loc, op->getName());
  for (ArrayRef<Value> side : sides)
    merged.addOperands(side);
  merged.addAttributes(op->getAttrs());
  int32_t numInputs = sides[0].size();
  merged.attributes.set(
      "operandSegmentSizes",
      builder.getDenseI32ArrayAttr({numInputs, numSides == 1 ? 0 : numInputs}));
  builder.create(merged);
  op->erase();
}

void Bucket::apply(func::FuncOp function) {
  if (placements.empty())
    return;
  notePlaced(function);
  builder.setInsertionPointToStart(&function.getBody().front());
  workspace = WorkspaceOp::create(
      builder, op.getLoc(), MemRefType::get(numBytes, builder.getI8Type()));
  for (Placement &placement : placements) {
    builder.setInsertionPoint(placement.alloc);
    Value view = createView(placement.alloc.getLoc(), placement.offset,
                            placement.alloc.getType());
    placement.alloc.replaceAllUsesWith(view);
    placement.alloc.erase();
  }
  if (llvm::any_of(runs, [](const Run &run) { return run.pairs.size() > 1; }))
    replaceCollective();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// Functions that may be called while they run. What one call has in a bucket
/// would be written by the other.
static llvm::SmallPtrSet<Operation *, 4> findRecursive(ModuleOp module) {
  llvm::SmallPtrSet<Operation *, 4> recursive;
  const CallGraph graph(module);
  for (auto scc = llvm::scc_begin(&graph); !scc.isAtEnd(); ++scc)
    if (scc.hasCycle())
      for (CallGraphNode *node : *scc)
        if (!node->isExternal())
          recursive.insert(node->getCallableRegion()->getParentOp());
  return recursive;
}

namespace {
struct GradPlaceBuckets
    : public grad::impl::GradPlaceBucketsBase<GradPlaceBuckets> {
  void runOnOperation() override {
    llvm::SmallPtrSet<Operation *, 4> recursive = findRecursive(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<CollectiveOpInterface> collectives;
      function.walk([&](CollectiveOpInterface op) {
        if (!op.isTensorForm())
          collectives.push_back(op);
      });
      for (CollectiveOpInterface op : collectives) {
        Bucket bucket(op);
        if (recursive.contains(function)) {
          bucket.refuse("its function may be called while it runs");
          continue;
        }
        bucket.plan();
        bucket.apply(function);
      }
    }
  }
};
} // namespace
