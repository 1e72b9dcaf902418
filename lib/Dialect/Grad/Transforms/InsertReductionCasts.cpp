//===- InsertReductionCasts.cpp - Precision of reductions -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `insert-reduction-casts`. Which type becomes which is decided in
// ReductionPrecision.cpp, here which operands are touched. Collectives stay in
// place and keep their order, so that all ranks go on issuing the same ones.
// Errors come before the first change.
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "grad/Dialect/Grad/Transforms/ReductionPrecision.h"
#include "grad/Dialect/Grad/Transforms/SideEffects.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::grad {
#define GEN_PASS_DEF_INSERTREDUCTIONCASTS
#include "grad/Dialect/Grad/Transforms/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

using RemarkArg = remark::detail::Remark::Arg;

static std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

//===----------------------------------------------------------------------===//
// What is narrow on purpose
//===----------------------------------------------------------------------===//

/// The type that the value was narrowed from, through reshapes; null if it was
/// not.
static Type getTypeBeforeNarrowing(Value value) {
  llvm::SmallPtrSet<Operation *, 4> seen;
  for (Operation *op = value.getDefiningOp(); op && seen.insert(op).second;
       op = op->getOperand(0).getDefiningOp()) {
    if (isNarrowing(op))
      return getElementTypeOrSelf(op->getOperand(0).getType());
    if (!isReshape(op))
      break;
  }
  return {};
}

/// Whether a use of the value widens it, through reshapes.
static bool isWidened(Value value) {
  llvm::SmallPtrSet<Operation *, 4> seen;
  SmallVector<Value> worklist = {value};
  while (!worklist.empty())
    for (OpOperand &use : worklist.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (use.getOperandNumber() != 0)
        continue;
      if (isWidening(user))
        return true;
      if (isReshape(user) && seen.insert(user).second)
        worklist.push_back(user->getResult(0));
    }
  return false;
}

