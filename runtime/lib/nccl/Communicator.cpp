//===- Communicator.cpp - A group of ranks over NCCL ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Communicator.h"

#include "../core/Describe.h"
#include "../core/Status.h"

#include <algorithm>
#include <cstring>

using namespace gradrt;
using namespace gradrt::nccl;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

gradrt_status Communicator::check(ncclResult_t result, const char *what) {
  if (result == kNcclSuccess || result == kNcclInProgress)
    return nullptr;
  std::string message =
      std::string(what) + " failed: " + rank.nccl->ncclGetErrorString(result);
  const char *last = rank.nccl->ncclGetLastError(handle);
  if (last && *last)
    message += std::string(" (") + last + ")";
  return makeStatus(GRADRT_SYSTEM, message);
}

gradrt_status Communicator::checkAsync() {
  ncclResult_t result = kNcclSuccess;
  if (gradrt_status status =
          check(rank.nccl->ncclCommGetAsyncError(handle, &result),
                "ncclCommGetAsyncError"))
    return status;
  return check(result, "a collective");
}

/// Waits until a call of a communicator that does not block is through.
gradrt_status Communicator::settle(ncclResult_t result, const char *what) {
  if (gradrt_status status = check(result, what))
    return status;
  if (result == kNcclSuccess || !handle)
    return nullptr;
  return rank.poll(
      std::string("ranks ") + describeRanks(members) + " in " + what,
      [&](bool &done) -> gradrt_status {
        ncclResult_t now = kNcclSuccess;
        if (gradrt_status status =
                check(rank.nccl->ncclCommGetAsyncError(handle, &now), what))
          return status;
        done = now == kNcclSuccess;
        return check(now, what);
      });
}

/// Keeps a first error that leaves the ranks in different places.
gradrt_status Communicator::keep(gradrt_status status) {
  if (status && !failure)
    failure = gradrt_status_clone(status);
  return status;
}

//===----------------------------------------------------------------------===//
// Opening and closing
//===----------------------------------------------------------------------===//

gradrt_status Communicator::open() {
  Rank::Current current(rank);
  ncclConfig_t config;
  config.blocking = 0;
  ncclResult_t result = rank.nccl->ncclCommInitRankConfig(
      &handle, static_cast<int>(size()), rank.world->id,
      static_cast<int>(index), &config);
  return keep(settle(result, "ncclCommInitRankConfig"));
}

gradrt_status Communicator::split(Communicator &parent, int color) {
  Rank::Current current(rank);
  ncclConfig_t config;
  config.blocking = 0;
  ncclResult_t result = rank.nccl->ncclCommSplit(
      parent.handle, color, static_cast<int>(index), &handle, &config);
  if (gradrt_status status = keep(parent.settle(result, "ncclCommSplit")))
    return status;
  if (!handle)
    return keep(makeStatus(GRADRT_SYSTEM, "ncclCommSplit gave nothing"));
  return keep(settle(kNcclInProgress, "ncclCommSplit"));
}

Communicator::~Communicator() {
  auto &all = rank.communicators;
  all.erase(std::remove(all.begin(), all.end(), this), all.end());
  if (handle) {
    Rank::Current current(rank);
    gradrt_status peers = rank.checkPeers();
    bool isFine = !failure && !peers;
    gradrt_status_free(peers);
    if (isFine) {
      gradrt_status status =
          settle(rank.nccl->ncclCommFinalize(handle), "ncclCommFinalize");
      isFine = !status;
      gradrt_status_free(status);
    }
    if (isFine)
      rank.nccl->ncclCommDestroy(handle);
    else
      rank.nccl->ncclCommAbort(handle);
  }
  gradrt_status_free(failure);
}

gradrt_status Rank::getWorldCommunicator(Communicator *&communicator) {
  if (!worldCommunicator) {
    std::vector<int64_t> members(size);
    for (int64_t i = 0; i < size; ++i)
      members[i] = i;
    worldCommunicator =
        std::make_unique<Communicator>(*this, std::move(members), rank);
    if (gradrt_status status = worldCommunicator->open())
      return status;
    for (auto &[pointer, block] : live)
      registerBlock(pointer, block);
    for (auto &[bytes, entry] : unused)
      registerBlock(entry.first, entry.second);
  }
  communicator = worldCommunicator.get();
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

gradrt_status Communicator::launch(const gradrt_call *calls, int64_t count) {
  if (failure)
    return gradrt_status_clone(failure);
  Rank::Current current(rank);
  ++launches;
  rank.world->countLaunch(number, rank.rank);
  if (gradrt_status status = rank.checkPeers())
    return keep(status);
  if (rank.debug)
    if (gradrt_status status = compareSignatures(calls, count))
      return keep(status);
  return keep(issueAll(calls, count));
}

namespace {
/// What a rank is about to issue, as the others see it.
struct Signature {
  static constexpr int64_t kTextBytes = 248;
  int64_t count;
  char text[kTextBytes];
};
} // namespace

/// Has every rank show what it issues to all others.
gradrt_status Communicator::compareSignatures(const gradrt_call *calls,
                                              int64_t count) {
  Signature mine = {count, {}};
  std::string text;
  for (int64_t i = 0; i < count; ++i)
    text += (i ? "; " : "") + describeSignature(calls[i]) +
            describePlace(calls[i].place);
  std::strncpy(mine.text, text.c_str(), sizeof(mine.text) - 1);
  std::vector<Signature> all(members.size());
  int64_t bytes = sizeof(Signature);
  void *memory = nullptr;
  if (gradrt_status status = rank.allocate(bytes * (size() + 1), &memory))
    return status;
  char *gathered = static_cast<char *>(memory) + bytes;
  CUstream stream = rank.getStream(nullptr);
  constexpr ncclDataType_t kBytes = 0;
  gradrt_status status = rank.write(memory, &mine, bytes, stream);
  if (!status)
    status = settle(rank.nccl->ncclAllGather(memory, gathered, bytes, kBytes,
                                             handle, stream),
                    "ncclAllGather");
  if (!status)
    status = rank.read(all.data(), gathered, bytes * size(), stream);
  gradrt_status_free(rank.release(memory));
  for (size_t i = 0; i < all.size() && !status; ++i) {
    // Places may differ: they are for the message.
    auto strip = [](std::string shown) {
      for (size_t at; (at = shown.find(" at \"")) != std::string::npos;)
        shown.erase(at, shown.find('"', at + 5) - at + 1);
      return shown;
    };
    if (all[i].count != count || strip(all[i].text) != strip(mine.text))
      status =
          makeStatus(GRADRT_MISMATCH,
                     "rank " + std::to_string(rank.rank) + " issued " +
                         mine.text + ", but rank " +
                         std::to_string(members[i]) + " issued " + all[i].text);
  }
  return status;
}
