//===- MoveConformance.cpp - All-gather, broadcast and barrier ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "Reference.h"

#include <atomic>
#include <cstring>

using namespace gradrt;
using namespace gradrt::test;

namespace {
class Move : public Conformance {};

bool moves(gradrt_context *context, gradrt_type type) {
  gradrt_support support = GRADRT_SUPPORT_REFUSED;
  EXPECT_OK(gradrt_move_support(context, type, &support));
  return support != GRADRT_SUPPORT_REFUSED;
}

Bytes of(int64_t rank, gradrt_type type, int64_t count) {
  return randomElements(type, count, unsigned(1000 + rank));
}
} // namespace

TEST_P(Move, GatherConcatenatesEveryType) {
  for (gradrt_type type : allTypes())
    for (int64_t size : sizes({1, 2, 3, 4, 8}))
      for (int64_t count : {0, 1, 7, 4099})
        run(size, [&](gradrt_context *context, int64_t rank) -> gradrt_status {
          if (!moves(context, type))
            return nullptr;
          Buffer send(context, of(rank, type, count));
          Buffer got(context, Bytes(of(rank, type, count).size() * size));
          gradrt_status status =
              gradrt_all_gather(context, send.data(), got.data(), 1, count,
                                type, nullptr, nullptr, nullptr);
          Bytes expected;
          for (int64_t r = 0; r < size; ++r) {
            Bytes part = of(r, type, count);
            expected.insert(expected.end(), part.begin(), part.end());
          }
          EXPECT_EQ(got.read(), expected);
          return status;
        });
}

TEST_P(Move, GatherAlongAnInnerDimension) {
  // [2, 3] of each of 3 ranks, along dimension 1: [2, 9].
  constexpr int64_t size = 3, outer = 2, count = 3;
  NEEDS_RANKS(size);
  run(size, [&](gradrt_context *context, int64_t rank) {
    std::vector<int32_t> values(outer * count);
    for (int64_t i = 0; i < outer * count; ++i)
      values[i] = int32_t(rank * 100 + i);
    Buffer send(context, values);
    Buffer got(context, std::vector<int32_t>(outer * count * size));
    gradrt_status status =
        gradrt_all_gather(context, send.data(), got.data(), outer, count,
                          GRADRT_TYPE_I32, nullptr, nullptr, nullptr);
    EXPECT_EQ(got.read<int32_t>(),
              (std::vector<int32_t>{0, 1, 2, 100, 101, 102, 200, 201, 202, 3, 4,
                                    5, 103, 104, 105, 203, 204, 205}));
    return status;
  });
}

TEST_P(Move, GatherInPlace) {
  constexpr int64_t size = 4, count = 1000;
  NEEDS_RANKS(size);
  run(size, [&](gradrt_context *context, int64_t rank) {
    std::vector<int64_t> values(size * count, -1), expected(size * count);
    std::fill_n(values.begin() + rank * count, count, rank);
    for (int64_t i = 0; i < size * count; ++i)
      expected[i] = i / count;
    Buffer buffer(context, values);
    gradrt_status status =
        gradrt_all_gather(context, buffer.at(rank * count * 8), buffer.data(),
                          1, count, GRADRT_TYPE_I64, nullptr, nullptr, nullptr);
    EXPECT_EQ(buffer.read<int64_t>(), expected);
    return status;
  });
}

TEST_P(Move, GatherOfRowsThatDifferByRank) {
  // Rank r brings r rows of 2; rank 0 brings none, and no buffer.
  for (int64_t size : sizes({1, 2, 3, 4, 8}))
    run(size, [&](gradrt_context *context, int64_t rank) {
      Buffer send(context, std::vector<float>(rank * 2, float(rank)));
      void *recv = nullptr;
      int64_t rows = -1;
      int64_t *counts = nullptr;
      gradrt_status status = gradrt_all_gather_v(
          context, rank ? send.data() : nullptr, rank, 2, GRADRT_TYPE_F32,
          &recv, &rows, &counts, nullptr, nullptr, nullptr);
      if (status)
        return status;
      EXPECT_EQ(rows, size * (size - 1) / 2);
      std::vector<float> got(rows * 2), expected;
      EXPECT_OK(gradrt_read(context, got.data(), recv,
                            int64_t(got.size() * sizeof(float)), nullptr));
      for (int64_t r = 0; r < size; ++r) {
        EXPECT_EQ(counts[r], r);
        expected.insert(expected.end(), r * 2, float(r));
      }
      EXPECT_EQ(got, expected);
      EXPECT_OK(gradrt_free(context, recv));
      EXPECT_OK(gradrt_free(context, counts));
      return status;
    });
}

