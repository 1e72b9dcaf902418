//===- MarkedGradients.cpp - Reducers over what is marked -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientReducers.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/Transforms/ReductionPrecision.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::grad;

/// Whether the value comes from a reduction already, through casts and scaling.
static bool isReduced(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<CollectiveOpInterface, ReduceGradientsOp>(op))
      return true;
    if (!isa<ScaleOp>(op) && !isReshape(op) && !isWidening(op) &&
        !isNarrowing(op))
      return false;
    value = op->getOperand(0);
  }
  return false;
}

static bool isGradientType(Type type) {
  return isa<RankedTensorType, IndexedSlicesType>(type);
}

namespace {
/// One function whose marked gradients get a reducer.
class MarkedGradients {
public:
  MarkedGradients(FunctionOpInterface function, const ReducerRequest &request)
      : function(function), request(request) {}

  LogicalResult run();

private:
  LogicalResult collect();
  LogicalResult collectOptimized();
  LogicalResult add(Operation *at, Value value, StringAttr name);
  LogicalResult sort();
  FailureOr<SmallVector<Attribute>> getInfos();
  FailureOr<SmallVector<Type>> getReducedTypes();
  /// The uses that get the reduced gradient, gradient by gradient.
  SmallVector<SmallVector<OpOperand *>> getUses();

  FunctionOpInterface function;
  const ReducerRequest &request;
  SmallVector<NamedGradient> gradients;
  Block *block = nullptr;
};
} // namespace

LogicalResult MarkedGradients::add(Operation *at, Value value,
                                   StringAttr name) {
  if (!isGradientType(value.getType()))
    return at->emitError("gradient ")
           << name << ": expected a ranked tensor or sparse gradient, got "
           << value.getType();
  auto isUsedByReducer = [](Operation *user) {
    return isa<ReduceGradientsOp>(user);
  };
  if (isReduced(value) || llvm::any_of(value.getUsers(), isUsedByReducer)) {
    noteReducer(at, /*isPassed=*/false, "reduced", name.getValue(),
                "it is reduced already");
    return success();
  }
  for (const NamedGradient &other : gradients) {
    if (other.value == value && other.name == name)
      return success();
    if (other.name == name)
      return at->emitError("gradient ")
             << name
             << ": expected one value of that name, got two; a function "
                "with several returns has to merge them before";
    if (other.value == value)
      return at->emitError("gradient ")
             << name << ": expected one name for one value, got " << other.name
             << " too";
  }
  gradients.push_back({value, name});
  return success();
}

LogicalResult MarkedGradients::collect() {
  WalkResult walk = function->walk([&](Operation *op) -> WalkResult {
    auto name = op->getAttrOfType<StringAttr>(kGradientAttrName);
    if (!name)
      return WalkResult::advance();
    if (op->getNumResults() != 1)
      return op->emitError("expected '")
             << kGradientAttrName << "' on an operation with one result, got "
             << op->getNumResults();
    return add(op, op->getResult(0), name);
  });
  if (walk.wasInterrupted())
    return failure();
  for (Block &body : function.getFunctionBody()) {
    Operation *terminator = body.getTerminator();
    if (!terminator->hasTrait<OpTrait::ReturnLike>())
      continue;
    for (auto [i, operand] : llvm::enumerate(terminator->getOperands()))
      if (auto name =
              function.getResultAttrOfType<StringAttr>(i, kGradientAttrName))
        if (failed(add(terminator, operand, name)))
          return failure();
  }
  return collectOptimized();
}

/// The gradients of optimizers, where they are not marked.
LogicalResult MarkedGradients::collectOptimized() {
  WalkResult walk = function->walk([&](OptimizerOpInterface op) -> WalkResult {
    Value value = op.getGradientMutable().get();
    if (auto toDense = value.getDefiningOp<ToDenseOp>())
      value = toDense.getInput();
    auto isSame = [&](const NamedGradient &gradient) {
      return gradient.value == value;
    };
    if (isReduced(value) || llvm::any_of(gradients, isSame))
      return WalkResult::advance();
    return add(op, value, getParamName(op));
  });
  return failure(walk.wasInterrupted());
}

/// Puts the gradients into program order, and finds their block.
LogicalResult MarkedGradients::sort() {
  block = gradients.front().value.getParentBlock();
  for (NamedGradient gradient : gradients)
    if (gradient.value.getParentBlock() != block)
      return function->emitOpError("expected all gradients in one block, got ")
             << gradients.front().name << " and " << gradient.name
             << " in different ones";
  llvm::stable_sort(gradients, [](NamedGradient a, NamedGradient b) {
    auto argA = dyn_cast<BlockArgument>(a.value),
         argB = dyn_cast<BlockArgument>(b.value);
    if (argA || argB)
      return argA && (!argB || argA.getArgNumber() < argB.getArgNumber());
    Operation *opA = a.value.getDefiningOp(), *opB = b.value.getDefiningOp();
    if (opA != opB)
      return opA->isBeforeInBlock(opB);
    return cast<OpResult>(a.value).getResultNumber() <
           cast<OpResult>(b.value).getResultNumber();
  });
  return success();
}

