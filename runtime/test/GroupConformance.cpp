//===- GroupConformance.cpp - Replica groups and group launches ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "Reference.h"

using namespace gradrt;
using namespace gradrt::test;

namespace {

class Groups : public Conformance {};

gradrt_status sum(gradrt_context *context, double &value,
                  const int64_t *groups) {
  return gradrt_all_reduce(context, &value, &value, 1, GRADRT_TYPE_F64,
                           GRADRT_TYPE_F64, GRADRT_KIND_SUM, groups, nullptr,
                           nullptr);
}

// [[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0], [1, 2, 3]], [[3, 1, 0, 2]]
constexpr int64_t pairs[] = {2, 2, 2, 0, 1, 2, 3};
constexpr int64_t crossed[] = {2, 2, 2, 0, 2, 1, 3};
constexpr int64_t uneven[] = {2, 1, 3, 0, 1, 2, 3};
constexpr int64_t shuffled[] = {1, 4, 3, 1, 0, 2};

} // namespace

TEST_P(Groups, EachSumsItsOwn) {
  run(4, [&](gradrt_context *context, int64_t rank) {
    double value = double(rank + 1);
    EXPECT_OK(sum(context, value, pairs));
    EXPECT_EQ(value, rank < 2 ? 3 : 7);
    value = double(rank + 1);
    EXPECT_OK(sum(context, value, uneven));
    EXPECT_EQ(value, rank == 0 ? 1 : 9);
    return gradrt_status(nullptr);
  });
}

TEST_P(Groups, AverageDividesByTheSizeOfTheGroup) {
  run(4, [&](gradrt_context *context, int64_t rank) {
    float value = float(rank * 4);
    EXPECT_OK(gradrt_all_reduce(context, &value, &value, 1, GRADRT_TYPE_F32,
                                GRADRT_TYPE_F32, GRADRT_KIND_AVG, pairs,
                                nullptr, nullptr));
    EXPECT_EQ(value, rank < 2 ? 2 : 10);
    return gradrt_status(nullptr);
  });
}

TEST_P(Groups, SeveralCommunicatorsInterleaved) {
  run(4, [&](gradrt_context *context, int64_t rank) {
    for (int step = 0; step < 100; ++step) {
      double a = 1, b = double(rank), c = 1, d = 1;
      EXPECT_OK(sum(context, a, pairs));
      EXPECT_OK(sum(context, b, crossed));
      EXPECT_OK(sum(context, c, nullptr));
      EXPECT_OK(sum(context, d, uneven));
      EXPECT_EQ(a, 2);
      EXPECT_EQ(b, rank % 2 ? 4 : 2);
      EXPECT_EQ(c, 4);
      EXPECT_EQ(d, rank ? 3 : 1);
    }
    return gradrt_status(nullptr);
  });
}

TEST_P(Groups, OrderOfTheListIsTheOrderOfThePositions) {
  run(4, [&](gradrt_context *context, int64_t rank) {
    int64_t got[4];
    EXPECT_OK(gradrt_all_gather(context, &rank, got, 1, 1, GRADRT_TYPE_I64,
                                shuffled, nullptr, nullptr));
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(got[i], shuffled[2 + i]);
    // A root is a position: that of rank 1 is 1, that of rank 3 is 0.
    int64_t value = rank;
    EXPECT_OK(gradrt_broadcast(context, &value, &value, 1, GRADRT_TYPE_I64, 0,
                               shuffled, nullptr, nullptr));
    EXPECT_EQ(value, 3);
    return gradrt_status(nullptr);
  });
}

TEST_P(Groups, SizesAndRanks) {
  run(4, [&](gradrt_context *context, int64_t rank) {
    int64_t number = -1;
    EXPECT_OK(gradrt_rank(context, &number));
    EXPECT_EQ(number, rank);
    EXPECT_OK(gradrt_group_size(context, nullptr, &number, nullptr));
    EXPECT_EQ(number, 4);
    EXPECT_OK(gradrt_group_size(context, uneven, &number, nullptr));
    EXPECT_EQ(number, rank == 0 ? 1 : 3);
    // Types that fix the number of shards are checked against it.
    EXPECT_OK(gradrt_check_shard(context, 8, 2, nullptr, nullptr));
    EXPECT_OK(gradrt_check_shard(context, 0, 0, nullptr, nullptr));
    EXPECT_OK(
        gradrt_check_shard(context, rank == 0 ? 5 : 15, 5, uneven, nullptr));
    EXPECT_ERROR(gradrt_check_shard(context, 8, 4, nullptr, "here"),
                 GRADRT_INVALID_ARGUMENT, "4 ranks cannot share 8");
    EXPECT_ERROR(
        gradrt_check_shard(context, INT64_MAX, INT64_MAX, nullptr, nullptr),
        GRADRT_INVALID_ARGUMENT);
    return gradrt_status(nullptr);
  });
}

