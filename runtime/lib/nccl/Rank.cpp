//===- Rank.cpp - One rank on its device ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rank.h"
#include "Communicator.h"

#include "../core/Status.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

using namespace gradrt;
using namespace gradrt::nccl;

/// How long a rank goes on waiting once another one has failed.
static constexpr std::chrono::milliseconds kPatience(50);

gradrt_status Rank::open(int number) {
  if (gradrt_status status = getCuda(cuda))
    return status;
  if (gradrt_status status = getNccl(nccl))
    return status;
  int count = 0;
  if (gradrt_status status =
          cuda->check(cuda->cuDeviceGetCount(&count), "cuDeviceGetCount"))
    return status;
  if (number < 0 || number >= count)
    return makeStatus(GRADRT_INVALID_ARGUMENT,
                      "backend nccl: rank " + std::to_string(rank) +
                          " would use device " + std::to_string(number) +
                          ", and there are " + std::to_string(count) +
                          "; each rank needs a device of its own");
  if (gradrt_status status =
          cuda->check(cuda->cuDeviceGet(&device, number), "cuDeviceGet"))
    return status;
  if (gradrt_status status =
          cuda->check(cuda->cuDevicePrimaryCtxRetain(&context, device),
                      "cuDevicePrimaryCtxRetain"))
    return status;
  Current current(*this);
  return cuda->check(cuda->cuStreamCreate(&compute, kStreamNonBlocking),
                     "cuStreamCreate");
}

gradrt_status Rank::finalize() {
  gradrt_status status = nullptr;
  if (context && !isFinalized) {
    Current current(*this);
    if (!isAborted && compute)
      status = wait(compute);
    if (isAborted || status)
      giveUp();
    // NCCL's communicators of subgroups were closed before.
    for (auto &[pointer, memory] : shared)
      unregisterMemory(memory);
    worldCommunicator.reset();
  }
  isFinalized = true;
  if (!isAborted)
    world->leave({rank,
                  "rank " + std::to_string(rank) +
                      " has left: its context was finalized",
                  /*isOrderly=*/!status && !hasFailed});
  return status;
}

void Rank::giveUp() {
  for (Communicator *communicator : communicators)
    communicator->abort();
  hasGivenUp = true;
}

gradrt_status Rank::destroyStream(CUstream stream) {
  Current current(*this);
  gradrt_status status = wait(stream);
  if (status && !hasGivenUp) {
    giveUp();
    gradrt_status_free(wait(stream));
  }
  gradrt_status destroyed =
      cuda->check(cuda->cuStreamDestroy(stream), "cuStreamDestroy");
  if (!status)
    return destroyed;
  gradrt_status_free(destroyed);
  return status;
}

void Rank::abort(const char *reason) {
  std::string message = "rank " + std::to_string(rank) + " was aborted";
  if (*reason)
    message += std::string(": ") + reason;
  world->leave({rank, message, /*isOrderly=*/false});
  // Its own thread looks at this while it waits.
  isAborted = true;
}

