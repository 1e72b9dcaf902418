//===- World.cpp - Ranks of one process know of each other ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "World.h"

#include <algorithm>

using namespace gradrt::nccl;

void World::join(int64_t rank) {
  std::lock_guard<std::mutex> lock(mutex);
  ranks.insert(rank);
}

void World::leave(const Departure &departure) {
  std::lock_guard<std::mutex> lock(mutex);
  departures.try_emplace(departure.rank, departure);
}

void World::countLaunch(int64_t communicator, int64_t rank) {
  std::lock_guard<std::mutex> lock(mutex);
  ++launches[{communicator, rank}];
}

int64_t World::count(int64_t communicator, int64_t rank) const {
  auto found = launches.find({communicator, rank});
  return found == launches.end() ? 0 : found->second;
}

bool World::findMissing(int64_t communicator,
                        const std::vector<int64_t> &members, int64_t needed,
                        Departure &missing, int64_t &issued) {
  std::lock_guard<std::mutex> lock(mutex);
  for (int64_t member : members) {
    auto left = departures.find(member);
    if (left == departures.end())
      continue;
    issued = count(communicator, member);
    if (left->second.isOrderly && issued >= needed)
      continue;
    missing = left->second;
    return true;
  }
  return false;
}

std::vector<int64_t> World::findAbsent(int64_t communicator,
                                       const std::vector<int64_t> &members,
                                       int64_t needed, int64_t &issued) {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<int64_t> absent;
  issued = needed;
  for (int64_t member : members) {
    int64_t theirs = count(communicator, member);
    if (!ranks.count(member) || theirs >= needed)
      continue;
    absent.push_back(member);
    issued = std::min(issued, theirs);
  }
  return absent;
}

std::string World::getReason(int64_t rank) {
  std::lock_guard<std::mutex> lock(mutex);
  auto left = departures.find(rank);
  return left == departures.end() ? "" : left->second.reason;
}

void World::fail(gradrt_status status) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!failure)
    failure.reset(gradrt_status_clone(status));
}

gradrt_status World::getFailure() {
  std::lock_guard<std::mutex> lock(mutex);
  return gradrt_status_clone(failure.get());
}
