//===- WaitGraph.h - Which rank waits where -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_LOCAL_WAITGRAPH_H
#define GRADRT_LIB_LOCAL_WAITGRAPH_H

#include <cstdint>
#include <string>
#include <vector>

namespace gradrt::local {

class Communicator;

/// Finds ranks that wait for each other in different groups, which nothing
/// else than the timeout would end. Not thread-safe; the world's mutex guards
/// it.
class WaitGraph {
public:
  explicit WaitGraph(int64_t size) : waits(size) {}

  /// `rank` waits at the entry of `communicator`, in the collective that
  /// `text` describes.
  void enter(int64_t rank, Communicator *communicator, std::string text) {
    waits[rank] = {communicator, std::move(text)};
  }
  void leave(int64_t rank) { waits[rank] = {nullptr, ""}; }

  /// Ranks of which each waits for the next and the last for the first, which
  /// is `rank`; empty where there are none.
  std::vector<int64_t> findCycle(int64_t rank) const;

  Communicator *communicator(int64_t rank) const {
    return waits[rank].communicator;
  }
  const std::string &text(int64_t rank) const { return waits[rank].text; }

private:
  struct Wait {
    Communicator *communicator = nullptr;
    std::string text;
  };
  std::vector<Wait> waits;
};

} // namespace gradrt::local

#endif // GRADRT_LIB_LOCAL_WAITGRAPH_H
