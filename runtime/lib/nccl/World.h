//===- World.h - What the ranks of one process know of each other -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_NCCL_WORLD_H
#define GRADRT_LIB_NCCL_WORLD_H

#include "Types.h"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace gradrt::nccl {

/// Why a rank takes no part any more.
struct Departure {
  int64_t rank = -1;
  std::string reason;
  /// It finished what it had issued; only what it never issued is missing.
  bool isOrderly = false;
};

/// NCCL tells nobody of a rank that leaves. Ranks that share a process do: each
/// notes how many launches it has issued on a communicator, and that it left.
/// From any thread.
class World {
public:
  ncclUniqueId id = {};

  void leave(const Departure &departure);
  /// `communicator` is its number in the order in which every rank makes them.
  void countLaunch(int64_t communicator, int64_t rank);

  /// Whether one of the members left without having issued `needed` launches on
  /// a communicator.
  bool findMissing(int64_t communicator, const std::vector<int64_t> &members,
                   int64_t needed, Departure &missing);
  /// Why the rank left.
  std::string getReason(int64_t rank);

private:
  std::mutex mutex;
  std::map<int64_t, Departure> departures;
  std::map<std::pair<int64_t, int64_t>, int64_t> launches;
};

} // namespace gradrt::nccl

#endif // GRADRT_LIB_NCCL_WORLD_H
