//===- History.h - The last calls of a rank -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_CORE_HISTORY_H
#define GRADRT_LIB_CORE_HISTORY_H

#include <cstdint>
#include <deque>
#include <string>

namespace gradrt {

/// What debug mode keeps of a rank, for messages. From one thread at a time.
class History {
public:
  void remember(std::string call);
  /// "; last calls of rank 1: ...".
  std::string describe(int64_t rank) const;

private:
  std::deque<std::string> calls;
};

} // namespace gradrt

#endif // GRADRT_LIB_CORE_HISTORY_H
