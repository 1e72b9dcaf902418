//===- GradArgumentAttrs.h - What arguments and results are -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attributes with which a training step says what its arguments and
// results are. The dialect's documentation lists their constraints.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADARGUMENTATTRS_H
#define GRAD_DIALECT_GRAD_IR_GRADARGUMENTATTRS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::grad {

/// Of arguments.
inline constexpr StringLiteral kParamAttrName = "grad.param",
                               kStateAttrName = "grad.state",
                               kBatchAttrName = "grad.batch",
                               kReplicatedAttrName = "grad.replicated",
                               kPerRankAttrName = "grad.per_rank",
                               kSeedAttrName = "grad.seed",
                               kInitAttrName = "grad.init",
                               kNameAttrName = "grad.name";
/// Of results.
inline constexpr StringLiteral kUpdatesAttrName = "grad.updates",
                               kGradientAttrName = "grad.gradient",
                               kMetricAttrName = "grad.metric";
/// Of modules: see `#grad.schedule`.
inline constexpr StringLiteral kScheduleAttrName = "grad.schedule";

/// The name of a parameter or of state, or null where the argument is neither.
StringAttr getStateName(FunctionOpInterface function, unsigned argument);

/// The number of the argument that a result updates (`grad.updates`), or
/// nothing.
std::optional<unsigned> getUpdatedArgument(FunctionOpInterface function,
                                           unsigned result);

/// Whether the argument is marked to be equal on every rank: a parameter,
/// state or a replicated value, and not `grad.per_rank`.
bool isMarkedReplicated(FunctionOpInterface function, unsigned argument);

/// Checks GR-SD-1, GR-SD-2 and GR-SD-4.
LogicalResult verifyScheduleAttr(Operation *op, Attribute attr);

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_IR_GRADARGUMENTATTRS_H
