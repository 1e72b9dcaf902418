//===- Packing.h - Several operands as one tensor -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a collective takes one operand, the operands of a bucket travel as one
// tensor. What a rank keeps of that tensor must be what it would have kept of
// each operand:
//
// - all-reduce, broadcast: the operands, flat, one after the other;
// - reduce-scatter over n ranks: a row for each rank, which holds that rank's
//   shard of each operand, flat, one after the other; rows are scattered;
// - all-gather over n ranks: one row with the operands, flat, one after the
//   other; rows are gathered.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_PACKING_H
#define GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_PACKING_H

#include "StableHLOBuilder.h"

namespace mlir::grad {

/// How operands lie in the packed tensor.
struct PackedLayout {
  enum class Kind { Flat, Scatter, Gather };
  Kind kind = Kind::Flat;
  /// The dimension of each operand that is scattered or gathered.
  int64_t dim = 0;
  /// The number of ranks that share a scattered or gathered dimension.
  int64_t numShards = 1;
};

/// Whether values of the type can be packed.
bool canPack(Type type);

/// One tensor that holds the values, which have one element type.
Value pack(StableHLOBuilder &builder, ValueRange values, PackedLayout layout);

/// The type of the collective's result on the packed tensor.
RankedTensorType getPackedResultType(Value packed, PackedLayout layout);

/// Takes values of the given types out of that result.
SmallVector<Value> unpack(StableHLOBuilder &builder, Value packed,
                          TypeRange types, PackedLayout layout);

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_PACKING_H
