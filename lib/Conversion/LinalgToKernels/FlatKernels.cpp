//===- FlatKernels.cpp - Kernels over rows of elements ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlatRows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::grad;

void grad::createFlatKernel(KernelModule &module,
                            ArrayRef<linalg::LinalgOp> ops, StringRef name) {
  Kernel kernel(module, ops.back(), name);
  FlatRows rows(kernel, ops);
  linalg::LinalgOp first = ops.front();
  ValueRange results =
      first->getRegion(0).front().getTerminator()->getOperands();
  rows.forEachChunk([&](Value, const FlatRows::Chunk &chunk) {
    rows.forEachElement(
        chunk, {},
        [&](Value index, int64_t lanes, ValueRange arguments, ValueRange) {
          SmallVector<Value> values =
              kernel.cloneBody(first, results, arguments, {}, lanes);
          for (auto [value, output] :
               llvm::zip(values, first.getDpsInitsMutable()))
            kernel.store(value, getElementTypeOrSelf(output.get().getType()),
                         chunk.addresses[output.getOperandNumber()], index);
          return SmallVector<Value>();
        });
  });
  kernel.launch(rows.getBlockCount(), kBlockThreads);
  for (linalg::LinalgOp op : ops)
    op->erase();
}

/// What a thread carries: a vector, and a single value for the tails.
static SmallVector<Value> combineChunk(Kernel &kernel, FlatRows &rows,
                                       linalg::LinalgOp op,
                                       const Combiner &combiner,
                                       const FlatRows::Chunk &chunk,
                                       ValueRange carried) {
  return rows.forEachElement(
      chunk, carried,
      [&](Value, int64_t lanes, ValueRange arguments, ValueRange sums) {
        ValueRange inputs = arguments.take_front(op.getNumDpsInputs());
        Value element = combiner.createElement(kernel, op, inputs, {}, lanes);
        SmallVector<Value> next(sums);
        Value &sum = next[lanes == 1 ? 1 : 0];
        sum = combiner.combine(kernel, sum, element);
        return next;
      });
}

/// Has thread 0 run what `body` builds.
static void onFirstThread(Kernel &kernel, llvm::function_ref<void()> body) {
  Value isFirst = arith::CmpIOp::create(kernel.builder, kernel.loc,
                                        arith::CmpIPredicate::eq,
                                        kernel.thread(), kernel.i64(0));
  auto branch = scf::IfOp::create(kernel.builder, kernel.loc, isFirst);
  OpBuilder::InsertionGuard guard(kernel.builder);
  kernel.builder.setInsertionPoint(branch.thenYield());
  body();
}

/// The first kernel: each block combines one chunk into `pieces`.
static void createPieces(Kernel &kernel, FlatRows &rows, linalg::LinalgOp op,
                         const Combiner &combiner, Value pieces) {
  Value scratch = combiner.createScratch(kernel);
  Value address = kernel.pass(createAddress(kernel.host, kernel.loc, pieces));
  auto combineOne = [&](Value number, const FlatRows::Chunk &chunk) {
    SmallVector<Value> neutral = {combiner.createNeutral(kernel, rows.lanes),
                                  combiner.createNeutral(kernel)};
    SmallVector<Value> sums =
        combineChunk(kernel, rows, op, combiner, chunk, neutral);
    Value sum = sums[1];
    for (int64_t lane = 0; rows.lanes > 1 && lane != rows.lanes; ++lane)
      sum = combiner.combine(
          kernel, sum,
          vector::ExtractOp::create(kernel.builder, kernel.loc, sums[0], lane));
    sum = combiner.combineBlock(kernel, sum, scratch);
    onFirstThread(kernel, [&] {
      kernel.store(sum, combiner.getType(), address, number);
    });
    // The next chunk uses the memory again.
    gpu::BarrierOp::create(kernel.builder, kernel.loc);
  };
  rows.forEachChunk(combineOne);
}

/// The second kernel: one block combines the pieces with what was there.
static void createFinish(KernelModule &module, linalg::LinalgOp op,
                         StringRef name, const Combiner &combiner, Value pieces,
                         Value count) {
  Kernel kernel(module, op, (name + "_finish").str());
  Value scratch = combiner.createScratch(kernel);
  Value address = kernel.pass(createAddress(kernel.host, kernel.loc, pieces));
  Buffer output = kernel.passBuffer(op.getDpsInits().front());
  Value length = arith::IndexCastOp::create(kernel.builder, kernel.loc,
                                            kernel.builder.getI64Type(),
                                            kernel.pass(count));
  Value sum = kernel.loop(
      kernel.thread(), length, kernel.i64(kBlockThreads),
      combiner.createNeutral(kernel), [&](Value index, ValueRange carried) {
        Value piece = kernel.load(combiner.getType(), address, index);
        return SmallVector<Value>{combiner.combine(kernel, carried[0], piece)};
      })[0];
  sum = combiner.combineBlock(kernel, sum, scratch);
  onFirstThread(kernel, [&] {
    Value before = kernel.load(output.element, output.address, kernel.i64(0));
    kernel.store(combiner.combine(kernel, before, sum), output.element,
                 output.address, kernel.i64(0));
  });
  kernel.launch(arith::ConstantIndexOp::create(kernel.host, kernel.loc, 1),
                kBlockThreads);
}

void grad::createFlatReduction(KernelModule &module,
                               ArrayRef<linalg::LinalgOp> ops, StringRef name) {
  linalg::LinalgOp last = ops.back();
  Combiner combiner = *Combiner::match(ops.front());
  Value pieces, count;
  {
    Kernel kernel(module, last, name);
    FlatRows rows(kernel, ops);
    count = rows.getBlockCount();
    auto type = MemRefType::get({ShapedType::kDynamic}, combiner.getType());
    pieces = memref::AllocOp::create(kernel.host, kernel.loc, type, count);
    createPieces(kernel, rows, ops.front(), combiner, pieces);
    kernel.launch(count, kBlockThreads);
  }
  createFinish(module, last, name, combiner, pieces, count);
  OpBuilder builder(last);
  memref::DeallocOp::create(builder, last.getLoc(), pieces);
  for (linalg::LinalgOp op : ops)
    op->erase();
}
