//===- scope.hpp - Scope guards over the C ABI -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_SCOPE_HPP
#define GRADRT_SCOPE_HPP

#include "gradrt/gradrt.h"

#include <memory>
#include <utility>

namespace gradrt {

struct StatusDeleter {
  void operator()(gradrt_status status) const { gradrt_status_free(status); }
};
/// Owns a status; empty means success.
using StatusPtr = std::unique_ptr<gradrt_status_s, StatusDeleter>;

struct ContextDeleter {
  void operator()(gradrt_context *context) const { gradrt_destroy(context); }
};
using ContextPtr = std::unique_ptr<gradrt_context, ContextDeleter>;

/// A group launch that cannot be left open: leaving the scope without `end`
/// drops what was collected.
class GroupScope {
public:
  explicit GroupScope(gradrt_context *context)
      : context(context), started(gradrt_group_start(context)) {}
  GroupScope(const GroupScope &) = delete;
  GroupScope &operator=(const GroupScope &) = delete;
  ~GroupScope() {
    if (context)
      gradrt_group_cancel(context);
  }

  /// Issues what was collected. Call at most once.
  [[nodiscard]] StatusPtr end() {
    gradrt_context *owned = context;
    context = nullptr;
    if (started)
      return std::move(started);
    return StatusPtr(gradrt_group_end(owned));
  }

private:
  gradrt_context *context;
  StatusPtr started;
};

} // namespace gradrt

#endif // GRADRT_SCOPE_HPP
