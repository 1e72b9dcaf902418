//===- Patterns.h - How operations become loops on tensors -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_GRADTOLINALG_PATTERNS_H
#define GRAD_LIB_CONVERSION_GRADTOLINALG_PATTERNS_H

#include "mlir/Transforms/DialectConversion.h"

namespace mlir::grad {

/// `grad.scale`, `grad.clip`, `grad.squared_norm`, `grad.all_finite`.
void populateArithmeticPatterns(RewritePatternSet &patterns,
                                const TypeConverter &converter);

/// `grad.seed`, `grad.accumulate`, `grad.select`.
void populateTrainingPatterns(RewritePatternSet &patterns,
                              const TypeConverter &converter);

/// `grad.sgd`, `grad.momentum`, `grad.adam`, `grad.adamw`.
void populateOptimizerPatterns(RewritePatternSet &patterns,
                               const TypeConverter &converter);

/// Sparse gradients become two values, and what makes and takes apart goes.
void populateSlicesPatterns(RewritePatternSet &patterns,
                            const TypeConverter &converter);

/// `grad.to_dense`, `grad.coalesce`.
void populateRowPatterns(RewritePatternSet &patterns,
                         const TypeConverter &converter);

/// `grad.sparsify`.
void populateSparsifyPatterns(RewritePatternSet &patterns,
                              const TypeConverter &converter);

/// `grad.all_gather_v`.
void populateGatherPatterns(RewritePatternSet &patterns,
                            const TypeConverter &converter);

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_GRADTOLINALG_PATTERNS_H
