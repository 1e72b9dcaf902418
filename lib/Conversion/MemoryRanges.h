//===- MemoryRanges.h - Which operations touch the same memory -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_MEMORYRANGES_H
#define GRAD_LIB_CONVERSION_MEMORYRANGES_H

#include "mlir/IR/Operation.h"

namespace mlir::grad {

/// Memory that an operation reads or writes: a part of what `root` allocates or
/// is. Different roots do not overlap: arguments of a step are different
/// buffers. Null: any memory, as what a branch or a loop gives.
struct MemoryRange {
  Value root;
  /// In bytes from the root's beginning.
  int64_t begin, end;
  bool isWrite;

  bool overlaps(const MemoryRange &other) const {
    if (!root || !other.root)
      return true;
    return root == other.root && begin < other.end && other.begin < end;
  }
};

/// The memory behind a memref.
MemoryRange getMemoryRange(Value memref, bool isWrite);

/// What an operation touches, its regions included.
struct MemoryAccess {
  SmallVector<MemoryRange> ranges;
  /// It may touch anything.
  bool isUnknown = false;

  explicit MemoryAccess(Operation *op);
  /// Whether the order of the two matters.
  bool conflicts(const MemoryAccess &other) const;
};

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_MEMORYRANGES_H
