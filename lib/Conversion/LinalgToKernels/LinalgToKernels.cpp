//===- LinalgToKernels.cpp - Turn structured operations into kernels ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `convert-linalg-to-kernels`. What is a matrix product stays for
// `convert-grad-to-runtime`; everything else is grouped (KernelGroups.cpp) and
// becomes kernels over points (PointKernels.cpp) or over rows of elements
// (FlatKernels.cpp).
//
//===----------------------------------------------------------------------===//

#include "../MatrixProduct.h"
#include "../MemoryRanges.h"
#include "Convolutions.h"
#include "KernelGroups.h"
#include "grad/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::grad {
#define GEN_PASS_DEF_CONVERTLINALGTOKERNELS
#include "grad/Conversion/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

static bool isContiguous(Value memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  return type && (type.getLayout().isIdentity() ||
                  memref::isStaticShapeAndContiguousRowMajor(type));
}

/// Copies that are no transfers of one range, and those of one element, which
/// go with other single elements, become structured operations.
static void expandCopies(func::FuncOp function) {
  SmallVector<memref::CopyOp> copies;
  function.walk([&](memref::CopyOp op) { copies.push_back(op); });
  for (memref::CopyOp op : copies) {
    if (!isa<MemRefType>(op.getSource().getType()) ||
        !isa<MemRefType>(op.getTarget().getType()) ||
        (isContiguous(op.getSource()) && isContiguous(op.getTarget()) &&
         cast<MemRefType>(op.getTarget().getType()).getRank() > 0))
      continue;
    OpBuilder builder(op);
    linalg::makeMemRefCopyOp(builder, op.getLoc(), op.getSource(),
                             op.getTarget());
    op.erase();
  }
}

/// Moves views up to what they are views of, so that operations on them can
/// move.
static void raiseViews(func::FuncOp function) {
  function.walk([](ViewLikeOpInterface view) {
    if (!isPure(view))
      return;
    Operation *latest = nullptr;
    for (Value operand : view->getOperands()) {
      Operation *def = operand.getDefiningOp();
      if (def && def->getBlock() != view->getBlock())
        def = nullptr;
      if (def && (!latest || latest->isBeforeInBlock(def)))
        latest = def;
    }
    if (latest)
      view->moveAfter(latest);
    else
      view->moveBefore(&view->getBlock()->front());
  });
}

/// What is a memref in other shapes.
static Value stripShapes(Value memref) {
  while (Operation *op = memref.getDefiningOp()) {
    if (!isa<memref::CollapseShapeOp, memref::ExpandShapeOp, memref::CastOp>(
            op))
      break;
    memref = op->getOperand(0);
  }
  return memref;
}

/// Whether the operation writes zeros to all of its output.
static bool isZeros(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1)
    return false;
  Block &body = op.getRegion().front();
  return body.getTerminator()->getOperand(0) == body.getArgument(0) &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation() &&
         matchPattern(op.getInputs()[0], m_AnyZeroFloat());
}

/// Drops the zeros that a product would be added to.
static void dropZeros(linalg::LinalgOp product) {
  Value output = product.getDpsInits()[0];
  MemoryAccess access(product);
  llvm::erase_if(access.ranges, [&](const MemoryRange &range) {
    return !range.overlaps(getMemoryRange(output, true));
  });
  for (Operation *op = product->getPrevNode(); op; op = op->getPrevNode()) {
    auto fill = dyn_cast<linalg::GenericOp>(op);
    if (fill && isZeros(fill) &&
        stripShapes(fill.getOutputs()[0]) == stripShapes(output)) {
      fill.erase();
      product->setAttr(kOverwriteAttrName,
                       UnitAttr::get(product->getContext()));
      return;
    }
    if (MemoryAccess(op).conflicts(access))
      return;
  }
}

static StringRef getSuffix(KernelKind kind) {
  switch (kind) {
  case KernelKind::Single:
    return "_single";
  case KernelKind::Flat:
    return "_flat";
  case KernelKind::FlatReduction:
    return "_reduction";
  case KernelKind::Point:
    return "_point";
  }
  llvm_unreachable("unknown kind");
}

static void createKernels(KernelModule &module, const KernelGroup &group,
                          StringRef function) {
  std::string name = (function + getSuffix(group.kind)).str();
  switch (group.kind) {
  case KernelKind::Single:
    return createSingleKernel(module, group.ops, name);
  case KernelKind::Flat:
    return createFlatKernel(module, group.ops, name);
  case KernelKind::FlatReduction:
    return createFlatReduction(module, group.ops, name);
  case KernelKind::Point:
    return createPointKernel(module, group.ops.front(), name);
  }
}

namespace {
struct ConvertLinalgToKernels
    : public grad::impl::ConvertLinalgToKernelsBase<ConvertLinalgToKernels> {
  using ConvertLinalgToKernelsBase::ConvertLinalgToKernelsBase;

  void runOnOperation() override {
    KernelModule kernels(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(convert(kernels, function)))
        return signalPassFailure();
  }

private:
  /// Everything becomes a generic operation but what is a product as it is.
  LogicalResult generalize(func::FuncOp function) {
    SmallVector<linalg::LinalgOp> ops;
    function.walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      if (!op.hasPureBufferSemantics())
        return op->emitError("expected memrefs; bufferize first");
      if (isa<linalg::GenericOp>(op))
        continue;
      rewriter.setInsertionPoint(op);
      if (failed(linalg::generalizeNamedOp(rewriter, op)))
        return op->emitError("this operation has no generic form that a "
                             "kernel could be made from");
    }
    return success();
  }

  LogicalResult convert(KernelModule &kernels, func::FuncOp function) {
    expandCopies(function);
    if (failed(generalize(function)))
      return failure();
    SmallVector<linalg::GenericOp> ops;
    function.walk([&](linalg::GenericOp op) { ops.push_back(op); });
    llvm::for_each(ops, lowerConvolution);
    raiseViews(function);
    SmallVector<linalg::LinalgOp> products;
    function.walk([&](linalg::GenericOp op) {
      if (matchMatrixProduct(op))
        products.push_back(op);
    });
    llvm::for_each(products, dropZeros);

    llvm::MapVector<Block *, SmallVector<linalg::LinalgOp>> byBlock;
    WalkResult walk = function.walk([&](linalg::GenericOp op) -> WalkResult {
      if (matchMatrixProduct(op))
        return WalkResult::advance();
      byBlock[op->getBlock()].push_back(op);
      return verifyKernelBody(op);
    });
    if (walk.wasInterrupted())
      return failure();
    for (auto &[block, members] : byBlock)
      for (const KernelGroup &group : groupKernels(members))
        createKernels(kernels, group, function.getName());
    return success();
  }
};
} // namespace
