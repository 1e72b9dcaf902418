//===- Memory.cpp - Memory of a rank's device ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Communicator.h"
#include "Rank.h"

#include "../core/Status.h"

#include <algorithm>
#include <cstring>

using namespace gradrt;
using namespace gradrt::nccl;

/// From this size on, NCCL is told of a block.
static constexpr int64_t kRegisteredBytes = 1 << 20;
/// What a transfer moves at a time.
static constexpr int64_t kSlotBytes = 4 << 20;

static CUdeviceptr address(const void *pointer) {
  return reinterpret_cast<CUdeviceptr>(pointer);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Sizes that are a little different share blocks.
static int64_t roundUp(int64_t bytes) {
  int64_t unit = bytes < kRegisteredBytes ? 256 : kRegisteredBytes;
  return (std::max<int64_t>(bytes, 1) + unit - 1) / unit * unit;
}

gradrt_status Rank::takeBlock(int64_t bytes, CUdeviceptr &memory) {
  CUresult result = cuda->cuMemAlloc(&memory, bytes);
  if (result == kCudaOutOfMemory && !unused.empty()) {
    if (gradrt_status status = wait(compute))
      return status;
    freeUnused();
    result = cuda->cuMemAlloc(&memory, bytes);
  }
  return cuda->check(result, "an allocation of " + std::to_string(bytes) +
                                 " bytes on the device");
}

gradrt_status Rank::allocate(int64_t bytes, void **pointer) {
  if (bytes > INT64_MAX / 2)
    return outOfMemory();
  bytes = roundUp(bytes);
  // What was freed may still be read by work that was issued before it; what
  // is issued from now on comes after that.
  auto known = unused.lower_bound(bytes);
  if (known != unused.end() && known->first <= bytes + bytes / 4) {
    auto [memory, block] = known->second;
    unused.erase(known);
    live.emplace(memory, block);
    *pointer = memory;
    return nullptr;
  }
  Current current(*this);
  CUdeviceptr memory = 0;
  if (gradrt_status status = takeBlock(bytes, memory))
    return status;
  *pointer = reinterpret_cast<void *>(memory);
  live[*pointer] = Block{bytes, /*isPinned=*/false};
  return nullptr;
}

gradrt_status Rank::allocatePinned(int64_t bytes, void **pointer) {
  Current current(*this);
  if (gradrt_status status = cuda->check(
          cuda->cuMemAllocHost(pointer, std::max<int64_t>(bytes, 1)),
          "an allocation of pinned memory"))
    return status;
  live[*pointer] = Block{bytes, /*isPinned=*/true};
  return nullptr;
}

gradrt_status Rank::release(void *pointer) {
  auto found = live.find(pointer);
  if (found == live.end())
    return makeStatus(GRADRT_INVALID_ARGUMENT,
                      "gradrt_free: not memory of gradrt_alloc on this rank, "
                      "or freed already");
  if (auto known = shared.find(pointer); known != shared.end()) {
    unregisterMemory(known->second);
    shared.erase(known);
  }
  if (found->second.isPinned) {
    Current current(*this);
    freeBlock(pointer, found->second);
  } else {
    unused.emplace(found->second.bytes, std::pair(pointer, found->second));
  }
  live.erase(found);
  return nullptr;
}

gradrt_status Rank::share(void *pointer, int64_t bytes) {
  if (bytes < kRegisteredBytes)
    return nullptr;
  Shared &memory = shared[pointer] = {bytes, nullptr};
  bool isOpen = worldCommunicator && worldCommunicator->handle;
  return isOpen ? registerMemory(pointer, memory) : nullptr;
}

/// Memory that NCCL does not register is some that it copies.
gradrt_status Rank::registerMemory(void *pointer, Shared &memory) {
  if (!nccl->ncclCommRegister || !nccl->ncclCommDeregister)
    return nullptr;
  Current current(*this);
  ncclResult_t result = nccl->ncclCommRegister(
      worldCommunicator->handle, pointer, static_cast<size_t>(memory.bytes),
      &memory.registration);
  if (result == kNcclSuccess)
    return nullptr;
  // Other ranks may have: they and this one could not go on together.
  memory.registration = nullptr;
  return makeStatus(GRADRT_SYSTEM, std::string("ncclCommRegister failed: ") +
                                       nccl->ncclGetErrorString(result));
}

void Rank::unregisterMemory(Shared &memory) {
  // A communicator that was aborted has forgotten it.
  if (memory.registration && worldCommunicator && worldCommunicator->handle)
    nccl->ncclCommDeregister(worldCommunicator->handle, memory.registration);
  memory.registration = nullptr;
}

void Rank::freeBlock(void *pointer, Block &block) {
  if (block.isPinned)
    cuda->cuMemFreeHost(pointer);
  else
    cuda->cuMemFree(address(pointer));
}

void Rank::freeUnused() {
  for (auto &[bytes, entry] : unused)
    freeBlock(entry.first, entry.second);
  unused.clear();
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

gradrt_status Rank::copy(void *to, const void *from, int64_t bytes) {
  Current current(*this);
  return cuda->check(cuda->cuMemcpyDtoDAsync(address(to), address(from),
                                             static_cast<size_t>(bytes),
                                             compute),
                     "a copy on the device");
}

/// Pinned memory that no transfer uses any more.
gradrt_status Rank::nextSlot(Slot *&slot) {
  slot = &slots[nextSlotNumber];
  nextSlotNumber = 1 - nextSlotNumber;
  if (!slot->memory)
    if (gradrt_status status =
            cuda->check(cuda->cuMemAllocHost(&slot->memory, kSlotBytes),
                        "an allocation of pinned memory"))
      return status;
  if (!slot->event) {
    void *event = nullptr;
    if (gradrt_status status = createEvent(&event))
      return status;
    slot->event = static_cast<CUevent>(event);
  }
  if (slot->isBusy)
    if (gradrt_status status = wait(nullptr, slot->event))
      return status;
  slot->isBusy = false;
  return nullptr;
}

gradrt_status Rank::write(void *to, const void *from, int64_t bytes,
                          CUstream stream) {
  Current current(*this);
  for (int64_t done = 0; done < bytes; done += kSlotBytes) {
    int64_t part = std::min(bytes - done, kSlotBytes);
    Slot *slot = nullptr;
    if (gradrt_status status = nextSlot(slot))
      return status;
    std::memcpy(slot->memory, static_cast<const char *>(from) + done, part);
    if (gradrt_status status =
            cuda->check(cuda->cuMemcpyHtoDAsync(address(to) + done,
                                                slot->memory, part, stream),
                        "a transfer to the device"))
      return status;
    if (gradrt_status status = cuda->check(
            cuda->cuEventRecord(slot->event, stream), "cuEventRecord"))
      return status;
    slot->isBusy = true;
  }
  return nullptr;
}

gradrt_status Rank::read(void *to, const void *from, int64_t bytes,
                         CUstream stream) {
  Current current(*this);
  for (int64_t done = 0; done < bytes; done += kSlotBytes) {
    int64_t part = std::min(bytes - done, kSlotBytes);
    Slot *slot = nullptr;
    if (gradrt_status status = nextSlot(slot))
      return status;
    if (gradrt_status status =
            cuda->check(cuda->cuMemcpyDtoHAsync(
                            slot->memory, address(from) + done, part, stream),
                        "a transfer from the device"))
      return status;
    if (gradrt_status status = cuda->check(
            cuda->cuEventRecord(slot->event, stream), "cuEventRecord"))
      return status;
    if (gradrt_status status = wait(nullptr, slot->event))
      return status;
    std::memcpy(static_cast<char *>(to) + done, slot->memory, part);
  }
  return nullptr;
}
