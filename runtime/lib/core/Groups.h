//===- Groups.h - Replica group tables -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_CORE_GROUPS_H
#define GRADRT_LIB_CORE_GROUPS_H

#include "gradrt/status.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gradrt {

/// The members of the group that lists `rank`, from a table as
/// gradrt/collectives.h describes it. NULL gives every rank. `op` names the
/// operation in errors.
gradrt_status resolveGroup(const int64_t *table, int64_t rank, int64_t size,
                           const std::string &op, const char *place,
                           std::vector<int64_t> &members);

/// The same groups in an order that does not depend on how they are listed:
/// that of their smallest members. The table is a valid one.
std::vector<int64_t> sortGroups(const int64_t *table);

/// The number of entries of a table, or 0 where it cannot be a valid one in a
/// world of `size` ranks.
int64_t groupTableLength(const int64_t *table, int64_t size);

} // namespace gradrt

#endif // GRADRT_LIB_CORE_GROUPS_H
