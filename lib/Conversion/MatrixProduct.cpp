//===- MatrixProduct.cpp - Contractions as matrix products ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixProduct.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"

using namespace mlir;
using namespace mlir::grad;

namespace {
/// An operand: the distance in memory of each loop's steps, 0 where the operand
/// does not depend on the loop.
using LoopStrides = SmallVector<int64_t>;

/// Loops that together are one dimension of a matrix.
struct Dimension {
  SmallVector<unsigned> loops;
  int64_t size = 1;
};
} // namespace

static std::optional<LoopStrides> getLoopStrides(linalg::LinalgOp op,
                                                 OpOperand &operand) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!type || !type.hasStaticShape() ||
      failed(type.getStridesAndOffset(strides, offset)) ||
      llvm::any_of(strides, ShapedType::isDynamic))
    return std::nullopt;
  LoopStrides result(op.getNumLoops(), 0);
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (auto [expr, stride] : llvm::zip_equal(map.getResults(), strides)) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim)
      return std::nullopt;
    result[dim.getPosition()] += stride;
  }
  return result;
}

/// The distance of one step in the dimension; nothing where its loops do not
/// walk the operand evenly.
static std::optional<int64_t> getStride(const Dimension &dimension,
                                        const LoopStrides &strides,
                                        ArrayRef<int64_t> sizes) {
  std::optional<int64_t> stride, next;
  for (unsigned loop : llvm::reverse(dimension.loops)) {
    if (next && strides[loop] != *next)
      return std::nullopt;
    if (!stride)
      stride = strides[loop];
    next = strides[loop] * sizes[loop];
  }
  return stride.value_or(0);
}

static bool isEven(const Dimension &dimension, ArrayRef<LoopStrides> operands,
                   ArrayRef<int64_t> sizes) {
  return llvm::all_of(operands, [&](const LoopStrides &strides) {
    return getStride(dimension, strides, sizes).has_value();
  });
}

/// Loops of one class, without those that are run once.
static Dimension makeDimension(ArrayRef<unsigned> loops,
                               ArrayRef<int64_t> sizes) {
  Dimension dimension;
  for (unsigned loop : loops) {
    dimension.size *= sizes[loop];
    if (sizes[loop] != 1)
      dimension.loops.push_back(loop);
  }
  return dimension;
}

/// Moves the first loop of a dimension that is not even to the batch.
static void splitUneven(Dimension &dimension, Dimension &batch,
                        ArrayRef<LoopStrides> operands,
                        ArrayRef<int64_t> sizes) {
  if (isEven(dimension, operands, sizes) || !batch.loops.empty())
    return;
  unsigned loop = dimension.loops.front();
  dimension.loops.erase(dimension.loops.begin());
  dimension.size /= sizes[loop];
  batch.loops.push_back(loop);
  batch.size *= sizes[loop];
}

/// The strides of a matrix, of which one has to be 1. That of a dimension of
/// size 1 is free.
static std::optional<MatrixProduct::Strides>
makeStrides(const Dimension &row, const Dimension &column,
            const Dimension &batch, const LoopStrides &strides,
            ArrayRef<int64_t> sizes) {
  MatrixProduct::Strides result;
  result.row = *getStride(row, strides, sizes);
  result.column = *getStride(column, strides, sizes);
  result.batch = *getStride(batch, strides, sizes);
  if (column.loops.empty())
    result.column = result.row == 1 ? row.size : 1;
  if (row.loops.empty())
    result.row = result.column == 1 ? column.size : 1;
  bool isRows = result.column == 1 && result.row >= column.size;
  bool isColumns = result.row == 1 && result.column >= row.size;
  if (!isRows && !isColumns)
    return std::nullopt;
  return result;
}

static bool hasProductTypes(linalg::LinalgOp op) {
  Type a = getElementTypeOrSelf(op->getOperand(0).getType());
  Type b = getElementTypeOrSelf(op->getOperand(1).getType());
  Type c = getElementTypeOrSelf(op->getOperand(2).getType());
  bool isHalf = isa<Float16Type, BFloat16Type>(a);
  return a == b && (isHalf || isa<Float32Type, Float64Type>(a)) &&
         (c == a || (isHalf && isa<Float32Type>(c)));
}

/// Whether the body adds the product of the inputs to the output, and does
/// nothing else but extend the factors.
static bool hasProductBody(linalg::LinalgOp op) {
  Block &body = op->getRegion(0).front();
  auto strip = [](Value value) {
    while (auto extend = value.getDefiningOp<arith::ExtFOp>())
      value = extend.getIn();
    return value;
  };
  auto sum = body.getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum)
    return false;
  Value output = body.getArgument(2);
  if (sum.getLhs() != output && sum.getRhs() != output)
    return false;
  Value other = sum.getLhs() == output ? sum.getRhs() : sum.getLhs();
  auto product = other.getDefiningOp<arith::MulFOp>();
  if (!product)
    return false;
  Value a = strip(product.getLhs()), b = strip(product.getRhs());
  if (a == body.getArgument(1))
    std::swap(a, b);
  return a == body.getArgument(0) && b == body.getArgument(1);
}

std::optional<MatrixProduct> grad::matchMatrixProduct(linalg::LinalgOp op) {
  if (op->getNumOperands() != 3 || op.getNumDpsInits() != 1 ||
      !linalg::isaContractionOpInterface(op) || !hasProductTypes(op) ||
      !hasProductBody(op))
    return std::nullopt;
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  // A loop that only one operand has is none of these.
  if (failed(dims) ||
      dims->batch.size() + dims->m.size() + dims->n.size() + dims->k.size() !=
          op.getNumLoops())
    return std::nullopt;
  SmallVector<LoopStrides> strides;
  for (OpOperand &operand : op->getOpOperands())
    if (std::optional<LoopStrides> known = getLoopStrides(op, operand))
      strides.push_back(std::move(*known));
  if (strides.size() != 3)
    return std::nullopt;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  Dimension batch = makeDimension(dims->batch, sizes);
  Dimension m = makeDimension(dims->m, sizes);
  Dimension n = makeDimension(dims->n, sizes);
  Dimension k = makeDimension(dims->k, sizes);
  splitUneven(m, batch, strides, sizes);
  splitUneven(n, batch, strides, sizes);
  for (const Dimension *dimension : {&batch, &m, &n, &k})
    if (!isEven(*dimension, strides, sizes))
      return std::nullopt;
  auto a = makeStrides(m, k, batch, strides[0], sizes);
  auto b = makeStrides(k, n, batch, strides[1], sizes);
  auto c = makeStrides(m, n, batch, strides[2], sizes);
  if (!a || !b || !c)
    return std::nullopt;
  MatrixProduct product;
  product.a = op->getOperand(0);
  product.b = op->getOperand(1);
  product.c = op->getOperand(2);
  product.batch = batch.size;
  product.m = m.size;
  product.n = n.size;
  product.k = k.size;
  product.aStrides = *a;
  product.bStrides = *b;
  product.cStrides = *c;
  product.overwrite = op->hasAttr(kOverwriteAttrName);
  return product;
}
