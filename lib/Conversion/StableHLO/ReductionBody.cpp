//===- ReductionBody.cpp - Regions of reductions ----------------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionBody.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

namespace {
/// A kind of reduction and the operation that combines two scalars.
struct Combiner {
  ReductionKind kind;
  StringLiteral opName;
};
} // namespace

static constexpr StringLiteral kReturn = "stablehlo.return";

static constexpr Combiner kCombiners[] = {
    {ReductionKind::Sum, "stablehlo.add"},
    {ReductionKind::Prod, "stablehlo.multiply"},
    {ReductionKind::Min, "stablehlo.minimum"},
    {ReductionKind::Max, "stablehlo.maximum"},
};

/// On booleans StableHLO's `add` and `multiply` are `or` and `and`, which the
/// dialect's `sum` and `prod` are not.
static constexpr Combiner kBoolCombiners[] = {
    {ReductionKind::Max, "stablehlo.or"},
    {ReductionKind::Min, "stablehlo.and"},
    {ReductionKind::Max, "stablehlo.maximum"},
    {ReductionKind::Min, "stablehlo.minimum"},
};

static ArrayRef<Combiner> getCombiners(Type elementType) {
  if (elementType.isSignlessInteger(1))
    return kBoolCombiners;
  return kCombiners;
}

StringRef grad::getReductionOpName(ReductionKind kind, Type elementType) {
  if (kind == ReductionKind::Avg)
    kind = ReductionKind::Sum;
  for (const Combiner &combiner : getCombiners(elementType))
    if (combiner.kind == kind)
      return combiner.opName;
  return {};
}

/// Whether the operation combines the two arguments of its block into one
/// value, which the block's other operation returns.
static bool combinesArguments(Operation &op, Operation &last) {
  Block &block = *op.getBlock();
  auto isPair = [&](Value lhs, Value rhs) {
    return op.getOperand(0) == lhs && op.getOperand(1) == rhs;
  };
  Value first = block.getArgument(0), second = block.getArgument(1);
  return op.getNumOperands() == 2 && op.getNumResults() == 1 &&
         op.getNumRegions() == 0 &&
         (isPair(first, second) || isPair(second, first)) &&
         last.getName().getStringRef() == kReturn &&
         last.getNumOperands() == 1 && last.getOperand(0) == op.getResult(0);
}

llvm::Expected<ReductionKind> grad::readReductionBody(Operation *op) {
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock() ||
      op->getNumResults() == 0)
    return refuse("its body is no single block");
  Block &block = op->getRegion(0).front();
  Type elementType = getElementTypeOrSelf(op->getResult(0).getType());
  for (Type type : op->getResultTypes())
    if (getElementTypeOrSelf(type) != elementType)
      return refuse("its results have several element types");
  auto isScalar = [&](Type type) {
    return type == RankedTensorType::get({}, elementType);
  };
  if (block.getNumArguments() != 2 ||
      !llvm::all_of(block.getArgumentTypes(), isScalar))
    return refuse("its body does not take two scalars of the result's type");
  if (!llvm::hasNItems(block, 2) ||
      !combinesArguments(block.front(), block.back()))
    return refuse("its body is more than one operation on the two scalars");
  StringRef name = block.front().getName().getStringRef();
  for (const Combiner &combiner : getCombiners(elementType))
    if (combiner.opName == name)
      return combiner.kind;
  std::string text;
  llvm::raw_string_ostream(text) << elementType;
  return refuse("its body is '" + name + "' on " + text +
                ", which is no reduction of the dialect");
}

void grad::buildReductionBody(Region &region, Location loc, ReductionKind kind,
                              Type elementType) {
  auto scalar = RankedTensorType::get({}, elementType);
  OpBuilder builder(region.getContext());
  Block *block =
      builder.createBlock(&region, region.end(), {scalar, scalar}, {loc, loc});
  OperationState combine(loc, getReductionOpName(kind, elementType));
  combine.addOperands(block->getArguments());
  combine.addTypes(scalar);
  Operation *combined = builder.create(combine);
  OperationState end(loc, kReturn);
  end.addOperands(combined->getResults());
  builder.create(end);
}
