//===- Rendezvous.h - Rank 0's id over TCP -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_CORE_RENDEZVOUS_H
#define GRADRT_LIB_CORE_RENDEZVOUS_H

#include "gradrt/status.h"

#include <string>

namespace gradrt {

struct Rendezvous {
  int64_t rank;
  int64_t size;
  std::string address;
  std::string port;
  /// 0: for ever.
  int64_t timeoutMs;

  /// On rank 0, waits for every other rank and sends it the bytes; on the
  /// others, gets them.
  gradrt_status share(void *id, int64_t bytes) const;
};

} // namespace gradrt

#endif // GRADRT_LIB_CORE_RENDEZVOUS_H
