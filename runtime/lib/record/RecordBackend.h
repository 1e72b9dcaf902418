//===- RecordBackend.h - Writes the sequence of calls -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_RECORD_RECORDBACKEND_H
#define GRADRT_LIB_RECORD_RECORDBACKEND_H

#include "gradrt/backend.h"

namespace gradrt {

/// Writes each collective as a line of text, then hands it to the backend it
/// runs over.
extern const gradrt_backend recordBackend;

} // namespace gradrt

#endif // GRADRT_LIB_RECORD_RECORDBACKEND_H
