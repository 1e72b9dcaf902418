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
  /// Sums follow the order of the ranks and are rounded once; else in any order
  /// with a rounding at each step.
  bool isExact = true;
  /// Ranks meet in every collective: a difference is found without debug mode,
  /// and all ranks get the same error. Else a call returns before it has
  /// happened.
  bool meets = true;
  /// Memory is the host's, and nothing but it computes.
  bool isHost = true;
};
const std::vector<Backend> &backends();

/// The largest world that the backend can run here, of those that the tests
/// use; 0 where it can run none, and why.
int64_t maxRanks(const Backend &backend, std::string *why = nullptr);

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

/// Memory of gradrt_alloc, which may be a device's, with values in it.
class Buffer {
public:
  template <typename T>
  Buffer(gradrt_context *context, const std::vector<T> &values)
      : Buffer(context, values.data(), values.size() * sizeof(T)) {}
  Buffer(gradrt_context *context, const void *values, int64_t bytes);
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer();

  void *data() { return memory; }
  void *at(int64_t offset) { return static_cast<char *>(memory) + offset; }

  /// Waits for what the context has issued so far.
  template <typename T = unsigned char>
  std::vector<T> read() {
    std::vector<T> values(bytes / sizeof(T));
    readInto(values.data());
    return values;
  }

private:
  void readInto(void *values);

  gradrt_context *context;
  int64_t bytes;
  void *memory = nullptr;
};

/// One value in memory of gradrt_alloc.
template <typename T>
class Cell : public Buffer {
public:
  Cell(gradrt_context *context, T value) : Buffer(context, &value, sizeof(T)) {}
  T value() { return read<T>()[0]; }
};
template <typename T>
Cell(gradrt_context *, T) -> Cell<T>;

/// A suite that runs once per backend.
class Conformance : public ::testing::TestWithParam<Backend> {
protected:
  void SetUp() override {
    std::string why;
    if (!maxRanks(GetParam(), &why))
      GTEST_SKIP() << "backend " << GetParam().name << " cannot run: " << why;
  }

  /// Runs and expects that every rank succeeds.
  void run(int64_t size, RankFunction function) {
    Outcome outcome = runRanks(GetParam(), size, std::move(function));
    EXPECT_FALSE(outcome.error) << text(outcome.error);
  }

  /// Those of the sizes that the backend can run.
  std::vector<int64_t> sizes(std::vector<int64_t> all) {
    while (all.back() > maxRanks(GetParam()))
      all.pop_back();
    return all;
  }
};
/// For a test of worlds of one size.
#define NEEDS_RANKS(size)                                                      \
  if (::gradrt::test::maxRanks(GetParam()) < (size))                           \
  GTEST_SKIP() << "needs " << (size) << " devices"

std::string backendName(const ::testing::TestParamInfo<Backend> &info);
#define GRADRT_CONFORMANCE(Suite)                                              \
  INSTANTIATE_TEST_SUITE_P(Backends, Suite,                                    \
                           ::testing::ValuesIn(::gradrt::test::backends()),    \
                           ::gradrt::test::backendName)

} // namespace gradrt::test

#endif // GRADRT_TEST_HARNESS_H
