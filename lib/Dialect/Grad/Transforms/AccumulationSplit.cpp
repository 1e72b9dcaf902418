//===- AccumulationSplit.cpp - A step as micro-steps and update -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccumulationSplit.h"
#include "StepSignature.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/Transforms/ReductionPrecision.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

static constexpr StringLiteral kCounterName = "accu_steps";

AccumulationSplit::AccumulationSplit(StepFrame frame,
                                     const SplitRequest &request,
                                     const AccumulationPlan &plan,
                                     SymbolTable &symbols)
    : frame(frame), request(request), plan(plan), symbols(symbols),
      loc(frame.getFunction().getLoc()) {
  Builder builder(loc.getContext());
  for (auto &[value, accumulator] : plan.accumulators) {
    types.push_back(accumulator.type);
    Type element = accumulator.type.getElementType();
    states.push_back(frame.createState(accumulator.name, accumulator.type,
                                       /*isPerRank=*/true,
                                       builder.getZeroAttr(element)));
  }
  // All ranks count alike.
  types.push_back(RankedTensorType::get({}, builder.getI32Type()));
  states.push_back(frame.createState(kCounterName, types.back(),
                                     /*isPerRank=*/false,
                                     builder.getI32IntegerAttr(0)));
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

void AccumulationSplit::takeArguments(Half &half, bool isUpdate,
                                      bool isMicroStep) {
  Block *body = frame.getBody();
  auto isUsedBy = [&](OpOperand &use) {
    Operation *user = body->findAncestorOpInBlock(*use.getOwner());
    if (user == body->getTerminator()) {
      bool ofUpdate = plan.isUpdateResult[use.getOperandNumber()];
      return ofUpdate ? isUpdate && !plan.isCut(use) : isMicroStep;
    }
    return (isUpdate && plan.update.contains(user) && !plan.isCut(use)) ||
           (isMicroStep && plan.microStep.contains(user));
  };
  // What a result updates is an argument, if only to be written.
  auto isWritten = [&](const StepValue &argument) {
    for (unsigned i : half.oldResults)
      if (getUpdatedArgument(frame.getFunction(), *frame.getResult(i).number) ==
          argument.number)
        return true;
    return false;
  };
  for (BlockArgument argument : body->getArguments()) {
    unsigned number = argument.getArgNumber();
    bool isSummedUp = isMicroStep && plan.accumulators.contains(argument);
    if (!isSummedUp && !llvm::any_of(argument.getUses(), isUsedBy) &&
        !isWritten(frame.getArgument(number)))
      continue;
    half.oldArguments.push_back(number);
    half.arguments.push_back(frame.getArgument(number));
  }
}

void AccumulationSplit::takeResults(Half &half, bool isUpdate,
                                    bool isMicroStep) {
  for (unsigned i = 0, e = plan.isUpdateResult.size(); i != e; ++i) {
    if (plan.isUpdateResult[i] ? !isUpdate : !isMicroStep)
      continue;
    half.oldResults.push_back(i);
    half.results.push_back(frame.getResult(i));
  }
}

void AccumulationSplit::open(Half &half, StringRef suffix, bool hasSums,
                             bool writesSums) {
  size_t numOld = half.arguments.size();
  if (hasSums)
    llvm::append_range(half.arguments, states);
  if (writesSums)
    for (const StepValue &state : states)
      half.results.push_back(frame.createUpdate(state));
  std::string name = (frame.getFunction().getName() + suffix).str();
  half.block = frame.create(name, half.arguments, half.results);
  for (auto [i, old] : llvm::enumerate(half.oldArguments))
    half.mapping.map(frame.getBody()->getArgument(old),
                     half.block->getArgument(i));
  auto builder = OpBuilder::atBlockEnd(half.block);
  sums.clear();
  for (size_t i = 0; hasSums && i != states.size(); ++i)
    sums.push_back(
        frame.open(builder, half.block->getArgument(numOld + i), types[i]));
}

void AccumulationSplit::close(Half &half) {
  auto builder = OpBuilder::atBlockEnd(half.block);
  for (auto [value, result] : llvm::zip_equal(half.returned, half.results))
    value = frame.close(builder, value, result.inner);
  frame.finish(half.block, half.returned);
}

//===----------------------------------------------------------------------===//
// Micro-steps
//===----------------------------------------------------------------------===//

/// Adds a value to its sum, if it has one.
void AccumulationSplit::addToSum(OpBuilder &builder, Half &half, Value value) {
  auto *entry = plan.accumulators.find(value);
  if (entry == plan.accumulators.end())
    return;
  Value &sum = sums[std::distance(plan.accumulators.begin(), entry)];
  Value local = half.mapping.lookup(value);
  if (auto slices = dyn_cast<IndexedSlicesType>(local.getType()))
    local =
        ToDenseOp::create(builder, local.getLoc(), slices.getDense(), local);
  sum = AccumulateOp::create(builder, local.getLoc(), sum, local);
}

/// Forward, backward, and the sums, each as soon as it can be.
void AccumulationSplit::buildMicroStep(OpBuilder &builder, Half &half) {
  Block *body = frame.getBody();
  for (BlockArgument argument : body->getArguments())
    if (half.mapping.contains(argument))
      addToSum(builder, half, argument);
  for (Operation &op : body->without_terminator()) {
    if (!plan.microStep.contains(&op))
      continue;
    builder.clone(op, half.mapping);
    for (Value result : op.getResults())
      addToSum(builder, half, result);
  }
  Value one = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(types.back(), builder.getI32IntegerAttr(1)));
  sums.back() = arith::AddIOp::create(builder, loc, sums.back(), one);
}

