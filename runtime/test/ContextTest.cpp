//===- ContextTest.cpp - Init, options, registry, runs ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "gradrt/backend.h"

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

using namespace gradrt;
using namespace gradrt::test;

namespace {

/// Brings rank 0's id to threads, as a host program's launcher would.
class Exchange {
public:
  gradrt_exchange forRank(int64_t rank) {
    slots[rank] = {this, rank};
    return {&slots[rank], share};
  }

private:
  struct Slot {
    Exchange *exchange;
    int64_t rank;
  };

  static gradrt_status share(void *user, void *id, int64_t bytes) {
    auto *slot = static_cast<Slot *>(user);
    Exchange &self = *slot->exchange;
    std::unique_lock<std::mutex> lock(self.mutex);
    if (slot->rank == 0) {
      self.id.assign(static_cast<char *>(id), bytes);
      self.changed.notify_all();
    }
    self.changed.wait(lock, [&] { return !self.id.empty(); });
    std::memcpy(id, self.id.data(), bytes);
    return nullptr;
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::string id;
  Slot slots[8];
};

gradrt_options optionsWith(int64_t timeoutMs) {
  gradrt_options options = testOptions(backends()[0]);
  options.timeout_ms = timeoutMs;
  return options;
}

/// Runs `function` on a thread per rank.
void onThreads(int64_t size, const std::function<void(int64_t)> &function) {
  std::vector<std::thread> threads;
  for (int64_t rank = 0; rank < size; ++rank)
    threads.emplace_back(function, rank);
  for (std::thread &thread : threads)
    thread.join();
}

/// Sums the ranks' numbers plus one.
void expectWorldOf(gradrt_context *context, int64_t size) {
  int64_t rank = 0;
  EXPECT_OK(gradrt_rank(context, &rank));
  int64_t value = rank + 1;
  EXPECT_OK(gradrt_all_reduce(context, &value, &value, 1, GRADRT_TYPE_I64,
                              GRADRT_TYPE_I64, GRADRT_KIND_SUM, nullptr,
                              nullptr, nullptr));
  EXPECT_EQ(value, size * (size + 1) / 2);
}

} // namespace

TEST(Init, ThroughAnExchangeOfTheHost) {
  for (const Backend &backend : backends())
    // Again and again in one process.
    for (int64_t size : {4, 1, 3}) {
      if (size > maxRanks(backend))
        continue;
      Exchange exchange;
      gradrt_options options = testOptions(backend);
      onThreads(size, [&](int64_t rank) {
        gradrt_exchange own = exchange.forRank(rank);
        gradrt_context *context = nullptr;
        EXPECT_OK(
            gradrt_init(backend.name, rank, size, &own, &options, &context));
        ASSERT_NE(context, nullptr);
        expectWorldOf(context, size);
        EXPECT_OK(gradrt_finalize(context));
        gradrt_destroy(context);
      });
    }
}

TEST(Init, SeveralWorldsAtOnce) {
  gradrt_options options = optionsWith(60000);
  gradrt_context *a[2], *b[2];
  EXPECT_OK(gradrt_init_all("local", 2, &options, a));
  EXPECT_OK(gradrt_init_all("local", 2, &options, b));
  onThreads(2, [&](int64_t rank) {
    expectWorldOf(a[rank], 2);
    expectWorldOf(b[rank], 2);
    gradrt_destroy(a[rank]);
    expectWorldOf(b[rank], 2);
    gradrt_destroy(b[rank]);
  });
}

TEST(Init, RankThatDoesNotJoinIsNamed) {
  Exchange exchange;
  gradrt_options options = optionsWith(200);
  onThreads(2, [&](int64_t rank) {
    gradrt_exchange own = exchange.forRank(rank);
    gradrt_context *context = nullptr;
    EXPECT_ERROR(gradrt_init("local", rank, 3, &own, &options, &context),
                 GRADRT_TIMEOUT, "rank 2 did not join within 200 ms");
    EXPECT_EQ(context, nullptr);
  });
}

TEST(Init, RanksThatDisagreeOnTheSize) {
  Exchange exchange;
  gradrt_options options = optionsWith(60000);
  onThreads(2, [&](int64_t rank) {
    gradrt_exchange own = exchange.forRank(rank);
    gradrt_context *context = nullptr;
    EXPECT_ERROR(gradrt_init("local", rank, 2 + rank, &own, &options, &context),
                 GRADRT_INVALID_ARGUMENT, "rank 1", "world of 3 ranks");
  });
}

TEST(Init, FailingExchange) {
  gradrt_exchange exchange = {nullptr, [](void *, void *, int64_t) {
                                return gradrt_status_create(
                                    GRADRT_SYSTEM, "store is down", nullptr);
                              }};
  for (const Backend &backend : backends())
    for (int64_t rank : {0, 1}) {
      gradrt_options options = testOptions(backend);
      gradrt_context *context = nullptr;
      EXPECT_ERROR(
          gradrt_init(backend.name, rank, 2, &exchange, &options, &context),
          GRADRT_SYSTEM, "store is down");
    }
}

TEST(Init, WrongArguments) {
  gradrt_context *context = nullptr;
  EXPECT_ERROR(gradrt_init("nothing", 0, 1, nullptr, nullptr, &context),
               GRADRT_INVALID_ARGUMENT, "no backend \"nothing\"");
  EXPECT_ERROR(gradrt_init(nullptr, 0, 1, nullptr, nullptr, &context),
               GRADRT_INVALID_ARGUMENT, "no backend");
  EXPECT_ERROR(gradrt_init("local", 2, 2, nullptr, nullptr, &context),
               GRADRT_INVALID_ARGUMENT, "no rank 2");
  EXPECT_ERROR(gradrt_init("local", 0, 2, nullptr, nullptr, &context),
               GRADRT_INVALID_ARGUMENT, "no exchange");
  EXPECT_ERROR(gradrt_init("local", 0, 1, nullptr, nullptr, nullptr),
               GRADRT_INVALID_ARGUMENT, "NULL");
  EXPECT_ERROR(gradrt_init_all("local", 0, nullptr, &context),
               GRADRT_INVALID_ARGUMENT, "size");
  gradrt_options options = {};
  EXPECT_ERROR(gradrt_init("local", 0, 1, nullptr, &options, &context),
               GRADRT_INVALID_ARGUMENT, "gradrt_options_init");
}

TEST(Options, FromTheEnvironment) {
  gradrt_options options;
  setenv("GRADRT_TIMEOUT_MS", "1234", 1);
  setenv("GRADRT_DEBUG", "1", 1);
  EXPECT_OK(gradrt_options_init(&options));
  EXPECT_EQ(options.timeout_ms, 1234);
  EXPECT_EQ(options.debug, 1);
  setenv("GRADRT_TIMEOUT_MS", "soon", 1);
  EXPECT_ERROR(gradrt_options_init(&options), GRADRT_INVALID_ARGUMENT,
               "GRADRT_TIMEOUT_MS", "soon");
  unsetenv("GRADRT_TIMEOUT_MS");
  setenv("GRADRT_DEBUG", "2", 1);
  EXPECT_ERROR(gradrt_options_init(&options), GRADRT_INVALID_ARGUMENT,
               "GRADRT_DEBUG");
  unsetenv("GRADRT_DEBUG");
  EXPECT_OK(gradrt_options_init(&options));
  EXPECT_EQ(options.timeout_ms, 300000);
  EXPECT_EQ(options.debug, 0);
}

TEST(Capabilities, LocalDeclaresEverythingItMust) {
  // Without this, the conformance suite could skip what is missing.
  gradrt_context *context = nullptr;
  EXPECT_OK(gradrt_init_all("local", 1, nullptr, &context));
  auto has = [&](gradrt_type wire, gradrt_type result, gradrt_kind kind) {
    gradrt_support support = GRADRT_SUPPORT_REFUSED;
    EXPECT_OK(gradrt_reduction_support(context, wire, result, kind, &support));
    return support != GRADRT_SUPPORT_REFUSED;
  };
  for (gradrt_type type :
       {GRADRT_TYPE_F16, GRADRT_TYPE_BF16, GRADRT_TYPE_F32, GRADRT_TYPE_F64,
        GRADRT_TYPE_I8, GRADRT_TYPE_I32, GRADRT_TYPE_I64, GRADRT_TYPE_UI8}) {
    for (gradrt_kind kind :
         {GRADRT_KIND_SUM, GRADRT_KIND_PROD, GRADRT_KIND_MIN, GRADRT_KIND_MAX})
      EXPECT_TRUE(has(type, type, kind))
          << gradrt_kind_name(kind) << " " << gradrt_type_name(type);
    bool isFloat = type >= GRADRT_TYPE_F16;
    EXPECT_EQ(has(type, type, GRADRT_KIND_AVG), isFloat);
  }
  for (gradrt_type wire : {GRADRT_TYPE_F16, GRADRT_TYPE_BF16})
    EXPECT_TRUE(has(wire, GRADRT_TYPE_F32, GRADRT_KIND_SUM));
  EXPECT_TRUE(has(GRADRT_TYPE_I1, GRADRT_TYPE_I1, GRADRT_KIND_MIN));
  EXPECT_TRUE(has(GRADRT_TYPE_I1, GRADRT_TYPE_I1, GRADRT_KIND_MAX));
  EXPECT_FALSE(has(GRADRT_TYPE_I1, GRADRT_TYPE_I1, GRADRT_KIND_SUM));
  EXPECT_FALSE(has(GRADRT_TYPE_I16, GRADRT_TYPE_I16, GRADRT_KIND_SUM));
  EXPECT_FALSE(has(GRADRT_TYPE_F32, GRADRT_TYPE_F16, GRADRT_KIND_SUM));
  gradrt_destroy(context);
}

TEST(Registry, RefusesDoublesAndOtherVersions) {
  static gradrt_backend backend;
  backend = *gradrt_find_backend("local");
  EXPECT_ERROR(gradrt_register_backend(&backend), GRADRT_INVALID_ARGUMENT,
               "backend \"local\" already");
  backend.name = "another";
  backend.abi = 99;
  EXPECT_ERROR(gradrt_register_backend(&backend), GRADRT_INVALID_ARGUMENT,
               "ABI", "99");
  backend.abi = GRADRT_BACKEND_ABI;
  EXPECT_OK(gradrt_register_backend(&backend));
  EXPECT_EQ(gradrt_find_backend("another"), &backend);
  gradrt_context *context = nullptr;
  EXPECT_OK(gradrt_init_all("another", 1, nullptr, &context));
  expectWorldOf(context, 1);
  gradrt_destroy(context);
}

TEST(Registry, BackendOfOneRankPerProcess) {
  static gradrt_backend backend;
  backend = *gradrt_find_backend("local");
  backend.name = "single";
  backend.open_all = nullptr;
  EXPECT_OK(gradrt_register_backend(&backend));
  gradrt_context *context = nullptr;
  EXPECT_ERROR(gradrt_init_all("single", 1, nullptr, &context),
               GRADRT_UNSUPPORTED, "single");
}

TEST(Run, WrongArguments) {
  auto nothing = [](gradrt_context *, int64_t, void *) {
    return gradrt_status(nullptr);
  };
  EXPECT_ERROR(gradrt_local_run("local", 0, nullptr, nothing, nullptr, nullptr),
               GRADRT_INVALID_ARGUMENT, "size");
  EXPECT_ERROR(gradrt_local_run("local", 1, nullptr, nullptr, nullptr, nullptr),
               GRADRT_INVALID_ARGUMENT, "function");
  EXPECT_ERROR(gradrt_local_run("gone", 1, nullptr, nothing, nullptr, nullptr),
               GRADRT_INVALID_ARGUMENT, "gone");
  EXPECT_OK(gradrt_local_run(nullptr, 2, nullptr, nothing, nullptr, nullptr));
}

TEST(Run, AbandonsAStalledRankWhereAsked) {
  static std::atomic<bool> release{false};
  static std::atomic<bool> done{false};
  release = done = false;
  gradrt_options options = optionsWith(100);
  options.abandon_stalled = 1;
  auto function = [](gradrt_context *context, int64_t rank, void *) {
    while (rank == 1 && !release)
      std::this_thread::yield();
    gradrt_status status = gradrt_barrier(context, nullptr, nullptr, nullptr);
    if (rank == 1)
      done = true;
    return status;
  };
  gradrt_status statuses[2];
  EXPECT_ERROR(
      gradrt_local_run("local", 2, &options, function, nullptr, statuses),
      GRADRT_TIMEOUT, "rank 1 did not arrive");
  EXPECT_ERROR(statuses[0], GRADRT_TIMEOUT, "rank 1 did not arrive");
  EXPECT_ERROR(statuses[1], GRADRT_TIMEOUT, "rank 1 has not returned");
  release = true;
  while (!done)
    std::this_thread::yield();
  // The thread still frees what it shares with the run.
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
}

TEST(Status, CarriesCodeTextAndPlace) {
  StatusPtr status(gradrt_status_create(GRADRT_SYSTEM, "text", "place"));
  EXPECT_EQ(gradrt_status_code(status.get()), GRADRT_SYSTEM);
  EXPECT_STREQ(gradrt_status_message(status.get()), "text");
  EXPECT_STREQ(gradrt_status_place(status.get()), "place");
  StatusPtr copy(gradrt_status_clone(status.get()));
  status.reset();
  EXPECT_STREQ(gradrt_status_message(copy.get()), "text");
  EXPECT_EQ(gradrt_status_create(GRADRT_OK, "text", nullptr), nullptr);
  EXPECT_EQ(gradrt_status_code(nullptr), GRADRT_OK);
  EXPECT_STREQ(gradrt_status_message(nullptr), "");
  EXPECT_STREQ(gradrt_code_name(GRADRT_MISMATCH), "mismatch");
  EXPECT_STREQ(gradrt_code_name(77), "unknown");
}

TEST(Types, NamesAndSizes) {
  EXPECT_STREQ(gradrt_type_name(GRADRT_TYPE_BF16), "bf16");
  EXPECT_EQ(gradrt_type_bytes(GRADRT_TYPE_BF16), 2);
  EXPECT_EQ(gradrt_type_bytes(GRADRT_TYPE_I1), 1);
  EXPECT_EQ(gradrt_type_bytes(-1), 0);
  EXPECT_STREQ(gradrt_type_name(99), "unknown");
  EXPECT_STREQ(gradrt_kind_name(GRADRT_KIND_PROD), "prod");
  EXPECT_STREQ(gradrt_op_name(GRADRT_OP_ALL_GATHER_V), "all_gather_v");
}
