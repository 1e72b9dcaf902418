//===- FitCollectives.cpp - Reductions in types that a backend has ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `fit-collectives`.
//
//===----------------------------------------------------------------------===//

#include "Capabilities.h"
#include "grad/Conversion/Passes.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::grad {
#define GEN_PASS_DEF_FITCOLLECTIVES
#include "grad/Conversion/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

/// The value with elements of another float type.
static Value convert(OpBuilder &builder, Location loc, Value value, Type to) {
  auto type = cast<RankedTensorType>(value.getType());
  unsigned from = type.getElementTypeBitWidth();
  if (type.getElementType() == to)
    return value;
  if (from < to.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(builder, loc, type.clone(to), value);
  return arith::TruncFOp::create(builder, loc, type.clone(to), value);
}

namespace {
struct FitCollectives : public grad::impl::FitCollectivesBase<FitCollectives> {
  using FitCollectivesBase::FitCollectivesBase;

  void runOnOperation() override {
    if (!isBackend(backend)) {
      getOperation().emitError("unknown backend '")
          << backend << "'; expected one of " << getBackendNames();
      return signalPassFailure();
    }
    getOperation().walk([&](CollectiveOpInterface op) {
      if (!op.isTensorForm())
        return;
      if (auto reduce = dyn_cast<AllReduceOp>(op.getOperation()))
        fit(op, reduce.getKind());
      else if (auto scatter = dyn_cast<ReduceScatterOp>(op.getOperation()))
        fit(op, scatter.getKind());
    });
  }

private:
  /// The type to reduce in, for values that travel in `wire` and are delivered
  /// in `result`; null where it is fine as it is, or cannot be helped.
  Type chooseType(Type wire, Type result, ReductionKind kind) {
    if (!isa<FloatType>(wire) || !isa<FloatType>(result))
      return {};
    auto can = [&](Type from, Type to) {
      return canReduce(backend, from, to, kind, ignoreNaN);
    };
    unsigned width = wire.getIntOrFloatBitWidth();
    if (lowPrecision == LowPrecision::Widen && width < 32) {
      Type wide = result.getIntOrFloatBitWidth() > 32
                      ? result
                      : Type(Float32Type::get(&getContext()));
      return can(wide, wide) ? wide : Type();
    }
    if (can(wire, result))
      return {};
    return can(wire, wire) ? wire : Type();
  }

  void fit(CollectiveOpInterface op, ReductionKind kind) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    OperationState state(loc, op->getName());
    state.propertiesAttr = op->getPropertiesAsAttribute();
    state.attributes.append(op->getDiscardableAttrs().begin(),
                            op->getDiscardableAttrs().end());
    bool changes = false;
    for (auto [i, input] : llvm::enumerate(op.getInputs())) {
      auto result = cast<RankedTensorType>(op->getResult(i).getType());
      Type type = chooseType(getElementTypeOrSelf(input.getType()),
                             result.getElementType(), kind);
      changes |= type != Type();
      state.operands.push_back(type ? convert(builder, loc, input, type)
                                    : input);
      state.types.push_back(type ? result.clone(type) : result);
    }
    if (!changes)
      return;
    Operation *fitted = builder.create(state);
    for (auto [before, after] :
         llvm::zip_equal(op->getResults(), fitted->getResults()))
      before.replaceAllUsesWith(
          convert(builder, loc, after, getElementTypeOrSelf(before.getType())));
    op->erase();
  }
};
} // namespace
