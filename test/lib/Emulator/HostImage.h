//===- HostImage.h - From host code to a shared object -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TEST_EMULATOR_HOSTIMAGE_H
#define GRAD_TEST_EMULATOR_HOSTIMAGE_H

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::grad {

/// Adds what the loader of an image calls: for each kernel a function that
/// takes its arguments through pointers, and the table of their sizes.
void addKernelEntries(llvm::Module &module, ArrayRef<std::string> kernels);

/// Compiles and links a module of the LLVM dialect. Emits an error at the
/// module where it fails.
LogicalResult writeHostImage(ModuleOp module, ArrayRef<std::string> kernels,
                             SmallVectorImpl<char> &image);

} // namespace mlir::grad

#endif // GRAD_TEST_EMULATOR_HOSTIMAGE_H
