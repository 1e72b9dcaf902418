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

void World::countLaunch(const std::vector<int64_t> &members, int64_t rank) {
  std::lock_guard<std::mutex> lock(mutex);
  ++launches[{members, rank}];
}

bool World::findMissing(const std::vector<int64_t> &members, int64_t needed,
                        Departure &missing) {
  std::lock_guard<std::mutex> lock(mutex);
  for (int64_t member : members) {
    auto left = departures.find(member);
    if (left == departures.end())
      continue;
    auto issued = launches.find({members, member});
    if (left->second.isOrderly && needed >= 0 && issued != launches.end() &&
        issued->second >= needed)
      continue;
    missing = left->second;
    return true;
  }
  return false;
}
