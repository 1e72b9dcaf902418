//===- FailureConformance.cpp - Failure is an error, not a hang ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <chrono>
#include <thread>

using namespace gradrt;
using namespace gradrt::test;

namespace {

using Clock = std::chrono::steady_clock;

class Failure : public Conformance {
protected:
  gradrt_options options(int64_t timeoutMs, bool debug = false) {
    gradrt_options result = testOptions(GetParam());
    result.timeout_ms = timeoutMs;
    result.debug = debug;
    return result;
  }

  /// Every rank but `odd` runs `usual`; all must fail with a mismatch whose
  /// message has the parts.
  void checkMismatch(int64_t size, int64_t odd, const RankFunction &usual,
                     const RankFunction &other,
                     const std::vector<std::string> &parts) {
    if (size > maxRanks(GetParam()))
      return;
    for (bool debug : {false, true}) {
      if (!debug && !GetParam().meets)
        continue;
      gradrt_options given = options(60000, debug);
      Outcome outcome = runRanks(
          GetParam(), size,
          [&](gradrt_context *context, int64_t rank) {
            return rank == odd ? other(context, rank) : usual(context, rank);
          },
          &given);
      for (StatusPtr &status : outcome.ranks)
        expectError(std::move(status), GRADRT_MISMATCH, parts, __FILE__,
                    __LINE__);
    }
  }
};

/// 512 bytes of whatever values; a context that takes no calls any more gives
/// them too.
class Scratch {
public:
  explicit Scratch(gradrt_context *context) : context(context) {
    EXPECT_OK(gradrt_alloc(context, 512, &memory));
  }
  ~Scratch() { EXPECT_OK(gradrt_free(context, memory)); }
  void *data() { return memory; }

private:
  gradrt_context *context;
  void *memory = nullptr;
};

/// Waits for what was issued, where that went well.
gradrt_status finish(gradrt_context *context, gradrt_status status) {
  return status ? status : gradrt_synchronize(context, nullptr);
}

/// An all-reduce of up to 64 elements.
RankFunction reduce(int64_t count, gradrt_type type = GRADRT_TYPE_F32,
                    gradrt_kind kind = GRADRT_KIND_SUM,
                    const char *place = "usual.mlir:1",
                    const int64_t *groups = nullptr) {
  return [=](gradrt_context *context, int64_t) {
    Scratch buffer(context);
    return finish(context, gradrt_all_reduce(context, buffer.data(),
                                             buffer.data(), count, type, type,
                                             kind, groups, nullptr, place));
  };
}

RankFunction broadcast(int64_t root) {
  return [=](gradrt_context *context, int64_t) {
    Scratch buffer(context);
    return finish(context,
                  gradrt_broadcast(context, buffer.data(), buffer.data(), 4,
                                   GRADRT_TYPE_F32, root, nullptr, nullptr,
                                   "other.mlir:2"));
  };
}

void sleepMs(int64_t ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

/// [[0, 1], [2]]
constexpr int64_t firstTwo[] = {2, 2, 1, 0, 1, 2};

} // namespace

TEST_P(Failure, MismatchOfTheCount) {
  checkMismatch(4, 2, reduce(4),
                reduce(5, GRADRT_TYPE_F32, GRADRT_KIND_SUM, "other.mlir:2"),
                {"all_reduce", "rank 2 issued", "count 5", "other.mlir:2",
                 "count 4", "usual.mlir:1"});
}

TEST_P(Failure, MismatchOfTheType) {
  checkMismatch(3, 1, reduce(4), reduce(4, GRADRT_TYPE_F64),
                {"all_reduce", "rank 1 issued", "f64", "f32"});
}

TEST_P(Failure, MismatchOfTheKind) {
  checkMismatch(3, 0, reduce(4), reduce(4, GRADRT_TYPE_F32, GRADRT_KIND_PROD),
                {"rank 0 issued all_reduce prod", "sum"});
}

TEST_P(Failure, MismatchOfTheOperation) {
  checkMismatch(2, 1, reduce(4), broadcast(0),
                {"rank 0", "rank 1", "broadcast f32", "all_reduce sum",
                 "other.mlir:2", "usual.mlir:1"});
}

TEST_P(Failure, MismatchOfTheRoot) {
  checkMismatch(3, 2, broadcast(0), broadcast(1),
                {"rank 2 issued broadcast", "root 1", "root 0"});
}

TEST_P(Failure, MismatchOfTheOrder) {
  auto swapped = [](bool first) -> RankFunction {
    return [=](gradrt_context *context, int64_t rank) {
      gradrt_status status =
          first ? reduce(4)(context, rank) : broadcast(0)(context, rank);
      if (status)
        return status;
      return first ? broadcast(0)(context, rank) : reduce(4)(context, rank);
    };
  };
  checkMismatch(4, 3, swapped(true), swapped(false),
                {"rank 3 issued broadcast", "issued all_reduce"});
}

TEST_P(Failure, MismatchOfTheGroup) {
  // Ranks 0 and 1 wait for each other in different communicators; rank 2
  // waits in the one that fails with them.
  NEEDS_RANKS(3);
  gradrt_options given = options(60000, /*debug=*/!GetParam().meets);
  Outcome outcome = runRanks(
      GetParam(), 3,
      [](gradrt_context *context, int64_t rank) {
        const int64_t *groups = rank == 0 ? firstTwo : nullptr;
        return reduce(4, GRADRT_TYPE_F32, GRADRT_KIND_SUM, "g", groups)(context,
                                                                        rank);
      },
      &given);
  for (StatusPtr &status : outcome.ranks)
    expectError(std::move(status), GRADRT_MISMATCH,
                {"rank 0", "[0, 1]", "rank 1", "all_reduce", "[0, 1, 2]"},
                __FILE__, __LINE__);
}

TEST_P(Failure, CircleOfThreeGroups) {
  if (!GetParam().meets)
    GTEST_SKIP() << "refuses groups that leave ranks out";
  // Each rank waits in a pair with the next one.
  const int64_t pairs[3][5] = {
      {2, 2, 1, 0, 1}, {2, 2, 1, 1, 2}, {2, 2, 1, 2, 0}};
  Outcome outcome =
      runRanks(GetParam(), 3, [&](gradrt_context *context, int64_t rank) {
        int64_t next = (rank + 1) % 3;
        int64_t groups[] = {1, 2, pairs[rank][3], next};
        return reduce(4, GRADRT_TYPE_F32, GRADRT_KIND_SUM, "c", groups)(context,
                                                                        rank);
      });
  for (StatusPtr &status : outcome.ranks)
    expectError(std::move(status), GRADRT_MISMATCH,
                {"wait for each other", "rank 0", "rank 1", "rank 2"}, __FILE__,
                __LINE__);
}

TEST_P(Failure, MismatchInALaunch) {
  auto launch = [](int64_t calls, int64_t lastCount) -> RankFunction {
    return [=](gradrt_context *context, int64_t) {
      Buffer buffer(context, std::vector<float>(8 * 8));
      gradrt_status_free(gradrt_group_start(context));
      for (int64_t i = 0; i < calls; ++i)
        if (gradrt_status status = gradrt_all_reduce(
                context, buffer.at(i * 32), buffer.at(i * 32),
                i + 1 < calls ? 4 : lastCount, GRADRT_TYPE_F32, GRADRT_TYPE_F32,
                GRADRT_KIND_SUM, nullptr, nullptr, nullptr))
          return status;
      return gradrt_group_end(context);
    };
  };
  checkMismatch(3, 1, launch(6, 4), launch(6, 5),
                {"rank 1 issued", "count 5, call 5 of a launch of 6"});
  checkMismatch(3, 2, launch(6, 4), launch(3, 4),
                {"rank 2 issued no call 3 of a launch of 3"});
}

TEST_P(Failure, DebugModeTellsTheLastCalls) {
  NEEDS_RANKS(2);
  gradrt_options given = options(60000, true);
  Outcome outcome = runRanks(
      GetParam(), 2,
      [](gradrt_context *context, int64_t rank) {
        if (gradrt_status status = broadcast(0)(context, rank))
          return status;
        return reduce(rank ? 4 : 5)(context, rank);
      },
      &given);
  expectError(std::move(outcome.error), GRADRT_MISMATCH,
              {"last calls of rank 0: broadcast", "last calls of rank 1"},
              __FILE__, __LINE__);
}

TEST_P(Failure, StalledRankFailsTheOthersWithItsNumber) {
  NEEDS_RANKS(3);
  gradrt_options given = options(300);
  Clock::time_point ended[3];
  Clock::time_point start = Clock::now();
  Outcome outcome = runRanks(
      GetParam(), 3,
      [&](gradrt_context *context, int64_t rank) {
        if (rank == 1)
          sleepMs(1500);
        gradrt_status status = reduce(4)(context, rank);
        ended[rank] = Clock::now();
        return status;
      },
      &given);
  for (int rank : {0, 2})
    EXPECT_LT(ended[rank] - start, std::chrono::milliseconds(1400));
  // The late rank gets the same error, at once.
  for (StatusPtr &status : outcome.ranks)
    expectError(
        std::move(status), GRADRT_TIMEOUT,
        {"all_reduce", "rank 1 did not arrive within 300 ms", "usual.mlir:1"},
        __FILE__, __LINE__);
}

TEST_P(Failure, RankThatReturnsEarlyFailsTheOthersAtOnce) {
  NEEDS_RANKS(4);
  Clock::time_point start = Clock::now();
  Outcome outcome =
      runRanks(GetParam(), 4, [](gradrt_context *context, int64_t rank) {
        if (rank == 3)
          return gradrt_status(nullptr);
        return reduce(4)(context, rank);
      });
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(30));
  expectError(std::move(outcome.error), GRADRT_PEER_FAILED,
              {"all_reduce", "rank 3 has left"}, __FILE__, __LINE__);
  EXPECT_FALSE(outcome.ranks[3]);
  for (int rank : {0, 1, 2})
    EXPECT_EQ(gradrt_status_code(outcome.ranks[rank].get()),
              GRADRT_PEER_FAILED);
}

