//===- FlatRows.cpp - Rows of elements that one kernel walks ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of R rows with K operands is a list of i64: the number of the first
// chunk of each row and, at the end, of all chunks (R + 1); the lengths (R);
// the addresses (R times K).
//
//===----------------------------------------------------------------------===//

#include "FlatRows.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::grad;

/// Vectors that each thread takes of a chunk.
static constexpr int64_t kVectorsPerThread = 4;

/// Bytes that a thread holds of what it loads at a time: a quarter of the
/// registers that it has where there are two blocks to a multiprocessor.
static constexpr int64_t kBatchBytes = 192;

//===----------------------------------------------------------------------===//
// What is flat
//===----------------------------------------------------------------------===//

bool grad::isSingleOperand(linalg::LinalgOp op, OpOperand &operand) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  return !type || op.getMatchingIndexingMap(&operand).getNumResults() == 0;
}

/// Whether the operand is read and written in the order of the loops.
static bool isRow(linalg::LinalgOp op, OpOperand &operand) {
  auto type = cast<MemRefType>(operand.get().getType());
  return op.getMatchingIndexingMap(&operand).isIdentity() &&
         (type.getLayout().isIdentity() ||
          memref::isStaticShapeAndContiguousRowMajor(type));
}

/// Whether the body works on vectors as it does on single elements.
static bool isElementwise(linalg::LinalgOp op) {
  for (Operation &inner : op->getRegion(0).front().without_terminator())
    if (inner.getNumRegions() ||
        !(OpTrait::hasElementwiseMappableTraits(&inner) ||
          inner.hasTrait<OpTrait::ConstantLike>()) ||
        llvm::any_of(inner.getOperandTypes(),
                     [](Type type) { return type.isIndex(); }))
      return false;
  return true;
}

bool grad::isFlat(linalg::LinalgOp op) {
  if (op.getNumLoops() == 0 || op.getNumParallelLoops() != op.getNumLoops())
    return false;
  for (OpOperand &operand : op->getOpOperands())
    if (op.isDpsInit(&operand)
            ? !isRow(op, operand)
            : !isSingleOperand(op, operand) && !isRow(op, operand))
      return false;
  return isElementwise(op);
}

bool grad::isFlatReduction(linalg::LinalgOp op) {
  if (op.getNumLoops() == 0 || op.getNumReductionLoops() != op.getNumLoops() ||
      op.getNumDpsInputs() == 0 || !Combiner::match(op) ||
      !isSingleOperand(op, *op.getDpsInitOperand(0)))
    return false;
  bool hasRow = false;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    if (isSingleOperand(op, *operand))
      continue;
    if (!isRow(op, *operand))
      return false;
    hasRow = true;
  }
  return hasRow && isElementwise(op);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

FlatRows::FlatRows(Kernel &kernel, ArrayRef<linalg::LinalgOp> ops)
    : kernel(kernel), first(ops.front()), numRows(ops.size()) {
  for (OpOperand &operand : first->getOpOperands())
    if (!isSingleOperand(first, operand))
      rowOperands.push_back(operand.getOperandNumber());
  chooseLanes();
  chooseBatch(ops);
  if (numRows > 1) {
    makeTable(ops);
  } else {
    Value memref = first->getOperand(rowOperands.front());
    Value count = createElementCount(kernel.host, kernel.loc, memref);
    length = kernel.pass(count);
    length = arith::IndexCastOp::create(kernel.builder, kernel.loc,
                                        kernel.builder.getI64Type(), length);
    for (unsigned number : rowOperands)
      addresses.push_back(kernel.pass(
          createAddress(kernel.host, kernel.loc, first->getOperand(number))));
    blockCount = createBlockCount(kernel.host, kernel.loc, count, getWidth());
    numChunks = kernel.div(kernel.add(length, kernel.i64(getWidth() - 1)),
                           kernel.i64(getWidth()));
  }
  for (OpOperand &operand : first->getOpOperands()) {
    Value &single = singles.emplace_back();
    if (!isSingleOperand(first, operand) || first.isDpsInit(&operand))
      continue;
    if (!isa<MemRefType>(operand.get().getType())) {
      single = kernel.pass(operand.get());
      continue;
    }
    Buffer buffer = kernel.passBuffer(operand.get());
    single = kernel.load(buffer.element, buffer.address, kernel.i64(0));
  }
}

