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
  /// it.
  gradrt_status split(Communicator &parent, int color);

  /// Issues the calls as one launch.
  gradrt_status launch(const gradrt_call *calls, int64_t count);

  /// NCCL's own errors since the last call.
  gradrt_status checkAsync();

  Rank &rank;
  const std::vector<int64_t> members;
  const int64_t index;
  /// Every rank makes its communicators in the same order.
  const int64_t number;
  /// What this rank has issued.
  int64_t launches = 0;
  ncclComm_t handle = nullptr;

private:
  gradrt_status check(ncclResult_t result, const char *what);
  gradrt_status settle(ncclResult_t result, const char *what);
  gradrt_status keep(gradrt_status status);
  gradrt_status issueAll(const gradrt_call *calls, int64_t count);
  gradrt_status compareSignatures(const gradrt_call *calls, int64_t count);
  gradrt_status issue(const gradrt_call &call);
  gradrt_status gatherRows(const gradrt_call &call);
  gradrt_status barrier(const gradrt_call &call);
  int64_t size() const { return static_cast<int64_t>(members.size()); }

  gradrt_status failure = nullptr;
};

} // namespace gradrt::nccl

#endif // GRADRT_LIB_NCCL_COMMUNICATOR_H
