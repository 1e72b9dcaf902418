//===- GradMean.cpp - The mean that a collective is part of -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradMean.h"
#include "grad/Dialect/Grad/IR/GradInterfaces.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::grad;

int64_t grad::getDeclaredMean(Operation *collective, unsigned pair) {
  Attribute attr = collective->getDiscardableAttr(kMeanAttrName);
  if (auto degree = dyn_cast_or_null<IntegerAttr>(attr))
    return degree.getInt();
  if (auto degrees = dyn_cast_or_null<DenseI64ArrayAttr>(attr))
    return degrees.asArrayRef()[pair];
  return 0;
}

Attribute grad::getMeanAttr(MLIRContext *context, ArrayRef<int64_t> degrees) {
  Builder builder(context);
  if (!llvm::all_equal(degrees))
    return builder.getDenseI64ArrayAttr(degrees);
  if (degrees.empty() || degrees.front() == 0)
    return {};
  return builder.getI64IntegerAttr(degrees.front());
}

LogicalResult grad::verifyMeanAttr(Operation *op, Attribute attr) {
  auto refuse = [&]() {
    return op->emitOpError("GR-A-10: expected '")
           << kMeanAttrName << "' to be a positive 64-bit integer, got "
           << attr;
  };
  if (auto degree = dyn_cast<IntegerAttr>(attr);
      degree && degree.getType().isSignlessInteger(64) && degree.getInt() > 0)
    return success();
  auto degrees = dyn_cast<DenseI64ArrayAttr>(attr);
  auto collective = dyn_cast<CollectiveOpInterface>(op);
  if (!degrees || !collective)
    return refuse();
  size_t numOperands = collective.getInputs().size();
  if (size_t(degrees.size()) == numOperands &&
      llvm::none_of(degrees.asArrayRef(), [](int64_t n) { return n < 0; }))
    return success();
  return op->emitOpError("GR-A-10: expected '")
         << kMeanAttrName << "' to have " << numOperands
         << " numbers that are not negative, one for each operand, got "
         << attr;
}
