//===- LocalBackend.h - Ranks are threads of one process -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_LOCAL_LOCALBACKEND_H
#define GRADRT_LIB_LOCAL_LOCALBACKEND_H

#include "gradrt/backend.h"

namespace gradrt {

extern const gradrt_backend localBackend;

} // namespace gradrt

#endif // GRADRT_LIB_LOCAL_LOCALBACKEND_H
