//===- Emulator.h - GPU kernels on the processor of the host -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the kernels of a `gpu.module` for the host, so that tests run the
// code that a GPU would run where there is none. EmulatorABI.h says what the
// image offers and what its loader has to bring.
//
// The module has to be lowered to the LLVM and NVVM dialects. What the emulator
// does not know is an error at that operation, never a wrong result. Fast-math
// flags have no effect, and the approximate functions of the device are as
// exact as those of the host.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TEST_EMULATOR_EMULATOR_H
#define GRAD_TEST_EMULATOR_EMULATOR_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::grad {

/// Registers the dialects of the host's code and their translations. To be
/// called before the context is used by several threads.
void registerEmulatorDialects(DialectRegistry &registry);

/// Makes a module of the LLVM dialect alone, where functions of Support.c stand
/// in for the device. Emits an error and returns null where it cannot. The
/// `gpu.module` stays as it is.
OwningOpRef<ModuleOp> convertToHostModule(gpu::GPUModuleOp module);

/// Writes the bytes of a shared object with the kernels of `module` to `image`.
/// Needs the C compiler driver `cc`. Emits an error where it fails.
LogicalResult serializeForEmulation(gpu::GPUModuleOp module,
                                    SmallVectorImpl<char> &image);

} // namespace mlir::grad

#endif // GRAD_TEST_EMULATOR_EMULATOR_H
