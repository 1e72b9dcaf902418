//===- Registry.cpp - The backends of this process ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Status.h"

#include "../local/LocalBackend.h"
#include "../nccl/NcclBackend.h"
#include "../record/RecordBackend.h"

#include "gradrt/backend.h"

#include <cstring>
#include <mutex>
#include <vector>

namespace {

struct Registry {
  std::mutex mutex;
  std::vector<const gradrt_backend *> backends{
      &gradrt::localBackend, &gradrt::recordBackend, &gradrt::ncclBackend};

  const gradrt_backend *find(const char *name) const {
    for (const gradrt_backend *backend : backends)
      if (!std::strcmp(backend->name, name))
        return backend;
    return nullptr;
  }
};

Registry &registry() {
  static Registry instance;
  return instance;
}

} // namespace

gradrt_status gradrt_register_backend(const gradrt_backend *backend) {
  return gradrt::guarded([&]() -> gradrt_status {
    if (!backend || !backend->name)
      return gradrt::makeStatus(GRADRT_INVALID_ARGUMENT,
                                "register_backend: no backend, or no name");
    std::string name = backend->name;
    if (backend->abi != GRADRT_BACKEND_ABI)
      return gradrt::makeStatus(GRADRT_INVALID_ARGUMENT,
                                "register_backend: expected ABI " +
                                    std::to_string(GRADRT_BACKEND_ABI) +
                                    " of backend \"" + name + "\", got " +
                                    std::to_string(backend->abi));
    std::lock_guard<std::mutex> lock(registry().mutex);
    if (registry().find(backend->name))
      return gradrt::makeStatus(GRADRT_INVALID_ARGUMENT,
                                "register_backend: there is a backend \"" +
                                    name + "\" already");
    registry().backends.push_back(backend);
    return nullptr;
  });
}

const gradrt_backend *gradrt_find_backend(const char *name) {
  try {
    std::lock_guard<std::mutex> lock(registry().mutex);
    return name ? registry().find(name) : nullptr;
  } catch (...) {
    return nullptr;
  }
}
