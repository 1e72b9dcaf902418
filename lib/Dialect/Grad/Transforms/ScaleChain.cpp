//===- ScaleChain.cpp - Constant factors around a reduction -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/ScaleChain.h"
#include "grad/Dialect/Grad/IR/GradMean.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Dialect/Grad/Transforms/ReductionPrecision.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

/// Whether the operation is `arith.NAME`, or `stablehlo.OTHER`.
static bool isNamed(Operation *op, StringRef arith, StringRef stableHLO) {
  StringRef name = op->getName().getStringRef();
  return (name.consume_front("arith.") && name == arith) ||
         (name.consume_front("stablehlo.") && name == stableHLO);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// How deep the expression of a number may be.
static constexpr unsigned kMostSteps = 64;

/// Whether the operation makes a tensor of copies of its first operand.
static bool isCopying(Operation *op) {
  if (auto elements = dyn_cast<tensor::FromElementsOp>(op))
    return llvm::all_equal(elements.getElements());
  return isa<tensor::SplatOp>(op) ||
         llvm::is_contained(
             {"linalg.broadcast", "linalg.fill", "stablehlo.broadcast_in_dim"},
             op->getName().getStringRef());
}

/// The number in each element of an attribute.
static std::optional<APFloat> getNumber(Attribute attr) {
  if (auto number = dyn_cast_or_null<FloatAttr>(attr))
    return number.getValue();
  auto dense = dyn_cast_or_null<DenseFPElementsAttr>(attr);
  return dense && dense.isSplat()
             ? std::optional(dense.getSplatValue<APFloat>())
             : std::nullopt;
}

/// The number in each element of a value, where it is a constant.
static std::optional<APFloat> getConstant(Value value,
                                          unsigned steps = kMostSteps) {
  Operation *op = value.getDefiningOp();
  if (!op || steps == 0)
    return std::nullopt;
  if (Attribute attr; matchPattern(value, m_Constant(&attr)))
    return getNumber(attr);
  if (op->getName().getStringRef() == "stablehlo.constant") {
    auto properties =
        dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
    return getNumber(properties ? properties.get("value")
                                : op->getAttr("value"));
  }
  bool isCast = !isa<ScaleOp>(op) && (isWidening(op) || isNarrowing(op));
  if ((!isCast && !isReshape(op) && !isCopying(op)) ||
      op->getNumOperands() == 0)
    return std::nullopt;
  std::optional<APFloat> number = getConstant(op->getOperand(0), steps - 1);
  if (number && isCast) {
    auto type = cast<FloatType>(getElementTypeOrSelf(value.getType()));
    bool losesInfo;
    number->convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
  }
  return number;
}

/// Whether all elements of the value are one number, known or not.
static bool isOneNumber(Value value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  for (unsigned i = 0; type && i != kMostSteps; ++i) {
    if (type.hasRank() && type.getRank() == 0)
      return true;
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumOperands() == 0 ||
        !(isCopying(op) || isReshape(op) || isWidening(op) || isNarrowing(op)))
      return getConstant(value).has_value();
    value = op->getOperand(0);
    type = dyn_cast<ShapedType>(value.getType());
  }
  return !type;
}

APFloat grad::getRatio(int64_t numerator, int64_t denominator,
                       const llvm::fltSemantics &semantics) {
  // 113 bits hold both numbers, and are enough that the quotient of two 64-bit
  // numbers never lies on the middle of two narrower ones.
  auto get = [](int64_t number) {
    APFloat value(APFloat::IEEEquad());
    value.convertFromAPInt(llvm::APInt(64, number, /*isSigned=*/true),
                           /*IsSigned=*/true, APFloat::rmNearestTiesToEven);
    return value;
  };
  APFloat ratio = get(numerator);
  ratio.divide(get(denominator), APFloat::rmNearestTiesToEven);
  bool losesInfo;
  ratio.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return ratio;
}

bool ScaleFactor::isRatio(int64_t numerator, int64_t denominator) const {
  if (isDivisor)
    std::swap(numerator, denominator);
  return getRatio(numerator, denominator, constant.getSemantics())
      .bitwiseIsEqual(constant);
}

