//===- FusionReport.h - Tells what a fusion plan decided -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_TRANSFORMS_FUSIONREPORT_H
#define GRAD_DIALECT_GRAD_TRANSFORMS_FUSIONREPORT_H

#include "grad/Dialect/Grad/Transforms/FusionPlan.h"

namespace mlir::grad {

/// Emits a remark for each bucket and for each candidate that was passed over;
/// docs/remarks.md lists names and keys. Costs nothing unless remarks are
/// asked for. Call it before the plan is applied.
void emitFusionRemarks(const FusionPlan &plan, Block &block);

/// Writes the buckets as a table. Call it before the plan is applied.
void printFusionPlan(const FusionPlan &plan, Block &block, raw_ostream &os);

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_FUSIONREPORT_H
