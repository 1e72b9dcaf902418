//===- Reduce.cpp - Reducing a range of elements ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"
#include "Combine.h"

#include <algorithm>

using namespace gradrt::local;

namespace {

/// Reduces block by block: a block of every source is read before a block of
/// any target is written, so it works in place; what was read is still in the
/// cache when it is written over.
template <typename Wire, typename Result, typename Kind>
class Reduction {
  using Acc = typename Accumulator<Wire, Result>::type;
  static constexpr int64_t blockBytes = 16384;
  static constexpr int64_t blockSize = blockBytes / int64_t(sizeof(Acc));

public:
  static void run(const ReduceJob &job) {
    alignas(64) Acc acc[blockSize];
    for (int64_t i = job.begin; i < job.end; i += blockSize) {
      int64_t count = std::min(blockSize, job.end - i);
      combine(job, i, count, acc);
      if constexpr (std::is_same_v<Kind, Avg>)
        scale(Acc(1) / static_cast<Acc>(job.sourceCount), count, acc);
      deliver(job, i, count, acc);
    }
  }

private:
  static const Wire *source(const ReduceJob &job, int64_t s, int64_t i) {
    return static_cast<const Wire *>(job.sources[s]) + i;
  }

  static void combine(const ReduceJob &job, int64_t i, int64_t count,
                      Acc *__restrict acc) {
    const Wire *first = source(job, 0, i);
    if (job.sourceCount == 1) {
      for (int64_t j = 0; j < count; ++j)
        acc[j] = widen<Acc>(first[j]);
      return;
    }
    const Wire *second = source(job, 1, i);
    for (int64_t j = 0; j < count; ++j)
      acc[j] = Kind::apply(widen<Acc>(first[j]), widen<Acc>(second[j]));
    for (int64_t s = 2; s < job.sourceCount; ++s) {
      const Wire *next = source(job, s, i);
      for (int64_t j = 0; j < count; ++j)
        acc[j] = Kind::apply(acc[j], widen<Acc>(next[j]));
    }
  }

  static void scale(Acc factor, int64_t count, Acc *acc) {
    for (int64_t j = 0; j < count; ++j)
      acc[j] *= factor;
  }

  static void deliver(const ReduceJob &job, int64_t i, int64_t count,
                      const Acc *__restrict acc) {
    if constexpr (std::is_same_v<Acc, Result>) {
      copyToTargets(job, i, count, acc);
    } else {
      alignas(64) Result rounded[blockSize];
      for (int64_t j = 0; j < count; ++j)
        rounded[j] = round<Result>(acc[j]);
      copyToTargets(job, i, count, rounded);
    }
  }

  static void copyToTargets(const ReduceJob &job, int64_t i, int64_t count,
                            const Result *results) {
    for (int64_t t = 0; t < job.targetCount; ++t)
      std::memcpy(static_cast<Result *>(job.targets[t]) + i, results,
                  count * sizeof(Result));
  }
};

struct Entry {
  gradrt_type wire;
  gradrt_type result;
  gradrt_kind kind;
  gradrt_support support;
  ReduceFunction function;
};

constexpr gradrt_support native = GRADRT_SUPPORT_NATIVE;
constexpr gradrt_support widened = GRADRT_SUPPORT_WIDENED;
constexpr gradrt_support refused = GRADRT_SUPPORT_REFUSED;

template <typename Wire, typename Result, typename Kind, gradrt_support support>
constexpr ReduceFunction choose() {
  if constexpr (support == refused)
    return nullptr;
  else
    return Reduction<Wire, Result, Kind>::run;
}

/// The numbers of the types, by the names that the tables use.
namespace number {
#define GRADRT_TYPE(UPPER, name, value, c_type, bytes, category)               \
  constexpr gradrt_type name = value;
#include "gradrt/types.def"
} // namespace number

// One table for what is declared and what is there.
#define ENTRY(wire, result, UPPER, Kind, support)                              \
  {number::wire, number::result, GRADRT_KIND_##UPPER, support,                 \
   choose<element::wire, element::result, Kind, support>()},
#define GRADRT_REDUCTION(wire, result, sum, avg, prod, min, max)               \
  ENTRY(wire, result, SUM, Sum, sum)                                           \
  ENTRY(wire, result, AVG, Avg, avg)                                           \
  ENTRY(wire, result, PROD, Prod, prod)                                        \
  ENTRY(wire, result, MIN, Min, min)                                           \
  ENTRY(wire, result, MAX, Max, max)
constexpr Entry table[] = {
#include "gradrt/capabilities/local.def"
};
#undef ENTRY

const Entry *find(gradrt_type wire, gradrt_type result, gradrt_kind kind) {
  for (const Entry &entry : table)
    if (entry.wire == wire && entry.result == result && entry.kind == kind)
      return &entry;
  return nullptr;
}

} // namespace

ReduceFunction gradrt::local::findReduction(gradrt_type wire,
                                            gradrt_type result,
                                            gradrt_kind kind) {
  const Entry *entry = find(wire, result, kind);
  return entry ? entry->function : nullptr;
}

gradrt_support gradrt::local::reductionSupport(gradrt_type wire,
                                               gradrt_type result,
                                               gradrt_kind kind) {
  const Entry *entry = find(wire, result, kind);
  return entry ? entry->support : refused;
}
