//===- StressTest.cpp - Random programs over the backend nccl ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs of collectives on several groups and streams, of which a random rank
// leaves, fails or is aborted at a random place. Whatever happens, every rank
// has to come to an end in time, and the doubles have to find nothing.
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "gradrt/scope.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <random>
#include <thread>
#include <vector>

using gradrt::StatusPtr;

namespace {

constexpr int64_t kTimeoutMs = 1500;
constexpr int64_t kLength = 20;

/// What one rank does in the middle of the program.
enum class Fate { Aborted, Leaves, Fails, Finalizes, Skips, Nothing };

struct Program {
  int64_t size;
  bool isDebug;
  Fate fate;
  int64_t rank, place, delayMs;
  std::vector<unsigned> steps;
};

Program makeProgram(unsigned seed) {
  std::mt19937 random(seed);
  Program program;
  program.size = 1 + random() % 6;
  program.isDebug = random() % 2;
  program.fate = static_cast<Fate>(random() % 6);
  // Without debug mode, it is undefined what ranks get that issue different
  // collectives.
  if (program.fate == Fate::Skips)
    program.isDebug = true;
  program.rank = random() % program.size;
  program.place = random() % kLength;
  program.delayMs = random() % 20;
  for (int64_t i = 0; i != kLength; ++i)
    program.steps.push_back(random());
  return program;
}

/// One rank's run of a program.
class Runner {
public:
  Runner(const Program &program, gradrt_context *context, int64_t rank)
      : program(program), context(context), rank(rank), singles{program.size},
        turned{1, program.size} {
    for (int64_t i = 0; i != program.size; ++i)
      singles.push_back(1);
    for (int64_t i = 0; i != program.size; ++i)
      singles.push_back(program.size - 1 - i);
    for (int64_t i = 0; i != program.size; ++i)
      turned.push_back(program.size - 1 - i);
  }
  ~Runner() {
    gradrt_status_free(gradrt_stream_destroy(stream));
    for (void *pointer : {small, large})
      gradrt_status_free(gradrt_free(context, pointer));
  }

  gradrt_status run() {
    if (gradrt_status status = gradrt_alloc(context, 8192, &small))
      return status;
    if (gradrt_status status = gradrt_alloc(context, 2 << 20, &large))
      return status;
    if (gradrt_status status = gradrt_stream_create(context, &stream))
      return status;
    std::optional<std::thread> other;
    if (program.fate == Fate::Aborted && rank == program.rank)
      other.emplace([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(program.delayMs));
        gradrt_status_free(gradrt_abort(context, "by chance"));
      });
    gradrt_status status = runSteps();
    if (other)
      other->join();
    return status;
  }

private:
  gradrt_status runSteps() {
    for (int64_t i = 0; i != kLength; ++i) {
      if (rank == program.rank && i == program.place) {
        if (program.fate == Fate::Leaves)
          return nullptr;
        if (program.fate == Fate::Fails)
          return gradrt_status_create(GRADRT_SYSTEM, "by chance", nullptr);
        if (program.fate == Fate::Finalizes)
          gradrt_status_free(gradrt_finalize(context));
        if (program.fate == Fate::Skips)
          continue;
      }
      if (gradrt_status status = runStep(program.steps[i]))
        return status;
    }
    return gradrt_synchronize(context, nullptr);
  }

  gradrt_status reduce(const int64_t *groups, gradrt_stream *where) {
    return gradrt_all_reduce(context, small, small, 4, GRADRT_TYPE_F32,
                             GRADRT_TYPE_F32, GRADRT_KIND_SUM, groups, where,
                             nullptr);
  }

  gradrt_status gatherRows(unsigned step, const int64_t *groups) {
    void *rows = nullptr;
    int64_t count = 0, *counts = nullptr;
    gradrt_status status = gradrt_all_gather_v(
        context, small, (rank + step) % 3, 2, GRADRT_TYPE_F32, &rows, &count,
        &counts, groups, nullptr, nullptr);
    gradrt_status_free(gradrt_free(context, rows));
    gradrt_status_free(gradrt_free(context, counts));
    return status;
  }