FailureOr<SmallVector<Attribute>> MarkedGradients::getInfos() {
  SmallVector<Attribute> infos;
  for (NamedGradient gradient : gradients) {
    StringRef name = gradient.name.getValue();
    bool isLocal = llvm::is_contained(request.layerwiseParallel, name),
         isServed = llvm::is_contained(request.parameterServer, name);
    auto info = GradientInfoAttr::getChecked(
        [&] { return function->emitError("gradient '" + name + "': "); },
        function->getContext(), gradient.name, isLocal, isServed,
        /*sharded=*/int64_t(0));
    if (!info)
      return failure();
    infos.push_back(info);
  }
  return infos;
}

FailureOr<SmallVector<Type>> MarkedGradients::getReducedTypes() {
  SmallVector<Type> types;
  for (NamedGradient gradient : gradients) {
    Type type = gradient.value.getType();
    auto slices = dyn_cast<IndexedSlicesType>(type);
    bool isLocal =
        llvm::is_contained(request.layerwiseParallel,
                           gradient.name.getValue()) ||
        llvm::is_contained(request.parameterServer, gradient.name.getValue());
    if (!slices || isLocal) {
      types.push_back(type);
      continue;
    }
    bool isMadeDense =
        llvm::all_of(gradient.value.getUsers(), llvm::IsaPred<ToDenseOp>);
    bool hasToBeDense =
        request.options.sparseAsDense || request.options.denseAbove;
    if (isMadeDense) {
      types.push_back(slices.getDense());
      continue;
    }
    if (hasToBeDense)
      return function->emitError("gradient ")
             << gradient.name
             << ": expected only 'grad.to_dense' to use a sparse gradient that "
                "comes back dense";
    if (!ShapedType::isDynamic(slices.getRows()))
      return function->emitError("gradient ")
             << gradient.name
             << ": expected a dynamic number of rows, since it comes back with "
                "the rows of all ranks, got "
             << slices;
    types.push_back(type);
  }
  return types;
}

SmallVector<SmallVector<OpOperand *>> MarkedGradients::getUses() {
  SmallVector<Value> values;
  for (NamedGradient gradient : gradients)
    values.push_back(gradient.value);
  llvm::DenseSet<Operation *> backward = getBackwardSlice(block, values);
  SmallVector<SmallVector<OpOperand *>> uses(gradients.size());
  for (auto [gradient, list] : llvm::zip_equal(gradients, uses))
    for (OpOperand &use : gradient.value.getUses()) {
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      if (!user || !backward.contains(user))
        list.push_back(&use);
    }
  return uses;
}

LogicalResult MarkedGradients::run() {
  if (function.isExternal())
    return success();
  if (failed(collect()))
    return failure();
  if (gradients.empty())
    return success();
  if (failed(sort()))
    return failure();
  FailureOr<SmallVector<Attribute>> infos = getInfos();
  FailureOr<SmallVector<Type>> types = getReducedTypes();
  if (failed(infos) || failed(types))
    return failure();
  SmallVector<SmallVector<OpOperand *>> uses = getUses();
  SmallVector<OpOperand *> allUses;
  SmallVector<Value> values;
  for (auto [gradient, list] : llvm::zip_equal(gradients, uses)) {
    values.push_back(gradient.value);
    llvm::append_range(allUses, list);
  }
  OpBuilder builder(function->getContext());
  if (Operation *last = values.back().getDefiningOp())
    builder.setInsertionPointAfter(last);
  else
    builder.setInsertionPointToStart(block);
  Location loc = function->getLoc();
  auto reducer = ReduceGradientsOp::create(
      builder, loc, *types, /*newResiduals=*/TypeRange(), values,
      /*residuals=*/ValueRange(), /*scale=*/Value(), /*count=*/Value(),
      builder.getArrayAttr(*infos), request.group,
      request.options.get(function->getContext()));
  if (failed(moveUsersBelow(allUses, reducer, "a gradient that is reduced")))
    return failure();
  for (auto [i, list] : llvm::enumerate(uses)) {
    Value reduced = reducer.getReduced()[i];
    // The reducer has the name now; a second run would reduce the local value
    // once more.
    if (Operation *marked = gradients[i].value.getDefiningOp())
      marked->removeAttr(kGradientAttrName);
    noteReducer(reducer, /*isPassed=*/true, "marked",
                gradients[i].name.getValue(),
                "it is gradient " + Twine(i) + " of a reducer");
    bool isMadeDense = reduced.getType() != gradients[i].value.getType();
    for (OpOperand *use : list) {
      if (!isMadeDense) {
        use->set(reduced);
        continue;
      }
      Operation *toDense = use->getOwner();
      toDense->getResult(0).replaceAllUsesWith(reduced);
      toDense->erase();
    }
  }
  return success();
}

LogicalResult grad::insertReducerOverMarked(FunctionOpInterface function,
                                            const ReducerRequest &request) {
  return MarkedGradients(function, request).run();
}
