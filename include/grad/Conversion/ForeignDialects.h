//===- ForeignDialects.h - Dialects that are not packaged -------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The modules that JAX exports use dialects for which there is no package.
// Their operations are read in generic form. Mere tolerance of unregistered
// dialects is not enough for that: MLIR finds no symbol from inside a
// one-region operation of a dialect that is not loaded, so that a `func.call`
// in a `sdy.manual_computation` fails to verify. Each of these dialects
// therefore gets a placeholder, which takes any operation, keeps attributes and
// types as text, and tells how to print the generic form where the input is in
// a form that only the real dialect can read.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_CONVERSION_FOREIGNDIALECTS_H
#define GRAD_CONVERSION_FOREIGNDIALECTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::grad {

/// The namespaces that get a placeholder: those of StableHLO and Shardy.
llvm::ArrayRef<llvm::StringLiteral> getForeignDialectNames();

/// Adds a placeholder for each foreign dialect that the registry does not have.
/// Call it after every other registration, dialect plugins included: a registry
/// takes one dialect for a namespace and aborts at the second.
void registerForeignDialects(DialectRegistry &registry);

} // namespace mlir::grad

#endif // GRAD_CONVERSION_FOREIGNDIALECTS_H
