//===- InFlight.h - Launches that may not have happened -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_NCCL_INFLIGHT_H
#define GRADRT_LIB_NCCL_INFLIGHT_H

#include "Libraries.h"

#include <deque>
#include <vector>

namespace gradrt::nccl {

class Communicator;

/// The launches of a rank that may not have happened yet, on all of its
/// communicators. They happen one after another, whatever stream they are on:
/// NCCL wants all communicators that share a device to be used in one order.
class InFlight {
public:
  /// Has what `stream` does next come after all launches so far.
  gradrt_status order(const Cuda &cuda, CUstream stream);
  /// Notes what a communicator has just issued on the stream.
  gradrt_status add(const Cuda &cuda, Communicator &communicator,
                    CUstream stream);

  /// Forgets what has happened, and says whether that was anything.
  gradrt_status update(const Cuda &cuda, bool &progress);
  /// Forgets what a communicator issued that is no more.
  void forget(const Communicator &communicator);

  bool empty() const { return launches.empty(); }
  bool contains(const Communicator &communicator) const;

  /// An event for a moment, which may be recorded again at once.
  gradrt_status takeEvent(const Cuda &cuda, CUevent &event);
  void giveEvent(CUevent event) { unused.push_back(event); }
  /// Destroys all events.
  void clear(const Cuda &cuda);

private:
  struct Launch {
    const Communicator *communicator;
    CUstream stream;
    CUevent event;
  };
  std::deque<Launch> launches;
  std::vector<CUevent> unused;
};

} // namespace gradrt::nccl

#endif // GRADRT_LIB_NCCL_INFLIGHT_H
