//===- AccumulationPlan.cpp - Where a step is cut -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccumulationPlan.h"
#include "GradientReducers.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

//===----------------------------------------------------------------------===//
// The border
//===----------------------------------------------------------------------===//

bool AccumulationPlan::holdsCollective(Operation *op) {
  if (getCommunicationGroup(op) || isStableHLOCollective(op))
    return true;
  // What is harmless holds none; of the rest, what holds one.
  if (!fences.isFence(op))
    return false;
  return op
      ->walk([&](Operation *nested) {
        bool isOne =
            getCommunicationGroup(nested) || isStableHLOCollective(nested);
        // A call that is no harmless one may issue one.
        isOne |= nested != op && !getCallees(nested).empty() &&
                 fences.isFence(nested);
        return isOne ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

void AccumulationPlan::visitOperands(
    Operation *op, function_ref<void(OpOperand &)> visit) const {
  op->walk([&](Operation *nested) {
    for (OpOperand &operand : nested->getOpOperands())
      if (operand.get().getParentBlock() == body)
        visit(operand);
  });
}

StringAttr AccumulationPlan::getGradientName(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto reducer = dyn_cast<ReduceGradientsOp>(op))
    return reducer.getInfo(use.getOperandNumber()).getName();
  if (auto optimizer = dyn_cast<OptimizerOpInterface>(op))
    return getParamName(optimizer);
  DictionaryAttr attributes =
      frame.getResult(use.getOperandNumber()).attributes;
  return attributes.getAs<StringAttr>(kGradientAttrName);
}

/// Finds the gradients, what depends on the update, and the collectives that
/// move into it.
LogicalResult AccumulationPlan::findBorder() {
  for (Operation &op : *body) {
    auto reducer = dyn_cast<ReduceGradientsOp>(op);
    if (!reducer)
      continue;
    if (reducer.getCount())
      return reducer.emitError("the gradients are sums over micro-steps "
                               "already; a step is split once");
    hasReducer = true;
    for (unsigned i = 0, e = reducer.getGradients().size(); i != e; ++i)
      gradients.push_back(&reducer->getOpOperand(i));
  }
  if (!hasReducer) {
    for (Operation &op : *body)
      if (auto optimizer = dyn_cast<OptimizerOpInterface>(op))
        gradients.push_back(&optimizer.getGradientMutable());
    for (OpOperand &use : body->getTerminator()->getOpOperands()) {
      DictionaryAttr attributes =
          frame.getResult(use.getOperandNumber()).attributes;
      if (attributes && attributes.get(kGradientAttrName))
        gradients.push_back(&use);
    }
  }
  if (gradients.empty())
    return success();
  for (Operation &op : body->without_terminator()) {
    bool isAfter = isa<ReduceGradientsOp>(op);
    if (!hasReducer)
      isAfter |= isa<OptimizerOpInterface>(op);
    visitOperands(&op, [&](OpOperand &operand) {
      isAfter |= after.contains(operand.get().getDefiningOp());
    });
    if (!isa<ReduceGradientsOp>(op) && holdsCollective(&op)) {
      moved.push_back(&op);
      isAfter = true;
    }
    if (isAfter)
      after.insert(&op);
  }
  for (OpOperand *use : gradients)
    if (after.contains(use->get().getDefiningOp()))
      return refuseReduced(*use);
  return success();
}

LogicalResult AccumulationPlan::refuseReduced(OpOperand &gradient) {
  llvm::DenseSet<Operation *> slice;
  addBackwards(gradient.get(), slice, /*stopsAtCuts=*/false);
  for (Operation *op : moved)
    if (slice.contains(op))
      return op->emitError("the forward or backward pass of each micro-step "
                           "needs it, so it cannot move to the update: ")
             << describe(op);
  return gradient.getOwner()->emitError("gradient ")
         << getGradientName(gradient)
         << " depends on a reduction or an update, so it cannot be summed up "
            "over micro-steps first";
}

//===----------------------------------------------------------------------===//
// What differs between micro-steps
//===----------------------------------------------------------------------===//

void AccumulationPlan::findVarying() {
  for (BlockArgument argument : body->getArguments())
    if (frame.isVarying(argument.getArgNumber()))
      varying.insert(argument);
  func::FuncOp function = frame.getFunction();
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (Operation &op : body->without_terminator()) {
      if (after.contains(&op))
        continue;
      bool varies = fences.isFence(&op);
      visitOperands(&op, [&](OpOperand &operand) {
        varies |= varying.contains(operand.get());
      });
      if (varies)
        varying.insert_range(op.getResults());
    }
    // State that each micro-step writes is another one in the next.
    for (OpOperand &use : body->getTerminator()->getOpOperands()) {
      StepValue result = frame.getResult(use.getOperandNumber());
      std::optional<unsigned> updated =
          getUpdatedArgument(function, *result.number);
      if (!updated || !varying.contains(use.get()))
        continue;
      for (BlockArgument argument : body->getArguments())
        if (frame.getArgument(argument.getArgNumber()).number == updated)
          hasChanged |= varying.insert(argument).second;
    }
  }
}

InFlightDiagnostic AccumulationPlan::emitCrossing(Operation *user,
                                                  Value value) {
  InFlightDiagnostic diagnostic = user->emitError("'");
  diagnostic << user->getName() << "' belongs to the update, and uses ";
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    diagnostic << "argument " << argument.getArgNumber()
               << ", which may differ between micro-steps; mark it with '"
               << kReplicatedAttrName << "' if it does not";
    diagnostic.attachNote(frame.getArgument(argument.getArgNumber()).loc)
        << "the argument";
    return diagnostic;
  }
  diagnostic << "a value that depends on the micro-step other than through "
                "gradients: "
             << describe(value.getDefiningOp());
  diagnostic.attachNote(value.getLoc()) << "the value";
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

LogicalResult AccumulationPlan::addAccumulator(OpOperand &use, Twine name,
                                               bool isMean) {
  Value value = use.get();
  Type type = value.getType();
  if (auto slices = dyn_cast<IndexedSlicesType>(type))
    type = slices.getDense();
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::string text = name.str();
  auto refuse = [&](const Twine &reason) {
    InFlightDiagnostic diagnostic = use.getOwner()->emitError("'");
    diagnostic << text << "' cannot be summed up over micro-steps: " << reason;
    diagnostic.attachNote(value.getLoc()) << "the value";
    return diagnostic;
  };
  if (!tensor || !tensor.hasStaticShape())
    return refuse("expected a tensor of static shape") << ", got " << type;
  Type element = tensor.getElementType();
  if (!element.isIntOrFloat())
    return refuse("expected numbers") << ", got " << type;
  if (isMean && !isa<FloatType>(element))
    return refuse("integers have no mean over the window")
           << "; split with average=false, or reduce floats";
  if (isa<FloatType>(element))
    tensor = tensor.clone(getScaleType(element));
  cuts.insert(&use);
  auto [it, inserted] = accumulators.try_emplace(value);
  if (!inserted)
    return success();
  // Reducers may share names.
  unsigned same = names[text]++;
  it->second = {same == 0 ? text : text + "#" + std::to_string(same), tensor};
  return success();
}

/// Whether the collective of a mean is the mean of the collectives.
static bool isLinear(Operation *op) {
  auto isSum = [](ReductionKind kind) {
    return kind == ReductionKind::Sum || kind == ReductionKind::Avg;
  };
  if (auto reduce = dyn_cast<AllReduceOp>(op))
    return isSum(reduce.getKind());
  if (auto scatter = dyn_cast<ReduceScatterOp>(op))
    return isSum(scatter.getKind());
  return isa<AllGatherOp, BroadcastOp>(op);
}

LogicalResult AccumulationPlan::verifyMoved(Operation *op) {
  bool usesVarying = false;
  visitOperands(op, [&](OpOperand &operand) {
    usesVarying |= varying.contains(operand.get());
  });
  if (!usesVarying || isLinear(op))
    return success();
  return op->emitError(
             "reduces a result of each micro-step, which moves to the update, "
             "on the mean of the window; expected a sum, a mean, an all-gather "
             "or a broadcast, got ")
         << describe(op);
}

/// A sum over micro-steps is dense, so nothing may need rows of it.
static LogicalResult verifyDense(OpOperand &gradient, StringAttr name) {
  auto refuse = [&](Operation *op) {
    return op->emitError("sparse gradient ")
           << name << " is summed up as a dense tensor over micro-steps, but "
           << "is used as a sparse one; use grad.to_dense";
  };
  auto reducer = dyn_cast<ReduceGradientsOp>(gradient.getOwner());
  Value value = reducer ? reducer.getReduced()[gradient.getOperandNumber()]
                        : gradient.get();
  if (!isa<IndexedSlicesType>(value.getType()))
    return success();
  if (!reducer)
    return refuse(gradient.getOwner());
  for (Operation *user : value.getUsers())
    if (!isa<ToDenseOp>(user))
      return refuse(user);
  return success();
}

LogicalResult AccumulationPlan::addAccumulators() {
  for (OpOperand *use : gradients)
    if (failed(verifyDense(*use, getGradientName(*use))) ||
        failed(addAccumulator(*use,
                              "accu_grads." + getGradientName(*use).getValue(),
                              request.average)))
      return failure();
  unsigned number = 0;
  auto addValue = [&](OpOperand &use) -> LogicalResult {
    if (!varying.contains(use.get()))
      return success();
    bool isNew = !accumulators.contains(use.get());
    if (failed(addAccumulator(use, "accu_values." + Twine(number),
                              /*isMean=*/true)))
      return failure();
    number += isNew;
    return success();
  };
  for (Operation *op : moved) {
    if (failed(verifyMoved(op)))
      return failure();
    if (isLinear(op))
      for (OpOperand &use : op->getOpOperands())
        if (failed(addValue(use)))
          return failure();
  }
  for (OpOperand &use : body->getTerminator()->getOpOperands())
    if (isUpdateResult[use.getOperandNumber()] && !cuts.contains(&use) &&
        !after.contains(use.get().getDefiningOp()) && failed(addValue(use)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Sides
//===----------------------------------------------------------------------===//

void AccumulationPlan::sortResults() {
  func::FuncOp function = frame.getFunction();
  for (OpOperand &use : body->getTerminator()->getOpOperands()) {
    StepValue result = frame.getResult(use.getOperandNumber());
    Value value = use.get();
    bool isState = getUpdatedArgument(function, *result.number).has_value();
    bool isGradient = llvm::is_contained(gradients, &use);
    // What depends on no batch is given once per window.
    bool isUpdate = after.contains(value.getDefiningOp()) || isGradient ||
                    !varying.contains(value);
    // Results of each micro-step that have a mean.
    if (!isUpdate && request.windowMean && !isState &&
        varying.contains(value) &&
        isa<FloatType>(getElementTypeOrSelf(value.getType())))
      isUpdate = true;
    isUpdateResult.push_back(isUpdate);
  }
}

void AccumulationPlan::addBackwards(Value value,
                                    llvm::DenseSet<Operation *> &side,
                                    bool stopsAtCuts) {
  SmallVector<Operation *> worklist;
  auto add = [&](Value needed) {
    Operation *op = needed.getDefiningOp();
    if (op && side.insert(op).second)
      worklist.push_back(op);
  };
  add(value);
  while (!worklist.empty())
    visitOperands(worklist.pop_back_val(), [&](OpOperand &operand) {
      if (!stopsAtCuts || !isCut(operand))
        add(operand.get());
    });
}

LogicalResult AccumulationPlan::collectSides() {
  for (auto &[value, accumulator] : accumulators)
    addBackwards(value, microStep, /*stopsAtCuts=*/false);
  for (OpOperand &use : body->getTerminator()->getOpOperands()) {
    bool isUpdate = isUpdateResult[use.getOperandNumber()];
    if (!isUpdate)
      addBackwards(use.get(), microStep, /*stopsAtCuts=*/false);
    else if (!isCut(use))
      addBackwards(use.get(), update, /*stopsAtCuts=*/true);
  }
  // What acts on more than its results stays, wherever its results go.
  for (Operation &op : body->without_terminator()) {
    bool isCollective =
        isa<ReduceGradientsOp>(op) || llvm::is_contained(moved, &op);
    if (!isCollective && !fences.isFence(&op))
      continue;
    llvm::DenseSet<Operation *> &side =
        after.contains(&op) ? update : microStep;
    side.insert(&op);
    visitOperands(&op, [&](OpOperand &operand) {
      if (!isCut(operand))
        addBackwards(operand.get(), side, after.contains(&op));
    });
  }
  for (Operation &op : body->without_terminator()) {
    // What else the update needs depends on no micro-step, or one of these
    // would use what does.
    if (!update.contains(&op) || !after.contains(&op))
      continue;
    LogicalResult result = success();
    visitOperands(&op, [&](OpOperand &operand) {
      if (succeeded(result) && !isCut(operand) &&
          varying.contains(operand.get()))
        result = emitCrossing(operand.getOwner(), operand.get());
    });
    if (failed(result))
      return failure();
  }
  return success();
}

LogicalResult AccumulationPlan::build() {
  if (failed(findBorder()))
    return failure();
  if (!hasCut())
    return success();
  findVarying();
  sortResults();
  if (failed(addAccumulators()))
    return failure();
  return collectSides();
}
