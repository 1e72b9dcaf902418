//===- Reduction.h - Sums and the like inside a block of threads -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_LINALGTOKERNELS_REDUCTION_H
#define GRAD_LIB_CONVERSION_LINALGTOKERNELS_REDUCTION_H

#include "Kernel.h"

#include <optional>

namespace mlir::grad {

/// What a structured operation combines the elements with: an operation with a
/// neutral element, in any order.
class Combiner {
public:
  /// Of an operation with one output; nothing where its body is no such thing.
  static std::optional<Combiner> match(linalg::LinalgOp op);

  /// The type that is combined.
  Type getType() const;
  /// Whether both combine alike.
  bool isEqual(const Combiner &other) const;

  Value createNeutral(Kernel &kernel, int64_t lanes = 1) const;
  Value combine(Kernel &kernel, Value left, Value right) const;

  /// What the body combines with, for values of its inputs.
  Value createElement(Kernel &kernel, linalg::LinalgOp op, ValueRange inputs,
                      ValueRange indices, int64_t lanes = 1) const;

  /// The combination of the values of all threads of the block, the same in
  /// each run; thread 0 has it. `scratch` is memory that the block shares.
  Value combineBlock(Kernel &kernel, Value value, Value scratch) const;
  /// Memory for combineBlock.
  Value createScratch(Kernel &kernel) const;

private:
  Combiner(Operation *op, unsigned input) : op(op), input(input) {}

  Operation *op;
  /// Which operand is not the output's.
  unsigned input;
};

/// Whether the operand has another element in each step of a reduction, as the
/// output of a running sum.
bool isIndexedByReductions(linalg::LinalgOp op, OpOperand &operand);

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_LINALGTOKERNELS_REDUCTION_H
