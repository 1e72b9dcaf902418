//===- Execute.h - A rank's share of a launch -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_LOCAL_EXECUTE_H
#define GRADRT_LIB_LOCAL_EXECUTE_H

#include "Communicator.h"

namespace gradrt::local {

/// Does the share of position `index` in the launch that `size` seats hold,
/// all of the same signature. Every position calls it at the same time.
gradrt_status execute(Seat *seats, int64_t size, int64_t index);

/// Memory of gradrt_alloc and gradrt_free.
void *allocate(int64_t bytes);
void release(void *pointer);

} // namespace gradrt::local

#endif // GRADRT_LIB_LOCAL_EXECUTE_H