/// Why pair i is narrow on purpose; empty if it is not.
static std::string getPurpose(Operation *op, unsigned i) {
  Type sent = getElementTypeOrSelf(op->getOperand(i).getType());
  Type delivered = getElementTypeOrSelf(op->getResult(i).getType());
  if (sent != delivered &&
      getPrecisionLoss(sent, delivered) == PrecisionLoss::None)
    return "it sends " + print(sent) + " and delivers " + print(delivered) +
           " already";
  Type before = getTypeBeforeNarrowing(op->getOperand(i));
  if (before && isWidened(op->getResult(i)))
    return "its operand was narrowed from " + print(before) +
           ", and its result is widened again";
  return {};
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

namespace {
/// What becomes of one pair of operand and result.
struct Decision {
  Operation *op;
  unsigned pair;
  /// The element types of the operand, before and after; null where none of the
  /// operation's operands is looked at.
  Type from, to;
  /// Why it stays, where the two are equal.
  std::string reason;
};

/// Decides on the pairs of collectives, one after another.
class CastPlan {
public:
  explicit CastPlan(const ReductionPrecision &precision)
      : precision(precision) {}

  /// Decides on an operation. Fails, with an error, where the wire cannot carry
  /// an operand.
  LogicalResult add(Operation *op);
  ArrayRef<Decision> getDecisions() const { return decisions; }

private:
  LogicalResult decide(Decision &decision);
  /// Why the reduction needs no cast whatever its type is; empty if it may.
  std::string getReasonToStay(const Decision &decision);

  ReductionPrecision precision;
  SmallVector<Decision> decisions;
};
} // namespace

static ReductionKind getKind(Operation *op) {
  if (auto reduce = dyn_cast<AllReduceOp>(op))
    return reduce.getKind();
  return cast<ReduceScatterOp>(op).getKind();
}

std::string CastPlan::getReasonToStay(const Decision &decision) {
  if (!isa<FloatType>(decision.from))
    return "integers are never cast";
  if (std::string purpose = getPurpose(decision.op, decision.pair);
      !purpose.empty())
    return purpose;
  ReductionKind kind = getKind(decision.op);
  if (kind != ReductionKind::Min && kind != ReductionKind::Max)
    return {};
  std::string name = stringifyReductionKind(kind).str();
  return precision.wire ? "what a " + name + " delivers is no gradient"
                        : "a " + name + " is exact in any type";
}

LogicalResult CastPlan::decide(Decision &decision) {
  decision.to = decision.from;
  decision.reason = getReasonToStay(decision);
  if (!decision.reason.empty())
    return success();
  FailureOr<ReductionTypes> types =
      getReductionTypes(decision.from, precision, [&](const Twine &message) {
        return decision.op->emitError()
               << describe(decision.op) << ": operand " << decision.pair << ": "
               << message
               << "; cast it, or leave it out of reductions with a wire type";
      });
  if (failed(types))
    return failure();
  decision.to = types->sent;
  if (decision.to == decision.from)
    decision.reason = precision.wire
                          ? print(decision.from) + " travels as it is"
                          : print(decision.from) + " is wide enough";
  return success();
}

LogicalResult CastPlan::add(Operation *op) {
  auto leave = [&](StringRef reason) {
    decisions.push_back({op, 0, {}, {}, reason.str()});
    return success();
  };
  if (isStableHLOCollective(op) &&
      op->getName().getStringRef().contains("reduce"))
    return leave("it is StableHLO's; run --convert-stablehlo-to-grad before");
  if (!isa<AllReduceOp, ReduceScatterOp>(op))
    return success();
  auto collective = cast<CollectiveOpInterface>(op);
  if (!collective.isTensorForm())
    return leave("it works on memory; run the pass before bufferization");
  bool failed = false;
  for (auto [i, operand] : llvm::enumerate(collective.getInputs())) {
    Type type = getElementTypeOrSelf(operand.getType());
    Decision decision = {op, unsigned(i), type, {}, {}};
    failed |= mlir::failed(decide(decision));
    decisions.push_back(std::move(decision));
  }
  return failure(failed);
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

static remark::RemarkOpts getRemarkOpts(Operation *op, StringRef name) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return remark::RemarkOpts::name(name)
      .category("insert-reduction-casts")
      .function(function ? function.getName() : StringRef());
}

static void remarkLeft(const Decision &decision) {
  Operation *op = decision.op;
  auto remark = remark::missed(op->getLoc(), getRemarkOpts(op, "left"));
  if (!remark)
    return;
  remark << RemarkArg("Collective", describe(op));
  if (decision.from)
    remark << RemarkArg("Operand", decision.pair)
           << RemarkArg("Type", print(decision.from));
  remark << RemarkArg("Reason", decision.reason);
}

/// What a narrowing loses, in one word and in a few.
static std::pair<StringRef, std::string> describeLoss(const Decision &decision,
                                                      PrecisionLoss loss) {
  if (getWidened(decision.op->getOperand(decision.pair), decision.to))
    return {"none", "its operand was widened from " + print(decision.to) +
                        ", which is sent as it was"};
  if (loss == PrecisionLoss::Digits)
    return {"precision", "values are rounded, the range stays"};
  llvm::SmallString<16> largest;
  APFloat::getLargest(cast<FloatType>(decision.to).getFloatSemantics())
      .toString(largest);
  return {"range", ("values beyond " + largest + " become infinite").str()};
}

static void remarkCast(const Decision &decision) {
  Operation *op = decision.op;
  PrecisionLoss loss = getPrecisionLoss(decision.from, decision.to);
  StringRef name = loss == PrecisionLoss::None ? "widened" : "narrowed";
  auto remark = remark::passed(op->getLoc(), getRemarkOpts(op, name));
  if (!remark)
    return;
  remark << RemarkArg("Collective", describe(op))
         << RemarkArg("Operand", decision.pair)
         << RemarkArg("Type", print(decision.from))
         << RemarkArg("Sent", print(decision.to));
  if (loss == PrecisionLoss::None)
    return;
  auto [what, reason] = describeLoss(decision, loss);
  remark << RemarkArg("Loss", what) << RemarkArg("Reason", reason);
}

/// Tells of a bucket whose operands were cast: `fuse-allreduce` formed it by
/// the types before, apart from gradients that have the new type all along.
static void remarkBucket(Operation *op) {
  auto remark = remark::missed(op->getLoc(), getRemarkOpts(op, "bucket"));
  if (remark)
    remark << RemarkArg("Collective", describe(op))
           << RemarkArg("Operands", op->getNumOperands())
           << RemarkArg("Reason",
                        "its bucket was formed before the casts, one for each "
                        "type; run insert-reduction-casts before "
                        "fuse-allreduce");
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct InsertReductionCasts
    : public grad::impl::InsertReductionCastsBase<InsertReductionCasts> {
  using InsertReductionCastsBase::InsertReductionCastsBase;

  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    if (failed(Pass::initializeOptions(options, errorHandler)))
      return failure();
    return getPrecision(errorHandler);
  }

  LogicalResult initialize(MLIRContext *context) override {
    return getPrecision([&](const Twine &message) {
      return emitError(UnknownLoc::get(context)) << message;
    });
  }

  void runOnOperation() override {
    FailureOr<ReductionPrecision> precision =
        getPrecision([](const Twine &) { return failure(); });
    if (!precision->wire && precision->reduceType == ReduceType::Keep)
      return markAllAnalysesPreserved();
    CastPlan plan(*precision);
    bool failed = false;
    getOperation()->walk<WalkOrder::PreOrder>(
        [&](Operation *op) { failed |= mlir::failed(plan.add(op)); });
    if (failed)
      return signalPassFailure();
    if (!apply(plan))
      markAllAnalysesPreserved();
  }

private:
  FailureOr<ReductionPrecision>
  getPrecision(function_ref<LogicalResult(const Twine &)> errorHandler) {
    return ReductionPrecision::parse(
        reduceType, wire, ReduceType::F32, [&](const Twine &message) {
          return errorHandler("insert-reduction-casts: " + message);
        });
  }

  /// Inserts the casts; returns whether there are any.
  static bool apply(const CastPlan &plan) {
    bool changed = false;
    // An operand that stands several times in a bucket is cast once, so that it
    // is still one value.
    llvm::DenseMap<std::tuple<Operation *, Value, Type>, Value> casts;
    llvm::SetVector<Operation *> buckets;
    for (const Decision &decision : plan.getDecisions()) {
      if (decision.from == decision.to) {
        remarkLeft(decision);
        continue;
      }
      remarkCast(decision);
      changed = true;
      Operation *op = decision.op;
      if (op->getNumOperands() > 1)
        buckets.insert(op);
      OpOperand &operand = op->getOpOperand(decision.pair);
      OpBuilder builder(op);
      Value &cast = casts[{op, operand.get(), decision.to}];
      if (!cast)
        cast = castElements(builder, op->getLoc(), operand.get(), decision.to);
      operand.set(cast);
      castResult(decision);
    }
    llvm::for_each(buckets, remarkBucket);
    return changed;
  }

  /// A widened operand is delivered as wide, and its result is cast back; a
  /// narrowed one delivers what it did.
  static void castResult(const Decision &decision) {
    Value result = decision.op->getResult(decision.pair);
    auto type = cast<RankedTensorType>(result.getType());
    if (getPrecisionLoss(decision.from, decision.to) != PrecisionLoss::None ||
        type.getElementType() == decision.to)
      return;
    result.setType(type.clone(decision.to));
    OpBuilder builder(decision.op->getContext());
    builder.setInsertionPointAfter(decision.op);
    Value back =
        castElements(builder, result.getLoc(), result, type.getElementType());
    result.replaceAllUsesExcept(back, back.getDefiningOp());
  }
};
} // namespace
