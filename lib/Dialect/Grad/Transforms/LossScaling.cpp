//===- LossScaling.cpp - A scale for the loss of a step -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LossScaling.h"
#include "GradientReducers.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/Transforms/ReductionPrecision.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::grad;

static Type getElementType(Value value) {
  auto slices = dyn_cast<IndexedSlicesType>(value.getType());
  return slices ? slices.getElementType() : getElementTypeOrSelf(value);
}

//===----------------------------------------------------------------------===//
// What there is
//===----------------------------------------------------------------------===//

LogicalResult LossScaling::collect() {
  bool hasMark = false, isNested = false;
  Block *body = &function.getBody().front();
  function.walk([&](Operation *op) {
    if (auto seed = dyn_cast<SeedOp>(op))
      seedOps.push_back(seed);
    auto reducer = dyn_cast<ReduceGradientsOp>(op);
    if (reducer)
      reducers.push_back(reducer);
    if (reducer || isa<OptimizerOpInterface>(op))
      isNested |= op->getBlock() != body;
  });
  for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i)
    if (function.getArgAttr(i, kSeedAttrName))
      seedArguments.push_back(function.getArgument(i));
  if (reducers.empty() && function.getBody().hasOneBlock()) {
    for (auto optimizer : body->getOps<OptimizerOpInterface>())
      gradients.push_back(&optimizer.getGradientMutable());
    for (OpOperand &use : body->getTerminator()->getOpOperands())
      if (function.getResultAttr(use.getOperandNumber(), kGradientAttrName))
        gradients.push_back(&use);
  }
  for (unsigned i = 0, e = function.getNumResults(); i != e; ++i)
    hasMark |= bool(function.getResultAttr(i, kGradientAttrName));
  hasMark |= isStep();
  if (!hasMark)
    return success();
  if (!function.getBody().hasOneBlock())
    return function.emitError("expected a step of one block, got ")
           << function.getBody().getBlocks().size();
  if (isNested)
    return function.emitError("its gradients stand inside of another "
                              "operation, where no loss can be scaled");
  if (failed(verifyStateIsValue(function)))
    return failure();
  return verifySeeds();
}

