//===- WaitGraph.cpp - Which rank waits where ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaitGraph.h"
#include "Communicator.h"

#include <algorithm>

using namespace gradrt::local;

std::vector<int64_t> WaitGraph::findCycle(int64_t rank) const {
  // Breadth first, so that the error names as few ranks as possible.
  std::vector<int64_t> from(waits.size(), -1);
  std::vector<int64_t> queue{rank};
  for (size_t next = 0; next < queue.size(); ++next) {
    int64_t waiter = queue[next];
    const Communicator *where = waits[waiter].communicator;
    for (int64_t member : where->members()) {
      const Communicator *there = waits[member].communicator;
      // A member that waits in the same place has arrived; one that waits
      // nowhere may still come.
      if (!there || there == where)
        continue;
      if (member == rank) {
        std::vector<int64_t> cycle;
        for (int64_t at = waiter; at != -1; at = from[at])
          cycle.push_back(at);
        std::reverse(cycle.begin(), cycle.end());
        return cycle;
      }
      if (from[member] != -1)
        continue;
      from[member] = waiter;
      queue.push_back(member);
    }
  }
  return {};
}
