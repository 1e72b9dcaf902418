//===- Meeting.h - How threads find their world -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_LOCAL_MEETING_H
#define GRADRT_LIB_LOCAL_MEETING_H

#include <memory>

namespace gradrt::local {

class World;

/// Writes an id of GRADRT_ID_BYTES bytes that leads to `world` while the
/// returned token is not withdrawn or `world` lives for another reason.
void *announce(const std::shared_ptr<World> &world, void *id);
void withdraw(void *token);

/// The world of an id of this process; NULL where there is none.
std::shared_ptr<World> find(const void *id);

} // namespace gradrt::local

#endif // GRADRT_LIB_LOCAL_MEETING_H
