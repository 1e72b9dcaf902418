//===- FusionPolicyTest.cpp - Segments, limits, fills -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/FusionPolicy.h"

#include "gtest/gtest.h"

#include <limits>
#include <string>
#include <vector>

using namespace mlir;
using namespace mlir::grad;

static constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

static std::vector<unsigned> getSegments(const FusionPolicy &policy,
                                         unsigned count) {
  std::vector<unsigned> segments;
  for (unsigned i = 0; i != count; ++i)
    segments.push_back(policy.getSegment(i));
  return segments;
}

TEST(FusionPolicy, SplitIndices) {
  FusionPolicy policy;
  policy.splitIndices = {2, 4, 6, 8};
  EXPECT_EQ(getSegments(policy, 8),
            std::vector<unsigned>({0, 0, 1, 1, 2, 2, 3, 3}));
  policy.splitIndices = {2, 4};
  EXPECT_EQ(getSegments(policy, 10),
            std::vector<unsigned>({0, 0, 1, 1, 1, 1, 1, 1, 1, 1}));
  policy.splitIndices = {107, 160};
  EXPECT_EQ(policy.getSegment(106), 0u);
  EXPECT_EQ(policy.getSegment(107), 1u);
  EXPECT_EQ(policy.getSegment(160), 1u);
  policy.splitIndices = {3};
  EXPECT_EQ(getSegments(policy, 5), std::vector<unsigned>({0, 0, 0, 0, 0}));
  policy.splitIndices = {1, kMax};
  EXPECT_EQ(getSegments(policy, 3), std::vector<unsigned>({0, 1, 1}));
}

