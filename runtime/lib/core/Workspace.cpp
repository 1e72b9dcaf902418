//===- Workspace.cpp - Memory that is kept from call to call ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workspace.h"
#include "Context.h"
#include "Status.h"

#include "gradrt/workspace.h"

#include <algorithm>
#include <vector>

using namespace gradrt;

/// Writes zeros.
static gradrt_status fill(Device &device, void *pointer, int64_t bytes) {
  const std::vector<char> zeros(std::min<int64_t>(bytes, 1 << 20));
  for (int64_t done = 0; done < bytes; done += zeros.size())
    if (gradrt_status status =
            device.write(static_cast<char *>(pointer) + done, zeros.data(),
                         std::min<int64_t>(bytes - done, zeros.size())))
      return status;
  return nullptr;
}

gradrt_status Workspaces::get(gradrt_context &context, const void *key,
                              int64_t bytes, const char *place,
                              void *&pointer) {
  const gradrt_backend &backend = *context.backend;
  auto [entry, isNew] = memories.try_emplace(key, Memory{nullptr, bytes});
  Memory &memory = entry->second;
  if (isNew) {
    if (gradrt_status status =
            backend.alloc(context.state, bytes, &memory.pointer)) {
      memories.erase(entry);
      if (gradrt_status_code(status) != GRADRT_OUT_OF_MEMORY)
        return status;
      gradrt_status_free(status);
      return makeStatus(GRADRT_OUT_OF_MEMORY,
                        "gradrt_workspace: no memory for " +
                            std::to_string(bytes) + " bytes",
                        place);
    }
    // What lies between the members of a bucket is reduced with them: it should
    // be numbers. Nobody reads the result.
    gradrt_status status = fill(context.device, memory.pointer, bytes);
    // The same program makes the same workspaces on every rank.
    if (!status && backend.share)
      status = backend.share(context.state, memory.pointer, bytes);
    if (status) {
      gradrt_status_free(backend.free(context.state, memory.pointer));
      memories.erase(entry);
      return status;
    }
  }
  if (memory.bytes != bytes)
    return makeStatus(GRADRT_INVALID_ARGUMENT,
                      "gradrt_workspace: the key has a workspace of " +
                          std::to_string(memory.bytes) + " bytes, got " +
                          std::to_string(bytes),
                      place);
  pointer = memory.pointer;
  return nullptr;
}

void Workspaces::clear(const gradrt_backend &backend, void *state) noexcept {
  for (auto &entry : memories)
    gradrt_status_free(backend.free(state, entry.second.pointer));
  memories.clear();
}

gradrt_status gradrt_workspace(gradrt_context *context, const void *key,
                               int64_t bytes, void **pointer,
                               const char *place) {
  return guarded(
      [&]() -> gradrt_status {
        if (!context || !key || !pointer)
          return makeStatus(GRADRT_INVALID_ARGUMENT,
                            std::string("gradrt_workspace: ") +
                                (!context ? "context"
                                 : !key   ? "key"
                                          : "pointer") +
                                " is NULL",
                            place);
        *pointer = nullptr;
        if (bytes < 0)
          return makeStatus(GRADRT_INVALID_ARGUMENT,
                            "gradrt_workspace: negative size, got " +
                                std::to_string(bytes),
                            place);
        if (gradrt_status status =
                context->checkOpen("gradrt_workspace", place))
          return status;
        return context->workspaces.get(*context, key, bytes, place, *pointer);
      },
      place);
}
