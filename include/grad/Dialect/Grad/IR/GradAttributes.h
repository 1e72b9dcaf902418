//===- GradAttributes.h - Attributes and enumerations of the dialect -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADATTRIBUTES_H
#define GRAD_DIALECT_GRAD_IR_GRADATTRIBUTES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

#include "grad/Dialect/Grad/IR/GradEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "grad/Dialect/Grad/IR/GradAttributes.h.inc"

namespace mlir::grad {

/// The parts of `#grad.reducer_options` as plain values, to build one from.
struct ReducerOptions {
  bool mean = true;
  std::optional<int64_t> degree, fusionType;
  std::optional<SmallVector<int64_t>> splitIndices;
  std::optional<ReduceType> reduceType;
  std::optional<WireType> wire;
  std::optional<ScaleMode> scale;
  std::optional<double> clipValue, clipNorm;
  bool sparseAsDense = false;
  std::optional<double> denseAbove;
  std::optional<int64_t> topK;
  std::optional<double> topKRatio, threshold;

  /// The attribute; null, and an error, where the parts do not fit together.
  ReducerOptionsAttr getChecked(function_ref<InFlightDiagnostic()> emitError,
                                MLIRContext *context) const;
  /// The same for parts that are known to fit.
  ReducerOptionsAttr get(MLIRContext *context) const;
};

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_IR_GRADATTRIBUTES_H
