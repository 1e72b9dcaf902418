//===- RecordTest.cpp - The text of the backend record ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace gradrt;
using namespace gradrt::test;

namespace {

constexpr int64_t pairs[] = {1, 2, 1, 0};

/// One of everything, on two ranks.
gradrt_status everything(gradrt_context *context, int64_t rank) {
  float wide[4] = {}, block[2] = {};
  uint16_t half[4] = {};
  void *rows = nullptr;
  int64_t rowCount = 0, *counts = nullptr;
  EXPECT_OK(gradrt_all_reduce(context, half, wide, 4, GRADRT_TYPE_F16,
                              GRADRT_TYPE_F32, GRADRT_KIND_AVG, nullptr,
                              nullptr, "s.mlir:1"));
  EXPECT_OK(gradrt_group_start(context));
  EXPECT_OK(gradrt_reduce_scatter(context, wide, block, 2, 1, GRADRT_TYPE_F32,
                                  GRADRT_TYPE_F32, GRADRT_KIND_SUM, pairs,
                                  nullptr, nullptr));
  EXPECT_OK(gradrt_broadcast(context, half, half, 4, GRADRT_TYPE_F16, 1, pairs,
                             nullptr, nullptr));
  EXPECT_OK(gradrt_group_end(context));
  EXPECT_OK(gradrt_all_gather(context, block, wide, 1, 2, GRADRT_TYPE_F32,
                              nullptr, nullptr, nullptr));
  EXPECT_OK(gradrt_all_gather_v(context, wide, rank + 1, 2, GRADRT_TYPE_F32,
                                &rows, &rowCount, &counts, nullptr, nullptr,
                                nullptr));
  EXPECT_OK(gradrt_free(context, rows));
  EXPECT_OK(gradrt_free(context, counts));
  return gradrt_barrier(context, nullptr, nullptr, nullptr);
}

std::string expected(int64_t rank) {
  std::string number = std::to_string(rank);
  std::string text =
      "rank R launch 0: all_reduce avg f16 -> f32 count 4 on [0, 1] at "
      "\"s.mlir:1\"\n"
      "rank R launch 1: reduce_scatter sum f32 count 2 x 1 on [1, 0]\n"
      "rank R launch 1: broadcast f16 count 4 root 1 on [1, 0]\n"
      "rank R launch 2: all_gather f32 count 2 on [0, 1]\n"
      "rank R launch 3: all_gather_v f32 row_count 2 rows " +
      std::to_string(rank + 1) +
      " on [0, 1]\n"
      "rank R launch 4: barrier on [0, 1]\n";
  for (size_t at; (at = text.find('R')) != std::string::npos;)
    text.replace(at, 1, number);
  return text;
}

std::string read(const std::string &path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

const Backend record = {"record", nullptr, gradrt_local_run};

gradrt_options plainOptions() {
  gradrt_options options;
  EXPECT_OK(gradrt_options_init(&options));
  options.timeout_ms = 60000;
  return options;
}

} // namespace

TEST(Record, CallbackGetsEveryLine) {
  std::string lines[2];
  gradrt_options options = plainOptions();
  options.record_user = lines;
  options.record_writer = [](void *user, int64_t rank, const char *line) {
    static_cast<std::string *>(user)[rank] += std::string(line) + "\n";
  };
  Outcome outcome = runRanks(record, 2, everything, &options);
  EXPECT_FALSE(outcome.error) << text(outcome.error);
  EXPECT_EQ(lines[0], expected(0));
  EXPECT_EQ(lines[1], expected(1));
}

TEST(Record, OneFilePerRank) {
  std::string path = ::testing::TempDir() + "gradrt_record_test";
  gradrt_options options = plainOptions();
  for (bool fromEnvironment : {false, true}) {
    options.record_path = fromEnvironment ? nullptr : path.c_str();
    if (fromEnvironment)
      setenv("GRADRT_RECORD", path.c_str(), 1);
    Outcome outcome = runRanks(record, 2, everything, &options);
    EXPECT_FALSE(outcome.error) << text(outcome.error);
    for (int64_t rank : {0, 1}) {
      std::string file = path + "." + std::to_string(rank);
      EXPECT_EQ(read(file), expected(rank));
      std::remove(file.c_str());
    }
    unsetenv("GRADRT_RECORD");
  }
}

TEST(Record, NeedsSomewhereToWrite) {
  gradrt_options options = plainOptions();
  gradrt_context *context = nullptr;
  EXPECT_ERROR(gradrt_init_all("record", 1, &options, &context),
               GRADRT_INVALID_ARGUMENT, "GRADRT_RECORD");
  options.record_path = "/nowhere/at/all";
  EXPECT_ERROR(gradrt_init_all("record", 1, &options, &context), GRADRT_SYSTEM,
               "/nowhere/at/all.0");
  EXPECT_ERROR(gradrt_init("record", 0, 1, nullptr, &options, &context),
               GRADRT_SYSTEM, "/nowhere/at/all.0");
}

TEST(Record, RunsOverAnotherBackendButItself) {
  for (const char *over : {"record", "nothing"}) {
    gradrt_options options = testOptions(backends()[1]);
    options.record_over = over;
    gradrt_context *context = nullptr;
    EXPECT_ERROR(gradrt_init_all("record", 1, &options, &context),
                 GRADRT_INVALID_ARGUMENT, "record", over);
    EXPECT_ERROR(gradrt_init("record", 0, 1, nullptr, &options, &context),
                 GRADRT_INVALID_ARGUMENT, "record", over);
  }
}