TEST_P(Groups, LaunchOfSeveralTypesAndOperations) {
  constexpr int64_t size = 3, count = 1001;
  auto send = [](gradrt_type type, int64_t rank) {
    return randomElements(type, count, unsigned(rank));
  };
  auto expected = [&](gradrt_type type, gradrt_kind kind) {
    return reduce(type, type, kind,
                  {send(type, 0), send(type, 1), send(type, 2)});
  };
  run(size, [&](gradrt_context *context, int64_t rank) -> gradrt_status {
    Bytes a = send(GRADRT_TYPE_F32, rank), b = send(GRADRT_TYPE_F16, rank),
          c = send(GRADRT_TYPE_I64, rank);
    int64_t ranks[size];
    void *rows = nullptr;
    int64_t *counts = nullptr, rowCount = 0;
    GroupScope scope(context);
    EXPECT_OK(gradrt_all_reduce(context, a.data(), a.data(), count,
                                GRADRT_TYPE_F32, GRADRT_TYPE_F32,
                                GRADRT_KIND_SUM, nullptr, nullptr, nullptr));
    EXPECT_OK(gradrt_all_reduce(context, b.data(), b.data(), count,
                                GRADRT_TYPE_F16, GRADRT_TYPE_F16,
                                GRADRT_KIND_AVG, nullptr, nullptr, nullptr));
    EXPECT_OK(gradrt_all_reduce(context, c.data(), c.data(), count,
                                GRADRT_TYPE_I64, GRADRT_TYPE_I64,
                                GRADRT_KIND_PROD, nullptr, nullptr, nullptr));
    EXPECT_OK(gradrt_all_gather(context, &rank, ranks, 1, 1, GRADRT_TYPE_I64,
                                nullptr, nullptr, nullptr));
    EXPECT_OK(gradrt_all_gather_v(context, &rank, rank == 1, 1, GRADRT_TYPE_I64,
                                  &rows, &rowCount, &counts, nullptr, nullptr,
                                  nullptr));
    EXPECT_EQ(rows, nullptr) << "issued before the end of the group";
    StatusPtr status = scope.end();
    if (status)
      return status.release();
    EXPECT_EQ(a, expected(GRADRT_TYPE_F32, GRADRT_KIND_SUM));
    EXPECT_EQ(b, expected(GRADRT_TYPE_F16, GRADRT_KIND_AVG));
    EXPECT_EQ(c, expected(GRADRT_TYPE_I64, GRADRT_KIND_PROD));
    EXPECT_EQ(ranks[2], 2);
    EXPECT_EQ(rowCount, 1);
    EXPECT_EQ(*static_cast<int64_t *>(rows), 1);
    EXPECT_OK(gradrt_free(context, rows));
    EXPECT_OK(gradrt_free(context, counts));
    return nullptr;
  });
}

TEST_P(Groups, LaunchesOverSeveralGroupsMayBeCollectedInAnyOrder) {
  run(4, [&](gradrt_context *context, int64_t rank) {
    double a = 1, b = 1;
    EXPECT_OK(gradrt_group_start(context));
    // One after the other, ranks 0 and 1 would wait in different groups.
    EXPECT_OK(rank == 0 ? sum(context, a, pairs) : sum(context, b, nullptr));
    EXPECT_OK(gradrt_group_start(context));
    EXPECT_OK(rank == 0 ? sum(context, b, nullptr) : sum(context, a, pairs));
    EXPECT_OK(gradrt_group_end(context));
    EXPECT_EQ(a, 1) << "the inner end must not issue";
    EXPECT_OK(gradrt_group_end(context));
    EXPECT_EQ(a, 2);
    EXPECT_EQ(b, 4);
    return gradrt_status(nullptr);
  });
}

TEST_P(Groups, EmptyLaunchAndLaunchOfOne) {
  run(2, [&](gradrt_context *context, int64_t) {
    EXPECT_OK(gradrt_group_start(context));
    EXPECT_OK(gradrt_group_end(context));
    double value = 1;
    EXPECT_OK(gradrt_group_start(context));
    EXPECT_OK(sum(context, value, nullptr));
    EXPECT_OK(gradrt_group_end(context));
    EXPECT_EQ(value, 2);
    return gradrt_status(nullptr);
  });
}

TEST_P(Groups, ScopeLeftEarlyIssuesNothing) {
  run(2, [&](gradrt_context *context, int64_t rank) {
    double value = 1, dropped = 1;
    if (rank == 0) {
      GroupScope scope(context);
      EXPECT_OK(sum(context, dropped, nullptr));
    }
    EXPECT_OK(sum(context, value, nullptr));
    EXPECT_EQ(dropped, 1);
    EXPECT_EQ(value, 2);
    return gradrt_status(nullptr);
  });
}

TEST_P(Groups, FailedCallGivesUpTheGroup) {
  run(2, [&](gradrt_context *context, int64_t) {
    double value = 1, dropped = 1;
    EXPECT_OK(gradrt_group_start(context));
    EXPECT_OK(sum(context, dropped, nullptr));
    EXPECT_ERROR(gradrt_broadcast(context, &value, &value, 1, GRADRT_TYPE_F64,
                                  9, nullptr, nullptr, "b"),
                 GRADRT_INVALID_ARGUMENT, "broadcast", "root 9", "2 ranks");
    EXPECT_ERROR(gradrt_group_end(context), GRADRT_INVALID_STATE, "group_end");
    EXPECT_OK(sum(context, value, nullptr));
    EXPECT_EQ(dropped, 1);
    EXPECT_EQ(value, 2);
    return gradrt_status(nullptr);
  });
}

GRADRT_CONFORMANCE(Groups);
