//===- FusionPlanTest.cpp - Plans against the rules as written -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BucketFormation.h"
#include "NaiveFusion.h"
#include "TestModule.h"

using namespace mlir;
using namespace mlir::grad;
using namespace mlir::grad::test;

namespace {
/// The buckets and refusals of a plan, by numbers of operations.
struct PlanView {
  PlanView(const FusionPlan &plan, const std::vector<Operation *> &ops) {
    std::map<Operation *, int> numbers;
    for (int i = 0; i != int(ops.size()); ++i)
      numbers[ops[i]] = i;
    auto number = [&](Candidate candidate) {
      return numbers.at(plan.getOperation(candidate));
    };
    for (const Bucket &bucket : plan.getBuckets()) {
      std::vector<int> &members = buckets.emplace_back();
      for (Candidate member : bucket.members)
        members.push_back(number(member));
    }
    for (const Refusal &refusal : plan.getRefusals())
      refusals[number(refusal.candidate)] = {buckets[refusal.bucket].front(),
                                             number(refusal.blocker),
                                             refusal.further};
    for (unsigned bucket : plan.getIssueOrder())
      issueOrder.push_back(buckets[bucket]);
  }

  struct PassedOver {
    int bucketOpener, blocker;
    unsigned further;
  };
  std::vector<std::vector<int>> buckets, issueOrder;
  std::map<int, PassedOver> refusals;
};

/// The order of the operations once the plan is applied, one member a bucket.
std::vector<int> getOrder(const FusionPlan &plan,
                          const std::vector<Operation *> &ops) {
  std::map<Operation *, int> numbers;
  for (int i = 0; i != int(ops.size()); ++i)
    numbers[ops[i]] = i;
  std::vector<int> order;
  plan.getGraph().visitInOrder([&](DependencyGraph::Node node) {
    Operation *op = plan.getGraph().getOperation(node);
    // The terminator is no operation of the step.
    if (numbers.count(op))
      order.push_back(numbers.at(op));
  });
  return order;
}
} // namespace

/// The operations that stand for buckets of several.
static std::set<int> getLifted(const FusionPlan &plan,
                               const std::vector<Operation *> &ops) {
  std::set<int> lifted;
  for (int op : getOrder(plan, ops)) {
    const DependencyGraph &graph = plan.getGraph();
    if (graph.getMembers(graph.find(graph.getNode(ops[op]))).size() > 1)
      lifted.insert(op);
  }
  return lifted;
}

static void comparePlan(const PlanView &view, const NaiveResult &naive) {
  std::set<std::vector<int>> expected, got;
  for (const NaiveBucket &bucket : naive.buckets)
    expected.insert(bucket.members);
  got.insert(view.buckets.begin(), view.buckets.end());
  EXPECT_EQ(got, expected);
  ASSERT_EQ(view.refusals.size(), naive.refusals.size());
  for (const auto &[op, refusal] : naive.refusals) {
    SCOPED_TRACE("passed over: " + std::to_string(op));
    auto it = view.refusals.find(op);
    ASSERT_NE(it, view.refusals.end());
    EXPECT_EQ(it->second.bucketOpener, refusal.bucketOpener);
    EXPECT_EQ(it->second.further, refusal.further);
    EXPECT_EQ(refusal.blockers.count(it->second.blocker), 1u);
  }
}

/// Every operation stands below what it depends on, and below the operation in
/// whose place its slot is; where nothing forces it down it stays.
static void compareOrder(const std::vector<int> &order,
                         const NaiveResult &naive) {
  std::map<int, int> place;
  for (int i = 0; i != int(order.size()); ++i)
    place[order[i]] = i;
  std::vector<int> slots;
  for (int op : order) {
    slots.push_back(naive.slots[op]);
    for (int before : naive.dependencies[op]) {
      bool isPlaced = place.count(before) != 0;
      EXPECT_TRUE(!isPlaced || place[before] < place[op])
          << before << " before " << op;
    }
  }
  EXPECT_TRUE(std::is_sorted(slots.begin(), slots.end()));
}

/// With order=production, a bucket moves up to just after what it needs, and
/// buckets that move to one place keep their order.
static void checkLifted(const std::vector<int> &order, const NaiveResult &naive,
                        const std::set<int> &lifted) {
  std::map<int, int> place;
  for (int i = 0; i != int(order.size()); ++i)
    place[order[i]] = i;
  for (int i = 0; i != int(order.size()); ++i) {
    int op = order[i];
    for (int before : naive.dependencies[op]) {
      bool isPlaced = place.count(before) != 0;
      EXPECT_TRUE(!isPlaced || place[before] < i) << before << " before " << op;
    }
    if (!lifted.count(op))
      continue;
    int base = i;
    while (base >= 0 && lifted.count(order[base])) {
      bool isNeeded = naive.dependencies[op].count(order[base]) != 0;
      EXPECT_TRUE(isNeeded || naive.slots[order[base]] <= naive.slots[op])
          << order[base] << " before " << op;
      --base;
    }
    bool isAtFront = base < 0 && naive.dependencies[op].empty();
    EXPECT_TRUE(isAtFront || naive.dependencies[op].count(order[base]) != 0 ||
                llvm::any_of(naive.dependencies[op],
                             [&](int before) { return lifted.count(before); }))
        << op << " could move further up";
  }
}

