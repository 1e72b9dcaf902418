//===- HostRewrites.h - From device code to host code -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps that make host code of device code, in the order in which
// `convertToHostModule` takes them. Each emits an error where it meets what it
// does not know.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TEST_EMULATOR_HOSTREWRITES_H
#define GRAD_TEST_EMULATOR_HOSTREWRITES_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::grad {

/// Refuses operations, functions and variables that the other steps and the
/// host's back end do not handle rightly.
LogicalResult checkDeviceCode(ModuleOp module);

/// Has `grad_emulator_access` called before accesses to the memory that host
/// and device share.
LogicalResult reportAccesses(ModuleOp module);

/// Turns the operations and intrinsics of NVVM into calls and host operations.
LogicalResult replaceDeviceOps(ModuleOp module);

/// Computes on bf16 in f32; the host's libraries have no conversion to bf16.
LogicalResult expandBF16(ModuleOp module);

/// Puts all memory into the one address space of the host, and drops what has a
/// meaning on the device alone.
LogicalResult dropDeviceProperties(ModuleOp module);

/// Calls a function of Support.c, and declares it if need be.
LLVM::CallOp callSupport(OpBuilder &builder, Location loc, StringRef name,
                         Type result, ValueRange arguments);

/// The constant `value` of an integer type or a vector of one.
Value makeConstant(OpBuilder &builder, Location loc, Type type, int64_t value);

} // namespace mlir::grad

#endif // GRAD_TEST_EMULATOR_HOSTREWRITES_H
