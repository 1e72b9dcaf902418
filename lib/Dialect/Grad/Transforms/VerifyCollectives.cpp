//===- VerifyCollectives.cpp - Same collectives on all ranks -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `verify-collectives`. From each collective, and from each call of a
// function that issues some, it climbs to the function and checks whatever
// decides on the way whether and how often the operation is executed. What is
// equal on which ranks is RankUniformity's to say.
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "grad/Dialect/Grad/Transforms/RankUniformity.h"
#include "grad/Dialect/Grad/Transforms/SideEffects.h"
#include "grad/Dialect/Grad/Transforms/WorldSize.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::grad {
#define GEN_PASS_DEF_VERIFYCOLLECTIVES
#include "grad/Dialect/Grad/Transforms/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

using RemarkArg = remark::detail::Remark::Arg;

//===----------------------------------------------------------------------===//
// What functions issue
//===----------------------------------------------------------------------===//

namespace {
/// A collective, and the sets of ranks that must agree on executing it.
struct Issued {
  Operation *collective;
  RankSets sets;
};

/// The collectives of each function, of those that it calls too: for each
/// partition of the ranks the first.
class IssuedCollectives {
public:
  IssuedCollectives(Operation *root, int64_t worldSize);

  /// What the operation issues: itself, if it is a collective, or what it
  /// calls.
  SmallVector<Issued> get(Operation *op);

private:
  bool add(SmallVector<Issued> &to, const Issued &issued);

  Operation *root;
  int64_t worldSize;
  SymbolTableCollection symbolTables;
  llvm::MapVector<Operation *, SmallVector<Issued>> functions;
};
} // namespace

/// The sets of ranks that a collective connects, or nothing for other
/// operations. Where they are not known, all ranks must agree.
static std::optional<RankSets> getConnectedSets(Operation *op,
                                                int64_t worldSize) {
  if (std::optional<GroupAttr> group = getCommunicationGroup(op))
    return RankSets::of(*group, worldSize);
  if (isStableHLOCollective(op))
    return getStableHLOReplicaSets(op).value_or(RankSets::world());
  return std::nullopt;
}

bool IssuedCollectives::add(SmallVector<Issued> &to, const Issued &issued) {
  for (const Issued &other : to)
    if (other.sets == issued.sets)
      return false;
  to.push_back(issued);
  return true;
}

SmallVector<Issued> IssuedCollectives::get(Operation *op) {
  if (std::optional<RankSets> sets = getConnectedSets(op, worldSize))
    return {{op, *sets}};
  SmallVector<Issued> called;
  for (SymbolRefAttr symbol : getCallees(op))
    if (Operation *callee = resolveCallee(op, symbol, root, symbolTables))
      for (const Issued &issued : functions.lookup(callee))
        add(called, issued);
  return called;
}

IssuedCollectives::IssuedCollectives(Operation *root, int64_t worldSize)
    : root(root), worldSize(worldSize) {
  SmallVector<std::pair<Operation *, Operation *>> calls;
  root->walk([&](Operation *op) {
    auto function = op->getParentOfType<FunctionOpInterface>();
    if (!function)
      return;
    if (std::optional<RankSets> sets = getConnectedSets(op, worldSize))
      add(functions[function], {op, *sets});
    else if (!getCallees(op).empty())
      calls.push_back({function, op});
  });
  for (bool changed = true; changed;) {
    changed = false;
    for (auto [function, call] : calls)
      for (const Issued &issued : get(call))
        changed |= add(functions[function], issued);
  }
}

//===----------------------------------------------------------------------===//
// What decides
//===----------------------------------------------------------------------===//

namespace {
struct VerifyCollectives
    : public grad::impl::VerifyCollectivesBase<VerifyCollectives> {
  using VerifyCollectivesBase::VerifyCollectivesBase;

  LogicalResult initialize(MLIRContext *context) override {
    return verifyWorldSizeOption(worldSize, [&](const Twine &message) {
      return emitError(UnknownLoc::get(context), "verify-collectives: ")
             << message;
    });
  }

  void runOnOperation() override;

private:
  /// What was found on the way from an operation to its function.
  struct Way {
    /// Nothing that decides varies inside the sets, everything has an order.
    bool isSame = true;
    /// Every rank of the world decides the same.
    bool everyRank = true;
  };

  Way verifyWay(Operation *op, const Issued &issued);
  bool verifyDecision(Operation *op, const Issued &issued, Operation *decision,
                      Way &way);
  bool verifyRegion(Operation *op, const Issued &issued, Operation *parent,
                    Way &way);

  RankUniformity *uniformity = nullptr;
};
} // namespace

/// How an error names what it is about: the collective, or the call.
static std::string describe(Operation *op, const Issued &issued) {
  if (op == issued.collective)
    return grad::describe(op);
  return grad::describe(op) + ", which leads to " +
         grad::describe(issued.collective) + ",";
}

static InFlightDiagnostic emitRefusal(Operation *op, const Issued &issued,
                                      const Twine &reason) {
  InFlightDiagnostic diag = op->emitError() << describe(op, issued) << reason;
  if (op != issued.collective)
    diag.attachNote(issued.collective->getLoc())
        << "the collective is issued here";
  return diag;
}

