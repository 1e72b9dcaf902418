//===- World.cpp - What the ranks of one process know of each other ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "World.h"

using namespace gradrt::nccl;

void World::leave(const Departure &departure) {
  std::lock_guard<std::mutex> lock(mutex);
  departures.try_emplace(departure.rank, departure);
}

void World::countLaunch(int64_t communicator, int64_t rank) {
  std::lock_guard<std::mutex> lock(mutex);
  ++launches[{communicator, rank}];
}

bool World::findMissing(int64_t communicator,
                        const std::vector<int64_t> &members, int64_t needed,
                        Departure &missing) {
  std::lock_guard<std::mutex> lock(mutex);
  for (int64_t member : members) {
    auto left = departures.find(member);
    if (left == departures.end())
      continue;
    auto issued = launches.find({communicator, member});
    int64_t count = issued == launches.end() ? 0 : issued->second;
    if (left->second.isOrderly && count >= needed)
      continue;
    missing = left->second;
    return true;
  }
  return false;
}

std::string World::getReason(int64_t rank) {
  std::lock_guard<std::mutex> lock(mutex);
  auto left = departures.find(rank);
  return left == departures.end() ? "" : left->second.reason;
}
