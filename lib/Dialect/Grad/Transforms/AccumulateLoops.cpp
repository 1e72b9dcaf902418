//===- AccumulateLoops.cpp - Sums over ranks behind loops -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccumulateLoops.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "grad/Dialect/Grad/Transforms/RankUniformity.h"
#include "grad/Dialect/Grad/Transforms/ReductionPrecision.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

using RemarkArg = remark::detail::Remark::Arg;

static void note(AllReduceOp op, bool isMoved, const Twine &reason) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  auto options = remark::RemarkOpts::name(isMoved ? "behind-loop" : "in-loop")
                     .category("split-accumulation")
                     .function(function ? function.getName() : StringRef());
  remark::detail::InFlightRemark remark =
      isMoved ? remark::passed(op.getLoc(), options)
              : remark::missed(op.getLoc(), options);
  if (remark)
    remark << RemarkArg("Gradient", getGradientName(op))
           << RemarkArg("Reason", reason.str());
}

namespace {
/// A sum over ranks that a loop adds up.
struct LoopSum {
  AllReduceOp reduce;
  /// What multiplies the sum by one number before it is added.
  SmallVector<Operation *> factors;
  /// The addition, whose other operand is the iteration argument.
  Operation *add;
  unsigned number;
};
} // namespace

/// Whether the operation multiplies `value` by a number that the loop does not
/// change, in the value's type.
static bool isFactor(Operation *op, Value value, scf::ForOp loop) {
  if (!isa<ScaleOp, arith::MulFOp, arith::DivFOp>(op) ||
      op->getResult(0).getType() != value.getType() ||
      op->getOperand(0) != value)
    return false;
  return loop.isDefinedOutsideOfLoop(op->getOperand(1));
}

/// Why the all-reduce stays in the loop; empty where it is matched.
static std::string match(AllReduceOp op, scf::ForOp loop, LoopSum &sum) {
  sum.reduce = op;
  if (op->getNumResults() != 1)
    return "it has several operands";
  if (op.getKind() != ReductionKind::Sum && op.getKind() != ReductionKind::Avg)
    return "it is no sum";
  Value value = op->getResult(0);
  auto type = cast<RankedTensorType>(value.getType());
  if (!type.hasStaticShape())
    return "its shape is not static";
  while (true) {
    if (!value.hasOneUse())
      return "its result has another use than the sum, or none";
    Operation *user = *value.user_begin();
    if (user->getBlock() != loop.getBody())
      return "its result is used in another block";
    if (isFactor(user, value, loop)) {
      sum.factors.push_back(user);
      value = user->getResult(0);
      continue;
    }
    if (!isa<arith::AddFOp, arith::AddIOp>(user))
      return "its result is not only added to an iteration argument";
    sum.add = user;
    break;
  }
  Value other = sum.add->getOperand(0) == value ? sum.add->getOperand(1)
                                                : sum.add->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(other);
  if (!argument || argument.getOwner() != loop.getBody() ||
      argument == loop.getInductionVar() || !argument.hasOneUse())
    return "what it is added to is no iteration argument, or is used otherwise";
  Value total = sum.add->getResult(0);
  sum.number = argument.getArgNumber() - loop.getNumInductionVars();
  if (!total.hasOneUse() || loop.getYieldedValues()[sum.number] != total)
    return "the sum is used inside the loop";
  return "";
}

static void moveBehind(scf::ForOp loop, const LoopSum &sum) {
  OpBuilder builder(sum.add);
  AllReduceOp reduce = sum.reduce;
  Location loc = reduce.getLoc();
  auto type = cast<RankedTensorType>(reduce->getResult(0).getType());
  Value local = reduce.getInputs().front();
  if (isa<FloatType>(type.getElementType()))
    local = castElements(builder, loc, local, type.getElementType());
  // Inside: local values are added to zeros.
  Value argument = loop.getRegionIterArgs()[sum.number];
  for (OpOperand &operand : sum.add->getOpOperands())
    if (operand.get() != argument)
      operand.set(local);
  OpOperand &init = loop.getInitsMutable()[sum.number];
  Value old = init.get();
  builder.setInsertionPoint(loop);
  init.set(arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(builder.getZeroAttr(type))));
  // Behind: one sum over ranks, the factors, and the old value.
  builder.setInsertionPointAfter(loop);
  Value partial = loop.getResult(sum.number);
  auto moved = AllReduceOp::create(
      builder, loc, TypeRange(type), partial, /*outputs=*/ValueRange(),
      reduce.getKindAttr(), reduce.getGroupAttr(), reduce.getFusionAttr());
  moved->setDiscardableAttrs(reduce->getDiscardableAttrDictionary());
  Value value = moved->getResult(0);
  for (Operation *factor : sum.factors) {
    Operation *clone = builder.clone(*factor);
    clone->setOperand(0, value);
    value = clone->getResult(0);
  }
  Operation *total = builder.clone(*sum.add);
  total->setOperands({old, value});
  partial.replaceAllUsesExcept(total->getResult(0), moved);
  for (Operation *factor : llvm::reverse(sum.factors))
    factor->erase();
  reduce.erase();
}

void grad::accumulateLoops(ModuleOp module) {
  SmallVector<scf::ForOp> loops;
  module.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  auto holdsReduce = [](scf::ForOp loop) {
    return !loop.getBody()->getOps<AllReduceOp>().empty();
  };
  if (llvm::none_of(loops, holdsReduce))
    return;
  RankUniformity uniformity(module);
  // Inner loops first: what moves behind one may move behind the next.
  for (scf::ForOp loop : loops)
    for (auto op :
         llvm::make_early_inc_range(loop.getBody()->getOps<AllReduceOp>())) {
      if (!op.isTensorForm())
        continue;
      LoopSum sum;
      std::string reason = match(op, loop, sum);
      for (Value bound :
           {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
        if (reason.empty() && !uniformity.isUniform(bound, op.getGroupAttr()))
          reason = "the number of iterations may differ between ranks";
      const bool isMoved = reason.empty();
      if (isMoved)
        reason = "it sums up once what the loop adds";
      note(op, isMoved, reason);
      if (isMoved)
        moveBehind(loop, sum);
    }
}
