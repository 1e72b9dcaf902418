//===- InsertOptimizer.cpp - Updates for the gradients of a step -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientReducers.h"
#include "PartialUpdate.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

namespace mlir::grad {
#define GEN_PASS_DEF_INSERTOPTIMIZER
#include "grad/Dialect/Grad/Transforms/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

namespace {
/// What the pass has to know of an optimizer.
struct Optimizer {
  StringLiteral name;
  ArrayRef<StringLiteral> states;
  /// The coefficients that it has, as attributes and, with `-` for `_`,
  /// options.
  ArrayRef<StringLiteral> coefficients;
  bool hasNesterov = false, countsSteps = false;
};
} // namespace

static constexpr StringLiteral kOfSGD[] = {"weight_decay"},
                               kOfMomentum[] = {"momentum", "weight_decay"},
                               kOfAdam[] = {"beta1", "beta2", "epsilon",
                                            "weight_decay"};

static const Optimizer *findOptimizer(StringRef name) {
  static const Optimizer optimizers[] = {
      {"sgd", SGDOp::getStateNames(), kOfSGD},
      {"momentum", MomentumOp::getStateNames(), kOfMomentum,
       /*hasNesterov=*/true},
      {"adam", AdamOp::getStateNames(), kOfAdam, false, /*countsSteps=*/true},
      {"adamw", AdamWOp::getStateNames(), kOfAdam, false, /*countsSteps=*/true},
  };
  for (const Optimizer &optimizer : optimizers)
    if (optimizer.name == name)
      return &optimizer;
  return nullptr;
}

namespace {
/// The options, as attributes of the optimizer, and what is no attribute.
struct OptimizerRequest {
  const Optimizer *optimizer = nullptr;
  SmallVector<NamedAttribute> attributes;
  double learningRate = 0;
  bool keepGradients = false;
  /// Elements of a partition of a partial update; 0: all gradients are reduced.
  int64_t partition = 0;
};

/// Adds the updates of one function.
class OptimizerInsertion {
public:
  OptimizerInsertion(func::FuncOp function, const OptimizerRequest &request)
      : function(function), request(request), builder(function.getContext()),
        loc(function.getLoc()), signature(function) {}

  LogicalResult run();

private:
  /// A gradient that the function returns, and the argument that it is of.
  struct Gradient {
    unsigned result, param;
    StringAttr name;
  };
  LogicalResult collect();
  LogicalResult verify(const Gradient &gradient);
  LogicalResult insert(const Gradient &gradient);
  LogicalResult verifyLocal();
  LogicalResult averageParams();
  LogicalResult addSharedState();

  func::FuncOp function;
  const OptimizerRequest &request;
  OpBuilder builder;
  Location loc;
  SmallVector<Gradient> gradients;
  Value learningRate, step;
  /// New values, each parameter before its state.
  SmallVector<std::pair<Value, std::string>> updates;
  StepSignature signature;
};
} // namespace

LogicalResult OptimizerInsertion::verify(const Gradient &gradient) {
  Type type = function.getResultTypes()[gradient.result];
  auto param =
      dyn_cast<RankedTensorType>(function.getArgumentTypes()[gradient.param]);
  auto slices = dyn_cast<IndexedSlicesType>(type);
  auto dense = dyn_cast<RankedTensorType>(slices ? slices.getDense() : type);
  if (!param || !isa<FloatType>(param.getElementType()))
    return function.emitError("parameter ")
           << gradient.name << ": expected a tensor of floats to update, got "
           << function.getArgumentTypes()[gradient.param];
  if (!dense || !isa<FloatType>(dense.getElementType()) ||
      dense.getShape() != param.getShape())
    return function.emitError("gradient ")
           << gradient.name << ": expected floats in the shape of the "
           << "parameter, " << param << ", got " << type;
  for (unsigned i = 0, e = function.getNumResults(); i != e; ++i)
    if (function.getResultAttr(i, kUpdatesAttrName) == gradient.name)
      return function.emitError("parameter ")
             << gradient.name << ": result " << i << " updates it already";
  return success();
}

LogicalResult OptimizerInsertion::collect() {
  llvm::DenseMap<StringAttr, unsigned> params;
  for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i)
    if (auto name = function.getArgAttrOfType<StringAttr>(i, kParamAttrName))
      params[name] = i;
  for (unsigned i = 0, e = function.getNumResults(); i != e; ++i) {
    auto name = function.getResultAttrOfType<StringAttr>(i, kGradientAttrName);
    if (!name)
      continue;
    auto param = params.find(name);
    if (param == params.end())
      return function.emitError("gradient ")
             << name << ": there is no argument with '" << kParamAttrName
             << "' = " << name << " to update";
    gradients.push_back({i, param->second, name});
    if (failed(verify(gradients.back())))
      return failure();
  }
  return success();
}

