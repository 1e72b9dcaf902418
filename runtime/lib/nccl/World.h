//===- World.h - Ranks of one process know of each other -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_NCCL_WORLD_H
#define GRADRT_LIB_NCCL_WORLD_H

#include "Types.h"

#include "gradrt/scope.hpp"

#include <map>
#include <mutex>
#include <set>
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

  /// Takes part as a rank of this process.
  void join(int64_t rank);
  void leave(const Departure &departure);
  /// `communicator` is its number in the order in which every rank makes them.
  void countLaunch(int64_t communicator, int64_t rank);

  /// Whether one of the members left without having issued `needed` launches on
  /// a communicator, and how many it issued.
  bool findMissing(int64_t communicator, const std::vector<int64_t> &members,
                   int64_t needed, Departure &missing, int64_t &issued);
  /// The members of this process that have issued fewer than `needed` launches,
  /// and the least of them.
  std::vector<int64_t> findAbsent(int64_t communicator,
                                  const std::vector<int64_t> &members,
                                  int64_t needed, int64_t &issued);
  /// Why the rank left.
  std::string getReason(int64_t rank);

  /// Ends the world with an error, which all of its ranks in this process get.
  /// The first one is kept.
  void fail(gradrt_status status);
  /// That error, or NULL.
  gradrt_status getFailure();

private:
  int64_t count(int64_t communicator, int64_t rank) const;

  std::mutex mutex;
  std::map<int64_t, Departure> departures;
  std::map<std::pair<int64_t, int64_t>, int64_t> launches;
  /// The ranks of other processes count nothing here.
  std::set<int64_t> ranks;
  StatusPtr failure;
};

} // namespace gradrt::nccl

#endif // GRADRT_LIB_NCCL_WORLD_H
