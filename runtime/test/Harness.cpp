//===- Harness.cpp - Running ranks in a test ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <map>

using namespace gradrt;
using namespace gradrt::test;

static void prepareNothing(gradrt_options &) {}

static void dropLine(void *, int64_t, const char *) {}

static void prepareRecord(gradrt_options &options) {
  options.record_writer = dropLine;
}

const std::vector<Backend> &gradrt::test::backends() {
  static const std::vector<Backend> all = {
      {"local", prepareNothing, gradrt_local_run},
      {"record", prepareRecord, gradrt_local_run},
      {"nccl", prepareNothing, gradrt_local_run, /*isExact=*/false,
       /*meets=*/false, /*isHost=*/false},
  };
  return all;
}

/// Tries worlds from the largest down.
static int64_t findMaxRanks(const Backend &backend, std::string &why) {
  for (int64_t size : {8, 4, 3, 2, 1}) {
    gradrt_options options = testOptions(backend);
    std::vector<gradrt_context *> contexts(size, nullptr);
    StatusPtr status(
        gradrt_init_all(backend.name, size, &options, contexts.data()));
    for (gradrt_context *context : contexts)
      gradrt_destroy(context);
    if (!status)
      return size;
    why = text(status);
  }
  return 0;
}

int64_t gradrt::test::maxRanks(const Backend &backend, std::string *why) {
  static std::map<std::string, std::pair<int64_t, std::string>> known;
  auto found = known.find(backend.name);
  if (found == known.end()) {
    std::string reason;
    int64_t size = findMaxRanks(backend, reason);
    found = known.insert({backend.name, {size, reason}}).first;
  }
  if (why)
    *why = found->second.second;
  return found->second.first;
}

std::string
gradrt::test::backendName(const ::testing::TestParamInfo<Backend> &info) {
  return info.param.name;
}

gradrt_options gradrt::test::testOptions(const Backend &backend) {
  gradrt_options options;
  EXPECT_OK(gradrt_options_init(&options));
  options.timeout_ms = 60000;
  backend.prepare(options);
  return options;
}

static gradrt_status callFunction(gradrt_context *context, int64_t rank,
                                  void *user) {
  return (*static_cast<RankFunction *>(user))(context, rank);
}

Outcome gradrt::test::runRanks(const Backend &backend, int64_t size,
                               RankFunction function,
                               const gradrt_options *given) {
  gradrt_options options = given ? *given : testOptions(backend);
  std::vector<gradrt_status> statuses(size, nullptr);
  Outcome outcome;
  outcome.error.reset(backend.run(backend.name, size, &options, callFunction,
                                  &function, statuses.data()));
  for (gradrt_status status : statuses)
    outcome.ranks.emplace_back(status);
  return outcome;
}

Buffer::Buffer(gradrt_context *context, const void *values, int64_t bytes)
    : context(context), bytes(bytes) {
  EXPECT_OK(gradrt_alloc(context, bytes, &memory));
  EXPECT_OK(gradrt_write(context, memory, values, bytes, nullptr));
}

Buffer::~Buffer() { EXPECT_OK(gradrt_free(context, memory)); }

void Buffer::readInto(void *values) {
  EXPECT_OK(gradrt_read(context, values, memory, bytes, nullptr));
}

std::string gradrt::test::text(gradrt_status status) {
  if (!status)
    return "ok";
  std::string result = gradrt_code_name(gradrt_status_code(status));
  result += std::string(": ") + gradrt_status_message(status);
  if (*gradrt_status_place(status))
    result += std::string(" (place ") + gradrt_status_place(status) + ")";
  return result;
}

std::string gradrt::test::text(const StatusPtr &status) {
  return text(status.get());
}

void gradrt::test::expectOk(gradrt_status status, const char *file, int line) {
  StatusPtr owned(status);
  if (status)
    ADD_FAILURE_AT(file, line) << text(owned);
}

void gradrt::test::expectError(StatusPtr status, gradrt_code code,
                               const std::vector<std::string> &parts,
                               const char *file, int line) {
  bool right = gradrt_status_code(status.get()) == code;
  for (const std::string &part : parts)
    right &= text(status).find(part) != std::string::npos;
  if (right)
    return;
  std::string expected;
  for (const std::string &part : parts)
    expected += " \"" + part + "\"";
  ADD_FAILURE_AT(file, line) << "expected " << gradrt_code_name(code) << " with"
                             << expected << ", got " << text(status);
}
