//===- GradInterfaces.h - Interfaces of the dialect -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADINTERFACES_H
#define GRAD_DIALECT_GRAD_IR_GRADINTERFACES_H

#include "grad/Dialect/Grad/IR/GradAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::grad {

/// What every collective reads and writes. Upstream passes therefore neither
/// move, reorder, merge nor drop a collective.
struct CommunicatorResource
    : public SideEffects::Resource::Base<CommunicatorResource> {
  StringRef getName() final { return "communicator"; }
};

class CollectiveOpInterface;
class OptimizerOpInterface;

namespace detail {
/// Checks the constraints that all collectives share (GR-C-*), then each pair
/// of operand and result by the operation's own rule.
LogicalResult verifyCollective(Operation *op);

/// Checks the constraints that all optimizers share (GR-OP-*).
LogicalResult verifyOptimizer(Operation *op);

/// Whether a collective can carry values of the type (GR-C-5).
bool isCollectiveElementType(Type type);

/// Adds the communicator effect.
void getCommunicatorEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects);

/// Adds the communicator effect and, in memref form, what is read and written.
void getCollectiveEffects(
    CollectiveOpInterface op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects);
} // namespace detail
} // namespace mlir::grad

#include "grad/Dialect/Grad/IR/GradInterfaces.h.inc"

#endif // GRAD_DIALECT_GRAD_IR_GRADINTERFACES_H
