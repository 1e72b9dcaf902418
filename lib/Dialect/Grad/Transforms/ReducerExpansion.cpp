//===- ReducerExpansion.cpp - A reducer as collectives and arithmetic -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducerExpansion.h"
#include "GradientReducers.h"
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

Type ReducerExpansion::getUnclippedType(const Types &types) {
  return options.getClipNorm() ? Type(types.scale) : types.own;
}

Value ReducerExpansion::scale(Value value, Value factor, Type elementType) {
  if (!factor)
    return castElements(rewriter, loc, value, elementType);
  auto type = cast<RankedTensorType>(value.getType()).clone(elementType);
  return ScaleOp::create(rewriter, loc, type, value, factor);
}

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
  handOnAttributes(reduce);
  reduce->setDiscardableAttr(kParamAttrName, op.getInfo(i).getName());
  if (std::optional<int64_t> degree = factors.getDegree())
    reduce->setDiscardableAttr(kMeanAttrName,
                               rewriter.getI64IntegerAttr(*degree));
  return reduce->getResult(0);
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
  return scale(sum, factors.getAfter(types.scale), getUnclippedType(types));
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
      continue;
    }
    if (op.isSparsified(i))
      continue;
    Value clipped = clipToValue(gradient);
    if (op.getInfo(i).getLayerwiseParallel()) {
      note(i, "kept", "each rank has parameters of its own");
      reduced[i] = clipped;
    } else if (isa<IndexedSlicesType>(gradient.getType())) {
      reduced[i] = expandSparse(i, clipped);
    } else {
      reduced[i] = expandDense(i, clipped);
    }
  }
  if (options.getClipNorm())
    clipToNorm();
  llvm::append_range(reduced, newResiduals);
  rewriter.replaceOp(op, reduced);
}
