//===- GradientReducers.cpp - Where reducers go -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientReducers.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "grad/Dialect/Grad/Transforms/SideEffects.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::grad;

using RemarkArg = remark::detail::Remark::Arg;

void grad::noteReducer(Operation *op, bool isPassed, StringRef name,
                       StringRef gradient, const Twine &reason) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  auto options = remark::RemarkOpts::name(name)
                     .category("insert-gradient-reducer")
                     .function(function ? function.getName() : StringRef());
  remark::detail::InFlightRemark remark =
      isPassed ? remark::passed(op->getLoc(), options)
               : remark::missed(op->getLoc(), options);
  if (remark)
    remark << RemarkArg("Gradient", gradient)
           << RemarkArg("Reason", reason.str());
}

bool grad::hasMarkedGradients(FunctionOpInterface function) {
  for (unsigned i = 0, e = function.getNumResults(); i != e; ++i)
    if (function.getResultAttr(i, kGradientAttrName))
      return true;
  return function
      ->walk([](Operation *op) {
        bool isMark = isa<ReduceGradientsOp, OptimizerOpInterface>(op) ||
                      op->hasAttr(kGradientAttrName);
        return isMark ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

StringAttr grad::getParamName(OptimizerOpInterface optimizer) {
  auto param = dyn_cast<BlockArgument>(optimizer.getParamMutable().get());
  auto function = param ? dyn_cast_or_null<FunctionOpInterface>(
                              param.getOwner()->getParentOp())
                        : FunctionOpInterface();
  if (function && param.getOwner() == &function.getFunctionBody().front())
    if (StringAttr name = getStateName(function, param.getArgNumber()))
      return name;
  return StringAttr::get(optimizer->getContext(), getGradientName(optimizer));
}

/// Visits the values that an operation uses, in its regions too.
static void visitOperands(Operation *op, function_ref<void(Value)> visit) {
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      visit(operand);
  });
}

int64_t grad::getBucketId(ArrayRef<int64_t> splitIndices, int64_t position) {
  auto bucket =
      llvm::lower_bound(splitIndices, position + 1) - splitIndices.begin();
  return 1 + std::min<int64_t>(bucket, splitIndices.size() - 1);
}

llvm::DenseSet<Operation *> grad::getBackwardSlice(Block *block,
                                                   ValueRange values) {
  llvm::DenseSet<Operation *> slice;
  SmallVector<Operation *> worklist;
  auto add = [&](Value value) {
    Operation *op = value.getDefiningOp();
    op = op ? block->findAncestorOpInBlock(*op) : nullptr;
    if (op && slice.insert(op).second)
      worklist.push_back(op);
  };
  for (Value value : values)
    add(value);
  while (!worklist.empty())
    visitOperands(worklist.pop_back_val(), add);
  return slice;
}

/// Whether the operation, which stands below `fences`' root, gives the same
/// wherever it stands.
static bool isMovable(Operation *op, FenceAnalysis &fences) {
  if (isMemoryEffectFree(op))
    return true;
  // Operations of StableHLO and calls are judged by name and by body, which may
  // read memory.
  auto usesMemory = [](Operation *nested) {
    return llvm::any_of(nested->getOperandTypes(),
                        llvm::IsaPred<BaseMemRefType>)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  };
  return !isa<CollectiveOpInterface>(op) && !fences.isFence(op) &&
         !op->walk(usesMemory).wasInterrupted();
}

LogicalResult grad::moveUsersBelow(ArrayRef<OpOperand *> uses,
                                   Operation *position, StringRef reason) {
  Block *block = position->getBlock();
  llvm::DenseSet<Operation *> early;
  for (OpOperand *use : uses)
    if (Operation *user = block->findAncestorOpInBlock(*use->getOwner());
        user && user->isBeforeInBlock(position))
      early.insert(user);
  if (early.empty())
    return success();
  FenceAnalysis fences(position->getParentOfType<ModuleOp>());
  // What depends on those, in the block's order.
  SmallVector<Operation *> moved;
  for (Operation &op : *block) {
    if (&op == position)
      break;
    bool depends = early.contains(&op);
    if (!depends)
      visitOperands(&op, [&](Value operand) {
        depends |= early.contains(operand.getDefiningOp());
      });
    if (!depends)
      continue;
    early.insert(&op);
    moved.push_back(&op);
    if (isMovable(&op, fences))
      continue;
    return op.emitError("'")
           << op.getName() << "' has side effects and depends on " << reason
           << ", so it cannot move below the reducer";
  }
  for (Operation *op : llvm::reverse(moved))
    op->moveAfter(position);
  return success();
}