LogicalResult OptimizerInsertion::addSharedState() {
  auto rateType = RankedTensorType::get({}, builder.getF32Type());
  FailureOr<Value> rate = signature.addState(
      "the optimizer", "learning_rate", rateType, /*isPerRank=*/false,
      builder.getF32FloatAttr(request.learningRate));
  if (failed(rate))
    return failure();
  learningRate = *rate;
  if (!request.optimizer->countsSteps)
    return success();
  auto stepType = RankedTensorType::get({}, builder.getI32Type());
  FailureOr<Value> old =
      signature.addState("the optimizer", "step", stepType, /*isPerRank=*/false,
                         builder.getI32IntegerAttr(0));
  if (failed(old))
    return failure();
  Value one = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(stepType, builder.getI32IntegerAttr(1)));
  step = arith::AddIOp::create(builder, loc, *old, one);
  signature.addResult(step, kUpdatesAttrName, "step");
  return success();
}

LogicalResult OptimizerInsertion::insert(const Gradient &gradient) {
  Operation *terminator = function.getBody().front().getTerminator();
  Value value = terminator->getOperand(gradient.result);
  if (auto slices = dyn_cast<IndexedSlicesType>(value.getType()))
    value =
        ToDenseOp::create(builder, value.getLoc(), slices.getDense(), value);
  Value param = function.getArgument(gradient.param);
  auto type = cast<RankedTensorType>(param.getType());
  OperationState state(value.getLoc(), "grad." + request.optimizer->name.str());
  state.addOperands({param, value});
  state.addTypes(type);
  state.addAttributes(request.attributes);
  // Without a reduction each rank goes its own way.
  if (request.partition != 0)
    function.setArgAttr(gradient.param, kPerRankAttrName,
                        builder.getUnitAttr());
  bool isPerRank = bool(function.getArgAttr(gradient.param, kPerRankAttrName));
  FloatType element = getScaleType(type.getElementType());
  SmallVector<std::string> names = {gradient.name.str()};
  for (StringRef kind : request.optimizer->states) {
    std::string name = (kind + "." + gradient.name.getValue()).str();
    FailureOr<Value> old =
        signature.addState("the optimizer", name, type.clone(element),
                           isPerRank, builder.getFloatAttr(element, 0.0));
    if (failed(old))
      return failure();
    state.addOperands(*old);
    state.addTypes(old->getType());
    names.push_back(name);
  }
  if (step)
    state.addOperands(step);
  state.addOperands(learningRate);
  Operation *op = builder.create(state);
  for (auto [result, name] : llvm::zip_equal(op->getResults(), names))
    updates.push_back({result, name});
  return success();
}

/// A partial update takes the place of a reduction.
LogicalResult OptimizerInsertion::verifyLocal() {
  WalkResult walk = function.walk([&](ReduceGradientsOp op) -> WalkResult {
    return op.emitError("the gradients are reduced; with partial-update each "
                        "rank updates by its own");
  });
  if (walk.wasInterrupted())
    return failure();
  for (const Gradient &gradient : gradients)
    if (!cast<RankedTensorType>(function.getArgumentTypes()[gradient.param])
             .hasStaticShape())
      return function.emitError("parameter ")
             << gradient.name
             << ": expected a static shape for a partial update";
  return success();
}