FlatSymbolRefAttr AccumulationSplit::buildAccumulate() {
  Half half;
  takeResults(half, /*isUpdate=*/false, /*isMicroStep=*/true);
  takeArguments(half, /*isUpdate=*/false, /*isMicroStep=*/true);
  open(half, "_accumulate", /*hasSums=*/true, /*writesSums=*/true);
  auto builder = OpBuilder::atBlockEnd(half.block);
  buildMicroStep(builder, half);
  for (unsigned i : half.oldResults)
    half.returned.push_back(
        half.mapping.lookupOrDefault(Value(frame.getReturned()[i])));
  llvm::append_range(half.returned, sums);
  close(half);
  return getSymbol(half);
}

//===----------------------------------------------------------------------===//
// The update
//===----------------------------------------------------------------------===//

/// The number of micro-steps as a float, and whether there are any.
void AccumulationSplit::buildFactors(OpBuilder &builder) {
  auto constant = [&](int32_t number) -> Value {
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(types.back(),
                               builder.getI32IntegerAttr(number)));
  };
  Value number = sums.back();
  isPending = {};
  if (!request.lastInUpdate) {
    isPending = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sgt,
                                      number, constant(0));
    number = arith::MaxSIOp::create(builder, loc, number, constant(1));
  }
  auto type = RankedTensorType::get({}, builder.getF32Type());
  count = arith::SIToFPOp::create(builder, loc, type, number);
  inverses.clear();
}

Value AccumulationSplit::getSum(Value value) {
  auto *entry = plan.accumulators.find(value);
  return sums[std::distance(plan.accumulators.begin(), entry)];
}

/// The sum divided by the number of micro-steps, in the element type.
Value AccumulationSplit::buildMean(OpBuilder &builder, Value sum,
                                   Type element) {
  FloatType wide = getScaleType(element);
  Value &inverse = inverses[wide];
  if (!inverse) {
    Value divisor = castElements(builder, loc, count, wide);
    Value one = arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(cast<ShapedType>(divisor.getType()),
                               builder.getFloatAttr(wide, 1.0)));
    inverse = arith::DivFOp::create(builder, loc, one, divisor);
  }
  return ScaleOp::create(builder, sum.getLoc(),
                         cast<RankedTensorType>(sum.getType()).clone(element),
                         sum, inverse);
}

