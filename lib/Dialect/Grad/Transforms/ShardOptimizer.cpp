//===- ShardOptimizer.cpp - Each rank updates one part -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientReducers.h"
#include "TensorShapes.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "grad/Dialect/Grad/Transforms/WorldSize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::grad {
#define GEN_PASS_DEF_SHARDOPTIMIZER
#include "grad/Dialect/Grad/Transforms/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

using RemarkArg = remark::detail::Remark::Arg;

/// Counts the functions that have each state.
static llvm::StringMap<unsigned> countStates(ModuleOp module) {
  llvm::StringMap<unsigned> counts;
  for (auto function : module.getOps<func::FuncOp>())
    for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i)
      if (StringAttr name = getStateName(function, i))
        ++counts[name];
  return counts;
}

namespace {
/// Shards the optimizers of one function.
class Sharding {
public:
  Sharding(func::FuncOp function, int64_t numParts,
           const llvm::StringMap<unsigned> &states)
      : function(function), numParts(numParts), states(states),
        builder(function.getContext()) {}

  void run() {
    SmallVector<ReduceGradientsOp> reducers;
    function.walk([&](ReduceGradientsOp op) { reducers.push_back(op); });
    for (ReduceGradientsOp op : reducers)
      shardReducer(op);
  }

private:
  void shardReducer(ReduceGradientsOp op);
  std::string getObstacle(ReduceGradientsOp op, unsigned i);
  std::string getObstacle(OptimizerOpInterface optimizer);
  void shardOptimizer(OptimizerOpInterface optimizer, Value part);
  Value takePart(Location loc, Value param);
  Value gather(Location loc, Value part, RankedTensorType type,
               StringAttr name);
  void shardState(Value state, Type type);
  Value getOffset(Location loc, int64_t size);
  void note(ReduceGradientsOp op, unsigned i, StringRef obstacle);

  func::FuncOp function;
  int64_t numParts;
  const llvm::StringMap<unsigned> &states;
  OpBuilder builder;
};
} // namespace

void Sharding::note(ReduceGradientsOp op, unsigned i, StringRef obstacle) {
  auto options =
      remark::RemarkOpts::name(obstacle.empty() ? "sharded" : "whole")
          .category("shard-optimizer")
          .function(function.getName());
  remark::detail::InFlightRemark remark =
      obstacle.empty() ? remark::passed(op.getLoc(), options)
                       : remark::missed(op.getLoc(), options);
  if (remark)
    remark << RemarkArg("Gradient", op.getInfo(i).getName().getValue())
           << RemarkArg("Reason", obstacle.empty()
                                      ? "each of " + std::to_string(numParts) +
                                            " ranks updates one part"
                                      : obstacle.str());
}

/// Why the state of an optimizer stays whole; empty where it need not.
std::string Sharding::getObstacle(OptimizerOpInterface optimizer) {
  auto param =
      cast<RankedTensorType>(optimizer.getParamMutable().get().getType());
  if (!param.hasStaticShape())
    return "its shape is not static";
  if (param.getNumElements() == 0)
    return "it has no elements";
  for (auto [number, state] : llvm::enumerate(optimizer.getStates())) {
    auto argument = dyn_cast<BlockArgument>(state);
    if (!argument || argument.getOwner() != &function.getBody().front() ||
        !argument.hasOneUse())
      return "something else uses the optimizer's state";
    unsigned i = argument.getArgNumber();
    auto name = function.getArgAttrOfType<StringAttr>(i, kStateAttrName);
    if (!name || function.getArgAttr(i, kPerRankAttrName))
      return "the optimizer's state is no state that all ranks share";
    if (states.lookup(name) != 1)
      return "another function has the optimizer's state, too";
    Value result = optimizer->getResult(1 + number);
    if (!result.hasOneUse() ||
        getUpdatedArgument(function, result.use_begin()->getOperandNumber()) !=
            i ||
        !isa<func::ReturnOp>(*result.user_begin()))
      return "the optimizer's new state is used otherwise";
  }
  return "";
}

/// Whether all that becomes of a flag is one for all ranks, so that each may
/// look at its own part.
static bool isReducedOverRanks(AllFiniteOp op) {
  Value value = op.getResult();
  while (value.hasOneUse()) {
    Operation *user = *value.user_begin();
    if (auto reduce = dyn_cast<AllReduceOp>(user))
      return !reduce.getGroupAttr() && reduce.getKind() != ReductionKind::Prod;
    if (!isa<arith::XOrIOp, arith::ExtUIOp, arith::UIToFPOp>(user))
      return false;
    value = user->getResult(0);
  }
  return false;
}

/// The one optimizer that uses the gradient, or null. The finite check of a
/// loss scale may use it, too.
static OptimizerOpInterface getOptimizer(Value gradient) {
  OptimizerOpInterface optimizer;
  for (OpOperand &use : gradient.getUses()) {
    auto check = dyn_cast<AllFiniteOp>(use.getOwner());
    if (check && isReducedOverRanks(check))
      continue;
    auto user = dyn_cast<OptimizerOpInterface>(use.getOwner());
    if (optimizer || !user || &user.getGradientMutable() != &use)
      return {};
    optimizer = user;
  }
  return optimizer;
}

