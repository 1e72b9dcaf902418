//===- Communicator.cpp - Meeting of the ranks of a group ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Communicator.h"
#include "Execute.h"
#include "World.h"

#include "../core/Describe.h"
#include "../core/Status.h"

#include <algorithm>

using namespace gradrt;
using namespace gradrt::local;

/// How long a rank waits before it looks whether ranks wait for each other.
static constexpr std::chrono::milliseconds patience(50);

Communicator::Communicator(World &world, std::vector<int64_t> members)
    : world(world), ranks(std::move(members)), gate(ranks.size()),
      seats(new Seat[ranks.size()]) {
  for (size_t i = 0; i < ranks.size(); ++i) {
    seats[i].sources.resize(ranks.size());
    seats[i].targets.resize(ranks.size());
  }
}

gradrt_status Communicator::launch(int64_t index, const gradrt_call *calls,
                                   int64_t count) {
  seats[index].calls = calls;
  seats[index].count = count;
  if (world.debug())
    world.remember(ranks[index], describeLaunch(index));
  if (gradrt_status status = enter(index))
    return status;
  // All members are inside and none may leave before the others: errors and
  // exceptions go through the exit too.
  gradrt_status status = guarded(
      [&]() -> gradrt_status {
        if (gradrt_status different = compare(index))
          return different;
        return execute(seats.get(), ranks.size(), index);
      },
      calls[0].place);
  exit();
  return status;
}

gradrt_status Communicator::enter(int64_t index) {
  ++seats[index].launches;
  uint64_t round;
  if (!gate.arrive(Gate::Mode::Entry, round))
    return failure(index);
  Gate::Outcome outcome = Gate::Outcome::TimedOut;
  Failure late{GRADRT_OUT_OF_MEMORY, "no memory"};
  try {
    outcome = waitForMembers(index, round);
    if (outcome == Gate::Outcome::TimedOut)
      late = {GRADRT_TIMEOUT, describeAbsent(index)};
  } catch (const std::exception &) {
    // This rank is counted in, so it leaves in the way of one that gave up.
  }
  if (outcome == Gate::Outcome::TimedOut)
    outcome = gate.closeUnlessComplete(round, std::move(late))
                  ? Gate::Outcome::Closed
                  : Gate::Outcome::Passed;
  return outcome == Gate::Outcome::Passed ? nullptr : failure(index);
}

Gate::Outcome Communicator::waitForMembers(int64_t index, uint64_t round) {
  auto deadline = Gate::Clock::time_point::max();
  auto now = Gate::Clock::now();
  if (world.timeoutMs())
    deadline = now + std::chrono::milliseconds(world.timeoutMs());
  Gate::Outcome outcome =
      gate.wait(Gate::Mode::Entry, round, std::min(deadline, now + patience));
  if (outcome != Gate::Outcome::TimedOut)
    return outcome;
  World::Wait wait(world, ranks[index], *this, describeLaunch(index));
  return gate.wait(Gate::Mode::Entry, round, deadline);
}

void Communicator::exit() {
  // No timeout: the others are in our own code, which does not block.
  uint64_t round;
  gate.arrive(Gate::Mode::Exit, round);
  gate.wait(Gate::Mode::Exit, round, Gate::Clock::time_point::max());
}

static bool sameLaunch(const Seat &a, const Seat &b) {
  return a.count == b.count &&
         std::equal(a.calls, a.calls + a.count, b.calls, sameSignature);
}

gradrt_status Communicator::compare(int64_t index) {
  for (size_t i = 1; i < ranks.size(); ++i)
    if (!sameLaunch(seats[0], seats[i])) {
      // Every member finds the same, so who is first does not matter.
      gate.close({GRADRT_MISMATCH, describeDifference()});
      return failure(index);
    }
  return nullptr;
}

std::string Communicator::describeDifference() {
  std::vector<LaunchText> launches;
  for (size_t i = 0; i < ranks.size(); ++i)
    launches.push_back(describeCalls(seats[i].calls, seats[i].count));
  Difference difference = gradrt::describeDifference(ranks, launches);
  if (world.debug())
    difference.text += world.history(ranks[difference.odd]) +
                       world.history(ranks[difference.usual]);
  return difference.text;
}

std::string Communicator::describeAbsent(int64_t index) {
  std::string absent;
  std::string calls;
  uint64_t mine = seats[index].launches.load();
  int64_t count = 0;
  for (size_t i = 0; i < ranks.size(); ++i) {
    if (seats[i].launches.load() >= mine)
      continue;
    absent += (count++ ? ", " : "") + std::to_string(ranks[i]);
    if (world.debug())
      calls += world.history(ranks[i]);
  }
  return (count == 1 ? "rank " : "ranks ") + absent +
         " did not arrive within " + std::to_string(world.timeoutMs()) +
         " ms, on " + describeRanks(ranks) + calls;
}

std::string Communicator::describeLaunch(int64_t index) const {
  const Seat &seat = seats[index];
  return gradrt::describeLaunch(seat.calls, seat.count, ranks);
}

gradrt_status Communicator::failure(int64_t index) {
  const gradrt_call &call = seats[index].calls[0];
  Failure first = gate.failure();
  return makeStatus(first.code,
                    std::string(gradrt_op_name(call.op)) + ": " + first.message,
                    call.place);
}
