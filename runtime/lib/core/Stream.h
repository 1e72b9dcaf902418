//===- Stream.h - Streams and events -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_CORE_STREAM_H
#define GRADRT_LIB_CORE_STREAM_H

#include "gradrt/stream.h"

struct gradrt_stream {
  gradrt_context *context;
  /// The backend's stream; NULL where the backend has none.
  void *handle;
};

struct gradrt_event {
  gradrt_context *context;
  void *handle;
};

#endif // GRADRT_LIB_CORE_STREAM_H
