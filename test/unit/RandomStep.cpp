//===- RandomStep.cpp - Random blocks with collectives -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomStep.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::grad;
using namespace mlir::grad::test;

//===----------------------------------------------------------------------===//
// Drawing
//===----------------------------------------------------------------------===//

namespace {
/// Draws one step.
class Drawer {
public:
  Drawer(std::mt19937 &random, const StepShape &shape)
      : random(random), shape(shape) {}

  Step run() {
    step.numArguments = 1 + draw(random, 4);
    for (unsigned i = 0; i != step.numArguments; ++i)
      addValue(-1);
    // Steps differ in how far back operands reach, from chains to independent
    // operations.
    reach = drawPercent(random, 50) ? 1000 : 1 + draw(random, 8);
    fromArguments = draw(random, 90);
    unsigned numOps = 2 + draw(random, shape.maxOps);
    for (unsigned i = 0; i != numOps; ++i)
      addOp();
    for (unsigned i = 0; i != step.values.size(); ++i)
      if (drawPercent(random, 70))
        step.returned.push_back(i);
    return std::move(step);
  }

private:
  unsigned addValue(int producer) {
    static constexpr int64_t sizes[] = {0, 1, 2, 3, 4, 4, 4, 8, 12, 40};
    StepValue value{sizes[draw(random, 10)], drawPercent(random, 25),
                    !shape.allStatic && drawPercent(random, 5), producer};
    if (shape.onlyOneKind)
      value.isHalf = false;
    step.values.push_back(value);
    return step.values.size() - 1;
  }

  unsigned drawOperand() {
    unsigned size = step.values.size();
    if (drawPercent(random, fromArguments))
      return draw(random, step.numArguments);
    return size - 1 - draw(random, std::min(size, reach));
  }

  void addOp() {
    StepOp op;
    if (drawPercent(random, shape.percentCollectives)) {
      op.kind = StepOp::Collective;
    } else if (drawPercent(random, shape.percentFences)) {
      op.kind =
          drawPercent(random, 60) ? StepOp::Fence : StepOp::CollectiveInside;
    } else {
      op.kind = drawPercent(random, 12)   ? StepOp::Region
                : drawPercent(random, 12) ? StepOp::Several
                                          : StepOp::Pure;
    }
    unsigned numOperands = op.kind == StepOp::Collective ? 1
                           : op.kind == StepOp::Several  ? 2 + draw(random, 2)
                                                         : draw(random, 4);
    if (op.kind == StepOp::CollectiveInside)
      numOperands = 1;
    for (unsigned i = 0; i != numOperands; ++i)
      op.operands.push_back(drawOperand());
    if (op.kind == StepOp::Collective)
      drawCollective(op);
    // A group's size enters the types.
    if (op.collective == CollectiveKind::ReduceScatter &&
        step.values[op.operands.front()].elements % 2 != 0)
      op.hasGroup = false;
    addResults(op);
    step.ops.push_back(op);
  }

  void drawCollective(StepOp &op) {
    if (drawPercent(random, shape.percentIds)) {
      op.id = draw(random, 3);
      op.automatic = drawPercent(random, shape.percentAutomatic);
    }
    if (shape.allIndexed || drawPercent(random, 5))
      op.index = draw(random, 40);
    if (shape.onlyOneKind)
      return;
    op.isMax = drawPercent(random, 25);
    op.hasGroup = drawPercent(random, 10);
    if (drawPercent(random, 20))
      op.collective = drawPercent(random, 50) ? CollectiveKind::AllGather
                                              : CollectiveKind::ReduceScatter;
  }

  void addResults(StepOp &op) {
    int number = step.ops.size();
    if (op.kind == StepOp::Collective || op.kind == StepOp::Several) {
      for (unsigned operand : op.operands) {
        StepValue value = step.values[operand];
        value.producer = number;
        if (op.kind == StepOp::Collective) {
          if (op.collective == CollectiveKind::AllGather)
            value.elements *= 2;
          else if (op.collective == CollectiveKind::ReduceScatter &&
                   value.elements % 2 == 0)
            value.elements /= 2;
          else if (!shape.onlyOneKind && drawPercent(random, 10))
            value.isHalf = !value.isHalf;
        }
        op.results.push_back(step.values.size());
        step.values.push_back(value);
      }
      return;
    }
    unsigned numResults = op.isFence() ? draw(random, 2) : 1 + draw(random, 2);
    for (unsigned i = 0; i != numResults; ++i)
      op.results.push_back(addValue(number));
  }

  std::mt19937 &random;
  const StepShape &shape;
  Step step;
  unsigned reach = 0;
  unsigned fromArguments = 0;
};
} // namespace

Step test::makeRandomStep(std::mt19937 &random, const StepShape &shape) {
  return Drawer(random, shape).run();
}

/// Entries that increase, from `least`.
static SmallVector<int64_t> drawSplit(std::mt19937 &random, int64_t least) {
  SmallVector<int64_t> entries;
  int64_t entry = least + draw(random, 4);
  for (unsigned i = 0, e = 1 + draw(random, 4); i != e; ++i) {
    entries.push_back(entry);
    entry += 1 + draw(random, 6);
  }
  return entries;
}

