//===- GradTypes.td - Types of the grad dialect ------------*- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADTYPES_TD
#define GRAD_DIALECT_GRAD_IR_GRADTYPES_TD

include "grad/Dialect/Grad/IR/GradDialect.td"
include "mlir/IR/AttrTypeBase.td"

def Grad_IndexedSlicesType : TypeDef<Grad_Dialect, "IndexedSlices"> {
  let mnemonic = "indexed_slices";
  let summary = "A sparse gradient: some rows of a tensor, by their index";
  let description = [{
    A tensor of which only some rows, slices of the first dimension, are given;
    the others are zero. A row that is given more than once is the sum of what
    is given. It is the form in which gradients of embedding tables come.

    ```mlir
    !grad.indexed_slices<?xi32, 100x8xf32>
    ```

    is some rows (`?`: their number is known at run time only), with indices of
    type i32, of a `tensor<100x8xf32>`. Its indices are a `tensor<?xi32>`, its
    values a `tensor<?x8xf32>`.

    Constraints:
    - GR-S-1: the dense shape is static and has at least one dimension.
    - GR-S-2: indices are signless integers of 32 or 64 bits.
    - GR-S-3: values are floats, or integers that are signless.
  }];
  let parameters = (ins
    "int64_t":$rows,
    "::mlir::IntegerType":$indexType,
    "::mlir::RankedTensorType":$dense);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The type of the indices: one dimension, as many as there are rows.
    ::mlir::RankedTensorType getIndicesType() const;
    /// The type of the values: the dense type with `rows` rows.
    ::mlir::RankedTensorType getValuesType() const;
    ::mlir::Type getElementType() const {
      return getDense().getElementType();
    }
    /// The same with another number of rows.
    IndexedSlicesType withRows(int64_t rows) const {
      return get(getContext(), rows, getIndexType(), getDense());
    }
    /// The same with another element type.
    IndexedSlicesType withElementType(::mlir::Type type) const {
      return get(getContext(), getRows(), getIndexType(),
                 getDense().clone(type));
    }
  }];
}

#endif // GRAD_DIALECT_GRAD_IR_GRADTYPES_TD
