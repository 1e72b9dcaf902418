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

gradrt_status sum(gradrt_context *context, Cell<double> &cell,
                  const int64_t *groups) {
  return gradrt_all_reduce(context, cell.data(), cell.data(), 1,
                           GRADRT_TYPE_F64, GRADRT_TYPE_F64, GRADRT_KIND_SUM,
                           groups, nullptr, nullptr);
}

double sumOf(gradrt_context *context, double value, const int64_t *groups) {
  Cell cell(context, value);
  EXPECT_OK(sum(context, cell, groups));
  return cell.value();
}

// [[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0], [1, 2, 3]], [[3, 1, 0, 2]]
constexpr int64_t pairs[] = {2, 2, 2, 0, 1, 2, 3};
constexpr int64_t crossed[] = {2, 2, 2, 0, 2, 1, 3};
constexpr int64_t uneven[] = {2, 1, 3, 0, 1, 2, 3};
constexpr int64_t shuffled[] = {1, 4, 3, 1, 0, 2};

} // namespace

TEST_P(Groups, EachSumsItsOwn) {
  NEEDS_RANKS(4);
  run(4, [&](gradrt_context *context, int64_t rank) {
    EXPECT_EQ(sumOf(context, double(rank + 1), pairs), rank < 2 ? 3 : 7);
    EXPECT_EQ(sumOf(context, double(rank + 1), uneven), rank == 0 ? 1 : 9);
    return gradrt_status(nullptr);
  });
}

TEST_P(Groups, AverageDividesByTheSizeOfTheGroup) {
  NEEDS_RANKS(4);
  run(4, [&](gradrt_context *context, int64_t rank) {
    Cell cell(context, float(rank * 4));
    EXPECT_OK(gradrt_all_reduce(context, cell.data(), cell.data(), 1,
                                GRADRT_TYPE_F32, GRADRT_TYPE_F32,
                                GRADRT_KIND_AVG, pairs, nullptr, nullptr));
    EXPECT_EQ(cell.value(), rank < 2 ? 2 : 10);
    return gradrt_status(nullptr);
  });
}

TEST_P(Groups, SeveralCommunicatorsInterleaved) {
  NEEDS_RANKS(4);
  run(4, [&](gradrt_context *context, int64_t rank) {
    for (int step = 0; step < 100; ++step) {
      Cell a(context, 1.0), b(context, double(rank)), c(context, 1.0),
          d(context, 1.0);
      EXPECT_OK(sum(context, a, pairs));
      EXPECT_OK(sum(context, b, crossed));
      EXPECT_OK(sum(context, c, nullptr));
      EXPECT_OK(sum(context, d, uneven));
      EXPECT_EQ(a.value(), 2);
      EXPECT_EQ(b.value(), rank % 2 ? 4 : 2);
      EXPECT_EQ(c.value(), 4);
      EXPECT_EQ(d.value(), rank ? 3 : 1);
    }
    return gradrt_status(nullptr);
  });
}

TEST_P(Groups, OrderOfTheListIsTheOrderOfThePositions) {
  NEEDS_RANKS(4);
  run(4, [&](gradrt_context *context, int64_t rank) {
    Cell cell(context, rank);
    Buffer got(context, std::vector<int64_t>(4));
    EXPECT_OK(gradrt_all_gather(context, cell.data(), got.data(), 1, 1,
                                GRADRT_TYPE_I64, shuffled, nullptr, nullptr));
    EXPECT_EQ(got.read<int64_t>(),
              std::vector<int64_t>(shuffled + 2, shuffled + 6));
    // A root is a position: that of rank 1 is 1, that of rank 3 is 0.
    EXPECT_OK(gradrt_broadcast(context, cell.data(), cell.data(), 1,
                               GRADRT_TYPE_I64, 0, shuffled, nullptr, nullptr));
    EXPECT_EQ(cell.value(), 3);
    return gradrt_status(nullptr);
  });
}

TEST_P(Groups, SizesAndRanks) {
  NEEDS_RANKS(4);
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
  NEEDS_RANKS(size);
  auto send = [](gradrt_type type, int64_t rank) {
    return randomElements(type, count, unsigned(rank));
  };
  auto expectResult = [&](gradrt_type type, gradrt_kind kind,
                          const Bytes &got) {
    std::vector<Bytes> sends = {send(type, 0), send(type, 1), send(type, 2)};
    std::vector<double> bounds;
    if (!GetParam().isExact)
      bounds = boundRounding(type, kind, sends);
    EXPECT_EQ(compareWithin(type, got, reduce(type, type, kind, sends), bounds),
              "");
  };
  run(size, [&](gradrt_context *context, int64_t rank) -> gradrt_status {
    Buffer a(context, send(GRADRT_TYPE_F32, rank)),
        b(context, send(GRADRT_TYPE_F16, rank)),
        c(context, send(GRADRT_TYPE_I64, rank));
    Cell mine(context, rank);
    Buffer ranks(context, std::vector<int64_t>(size));
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
    EXPECT_OK(gradrt_all_gather(context, mine.data(), ranks.data(), 1, 1,
                                GRADRT_TYPE_I64, nullptr, nullptr, nullptr));
    EXPECT_OK(gradrt_all_gather_v(context, mine.data(), rank == 1, 1,
                                  GRADRT_TYPE_I64, &rows, &rowCount, &counts,
                                  nullptr, nullptr, nullptr));
    EXPECT_EQ(rows, nullptr) << "issued before the end of the group";
    StatusPtr status = scope.end();
    if (status)
      return status.release();
    expectResult(GRADRT_TYPE_F32, GRADRT_KIND_SUM, a.read());
    expectResult(GRADRT_TYPE_F16, GRADRT_KIND_AVG, b.read());
    expectResult(GRADRT_TYPE_I64, GRADRT_KIND_PROD, c.read());
    EXPECT_EQ(ranks.read<int64_t>(), (std::vector<int64_t>{0, 1, 2}));
    EXPECT_EQ(rowCount, 1);
    int64_t row = 0;
    EXPECT_OK(gradrt_read(context, &row, rows, sizeof(row), nullptr));
    EXPECT_EQ(row, 1);
    EXPECT_OK(gradrt_free(context, rows));
    EXPECT_OK(gradrt_free(context, counts));
    return nullptr;
  });
}