TEST_P(Failure, RankThatReturnsAnErrorFailsTheOthersWithIt) {
  NEEDS_RANKS(3);
  Outcome outcome =
      runRanks(GetParam(), 3, [](gradrt_context *context, int64_t rank) {
        if (rank == 1)
          return gradrt_status_create(GRADRT_SYSTEM, "disk full", "here");
        return reduce(4)(context, rank);
      });
  expectError(std::move(outcome.error), GRADRT_SYSTEM, {"disk full"}, __FILE__,
              __LINE__);
  for (int rank : {0, 2})
    expectError(std::move(outcome.ranks[rank]), GRADRT_PEER_FAILED,
                {"all_reduce", "rank 1", "disk full"}, __FILE__, __LINE__);
}

TEST_P(Failure, RankThatThrowsFailsTheOthers) {
  NEEDS_RANKS(2);
  Outcome outcome =
      runRanks(GetParam(), 2, [](gradrt_context *context, int64_t rank) {
        if (rank == 0)
          throw std::runtime_error("thrown");
        return reduce(4)(context, rank);
      });
  expectError(std::move(outcome.error), GRADRT_INTERNAL, {"thrown"}, __FILE__,
              __LINE__);
  expectError(std::move(outcome.ranks[1]), GRADRT_PEER_FAILED, {"rank 0"},
              __FILE__, __LINE__);
}

