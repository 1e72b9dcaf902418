//===- Capabilities.h - What a backend can reduce -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_GRADTORUNTIME_CAPABILITIES_H
#define GRAD_LIB_CONVERSION_GRADTORUNTIME_CAPABILITIES_H

#include "grad/Dialect/Grad/IR/GradAttributes.h"
#include "mlir/IR/Types.h"

#include <optional>

namespace mlir::grad {

/// The names of the backends that can be lowered for, for messages.
StringRef getBackendNames();
/// Whether there is a backend of that name.
bool isBackend(StringRef name);
/// Whether memory is on a device, which kernels run on.
bool hasDevice(StringRef backend);

/// The runtime's number of the element type; signless integers are signed.
std::optional<int32_t> getRuntimeType(Type elementType);
/// The runtime's number of the kind.
int32_t getRuntimeKind(ReductionKind kind);

/// Whether the backend takes values of type `wire`, combines them and delivers
/// them in type `result`, natively or in a wider type; or, with `ignoreNaN`, so
/// that a NaN may get lost.
bool canReduce(StringRef backend, Type wire, Type result, ReductionKind kind,
               bool ignoreNaN = false);

/// Whether the backend can, but loses NaN.
bool dropsNaN(StringRef backend, Type wire, Type result, ReductionKind kind);

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_GRADTORUNTIME_CAPABILITIES_H