TEST_P(Groups, LaunchesOverSeveralGroupsMayBeCollectedInAnyOrder) {
  NEEDS_RANKS(4);
  run(4, [&](gradrt_context *context, int64_t rank) {
    Cell a(context, 1.0), b(context, 1.0);
    EXPECT_OK(gradrt_group_start(context));
    // One after the other, ranks 0 and 1 would wait in different groups.
    EXPECT_OK(rank == 0 ? sum(context, a, pairs) : sum(context, b, nullptr));
    EXPECT_OK(gradrt_group_start(context));
    EXPECT_OK(rank == 0 ? sum(context, b, nullptr) : sum(context, a, pairs));
    EXPECT_OK(gradrt_group_end(context));
    EXPECT_EQ(a.value(), 1) << "the inner end must not issue";
    EXPECT_OK(gradrt_group_end(context));
    EXPECT_EQ(a.value(), 2);
    EXPECT_EQ(b.value(), 4);
    return gradrt_status(nullptr);
  });
}

TEST_P(Groups, OrderOfTheGroupsDoesNotMatter) {
  NEEDS_RANKS(4);
  // As `pairs`, listed from the end.
  constexpr int64_t turned[] = {2, 2, 2, 2, 3, 0, 1};
  run(4, [&](gradrt_context *context, int64_t rank) {
    const int64_t *mine = rank % 2 ? turned : pairs;
    EXPECT_EQ(sumOf(context, double(rank + 1), mine), rank < 2 ? 3 : 7);
    Cell a(context, 1.0), b(context, double(rank));
    EXPECT_OK(gradrt_group_start(context));
    EXPECT_OK(sum(context, a, mine));
    EXPECT_OK(sum(context, b, crossed));
    EXPECT_OK(gradrt_group_end(context));
    EXPECT_EQ(a.value(), 2);
    EXPECT_EQ(b.value(), rank % 2 ? 4 : 2);
    return gradrt_status(nullptr);
  });
}

TEST_P(Groups, TablesThatShareAGroupInOneLaunch) {
  NEEDS_RANKS(4);
  // Ranks 0 and 1 are together in both, ranks 2 and 3 in one.
  constexpr int64_t apart[] = {3, 2, 1, 1, 0, 1, 2, 3};
  run(4, [&](gradrt_context *context, int64_t rank) {
    Cell a(context, 1.0), b(context, 10.0);
    EXPECT_OK(gradrt_group_start(context));
    EXPECT_OK(sum(context, b, apart));
    EXPECT_OK(sum(context, a, pairs));
    EXPECT_OK(gradrt_group_end(context));
    EXPECT_EQ(a.value(), 2);
    EXPECT_EQ(b.value(), rank < 2 ? 20 : 10);
    return gradrt_status(nullptr);
  });
}

TEST_P(Groups, EmptyLaunchAndLaunchOfOne) {
  NEEDS_RANKS(2);
  run(2, [&](gradrt_context *context, int64_t) {
    EXPECT_OK(gradrt_group_start(context));
    EXPECT_OK(gradrt_group_end(context));
    Cell value(context, 1.0);
    EXPECT_OK(gradrt_group_start(context));
    EXPECT_OK(sum(context, value, nullptr));
    EXPECT_OK(gradrt_group_end(context));
    EXPECT_EQ(value.value(), 2);
    return gradrt_status(nullptr);
  });
}

TEST_P(Groups, ScopeLeftEarlyIssuesNothing) {
  NEEDS_RANKS(2);
  run(2, [&](gradrt_context *context, int64_t rank) {
    Cell value(context, 1.0), dropped(context, 1.0);
    if (rank == 0) {
      GroupScope scope(context);
      EXPECT_OK(sum(context, dropped, nullptr));
    }
    EXPECT_OK(sum(context, value, nullptr));
    EXPECT_EQ(dropped.value(), 1);
    EXPECT_EQ(value.value(), 2);
    return gradrt_status(nullptr);
  });
}

TEST_P(Groups, FailedCallGivesUpTheGroup) {
  NEEDS_RANKS(2);
  run(2, [&](gradrt_context *context, int64_t) {
    Cell value(context, 1.0), dropped(context, 1.0);
    EXPECT_OK(gradrt_group_start(context));
    EXPECT_OK(sum(context, dropped, nullptr));
    EXPECT_ERROR(gradrt_broadcast(context, value.data(), value.data(), 1,
                                  GRADRT_TYPE_F64, 9, nullptr, nullptr, "b"),
                 GRADRT_INVALID_ARGUMENT, "broadcast", "root 9", "2 ranks");
    EXPECT_ERROR(gradrt_group_end(context), GRADRT_INVALID_STATE, "group_end");
    EXPECT_OK(sum(context, value, nullptr));
    EXPECT_EQ(dropped.value(), 1);
    EXPECT_EQ(value.value(), 2);
    return gradrt_status(nullptr);
  });
}

GRADRT_CONFORMANCE(Groups);
