//===- World.cpp - The ranks of one process ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "World.h"
#include "Communicator.h"

#include "../core/Status.h"

#include <algorithm>
#include <chrono>

using namespace gradrt;
using namespace gradrt::local;

World::World(int64_t size, const gradrt_options &options)
    : timeout(options.timeout_ms), debugging(options.debug), ranks(size),
      waiting(size) {}

World::~World() = default;

void World::take(int64_t rank, int64_t expectedSize) {
  std::string who = "rank " + std::to_string(rank);
  if (expectedSize != size()) {
    joinFailure = {
        GRADRT_INVALID_ARGUMENT,
        who + " expected a world of " + std::to_string(expectedSize) +
            " ranks, but rank 0 made one of " + std::to_string(size())};
  } else if (ranks[rank].joined) {
    joinFailure = {GRADRT_INVALID_ARGUMENT, who + " joined twice"};
  } else {
    ranks[rank].joined = true;
    ++joinedCount;
  }
}

gradrt_status World::join(int64_t rank, int64_t expectedSize) {
  std::unique_lock<std::mutex> lock(mutex);
  take(rank, expectedSize);
  auto done = [&] {
    return joinedCount == size() || joinFailure.code != GRADRT_OK;
  };
  auto deadline =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout);
  if (done())
    joining.notify_all();
  else if (timeout == 0)
    joining.wait(lock, done);
  else if (!joining.wait_until(lock, deadline, done)) {
    auto missing = std::find_if(ranks.begin(), ranks.end(),
                                [](const Rank &r) { return !r.joined; });
    joinFailure = {GRADRT_TIMEOUT, "rank " +
                                       std::to_string(missing - ranks.begin()) +
                                       " did not join within " +
                                       std::to_string(timeout) + " ms"};
    joining.notify_all();
  }
  if (joinFailure.code == GRADRT_OK)
    return nullptr;
  return makeStatus(joinFailure.code, "gradrt_init: " + joinFailure.message);
}

std::shared_ptr<Communicator>
World::communicator(const std::vector<int64_t> &members) {
  std::lock_guard<std::mutex> lock(mutex);
  std::shared_ptr<Communicator> &entry = communicators[members];
  if (!entry) {
    entry = std::make_shared<Communicator>(*this, members);
    for (int64_t member : members)
      if (ranks[member].left)
        entry->fail(ranks[member].failure);
  }
  return entry;
}

void World::leave(int64_t rank, const Failure &failure) {
  std::lock_guard<std::mutex> lock(mutex);
  if (ranks[rank].left)
    return;
  ranks[rank].left = true;
  ranks[rank].failure = failure;
  for (auto &entry : communicators)
    if (entry.second && std::find(entry.first.begin(), entry.first.end(),
                                  rank) != entry.first.end())
      entry.second->fail(failure);
}

World::Wait::Wait(World &world, int64_t rank, Communicator &where,
                  std::string text)
    : world(world), rank(rank) {
  std::lock_guard<std::mutex> lock(world.mutex);
  world.waiting.enter(rank, &where, std::move(text));
  try {
    world.failCycle(world.waiting.findCycle(rank));
  } catch (...) {
    world.waiting.leave(rank);
    throw;
  }
}

World::Wait::~Wait() {
  std::lock_guard<std::mutex> lock(world.mutex);
  world.waiting.leave(rank);
}

void World::failCycle(const std::vector<int64_t> &cycle) {
  if (cycle.empty())
    return;
  std::string message = "ranks wait for each other in different groups: ";
  for (size_t i = 0; i < cycle.size(); ++i)
    message += (i ? ", rank " : "rank ") + std::to_string(cycle[i]) +
               " is in " + waiting.text(cycle[i]);
  for (int64_t member : cycle)
    waiting.communicator(member)->fail({GRADRT_MISMATCH, message});
}

void World::remember(int64_t rank, const std::string &text) {
  std::lock_guard<std::mutex> lock(mutex);
  ranks[rank].history.remember(text);
}

std::string World::history(int64_t rank) {
  std::lock_guard<std::mutex> lock(mutex);
  return ranks[rank].history.describe(rank);
}
