//===- InFlight.cpp - Launches that may not have happened ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InFlight.h"

#include <algorithm>

using namespace gradrt;
using namespace gradrt::nccl;

/// From so many on, a launch looks whether older ones have happened.
static constexpr size_t kMany = 64;

gradrt_status InFlight::takeEvent(const Cuda &cuda, CUevent &event) {
  if (unused.empty())
    return cuda.check(cuda.cuEventCreate(&event, kEventDisableTiming),
                      "cuEventCreate");
  event = unused.back();
  unused.pop_back();
  return nullptr;
}

gradrt_status InFlight::order(const Cuda &cuda, CUstream stream) {
  if (launches.empty() || launches.back().stream == stream)
    return nullptr;
  return cuda.check(cuda.cuStreamWaitEvent(stream, launches.back().event, 0),
                    "cuStreamWaitEvent");
}

gradrt_status InFlight::add(const Cuda &cuda, Communicator &communicator,
                            CUstream stream) {
  bool progress = false;
  if (launches.size() >= kMany)
    if (gradrt_status status = update(cuda, progress))
      return status;
  CUevent event = nullptr;
  if (gradrt_status status = takeEvent(cuda, event))
    return status;
  launches.push_back({&communicator, stream, event});
  return cuda.check(cuda.cuEventRecord(event, stream), "cuEventRecord");
}

gradrt_status InFlight::update(const Cuda &cuda, bool &progress) {
  progress = false;
  while (!launches.empty()) {
    CUresult result = cuda.cuEventQuery(launches.front().event);
    if (result == kCudaNotReady)
      return nullptr;
    if (gradrt_status status = cuda.check(result, "work on the device"))
      return status;
    giveEvent(launches.front().event);
    launches.pop_front();
    progress = true;
  }
  return nullptr;
}

void InFlight::forget(const Communicator &communicator) {
  // Their order matters to nobody any more, but that of the others does.
  for (Launch &launch : launches)
    if (launch.communicator == &communicator)
      launch.communicator = nullptr;
}

bool InFlight::contains(const Communicator &communicator) const {
  return std::any_of(launches.begin(), launches.end(), [&](const Launch &it) {
    return it.communicator == &communicator;
  });
}

void InFlight::clear(const Cuda &cuda) {
  for (const Launch &launch : launches)
    unused.push_back(launch.event);
  launches.clear();
  for (CUevent event : unused)
    cuda.cuEventDestroy(event);
  unused.clear();
}
