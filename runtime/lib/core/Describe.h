//===- Describe.h - Collectives as text -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_CORE_DESCRIBE_H
#define GRADRT_LIB_CORE_DESCRIBE_H

#include "gradrt/backend.h"

#include <string>
#include <vector>

namespace gradrt {

/// What every rank must agree on: "all_reduce sum f16 -> f32 count 4".
std::string describeSignature(const gradrt_call &call);

/// " at \"f.mlir:3:4\"", or nothing.
std::string describePlace(const char *place);

/// "[0, 2]".
std::string describeRanks(const std::vector<int64_t> &ranks);

/// Whether two ranks may issue these two as one collective.
bool sameSignature(const gradrt_call &a, const gradrt_call &b);

/// A launch as text.
struct CallText {
  std::string signature;
  std::string place;
};
using LaunchText = std::vector<CallText>;
LaunchText describeCalls(const gradrt_call *calls, int64_t count);

/// "all_reduce sum f32 count 4 and 2 more on [0, 1] at "f.mlir:3:4"".
std::string describeLaunch(const gradrt_call *calls, int64_t count,
                           const std::vector<int64_t> &ranks);

/// What members of a group brought, where that is not the same. Says the same
/// on every rank.
struct Difference {
  /// Positions: `odd` brought something else than `usual`, with which most
  /// others agree.
  size_t odd;
  size_t usual;
  /// "rank 2 issued ..., but rank 0 issued ..., on [0, 1, 2]".
  std::string text;
};
Difference describeDifference(const std::vector<int64_t> &ranks,
                              const std::vector<LaunchText> &launches);

} // namespace gradrt

#endif // GRADRT_LIB_CORE_DESCRIBE_H
