//===- BenchmarkTimes.h - Size and times of the benchmark -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_TEST_BENCHMARKTIMES_H
#define GRADRT_TEST_BENCHMARKTIMES_H

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

namespace gradrt::test {

/// 102 MB of f32: the gradients of ResNet-50.
constexpr int64_t benchmarkCount = 25500000;
constexpr int benchmarkRepeats = 15;

inline double secondsNow() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

struct Times {
  double best = 0;
  double median = 0;
};

inline Times summarize(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return {seconds.front(), seconds[seconds.size() / 2]};
}

} // namespace gradrt::test

#endif // GRADRT_TEST_BENCHMARKTIMES_H
