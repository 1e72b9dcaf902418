//===- Reduce.h - Reducing a range of elements -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_LOCAL_REDUCE_H
#define GRADRT_LIB_LOCAL_REDUCE_H

#include "gradrt/types.h"

namespace gradrt::local {

/// Combines elements of `sources` in their order and writes the results to
/// every target. A target may be one of the sources.
struct ReduceJob {
  const void *const *sources;
  int64_t sourceCount;
  void *const *targets;
  int64_t targetCount;
  /// Elements [begin, end) of each.
  int64_t begin;
  int64_t end;
};
using ReduceFunction = void (*)(const ReduceJob &job);

/// NULL where the table of capabilities/local.def refuses.
ReduceFunction findReduction(gradrt_type wire, gradrt_type result,
                             gradrt_kind kind);

gradrt_support reductionSupport(gradrt_type wire, gradrt_type result,
                                gradrt_kind kind);

} // namespace gradrt::local

#endif // GRADRT_LIB_LOCAL_REDUCE_H