/// What the update reads where the step used the value of one micro-step:
/// optimizers the gradient in T, all others what they used in its own type.
Value AccumulationSplit::buildCut(OpBuilder &builder, OpOperand &use) {
  Value sum = getSum(use.get());
  Type element = getElementTypeOrSelf(use.get().getType());
  if (!isa<FloatType>(element))
    return sum;
  if (isa<OptimizerOpInterface>(use.getOwner()))
    element = getElementTypeOrSelf(sum.getType());
  if (plan.isGradient(use) && !request.average)
    return castElements(builder, loc, sum, element);
  return buildMean(builder, sum, element);
}

/// Stands in for a reduced gradient, in its type.
void AccumulationSplit::mapReduced(OpBuilder &builder, Half &half, Value old,
                                   Value reduced) {
  auto type = dyn_cast<RankedTensorType>(old.getType());
  Value value = reduced;
  if (type && isa<FloatType>(type.getElementType()))
    value = castElements(builder, old.getLoc(), reduced, type.getElementType());
  if (value != reduced)
    casts[value] = reduced;
  half.mapping.map(old, value);
}

/// The reducer reads the sums. What it delivers is in T, and cast back for all
/// but optimizers.
void AccumulationSplit::cloneReducer(OpBuilder &builder, Half &half,
                                     ReduceGradientsOp op) {
  SmallVector<Value> gradients;
  SmallVector<Type> reducedTypes;
  for (auto [i, gradient] : llvm::enumerate(op.getGradients())) {
    gradients.push_back(getSum(gradient));
    auto type = cast<RankedTensorType>(gradients.back().getType());
    if (op.getInfo(i).getSharded() != 0)
      type = cast<RankedTensorType>(op.getReduced()[i].getType())
                 .clone(type.getElementType());
    reducedTypes.push_back(type);
  }
  auto map = [&](Value value) {
    return value ? half.mapping.lookupOrDefault(value) : value;
  };
  SmallVector<Value> residuals = llvm::map_to_vector(
      op.getResiduals(), [&](Value value) { return map(value); });
  auto reducer = ReduceGradientsOp::create(
      builder, op.getLoc(), reducedTypes, op.getNewResiduals().getTypes(),
      gradients, residuals, map(op.getScale()),
      request.average ? count : Value(), op.getInfos(), op.getGroupAttr(),
      op.getOptionsAttr());
  reducer->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  half.mapping.map(op.getNewResiduals(), reducer.getNewResiduals());
  for (auto [old, reduced] :
       llvm::zip_equal(op.getReduced(), reducer.getReduced()))
    mapReduced(builder, half, old, reduced);
}

void AccumulationSplit::cloneIntoUpdate(OpBuilder &builder, Half &half,
                                        Operation &op) {
  if (auto reducer = dyn_cast<ReduceGradientsOp>(op))
    return cloneReducer(builder, half, reducer);
  // A sparse gradient has become a dense sum.
  if (auto toDense = dyn_cast<ToDenseOp>(op)) {
    Value sum = half.mapping.lookupOrDefault(toDense.getInput());
    if (isa<RankedTensorType>(sum.getType()))
      return mapReduced(builder, half, toDense.getResult(), sum);
  }
  // What the step widens itself does not get narrow on the way.
  if (op.getNumOperands() == 1) {
    Value wide = casts.lookup(half.mapping.lookupOrDefault(op.getOperand(0)));
    if (wide && isWideningTo(&op, getElementTypeOrSelf(wide))) {
      half.mapping.map(op.getResult(0), wide);
      return;
    }
  }
  SmallVector<std::pair<unsigned, Value>> cuts;
  for (OpOperand &use : op.getOpOperands())
    if (plan.isCut(use))
      cuts.push_back({use.getOperandNumber(), buildCut(builder, use)});
  Operation *clone = builder.clone(op, half.mapping);
  for (auto [number, value] : cuts)
    clone->setOperand(number, value);
  if (auto optimizer = dyn_cast<OptimizerOpInterface>(clone)) {
    OpOperand &gradient = optimizer.getGradientMutable();
    if (Value wide = casts.lookup(gradient.get()))
      gradient.set(wide);
  }
}

