//===- ReducerExpansion.cpp - A reducer as collectives and arithmetic -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducerExpansion.h"
#include "CollectiveArithmetic.h"
#include "GradientReducers.h"
#include "TensorShapes.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/IR/GradMean.h"
#include "grad/Dialect/Grad/Transforms/WorldSize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

using RemarkArg = remark::detail::Remark::Arg;

ReducerExpansion::ReducerExpansion(RewriterBase &rewriter, ReduceGradientsOp op,
                                   int64_t worldSize)
    : rewriter(rewriter), op(op), loc(op.getLoc()),
      options(op.getOptionsOrDefault()),
      groupSize(getGroupSize(op.getGroupAttr(), worldSize)),
      factors(rewriter, loc, options, op.getGroupAttr(), groupSize) {}

void ReducerExpansion::note(unsigned i, StringRef name, const Twine &reason) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  remark::detail::InFlightRemark remark = remark::passed(
      loc, remark::RemarkOpts::name(name)
               .category("expand-gradient-reducers")
               .function(function ? function.getName() : StringRef()));
  if (remark)
    remark << RemarkArg("Gradient", op.getInfo(i).getName().getValue())
           << RemarkArg("Reason", reason.str());
}

static std::string printText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

void ReducerExpansion::noteWire(unsigned i, Type own, Type sent) {
  if (options.getWire() && sent == own)
    note(i, "on-wire", "it is of the wire's type already and travels as it is");
  if (isa<FloatType>(own) &&
      getPrecisionLoss(own, sent) == PrecisionLoss::Range)
    note(i, "range",
         "what is too large for " + printText(sent) +
             " becomes infinite, what is too small zero");
}

void ReducerExpansion::handOnAttributes(Operation *collective) {
  for (NamedAttribute attr : op->getDiscardableAttrs())
    collective->setDiscardableAttr(attr.getName(), attr.getValue());
}

//===----------------------------------------------------------------------===//
// Dense gradients
//===----------------------------------------------------------------------===//

ReducerExpansion::Types ReducerExpansion::getTypes(Type elementType) {
  ReductionPrecision precision;
  precision.wire = options.getWire();
  if (!precision.wire)
    precision.reduceType = options.getReduceType().value_or(ReduceType::F32);
  // What the wire cannot carry was refused by the verifier (GR-RG-7).
  FailureOr<ReductionTypes> types = getReductionTypes(
      elementType, precision, [](const Twine &) { return failure(); });
  assert(succeeded(types) && "expected a verified reducer");
  FloatType scale = getScaleType(types->delivered);
  return {elementType, types->sent, types->delivered,
          getScaleType(elementType).isF64() ? getScaleType(elementType)
                                            : scale};
}

Type ReducerExpansion::getUnclippedType(unsigned i, FloatType scale) {
  Type result = op.getReduced()[i].getType();
  // What a server reduces is not clipped.
  if (options.getClipNorm() && !op.getInfo(i).getParameterServer())
    return scale;
  if (auto slices = dyn_cast<IndexedSlicesType>(result))
    return slices.getElementType();
  return getElementTypeOrSelf(result);
}

Value ReducerExpansion::scale(Value value, ArrayRef<Value> factors,
                              Type elementType) {
  auto present = llvm::to_vector(
      llvm::make_filter_range(factors, [](Value factor) { return factor; }));
  for (auto [i, factor] : llvm::enumerate(present)) {
    bool isLast = i + 1 == present.size();
    auto type = cast<RankedTensorType>(value.getType())
                    .clone(isLast ? elementType : getElementTypeOrSelf(factor));
    value = ScaleOp::create(rewriter, loc, type, value, factor);
  }
  return castElements(rewriter, loc, value, elementType);
}

//===----------------------------------------------------------------------===//
// What gradients are too large by
//===----------------------------------------------------------------------===//

Value ReducerExpansion::mapValues(Value gradient,
                                  function_ref<Value(Value)> body) {
  auto slices = dyn_cast<IndexedSlicesType>(gradient.getType());
  if (!slices)
    return body(gradient);
  Value values =
      ValuesOp::create(rewriter, loc, slices.getValuesType(), gradient);
  Value indices =
      IndicesOp::create(rewriter, loc, slices.getIndicesType(), gradient);
  values = body(values);
  auto type = slices.withElementType(getElementTypeOrSelf(values));
  return IndexedSlicesOp::create(rewriter, loc, type, indices, values);
}

bool ReducerExpansion::isCountedBefore() {
  return options.getClipValue() || options.getWire() || options.isSparsifying();
}

Value ReducerExpansion::getInverse(Value operand, FloatType type) {
  if (!operand)
    return {};
  Value &inverse = inverses[{operand, type}];
  if (inverse)
    return inverse;
  Value wide = castElements(rewriter, loc, operand, type);
  Value one = createFloats(rewriter, loc, wide, 1);
  inverse = arith::DivFOp::create(rewriter, loc, one, wide);
  return inverse;
}

Value ReducerExpansion::prepare(unsigned i, Value gradient) {
  bool isUnscaled = op.getScale() && op.isSparsified(i);
  if (!options.getClipValue() && !(op.getCount() && isCountedBefore()) &&
      !isUnscaled)
    return gradient;
  return mapValues(gradient, [&](Value tensor) -> Value {
    auto own = dyn_cast<FloatType>(getElementTypeOrSelf(tensor));
    if (!own)
      return tensor;
    FloatType type = getScaleType(own);
    if (isCountedBefore())
      tensor = scale(tensor, getInverse(op.getCount(), type), own);
    tensor = clipToValue(tensor);
    if (op.isSparsified(i))
      tensor = scale(tensor, getInverse(op.getScale(), type), type);
    return tensor;
  });
}