LogicalResult LossScaling::verifySeeds() {
  if (seedArguments.empty() && seedOps.empty())
    return function.emitError("has gradients, but no place where a loss scale "
                              "could enter; mark the argument that is the "
                              "loss's cotangent with '")
           << kSeedAttrName << "', or make it with grad.seed";
  for (ReduceGradientsOp op : reducers)
    if (op.getScale())
      return op.emitError("the gradients are scaled already");
  auto verify =
      [&](Type type,
          function_ref<InFlightDiagnostic()> emitError) -> LogicalResult {
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    if (!element || !isa<RankedTensorType>(type))
      return emitError() << "expected the loss's cotangent to be a tensor of "
                            "floats, got "
                         << type;
    llvm::APFloat scale(options.init);
    bool losesInfo = false;
    scale.convert(element.getFloatSemantics(),
                  llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    if (!scale.isInfinity() && !scale.isNaN())
      return success();
    return emitError() << "the scale " << options.init
                       << " is infinite in the loss's type, " << element
                       << "; compute the loss in f32, or start from less with "
                          "init-scale";
  };
  for (BlockArgument argument : seedArguments)
    if (failed(verify(argument.getType(), [&] {
          return function.emitError("argument ")
                 << argument.getArgNumber() << ": ";
        })))
      return failure();
  for (SeedOp op : seedOps) {
    if (op.getScale())
      return op.emitError("the loss is scaled already");
    if (failed(verify(op.getType(), [&] { return op.emitError(); })))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The scale on its way
//===----------------------------------------------------------------------===//

void LossScaling::scaleSeeds(Value scale) {
  for (BlockArgument seed : seedArguments) {
    SmallVector<OpOperand *> uses(
        llvm::map_range(seed.getUses(), [](OpOperand &use) { return &use; }));
    Value scaled =
        ScaleOp::create(builder, seed.getLoc(),
                        cast<RankedTensorType>(seed.getType()), seed, scale);
    for (OpOperand *use : uses)
      use->set(scaled);
  }
  for (SeedOp op : seedOps)
    op.getScaleMutable().assign(scale);
}

/// Notes a gradient that is checked to be finite.
void LossScaling::addFinite(Value value) {
  if (!isa<FloatType>(getElementType(value)))
    return;
  if (auto slices = dyn_cast<IndexedSlicesType>(value.getType()))
    value = ValuesOp::create(builder, value.getLoc(), slices.getValuesType(),
                             value);
  checked.push_back(value);
}

/// Has the reducers divide by the scale, and deliver in T.
void LossScaling::unscaleReduced(Value scale) {
  for (ReduceGradientsOp op : reducers) {
    builder.setInsertionPointAfter(op);
    op.getScaleMutable().assign(scale);
    for (Value reduced : op.getReduced()) {
      auto own = dyn_cast<FloatType>(getElementType(reduced));
      if (!own)
        continue;
      unscaled.push_back(reduced);
      FloatType wide = getScaleType(own);
      auto tensor = dyn_cast<RankedTensorType>(reduced.getType());
      if (wide == own || !tensor)
        continue;
      SmallVector<OpOperand *> uses;
      SmallVector<Operation *> widened;
      for (OpOperand &use : reduced.getUses())
        if (isWideningTo(use.getOwner(), wide))
          widened.push_back(use.getOwner());
        else if (!isa<OptimizerOpInterface>(use.getOwner()))
          uses.push_back(&use);
      reduced.setType(tensor.clone(wide));
      // What the step widens itself does not get narrow on the way.
      for (Operation *op : widened) {
        op->getResult(0).replaceAllUsesWith(reduced);
        op->erase();
      }
      if (uses.empty())
        continue;
      Value cast = castElements(builder, op.getLoc(), reduced, own);
      for (OpOperand *use : uses)
        use->set(cast);
    }
  }
  builder.setInsertionPointAfter(reducers.back());
  for (ReduceGradientsOp op : reducers) {
    // Clipping would hide an infinity.
    if (op.getOptionsOrDefault().getClipValue())
      for (Value gradient : op.getGradients())
        addFinite(gradient);
    for (Value reduced : op.getReduced())
      addFinite(reduced);
  }
}

/// Puts gradients that ranks do not exchange into a reducer that leaves them on
/// their rank: it divides by the scale like any other, and is a border that
/// accumulation can be split at.
void LossScaling::createLocalReducer() {
  llvm::MapVector<Value, SmallVector<OpOperand *>> uses;
  llvm::StringMap<unsigned> names;
  SmallVector<Attribute> infos;
  Operation *last = nullptr;
  for (OpOperand *use : gradients) {
    Value value = use->get();
    if (!isa<FloatType>(getElementType(value)))
      continue;
    SmallVector<OpOperand *> &list = uses[value];
    list.push_back(use);
    if (list.size() > 1)
      continue;
    auto optimizer = dyn_cast<OptimizerOpInterface>(use->getOwner());
    std::string name = optimizer
                           ? getParamName(optimizer).str()
                           : function
                                 .getResultAttrOfType<StringAttr>(
                                     use->getOperandNumber(), kGradientAttrName)
                                 .str();
    if (unsigned same = names[name]++)
      name += "#" + std::to_string(same);
    infos.push_back(GradientInfoAttr::get(
        function.getContext(), builder.getStringAttr(name),
        /*layerwiseParallel=*/true, /*parameterServer=*/false,
        /*sharded=*/int64_t(0)));
    if (Operation *op = value.getDefiningOp();
        op && (!last || last->isBeforeInBlock(op)))
      last = op;
  }
  if (uses.empty())
    return;
  OpBuilder::InsertionGuard guard(builder);
  if (last)
    builder.setInsertionPointAfter(last);
  SmallVector<Value> values =
      llvm::map_to_vector(uses, [](const auto &entry) { return entry.first; });
  auto reducer =
      ReduceGradientsOp::create(builder, loc, values, infos,
                                /*group=*/GroupAttr(), ReducerOptionsAttr());
  for (auto [entry, reduced] : llvm::zip_equal(uses, reducer.getReduced()))
    for (OpOperand *use : entry.second)
      use->set(reduced);
  reducers.push_back(reducer);
}

//===----------------------------------------------------------------------===//
// Overflow
//===----------------------------------------------------------------------===//

/// Whether a gradient of any rank is not finite, as a `tensor<i1>`.
Value LossScaling::buildOverflow() {
  auto boolType = RankedTensorType::get({}, builder.getI1Type());
  auto flagType = RankedTensorType::get({}, builder.getI32Type());
  auto constant = [&](RankedTensorType type, TypedAttr number) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, number));
  };
  Value isFinite = AllFiniteOp::create(builder, loc, boolType, checked);
  Value isBad = arith::XOrIOp::create(
      builder, loc, isFinite, constant(boolType, builder.getBoolAttr(true)));
  // Integers of 32 bits, which every backend reduces.
  Value flag = arith::ExtUIOp::create(builder, loc, flagType, isBad);
  auto reduce = AllReduceOp::create(
      builder, loc, TypeRange(flagType), flag, /*outputs=*/ValueRange(),
      ReductionKindAttr::get(function.getContext(), ReductionKind::Max),
      /*group=*/GroupAttr(), /*fusion=*/FusionAttr());
  reduce->setDiscardableAttr(kParamAttrName, builder.getStringAttr("overflow"));
  return arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ne, reduce->getResult(0),
      constant(flagType, builder.getI32IntegerAttr(0)));
}

