//===- BufferizableOpInterfaceImpl.h - Collectives on buffers -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
#define GRAD_DIALECT_GRAD_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H

namespace mlir {
class DialectRegistry;

namespace grad {

/// Lets one-shot bufferization turn collectives on tensors into their memref
/// form: in place where the operation can, else into a new buffer.
void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry);

} // namespace grad
} // namespace mlir

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
