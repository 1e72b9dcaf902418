//===- FlatRows.h - Rows of elements that one kernel walks -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_LINALGTOKERNELS_FLATROWS_H
#define GRAD_LIB_CONVERSION_LINALGTOKERNELS_FLATROWS_H

#include "Kernels.h"

namespace mlir::grad {

/// Flat operations of equal bodies, each of which is a row: a length and the
/// addresses of its operands. A row is cut into chunks; a block takes one after
/// another. The rows of several operations stand in a table in memory.
class FlatRows {
public:
  FlatRows(Kernel &kernel, ArrayRef<linalg::LinalgOp> ops);

  /// One chunk: its elements from `begin` up to `end`, of which those before
  /// `vectorEnd` may be accessed `lanes` at a time.
  struct Chunk {
    Value begin, vectorEnd, end;
    /// By operand; null for single elements.
    SmallVector<Value> addresses;
  };

  /// Has the block run `body` for each of its chunks, and their numbers.
  void forEachChunk(llvm::function_ref<void(Value number, const Chunk &)> body);

  /// What a thread does with `lanes` elements from `index` on: `arguments` are
  /// those of the operation's body, `carried` what the iteration before gave.
  using Body = llvm::function_ref<SmallVector<Value>(
      Value index, int64_t lanes, ValueRange arguments, ValueRange carried)>;

  /// Has the thread run `body` for its elements of the chunk: vectors of
  /// `lanes`, then single ones. Where the chunk is full, several vectors are
  /// loaded before the first of them is used, so that more memory is on its
  /// way.
  SmallVector<Value> forEachElement(const Chunk &chunk, ValueRange carried,
                                    Body body);

  /// How many chunks there are, as an index of the host's.
  Value getBlockCount() const { return blockCount; }

  int64_t lanes = 1;

private:
  void chooseLanes();
  void chooseBatch(ArrayRef<linalg::LinalgOp> ops);
  void makeTable(ArrayRef<linalg::LinalgOp> ops);
  Value loadTable(Value index);
  Chunk getChunk(Value number);
  void findRow(Value number, Chunk &chunk, Value &firstChunk, Value &length);

  SmallVector<Value> load(const Chunk &chunk, Value index, int64_t lanes);
  SmallVector<Value> forEachOfFull(Value from, const Chunk &chunk,
                                   ValueRange carried, Body body);
  SmallVector<Value> forEachVector(const Chunk &chunk, ValueRange carried,
                                   Body body);
  /// Elements of a chunk.
  int64_t getWidth() const;

  Kernel &kernel;
  linalg::LinalgOp first;
  /// Vectors that are loaded before one is used; 1 where no chunk is full.
  int64_t batch = 1;
  /// Operands that are rows of memory.
  SmallVector<unsigned> rowOperands;
  int64_t numRows;
  Value blockCount, numChunks;
  /// Of several rows.
  Value table;
  /// Of one row.
  Value length;
  SmallVector<Value> addresses;
  /// Operands that are single elements, loaded once.
  SmallVector<Value> singles;
};

/// Whether the operand of a flat operation is a single element.
bool isSingleOperand(linalg::LinalgOp op, OpOperand &operand);

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_LINALGTOKERNELS_FLATROWS_H
