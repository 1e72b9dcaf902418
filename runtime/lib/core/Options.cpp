//===- Options.cpp - Defaults and environment ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Status.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

namespace {

/// Reads a number from the environment; leaves `value` where the variable is
/// not set or empty.
gradrt_status readNumber(const char *name, int64_t high, int64_t &value) {
  const char *text = std::getenv(name);
  if (!text || !*text)
    return nullptr;
  char *end = nullptr;
  errno = 0;
  long long number = std::strtoll(text, &end, 10);
  if (*end || errno || number < 0 || number > high)
    return gradrt::makeStatus(GRADRT_INVALID_ARGUMENT,
                              std::string(name) +
                                  ": expected a number from 0"
                                  " to " +
                                  std::to_string(high) + ", got \"" + text +
                                  "\"");
  value = number;
  return nullptr;
}

} // namespace

gradrt_status gradrt_options_init(gradrt_options *options) {
  return gradrt::guarded([&]() -> gradrt_status {
    if (!options)
      return gradrt::makeStatus(GRADRT_INVALID_ARGUMENT,
                                "gradrt_options_init: options is NULL");
    int64_t timeoutMs = 300000;
    int64_t debug = 0;
    std::memset(options, 0, sizeof(*options));
    options->struct_size = sizeof(*options);
    options->timeout_ms = timeoutMs;
    if (gradrt_status status =
            readNumber("GRADRT_TIMEOUT_MS", std::numeric_limits<int32_t>::max(),
                       timeoutMs))
      return status;
    if (gradrt_status status = readNumber("GRADRT_DEBUG", 1, debug))
      return status;
    options->timeout_ms = timeoutMs;
    options->debug = static_cast<int32_t>(debug);
    const char *nan = std::getenv("GRADRT_NAN");
    if (nan && *nan && std::strcmp(nan, "ignore"))
      return gradrt::makeStatus(
          GRADRT_INVALID_ARGUMENT,
          std::string("GRADRT_NAN: expected ignore, got \"") + nan + "\"");
    options->ignore_nan = nan && *nan;
    return nullptr;
  });
}

gradrt_status gradrt::checkedOptions(const gradrt_options *given,
                                     gradrt_options &options) {
  if (!given)
    return gradrt_options_init(&options);
  if (given->struct_size != sizeof(gradrt_options))
    return makeStatus(GRADRT_INVALID_ARGUMENT,
                      "options: expected struct_size " +
                          std::to_string(sizeof(gradrt_options)) + ", got " +
                          std::to_string(given->struct_size) +
                          "; fill it with gradrt_options_init");
  if (given->timeout_ms < 0 ||
      given->timeout_ms > std::numeric_limits<int32_t>::max())
    return makeStatus(GRADRT_INVALID_ARGUMENT,
                      "options: timeout_ms is out of range, got " +
                          std::to_string(given->timeout_ms));
  options = *given;
  return nullptr;
}