/// Forms the plan's groups again, as `form` does and as the procedure is
/// written.
static void compareFormations(const FusionPlan &plan, Block &block) {
  auto isFence = [](Operation *op) { return isTestFence(op); };
  auto isOrdered = [&](Operation *op) {
    for (unsigned i = 0; i != plan.getNumCandidates(); ++i)
      if (plan.getOperation(i) == op)
        return true;
    return false;
  };
  DependencyGraph fast(block, isFence, isOrdered);
  DependencyGraph slow(block, isFence, isOrdered);
  for (const FusionGroup &group : plan.getGroups()) {
    std::vector<DependencyGraph::Node> nodes;
    std::vector<CandidateSize> sizes;
    for (Candidate candidate : group.candidates) {
      nodes.push_back(fast.getNode(plan.getOperation(candidate)));
      sizes.push_back(getCollectiveSize(plan.getOperation(candidate)));
    }
    auto getLimit = [&](unsigned number) {
      return plan.getPolicy().getLimit(group.id.has_value(), number);
    };
    BucketFormation a(fast, group.candidates, nodes, sizes, getLimit);
    BucketFormation b(slow, group.candidates, nodes, sizes, getLimit);
    a.form();
    b.formOneByOne();
    auto collect = [](const BucketFormation &formation) {
      std::set<std::vector<unsigned>> buckets;
      for (const Bucket &bucket : formation.buckets) {
        std::vector<unsigned> members(bucket.members.begin(),
                                      bucket.members.end());
        members.push_back(static_cast<unsigned>(bucket.closedBy));
        buckets.insert(members);
      }
      return buckets;
    };
    EXPECT_EQ(collect(a), collect(b));
    ASSERT_EQ(a.refusals.size(), b.refusals.size());
    for (size_t i = 0; i != a.refusals.size(); ++i) {
      const Refusal &x = a.refusals[i], &y = b.refusals[i];
      EXPECT_EQ(x.candidate, y.candidate);
      EXPECT_EQ(a.buckets[x.bucket].members, b.buckets[y.bucket].members);
      EXPECT_EQ(x.further, y.further);
    }
  }
}

/// Counts what random tests met, so that they cannot pass by testing nothing.
struct Coverage {
  unsigned errors = 0, refusals = 0, further = 0, fused = 0;
};

static void testRandomStep(unsigned seed, const StepShape &shape,
                           Coverage &coverage) {
  std::mt19937 random(seed);
  StepShape drawn = shape;
  drawn.allIndexed = drawPercent(random, 20);
  Step step = makeRandomStep(random, drawn);
  FusionPolicy policy = makeRandomPolicy(random, drawn.allIndexed);
  std::string text = step.print();
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + printPolicy(policy) +
               "\n" + text);

  TestModule module(text);
  ASSERT_TRUE(module);
  Block &block = module.getBody("step");
  std::vector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    ops.push_back(&op);
  NaiveResult naive = fuseNaively(step, policy);
  FenceAnalysis fences(module.get());
  FusionPlan plan(block, policy, fences);
  ScopedDiagnosticHandler silence(module.getContext(),
                                  [](Diagnostic &) { return success(); });
  LogicalResult computed = plan.compute();
  EXPECT_EQ(failed(computed), naive.fails);
  coverage.errors += naive.fails;
  if (failed(computed) || naive.fails || plan.getNumCandidates() == 0)
    return;
  PlanView view(plan, ops);
  comparePlan(view, naive);
  if (policy.order == CandidateOrder::Production)
    checkLifted(getOrder(plan, ops), naive, getLifted(plan, ops));
  else
    compareOrder(getOrder(plan, ops), naive);
  compareFormations(plan, block);
  coverage.refusals += naive.refusals.size();
  for (const auto &[op, refusal] : naive.refusals)
    coverage.further += refusal.further != 0;
  for (const NaiveBucket &bucket : naive.buckets)
    coverage.fused += bucket.members.size() > 1;
}

static void testRandomSteps(unsigned firstSeed, unsigned count,
                            const StepShape &shape, const Coverage &expected) {
  Coverage coverage;
  for (unsigned i = 0; i != count && !::testing::Test::HasFailure(); ++i)
    testRandomStep(firstSeed + i, shape, coverage);
  EXPECT_GE(coverage.errors, expected.errors);
  EXPECT_GE(coverage.refusals, expected.refusals);
  EXPECT_GE(coverage.further, expected.further);
  EXPECT_GE(coverage.fused, expected.fused);
}

TEST(FusionPlan, RandomSteps) {
  testRandomSteps(1, 6000, StepShape(), {5, 2000, 100, 2000});
}

TEST(FusionPlan, RandomStepsOfOneKind) {
  StepShape shape;
  shape.onlyOneKind = true;
  shape.percentIds = 0;
  shape.percentCollectives = 60;
  shape.percentFences = 1;
  testRandomSteps(100000, 3000, shape, {0, 3000, 500, 2000});
}

TEST(FusionPlan, RandomStepsWithIds) {
  StepShape shape;
  shape.onlyOneKind = true;
  shape.percentIds = 90;
  shape.percentAutomatic = 60;
  shape.percentFences = 1;
  testRandomSteps(200000, 3000, shape, {100, 500, 50, 1000});
}

TEST(FusionPlan, RandomSmallSteps) {
  StepShape shape;
  shape.maxOps = 8;
  shape.percentCollectives = 75;
  shape.percentIds = 5;
  testRandomSteps(300000, 10000, shape, {0, 1000, 100, 2000});
}

TEST(FusionPlan, RandomLargeSteps) {
  StepShape shape;
  shape.maxOps = 90;
  shape.percentIds = 4;
  testRandomSteps(400000, 600, shape, {0, 1000, 100, 1000});
}
