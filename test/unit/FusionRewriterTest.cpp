//===- FusionRewriterTest.cpp - What fusion leaves behind -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block is evaluated to one number per value, which stands for the expression
// that the value is of the block's arguments, and the number of fences before
// it. Fusion changes none of the numbers: nothing at all crosses a fence, since
// an operation that is none may still read memory.
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/FusionRewriter.h"
#include "RandomStep.h"
#include "TestModule.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/Hashing.h"

using namespace mlir;
using namespace mlir::grad;
using namespace mlir::grad::test;

namespace {
/// The numbers of the values that leave a block: what its fences and its
/// terminator use.
class Evaluation {
public:
  explicit Evaluation(Block &block) {
    for (BlockArgument arg : block.getArguments())
      values[arg] = llvm::hash_combine("argument", arg.getArgNumber());
    for (Operation &op : block)
      evaluate(&op);
  }

  std::vector<size_t> observed;
  unsigned numCandidates = 0;

private:
  size_t get(Value value) {
    auto it = values.find(value);
    EXPECT_NE(it, values.end()) << "use before definition";
    return it == values.end() ? 0 : size_t(it->second);
  }

  void evaluate(Operation *op) {
    if (auto collective = dyn_cast<CollectiveOpInterface>(op))
      return evaluateCollective(collective);
    llvm::hash_code code = llvm::hash_combine(
        op->getName().getStringRef(),
        op->getDiscardableAttr("n").getAsOpaquePointer(), numFences);
    op->walk([&](Operation *user) {
      for (Value operand : user->getOperands())
        if (operand.getParentBlock() == op->getBlock())
          code = llvm::hash_combine(code, get(operand));
    });
    if (op->hasTrait<OpTrait::IsTerminator>() || isTestFence(op)) {
      observed.push_back(code);
      ++numFences;
    }
    for (OpResult result : op->getResults())
      values[result] = llvm::hash_combine(code, result.getResultNumber());
  }

  void evaluateCollective(CollectiveOpInterface op) {
    llvm::hash_code common = llvm::hash_combine(op->getName().getStringRef(),
                                                op.getGroupAttr(), numFences);
    for (StringRef name : {"kind", "dim"})
      if (std::optional<Attribute> value = op->getInherentAttr(name))
        common = llvm::hash_combine(common, *value);
    for (auto [operand, result] : llvm::zip(op.getInputs(), op->getResults()))
      values[result] =
          llvm::hash_combine(common, get(operand), result.getType());
    ++numCandidates;
  }

  llvm::DenseMap<Value, llvm::hash_code> values;
  unsigned numFences = 0;
};
} // namespace

static void testRandomStep(unsigned seed, unsigned &numGone) {
  std::mt19937 random(seed);
  StepShape shape;
  shape.allIndexed = drawPercent(random, 10);
  shape.percentFences = draw(random, 20);
  // Ids that a pass wrote never fail.
  Step step = makeRandomStep(random, shape);
  for (StepOp &op : step.ops)
    op.automatic = true;
  FusionPolicy policy = makeRandomPolicy(random, shape.allIndexed);
  std::string text = step.print();
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + printPolicy(policy) +
               "\n" + text);
  TestModule module(text);
  ASSERT_TRUE(module);
  Block &block = module.getBody("step");
  Evaluation before(block);
  FenceAnalysis fences(module.get());
  FusionPlan plan(block, policy, fences);
  ASSERT_TRUE(succeeded(plan.compute()));
  unsigned gone = FusionRewriter(plan, block).apply();
  ASSERT_TRUE(succeeded(verify(module.get())));
  Evaluation after(block);
  EXPECT_EQ(after.observed, before.observed);
  EXPECT_EQ(after.numCandidates + gone, before.numCandidates);
  numGone += gone;
}

TEST(FusionRewriter, KeepsEveryValue) {
  unsigned numGone = 0;
  for (unsigned seed = 1; seed != 4000 && !HasFailure(); ++seed)
    testRandomStep(seed, numGone);
  EXPECT_GT(numGone, 4000u);
}
