//===- Execute.cpp - A rank's share of a launch ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execute.h"
#include "Reduce.h"

#include "../core/Status.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace gradrt;
using namespace gradrt::local;

void *local::allocate(int64_t bytes) {
  constexpr int64_t alignment = 64;
  if (bytes > INT64_MAX - alignment)
    return nullptr;
  // aligned_alloc wants a multiple; one more byte makes 0 a pointer too.
  return std::aligned_alloc(alignment, (bytes / alignment + 1) * alignment);
}

void local::release(void *pointer) { std::free(pointer); }

namespace {

/// One call of a launch, as one rank sees it.
class Share {
public:
  Share(Seat *seats, int64_t size, int64_t index, int64_t number)
      : seats(seats), size(size), index(index), number(number),
        mine(seats[index].calls[number]),
        wireBytes(gradrt_type_bytes(mine.wire)),
        resultBytes(gradrt_type_bytes(mine.result)) {}

  gradrt_status run() {
    switch (mine.op) {
    case GRADRT_OP_ALL_REDUCE:
      allReduce();
      return nullptr;
    case GRADRT_OP_REDUCE_SCATTER:
      reduceScatter();
      return nullptr;
    case GRADRT_OP_ALL_GATHER:
      allGather();
      return nullptr;
    case GRADRT_OP_ALL_GATHER_V:
      return allGatherRows();
    case GRADRT_OP_BROADCAST:
      copy(mine.recv, theirs(mine.root).send, mine.count);
      return nullptr;
    default:
      return nullptr;
    }
  }

private:
  const gradrt_call &theirs(int64_t position) const {
    return seats[position].calls[number];
  }

  void copy(void *to, const void *from, int64_t elements) const {
    if (to != from && elements)
      std::memcpy(to, from, elements * wireBytes);
  }

  /// Every rank reduces one part of the elements, for all.
  void allReduce() {
    if (!mine.count)
      return;
    // Parts end where cache lines do, or two ranks would fight for one. In a
    // launch of many small calls, each part is someone else's each time.
    int64_t line = 64 / resultBytes;
    int64_t lines = (mine.count - 1) / line + 1;
    int64_t part = (index + number) % size;
    Seat &seat = seats[index];
    for (int64_t p = 0; p < size; ++p) {
      seat.sources[p] = theirs(p).send;
      seat.targets[p] = theirs(p).recv;
    }
    ReduceJob job{seat.sources.data(),
                  size,
                  seat.targets.data(),
                  size,
                  boundary(lines, part) * line,
                  std::min(mine.count, boundary(lines, part + 1) * line)};
    findReduction(mine.wire, mine.result, mine.kind)(job);
  }

  int64_t boundary(int64_t lines, int64_t part) const {
    return lines / size * part + std::min(part, lines % size);
  }

  void reduceScatter() {
    ReduceFunction reduce = findReduction(mine.wire, mine.result, mine.kind);
    Seat &seat = seats[index];
    for (int64_t row = 0; row < mine.outer && mine.count; ++row) {
      int64_t from = (row * size + index) * mine.count * wireBytes;
      for (int64_t p = 0; p < size; ++p)
        seat.sources[p] = static_cast<const char *>(theirs(p).send) + from;
      seat.targets[0] =
          static_cast<char *>(mine.recv) + row * mine.count * resultBytes;
      reduce(
          {seat.sources.data(), size, seat.targets.data(), 1, 0, mine.count});
    }
  }

  void allGather() {
    int64_t bytes = mine.count * wireBytes;
    for (int64_t row = 0; row < mine.outer && bytes; ++row)
      for (int64_t p = 0; p < size; ++p)
        copy(static_cast<char *>(mine.recv) + (row * size + p) * bytes,
             static_cast<const char *>(theirs(p).send) + row * bytes,
             mine.count);
  }

  gradrt_status allGatherRows() {
    int64_t rows = 0;
    int64_t bytes = 0;
    bool tooLarge = false;
    for (int64_t p = 0; p < size; ++p)
      tooLarge |= __builtin_add_overflow(rows, theirs(p).rows, &rows);
    if (tooLarge || __builtin_mul_overflow(rows, mine.count, &bytes) ||
        __builtin_mul_overflow(bytes, wireBytes, &bytes))
      return makeStatus(GRADRT_INVALID_ARGUMENT,
                        "all_gather_v: the rows of all ranks are too many",
                        mine.place);
    void *gathered = allocate(bytes);
    auto *counts = static_cast<int64_t *>(allocate(size * 8));
    if (!gathered || !counts) {
      release(gathered);
      release(counts);
      return outOfMemory();
    }
    char *next = static_cast<char *>(gathered);
    for (int64_t p = 0; p < size; ++p) {
      counts[p] = theirs(p).rows;
      int64_t elements = counts[p] * mine.count;
      copy(next, theirs(p).send, elements);
      next += elements * wireBytes;
    }
    *mine.gathered = gathered;
    *mine.gathered_rows = rows;
    *mine.gathered_counts = counts;
    return nullptr;
  }

  Seat *seats;
  int64_t size;
  int64_t index;
  int64_t number;
  const gradrt_call &mine;
  int64_t wireBytes;
  int64_t resultBytes;
};

} // namespace

gradrt_status local::execute(Seat *seats, int64_t size, int64_t index) {
  for (int64_t number = 0; number < seats[index].count; ++number)
    if (gradrt_status status = Share(seats, size, index, number).run())
      return status;
  return nullptr;
}
