//===- Communicator.h - A group of ranks and its collectives -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_LOCAL_COMMUNICATOR_H
#define GRADRT_LIB_LOCAL_COMMUNICATOR_H

#include "Gate.h"

#include "gradrt/backend.h"

#include <memory>
#include <string>
#include <vector>

namespace gradrt::local {

class World;

/// What a member shows to the others while it is inside.
struct alignas(64) Seat {
  const gradrt_call *calls = nullptr;
  int64_t count = 0;
  /// How many launches the member has come to; read by others at any time.
  std::atomic<uint64_t> launches{0};
  /// The member's own room for the pointers of one call.
  std::vector<const void *> sources;
  std::vector<void *> targets;
};

/// A launch has three parts: at the entry the members wait for each other, a
/// rank that does not come is an error; inside, each compares what all have
/// brought and does its share of the work, reading and writing the buffers of
/// the others; at the exit they wait again, because those buffers must stay.
class Communicator {
public:
  Communicator(World &world, std::vector<int64_t> members);

  const std::vector<int64_t> &members() const { return ranks; }

  /// Position `index` issues `count` collectives.
  gradrt_status launch(int64_t index, const gradrt_call *calls, int64_t count);

  /// Makes every present and future launch fail; the first failure is kept.
  void fail(const Failure &failure) { gate.close(failure); }

private:
  gradrt_status enter(int64_t index);
  Gate::Outcome waitForMembers(int64_t index, uint64_t round);
  void exit();
  gradrt_status compare(int64_t index);
  std::string describeDifference();
  std::string describeAbsent(int64_t index);
  std::string describeLaunch(int64_t index) const;
  gradrt_status failure(int64_t index);

  World &world;
  const std::vector<int64_t> ranks;
  Gate gate;
  std::unique_ptr<Seat[]> seats;
};

} // namespace gradrt::local

#endif // GRADRT_LIB_LOCAL_COMMUNICATOR_H
