//===- Submit.h - From an entry point to a launch -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_CORE_SUBMIT_H
#define GRADRT_LIB_CORE_SUBMIT_H

#include "gradrt/backend.h"
#include "gradrt/stream.h"

namespace gradrt {

/// Checks the call, then launches it or adds it to the open group. An error
/// gives up the open group.
gradrt_status submit(gradrt_context *context, const int64_t *groups,
                     gradrt_stream *stream, gradrt_call call) noexcept;

} // namespace gradrt

#endif // GRADRT_LIB_CORE_SUBMIT_H
