//===- ReducerSparse.cpp - Indices and values of all ranks -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducerExpansion.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

//===----------------------------------------------------------------------===//
// Sparse gradients
//===----------------------------------------------------------------------===//

bool ReducerExpansion::isReducedDense(unsigned i) {
  auto type = cast<IndexedSlicesType>(op.getGradients()[i].getType());
  if (options.getSparseAsDense())
    return true;
  if (!options.getDenseAbove() || !groupSize ||
      ShapedType::isDynamic(type.getRows()))
    return false;
  double share = double(type.getRows()) * double(*groupSize) /
                 double(std::max<int64_t>(type.getDense().getDimSize(0), 1));
  return share > options.getDenseAbove().getValueAsDouble();
}

Value ReducerExpansion::expandSparse(unsigned i, Value gradient) {
  auto type = cast<IndexedSlicesType>(gradient.getType());
  Type result = op.getReduced()[i].getType();
  bool isDense = isa<RankedTensorType>(result);
  if (isReducedDense(i)) {
    note(i, "dense", "its rows are added up before the reduction");
    Value dense = ToDenseOp::create(rewriter, loc, type.getDense(), gradient);
    return expandDense(i, dense);
  }
  note(i, "all-gather",
       options.getDenseAbove() &&
               (!groupSize || ShapedType::isDynamic(type.getRows()))
           ? "only the run knows how many rows all ranks have together"
           : "rows of all ranks are gathered");
  Value indices =
      IndicesOp::create(rewriter, loc, type.getIndicesType(), gradient);
  Value values =
      ValuesOp::create(rewriter, loc, type.getValuesType(), gradient);
  Type element = type.getElementType(), final = element;
  Types types{};
  if (isa<FloatType>(element)) {
    types = getTypes(element);
    // Nothing is added up on the way, so nothing needs to be widened for it.
    Type sent = options.getWire() ? types.sent : element;
    noteWire(i, element, sent);
    values = scale(values, factors.getBefore(types.scale), sent);
    final = getUnclippedType(i, types.scale);
  }
  auto valuesType = cast<RankedTensorType>(values.getType());
  SmallVector<int64_t> shape(valuesType.getShape());
  shape.front() = ShapedType::kDynamic;
  GroupAttr group = op.getGroupAttr();
  std::optional<int64_t> counts =
      group ? group.getUniformSize() : std::optional<int64_t>();
  auto gather = AllGatherVOp::create(
      rewriter, loc,
      TypeRange{type.withRows(ShapedType::kDynamic).getIndicesType(),
                valuesType.clone(shape)},
      RankedTensorType::get({counts.value_or(ShapedType::kDynamic)},
                            rewriter.getI64Type()),
      ValueRange{indices, values}, group);
  handOnAttributes(gather);
  gather->setDiscardableAttr(kParamAttrName, op.getInfo(i).getName());
  values = gather.getResults()[1];
  if (isa<FloatType>(element))
    values = scale(values, getFactorsAfter(i, types.scale), final);
  auto gathered = type.withRows(ShapedType::kDynamic).withElementType(final);
  Value slices = IndexedSlicesOp::create(rewriter, loc, gathered,
                                         gather.getResults()[0], values);
  if (!isDense)
    return slices;
  return ToDenseOp::create(rewriter, loc, gathered.getDense(), slices);
}