TEST(FusionPolicy, SplitEnds) {
  FusionPolicy policy;
  policy.splitEnds = {2, 4, 6};
  EXPECT_EQ(getSegments(policy, 8),
            std::vector<unsigned>({0, 0, 0, 1, 1, 2, 2, 3}));
  policy.splitEnds = {0};
  EXPECT_EQ(getSegments(policy, 3), std::vector<unsigned>({0, 1, 1}));
  policy.splitEnds = {kMax};
  EXPECT_EQ(policy.getSegment(kMax), 0u);
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

static void expectLimit(const BucketLimit &limit, std::optional<SizeUnit> unit,
                        int64_t size) {
  EXPECT_EQ(limit.unit, unit);
  EXPECT_TRUE(!unit || limit.size == size) << limit.size;
}

TEST(FusionPolicy, Defaults) {
  FusionPolicy policy;
  expectLimit(policy.getLimit(false, 0), SizeUnit::Bytes, 26214400);
  expectLimit(policy.getLimit(false, 1), SizeUnit::Bytes, 26214400);
  // Equal ids form one bucket, whatever its size.
  expectLimit(policy.getLimit(true, 0), std::nullopt, 0);

  policy.rule = BucketRule::DDP;
  expectLimit(policy.getLimit(false, 0), SizeUnit::Bytes, 1048576);
  expectLimit(policy.getLimit(false, 1), SizeUnit::Bytes, 26214400);
  expectLimit(policy.getLimit(true, 1), SizeUnit::Bytes, 26214400);
  policy.firstBucketBytes = 5;
  expectLimit(policy.getLimit(false, 0), SizeUnit::Bytes, 5);
  policy.firstBucketBytes.reset();
  policy.thresholdBytes = 10;
  expectLimit(policy.getLimit(false, 0), SizeUnit::Bytes, 10);

  policy = FusionPolicy();
  policy.rule = BucketRule::Singa;
  expectLimit(policy.getLimit(false, 0), SizeUnit::Elements, 2097152);
  expectLimit(policy.getLimit(true, 0), SizeUnit::Elements, 2097152);
  policy.thresholdBytes = 10;
  expectLimit(policy.getLimit(false, 0), SizeUnit::Bytes, 10);
}

TEST(FusionPolicy, ThresholdHoldsForIds) {
  FusionPolicy policy;
  policy.thresholdElements = 7;
  policy.maxOperands = 3;
  BucketLimit limit = policy.getLimit(true, 0);
  expectLimit(limit, SizeUnit::Elements, 7);
  EXPECT_EQ(limit.count, 3);
}

TEST(FusionPolicy, ThresholdOfZero) {
  FusionPolicy policy;
  EXPECT_FALSE(policy.isSizeFusionOff());
  policy.thresholdBytes = 0;
  EXPECT_TRUE(policy.isSizeFusionOff());
  expectLimit(policy.getLimit(true, 0), std::nullopt, 0);
  policy.thresholdBytes.reset();
  policy.thresholdElements = 0;
  EXPECT_TRUE(policy.isSizeFusionOff());
}

TEST(FusionPolicy, SplitsHaveNoSizeLimit) {
  FusionPolicy policy;
  policy.splitEnds = {3};
  policy.maxOperands = 2;
  BucketLimit limit = policy.getLimit(false, 0);
  expectLimit(limit, std::nullopt, 0);
  EXPECT_EQ(limit.count, 2);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// The message, or nothing.
static std::string getError(const FusionPolicy &policy) {
  std::string error;
  LogicalResult result = policy.verify([&](const Twine &message) {
    error = message.str();
    return failure();
  });
  EXPECT_EQ(failed(result), !error.empty());
  return error;
}

TEST(FusionPolicy, Verify) {
  FusionPolicy policy;
  EXPECT_EQ(getError(policy), "");
  policy.splitIndices = {0, 4};
  EXPECT_EQ(getError(policy), "split-indices: expected entries of 1 or more, "
                              "got 0");
  policy.splitIndices = {2, 5, 5};
  EXPECT_EQ(getError(policy),
            "split-indices: expected entries that increase, got 5 after 5");
  policy.splitIndices = {2, 1};
  EXPECT_EQ(getError(policy),
            "split-indices: expected entries that increase, got 1 after 2");
  policy.splitIndices = {2};
  policy.rule = BucketRule::Singa;
  EXPECT_NE(getError(policy).find("rule=singa: cannot stand together"),
            std::string::npos);
  policy.rule = BucketRule::AtMost;
  policy.thresholdElements = 4;
  EXPECT_NE(getError(policy).find("threshold-elements=4: cannot stand"),
            std::string::npos);

  policy = FusionPolicy();
  policy.splitEnds = {0};
  EXPECT_EQ(getError(policy), "");
  policy.splitEnds = {-1};
  EXPECT_EQ(getError(policy), "split-ends: expected entries of 0 or more, "
                              "got -1");
  policy.splitEnds = {3};
  policy.splitIndices = {3};
  EXPECT_NE(getError(policy).find("cannot stand together"), std::string::npos);

  policy = FusionPolicy();
  policy.thresholdBytes = -5;
  EXPECT_EQ(getError(policy), "threshold-bytes: expected 0 or more, got -5");
  policy.thresholdBytes = 5;
  policy.thresholdElements = 6;
  EXPECT_NE(getError(policy).find("threshold-elements=6: cannot stand"),
            std::string::npos);

  policy = FusionPolicy();
  policy.firstBucketBytes = 8;
  EXPECT_EQ(getError(policy), "first-bucket-bytes=8: needs rule=ddp");
  policy.rule = BucketRule::DDP;
  EXPECT_EQ(getError(policy), "");
  policy.maxOperands = -1;
  EXPECT_EQ(getError(policy), "max-operands: expected 0 or more, got -1");
}

//===----------------------------------------------------------------------===//
// Fills
//===----------------------------------------------------------------------===//

using Buckets = std::vector<std::vector<unsigned>>;

/// The buckets of independent candidates of these sizes (-1: dynamic), in the
/// order in which they are formed. A bucket of one that leaves an open bucket
/// open comes before that.
static Buckets fill(const std::vector<int64_t> &sizes, BucketRule rule,
                    int64_t threshold, std::optional<int64_t> first = {},
                    int64_t count = 0) {
  Buckets buckets;
  std::vector<bool> assigned(sizes.size());
  unsigned number = 0;
  for (unsigned opener = 0; opener != sizes.size(); ++opener) {
    if (assigned[opener])
      continue;
    int64_t limit = number++ == 0 && first ? *first : threshold;
    BucketFill fill({SizeUnit::Elements, rule, limit, count});
    std::vector<unsigned> members;
    bool isOpen = true;
    for (unsigned i = opener; isOpen && i != sizes.size(); ++i) {
      if (assigned[i])
        continue;
      CandidateSize size;
      if (sizes[i] >= 0)
        size.elements = sizes[i];
      Offer offer = fill.offer(size);
      if (offer == Offer::Close)
        break;
      assigned[i] = true;
      if (offer == Offer::Alone) {
        buckets.push_back({i});
        continue;
      }
      members.push_back(i);
      isOpen = offer == Offer::Join;
    }
    buckets.push_back(members);
  }
  return buckets;
}

static const std::vector<int64_t> kSizes = {4, 4, 4, 12, 3, 8, 11, 1};

TEST(BucketFill, AtMost) {
  EXPECT_EQ(fill(kSizes, BucketRule::AtMost, 10),
            Buckets({{0, 1}, {3}, {2, 4}, {6}, {5, 7}}));
  EXPECT_EQ(fill({4, 4}, BucketRule::AtMost, 4), Buckets({{0}, {1}}));
  EXPECT_EQ(fill({8, 4, 40, 4}, BucketRule::AtMost, 12),
            Buckets({{2}, {0, 1}, {3}}));
  EXPECT_EQ(fill({16, 16, 16}, BucketRule::AtMost, 64), Buckets({{0, 1, 2}}));
}

TEST(BucketFill, DDP) {
  EXPECT_EQ(fill(kSizes, BucketRule::DDP, 10),
            Buckets({{0, 1, 2}, {3}, {4, 5}, {6}, {7}}));
  EXPECT_EQ(fill(kSizes, BucketRule::DDP, 10, 4),
            Buckets({{0}, {1, 2, 3}, {4, 5}, {6}, {7}}));
  EXPECT_EQ(fill({4, 4}, BucketRule::DDP, 4), Buckets({{0}, {1}}));
}

TEST(BucketFill, Singa) {
  EXPECT_EQ(fill(kSizes, BucketRule::Singa, 10),
            Buckets({{0, 1, 2}, {3}, {4, 5}, {6}, {7}}));
  EXPECT_EQ(fill({4, 12, 4, 4}, BucketRule::Singa, 10),
            Buckets({{1}, {0, 2, 3}}));
  EXPECT_EQ(fill({4, 4}, BucketRule::Singa, 4), Buckets({{0, 1}}));
}

TEST(BucketFill, Count) {
  EXPECT_EQ(fill({1, 1, 1, 1, 1}, BucketRule::AtMost, 100, {}, 2),
            Buckets({{0, 1}, {2, 3}, {4}}));
  EXPECT_EQ(fill({1, 1, 1}, BucketRule::DDP, 100, {}, 1),
            Buckets({{0}, {1}, {2}}));
}

TEST(BucketFill, DynamicAlone) {
  for (BucketRule rule :
       {BucketRule::AtMost, BucketRule::DDP, BucketRule::Singa})
    EXPECT_EQ(fill({1, -1, 1}, rule, 100), Buckets({{1}, {0, 2}}));
}

TEST(BucketFill, EmptyTensorsAddNothing) {
  EXPECT_EQ(fill({0, 4, 0, 0}, BucketRule::AtMost, 4), Buckets({{0, 1, 2, 3}}));
}

TEST(BucketFill, NoOverflow) {
  EXPECT_EQ(fill({kMax, 1, kMax - 1}, BucketRule::AtMost, kMax),
            Buckets({{0}, {1, 2}}));
  EXPECT_EQ(fill({kMax - 1, kMax, 1}, BucketRule::DDP, kMax),
            Buckets({{0, 1}, {2}}));
  EXPECT_EQ(fill({kMax, kMax, 1}, BucketRule::Singa, kMax),
            Buckets({{0, 1}, {2}}));
  // Sizes beyond 64 bits saturate, above every threshold.
  BucketFill fill({SizeUnit::Bytes, BucketRule::AtMost, kMax, 0});
  CandidateSize huge;
  huge.bytes = std::numeric_limits<uint64_t>::max();
  EXPECT_EQ(fill.offer(huge), Offer::JoinAndClose);
  EXPECT_EQ(fill.getClosedBy(), ClosedBy::Oversize);
}
