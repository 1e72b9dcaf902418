//===- ArgumentConformance.cpp - Wrong arguments are errors ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "Reference.h"

#include <limits>

using namespace gradrt;
using namespace gradrt::test;

namespace {

class Arguments : public Conformance {
protected:
  /// Runs on rank 0 of `size`; the others do nothing, so that anything which
  /// waits for them would fail.
  void onRank0(int64_t size, const std::function<void(gradrt_context *)> &f) {
    run(size, [&](gradrt_context *context, int64_t rank) {
      if (rank == 0)
        f(context);
      return gradrt_status(nullptr);
    });
  }
};

gradrt_status reduce(gradrt_context *context, const void *send, void *recv,
                     int64_t count, gradrt_type wire = GRADRT_TYPE_F32,
                     gradrt_type result = GRADRT_TYPE_F32,
                     gradrt_kind kind = GRADRT_KIND_SUM,
                     const int64_t *groups = nullptr) {
  return gradrt_all_reduce(context, send, recv, count, wire, result, kind,
                           groups, nullptr, "m.mlir:7:3");
}

} // namespace

TEST_P(Arguments, WhatTheTableRefusesFailsBeforeAnyRankBlocks) {
  NEEDS_RANKS(2);
  onRank0(2, [](gradrt_context *context) {
    alignas(64) char buffer[512] = {};
    for (gradrt_type wire : allTypes())
      for (gradrt_type result : allTypes())
        for (gradrt_kind kind : allKinds()) {
          gradrt_support support = GRADRT_SUPPORT_REFUSED;
          EXPECT_OK(
              gradrt_reduction_support(context, wire, result, kind, &support));
          if (support != GRADRT_SUPPORT_REFUSED)
            continue;
          EXPECT_ERROR(
              reduce(context, buffer, buffer + 256, 1, wire, result, kind),
              GRADRT_UNSUPPORTED, "all_reduce", "refuses",
              gradrt_kind_name(kind), gradrt_type_name(wire),
              gradrt_type_name(result), "m.mlir:7:3");
        }
  });
}

TEST_P(Arguments, UnknownNumbers) {
  NEEDS_RANKS(2);
  onRank0(2, [](gradrt_context *context) {
    float value = 0;
    for (int32_t number : {-1, 13, 1000, std::numeric_limits<int32_t>::max()}) {
      EXPECT_ERROR(reduce(context, &value, &value, 1, number),
                   GRADRT_INVALID_ARGUMENT, "element type",
                   std::to_string(number));
      EXPECT_ERROR(reduce(context, &value, &value, 1, GRADRT_TYPE_F32, number),
                   GRADRT_INVALID_ARGUMENT, "element type");
      EXPECT_ERROR(reduce(context, &value, &value, 1, GRADRT_TYPE_F32,
                          GRADRT_TYPE_F32, number),
                   GRADRT_INVALID_ARGUMENT, "reduction kind",
                   std::to_string(number));
    }
  });
}

TEST_P(Arguments, NullPointers) {
  NEEDS_RANKS(2);
  onRank0(2, [](gradrt_context *context) {
    float value = 0;
    EXPECT_ERROR(reduce(nullptr, &value, &value, 1), GRADRT_INVALID_ARGUMENT,
                 "all_reduce", "context is NULL", "m.mlir:7:3");
    EXPECT_ERROR(reduce(context, nullptr, &value, 1), GRADRT_INVALID_ARGUMENT,
                 "send is NULL");
    EXPECT_ERROR(reduce(context, &value, nullptr, 1), GRADRT_INVALID_ARGUMENT,
                 "recv is NULL");
    EXPECT_ERROR(gradrt_all_gather_v(context, &value, 1, 1, GRADRT_TYPE_F32,
                                     nullptr, nullptr, nullptr, nullptr,
                                     nullptr, nullptr),
                 GRADRT_INVALID_ARGUMENT, "NULL");
    EXPECT_ERROR(gradrt_rank(context, nullptr), GRADRT_INVALID_ARGUMENT,
                 "NULL");
    EXPECT_ERROR(gradrt_rank(nullptr, nullptr), GRADRT_INVALID_ARGUMENT,
                 "NULL");
    EXPECT_ERROR(gradrt_group_size(context, nullptr, nullptr, nullptr),
                 GRADRT_INVALID_ARGUMENT, "NULL");
    EXPECT_ERROR(gradrt_group_start(nullptr), GRADRT_INVALID_ARGUMENT, "NULL");
    EXPECT_ERROR(gradrt_group_end(nullptr), GRADRT_INVALID_ARGUMENT, "NULL");
    EXPECT_ERROR(gradrt_alloc(context, 8, nullptr), GRADRT_INVALID_ARGUMENT,
                 "NULL");
    EXPECT_ERROR(gradrt_free(nullptr, nullptr), GRADRT_INVALID_ARGUMENT,
                 "NULL");
    EXPECT_ERROR(gradrt_finalize(nullptr), GRADRT_INVALID_ARGUMENT, "NULL");
    EXPECT_ERROR(gradrt_abort(nullptr, nullptr), GRADRT_INVALID_ARGUMENT,
                 "NULL");
    EXPECT_ERROR(gradrt_stream_create(context, nullptr),
                 GRADRT_INVALID_ARGUMENT, "NULL");
    EXPECT_ERROR(gradrt_event_record(nullptr, nullptr), GRADRT_INVALID_ARGUMENT,
                 "NULL");
    gradrt_group_cancel(nullptr);
    gradrt_destroy(nullptr);
    gradrt_status_free(nullptr);
  });
}