TEST_P(Failure, AbortFromAnotherThreadEndsABlockedCall) {
  NEEDS_RANKS(2);
  Outcome outcome =
      runRanks(GetParam(), 2, [](gradrt_context *context, int64_t rank) {
        if (rank == 1) {
          sleepMs(300);
          return gradrt_status(nullptr);
        }
        std::thread host([=] {
          sleepMs(100);
          EXPECT_OK(gradrt_abort(context, "interrupted"));
        });
        gradrt_status status = reduce(4)(context, rank);
        host.join();
        EXPECT_ERROR(reduce(4)(context, rank), GRADRT_INVALID_STATE,
                     "all_reduce", "aborted");
        return status;
      });
  expectError(std::move(outcome.ranks[0]), GRADRT_PEER_FAILED,
              {"rank 0 was aborted: interrupted"}, __FILE__, __LINE__);
}

TEST_P(Failure, CommunicatorStaysUnusableWithItsFirstError) {
  NEEDS_RANKS(3);
  gradrt_options given = options(60000, /*debug=*/!GetParam().meets);
  Outcome outcome = runRanks(
      GetParam(), 3,
      [](gradrt_context *context, int64_t rank) {
        const int64_t *groups = firstTwo;
        auto onPair = [&](int64_t count) {
          return reduce(count, GRADRT_TYPE_F32, GRADRT_KIND_SUM, "p",
                        groups)(context, rank);
        };
        if (rank < 2) {
          EXPECT_ERROR(onPair(4 + rank), GRADRT_MISMATCH, "count 5");
          EXPECT_ERROR(onPair(1), GRADRT_MISMATCH, "count 5");
        } else {
          EXPECT_OK(onPair(1));
        }
        // Other communicators of the same ranks still work.
        return reduce(4)(context, rank);
      },
      &given);
  EXPECT_FALSE(outcome.error) << text(outcome.error);
}

