//===- World.h - The ranks of one process -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_LOCAL_WORLD_H
#define GRADRT_LIB_LOCAL_WORLD_H

#include "Failure.h"
#include "WaitGraph.h"

#include "../core/History.h"

#include "gradrt/context.h"

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace gradrt::local {

class Communicator;

/// What the ranks share. Kept by their contexts; the last one takes it along.
/// Thread-safe.
class World {
public:
  World(int64_t size, const gradrt_options &options);
  ~World();

  int64_t size() const { return ranks.size(); }
  int64_t timeoutMs() const { return timeout; }
  bool debug() const { return debugging; }

  /// Takes the place of `rank` and waits until all are taken.
  gradrt_status join(int64_t rank, int64_t expectedSize);

  /// The communicator of these members, which all of them share.
  std::shared_ptr<Communicator>
  communicator(const std::vector<int64_t> &members);

  /// `rank` takes part in nothing any more: whoever waits for it fails.
  void leave(int64_t rank, const Failure &failure);

  /// `rank` has waited at an entry for a while and goes on waiting, as long as
  /// this lives. Where that closes a circle of ranks that wait for each other,
  /// their communicators fail.
  class Wait {
  public:
    Wait(World &world, int64_t rank, Communicator &where, std::string text);
    Wait(const Wait &) = delete;
    Wait &operator=(const Wait &) = delete;
    ~Wait();

  private:
    World &world;
    int64_t rank;
  };

  /// Debug mode: keeps the last calls of each rank, and tells them.
  void remember(int64_t rank, const std::string &text);
  std::string history(int64_t rank);

private:
  void take(int64_t rank, int64_t expectedSize);
  void failCycle(const std::vector<int64_t> &cycle);

  struct Rank {
    bool joined = false;
    bool left = false;
    Failure failure{GRADRT_OK, ""};
    History history;
  };

  const int64_t timeout;
  const bool debugging;
  std::mutex mutex;
  std::condition_variable joining;
  int64_t joinedCount = 0;
  Failure joinFailure{GRADRT_OK, ""};
  std::vector<Rank> ranks;
  WaitGraph waiting;
  std::map<std::vector<int64_t>, std::shared_ptr<Communicator>> communicators;
};

} // namespace gradrt::local

#endif // GRADRT_LIB_LOCAL_WORLD_H
