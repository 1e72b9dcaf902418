//===- StableHLOBuilder.h - Creates StableHLO operations by name -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_STABLEHLOBUILDER_H
#define GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_STABLEHLOBUILDER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::grad {

/// Creates operations of StableHLO, whose dialect need not be there. Shapes are
/// static but for `convert`. What would give its operand back creates nothing.
class StableHLOBuilder {
public:
  StableHLOBuilder(OpBuilder &builder, Location loc)
      : builder(builder), loc(loc) {}

  /// An operation with `attributes` as its properties and empty regions.
  Operation *create(StringRef name, ValueRange operands, TypeRange results,
                    ArrayRef<NamedAttribute> attributes = {},
                    unsigned numRegions = 0);

  Value reshape(Value value, ArrayRef<int64_t> shape);
  /// Dimension i of the result is dimension permutation[i] of the value.
  Value transpose(Value value, ArrayRef<int64_t> permutation);
  Value concatenate(ValueRange values, int64_t dim);
  /// What lies from `start` up to `start + size` in dimension `dim`.
  Value slice(Value value, int64_t dim, int64_t start, int64_t size);
  Value convert(Value value, Type elementType);
  Value divide(Value value, int64_t divisor);

  Builder &getBuilder() { return builder; }
  Location getLoc() const { return loc; }

private:
  OpBuilder &builder;
  Location loc;
};

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_GRADTOSTABLEHLO_STABLEHLOBUILDER_H