TEST_P(Arguments, Counts) {
  NEEDS_RANKS(2);
  onRank0(2, [](gradrt_context *context) {
    float value = 0;
    EXPECT_ERROR(reduce(context, &value, &value, -1), GRADRT_INVALID_ARGUMENT,
                 "negative count, got -1");
    EXPECT_ERROR(reduce(context, &value, &value, int64_t(1) << 62),
                 GRADRT_INVALID_ARGUMENT, "too large");
    EXPECT_ERROR(gradrt_all_gather(context, &value, &value, int64_t(1) << 32,
                                   int64_t(1) << 32, GRADRT_TYPE_F32, nullptr,
                                   nullptr, nullptr),
                 GRADRT_INVALID_ARGUMENT, "too large");
    void *recv = &value;
    int64_t rows = 0, *counts = nullptr;
    EXPECT_ERROR(gradrt_all_gather_v(context, &value, int64_t(1) << 40,
                                     int64_t(1) << 40, GRADRT_TYPE_F32, &recv,
                                     &rows, &counts, nullptr, nullptr, nullptr),
                 GRADRT_INVALID_ARGUMENT, "too large");
    EXPECT_EQ(recv, nullptr);
    EXPECT_ERROR(gradrt_alloc(context, -1, &recv), GRADRT_INVALID_ARGUMENT,
                 "negative");
    EXPECT_ERROR(
        gradrt_alloc(context, std::numeric_limits<int64_t>::max(), &recv),
        GRADRT_OUT_OF_MEMORY, "out of memory");
  });
}

TEST_P(Arguments, BuffersThatOverlapOrAreMisaligned) {
  NEEDS_RANKS(2);
  onRank0(2, [](gradrt_context *context) {
    alignas(64) float buffer[64] = {};
    EXPECT_ERROR(reduce(context, buffer, buffer + 1, 4),
                 GRADRT_INVALID_ARGUMENT, "overlap");
    gradrt_support support = GRADRT_SUPPORT_REFUSED;
    EXPECT_OK(gradrt_reduction_support(
        context, GRADRT_TYPE_F16, GRADRT_TYPE_F32, GRADRT_KIND_SUM, &support));
    if (support)
      EXPECT_ERROR(reduce(context, buffer, buffer, 4, GRADRT_TYPE_F16),
                   GRADRT_INVALID_ARGUMENT, "overlap");
    EXPECT_ERROR(gradrt_all_gather(context, buffer + 1, buffer, 1, 2,
                                   GRADRT_TYPE_F32, nullptr, nullptr, nullptr),
                 GRADRT_INVALID_ARGUMENT, "overlap");
    EXPECT_ERROR(gradrt_reduce_scatter(context, buffer, buffer, 2, 2,
                                       GRADRT_TYPE_F32, GRADRT_TYPE_F32,
                                       GRADRT_KIND_SUM, nullptr, nullptr,
                                       nullptr),
                 GRADRT_INVALID_ARGUMENT, "overlap");
    EXPECT_ERROR(
        reduce(context, reinterpret_cast<char *>(buffer) + 2, buffer + 32, 4),
        GRADRT_INVALID_ARGUMENT, "send is not aligned");
  });
}