/// 16 bytes of the narrowest operand.
void FlatRows::chooseLanes() {
  int64_t narrowest = 8;
  for (unsigned number : rowOperands)
    narrowest = std::min(narrowest, getStorageBytes(getElementTypeOrSelf(
                                        first->getOperand(number).getType())));
  lanes = 16 / narrowest;
}

int64_t FlatRows::getWidth() const {
  return kBlockThreads * lanes * kVectorsPerThread;
}

void FlatRows::chooseBatch(ArrayRef<linalg::LinalgOp> ops) {
  bool isFull = llvm::any_of(ops, [&](linalg::LinalgOp op) {
    auto type = cast<MemRefType>(op->getOperand(rowOperands.front()).getType());
    return !type.hasStaticShape() || type.getNumElements() >= getWidth();
  });
  int64_t bytes = 0;
  for (unsigned number : rowOperands)
    if (!first.getMatchingBlockArgument(&first->getOpOperand(number))
             .use_empty())
      bytes += lanes * getStorageBytes(getElementTypeOrSelf(
                           first->getOperand(number).getType()));
  while (isFull && batch < kVectorsPerThread &&
         2 * batch * bytes <= kBatchBytes)
    batch *= 2;
}

void FlatRows::makeTable(ArrayRef<linalg::LinalgOp> ops) {
  int64_t width = getWidth();
  SmallVector<int64_t> numbers = {0}, lengths;
  SmallVector<Value> memrefs;
  for (linalg::LinalgOp op : ops) {
    auto type = cast<MemRefType>(op->getOperand(rowOperands.front()).getType());
    lengths.push_back(type.getNumElements());
    numbers.push_back(numbers.back() +
                      llvm::divideCeil(type.getNumElements(), width));
    for (unsigned number : rowOperands)
      memrefs.push_back(op->getOperand(number));
  }
  int64_t chunks = numbers.back();
  llvm::append_range(numbers, lengths);
  auto type = MemRefType::get({int64_t(numbers.size() + memrefs.size())},
                              kernel.host.getI64Type());
  Value memref = PointerTableOp::create(
      kernel.host, kernel.loc, type, kernel.host.getDenseI64ArrayAttr(numbers),
      memrefs);
  table = kernel.pass(createAddress(kernel.host, kernel.loc, memref));
  Value elements =
      arith::ConstantIndexOp::create(kernel.host, kernel.loc, chunks);
  blockCount = createBlockCount(kernel.host, kernel.loc, elements, 1);
  numChunks = kernel.i64(chunks);
}

Value FlatRows::loadTable(Value index) {
  return kernel.load(kernel.builder.getI64Type(), table, index);
}

/// The row whose chunks hold this one, by bisection.
void FlatRows::findRow(Value number, Chunk &chunk, Value &firstChunk,
                       Value &rowLength) {
  Value row = kernel.i64(0);
  for (int64_t step = llvm::PowerOf2Ceil(numRows) / 2; step; step /= 2) {
    // Rows from `next` on may begin at this chunk or before it.
    Value next = kernel.add(row, kernel.i64(step));
    Value last = kernel.min(next, kernel.i64(numRows));
    Value isBefore = arith::CmpIOp::create(kernel.builder, kernel.loc,
                                           arith::CmpIPredicate::sle,
                                           loadTable(last), number);
    row = arith::SelectOp::create(kernel.builder, kernel.loc, isBefore, next,
                                  row);
  }
  firstChunk = loadTable(row);
  rowLength = loadTable(kernel.add(row, kernel.i64(numRows + 1)));
  Value base = kernel.add(kernel.mul(row, kernel.i64(rowOperands.size())),
                          kernel.i64(2 * numRows + 1));
  for (auto [i, number] : llvm::enumerate(rowOperands))
    chunk.addresses[number] = loadTable(kernel.add(base, kernel.i64(i)));
}

