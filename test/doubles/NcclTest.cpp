//===- NcclTest.cpp - The backend nccl over doubles ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every type and kind that the table of capabilities lists, the moves, groups,
// and failures, on ranks that are threads with a device each.
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "gradrt/gradrt.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

namespace {

using Body = std::function<void(gradrt_context *, int64_t)>;

/// Runs the body on every rank, and gives the status's text.
std::string run(int64_t size, const Body &body, bool debug = false,
                bool ignoreNaN = true) {
  gradrt_options options;
  gradrt_status_free(gradrt_options_init(&options));
  options.timeout_ms = 5000;
  options.debug = debug;
  options.ignore_nan = ignoreNaN;
  gradrt_status status = gradrt_local_run(
      "nccl", size, &options,
      [](gradrt_context *context, int64_t rank, void *user) -> gradrt_status {
        (*static_cast<const Body *>(user))(context, rank);
        return nullptr;
      },
      const_cast<Body *>(&body), nullptr);
  std::string text = gradrt_status_message(status);
  gradrt_status_free(status);
  return text;
}

std::string take(gradrt_status status) {
  std::string text = gradrt_status_message(status);
  gradrt_status_free(status);
  return text;
}
#define EXPECT_OK(call) EXPECT_EQ(take(call), "")

/// Device memory with values.
template <typename T>
class Memory {
public:
  Memory(gradrt_context *context, const std::vector<T> &values)
      : context(context), count(values.size()) {
    EXPECT_OK(gradrt_alloc(context, count * sizeof(T), &pointer));
    EXPECT_OK(gradrt_write(context, pointer, values.data(), count * sizeof(T),
                           nullptr));
  }
  ~Memory() { EXPECT_OK(gradrt_free(context, pointer)); }
  std::vector<T> read() {
    std::vector<T> values(count);
    EXPECT_OK(gradrt_read(context, values.data(), pointer, count * sizeof(T),
                          nullptr));
    return values;
  }
  void *pointer = nullptr;

private:
  gradrt_context *context;
  size_t count;
};

/// Bits of small whole numbers in each type.
template <typename T>
T encode(gradrt_type type, int value) {
  if (type == GRADRT_TYPE_BF16) {
    auto wide = static_cast<float>(value);
    uint32_t bits;
    std::memcpy(&bits, &wide, 4);
    return T(bits >> 16);
  }
  if (type == GRADRT_TYPE_F16) {
    constexpr uint16_t halves[] = {0,      0x3c00, 0x4000, 0x4200, 0x4400,
                                   0x4500, 0x4600, 0x4700, 0x4800};
    return T(halves[value]);
  }
  return T(value);
}

/// Ranks 0, 1, 2 send 1, 2, 3.
template <typename T>
void reduceAll(gradrt_type type) {
  std::string failure = run(3, [&](gradrt_context *context, int64_t rank) {
    constexpr int expected[] = {6, 2, 6, 1, 3};
    for (gradrt_kind kind = 0; kind != 5; ++kind) {
      gradrt_support support = GRADRT_SUPPORT_REFUSED;
      EXPECT_OK(gradrt_reduction_support(context, type, type, kind, &support));
      Memory<T> memory(context, std::vector<T>(5, encode<T>(type, rank + 1)));
      std::string status =
          take(gradrt_all_reduce(context, memory.pointer, memory.pointer, 5,
                                 type, type, kind, nullptr, nullptr, "here"));
      EXPECT_EQ(status.empty(), support != GRADRT_SUPPORT_REFUSED) << status;
      if (support != GRADRT_SUPPORT_REFUSED) {
        EXPECT_EQ(memory.read()[4], encode<T>(type, expected[kind]))
            << gradrt_type_name(type) << " " << gradrt_kind_name(kind);
      }
    }
  });
  EXPECT_EQ(failure, "");
}

TEST(Nccl, ReducesAllTypes) {
  reduceAll<int8_t>(GRADRT_TYPE_I8);
  reduceAll<int16_t>(GRADRT_TYPE_I16);
  reduceAll<int32_t>(GRADRT_TYPE_I32);
  reduceAll<int64_t>(GRADRT_TYPE_I64);
  reduceAll<uint8_t>(GRADRT_TYPE_UI8);
  reduceAll<uint16_t>(GRADRT_TYPE_UI16);
  reduceAll<uint32_t>(GRADRT_TYPE_UI32);
  reduceAll<uint64_t>(GRADRT_TYPE_UI64);
  reduceAll<uint16_t>(GRADRT_TYPE_F16);
  reduceAll<uint16_t>(GRADRT_TYPE_BF16);
  reduceAll<float>(GRADRT_TYPE_F32);
  reduceAll<double>(GRADRT_TYPE_F64);
}

TEST(Nccl, RefusesToLoseNaN) {
  std::string failure = run(
      1,
      [](gradrt_context *context, int64_t) {
        Memory<float> memory(context, {NAN});
        EXPECT_NE(
            take(gradrt_all_reduce(context, memory.pointer, memory.pointer, 1,
                                   GRADRT_TYPE_F32, GRADRT_TYPE_F32,
                                   GRADRT_KIND_MAX, nullptr, nullptr, "here")),
            "");
      },
      /*debug=*/false, /*ignoreNaN=*/false);
  EXPECT_EQ(failure, "");
}

TEST(Nccl, MovesSlices) {
  std::string failure = run(2, [](gradrt_context *context, int64_t rank) {
    int16_t mine = int16_t(10 * rank);
    Memory<int16_t> send(context, {mine, int16_t(mine + 1)});
    Memory<int16_t> recv(context, std::vector<int16_t>(4));
    EXPECT_OK(gradrt_all_gather(context, send.pointer, recv.pointer, 2, 1,
                                GRADRT_TYPE_I16, nullptr, nullptr, "here"));
    EXPECT_EQ(recv.read(), (std::vector<int16_t>{0, 10, 1, 11}));
    EXPECT_OK(gradrt_broadcast(context, send.pointer, send.pointer, 2,
                               GRADRT_TYPE_I16, 1, nullptr, nullptr, "here"));
    EXPECT_EQ(send.read(), (std::vector<int16_t>{10, 11}));
    Memory<float> parts(context, {1, 2, 3, 4});
    Memory<float> part(context, {0, 0});
    EXPECT_OK(gradrt_reduce_scatter(context, parts.pointer, part.pointer, 2, 1,
                                    GRADRT_TYPE_F32, GRADRT_TYPE_F32,
                                    GRADRT_KIND_SUM, nullptr, nullptr, "here"));
    EXPECT_EQ(part.read(), rank == 0 ? (std::vector<float>{2, 6})
                                     : (std::vector<float>{4, 8}));
    EXPECT_OK(gradrt_barrier(context, nullptr, nullptr, "here"));
  });
  EXPECT_EQ(failure, "");
}

TEST(Nccl, GathersRows) {
  std::string failure = run(3, [](gradrt_context *context, int64_t rank) {
    Memory<float> send(context, std::vector<float>(2 * rank, float(rank)));
    void *all = nullptr;
    int64_t rows = 0, *counts = nullptr;
    EXPECT_OK(gradrt_all_gather_v(context, send.pointer, rank, 2,
                                  GRADRT_TYPE_F32, &all, &rows, &counts,
                                  nullptr, nullptr, "here"));
    ASSERT_EQ(rows, 3);
    EXPECT_EQ(counts[2], 2);
    float values[6] = {};
    EXPECT_OK(gradrt_read(context, values, all, sizeof(values), nullptr));
    EXPECT_EQ(values[1], 1);
    EXPECT_EQ(values[5], 2);
    EXPECT_OK(gradrt_free(context, all));
    EXPECT_OK(gradrt_free(context, counts));
  });
  EXPECT_EQ(failure, "");
}

TEST(Nccl, SplitsGroups) {
  std::string failure = run(4, [](gradrt_context *context, int64_t rank) {
    const int64_t pairs[] = {2, 2, 2, 0, 2, 3, 1};
    Memory<int32_t> memory(context, {int32_t(rank)});
    EXPECT_OK(gradrt_group_start(context));
    EXPECT_OK(gradrt_all_reduce(context, memory.pointer, memory.pointer, 1,
                                GRADRT_TYPE_I32, GRADRT_TYPE_I32,
                                GRADRT_KIND_SUM, pairs, nullptr, "here"));
    EXPECT_OK(gradrt_group_end(context));
    EXPECT_EQ(memory.read()[0], rank % 2 ? 4 : 2);
    // Position 0 of [3, 1] is rank 3.
    Memory<int32_t> mine(context, {int32_t(rank)});
    EXPECT_OK(gradrt_broadcast(context, mine.pointer, mine.pointer, 1,
                               GRADRT_TYPE_I32, 0, pairs, nullptr, "here"));
    EXPECT_EQ(mine.read()[0], rank % 2 ? 3 : 0);
    const int64_t some[] = {1, 2, 0, 1};
    if (rank < 2) {
      EXPECT_NE(
          take(gradrt_broadcast(context, mine.pointer, mine.pointer, 1,
                                GRADRT_TYPE_I32, 0, some, nullptr, "here"))
              .find("needs groups that list every rank"),
          std::string::npos);
    }
  });
  EXPECT_EQ(failure, "");
}

TEST(Nccl, FindsDifferencesInDebugMode) {
  run(
      2,
      [](gradrt_context *context, int64_t rank) {
        Memory<float> memory(context, {1, 2});
        gradrt_status status = gradrt_all_reduce(
            context, memory.pointer, memory.pointer, 1 + rank, GRADRT_TYPE_F32,
            GRADRT_TYPE_F32, GRADRT_KIND_SUM, nullptr, nullptr, "here");
        EXPECT_EQ(gradrt_status_code(status), GRADRT_MISMATCH);
        EXPECT_NE(take(status).find("all_reduce sum f32"), std::string::npos);
      },
      /*debug=*/true);
}

TEST(Nccl, FailsWithTheRankThatLeft) {
  run(2, [](gradrt_context *context, int64_t rank) {
    if (rank == 1) {
      EXPECT_OK(gradrt_abort(context, "had enough"));
      return;
    }
    Memory<float> memory(context, {1});
    gradrt_status status = gradrt_all_reduce(
        context, memory.pointer, memory.pointer, 1, GRADRT_TYPE_F32,
        GRADRT_TYPE_F32, GRADRT_KIND_SUM, nullptr, nullptr, "here");
    if (!status)
      status = gradrt_synchronize(context, "here");
    EXPECT_EQ(gradrt_status_code(status), GRADRT_PEER_FAILED);
    EXPECT_NE(take(status).find("rank 1 was aborted: had enough"),
              std::string::npos);
  });
}

TEST(Nccl, GivesEverythingBack) {
  // The tests before end with communicators that were aborted: only what is
  // left behind counts.
  grad_double_reset();
  EXPECT_EQ(run(2,
                [](gradrt_context *context, int64_t) {
                  Memory<float> large(context, std::vector<float>(1 << 20, 1));
                  EXPECT_OK(gradrt_all_reduce(
                      context, large.pointer, large.pointer, 1 << 20,
                      GRADRT_TYPE_F32, GRADRT_TYPE_F32, GRADRT_KIND_SUM,
                      nullptr, nullptr, "here"));
                  EXPECT_EQ(large.read()[(1 << 20) - 1], 2);
                }),
            "");
  EXPECT_EQ(grad_double_violations(), 0);
}

} // namespace
