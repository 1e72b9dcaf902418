//===- TestModule.h - A module of a unit test -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TEST_UNIT_TESTMODULE_H
#define GRAD_TEST_UNIT_TESTMODULE_H

#include "grad/Dialect/Grad/IR/GradDialect.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

namespace mlir::grad::test {

/// A parsed module and, once for the process, its context.
class TestModule {
public:
  explicit TestModule(StringRef text)
      : module(parseSourceString<ModuleOp>(text, getContext())) {}

  explicit operator bool() const { return static_cast<bool>(module); }
  ModuleOp get() { return *module; }
  Block &getBody(StringRef function) {
    return module->lookupSymbol<func::FuncOp>(function).getBody().front();
  }

  static MLIRContext *getContext() {
    static MLIRContext *context = [] {
      auto *created = new MLIRContext(MLIRContext::Threading::DISABLED);
      created
          ->loadDialect<GradDialect, arith::ArithDialect, func::FuncDialect>();
      created->allowUnregisteredDialects();
      return created;
    }();
    return context;
  }

private:
  OwningOpRef<ModuleOp> module;
};

/// Whether the operation is a fence of a random step.
inline bool isTestFence(Operation *op) {
  if (op->getName().getStringRef() == "test.fence")
    return true;
  bool inside = false;
  op->walk([&](AllReduceOp nested) { inside |= nested.getOperation() != op; });
  return inside;
}

} // namespace mlir::grad::test

#endif // GRAD_TEST_UNIT_TESTMODULE_H
