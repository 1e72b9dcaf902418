//===- Convolutions.cpp - Convolutions as matrix products ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convolutions.h"
#include "../MatrixProduct.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::grad;

/// The loops of the columns' dimensions, in an order that lets the output and
/// the columns be read as matrices: those of the image go last where the
/// output's channels stand before them.
static SmallVector<unsigned>
orderLoops(linalg::GenericOp op, const linalg::ConvolutionDimensions &dims) {
  SmallVector<unsigned> images, sums, loops;
  llvm::append_range(images, dims.outputImage);
  llvm::append_range(sums, dims.inputChannel);
  llvm::append_range(sums, dims.filterLoop);
  llvm::append_range(loops, dims.batch);
  llvm::append_range(loops, dims.depth);
  AffineMap output = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  bool channelsFirst = false;
  for (AffineExpr expr : llvm::reverse(output.getResults())) {
    auto dim = cast<AffineDimExpr>(expr);
    if (llvm::is_contained(dims.outputChannel, dim.getPosition()))
      break;
    if (llvm::is_contained(dims.outputImage, dim.getPosition())) {
      channelsFirst = true;
      break;
    }
  }
  llvm::append_range(loops, channelsFirst ? sums : images);
  llvm::append_range(loops, channelsFirst ? images : sums);
  return loops;
}

/// Copies the elements of the image that each step of the loops reads.
static Value createColumns(OpBuilder &builder, linalg::GenericOp op,
                           ArrayRef<unsigned> loops) {
  Location loc = op.getLoc();
  SmallVector<int64_t> sizes = op.getStaticLoopRanges(), shape;
  SmallVector<AffineExpr> dims(op.getNumLoops(),
                               builder.getAffineConstantExpr(0));
  for (auto [i, loop] : llvm::enumerate(loops)) {
    shape.push_back(sizes[loop]);
    dims[loop] = builder.getAffineDimExpr(i);
  }
  Value image = op.getInputs()[0];
  auto type = MemRefType::get(shape, getElementTypeOrSelf(image.getType()));
  Value columns = memref::AllocOp::create(builder, loc, type);
  AffineMap from = op.getMatchingIndexingMap(op.getDpsInputOperand(0))
                       .replaceDimsAndSymbols(dims, {}, loops.size(), 0);
  AffineMap to = builder.getMultiDimIdentityMap(loops.size());
  SmallVector<utils::IteratorType> kinds(loops.size(),
                                         utils::IteratorType::parallel);
  linalg::GenericOp::create(
      builder, loc, image, columns, ArrayRef<AffineMap>{from, to}, kinds,
      [](OpBuilder &nested, Location at, ValueRange arguments) {
        linalg::YieldOp::create(nested, at, arguments[0]);
      });
  return columns;
}

void grad::lowerConvolution(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      !linalg::isaConvolutionOpInterface(op) ||
      llvm::any_of(op.getStaticLoopRanges(), ShapedType::isDynamic))
    return;
  FailureOr<linalg::ConvolutionDimensions> dims =
      linalg::inferConvolutionDims(op);
  if (failed(dims) || dims->outputChannel.empty() ||
      dims->inputChannel.empty() ||
      op.getNumLoops() !=
          dims->batch.size() + dims->depth.size() + dims->outputImage.size() +
              dims->outputChannel.size() + dims->inputChannel.size() +
              dims->filterLoop.size())
    return;
  OpBuilder builder(op);
  SmallVector<unsigned> loops = orderLoops(op, *dims);
  Value columns = createColumns(builder, op, loops);
  SmallVector<AffineExpr> exprs;
  for (unsigned loop : loops)
    exprs.push_back(builder.getAffineDimExpr(loop));
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps[0] = AffineMap::get(op.getNumLoops(), 0, exprs, op.getContext());
  IRMapping mapping;
  auto product = cast<linalg::GenericOp>(builder.clone(*op, mapping));
  product->setOperand(0, columns);
  product.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
  auto free = memref::DeallocOp::create(builder, op.getLoc(), columns);
  if (matchMatrixProduct(product)) {
    op.erase();
    return;
  }
  // The direct way is better than copies for nothing.
  free.erase();
  product.erase();
  (*columns.user_begin())->erase();
  columns.getDefiningOp()->erase();
}
