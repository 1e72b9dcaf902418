//===- Communicator.h - A group of ranks over NCCL -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_NCCL_COMMUNICATOR_H
#define GRADRT_LIB_NCCL_COMMUNICATOR_H

#include "Rank.h"

#include "../core/Describe.h"

#include <array>
#include <string>

namespace gradrt::nccl {

/// A communicator is unusable after its first error.
class Communicator {
public:
  Communicator(Rank &rank, std::vector<int64_t> members, int64_t index)
      : rank(rank), members(std::move(members)), index(index),
        number(rank.numCommunicators++) {
    rank.communicators.push_back(this);
  }
  ~Communicator();

  /// Joins all ranks of the world.
  gradrt_status open();
  /// Leaves `parent` with those of the same color; every rank of `parent` calls
  /// it. NCCL writes the handle on a thread of its own, so that this has to
  /// stay until it returns. `parent` is of no use any more after an error.
  gradrt_status split(Communicator &parent, int color);

  /// Gives up what was issued and is not done; nothing can be issued any more.
  void abort();
  /// The same, after an error, which it has from now on.
  void fail(gradrt_status status);

  /// Issues the calls as one launch.
  gradrt_status launch(const gradrt_call *calls, int64_t count);

  /// An error of NCCL's own, or of a member that left without having issued
  /// what this rank has.
  gradrt_status checkMembers();
  /// Whether the rank waits for other members, or may be.
  bool isBusy() const;
  /// The error that made it unusable, or NULL.
  gradrt_status getFailure() const { return gradrt_status_clone(failure); }
  /// The timeout's error, where it is known who has not come.
  gradrt_status findAbsent();

  Rank &rank;
  const std::vector<int64_t> members;
  const int64_t index;
  /// Every rank makes its communicators in the same order.
  const int64_t number;
  /// What this rank has issued, openings included.
  int64_t launches = 0;
  ncclComm_t handle = nullptr;

private:
  gradrt_status check(ncclResult_t result, const char *what);
  gradrt_status settle(ncclResult_t result, const char *what);
  gradrt_status keep(gradrt_status status);
  bool close();
  gradrt_status runSplit(Communicator &parent, int color);
  gradrt_status checkPlace();
  gradrt_status run(const gradrt_call *calls, int64_t count,
                    const std::vector<CUstream> &streams);
  gradrt_status issueAll(const gradrt_call *calls, int64_t count);

  // Debug mode (Agreement.cpp).

  /// An error on every rank, where they do not all launch the same.
  gradrt_status agreeOnLaunch(const gradrt_call *calls, int64_t count);
  /// An error on every rank, where one opens a group and its members do not.
  gradrt_status agreeOnGroup(const std::vector<int64_t> &group);
  gradrt_status agree(const LaunchText &launch, int64_t groupSize);
  gradrt_status describeDisagreement(const LaunchText &launch, bool isGroup,
                                     const std::vector<int64_t> &textBytes);
  gradrt_status exchange(const void *mine, void *all, int64_t bytes);

  gradrt_status issue(const gradrt_call &call);
  gradrt_status gatherRows(const gradrt_call &call);
  gradrt_status barrier(const gradrt_call &call);
  int64_t size() const { return static_cast<int64_t>(members.size()); }

  /// Counts what is issued next.
  void note(const char *what, const char *place);
  /// An error about a launch, by its number.
  gradrt_status makeError(gradrt_code code, const std::string &message,
                          int64_t launch);

  gradrt_status failure = nullptr;
  /// Inside of a call.
  bool isCalling = false;
  /// The first calls of the last launches, for messages.
  struct Issued {
    const char *what = "";
    std::string place;
  };
  std::array<Issued, 64> issued;
};

} // namespace gradrt::nccl

#endif // GRADRT_LIB_NCCL_COMMUNICATOR_H