TEST_P(Failure, CallsAfterFinalizeAndAbort) {
  for (bool aborted : {false, true}) {
    gradrt_options given = options(60000);
    gradrt_context *context = nullptr;
    EXPECT_OK(gradrt_init_all(GetParam().name, 1, &given, &context));
    void *memory = nullptr;
    EXPECT_OK(gradrt_alloc(context, 100, &memory));
    EXPECT_OK(aborted ? gradrt_abort(context, nullptr)
                      : gradrt_finalize(context));
    EXPECT_ERROR(reduce(4)(context, 0), GRADRT_INVALID_STATE, "all_reduce",
                 aborted ? "aborted" : "finalized", "usual.mlir:1");
    EXPECT_ERROR(gradrt_group_start(context), GRADRT_INVALID_STATE,
                 "group_start");
    EXPECT_ERROR(gradrt_group_end(context), GRADRT_INVALID_STATE, "group_end");
    int64_t size = 0;
    EXPECT_ERROR(gradrt_group_size(context, nullptr, &size, nullptr),
                 GRADRT_INVALID_STATE, "group_size");
    EXPECT_OK(gradrt_free(context, memory));
    EXPECT_OK(gradrt_finalize(context));
    EXPECT_OK(gradrt_finalize(context));
    EXPECT_OK(gradrt_abort(context, nullptr));
    gradrt_destroy(context);
  }
}

TEST_P(Failure, FailuresOverAndOverLeaveNothingBehind) {
  NEEDS_RANKS(4);
  for (int i = 0; i < 30; ++i) {
    gradrt_options given = options(20, /*debug=*/!GetParam().meets);
    Outcome outcome = runRanks(
        GetParam(), 4,
        [&](gradrt_context *context, int64_t rank) {
          for (int step = 0; step < 3; ++step)
            if (gradrt_status status = reduce(4)(context, rank))
              return status;
          if (rank == i % 4)
            sleepMs(i % 3 ? 20 : 40);
          return reduce(4 + (i % 2 && rank == 0))(context, rank);
        },
        &given);
    // Late or not, mismatched or not: all agree.
    for (size_t rank = 0; rank < 4 && GetParam().meets; ++rank)
      EXPECT_EQ(gradrt_status_code(outcome.ranks[rank].get()),
                gradrt_status_code(outcome.ranks[0].get()));
  }
}

GRADRT_CONFORMANCE(Failure);
