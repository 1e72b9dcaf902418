//===- GradToLinalg.cpp - Lower gradient arithmetic to linalg -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `convert-grad-to-linalg`. A sparse gradient is two values from then
// on, its indices and its values, also where it crosses the boundary of a
// function, a loop or a branch.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "grad/Conversion/Passes.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::grad {
#define GEN_PASS_DEF_CONVERTGRADTOLINALG
#include "grad/Conversion/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

/// Whether a sparse gradient is part of the type.
static bool hasSlices(Type type) {
  return type.walk([](IndexedSlicesType) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Whether operands, results or arguments of blocks are sparse.
static bool carriesSlices(Operation *op) {
  if (llvm::any_of(op->getOperandTypes(), hasSlices) ||
      llvm::any_of(op->getResultTypes(), hasSlices))
    return true;
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    if (hasSlices(function.getFunctionType()))
      return true;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (llvm::any_of(block.getArgumentTypes(), hasSlices))
        return true;
  return false;
}

/// Whether the pass knows how to hand two values through in place of one.
static bool canCarryParts(Operation *op) {
  return isa<arith::SelectOp, cf::BranchOp, cf::CondBranchOp, func::CallOp,
             func::FuncOp, func::ReturnOp, scf::ConditionOp, scf::ForOp,
             scf::IfOp, scf::IndexSwitchOp, scf::WhileOp, scf::YieldOp,
             AllGatherVOp, CoalesceOp, IndexedSlicesOp, IndicesOp, SparsifyOp,
             ToDenseOp, ValuesOp>(op);
}

/// The operands of one rank have as many rows as each other.
static LogicalResult verifyRows(AllGatherVOp op) {
  int64_t known = ShapedType::kDynamic;
  for (Type type : op.getInputs().getTypes()) {
    int64_t rows = cast<RankedTensorType>(type).getDimSize(0);
    if (ShapedType::isDynamic(rows))
      continue;
    if (!ShapedType::isDynamic(known) && rows != known)
      return op.emitOpError("expected operands of one number of rows, got ")
             << known << " and " << rows;
    known = rows;
  }
  return success();
}

/// The type of the indices holds the last index.
static LogicalResult verifyIndexType(SparsifyOp op) {
  IndexedSlicesType type = op.getType();
  int64_t size = type.getDense().getDimSize(0);
  if (type.getIndexType().getWidth() >= 64 || size <= int64_t(1) << 31)
    return success();
  return op.emitOpError("expected indices of i64, since i32 does not number ")
         << size << " elements";
}

/// Names what cannot be lowered.
static LogicalResult verifyLowerable(Operation *op) {
  if (isa<ReduceGradientsOp>(op) && carriesSlices(op))
    return op->emitOpError("reduces sparse gradients; expand the reducer first "
                           "(expand-gradient-reducers)");
  if (carriesSlices(op) && !canCarryParts(op))
    return op->emitError("'")
           << op->getName()
           << "' carries a sparse gradient; hand over what grad.indices and "
              "grad.values give instead";
  if (auto gather = dyn_cast<AllGatherVOp>(op))
    return verifyRows(gather);
  if (auto sparsify = dyn_cast<SparsifyOp>(op))
    return verifyIndexType(sparsify);
  return success();
}

/// Where sparse gradients stand in a list of types, once they are two.
static SmallVector<unsigned> findParts(TypeRange types) {
  SmallVector<unsigned> positions;
  unsigned position = 0;
  for (Type type : types) {
    bool isSparse = isa<IndexedSlicesType>(type);
    if (isSparse)
      positions.push_back(position);
    position += isSparse ? 2 : 1;
  }
  return positions;
}

/// The indices have got all attributes. Names belong to the values, others to
/// both.
static void
shareAttributes(unsigned indices,
                function_ref<DictionaryAttr(unsigned)> getAttributes,
                function_ref<void(unsigned, DictionaryAttr)> setAttributes) {
  DictionaryAttr all = getAttributes(indices);
  if (!all || all.empty())
    return;
  SmallVector<NamedAttribute> shared;
  for (NamedAttribute attribute : all)
    if (!isa<StringAttr>(attribute.getValue()))
      shared.push_back(attribute);
  setAttributes(indices, DictionaryAttr::get(all.getContext(), shared));
  setAttributes(indices + 1, all);
}

namespace {
/// The attributes of what is sparse at the boundary of a function.
struct BoundaryAttributes {
  explicit BoundaryAttributes(func::FuncOp function)
      : function(function), arguments(findParts(function.getArgumentTypes())),
        results(findParts(function.getResultTypes())) {}

  void share() {
    for (unsigned i : arguments)
      shareAttributes(
          i, [&](unsigned at) { return function.getArgAttrDict(at); },
          [&](unsigned at, DictionaryAttr attributes) {
            function.setArgAttrs(at, attributes);
          });
    for (unsigned i : results)
      shareAttributes(
          i, [&](unsigned at) { return function.getResultAttrDict(at); },
          [&](unsigned at, DictionaryAttr attributes) {
            function.setResultAttrs(at, attributes);
          });
  }

  func::FuncOp function;
  SmallVector<unsigned> arguments, results;
};

/// A sparse gradient is its indices and its values.
class SlicesConverter : public TypeConverter {
public:
  SlicesConverter() {
    addConversion([](Type type) { return type; });
    addConversion([](IndexedSlicesType type, SmallVectorImpl<Type> &parts) {
      parts.append({type.getIndicesType(), type.getValuesType()});
      return success();
    });
  }
};

struct ConvertGradToLinalg
    : public grad::impl::ConvertGradToLinalgBase<ConvertGradToLinalg> {
  void runOnOperation() override {
    WalkResult walk = getOperation()->walk([](Operation *op) {
      return failed(verifyLowerable(op)) ? WalkResult::interrupt()
                                         : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return signalPassFailure();

    SmallVector<BoundaryAttributes> boundaries;
    getOperation()->walk([&](func::FuncOp op) { boundaries.emplace_back(op); });

    SlicesConverter converter;
    ConversionTarget target(getContext());
    RewritePatternSet patterns(&getContext());
    setTarget(target, converter);
    populateArithmeticPatterns(patterns, converter);
    populateTrainingPatterns(patterns, converter);
    populateOptimizerPatterns(patterns, converter);
    populateSlicesPatterns(patterns, converter);
    populateRowPatterns(patterns, converter);
    populateSparsifyPatterns(patterns, converter);
    populateGatherPatterns(patterns, converter);
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                   converter);
    populateCallOpTypeConversionPattern(patterns, converter);
    populateReturnOpTypeConversionPattern(patterns, converter);
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    cf::populateCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      return signalPassFailure();
    for (BoundaryAttributes &boundary : boundaries)
      boundary.share();
  }

private:
  static void setTarget(ConversionTarget &target, TypeConverter &converter) {
    target.addIllegalOp<AccumulateOp, AdamOp, AdamWOp, AllFiniteOp,
                        AllGatherVOp, ClipOp, CoalesceOp, IndexedSlicesOp,
                        IndicesOp, MomentumOp, ScaleOp, SeedOp, SelectOp, SGDOp,
                        SparsifyOp, SquaredNormOp, ToDenseOp, ValuesOp>();
    target.addDynamicallyLegalOp<arith::SelectOp, func::CallOp, func::ReturnOp>(
        [&](Operation *op) { return converter.isLegal(op); });
    // Branches convert the arguments of other blocks than the first.
    target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp op) {
      return converter.isSignatureLegal(op.getFunctionType());
    });
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  }
};
} // namespace
