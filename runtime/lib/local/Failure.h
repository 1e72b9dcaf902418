//===- Failure.h - Why a communicator is unusable -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_LOCAL_FAILURE_H
#define GRADRT_LIB_LOCAL_FAILURE_H

#include "gradrt/status.h"

#include <string>

namespace gradrt::local {

/// Told to every rank, each of which makes its own status of it.
struct Failure {
  gradrt_code code;
  std::string message;
};

} // namespace gradrt::local

#endif // GRADRT_LIB_LOCAL_FAILURE_H