FusionPolicy test::makeRandomPolicy(std::mt19937 &random, bool allIndexed) {
  FusionPolicy policy;
  if (drawPercent(random, 40))
    policy.collectives = {CollectiveKind::AllReduce, CollectiveKind::AllGather,
                          CollectiveKind::ReduceScatter};
  if (drawPercent(random, 30))
    policy.order = CandidateOrder::Production;
  if (allIndexed)
    policy.order = CandidateOrder::Index;
  policy.acrossTypes = drawPercent(random, 25);
  if (drawPercent(random, 30))
    policy.maxOperands = 1 + draw(random, 5);
  unsigned form = draw(random, 8);
  if (form == 0) {
    policy.splitIndices = drawSplit(random, 1);
  } else if (form == 1) {
    policy.splitEnds = drawSplit(random, 0);
  } else if (form < 7) {
    policy.rule = static_cast<BucketRule>(draw(random, 3));
    int64_t size = draw(random, 60);
    if (form < 4)
      policy.thresholdBytes = size;
    else if (form < 6)
      policy.thresholdElements = size;
    if (policy.rule == BucketRule::DDP && !policy.thresholdElements &&
        drawPercent(random, 50))
      policy.firstBucketBytes = draw(random, 30);
  }
  return policy;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

namespace {
class Printer {
public:
  explicit Printer(const Step &step) : step(step), os(text) {}

  std::string run() {
    os << "func.func @step(";
    for (unsigned i = 0; i != step.numArguments; ++i)
      os << (i ? ", " : "") << "%v" << i << ": " << type(i);
    os << ") -> (" << types(step.returned) << ") {\n";
    for (unsigned i = 0; i != step.ops.size(); ++i)
      printOp(i);
    os << "return" << (step.returned.empty() ? "" : " ")
       << names(step.returned);
    if (!step.returned.empty())
      os << " : " << types(step.returned);
    os << "\n}\n";
    return text;
  }

private:
  std::string type(unsigned value) const {
    const StepValue &v = step.values[value];
    return "tensor<" + (v.isDynamic ? "?" : std::to_string(v.elements)) + "x" +
           (v.isHalf ? "f16" : "f32") + ">";
  }
  std::string types(ArrayRef<unsigned> values) const {
    return llvm::join(
        llvm::map_range(values, [&](unsigned i) { return type(i); }), ", ");
  }
  static std::string names(ArrayRef<unsigned> values) {
    return llvm::join(
        llvm::map_range(values,
                        [](unsigned i) { return "%v" + std::to_string(i); }),
        ", ");
  }

  void printOp(unsigned number) {
    const StepOp &op = step.ops[number];
    if (!op.results.empty())
      os << names(op.results) << " = ";
    switch (op.kind) {
    case StepOp::Collective:
    case StepOp::Several:
      return printCollective(op);
    case StepOp::Pure:
    case StepOp::Fence:
      os << (op.kind == StepOp::Fence ? "\"test.fence\"("
                                      : "\"stablehlo.add\"(")
         << names(op.operands) << ") {n = " << number << "} : ("
         << types(op.operands) << ") -> (" << types(op.results) << ")\n";
      return;
    case StepOp::Region:
      os << "\"stablehlo.case\"() ({\n  \"stablehlo.return\"("
         << names(op.operands) << ") : (" << types(op.operands)
         << ") -> ()\n}) {n = " << number << "} : () -> (" << types(op.results)
         << ")\n";
      return;
    case StepOp::CollectiveInside:
      os << "\"stablehlo.case\"() ({\n  %in = grad.all_reduce<sum> "
         << names(op.operands) << " : " << types(op.operands)
         << "\n  \"stablehlo.return\"() : () -> ()\n}) {n = " << number
         << "} : () -> (" << types(op.results) << ")\n";
      return;
    }
  }

  void printCollective(const StepOp &op) {
    static constexpr StringLiteral opNames[] = {"all_reduce", "all_gather",
                                                "reduce_scatter"};
    os << "grad." << opNames[static_cast<unsigned>(op.collective)];
    if (op.collective != CollectiveKind::AllGather)
      os << (op.isMax ? "<max>" : "<sum>");
    os << ' ' << names(op.operands);
    if (op.collective != CollectiveKind::AllReduce)
      os << " dim 0";
    if (op.hasGroup)
      os << " on <[[0, 1]]>";
    printFusion(op);
    os << " : " << types(op.operands) << " -> " << types(op.results) << '\n';
  }

  void printFusion(const StepOp &op) {
    if (!op.id && !op.index)
      return;
    os << " fusion<";
    if (op.id)
      os << "id = " << *op.id << (op.automatic ? ", auto" : "")
         << (op.index ? ", " : "");
    if (op.index)
      os << "index = " << *op.index;
    os << '>';
  }

  const Step &step;
  std::string text;
  llvm::raw_string_ostream os;
};
} // namespace

std::string Step::print() const { return Printer(*this).run(); }

std::string test::printPolicy(const FusionPolicy &policy) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "order " << static_cast<int>(policy.order) << " rule "
     << static_cast<int>(policy.rule);
  auto print = [&](StringRef name, std::optional<int64_t> value) {
    if (value)
      os << ' ' << name << '=' << *value;
  };
  print("threshold-bytes", policy.thresholdBytes);
  print("threshold-elements", policy.thresholdElements);
  print("first-bucket-bytes", policy.firstBucketBytes);
  print("max-operands", policy.maxOperands);
  os << " split-indices=";
  llvm::interleave(policy.splitIndices, os, ",");
  os << " split-ends=";
  llvm::interleave(policy.splitEnds, os, ",");
  os << (policy.acrossTypes ? " across-types" : "") << ' '
     << policy.collectives.size() << " kinds of collective";
  return text;
}
