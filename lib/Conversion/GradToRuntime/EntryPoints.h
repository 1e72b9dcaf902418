//===- EntryPoints.h - Functions that a host program calls -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_GRADTORUNTIME_ENTRYPOINTS_H
#define GRAD_LIB_CONVERSION_GRADTORUNTIME_ENTRYPOINTS_H

#include "RuntimeCalls.h"

namespace mlir::grad {

/// What the lowered ABI says of one function, before its signature changes.
struct EntrySignature {
  /// Argument and result types: memrefs of identity layout, or scalars.
  SmallVector<Type> arguments, results;
  /// For each result, the number of the argument that it updates, if any.
  SmallVector<std::optional<unsigned>> updates;
};

/// Reads the signature. Fails, with an error at the function, where the lowered
/// ABI cannot express it.
FailureOr<EntrySignature> getEntrySignature(func::FuncOp function);

/// Makes the entry point `name` that calls `function`, whose first argument is
/// the context and whose first result is a status.
func::FuncOp createEntryPoint(RuntimeCalls &calls, func::FuncOp function,
                              StringRef name, const EntrySignature &signature);

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_GRADTORUNTIME_ENTRYPOINTS_H
