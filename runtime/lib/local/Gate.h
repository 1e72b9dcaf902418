//===- Gate.h - Where the ranks of a group meet -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_LOCAL_GATE_H
#define GRADRT_LIB_LOCAL_GATE_H

#include "Failure.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace gradrt::local {

/// A barrier that can be closed for good.
///
/// One word holds the number of arrived parties, the round, and whether the
/// gate is closed, so that a round either completes for all parties or for
/// none: a party that gives up closes the gate in the same step in which it
/// makes sure that the round is not complete. What it leaves behind (its
/// buffers) is therefore never touched by the others.
class Gate {
public:
  using Clock = std::chrono::steady_clock;
  enum class Outcome { Passed, Closed, TimedOut };
  enum class Mode {
    /// The round fails once the gate is closed.
    Entry,
    /// The parties are inside and leave together, closed or not.
    Exit
  };

  explicit Gate(int64_t parties);
  Gate(const Gate &) = delete;
  Gate &operator=(const Gate &) = delete;

  /// Counts this party in and sets `round`, which it then waits for; false
  /// where the gate is closed.
  bool arrive(Mode mode, uint64_t &round);

  /// Waits until all parties have arrived in `round`.
  Outcome wait(Mode mode, uint64_t round, Clock::time_point deadline);

  /// Closes the gate; the first failure is kept.
  void close(const Failure &failure);

  /// Closes the gate unless `round` is complete; true where that closed it, or
  /// found it closed.
  bool closeUnlessComplete(uint64_t round, Failure failure);

  /// The failure that closed the gate.
  Failure failure();

private:
  void wake();
  Outcome look(Mode mode, uint64_t round) const;

  const uint64_t parties;
  /// Spinning pays only where the ranks really run at the same time.
  const int spins;
  /// Bit 63: closed. Bits 32 to 62: round. Bits 0 to 31: arrived parties.
  alignas(64) std::atomic<uint64_t> word{0};
  alignas(64) std::atomic<int> sleepers{0};
  std::mutex mutex;
  std::condition_variable condition;
  Failure firstFailure{GRADRT_OK, ""};
};

} // namespace gradrt::local

#endif // GRADRT_LIB_LOCAL_GATE_H