std::optional<int64_t> ScaleFactor::getWholeDivisor() const {
  APFloat exact = constant;
  bool losesInfo;
  exact.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  double number = exact.convertToDouble();
  double divisor = isDivisor ? number : 1 / number;
  // What a double holds as a whole number.
  if (!(divisor > 1 && divisor < double(int64_t(1) << 53)))
    return std::nullopt;
  int64_t whole = std::llround(divisor);
  return whole > 1 && isRatio(1, whole) ? std::optional(whole) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

namespace {
/// An operation that gives one of its operands on, multiplied by a number or
/// as it is.
struct Step {
  OpOperand *operand;
  Value result;
  std::optional<ScaleFactor> factor;
  bool negates = false;
};
} // namespace

/// The step by a product or quotient of the operand and `number`, if that is
/// one number.
static std::optional<Step> getProduct(OpOperand &operand, Value number,
                                      bool isDivisor) {
  Operation *op = operand.getOwner();
  Step step = {&operand, op->getResult(0), {}};
  if (std::optional<APFloat> constant = getConstant(number))
    step.factor = ScaleFactor{op, *constant, isDivisor, false};
  else if (number == operand.get() || !isOneNumber(number))
    return std::nullopt;
  return step;
}

/// Whether the operation adds zeros, which no factor changes.
static bool isZeroPad(Operation *op) {
  auto pad = dyn_cast<tensor::PadOp>(op);
  Value value = pad ? pad.getConstantPaddingValue() : Value();
  return value && matchPattern(value, m_AnyZeroFloat());
}

/// The step from the operand through the operation that uses it.
static std::optional<Step> getStep(OpOperand &operand) {
  Operation *op = operand.getOwner();
  unsigned number = operand.getOperandNumber();
  if (isa<AllGatherOp, BroadcastOp>(op))
    return number < op->getNumResults()
               ? std::optional(Step{&operand, op->getResult(number), {}})
               : std::nullopt;
  if (op->getNumResults() != 1)
    return std::nullopt;
  if (isNamed(op, "mulf", "multiply") && op->getNumOperands() == 2)
    return getProduct(operand, op->getOperand(1 - number), false);
  if (number != 0)
    return std::nullopt;
  if (isNamed(op, "divf", "divide") && op->getNumOperands() == 2)
    return getProduct(operand, op->getOperand(1), true);
  if (auto scale = dyn_cast<ScaleOp>(op))
    return getProduct(operand, scale.getFactor(), false);
  bool negates = isNamed(op, "negf", "negate");
  if (negates || isReshape(op) || isZeroPad(op) || isWidening(op) ||
      isNarrowing(op))
    return Step{&operand, op->getResult(0), {}, negates};
  return std::nullopt;
}

/// The step that gives the value. Of the operands of a product the one that is
/// multiplied by a constant, or else the only one that is not itself one
/// number.
static std::optional<Step> getStepTo(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (isa<AllGatherOp, BroadcastOp>(op))
    return getStep(op->getOpOperand(cast<OpResult>(value).getResultNumber()));
  for (OpOperand &operand : op->getOpOperands())
    if (std::optional<Step> step = getStep(operand);
        step && (step->factor || op->getNumOperands() == 1 ||
                 !isOneNumber(operand.get())))
      return step;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

/// Whether the operation reduces over ranks, and declares operand or result
/// `number` a mean.
static bool isOtherMean(Operation *op, unsigned number) {
  auto collective = dyn_cast_or_null<CollectiveOpInterface>(op);
  return collective && number < collective.getInputs().size() &&
         getDeclaredMean(op, number) != 0;
}

ScaleChain grad::getOperandChain(Value operand) {
  ScaleChain chain = {{}, operand.getLoc()};
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (std::optional<Step> step = getStepTo(operand)) {
    // In a graph region, a chain may lead in a circle.
    if (!seen.insert(step->operand->getOwner()).second)
      break;
    if (step->factor)
      chain.factors.push_back(*step->factor);
    operand = step->operand->get();
  }
  chain.end = operand.getLoc();
  auto result = dyn_cast<OpResult>(operand);
  if (result && isOtherMean(result.getOwner(), result.getResultNumber()))
    for (ScaleFactor &factor : chain.factors)
      factor.isUncertain = true;
  return chain;
}

namespace {
/// A value on the way from a result, and how it came there.
struct Reached {
  Value value;
  SmallVector<ScaleFactor> factors;
  bool isNegated = false;
};
} // namespace

/// Ends a way at a use.
static ScaleChain endChain(const Reached &reached, OpOperand &use) {
  Operation *user = use.getOwner();
  ScaleChain chain = {reached.factors, user->getLoc()};
  unsigned number = use.getOperandNumber();
  bool isSubtracted = reached.isNegated
                          ? isNamed(user, "addf", "add")
                          : isNamed(user, "subf", "subtract") && number == 1;
  if (isSubtracted && !chain.factors.empty())
    chain.factors.back().isUncertain = true;
  if (isOtherMean(user, number))
    for (ScaleFactor &factor : chain.factors)
      factor.isUncertain = true;
  return chain;
}

SmallVector<ScaleChain> grad::getResultChains(Value result) {
  SmallVector<ScaleChain> chains;
  SmallVector<Reached> worklist = {{result, {}}};
  llvm::SmallPtrSet<OpOperand *, 8> seen;
  while (!worklist.empty()) {
    Reached reached = worklist.pop_back_val();
    for (OpOperand &use : reached.value.getUses()) {
      if (!seen.insert(&use).second)
        continue;
      std::optional<Step> step = getStep(use);
      if (!step) {
        chains.push_back(endChain(reached, use));
        continue;
      }
      Reached next = {step->result, reached.factors,
                      reached.isNegated != step->negates};
      if (step->factor)
        next.factors.push_back(*step->factor);
      worklist.push_back(std::move(next));
    }
  }
  return chains;
}

//===----------------------------------------------------------------------===//
// Means
//===----------------------------------------------------------------------===//

/// Counts whole means, and pairs of a factor before the reduction and one
/// after it; `all`: with uncertain factors.
static unsigned countMeans(int64_t degree, ArrayRef<ScaleFactor> before,
                           ArrayRef<ScaleFactor> after, bool all) {
  unsigned count = 0;
  SmallVector<int64_t> divisors;
  SmallVector<const ScaleFactor *> rest;
  for (const ScaleFactor &factor : before) {
    if (factor.isUncertain && !all)
      continue;
    if (factor.isRatio(1, degree))
      ++count;
    else if (std::optional<int64_t> divisor = factor.getWholeDivisor())
      divisors.push_back(*divisor);
  }
  for (const ScaleFactor &factor : after) {
    if (factor.isUncertain && !all)
      continue;
    if (factor.isRatio(1, degree))
      ++count;
    else
      rest.push_back(&factor);
  }
  for (int64_t divisor : divisors) {
    auto *it = llvm::find_if(rest, [&](const ScaleFactor *factor) {
      return factor->isRatio(divisor, degree);
    });
    if (it == rest.end())
      continue;
    rest.erase(it);
    ++count;
  }
  return count;
}

MeanCount grad::countMeans(int64_t degree, bool dividesItself,
                           ArrayRef<ScaleFactor> before,
                           ArrayRef<ScaleFactor> after) {
  unsigned own = dividesItself ? 1 : 0;
  return {own + ::countMeans(degree, before, after, /*all=*/false),
          own + ::countMeans(degree, before, after, /*all=*/true)};
}

/// Shows the chain, from where it begins to where it ends.
static void attachChain(InFlightDiagnostic &diag, Operation *reduction,
                        bool dividesItself, const ScaleChain &before,
                        const ScaleChain *after) {
  auto attach = [&](const ScaleFactor &factor, StringRef side) {
    llvm::SmallString<16> number;
    factor.constant.toString(number);
    diag.attachNote(factor.op->getLoc())
        << (factor.isDivisor ? "divided by " : "multiplied by ") << number
        << " here, " << side << " the reduction"
        << (factor.isUncertain ? ", maybe not for this mean" : "");
  };
  diag.attachNote(before.end) << "the chain begins here";
  for (const ScaleFactor &factor : llvm::reverse(before.factors))
    attach(factor, "before");
  if (dividesItself)
    diag.attachNote(reduction->getLoc()) << "the reduction itself divides";
  if (!after)
    return;
  for (const ScaleFactor &factor : after->factors)
    attach(factor, "after");
  diag.attachNote(after->end) << "the chain ends here";
}

FailureOr<MeanResult> grad::verifyMean(Operation *reduction, StringRef name,
                                       Value operand, Value result,
                                       int64_t degree, bool dividesItself) {
  if (degree == 1)
    return MeanResult{};
  ScaleChain before = getOperandChain(operand);
  SmallVector<ScaleChain> ways = getResultChains(result);
  MeanResult found;
  found.numWays = ways.size();
  for (const ScaleChain &after : ways) {
    MeanCount count =
        grad::countMeans(degree, dividesItself, before.factors, after.factors);
    found.numDivided += count.most != 0;
    if (count.least < 2)
      continue;
    InFlightDiagnostic diag = reduction->emitError()
                              << name << ": expected the factors "
                              << "around it to make up 1/" << degree
                              << " once, got it " << count.least << " times";
    attachChain(diag, reduction, dividesItself, before, &after);
    return failure();
  }
  if (ways.empty() || found.numDivided != 0)
    return found;
  InFlightDiagnostic diag = reduction->emitError()
                            << name << ": expected the factors "
                            << "around it to make up 1/" << degree
                            << ", got none that do";
  attachChain(diag, reduction, dividesItself, before, &ways.front());
  return failure();
}