/// Without a single micro-step nothing changes.
void AccumulationSplit::guardUpdates(OpBuilder &builder, Half &half) {
  if (!isPending)
    return;
  llvm::SmallDenseSet<Operation *> guarded;
  for (auto [value, old] : llvm::zip_equal(half.returned, half.oldResults)) {
    std::optional<unsigned> updated =
        getUpdatedArgument(frame.getFunction(), *frame.getResult(old).number);
    if (!updated)
      continue;
    Value state;
    for (auto [i, argument] : llvm::enumerate(half.arguments))
      if (argument.number == updated)
        state = half.block->getArgument(i);
    Operation *op = value.getDefiningOp();
    if (auto optimizer = dyn_cast_or_null<OptimizerOpInterface>(op)) {
      if (!guarded.insert(op).second)
        continue;
      MutableOperandRange condition = optimizer.getConditionMutable();
      OpBuilder before(op);
      Value both = isPending;
      if (!condition.empty())
        both = arith::AndIOp::create(before, loc,
                                     OperandRange(condition).front(), both);
      condition.assign(both);
    } else if (value != state) {
      value = chooseState(builder, loc, isPending, value, state);
    }
  }
}

FlatSymbolRefAttr AccumulationSplit::buildUpdateFunction() {
  Half half;
  takeResults(half, /*isUpdate=*/true, request.lastInUpdate);
  takeArguments(half, /*isUpdate=*/true, request.lastInUpdate);
  open(half, "_update", /*hasSums=*/true,
       /*writesSums=*/!request.separateClear);
  auto builder = OpBuilder::atBlockEnd(half.block);
  if (request.lastInUpdate)
    buildMicroStep(builder, half);
  buildFactors(builder);
  for (Operation &op : frame.getBody()->without_terminator()) {
    // A value that both sides need is there already.
    bool isThere =
        op.getNumResults() != 0 && half.mapping.contains(op.getResult(0));
    if (plan.update.contains(&op) && !isThere)
      cloneIntoUpdate(builder, half, op);
  }
  for (unsigned i : half.oldResults) {
    OpOperand &use = frame.getBody()->getTerminator()->getOpOperand(i);
    half.returned.push_back(plan.isCut(use)
                                ? buildCut(builder, use)
                                : half.mapping.lookupOrDefault(use.get()));
  }
  guardUpdates(builder, half);
  for (auto [cast, wide] : casts)
    if (cast.use_empty() && !llvm::is_contained(half.returned, cast))
      cast.getDefiningOp()->erase();
  if (count.use_empty())
    count.getDefiningOp()->erase();
  if (!request.separateClear)
    clearSums(builder, half);
  close(half);
  return getSymbol(half);
}

//===----------------------------------------------------------------------===//
// All functions
//===----------------------------------------------------------------------===//

/// Zeros are stored: a product with zero would keep NaN.
void AccumulationSplit::clearSums(OpBuilder &builder, Half &half) {
  for (RankedTensorType type : types)
    half.returned.push_back(arith::ConstantOp::create(
        builder, loc, cast<TypedAttr>(builder.getZeroAttr(type))));
}

FlatSymbolRefAttr AccumulationSplit::buildClear() {
  Half half;
  open(half, "_clear", /*hasSums=*/true, /*writesSums=*/true);
  auto builder = OpBuilder::atBlockEnd(half.block);
  clearSums(builder, half);
  close(half);
  return getSymbol(half);
}

FlatSymbolRefAttr AccumulationSplit::getSymbol(const Half &half) {
  Operation *op = half.block->getParentOp();
  auto function = dyn_cast<func::FuncOp>(op);
  if (!function)
    function = op->getParentOfType<func::FuncOp>();
  symbols.insert(function);
  return FlatSymbolRefAttr::get(function.getSymNameAttr());
}

ScheduleAttr AccumulationSplit::run() {
  FlatSymbolRefAttr accumulate = buildAccumulate();
  FlatSymbolRefAttr update = buildUpdateFunction();
  FlatSymbolRefAttr clear =
      request.separateClear ? buildClear() : FlatSymbolRefAttr();
  symbols.erase(frame.getFunction());
  return ScheduleAttr::get(loc.getContext(), accumulate, update, clear,
                           request.steps, request.lastInUpdate);
}
