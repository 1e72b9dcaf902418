//===- Workspace.h - Memory that is kept from call to call -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_CORE_WORKSPACE_H
#define GRADRT_LIB_CORE_WORKSPACE_H

#include "gradrt/backend.h"

#include <map>

namespace gradrt {

/// What one context keeps, by key.
class Workspaces {
public:
  /// The memory of the key, made at its first use.
  gradrt_status get(gradrt_context &context, const void *key, int64_t bytes,
                    const char *place, void *&pointer);

  /// Gives all of it back.
  void clear(const gradrt_backend &backend, void *state) noexcept;

private:
  struct Memory {
    void *pointer;
    int64_t bytes;
  };
  std::map<const void *, Memory> memories;
};

} // namespace gradrt

#endif // GRADRT_LIB_CORE_WORKSPACE_H
