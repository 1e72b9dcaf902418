//===- WorkspaceTest.cpp - Memory that is kept from call to call ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "gradrt/gradrt.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <thread>

using namespace gradrt;
using namespace gradrt::test;

namespace {

char firstKey, secondKey;

/// A world of ranks in this process, over the first backend.
struct Ranks {
  explicit Ranks(int64_t size) : contexts(size) {
    gradrt_options options = testOptions(backends()[0]);
    StatusPtr status(gradrt_init_all("local", size, &options, contexts.data()));
    EXPECT_EQ(gradrt_status_code(status.get()), GRADRT_OK);
  }
  ~Ranks() {
    for (gradrt_context *context : contexts)
      gradrt_destroy(context);
  }
  std::vector<gradrt_context *> contexts;
};

void *get(gradrt_context *context, const void *key, int64_t bytes) {
  void *pointer = nullptr;
  StatusPtr status(gradrt_workspace(context, key, bytes, &pointer, "here"));
  EXPECT_STREQ(gradrt_status_message(status.get()), "");
  return pointer;
}

void expectFailure(gradrt_status failed, gradrt_code code,
                   const char *message) {
  StatusPtr status(failed);
  EXPECT_EQ(gradrt_status_code(status.get()), code);
  EXPECT_STREQ(gradrt_status_message(status.get()), message);
}

TEST(Workspace, IsAlignedAndStartsAsZeros) {
  Ranks ranks(1);
  auto *bytes = static_cast<char *>(get(ranks.contexts[0], &firstKey, 100));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(bytes) % 64, 0u);
  EXPECT_TRUE(std::all_of(bytes, bytes + 100, [](char c) { return c == 0; }));
}

TEST(Workspace, StaysWithItsContents) {
  Ranks ranks(1);
  void *bytes = get(ranks.contexts[0], &firstKey, 8);
  std::memcpy(bytes, "grad-opt", 8);
  EXPECT_EQ(get(ranks.contexts[0], &firstKey, 8), bytes);
  EXPECT_EQ(std::memcmp(bytes, "grad-opt", 8), 0);
}

TEST(Workspace, OfOtherKeysAndRanksIsOther) {
  Ranks ranks(2);
  std::vector<void *> memories;
  for (gradrt_context *context : ranks.contexts)
    for (const char *key : {&firstKey, &secondKey})
      memories.push_back(get(context, key, 64));
  std::sort(memories.begin(), memories.end());
  EXPECT_EQ(std::unique(memories.begin(), memories.end()), memories.end());
}

TEST(Workspace, MayBeEmpty) {
  Ranks ranks(1);
  void *empty = get(ranks.contexts[0], &firstKey, 0);
  EXPECT_EQ(get(ranks.contexts[0], &firstKey, 0), empty);
}

TEST(Workspace, KeepsItsSize) {
  Ranks ranks(1);
  get(ranks.contexts[0], &firstKey, 64);
  void *pointer = &ranks;
  expectFailure(
      gradrt_workspace(ranks.contexts[0], &firstKey, 65, &pointer, nullptr),
      GRADRT_INVALID_ARGUMENT,
      "gradrt_workspace: the key has a workspace of 64 bytes, got 65");
  EXPECT_EQ(pointer, nullptr);
  // The context goes on working.
  get(ranks.contexts[0], &firstKey, 64);
}

TEST(Workspace, RefusesBadArguments) {
  Ranks ranks(1);
  void *pointer = nullptr;
  expectFailure(gradrt_workspace(nullptr, &firstKey, 1, &pointer, nullptr),
                GRADRT_INVALID_ARGUMENT, "gradrt_workspace: context is NULL");
  expectFailure(
      gradrt_workspace(ranks.contexts[0], nullptr, 1, &pointer, nullptr),
      GRADRT_INVALID_ARGUMENT, "gradrt_workspace: key is NULL");
  expectFailure(
      gradrt_workspace(ranks.contexts[0], &firstKey, 1, nullptr, nullptr),
      GRADRT_INVALID_ARGUMENT, "gradrt_workspace: pointer is NULL");
  expectFailure(
      gradrt_workspace(ranks.contexts[0], &firstKey, -1, &pointer, nullptr),
      GRADRT_INVALID_ARGUMENT, "gradrt_workspace: negative size, got -1");
}

TEST(Workspace, GoesWithItsContext) {
  Ranks ranks(1);
  get(ranks.contexts[0], &firstKey, 64);
  StatusPtr status(gradrt_finalize(ranks.contexts[0]));
  EXPECT_EQ(gradrt_status_code(status.get()), GRADRT_OK);
  void *pointer = nullptr;
  expectFailure(
      gradrt_workspace(ranks.contexts[0], &firstKey, 64, &pointer, nullptr),
      GRADRT_INVALID_STATE,
      "gradrt_workspace: the context of rank 0 was finalized");
}

TEST(Workspace, TooLargeLeavesNothing) {
  Ranks ranks(1);
  void *pointer = nullptr;
  StatusPtr status(gradrt_workspace(ranks.contexts[0], &firstKey, INT64_MAX,
                                    &pointer, nullptr));
  EXPECT_EQ(gradrt_status_code(status.get()), GRADRT_OUT_OF_MEMORY);
  get(ranks.contexts[0], &firstKey, 64);
}

TEST(Workspace, OfContextsInThreads) {
  Ranks ranks(3);
  std::vector<std::thread> threads;
  for (gradrt_context *context : ranks.contexts)
    threads.emplace_back([context] {
      void *bytes = get(context, &firstKey, 4096);
      std::memset(bytes, 1, 4096);
      for (int i = 0; i < 100; ++i)
        EXPECT_EQ(get(context, &firstKey, 4096), bytes);
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