FlatRows::Chunk FlatRows::getChunk(Value number) {
  Chunk chunk;
  chunk.addresses.assign(first->getNumOperands(), Value());
  Value firstChunk = kernel.i64(0), rowLength = length;
  if (table)
    findRow(number, chunk, firstChunk, rowLength);
  else
    for (auto [i, operand] : llvm::enumerate(rowOperands))
      chunk.addresses[operand] = addresses[i];
  Value width = kernel.i64(getWidth());
  chunk.begin = kernel.mul(kernel.sub(number, firstChunk), width);
  chunk.end = kernel.min(kernel.add(chunk.begin, width), rowLength);

  // Vectors need addresses that 16 divides.
  OpBuilder &builder = kernel.builder;
  Value bits = kernel.i64(0);
  for (unsigned operand : rowOperands)
    bits = builder.createOrFold<arith::OrIOp>(kernel.loc, bits,
                                              chunk.addresses[operand]);
  bits = arith::AndIOp::create(builder, kernel.loc, bits, kernel.i64(15));
  Value isAligned = arith::CmpIOp::create(
      builder, kernel.loc, arith::CmpIPredicate::eq, bits, kernel.i64(0));
  Value left = kernel.sub(chunk.end, chunk.begin);
  Value whole = kernel.sub(left, kernel.rem(left, kernel.i64(lanes)));
  chunk.vectorEnd =
      arith::SelectOp::create(builder, kernel.loc, isAligned,
                              kernel.add(chunk.begin, whole), chunk.begin);
  return chunk;
}

void FlatRows::forEachChunk(
    llvm::function_ref<void(Value number, const Chunk &)> body) {
  kernel.loop(kernel.block(), numChunks, kernel.numBlocks(), {},
              [&](Value number, ValueRange) {
                body(number, getChunk(number));
                return SmallVector<Value>();
              });
}

/// The vectors of a full chunk: batches, each of which is loaded as a whole.
SmallVector<Value> FlatRows::forEachOfFull(Value from, const Chunk &chunk,
                                           ValueRange carried, Body body) {
  SmallVector<Value> now(carried);
  for (int64_t begin = 0; begin != kVectorsPerThread; begin += batch) {
    SmallVector<std::pair<Value, SmallVector<Value>>> loaded;
    for (int64_t i = begin; i != begin + batch; ++i) {
      Value index = kernel.add(from, kernel.i64(i * kBlockThreads * lanes));
      loaded.push_back({index, load(chunk, index, lanes)});
    }
    for (auto &[index, arguments] : loaded)
      now = body(index, lanes, arguments, now);
  }
  return now;
}

SmallVector<Value> FlatRows::forEachVector(const Chunk &chunk,
                                           ValueRange carried, Body body) {
  Value from =
      kernel.add(chunk.begin, kernel.mul(kernel.thread(), kernel.i64(lanes)));
  auto loop = [&] {
    return kernel.loop(from, chunk.vectorEnd, kernel.i64(kBlockThreads * lanes),
                       carried, [&](Value index, ValueRange now) {
                         return body(index, lanes, load(chunk, index, lanes),
                                     now);
                       });
  };
  if (batch == 1)
    return loop();
  OpBuilder &builder = kernel.builder;
  Value isFull = arith::CmpIOp::create(
      builder, kernel.loc, arith::CmpIPredicate::eq,
      kernel.sub(chunk.vectorEnd, chunk.begin), kernel.i64(getWidth()));
  auto branch =
      scf::IfOp::create(builder, kernel.loc, TypeRange(carried), isFull,
                        /*addThenBlock=*/true, /*addElseBlock=*/true);
  auto fill = [&](Block *block, llvm::function_ref<SmallVector<Value>()> make) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(block);
    scf::YieldOp::create(builder, kernel.loc, make());
  };
  fill(branch.thenBlock(),
       [&] { return forEachOfFull(from, chunk, carried, body); });
  fill(branch.elseBlock(), loop);
  return branch.getResults();
}

SmallVector<Value> FlatRows::forEachElement(const Chunk &chunk,
                                            ValueRange carried, Body body) {
  SmallVector<Value> values = forEachVector(chunk, carried, body);
  return kernel.loop(kernel.add(chunk.vectorEnd, kernel.thread()), chunk.end,
                     kernel.i64(kBlockThreads), values,
                     [&](Value index, ValueRange now) {
                       return body(index, 1, load(chunk, index, 1), now);
                     });
}

/// The values of the operands at an element, or at `count` of them; null for
/// the result of a reduction.
SmallVector<Value> FlatRows::load(const Chunk &chunk, Value index,
                                  int64_t count) {
  SmallVector<Value> values(singles);
  for (Value &value : values)
    if (value && count > 1)
      value = vector::BroadcastOp::create(
          kernel.builder, kernel.loc, VectorType::get({count}, value.getType()),
          value);
  for (unsigned number : rowOperands)
    values[number] =
        kernel.load(getElementTypeOrSelf(first->getOperand(number).getType()),
                    chunk.addresses[number], index, count);
  return values;
}
