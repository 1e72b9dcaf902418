//===- CollectiveWriter.h - Writes one collective as StableHLO -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_COLLECTIVEWRITER_H
#define GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_COLLECTIVEWRITER_H

#include "Packing.h"
#include "StableHLOBuilder.h"
#include "WritePlan.h"
#include "grad/Conversion/Passes.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::grad {

/// Gives channels handles that no operation of a module has.
class ChannelHandles {
public:
  explicit ChannelHandles(Operation *root);
  Attribute next(MLIRContext *context);

private:
  llvm::DenseSet<int64_t> taken;
  int64_t last = 0;
};

/// Writes StableHLO in front of a collective and replaces it.
class CollectiveWriter {
public:
  CollectiveWriter(WritePlan &plan, ChannelHandles &channels,
                   LowPrecision lowPrecision);

  void write();

private:
  /// The type in which an operand of the given element type travels.
  Type getWireType(Type elementType) const;
  Value convertResult(Value value, Type elementType);

  /// What the collective makes of operands of one element type.
  SmallVector<Value> exchange(ValueRange operands, TypeRange resultTypes);
  /// `dim`: the dimension that is scattered or gathered.
  ValueRange createCollective(ValueRange operands, TypeRange results,
                              int64_t dim);
  SmallVector<NamedAttribute> getProperties(int64_t dim);

  /// The layout of the packed operands, or nothing where they cannot be packed.
  std::optional<PackedLayout> getLayout(TypeRange operands,
                                        TypeRange results) const;
  void remarkSplit(size_t numOperands);
  void remarkLowPrecision(Type sent);
  void remarkConverted();

  WritePlan &plan;
  ChannelHandles &channels;
  LowPrecision lowPrecision;
  OpBuilder opBuilder;
  StableHLOBuilder builder;
  /// How many collectives were written, and in which form: `single`,
  /// `variadic`, `concatenated` or `split`, the last one that was not `single`.
  unsigned numWritten = 0;
  StringRef form = "single";
};

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_COLLECTIVEWRITER_H
