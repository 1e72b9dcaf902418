//===- ReductionBody.h - Regions of reductions ------------------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// StableHLO says in a region how two values are combined, the grad dialect by a
// kind.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_STABLEHLO_REDUCTIONBODY_H
#define GRAD_LIB_CONVERSION_STABLEHLO_REDUCTIONBODY_H

#include "RankNumbering.h"

namespace mlir::grad {

/// The kind of reduction that the operation's region computes on scalars of the
/// type that its results hold.
llvm::Expected<ReductionKind> readReductionBody(Operation *op);

/// The name of the operation that combines two scalars, or empty where the type
/// has none. `avg` is combined as `sum`.
StringRef getReductionOpName(ReductionKind kind, Type elementType);

/// Fills the empty region: one block of two scalars and that operation.
void buildReductionBody(Region &region, Location loc, ReductionKind kind,
                        Type elementType);

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_STABLEHLO_REDUCTIONBODY_H