Rank::~Rank() {
  gradrt_status_free(finalize());
  if (!context)
    return;
  {
    Current current(*this);
    hasGivenUp = true;
    gradrt_status late = compute ? wait(compute) : nullptr;
    bool isStuck = gradrt_status_code(late) == GRADRT_TIMEOUT;
    gradrt_status_free(late);
    // What a kernel may still use is left to the end of the process.
    if (isStuck)
      return;
    for (auto &[image, module] : modules)
      if (module)
        cuda->cuModuleUnload(module);
    inFlight.clear(*cuda);
    if (blas)
      cublas->cublasDestroy(blas);
    for (Slot &slot : slots) {
      if (slot.memory)
        cuda->cuMemFreeHost(slot.memory);
      if (slot.event)
        cuda->cuEventDestroy(slot.event);
    }
    for (auto &[pointer, block] : live)
      freeBlock(pointer, block);
    freeUnused();
    if (compute)
      cuda->cuStreamDestroy(compute);
  }
  cuda->cuDevicePrimaryCtxRelease(device);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

gradrt_status Rank::createStream(void **stream) {
  Current current(*this);
  CUstream made = nullptr;
  gradrt_status status = cuda->check(
      cuda->cuStreamCreate(&made, kStreamNonBlocking), "cuStreamCreate");
  *stream = made;
  return status;
}

gradrt_status Rank::createEvent(void **event) {
  Current current(*this);
  CUevent made = nullptr;
  gradrt_status status = cuda->check(
      cuda->cuEventCreate(&made, kEventDisableTiming), "cuEventCreate");
  *event = made;
  return status;
}

gradrt_status Rank::checkSelf() {
  if (isAborted)
    return makeStatus(GRADRT_PEER_FAILED, world->getReason(rank));
  return world->getFailure();
}

gradrt_status Rank::checkPeers(bool isLast) {
  if (gradrt_status status = checkSelf())
    return status;
  for (Communicator *communicator : communicators) {
    gradrt_status status =
        communicator->isBusy() ? communicator->checkMembers() : nullptr;
    // The others can go on then, behind it on the same stream.
    if (status && isLast)
      communicator->fail(status);
    if (status)
      return status;
  }
  return nullptr;
}

gradrt_status Rank::timeOut(const std::string &what) {
  gradrt_status status = nullptr;
  for (Communicator *communicator : communicators)
    if (!status)
      status = communicator->findAbsent();
  if (!status)
    status = makeStatus(GRADRT_TIMEOUT,
                        "rank " + std::to_string(rank) + " waited " +
                            std::to_string(timeoutMs) + " ms for " + what +
                            "; another rank may not have issued the same "
                            "collectives (GRADRT_DEBUG=1 compares them)");
  world->fail(status);
  return status;
}

gradrt_status Rank::poll(const std::string &what, bool isTimed,
                         const std::function<gradrt_status(bool &)> &isDone) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  std::optional<Clock::time_point> failed;
  for (int64_t round = 0;; ++round) {
    bool done = false, progress = false;
    if (gradrt_status status = isDone(done))
      return status;
    if (done)
      return nullptr;
    // Most waits are short.
    if (round < 64) {
      std::this_thread::yield();
      continue;
    }
    if (gradrt_status status = inFlight.update(*cuda, progress))
      return status;
    // What a peer did before it failed may be on its way.
    bool isLast = failed && Clock::now() - *failed > kPatience;
    if (gradrt_status status = hasGivenUp ? nullptr : checkPeers(isLast)) {
      if (isAborted || isLast)
        return status;
      gradrt_status_free(status);
      failed = failed.value_or(Clock::now());
    }
    // The rank's own work takes as long as it takes.
    bool waits =
        isTimed || std::any_of(communicators.begin(), communicators.end(),
                               std::mem_fn(&Communicator::isBusy));
    if (progress || !waits)
      start = Clock::now();
    int64_t waited = std::chrono::duration_cast<std::chrono::milliseconds>(
                         Clock::now() - start)
                         .count();
    if (timeoutMs && waited > timeoutMs)
      return timeOut(what);
    std::this_thread::sleep_for(
        std::chrono::microseconds(std::min<int64_t>(round, 500)));
  }
}

gradrt_status Rank::wait(CUstream stream, CUevent event) {
  return poll("its device", /*isTimed=*/hasGivenUp, [&](bool &done) {
    CUresult result =
        event ? cuda->cuEventQuery(event) : cuda->cuStreamQuery(stream);
    done = result == kCudaSuccess;
    return result == kCudaNotReady ? nullptr
                                   : cuda->check(result, "work on the device");
  });
}

gradrt_status Rank::drain() {
  return poll("its collectives", /*isTimed=*/false, [&](bool &done) {
    bool progress = false;
    gradrt_status status = inFlight.update(*cuda, progress);
    done = inFlight.empty();
    return status;
  });
}

gradrt_status Rank::followCompute(CUstream stream) {
  if (stream == compute)
    return nullptr;
  CUevent event = nullptr;
  if (gradrt_status status = inFlight.takeEvent(*cuda, event))
    return status;
  // A wait holds on to what was recorded last before it.
  inFlight.giveEvent(event);
  if (gradrt_status status =
          cuda->check(cuda->cuEventRecord(event, compute), "cuEventRecord"))
    return status;
  return cuda->check(cuda->cuStreamWaitEvent(stream, event, 0),
                     "cuStreamWaitEvent");
}
