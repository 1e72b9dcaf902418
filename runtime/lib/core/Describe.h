//===- Describe.h - Collectives as text -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_CORE_DESCRIBE_H
#define GRADRT_LIB_CORE_DESCRIBE_H

#include "gradrt/backend.h"

#include <string>
#include <vector>

namespace gradrt {

/// What every rank must agree on: "all_reduce sum f16 -> f32 count 4".
std::string describeSignature(const gradrt_call &call);

/// " at \"f.mlir:3:4\"", or nothing.
std::string describePlace(const char *place);

/// "[0, 2]".
std::string describeRanks(const std::vector<int64_t> &ranks);

/// Whether two ranks may issue these two as one collective.
bool sameSignature(const gradrt_call &a, const gradrt_call &b);

} // namespace gradrt

#endif // GRADRT_LIB_CORE_DESCRIBE_H
