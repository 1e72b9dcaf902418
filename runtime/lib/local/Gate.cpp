//===- Gate.cpp - Where the ranks of a group meet ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gate.h"

#include <thread>

using namespace gradrt::local;

static constexpr uint64_t closedBit = uint64_t(1) << 63;
static constexpr uint64_t countMask = 0xffffffff;

static uint64_t roundOf(uint64_t word) { return (word & ~closedBit) >> 32; }

/// The word after the last party of a round: no one arrived in the next one.
static uint64_t nextRound(uint64_t word) {
  uint64_t round = (roundOf(word) + 1) & (closedBit - 1) >> 32;
  return (word & closedBit) | round << 32;
}

static void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

static int chooseSpins(int64_t parties) {
  return parties <= int64_t(std::thread::hardware_concurrency()) ? 2000 : 0;
}

Gate::Gate(int64_t parties) : parties(parties), spins(chooseSpins(parties)) {}

bool Gate::arrive(Mode mode, uint64_t &round) {
  uint64_t old = word.load();
  uint64_t next;
  do {
    if (mode == Mode::Entry && (old & closedBit))
      return false;
    next = (old & countMask) + 1 == parties ? nextRound(old) : old + 1;
  } while (!word.compare_exchange_weak(old, next));
  round = roundOf(old);
  if (roundOf(next) != round)
    wake();
  return true;
}

Gate::Outcome Gate::look(Mode mode, uint64_t round) const {
  uint64_t now = word.load();
  // Rounds first: a complete round counts, even where the gate was closed
  // right after.
  if (roundOf(now) != round)
    return Outcome::Passed;
  if (mode == Mode::Entry && (now & closedBit))
    return Outcome::Closed;
  return Outcome::TimedOut;
}

Gate::Outcome Gate::wait(Mode mode, uint64_t round,
                         Clock::time_point deadline) {
  for (int i = 0; i < spins; ++i) {
    Outcome outcome = look(mode, round);
    if (outcome != Outcome::TimedOut)
      return outcome;
    pause();
  }
  std::unique_lock<std::mutex> lock(mutex);
  // Sleeper: count, then look. Waker: change the word, then read the count.
  // Either the waker sees the sleeper or the sleeper sees the change.
  ++sleepers;
  Outcome outcome;
  while ((outcome = look(mode, round)) == Outcome::TimedOut) {
    if (deadline == Clock::time_point::max())
      condition.wait(lock);
    else if (Clock::now() >= deadline)
      break;
    else
      condition.wait_until(lock, deadline);
  }
  --sleepers;
  return outcome;
}

void Gate::wake() {
  if (!sleepers.load())
    return;
  // Whoever counted itself either sleeps or has not looked yet once the mutex
  // is ours.
  {
    std::lock_guard<std::mutex> lock(mutex);
  }
  condition.notify_all();
}

void Gate::close(const Failure &failure) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (word.load() & closedBit)
      return;
    firstFailure = failure;
    word.fetch_or(closedBit);
  }
  condition.notify_all();
}

bool Gate::closeUnlessComplete(uint64_t round, Failure failure) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    uint64_t old = word.load();
    do {
      if (roundOf(old) != round)
        return false;
      if (old & closedBit)
        return true;
    } while (!word.compare_exchange_weak(old, old | closedBit));
    // Readers of the failure take the mutex, so they see it whole.
    firstFailure = std::move(failure);
  }
  condition.notify_all();
  return true;
}

Failure Gate::failure() {
  std::lock_guard<std::mutex> lock(mutex);
  return firstFailure;
}
