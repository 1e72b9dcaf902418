//===- Context.h - The state of one rank -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_CORE_CONTEXT_H
#define GRADRT_LIB_CORE_CONTEXT_H

#include "Device.h"

#include "Workspace.h"
#include "gradrt/backend.h"
#include "gradrt/scope.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace gradrt {

/// A group of ranks that this rank is in, and the backend's side of it.
struct Communicator {
  std::vector<int64_t> members;
  /// This rank's position in `members`.
  int64_t index = 0;
  /// The smallest of the members; -1: every rank.
  int64_t color = -1;
  /// The backend opens communicators jointly, and the table leaves ranks out.
  bool isRefused = false;
  /// What all ranks that open it order it by.
  std::vector<int64_t> key;
  /// NULL until the first launch.
  void *handle = nullptr;
  /// Why it could not be opened.
  StatusPtr failure;
};

/// A collective that waits for the end of the open group.
struct PendingCall {
  Communicator *communicator;
  gradrt_call call;
};

} // namespace gradrt

struct gradrt_context {
  enum class Life { Open, Aborted, Finalized };

  gradrt_context(const gradrt_backend *backend, void *state, int64_t rank,
                 int64_t size)
      : backend(backend), state(state), rank(rank), size(size) {}
  gradrt_context(const gradrt_context &) = delete;
  gradrt_context &operator=(const gradrt_context &) = delete;
  ~gradrt_context();

  /// An error where the context takes no collectives any more.
  gradrt_status checkOpen(const char *op, const char *place) const;

  /// The communicator of this rank's group; no other rank needs to ask.
  gradrt_status communicator(const int64_t *groups, const char *op,
                             const char *place,
                             gradrt::Communicator *&communicator);

  /// Issues the calls as one launch; the first one opens the communicator.
  gradrt_status launch(gradrt::Communicator &communicator,
                       const gradrt_call *calls, int64_t count);

  gradrt_status finalize();

  const gradrt_backend *backend;
  void *state;
  int64_t rank;
  int64_t size;
  std::atomic<Life> life{Life::Open};

  /// The open group.
  int64_t groupDepth = 0;
  std::vector<gradrt::PendingCall> pending;

  gradrt::Device device{*this};
  gradrt::Workspaces workspaces;

private:
  gradrt_status open(gradrt::Communicator &communicator);

  /// Tables whose group is [0, 1] differ in their other groups, and share one
  /// communicator, where the backend opens them rank by rank: the key is the
  /// members. Where it opens them jointly, the key is the table, with its
  /// groups in one order.
  std::map<std::vector<int64_t>, std::unique_ptr<gradrt::Communicator>> byKey;
  std::map<std::vector<int64_t>, gradrt::Communicator *> byTable;
  gradrt::Communicator *world = nullptr;
  /// Reused, so that a look-up takes no memory.
  std::vector<int64_t> key;
};

#endif // GRADRT_LIB_CORE_CONTEXT_H
