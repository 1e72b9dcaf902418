//===- TestRankUniformity.cpp - Shows which values are uniform -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `test-rank-uniformity` remarks, at each operation `"test.show"`, on
// which ranks its operands are equal.
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/RankUniformity.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::grad;

namespace {
struct TestRankUniformity
    : public PassWrapper<TestRankUniformity, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestRankUniformity)

  TestRankUniformity() = default;
  TestRankUniformity(const TestRankUniformity &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "test-rank-uniformity"; }
  StringRef getDescription() const override {
    return "Remark on which ranks the operands of test.show are equal";
  }

  void runOnOperation() override {
    RankUniformity uniformity(getOperation(), worldSize);
    getOperation()->walk([&](Operation *op) {
      if (op->getName().getStringRef() != "test.show")
        return;
      std::string text;
      llvm::raw_string_ostream os(text);
      llvm::interleave(
          op->getOperands(), os,
          [&](Value value) { uniformity.getSets(value).print(os); }, ", ");
      op->emitRemark(text);
    });
    markAllAnalysesPreserved();
  }

  Option<int64_t> worldSize{*this, "world-size",
                            llvm::cl::desc("Number of ranks; 0: not known"),
                            llvm::cl::init(0)};
};
} // namespace

static PassRegistration<TestRankUniformity> registration;
