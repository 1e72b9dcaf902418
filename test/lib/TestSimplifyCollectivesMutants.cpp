//===- TestSimplifyCollectivesMutants.cpp - For tests -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `test-simplify-collectives-mutant` is `simplify-collectives`, with
// its options, but it is told something wrong. The equivalence run has to
// notice each of these mutants; see test/Execution/run_equivalence.py.
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::grad;

namespace {
/// What is wrong.
enum class Mutant { None, Uniform, Size };

struct TestSimplifyCollectivesMutant
    : public PassWrapper<TestSimplifyCollectivesMutant,
                         OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestSimplifyCollectivesMutant)

  TestSimplifyCollectivesMutant() = default;
  TestSimplifyCollectivesMutant(const TestSimplifyCollectivesMutant &other)
      : PassWrapper(other) {}

  StringRef getArgument() const override {
    return "test-simplify-collectives-mutant";
  }
  StringRef getDescription() const override {
    return "Simplify collectives by what is wrong";
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    createSimplifyCollectives()->getDependentDialects(registry);
  }

  void runOnOperation() override {
    SmallVector<std::pair<func::FuncOp, unsigned>> marked;
    if (mutant == Mutant::Uniform)
      markArguments(marked);
    SimplifyCollectivesOptions options;
    options.worldSize = worldSize;
    if (mutant == Mutant::Size)
      options.worldSize = worldSize + 2;
    OpPassManager pm(ModuleOp::getOperationName());
    pm.addPass(createSimplifyCollectives(options));
    if (failed(runPipeline(pm, getOperation())))
      return signalPassFailure();
    for (auto [function, argument] : marked)
      function.removeArgAttr(argument, kReplicatedAttrName);
  }

private:
  /// Marks the arguments of public functions that have no mark.
  void
  markArguments(SmallVectorImpl<std::pair<func::FuncOp, unsigned>> &marked) {
    Attribute unit = UnitAttr::get(&getContext());
    for (auto function : getOperation().getOps<func::FuncOp>())
      for (unsigned i = 0; i != function.getNumArguments(); ++i)
        if (function.isPublic() &&
            function_interface_impl::getArgAttrs(function, i).empty()) {
          function.setArgAttr(i, kReplicatedAttrName, unit);
          marked.emplace_back(function, i);
        }
  }

  Option<int64_t> worldSize{*this, "world-size",
                            llvm::cl::desc("Number of ranks; 0: not known"),
                            llvm::cl::init(0)};
  Option<Mutant> mutant{
      *this, "mutant", llvm::cl::desc("What is wrong"),
      llvm::cl::init(Mutant::None),
      llvm::cl::values(
          clEnumValN(Mutant::None, "none", "Nothing: the real pass"),
          clEnumValN(Mutant::Uniform, "uniform",
                     "Arguments count as equal on all ranks"),
          clEnumValN(Mutant::Size, "size", "The world has two more ranks"))};
};
} // namespace

static PassRegistration<TestSimplifyCollectivesMutant> registration;