  /// Several groups in one launch.
  gradrt_status runLaunch(const int64_t *groups) {
    gradrt::GroupScope scope(context);
    if (gradrt_status status = reduce(groups, nullptr))
      return status;
    if (gradrt_status status =
            gradrt_broadcast(context, large, large, 300000, GRADRT_TYPE_F32, 0,
                             turned.data(), nullptr, nullptr))
      return status;
    return scope.end().release();
  }

  /// Beside the compute stream, as compiled steps do it.
  gradrt_status runBeside(const int64_t *groups) {
    gradrt_stream *forked = nullptr;
    int64_t ticket = 0;
    StatusPtr status(gradrt_fork(context, &forked, nullptr));
    if (!status)
      status.reset(reduce(groups, forked));
    if (!status)
      status.reset(gradrt_mark(context, &ticket, nullptr));
    if (!status)
      status.reset(gradrt_join(context, ticket, nullptr));
    return status.release();
  }

  /// On a stream of the host's, which waits on both sides of it.
  gradrt_status runOnStream(const int64_t *groups) {
    StatusPtr status(gradrt_synchronize(context, nullptr));
    if (!status)
      status.reset(reduce(groups, stream));
    if (!status)
      status.reset(gradrt_barrier(context, nullptr, stream, nullptr));
    if (!status)
      status.reset(gradrt_stream_synchronize(stream));
    return status.release();
  }

  /// Memory that is freed while work on it is under way.
  gradrt_status runCopy(unsigned step) {
    void *memory = nullptr;
    StatusPtr status(gradrt_alloc(context, 1 + step / 16 % 3000000, &memory));
    if (!status)
      status.reset(gradrt_copy(context, memory, small, 1, nullptr));
    gradrt_status_free(gradrt_free(context, memory));
    return status.release();
  }

  gradrt_status runStep(unsigned step) {
    const int64_t *tables[] = {nullptr, singles.data(), turned.data()};
    const int64_t *groups = tables[step / 16 % 3];
    char values[64];
    switch (step % 8) {
    case 0:
      return reduce(groups, nullptr);
    case 1:
      return gradrt_barrier(context, groups, nullptr, nullptr);
    case 2:
      return gatherRows(step, groups);
    case 3:
      return runLaunch(groups);
    case 4:
      return runBeside(groups);
    case 5:
      return runOnStream(groups);
    case 6:
      return runCopy(step);
    default:
      return gradrt_read(context, values, small, sizeof(values), nullptr);
    }
  }

  const Program &program;
  gradrt_context *context;
  int64_t rank;
  std::vector<int64_t> singles, turned;
  void *small = nullptr, *large = nullptr;
  gradrt_stream *stream = nullptr;
};

class Stress : public ::testing::TestWithParam<unsigned> {};

TEST_P(Stress, EveryRankComesToAnEnd) {
  Program program = makeProgram(GetParam());
  gradrt_options options;
  gradrt_status_free(gradrt_options_init(&options));
  options.timeout_ms = kTimeoutMs;
  options.debug = program.isDebug;
  auto start = std::chrono::steady_clock::now();
  StatusPtr status(gradrt_local_run(
      "nccl", program.size, &options,
      [](gradrt_context *context, int64_t rank, void *user) {
        return Runner(*static_cast<const Program *>(user), context, rank).run();
      },
      &program, nullptr));
  EXPECT_LT(std::chrono::steady_clock::now() - start,
            std::chrono::milliseconds(kTimeoutMs + 3000));
  if (program.fate == Fate::Nothing) {
    EXPECT_FALSE(status) << gradrt_status_message(status.get());
  }
  EXPECT_EQ(grad_double_check(), 0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Stress, ::testing::Range(0u, 80u));

} // namespace
