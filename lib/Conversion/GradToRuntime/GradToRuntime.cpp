//===- GradToRuntime.cpp - Turn collectives into calls of the runtime -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `convert-grad-to-runtime`. Each function gets a context and a
// status; operations that need the runtime become calls (CollectiveCalls.cpp);
// public functions get an entry point (EntryPoints.cpp).
//
//===----------------------------------------------------------------------===//

#include "Capabilities.h"
#include "CollectiveCalls.h"
#include "DeviceCalls.h"
#include "EntryPoints.h"
#include "grad/Conversion/Passes.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace mlir::grad {
#define GEN_PASS_DEF_CONVERTGRADTORUNTIME
#include "grad/Conversion/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

/// Gives the function a context and a status; its returns succeed.
static void addContextAndStatus(func::FuncOp function) {
  auto pointer = LLVM::LLVMPointerType::get(function.getContext());
  (void)function.insertArgument(0, pointer, {}, function.getLoc());
  (void)function.insertResult(0, pointer, {});
  function.walk([&](func::ReturnOp op) {
    OpBuilder builder(op);
    Value fine = LLVM::ZeroOp::create(builder, op.getLoc(), pointer);
    op->insertOperands(0, fine);
  });
}

/// Hands the context to a function of ours, and its status on.
static void convertCall(func::CallOp call, CollectiveCalls &calls,
                        Value context) {
  OpBuilder builder(call);
  SmallVector<Type> types = {context.getType()};
  llvm::append_range(types, call.getResultTypes());
  SmallVector<Value> operands = {context};
  llvm::append_range(operands, call.getOperands());
  auto converted = func::CallOp::create(builder, call.getLoc(),
                                        call.getCallee(), types, operands);
  call->replaceAllUsesWith(converted.getResults().drop_front());
  calls.check(builder, call.getLoc(), converted.getResult(0));
  call->erase();
}

namespace {
struct ConvertGradToRuntime
    : public grad::impl::ConvertGradToRuntimeBase<ConvertGradToRuntime> {
  using ConvertGradToRuntimeBase::ConvertGradToRuntimeBase;

  void runOnOperation() override {
    // Tools that know only LLVM could not read it.
    getOperation()->removeAttr(kScheduleAttrName);
    ModuleOp module = getOperation();
    if (!isBackend(backend)) {
      module.emitError("unknown backend '")
          << backend << "'; expected one of " << getBackendNames();
      return signalPassFailure();
    }
    SmallVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>())
      if (!function.isDeclaration())
        functions.push_back(function);
    SmallVector<FailureOr<EntrySignature>> signatures;
    for (func::FuncOp function : functions) {
      signatures.push_back(function.isPublic()
                               ? getEntrySignature(function)
                               : FailureOr<EntrySignature>(EntrySignature()));
      if (failed(signatures.back()))
        return signalPassFailure();
    }

    RuntimeCalls calls(module);
    KernelImages images(module);
    if (hasDevice(backend) && failed(images.convert()))
      return signalPassFailure();
    if (!hasDevice(backend) && failed(verifyNoKernels()))
      return signalPassFailure();
    llvm::for_each(functions, addContextAndStatus);
    for (func::FuncOp function : functions)
      if (failed(convertBody(calls, images, function)))
        return signalPassFailure();
    for (auto [function, signature] : llvm::zip(functions, signatures))
      if (function.isPublic() &&
          failed(addEntryPoint(calls, images, function, *signature)))
        return signalPassFailure();
  }

private:
  LogicalResult verifyNoKernels() {
    WalkResult walk = getOperation().walk([&](gpu::LaunchFuncOp op) {
      op.emitError("backend '") << backend << "' runs no kernels";
      return WalkResult::interrupt();
    });
    return failure(walk.wasInterrupted());
  }

  LogicalResult convertBody(RuntimeCalls &calls, KernelImages &images,
                            func::FuncOp function) {
    SymbolTable symbols(getOperation());
    CollectiveCalls collectives(calls, function, backend, ignoreNaN);
    DeviceCalls device(calls, collectives, images, function);
    SmallVector<Operation *> operations;
    function.walk([&](Operation *op) {
      if (isa<CollectiveOpInterface, GroupSizeOp, RankOp, WorkspaceOp,
              func::CallOp, cf::AssertOp>(op))
        operations.push_back(op);
    });
    if (hasDevice(backend))
      device.insertJoins();
    for (Operation *op : operations) {
      if (auto assertion = dyn_cast<cf::AssertOp>(op)) {
        collectives.replaceAssert(assertion);
        continue;
      }
      auto call = dyn_cast<func::CallOp>(op);
      if (!call && failed(collectives.replace(op)))
        return failure();
      if (call &&
          !symbols.lookup<func::FuncOp>(call.getCallee()).isDeclaration())
        convertCall(call, collectives, function.getArgument(0));
    }
    return hasDevice(backend) ? device.convert() : success();
  }

  /// Moves the function out of the way of its entry point.
  LogicalResult addEntryPoint(RuntimeCalls &calls, KernelImages &images,
                              func::FuncOp function,
                              const EntrySignature &signature) {
    std::string name = function.getName().str();
    function.removeArgAttrsAttr();
    function.removeResAttrsAttr();
    SymbolTable symbols(getOperation());
    (void)symbols.renameToUnique(function, {});
    function.setPrivate();
    function->setAttr(
        "llvm.linkage",
        LLVM::LinkageAttr::get(&getContext(), LLVM::Linkage::Internal));
    func::FuncOp entry = createEntryPoint(calls, function, name, signature);
    if (!hasDevice(backend))
      return success();
    CollectiveCalls checks(calls, entry, backend, ignoreNaN);
    return DeviceCalls(calls, checks, images, entry).convert();
  }
};
} // namespace