/// Why gradient i and its optimizer stay whole.
std::string Sharding::getObstacle(ReduceGradientsOp op, unsigned i) {
  GradientInfoAttr info = op.getInfo(i);
  if (info.getSharded() != 0)
    return "it is sharded already";
  if (!info.isReduced())
    return "ranks do not exchange it";
  auto type = dyn_cast<RankedTensorType>(op.getGradients()[i].getType());
  if (!type || !isa<FloatType>(type.getElementType()) || op.isSparsified(i))
    return "it is no dense gradient of floats, all of which is sent";
  if (op.getGroupAttr())
    return "a group of ranks reduces it";
  OptimizerOpInterface optimizer = getOptimizer(op.getReduced()[i]);
  if (!optimizer || optimizer->getBlock() != &function.getBody().front())
    return "something else than one optimizer uses it";
  return getObstacle(optimizer);
}

void Sharding::shardReducer(ReduceGradientsOp op) {
  SmallVector<Attribute> infos(op.getInfos().getValue());
  SmallVector<unsigned> sharded;
  for (unsigned i = 0, e = infos.size(); i != e; ++i) {
    std::string obstacle = getObstacle(op, i);
    note(op, i, obstacle);
    if (!obstacle.empty())
      continue;
    sharded.push_back(i);
    infos[i] = GradientInfoAttr::get(op.getContext(), op.getInfo(i).getName(),
                                     /*layerwiseParallel=*/false,
                                     /*parameterServer=*/false, numParts);
  }
  op.setInfosAttr(builder.getArrayAttr(infos));
  for (unsigned i : sharded) {
    Value reduced = op.getReduced()[i];
    OptimizerOpInterface optimizer = getOptimizer(reduced);
    auto type = cast<RankedTensorType>(reduced.getType());
    int64_t size = llvm::divideCeil(type.getNumElements(), numParts);
    reduced.setType(RankedTensorType::get({size}, type.getElementType()));
    shardOptimizer(optimizer, reduced);
  }
}

Value Sharding::getOffset(Location loc, int64_t size) {
  Value rank = RankOp::create(builder, loc);
  Value length = arith::ConstantIndexOp::create(builder, loc, size);
  return arith::MulIOp::create(builder, loc, rank, length);
}

/// This rank's part of the parameter.
Value Sharding::takePart(Location loc, Value param) {
  Value vector = flattenToParts(builder, loc, param, numParts);
  int64_t size = getNumElements(vector) / numParts;
  return tensor::ExtractSliceOp::create(
      builder, loc, vector, ArrayRef<OpFoldResult>{getOffset(loc, size)},
      ArrayRef<OpFoldResult>{builder.getIndexAttr(size)},
      ArrayRef<OpFoldResult>{builder.getIndexAttr(1)});
}

/// The parameter of all ranks' parts.
Value Sharding::gather(Location loc, Value part, RankedTensorType type,
                       StringAttr name) {
  auto all = RankedTensorType::get({getNumElements(part) * numParts},
                                   type.getElementType());
  auto gathered = AllGatherOp::create(
      builder, loc, TypeRange(all), part, /*outputs=*/ValueRange(),
      builder.getI64IntegerAttr(0), /*group=*/GroupAttr(),
      /*fusion=*/FusionAttr());
  gathered->setDiscardableAttr(kParamAttrName, name);
  return extract(builder, loc, gathered->getResult(0), /*offset=*/0, type);
}

void Sharding::shardState(Value state, Type type) {
  auto argument = cast<BlockArgument>(state);
  unsigned i = argument.getArgNumber();
  argument.setType(type);
  function.setArgAttr(i, kPerRankAttrName, builder.getUnitAttr());
}

void Sharding::shardOptimizer(OptimizerOpInterface optimizer, Value part) {
  Location loc = optimizer->getLoc();
  builder.setInsertionPoint(optimizer);
  Value param = optimizer.getParamMutable().get();
  auto paramType = cast<RankedTensorType>(param.getType());
  StringAttr name = getParamName(optimizer);
  optimizer.getParamMutable().set(takePart(loc, param));
  int64_t size = getNumElements(part);
  for (auto [i, state] : llvm::enumerate(optimizer.getStates())) {
    auto type = RankedTensorType::get({size}, getElementTypeOrSelf(state));
    shardState(state, type);
    optimizer->getResult(1 + i).setType(type);
  }
  Value updated = optimizer->getResult(0);
  updated.setType(RankedTensorType::get({size}, paramType.getElementType()));
  SmallVector<OpOperand *> uses(
      llvm::map_range(updated.getUses(), [](OpOperand &use) { return &use; }));
  builder.setInsertionPointAfter(optimizer);
  Value whole = gather(loc, updated, paramType, name);
  for (OpOperand *use : uses)
    use->set(whole);
}

/// What the function's type says follows from its block.
static void updateType(func::FuncOp function) {
  Operation *terminator = function.getBody().front().getTerminator();
  function.setType(FunctionType::get(
      function.getContext(), function.getBody().front().getArgumentTypes(),
      terminator->getOperandTypes()));
}

namespace {
struct ShardOptimizer : public grad::impl::ShardOptimizerBase<ShardOptimizer> {
  using ShardOptimizerBase::ShardOptimizerBase;

  LogicalResult initialize(MLIRContext *context) override {
    return verifyWorldSizeOption(worldSize, [&](const Twine &message) {
      return emitError(UnknownLoc::get(context), "shard-optimizer: ")
             << message;
    });
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    int64_t numParts = getKnownWorldSize(module, worldSize);
    if (numParts == 0) {
      module.emitError("shard-optimizer: the number of ranks is not known; "
                       "give it with world-size=N");
      return signalPassFailure();
    }
    llvm::StringMap<unsigned> states = countStates(module);
    for (auto function : module.getOps<func::FuncOp>()) {
      if (!function.getBody().hasOneBlock())
        continue;
      Sharding(function, numParts, states).run();
      updateType(function);
    }
  }
};
} // namespace