TEST_P(Arguments, GroupTables) {
  NEEDS_RANKS(2);
  const int64_t outside[] = {1, 2, 0, 5};
  const int64_t negative[] = {1, 2, 0, -1};
  const int64_t twice[] = {2, 2, 1, 0, 1, 1};
  const int64_t empty[] = {2, 2, 0, 0, 1};
  const int64_t none[] = {0};
  const int64_t others[] = {1, 1, 1};
  const int64_t large[] = {2, 2, 2, 0, 1, 2, 3};
  const int64_t huge[] = {1, int64_t(1) << 60, 0, 1, 2};
  onRank0(2, [&](gradrt_context *context) {
    auto with = [&](const int64_t *groups) {
      static float value = 0;
      return reduce(context, &value, &value, 1, GRADRT_TYPE_F32,
                    GRADRT_TYPE_F32, GRADRT_KIND_SUM, groups);
    };
    EXPECT_ERROR(with(outside), GRADRT_INVALID_ARGUMENT, "all_reduce", "rank 5",
                 "2 ranks", "m.mlir:7:3");
    EXPECT_ERROR(with(negative), GRADRT_INVALID_ARGUMENT, "rank -1");
    EXPECT_ERROR(with(twice), GRADRT_INVALID_ARGUMENT, "rank 1", "twice");
    EXPECT_ERROR(with(empty), GRADRT_INVALID_ARGUMENT, "group 1 lists no rank");
    EXPECT_ERROR(with(none), GRADRT_INVALID_ARGUMENT, "no group");
    EXPECT_ERROR(with(others), GRADRT_INVALID_ARGUMENT, "all_reduce", "rank 0",
                 "not listed");
    // Made for a larger world.
    EXPECT_ERROR(with(large), GRADRT_INVALID_ARGUMENT, "rank 2", "2 ranks");
    EXPECT_ERROR(with(huge), GRADRT_INVALID_ARGUMENT, "rank 2", "2 ranks");
    int64_t size = 0;
    EXPECT_ERROR(gradrt_group_size(context, others, &size, nullptr),
                 GRADRT_INVALID_ARGUMENT, "group_size", "rank 0");
  });
}

TEST_P(Arguments, SizesOfGroupsNeedNoOtherRank) {
  NEEDS_RANKS(4);
  const int64_t pairs[] = {2, 2, 2, 0, 1, 2, 3};
  const int64_t some[] = {1, 2, 0, 1};
  onRank0(4, [&](gradrt_context *context) {
    int64_t size = 0;
    for (const int64_t *groups : {pairs, some}) {
      EXPECT_OK(gradrt_group_size(context, groups, &size, nullptr));
      EXPECT_EQ(size, 2);
      EXPECT_OK(gradrt_check_shard(context, 8, 4, groups, nullptr));
      float value = 0;
      EXPECT_ERROR(reduce(context, &value, &value, -1, GRADRT_TYPE_F32,
                          GRADRT_TYPE_F32, GRADRT_KIND_SUM, pairs),
                   GRADRT_INVALID_ARGUMENT, "count");
    }
  });
}

TEST_P(Arguments, RefusedCallLeavesTheContextUsable) {
  NEEDS_RANKS(2);
  run(2, [](gradrt_context *context, int64_t) {
    Cell cell(context, 1.0f);
    EXPECT_ERROR(reduce(context, cell.data(), cell.data(), -1),
                 GRADRT_INVALID_ARGUMENT, "count");
    EXPECT_OK(reduce(context, cell.data(), cell.data(), 1));
    EXPECT_EQ(cell.value(), 2);
    return gradrt_status(nullptr);
  });
}

TEST_P(Arguments, StreamOfAnotherContext) {
  NEEDS_RANKS(2);
  gradrt_stream *shared = nullptr;
  run(2, [&](gradrt_context *context, int64_t rank) {
    if (rank == 0)
      EXPECT_OK(gradrt_stream_create(context, &shared));
    EXPECT_OK(gradrt_barrier(context, nullptr, nullptr, nullptr));
    if (rank == 1)
      EXPECT_ERROR(gradrt_barrier(context, nullptr, shared, nullptr),
                   GRADRT_INVALID_ARGUMENT, "barrier", "stream");
    EXPECT_OK(gradrt_barrier(context, nullptr, nullptr, nullptr));
    if (rank == 0)
      EXPECT_OK(gradrt_stream_destroy(shared));
    return gradrt_status(nullptr);
  });
}

GRADRT_CONFORMANCE(Arguments);
