//===- NcclTest.cpp - The backend nccl over doubles ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is special to it, on ranks that are threads with a device each. The
// conformance suite of runtime/test runs over the doubles as well.
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "gradrt/gradrt.h"

#include <gtest/gtest.h>

#include <chrono>
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

TEST(Nccl, RefusesGroupsThatLeaveRanksOut) {
  std::string failure = run(4, [](gradrt_context *context, int64_t) {
    Memory<int32_t> memory(context, {1});
    const int64_t others[] = {2, 2, 1, 0, 1, 3};
    const int64_t some[] = {1, 2, 0, 1};
    int64_t rank = 0;
    EXPECT_OK(gradrt_rank(context, &rank));
    if (rank == 2)
      return;
    EXPECT_NE(take(gradrt_broadcast(context, memory.pointer, memory.pointer, 1,
                                    GRADRT_TYPE_I32, 0,
                                    rank < 2 ? some : others, nullptr, "here"))
                  .find("needs groups that list every rank"),
              std::string::npos);
  });
  EXPECT_EQ(failure, "");
}

TEST(Nccl, FindsGroupsThatNotAllOpen) {
  run(
      4,
      [](gradrt_context *context, int64_t rank) {
        const int64_t pairs[] = {2, 2, 2, 0, 1, 2, 3};
        const int64_t crossed[] = {2, 2, 2, 0, 2, 1, 3};
        Memory<float> memory(context, {1});
        gradrt_status status =
            gradrt_all_reduce(context, memory.pointer, memory.pointer, 1,
                              GRADRT_TYPE_F32, GRADRT_TYPE_F32, GRADRT_KIND_SUM,
                              rank ? pairs : crossed, nullptr, "here");
        EXPECT_EQ(gradrt_status_code(status), GRADRT_MISMATCH);
        EXPECT_EQ(take(status),
                  "all_reduce: not all members of a group open it: rank 0 "
                  "issued the opening of group [0, 2], rank 1 issued the "
                  "opening of group [0, 1], rank 2 issued the opening of group "
                  "[2, 3], rank 3 issued the opening of group [2, 3]");
      },
      /*debug=*/true);
}

TEST(Nccl, FailsAtOnceWhereALaunchFailedOnAnotherRank) {
  auto start = std::chrono::steady_clock::now();
  grad_double_fault("fail-ncclAllReduce:3");
  run(2, [](gradrt_context *context, int64_t) {
    Memory<float> memory(context, {1});
    std::vector<std::string> errors;
    for (int step = 0; step != 2 && errors.empty(); ++step) {
      gradrt_status status = gradrt_all_reduce(
          context, memory.pointer, memory.pointer, 1, GRADRT_TYPE_F32,
          GRADRT_TYPE_F32, GRADRT_KIND_SUM, nullptr, nullptr, "here");
      if (!status)
        status = gradrt_synchronize(context, "here");
      if (status)
        errors.push_back(take(status));
    }
    // One rank's call fails, and the other one does not wait for the timeout.
    EXPECT_EQ(errors.size(), 1u);
  });
  grad_double_fault(nullptr);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(4));
}

TEST(Nccl, OpensCublasAsAWholeOrNotAtAll) {
  for (const char *fault :
       {"fail-cublasCreate:1", "fail-cublasSetStream:1",
        "fail-cublasSetWorkspace:1", "fail-cublasSetMathMode:1"}) {
    grad_double_fault(fault);
    std::string failure = run(1, [](gradrt_context *context, int64_t) {
      // A column times a row: strides of which both are 1.
      Memory<float> a(context, {2, 3}), b(context, {5}), c(context, {0, 0});
      gradrt_product product = {GRADRT_TYPE_F32,  GRADRT_TYPE_F32,
                                /*accumulate=*/0,
                                /*batch=*/1,
                                /*m=*/2,
                                /*n=*/1,
                                /*k=*/1,
                                /*a_row=*/1,
                                /*a_column=*/1,
                                /*a_batch=*/0,
                                /*b_row=*/1,
                                /*b_column=*/1,
                                /*b_batch=*/0,
                                /*c_row=*/1,
                                /*c_column=*/1,
                                /*c_batch=*/0};
      auto multiply = [&] {
        return take(gradrt_matmul(context, &product, a.pointer, b.pointer,
                                  c.pointer, "here"));
      };
      EXPECT_NE(multiply().find("failed: cuBLAS status"), std::string::npos);
      EXPECT_EQ(multiply(), "");
      EXPECT_EQ(c.read(), (std::vector<float>{10, 15}));
    });
    grad_double_fault(nullptr);
    EXPECT_EQ(failure, "") << fault;
  }
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
