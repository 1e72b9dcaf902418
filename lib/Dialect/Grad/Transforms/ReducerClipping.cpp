//===- ReducerClipping.cpp - Clipping by value and by norm -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectiveArithmetic.h"
#include "ReducerExpansion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

Value ReducerExpansion::clipToValue(Value tensor) {
  if (!options.getClipValue())
    return tensor;
  FloatType type = getScaleType(getElementTypeOrSelf(tensor));
  auto limitType = RankedTensorType::get({}, type);
  llvm::APFloat number = options.getClipValue().getValue();
  bool losesInfo = false;
  number.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  Value limit = arith::ConstantOp::create(
      rewriter, loc, DenseElementsAttr::get(limitType, number));
  // Scaled gradients are clipped at the scaled limit.
  if (op.getScale())
    limit = arith::MulFOp::create(
        rewriter, loc, limit, castElements(rewriter, loc, op.getScale(), type));
  return ClipOp::create(rewriter, loc, tensor.getType(), tensor, limit);
}

/// The norm of all gradients, which every rank computes alike: of those that
/// are the same on all ranks once, of those of which each rank has its own from
/// the sum over the ranks.
Value ReducerExpansion::buildNorm() {
  SmallVector<Value> shared, local;
  for (auto [i, gradient] : llvm::enumerate(reduced)) {
    GradientInfoAttr info = op.getInfo(i);
    Value value = gradient;
    if (info.getParameterServer())
      continue;
    if (auto slices = dyn_cast<IndexedSlicesType>(value.getType())) {
      // Rows that are given twice are one row of the gradient.
      auto unique = slices.withRows(ShapedType::kDynamic);
      value = CoalesceOp::create(rewriter, loc, unique, value);
      value = ValuesOp::create(rewriter, loc, unique.getValuesType(), value);
    }
    bool isLocal = info.getLayerwiseParallel() || info.getSharded() != 0;
    (isLocal ? local : shared).push_back(value);
  }
  auto type = RankedTensorType::get({}, rewriter.getF64Type());
  Value squares;
  if (!shared.empty())
    squares = SquaredNormOp::create(rewriter, loc, type, shared);
  if (!local.empty()) {
    Value part = SquaredNormOp::create(rewriter, loc, type, local);
    auto reduce = AllReduceOp::create(
        rewriter, loc, TypeRange(type), part, /*outputs=*/ValueRange(),
        ReductionKindAttr::get(op.getContext(), ReductionKind::Sum),
        op.getGroupAttr(), /*fusion=*/FusionAttr());
    handOnAttributes(reduce);
    part = reduce->getResult(0);
    squares =
        squares ? arith::AddFOp::create(rewriter, loc, squares, part) : part;
  }
  return squares ? math::SqrtOp::create(rewriter, loc, squares) : Value();
}

void ReducerExpansion::clipToNorm() {
  Value norm = buildNorm();
  if (!norm)
    return;
  // limit / max(norm, limit): 1 where the norm is small enough, NaN where the
  // norm is.
  Value limit = createFloats(rewriter, loc, norm,
                             options.getClipNorm().getValueAsDouble());
  Value largest = arith::MaximumFOp::create(rewriter, loc, norm, limit);
  Value factor = arith::DivFOp::create(rewriter, loc, limit, largest);
  Value narrow = castElements(rewriter, loc, factor, rewriter.getF32Type());
  for (auto [i, value] : llvm::enumerate(reduced)) {
    if (op.getInfo(i).getParameterServer())
      continue;
    Type type = op.getReduced()[i].getType();
    auto scaleBy = [&](Value tensor, Type element) {
      Value by = getElementTypeOrSelf(tensor).isF64() ? factor : narrow;
      return scale(tensor, by, element);
    };
    auto slices = dyn_cast<IndexedSlicesType>(value.getType());
    if (!slices) {
      value = scaleBy(value, getElementTypeOrSelf(type));
      continue;
    }
    Value indices =
        IndicesOp::create(rewriter, loc, slices.getIndicesType(), value);
    Value values =
        ValuesOp::create(rewriter, loc, slices.getValuesType(), value);
    auto final = cast<IndexedSlicesType>(type);
    value = IndexedSlicesOp::create(rewriter, loc, final, indices,
                                    scaleBy(values, final.getElementType()));
  }
}
