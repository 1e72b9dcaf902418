//===- Status.h - Making statuses -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_CORE_STATUS_H
#define GRADRT_LIB_CORE_STATUS_H

#include "gradrt/status.h"

#include <exception>
#include <new>
#include <string>

namespace gradrt {

gradrt_status makeStatus(gradrt_code code, const std::string &message,
                         const char *place = nullptr) noexcept;

/// The one status that needs no memory.
gradrt_status outOfMemory() noexcept;

/// Runs the body of an entry point: no exception may cross the ABI.
template <typename Body>
gradrt_status guarded(Body &&body, const char *place = nullptr) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return outOfMemory();
  } catch (const std::exception &error) {
    return gradrt_status_create(GRADRT_INTERNAL, error.what(), place);
  } catch (...) {
    return gradrt_status_create(GRADRT_INTERNAL, "unknown exception", place);
  }
}

} // namespace gradrt

#endif // GRADRT_LIB_CORE_STATUS_H
