//===- Groups.cpp - Replica group tables ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Groups.h"
#include "Status.h"

#include <algorithm>
#include <map>
#include <numeric>

using namespace gradrt;

int64_t gradrt::groupTableLength(const int64_t *table, int64_t size) {
  int64_t groups = table[0];
  // Every group lists a rank, and every rank is listed once.
  if (groups < 1 || groups > size)
    return 0;
  int64_t listed = 0;
  for (int64_t g = 0; g < groups; ++g) {
    int64_t members = table[1 + g];
    if (members < 1 || members > size - listed)
      return 0;
    listed += members;
  }
  return 1 + groups + listed;
}

std::vector<int64_t> gradrt::sortGroups(const int64_t *table) {
  std::map<int64_t, std::vector<int64_t>> bySmallest;
  const int64_t *ranks = table + 1 + table[0];
  for (int64_t g = 0; g < table[0]; ranks += table[1 + g++]) {
    std::vector<int64_t> members(ranks, ranks + table[1 + g]);
    int64_t smallest = *std::min_element(members.begin(), members.end());
    bySmallest[smallest] = std::move(members);
  }
  std::vector<int64_t> sorted = {table[0]};
  for (const auto &[smallest, members] : bySmallest)
    sorted.push_back(static_cast<int64_t>(members.size()));
  for (const auto &[smallest, members] : bySmallest)
    sorted.insert(sorted.end(), members.begin(), members.end());
  return sorted;
}

static gradrt_status groupError(const std::string &op, const char *place,
                                const std::string &message) {
  return makeStatus(GRADRT_INVALID_ARGUMENT, op + ": " + message, place);
}

gradrt_status gradrt::resolveGroup(const int64_t *table, int64_t rank,
                                   int64_t size, const std::string &op,
                                   const char *place,
                                   std::vector<int64_t> &members) {
  members.clear();
  if (!table) {
    members.resize(size);
    std::iota(members.begin(), members.end(), 0);
    return nullptr;
  }
  int64_t groups = table[0];
  if (groups < 1)
    return groupError(op, place, "the table of groups lists no group");
  std::vector<bool> seen(size, false);
  const int64_t *ranks = table + 1 + groups;
  // An oversized table stops at a rank that is repeated or outside the world,
  // so that reading it ends before it does.
  for (int64_t g = 0; g < groups; ++g) {
    int64_t groupSize = table[1 + g];
    if (groupSize < 1)
      return groupError(op, place,
                        "group " + std::to_string(g) + " lists no rank");
    bool mine = false;
    for (int64_t i = 0; i < groupSize; ++i) {
      int64_t member = ranks[i];
      if (member < 0 || member >= size)
        return groupError(op, place,
                          "group " + std::to_string(g) + " lists rank " +
                              std::to_string(member) + ", but the world has " +
                              std::to_string(size) + " ranks");
      if (seen[member])
        return groupError(op, place,
                          "rank " + std::to_string(member) +
                              " is listed twice in the groups");
      seen[member] = true;
      mine |= member == rank;
    }
    if (mine)
      members.assign(ranks, ranks + groupSize);
    ranks += groupSize;
  }
  if (members.empty())
    return groupError(op, place,
                      "rank " + std::to_string(rank) +
                          " is not listed in any group");
  return nullptr;
}
