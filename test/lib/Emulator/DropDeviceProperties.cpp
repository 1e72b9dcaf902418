//===- DropDeviceProperties.cpp - One memory, plain calls -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostRewrites.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace mlir::grad;

/// A plain C function in the place of one with the device's attributes. It may
/// have any effect, as calls of Support.c do.
static void simplifyFunction(LLVM::LLVMFuncOp func) {
  OpBuilder builder(func);
  auto plain = LLVM::LLVMFuncOp::create(builder, func.getLoc(), func.getName(),
                                        func.getFunctionType());
  plain.getBody().takeBody(func.getBody());
  func.erase();
}

static void simplifyCall(LLVM::CallOp call) {
  call.setCConv(LLVM::CConv::C);
  call.removeMemoryEffectsAttr();
  call.removeArgAttrsAttr();
  call.removeResAttrsAttr();
}

/// Workgroup memory may change under a thread whenever it waits. LLVM knows
/// nothing of who else writes to a variable that other files see.
static void simplifyGlobal(LLVM::GlobalOp global) {
  bool isWorkgroup = global.getAddrSpace() == 3;
  global.setAddrSpace(0);
  if (!isWorkgroup)
    return;
  global.setLinkage(LLVM::Linkage::External);
  global.setVisibility_(LLVM::Visibility::Hidden);
  global.setDsoLocal(true);
  if (global.getValueOrNull() || !global.getInitializerRegion().empty())
    return;
  OpBuilder builder(global.getContext());
  builder.createBlock(&global.getInitializerRegion());
  Value zero = LLVM::ZeroOp::create(builder, global.getLoc(), global.getType());
  LLVM::ReturnOp::create(builder, global.getLoc(), zero);
}

static void dropAddressSpaces(ModuleOp module) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](LLVM::LLVMPointerType type) {
    return LLVM::LLVMPointerType::get(type.getContext());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  module.walk([](LLVM::AddrSpaceCastOp op) {
    op.replaceAllUsesWith(op.getArg());
    op.erase();
  });
}

LogicalResult grad::dropDeviceProperties(ModuleOp module) {
  for (auto func : llvm::to_vector(module.getOps<LLVM::LLVMFuncOp>()))
    simplifyFunction(func);
  module.walk([](Operation *op) {
    if (auto call = dyn_cast<LLVM::CallOp>(op))
      simplifyCall(call);
    else if (auto global = dyn_cast<LLVM::GlobalOp>(op))
      simplifyGlobal(global);
    if (auto math = dyn_cast<LLVM::FastmathFlagsInterface>(op))
      op->setAttr(math.getFastmathAttrName(),
                  LLVM::FastmathFlagsAttr::get(op->getContext(),
                                               LLVM::FastmathFlags::none));
  });
  dropAddressSpaces(module);
  return success();
}
