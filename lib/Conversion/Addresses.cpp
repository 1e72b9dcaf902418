//===- Addresses.cpp - How elements lie in memory ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Addresses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::grad;

Type grad::getStorageType(Type element) {
  if (element.isInteger(1))
    return IntegerType::get(element.getContext(), 8);
  if (element.isIndex())
    return IntegerType::get(element.getContext(), 64);
  if (auto integer = dyn_cast<IntegerType>(element))
    return llvm::is_contained({8, 16, 32, 64}, integer.getWidth())
               ? IntegerType::get(element.getContext(), integer.getWidth())
               : Type();
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(element)
             ? element
             : Type();
}

int64_t grad::getStorageBytes(Type element) {
  return element.isIndex()
             ? 8
             : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

Value grad::createAddress(OpBuilder &builder, Location loc, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
  if (!type.getLayout().isIdentity()) {
    auto metadata =
        memref::ExtractStridedMetadataOp::create(builder, loc, memref);
    Value bytes = arith::ConstantIndexOp::create(
        builder, loc, getStorageBytes(type.getElementType()));
    address = arith::AddIOp::create(
        builder, loc, address,
        arith::MulIOp::create(builder, loc, metadata.getOffset(), bytes));
  }
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                    address);
}
