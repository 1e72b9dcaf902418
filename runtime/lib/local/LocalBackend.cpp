//===- LocalBackend.cpp - Ranks are threads of one process ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalBackend.h"
#include "Communicator.h"
#include "Execute.h"
#include "Meeting.h"
#include "Reduce.h"
#include "World.h"

#include "../core/Status.h"

using namespace gradrt;
using namespace gradrt::local;

namespace {

/// One rank; the `state` of a context.
struct LocalRank {
  std::shared_ptr<World> world;
  int64_t rank;
};

/// One rank's side of a communicator.
struct LocalCommunicator {
  std::shared_ptr<Communicator> shared;
  int64_t index;
};

LocalRank *asRank(void *state) { return static_cast<LocalRank *>(state); }

gradrt_status makeId(int64_t size, const gradrt_options *options, void *id,
                     void **token) {
  return guarded([&]() -> gradrt_status {
    auto world = std::make_shared<World>(size, *options);
    *token = announce(world, id);
    return nullptr;
  });
}

void dropToken(void *token) { withdraw(token); }

gradrt_status open(int64_t rank, int64_t size, const void *id, void *token,
                   const gradrt_options *, void **state) {
  std::shared_ptr<World> world = find(id);
  gradrt_status status = guarded([&]() -> gradrt_status {
    if (!world)
      return makeStatus(GRADRT_INVALID_ARGUMENT,
                        "gradrt_init: the exchange brought no id of a world "
                        "in this process, which the backend \"local\" needs");
    if (gradrt_status failed = world->join(rank, size))
      return failed;
    *state = new LocalRank{world, rank};
    return nullptr;
  });
  if (token)
    withdraw(token);
  return status;
}

gradrt_status openAll(int64_t size, const gradrt_options *options,
                      void **states) {
  gradrt_status status = guarded([&]() -> gradrt_status {
    auto world = std::make_shared<World>(size, *options);
    for (int64_t rank = 0; rank < size; ++rank)
      states[rank] = new LocalRank{world, rank};
    return nullptr;
  });
  if (status)
    for (int64_t rank = 0; rank < size; ++rank)
      delete asRank(states[rank]);
  return status;
}

gradrt_status finalize(void *state) {
  return guarded([&]() -> gradrt_status {
    LocalRank &self = *asRank(state);
    self.world->leave(self.rank, {GRADRT_PEER_FAILED,
                                  "rank " + std::to_string(self.rank) +
                                      " has left: its context was finalized"});
    return nullptr;
  });
}

void close(void *state) { delete asRank(state); }

void abort(void *state, const char *reason) {
  gradrt_status_free(guarded([&]() -> gradrt_status {
    LocalRank &self = *asRank(state);
    std::string message = "rank " + std::to_string(self.rank) + " was aborted";
    if (*reason)
      message += std::string(": ") + reason;
    self.world->leave(self.rank, {GRADRT_PEER_FAILED, message});
    return nullptr;
  }));
}

gradrt_support reduce(void *, gradrt_type wire, gradrt_type result,
                      gradrt_kind kind) {
  return reductionSupport(wire, result, kind);
}

gradrt_support move(void *, gradrt_type type) {
  return gradrt_type_bytes(type) ? GRADRT_SUPPORT_NATIVE
                                 : GRADRT_SUPPORT_REFUSED;
}

gradrt_status commOpen(void *state, const int64_t *ranks, int64_t size,
                       int64_t index, int64_t, void **comm) {
  return guarded([&]() -> gradrt_status {
    *comm = new LocalCommunicator{
        asRank(state)->world->communicator({ranks, ranks + size}), index};
    return nullptr;
  });
}

void commClose(void *comm) { delete static_cast<LocalCommunicator *>(comm); }

gradrt_status launch(void *comm, const gradrt_call *calls, int64_t count) {
  return guarded([&]() -> gradrt_status {
    auto *communicator = static_cast<LocalCommunicator *>(comm);
    return communicator->shared->launch(communicator->index, calls, count);
  });
}

gradrt_status alloc(void *, int64_t bytes, void **pointer) {
  *pointer = allocate(bytes);
  return *pointer ? nullptr : outOfMemory();
}

gradrt_status free(void *, void *pointer) {
  release(pointer);
  return nullptr;
}

constexpr gradrt_backend makeBackend() {
  // No streams: a collective has happened when launch returns.
  gradrt_backend backend = {};
  backend.abi = GRADRT_BACKEND_ABI;
  backend.name = "local";
  backend.make_id = makeId;
  backend.drop_token = dropToken;
  backend.open = open;
  backend.open_all = openAll;
  backend.finalize = finalize;
  backend.close = close;
  backend.abort = abort;
  backend.reduction_support = reduce;
  backend.move_support = move;
  backend.comm_open = commOpen;
  backend.comm_close = commClose;
  backend.launch = launch;
  backend.alloc = alloc;
  backend.free = free;
  return backend;
}

} // namespace

const gradrt_backend gradrt::localBackend = makeBackend();
