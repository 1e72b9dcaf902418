//===- GradMemoryOps.cpp - Memory that a program keeps -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradOps.h"

using namespace mlir;
using namespace mlir::grad;

namespace {
/// What a workspace reads and writes: the table of what the runtime keeps. No
/// pass may therefore merge two of them, which would be one memory. It is no
/// allocation either, which deallocation would free.
struct WorkspaceResource
    : public SideEffects::Resource::Base<WorkspaceResource> {
  StringRef getName() final { return "workspace"; }
};
} // namespace

void WorkspaceOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), WorkspaceResource::get());
  effects.emplace_back(MemoryEffects::Write::get(), WorkspaceResource::get());
}

void WorkspaceOp::getAsmResultNames(
    function_ref<void(Value, StringRef)> setNameFn) {
  setNameFn(getMemory(), "workspace");
}

LogicalResult WorkspaceOp::verify() {
  auto type = cast<MemRefType>(getMemory().getType());
  if (type.getRank() != 1 || !type.hasStaticShape())
    return emitOpError("GR-WS-1: expected a memref of one dimension of static "
                       "size, got ")
           << type;
  if (!type.getElementType().isSignlessInteger(8))
    return emitOpError("GR-WS-2: expected elements of i8, got ")
           << type.getElementType();
  if (!type.getLayout().isIdentity() || type.getMemorySpace())
    return emitOpError("GR-WS-3: expected the identity layout in the default "
                       "memory space, got ")
           << type;
  return success();
}