/// Updates stand below what tells whether to update.
LogicalResult LossScaling::moveOptimizersBelow(Operation *position) {
  SmallVector<OpOperand *> uses;
  for (Value value : unscaled)
    for (OpOperand &use : value.getUses())
      if (isa<OptimizerOpInterface>(use.getOwner()))
        uses.push_back(&use);
  return moveUsersBelow(uses, position, "the overflow flag");
}

void LossScaling::collectDependents() {
  Block *body = &function.getBody().front();
  llvm::DenseSet<Value> sources(unscaled.begin(), unscaled.end());
  for (ReduceGradientsOp op : reducers)
    sources.insert_range(op.getNewResiduals());
  auto visit = [](Operation *op, function_ref<void(Value)> body) {
    op->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        body(operand);
    });
  };
  for (Operation &op : body->without_terminator())
    visit(&op, [&](Value operand) {
      if (sources.contains(operand) ||
          dependents.contains(operand.getDefiningOp()))
        dependents.insert(&op);
    });
  // What they read, directly or through operations that depend on no gradient.
  SmallVector<Value> worklist;
  llvm::DenseSet<Operation *> seen;
  for (Operation *op : dependents)
    visit(op, [&](Value operand) { worklist.push_back(operand); });
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (sources.contains(value))
      continue;
    Operation *op = value.getDefiningOp();
    if (!op)
      readState.insert(value);
    else if (!dependents.contains(op) && seen.insert(op).second)
      visit(op, [&](Value operand) { worklist.push_back(operand); });
  }
}

/// Where gradients are not finite, parameters and what updates read stay as
/// they were. State of the forward pass alone, as running statistics, does not.
void LossScaling::guardUpdates(Value isFine) {
  Operation *terminator = function.getBody().front().getTerminator();
  for (auto optimizer :
       function.getBody().front().getOps<OptimizerOpInterface>()) {
    MutableOperandRange condition = optimizer.getConditionMutable();
    Value both = isFine;
    if (!condition.empty()) {
      OpBuilder before(optimizer);
      both = arith::AndIOp::create(before, loc, OperandRange(condition).front(),
                                   isFine);
    }
    condition.assign(both);
  }
  builder.setInsertionPoint(terminator);
  for (OpOperand &use : terminator->getOpOperands()) {
    std::optional<unsigned> updated =
        getUpdatedArgument(function, use.getOperandNumber());
    Value value = use.get();
    Operation *op = value.getDefiningOp();
    if (!updated || isa_and_nonnull<OptimizerOpInterface>(op))
      continue;
    Value state = function.getArgument(*updated);
    bool isRead = readState.contains(state);
    bool isResidual = isa_and_nonnull<ReduceGradientsOp>(op);
    if (value == state || !(isRead || isResidual || dependents.contains(op)))
      continue;
    use.set(chooseState(builder, loc, isFine, value, state));
  }
}

LogicalResult LossScaling::insert() {
  Block *body = &function.getBody().front();
  builder.setInsertionPointToStart(body);
  double largest = std::numeric_limits<float>::max();
  for (Value seed :
       llvm::concat<Value>(llvm::to_vector_of<Value>(seedArguments),
                           llvm::map_to_vector(seedOps, [](SeedOp op) -> Value {
                             return op.getResult();
                           }))) {
    auto type = cast<FloatType>(getElementTypeOrSelf(seed));
    largest = std::min(
        largest,
        llvm::APFloat::getLargest(type.getFloatSemantics()).convertToDouble());
  }
  LossScaleState state(options, largest);
  if (failed(state.create(builder, loc, signature)))
    return failure();
  scaleSeeds(state.getScale());
  if (reducers.empty())
    createLocalReducer();
  if (reducers.empty())
    return function.emitError("has no gradient of floats that a loss scale "
                              "would enter");
  unscaleReduced(state.getScale());
  Value overflow = buildOverflow();
  Value isFine = arith::XOrIOp::create(
      builder, loc, overflow,
      arith::ConstantOp::create(
          builder, loc,
          DenseElementsAttr::get(cast<RankedTensorType>(overflow.getType()),
                                 builder.getBoolAttr(true))));
  if (failed(moveOptimizersBelow(isFine.getDefiningOp())))
    return failure();
  collectDependents();
  guardUpdates(isFine);
  state.update(builder, loc, overflow, signature);
  signature.addResult(overflow, kMetricAttrName, "overflow");
  signature.addResult(state.getScale(), kMetricAttrName, "loss_scale");
  signature.finish();
  return success();
}
