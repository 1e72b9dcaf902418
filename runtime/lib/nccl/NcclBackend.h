//===- NcclBackend.h - The backend nccl -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_NCCL_NCCLBACKEND_H
#define GRADRT_LIB_NCCL_NCCLBACKEND_H

#include "gradrt/backend.h"

namespace gradrt {

extern const gradrt_backend ncclBackend;

} // namespace gradrt

#endif // GRADRT_LIB_NCCL_NCCLBACKEND_H