SmallVector<Value> ReducerExpansion::getFactorsAfter(unsigned i,
                                                     FloatType type) {
  SmallVector<Value> list;
  if (op.getInfo(i).isReduced())
    list.push_back(factors.getAfter(type));
  if (!op.isSparsified(i))
    list.push_back(getInverse(op.getScale(), type));
  if (!isCountedBefore() || op.getInfo(i).getParameterServer())
    list.push_back(getInverse(op.getCount(), type));
  return list;
}

//===----------------------------------------------------------------------===//
// Dense gradients
//===----------------------------------------------------------------------===//

FusionAttr ReducerExpansion::getFusion(unsigned i) {
  int64_t id = options.getFusionType() ? options.getFusionType().getInt() : 1;
  if (DenseI64ArrayAttr indices = options.getSplitIndices())
    id = getBucketId(indices.asArrayRef(), i);
  return FusionAttr::get(op.getContext(), id, /*automatic=*/true,
                         /*index=*/int64_t(i) + 1);
}

Value ReducerExpansion::createAllReduce(unsigned i, Value value,
                                        Type delivered) {
  Type type = cast<RankedTensorType>(value.getType()).clone(delivered);
  auto reduce = AllReduceOp::create(
      rewriter, loc, TypeRange(type), value, /*outputs=*/ValueRange(),
      ReductionKindAttr::get(op.getContext(), ReductionKind::Sum),
      op.getGroupAttr(), getFusion(i));
  describe(i, reduce);
  return reduce->getResult(0);
}

void ReducerExpansion::describe(unsigned i, Operation *collective) {
  handOnAttributes(collective);
  collective->setDiscardableAttr(kParamAttrName, op.getInfo(i).getName());
  if (std::optional<int64_t> degree = factors.getDegree())
    collective->setDiscardableAttr(kMeanAttrName,
                                   rewriter.getI64IntegerAttr(*degree));
}

Value ReducerExpansion::expandSharded(unsigned i, Value gradient) {
  int64_t numParts = op.getInfo(i).getSharded();
  Types types = getTypes(getElementTypeOrSelf(gradient));
  note(i, "reduce-scatter",
       "one of " + Twine(numParts) + " parts for each rank, sent as " +
           printText(types.sent) + ", delivered as " +
           printText(types.delivered));
  noteWire(i, types.own, types.sent);
  Value sent = scale(gradient, factors.getBefore(types.scale), types.sent);
  Value padded = flattenToParts(rewriter, loc, sent, numParts);
  auto part = RankedTensorType::get(
      {cast<RankedTensorType>(padded.getType()).getDimSize(0) / numParts},
      types.delivered);
  auto reduce = ReduceScatterOp::create(
      rewriter, loc, TypeRange(part), padded, /*outputs=*/ValueRange(),
      ReductionKindAttr::get(op.getContext(), ReductionKind::Sum),
      rewriter.getI64IntegerAttr(0), op.getGroupAttr(), getFusion(i));
  describe(i, reduce);
  return scale(reduce->getResult(0), getFactorsAfter(i, types.scale),
               getUnclippedType(i, types.scale));
}

Value ReducerExpansion::expandDense(unsigned i, Value gradient) {
  Type elementType = getElementTypeOrSelf(gradient);
  if (!isa<FloatType>(elementType)) {
    note(i, "all-reduce", "integers are added up in their type");
    return createAllReduce(i, gradient, elementType);
  }
  Types types = getTypes(elementType);
  note(i, "all-reduce",
       "sent as " + printText(types.sent) + ", delivered as " +
           printText(types.delivered));
  noteWire(i, types.own, types.sent);
  Value sent = scale(gradient, factors.getBefore(types.scale), types.sent);
  Value sum = createAllReduce(i, sent, types.delivered);
  return scale(sum, getFactorsAfter(i, types.scale),
               getUnclippedType(i, types.scale));
}

Value ReducerExpansion::keep(unsigned i, Value gradient) {
  if (!op.getScale() && !op.getCount() && !options.getClipNorm() &&
      gradient.getType() == op.getReduced()[i].getType())
    return gradient;
  return mapValues(gradient, [&](Value tensor) -> Value {
    if (!isa<FloatType>(getElementTypeOrSelf(tensor)))
      return tensor;
    FloatType type = getScaleType(getElementTypeOrSelf(tensor));
    return scale(tensor, getFactorsAfter(i, type), getUnclippedType(i, type));
  });
}

//===----------------------------------------------------------------------===//
// All of a reducer
//===----------------------------------------------------------------------===//

void ReducerExpansion::run() {
  reduced.assign(op.getGradients().begin(), op.getGradients().end());
  newResiduals.assign(op.getResiduals().begin(), op.getResiduals().end());
  expandSparsified();
  for (auto [i, gradient] : llvm::enumerate(op.getGradients())) {
    if (op.getInfo(i).getParameterServer()) {
      note(i, "kept", "a parameter server reduces it");
      reduced[i] = keep(i, gradient);
      continue;
    }
    if (op.isSparsified(i))
      continue;
    Value prepared = prepare(i, gradient);
    if (op.getInfo(i).getLayerwiseParallel()) {
      note(i, "kept", "each rank has parameters of its own");
      reduced[i] = keep(i, prepared);
    } else if (isa<IndexedSlicesType>(gradient.getType())) {
      reduced[i] = expandSparse(i, prepared);
    } else if (op.getInfo(i).getSharded() != 0) {
      reduced[i] = expandSharded(i, prepared);
    } else {
      reduced[i] = expandDense(i, prepared);
    }
  }
  if (options.getClipNorm())
    clipToNorm();
  llvm::append_range(reduced, newResiduals);
  rewriter.replaceOp(op, reduced);
}
