//===- Context.cpp - The state of one rank ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "Groups.h"
#include "Status.h"

#include <algorithm>

using namespace gradrt;

gradrt_context::~gradrt_context() {
  gradrt_status_free(finalize());
  backend->close(state);
}

gradrt_status gradrt_context::checkOpen(const char *op,
                                        const char *place) const {
  Life now = life.load();
  if (now == Life::Open)
    return nullptr;
  return makeStatus(GRADRT_INVALID_STATE,
                    std::string(op) + ": the context of rank " +
                        std::to_string(rank) + " was " +
                        (now == Life::Aborted ? "aborted" : "finalized"),
                    place);
}

gradrt_status gradrt_context::communicator(const int64_t *groups,
                                           const char *op, const char *place,
                                           Communicator *&communicator) {
  if (!groups && world) {
    communicator = world;
    return nullptr;
  }
  if (groups) {
    key.assign(groups, groups + groupTableLength(groups, size));
    auto known = byTable.find(key);
    if (!key.empty() && known != byTable.end()) {
      communicator = known->second;
      return nullptr;
    }
  }
  std::vector<int64_t> members;
  if (gradrt_status status =
          resolveGroup(groups, rank, size, op, place, members))
    return status;
  bool isJoint =
      groups && backend->joint_comm_open && backend->joint_comm_open(state);
  std::vector<int64_t> shared = isJoint ? sortGroups(groups) : members;
  std::unique_ptr<Communicator> &entry = byKey[shared];
  if (!entry) {
    entry = std::make_unique<Communicator>();
    entry->key = std::move(shared);
    entry->index =
        std::find(members.begin(), members.end(), rank) - members.begin();
    if (groups)
      entry->color = *std::min_element(members.begin(), members.end());
    entry->isRefused =
        isJoint && groupTableLength(groups, size) != 1 + groups[0] + size;
    entry->members = std::move(members);
  }
  communicator = entry.get();
  if (groups)
    byTable.emplace(key, communicator);
  else
    world = communicator;
  return nullptr;
}

/// The same error, which names the operation and the place of the call.
static gradrt_status nameCall(gradrt_status status, const gradrt_call &call) {
  std::string message = gradrt_status_message(status);
  std::string prefix = std::string(gradrt_op_name(call.op)) + ": ";
  if (!status || !message.compare(0, prefix.size(), prefix))
    return status;
  gradrt_status named =
      makeStatus(gradrt_status_code(status), prefix + message, call.place);
  gradrt_status_free(status);
  return named;
}

gradrt_status gradrt_context::open(Communicator &communicator) {
  if (!communicator.failure)
    communicator.failure.reset(backend->comm_open(
        state, communicator.members.data(),
        static_cast<int64_t>(communicator.members.size()), communicator.index,
        communicator.color, &communicator.handle));
  return gradrt_status_clone(communicator.failure.get());
}

gradrt_status gradrt_context::launch(Communicator &communicator,
                                     const gradrt_call *calls, int64_t count) {
  gradrt_status status = communicator.handle ? nullptr : open(communicator);
  if (!status)
    status = backend->launch(communicator.handle, calls, count);
  return nameCall(status, calls[0]);
}

gradrt_status gradrt_context::finalize() {
  if (life.exchange(Life::Finalized) == Life::Finalized)
    return nullptr;
  groupDepth = 0;
  pending.clear();
  gradrt_status status = device.clear();
  for (auto &[key, communicator] : byKey)
    if (communicator && communicator->handle)
      backend->comm_close(communicator->handle);
  byKey.clear();
  byTable.clear();
  world = nullptr;
  gradrt_status left = backend->finalize(state);
  // Other ranks may read it until this one has left.
  workspaces.clear(*backend, state);
  if (!status)
    return left;
  gradrt_status_free(left);
  return status;
}