/// Follows a value that varies inside `sets` to where that begins: an argument,
/// say, or a collective over too few ranks.
static Value findOrigin(Value value, const RankSets &sets,
                        const RankUniformity &uniformity) {
  llvm::SmallDenseSet<Value> seen;
  while (seen.insert(value).second) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumRegions() != 0 ||
        (isa<CallOpInterface>(op) || getCommunicationGroup(op)))
      break;
    auto it = llvm::find_if(op->getOperands(), [&](Value operand) {
      return !uniformity.getSets(operand).covers(sets);
    });
    if (it == op->operand_end())
      break;
    value = *it;
  }
  return value;
}

bool VerifyCollectives::verifyDecision(Operation *op, const Issued &issued,
                                       Operation *decision, Way &way) {
  for (Value condition : getConditions(decision)) {
    RankSets sets = uniformity->getSets(condition);
    way.everyRank &= sets.isWorld();
    if (sets.covers(issued.sets))
      continue;
    bool isLoop =
        isa<LoopLikeOpInterface>(decision) || isStableHLOWhile(decision);
    InFlightDiagnostic diag = emitRefusal(
        op, issued,
        isLoop ? " stands in a loop that ranks may run a different number of "
                 "times; they would issue different sequences of collectives"
               : " stands under a branch that ranks may take differently; they "
                 "would issue different sequences of collectives");
    std::string ranks;
    llvm::raw_string_ostream os(ranks);
    issued.sets.print(os);
    diag.attachNote(decision->getLoc())
        << "decided here by '" << decision->getName().getStringRef()
        << "'; make what it depends on equal on " << ranks
        << " (all-reduce it, or mark its argument 'grad.replicated'), or move "
           "the collective out";
    Value origin = findOrigin(condition, issued.sets, *uniformity);
    diag.attachNote(origin.getLoc()) << "this value may differ by rank";
    return false;
  }
  return true;
}

/// Whether the operation runs its regions in no fixed order.
static bool isUnordered(Operation *op) {
  return op->hasTrait<OpTrait::HasParallelRegion>() ||
         isa<affine::AffineParallelOp>(op) ||
         op->getName().getStringRef() == "async.execute";
}

/// Whether it is known how often the operation executes its regions.
static bool isKnownControlFlow(Operation *op) {
  return isa<RegionBranchOpInterface>(op) || isStableHLOBranch(op) ||
         isStableHLOWhile(op) || op->hasTrait<OpTrait::SymbolTable>() ||
         op->getName().getStringRef() == "sdy.manual_computation";
}

bool VerifyCollectives::verifyRegion(Operation *op, const Issued &issued,
                                     Operation *parent, Way &way) {
  StringRef name = parent->getName().getStringRef();
  if (isUnordered(parent)) {
    InFlightDiagnostic diag = emitRefusal(
        op, issued,
        " stands in a region that is executed in no fixed order; ranks would "
        "issue different sequences of collectives");
    diag.attachNote(parent->getLoc())
        << "the region of '" << name
        << "'; use a sequential loop, or move the collective out";
    return false;
  }
  if (isKnownControlFlow(parent))
    return verifyDecision(op, issued, parent, way);
  way.everyRank = false;
  if (parent->isRegistered()) {
    InFlightDiagnostic diag =
        emitRefusal(op, issued,
                    " stands in a region of which it is not known how often it "
                    "is executed");
    diag.attachNote(parent->getLoc())
        << "the region of '" << name << "'; move the collective out";
    return false;
  }
  remark::analysis(
      op->getLoc(),
      remark::RemarkOpts::name("unknown-region").category("verify-collectives"))
      << RemarkArg("Operation", grad::describe(op))
      << RemarkArg("Region", grad::describe(parent))
      << RemarkArg("Reason",
                   "the dialect is not registered, so it is not known "
                   "how often the region is executed");
  return true;
}

VerifyCollectives::Way VerifyCollectives::verifyWay(Operation *op,
                                                    const Issued &issued) {
  Way way;
  for (Block *block = op->getBlock(); block && way.isSame;) {
    for (Operation *branch : uniformity->getControl().getControllers(block))
      way.isSame = way.isSame && verifyDecision(op, issued, branch, way);
    Operation *parent = block->getParentOp();
    if (!parent || isa<FunctionOpInterface>(parent))
      break;
    way.isSame = way.isSame && verifyRegion(op, issued, parent, way);
    block = parent->getBlock();
  }
  return way;
}

void VerifyCollectives::runOnOperation() {
  RankUniformity analysis(getOperation(), worldSize);
  uniformity = &analysis;
  IssuedCollectives issuedCollectives(getOperation(), worldSize);
  bool failed = false;
  getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool everyRank = true, isSame = true;
    for (const Issued &issued : issuedCollectives.get(op)) {
      Way way = verifyWay(op, issued);
      everyRank &= way.everyRank;
      isSame = way.isSame;
      // One error for each operation is enough.
      if (!isSame)
        break;
    }
    failed |= !isSame;
    if (worldSize > 0 && isSame)
      failed |= mlir::failed(verifyWorldSize(op, worldSize, everyRank));
  });
  uniformity = nullptr;
  markAllAnalysesPreserved();
  if (failed)
    signalPassFailure();
}
