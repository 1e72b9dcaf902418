//===- Harness.h - Running ranks in a test -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_TEST_HARNESS_H
#define GRADRT_TEST_HARNESS_H

#include "gradrt/scope.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace gradrt::test {

/// A backend that the conformance suite runs over. A new one adds a line to
/// `backends` and changes no test.
struct Backend {
  const char *name;
  /// Sets the options that the backend needs.
  void (*prepare)(gradrt_options &options);
  /// Runs all ranks, in the way of gradrt_local_run.
  gradrt_status (*run)(const char *backend, int64_t size,
                       const gradrt_options *options,
                       gradrt_rank_function function, void *user,
                       gradrt_status *statuses);
};
const std::vector<Backend> &backends();

using RankFunction =
    std::function<gradrt_status(gradrt_context *context, int64_t rank)>;

/// What came of a run.
struct Outcome {
  StatusPtr error;
  std::vector<StatusPtr> ranks;
};

/// Defaults of the tests: a timeout that a hang runs into soon enough.
gradrt_options testOptions(const Backend &backend);

Outcome runRanks(const Backend &backend, int64_t size, RankFunction function,
                 const gradrt_options *options = nullptr);

/// The status as text, for messages.
std::string text(const StatusPtr &status);
std::string text(gradrt_status status);

/// Expects success; frees the status.
void expectOk(gradrt_status status, const char *file, int line);
#define EXPECT_OK(call) ::gradrt::test::expectOk((call), __FILE__, __LINE__)

/// Expects an error of that code whose message contains every part; frees the
/// status.
void expectError(StatusPtr status, gradrt_code code,
                 const std::vector<std::string> &parts, const char *file,
                 int line);
#define EXPECT_ERROR(status, code, ...)                                        \
  ::gradrt::test::expectError(::gradrt::StatusPtr(status), code,               \
                              {__VA_ARGS__}, __FILE__, __LINE__)

/// A suite that runs once per backend.
class Conformance : public ::testing::TestWithParam<Backend> {
protected:
  /// Runs and expects that every rank succeeds.
  void run(int64_t size, RankFunction function) {
    Outcome outcome = runRanks(GetParam(), size, std::move(function));
    EXPECT_FALSE(outcome.error) << text(outcome.error);
  }
};
std::string backendName(const ::testing::TestParamInfo<Backend> &info);
#define GRADRT_CONFORMANCE(Suite)                                              \
  INSTANTIATE_TEST_SUITE_P(Backends, Suite,                                    \
                           ::testing::ValuesIn(::gradrt::test::backends()),    \
                           ::gradrt::test::backendName)

} // namespace gradrt::test

#endif // GRADRT_TEST_HARNESS_H
