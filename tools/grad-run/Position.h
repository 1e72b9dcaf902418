//===- Position.h - How far a training is -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TOOLS_GRADRUN_POSITION_H
#define GRAD_TOOLS_GRADRUN_POSITION_H

#include "ArrayFiles.h"

namespace mlir::grad {

/// How far a training is, and what must not change while it lasts.
struct Position {
  int64_t numRanks = 1, microSteps = 1;
  /// The rows that a rank takes in a micro-step, and all that there are; -1
  /// where they come from the seed.
  int64_t rowsPerBatch = 0, rows = -1;
  /// The seed of rows without end; else -1.
  int64_t seed = -1;
  /// The seed of the order of rows; -1 for that of the files.
  int64_t shuffle = -1;
  bool flush = false;

  /// Epochs that are over, micro-steps of this one and of the open window, and
  /// updates.
  int64_t epoch = 0, next = 0, inWindow = 0, updates = 0;

  /// Micro-steps of an epoch; -1 where it has no end.
  int64_t getEpochLength() const {
    return rows < 0 ? -1 : rows / (rowsPerBatch * numRanks);
  }

  /// As an array of a checkpoint.
  npz::Array save() const;
  /// Takes over how far the training of a checkpoint is. Fails where that was
  /// another one.
  llvm::Error load(const npz::Array &array);
};

} // namespace mlir::grad

#endif // GRAD_TOOLS_GRADRUN_POSITION_H