TEST_P(Move, BroadcastFromEveryRoot) {
  for (int64_t size : sizes({1, 2, 3, 8}))
    for (int64_t root = 0; root < size; ++root)
      for (int64_t count : {0, 1, 5, 100003})
        run(size, [&](gradrt_context *context, int64_t rank) {
          Bytes expected = of(root, GRADRT_TYPE_BF16, count);
          Buffer send(context, of(rank, GRADRT_TYPE_BF16, count));
          Buffer got(context, Bytes(expected.size(), 0xcd));
          // The other ranks need bring no send.
          gradrt_status status = gradrt_broadcast(
              context, rank == root ? send.data() : nullptr, got.data(), count,
              GRADRT_TYPE_BF16, root, nullptr, nullptr, nullptr);
          if (status)
            return status;
          EXPECT_EQ(got.read(), expected);
          status = gradrt_broadcast(context, send.data(), send.data(), count,
                                    GRADRT_TYPE_BF16, root, nullptr, nullptr,
                                    nullptr);
          EXPECT_EQ(send.read(), expected);
          return status;
        });
}

TEST_P(Move, BarrierWaitsForEveryRank) {
  NEEDS_RANKS(8);
  std::atomic<int> arrived{0};
  run(8, [&](gradrt_context *context, int64_t) {
    for (int round = 1; round <= 50; ++round) {
      ++arrived;
      if (gradrt_status status =
              gradrt_barrier(context, nullptr, nullptr, nullptr))
        return status;
      EXPECT_GE(arrived.load(), round * 8);
    }
    return gradrt_status(nullptr);
  });
}

TEST_P(Move, StreamsAndEventsKeepTheOrder) {
  NEEDS_RANKS(2);
  run(2, [&](gradrt_context *context, int64_t rank) {
    gradrt_stream *stream = nullptr;
    gradrt_event *event = nullptr;
    EXPECT_OK(gradrt_stream_create(context, &stream));
    EXPECT_OK(gradrt_event_create(context, &event));
    Cell value(context, float(rank + 1));
    // The default stream writes the value, which the other one reads.
    EXPECT_OK(gradrt_event_record(event, nullptr));
    EXPECT_OK(gradrt_stream_wait_event(stream, event));
    EXPECT_OK(gradrt_all_reduce(context, value.data(), value.data(), 1,
                                GRADRT_TYPE_F32, GRADRT_TYPE_F32,
                                GRADRT_KIND_SUM, nullptr, stream, nullptr));
    EXPECT_OK(gradrt_event_record(event, stream));
    EXPECT_OK(gradrt_stream_wait_event(nullptr, event));
    EXPECT_OK(gradrt_event_synchronize(event));
    EXPECT_OK(gradrt_stream_synchronize(stream));
    EXPECT_EQ(value.value(), 3);
    EXPECT_OK(gradrt_event_destroy(event));
    EXPECT_OK(gradrt_stream_destroy(stream));
    return gradrt_status(nullptr);
  });
}

TEST_P(Move, StreamsTakeMemoryThatWasJustFreed) {
  NEEDS_RANKS(2);
  run(2, [](gradrt_context *context, int64_t rank) {
    gradrt_stream *stream = nullptr;
    EXPECT_OK(gradrt_stream_create(context, &stream));
    Buffer send(context, std::vector<float>(2, float(rank)));
    for (int64_t round = 0; round != 3; ++round) {
      {
        // The copy may still be under way when its memory is free.
        Buffer freed(context, std::vector<float>(2));
        EXPECT_OK(gradrt_copy(context, freed.data(), send.data(), 8, nullptr));
      }
      EXPECT_OK(gradrt_barrier(context, nullptr, stream, nullptr));
      void *recv = nullptr;
      int64_t rows = 0, *counts = nullptr;
      EXPECT_OK(gradrt_all_gather_v(context, send.data(), 1, 2, GRADRT_TYPE_F32,
                                    &recv, &rows, &counts, nullptr, stream,
                                    nullptr));
      EXPECT_OK(gradrt_stream_synchronize(stream));
      std::vector<float> got(4);
      EXPECT_OK(gradrt_read(context, got.data(), recv, 16, nullptr));
      EXPECT_EQ(got, (std::vector<float>{0, 0, 1, 1}));
      EXPECT_OK(gradrt_free(context, recv));
      EXPECT_OK(gradrt_free(context, counts));
    }
    EXPECT_OK(gradrt_stream_destroy(stream));
    return gradrt_status(nullptr);
  });
}

TEST_P(Move, TooManyRowsAreNoEnd) {
  NEEDS_RANKS(2);
  run(2, [](gradrt_context *context, int64_t) {
    Buffer send(context, std::vector<float>(2));
    void *recv = nullptr;
    int64_t rows = 0, *counts = nullptr;
    // Each rank's are few enough; together, their bytes do not fit an int64_t.
    EXPECT_ERROR(gradrt_all_gather_v(context, send.data(), int64_t(1) << 62, 1,
                                     GRADRT_TYPE_I8, &recv, &rows, &counts,
                                     nullptr, nullptr, nullptr),
                 GRADRT_INVALID_ARGUMENT, "all_gather_v");
    return gradrt_barrier(context, nullptr, nullptr, nullptr);
  });
}

GRADRT_CONFORMANCE(Move);