LogicalResult OptimizerInsertion::averageParams() {
  size_t stride = 1 + request.optimizer->states.size();
  SmallVector<Value> params;
  for (size_t i = 0; i != gradients.size(); ++i)
    params.push_back(updates[i * stride].first);
  if (failed(averageOnePartition(builder, loc, params, request.partition,
                                 signature)))
    return failure();
  for (auto [i, param] : llvm::enumerate(params))
    updates[i * stride].first = param;
  return success();
}

LogicalResult OptimizerInsertion::run() {
  if (failed(collect()))
    return failure();
  if (gradients.empty())
    return success();
  if (!function.getBody().hasOneBlock())
    return function.emitError("expected a step of one block, got ")
           << function.getBody().getBlocks().size();
  if (request.partition != 0 && failed(verifyLocal()))
    return failure();
  builder.setInsertionPoint(function.getBody().front().getTerminator());
  if (failed(addSharedState()))
    return failure();
  for (const Gradient &gradient : gradients)
    if (failed(insert(gradient)))
      return failure();
  if (request.partition != 0 && failed(averageParams()))
    return failure();
  for (auto &[value, name] : updates)
    signature.addResult(value, kUpdatesAttrName, name);
  if (!request.keepGradients)
    for (const Gradient &gradient : gradients)
      signature.dropResult(gradient.result);
  signature.finish();
  return success();
}

namespace {
struct InsertOptimizer
    : public grad::impl::InsertOptimizerBase<InsertOptimizer> {
  using InsertOptimizerBase::InsertOptimizerBase;

  LogicalResult initialize(MLIRContext *context) override {
    Builder builder(context);
    auto emitError = [&] {
      return mlir::emitError(UnknownLoc::get(context), "insert-optimizer: ");
    };
    request = OptimizerRequest();
    request.optimizer = findOptimizer(optimizer);
    if (!request.optimizer)
      return emitError()
             << "optimizer: expected sgd, momentum, adam or adamw, got '"
             << optimizer << "'";
    request.keepGradients = keepGradients;
    request.learningRate = learningRate;
    if (partialUpdate && partitionElements < 1)
      return emitError() << "partition-elements: expected 1 or more, got "
                         << partitionElements.getValue();
    request.partition = partialUpdate ? partitionElements : 0;
    if (!std::isfinite(request.learningRate))
      return emitError() << "learning-rate: expected a finite number, got "
                         << request.learningRate;
    const std::pair<StringRef, double> numbers[] = {
        {"momentum", momentum},
        {"beta1", beta1},
        {"beta2", beta2},
        {"epsilon", epsilon},
        {"weight_decay", weightDecay}};
    for (auto [name, value] : numbers) {
      if (value == -1)
        continue;
      std::string option = name == "weight_decay" ? "weight-decay" : name.str();
      if (!llvm::is_contained(request.optimizer->coefficients, name))
        return emitError() << option << ": " << request.optimizer->name
                           << " has no such coefficient";
      if (!std::isfinite(value) || value < 0 ||
          (name.starts_with("beta") && value >= 1))
        return emitError() << option << ": expected a finite number from 0"
                           << (name.starts_with("beta") ? " to below 1" : "")
                           << ", got " << value;
      request.attributes.push_back(
          builder.getNamedAttr(name, builder.getF64FloatAttr(value)));
    }
    if (nesterov && !request.optimizer->hasNesterov)
      return emitError() << "nesterov: " << request.optimizer->name
                         << " has no such form";
    if (nesterov)
      request.attributes.push_back(
          builder.getNamedAttr("nesterov", builder.getUnitAttr()));
    return success();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTableCollection tables;
    SymbolUserMap users(tables, module);
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      bool isStep = false;
      for (unsigned i = 0, e = function.getNumResults(); i != e; ++i)
        isStep |= bool(function.getResultAttr(i, kGradientAttrName));
      if (!isStep)
        continue;
      if (!users.useEmpty(function)) {
        function.emitError("another function calls it, so it cannot get the "
                           "arguments and results of an optimizer");
        return signalPassFailure();
      }
      if (failed(OptimizerInsertion(function, request).run()))
        return signalPassFailure();
    }
  }

private:
  OptimizerRequest request;
};
} // namespace
