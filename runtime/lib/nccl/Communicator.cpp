//===- Communicator.cpp - A group of ranks over NCCL ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Communicator.h"

#include "../core/Status.h"

#include <algorithm>

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
  return makeStatus(
      result == kNcclRemoteError ? GRADRT_PEER_FAILED : GRADRT_SYSTEM, message);
}

/// Waits until a call of a communicator that does not block is through.
gradrt_status Communicator::settle(ncclResult_t result, const char *what) {
  if (gradrt_status status = check(result, what))
    return status;
  if (result == kNcclSuccess)
    return nullptr;
  if (!handle)
    return makeStatus(GRADRT_SYSTEM,
                      std::string(what) + " gave no communicator");
  return rank.poll(
      std::string("ranks ") + describeRanks(members) + " in " + what,
      /*isTimed=*/true, [&](bool &done) -> gradrt_status {
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
  rank.hasFailed |= status != nullptr;
  return status;
}

namespace {
/// Says that a communicator is inside of a call.
class Calling {
public:
  explicit Calling(bool &flag) : flag(flag) { flag = true; }
  ~Calling() { flag = false; }

private:
  bool &flag;
};
} // namespace

bool Communicator::isBusy() const {
  return isCalling || rank.inFlight.contains(*this);
}

//===----------------------------------------------------------------------===//
// Opening and closing
//===----------------------------------------------------------------------===//

gradrt_status Communicator::open() {
  Rank::Current current(rank);
  Calling calling(isCalling);
  note("opening a group", nullptr);
  ncclConfig_t config;
  config.blocking = 0;
  ncclResult_t result = rank.nccl->ncclCommInitRankConfig(
      &handle, static_cast<int>(size()), rank.world->id,
      static_cast<int>(index), &config);
  return keep(settle(result, "ncclCommInitRankConfig"));
}

gradrt_status Communicator::split(Communicator &parent, int color) {
  Rank::Current current(rank);
  if (parent.failure)
    return keep(parent.getFailure());
  gradrt_status status = nullptr;
  {
    Calling calling(parent.isCalling);
    status = runSplit(parent, color);
  }
  if (!status)
    return nullptr;
  // Ends the thread that might still write the handle.
  parent.fail(status);
  fail(status);
  return status;
}

gradrt_status Communicator::runSplit(Communicator &parent, int color) {
  parent.note("opening a group", nullptr);
  if (gradrt_status status = rank.checkPeers())
    return status;
  // NCCL wants no operation of the parent to be outstanding.
  if (gradrt_status status = rank.drain())
    return status;
  if (rank.debug)
    if (gradrt_status status = parent.agreeOnGroup(members))
      return status;
  ncclConfig_t config;
  config.blocking = 0;
  // Success does not mean that it is done: the parent's state does.
  if (gradrt_status status = check(
          rank.nccl->ncclCommSplit(parent.handle, color,
                                   static_cast<int>(index), &handle, &config),
          "ncclCommSplit"))
    return status;
  if (gradrt_status status = parent.settle(kNcclInProgress, "ncclCommSplit"))
    return status;
  if (gradrt_status status = settle(kNcclInProgress, "ncclCommSplit"))
    return status;
  return checkPlace();
}

/// What NCCL made has to be the group that this rank asked for.
gradrt_status Communicator::checkPlace() {
  int count = 0, place = 0;
  if (gradrt_status status =
          check(rank.nccl->ncclCommCount(handle, &count), "ncclCommCount"))
    return status;
  if (gradrt_status status = check(rank.nccl->ncclCommUserRank(handle, &place),
                                   "ncclCommUserRank"))
    return status;
  if (count == size() && place == index)
    return nullptr;
  return makeStatus(GRADRT_MISMATCH,
                    "not all members of group " + describeRanks(members) +
                        " open it (GRADRT_DEBUG=1 says what each rank does)");
}

void Communicator::abort() {
  if (handle) {
    Rank::Current current(rank);
    rank.nccl->ncclCommAbort(handle);
  }
  handle = nullptr;
  if (!failure)
    failure =
        makeStatus(GRADRT_INVALID_STATE, "the communicators of rank " +
                                             std::to_string(rank.rank) +
                                             " were given up after an error");
}

void Communicator::fail(gradrt_status status) {
  keep(status);
  abort();
}

/// Where a peer or NCCL has failed, nobody meets in ncclCommFinalize.
bool Communicator::close() {
  Rank::Current current(rank);
  Calling calling(isCalling);
  gradrt_status status = getFailure();
  if (!status)
    status = rank.checkPeers();
  if (!status)
    status = settle(rank.nccl->ncclCommFinalize(handle), "ncclCommFinalize");
  if (!status)
    rank.nccl->ncclCommDestroy(handle);
  gradrt_status_free(status);
  return !status;
}

Communicator::~Communicator() {
  rank.inFlight.forget(*this);
  auto &all = rank.communicators;
  all.erase(std::remove(all.begin(), all.end(), this), all.end());
  if (handle && !close())
    abort();
  gradrt_status_free(failure);
}

gradrt_status Rank::getWorldCommunicator(Communicator *&communicator) {
  if (!worldCommunicator) {
    std::vector<int64_t> members(size);
    for (int64_t i = 0; i < size; ++i)
      members[i] = i;
    worldCommunicator =
        std::make_unique<Communicator>(*this, std::move(members), rank);
    gradrt_status status = worldCommunicator->open();
    for (auto entry = shared.begin(); !status && entry != shared.end(); ++entry)
      status = registerMemory(entry->first, entry->second);
    if (status)
      return status;
  }
  communicator = worldCommunicator.get();
  return worldCommunicator->getFailure();
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

void Communicator::note(const char *what, const char *place) {
  Issued &entry = issued[launches % issued.size()];
  entry.what = what;
  entry.place = place ? place : "";
  ++launches;
  rank.world->countLaunch(number, rank.rank);
}

gradrt_status Communicator::makeError(gradrt_code code,
                                      const std::string &message,
                                      int64_t launch) {
  int64_t kept = static_cast<int64_t>(issued.size());
  if (launch < 0 || launch >= launches || launches - launch > kept)
    return makeStatus(code, message);
  const Issued &entry = issued[launch % kept];
  return makeStatus(code, std::string(entry.what) + ": " + message,
                    entry.place.c_str());
}

gradrt_status Communicator::checkMembers() {
  Departure missing;
  int64_t theirs = 0;
  if (rank.world->findMissing(number, members, launches, missing, theirs))
    return makeError(GRADRT_PEER_FAILED, missing.reason,
                     std::min(theirs, launches - 1));
  if (!handle)
    return nullptr;
  ncclResult_t result = kNcclSuccess;
  if (gradrt_status status =
          check(rank.nccl->ncclCommGetAsyncError(handle, &result),
                "ncclCommGetAsyncError"))
    return status;
  return check(result, "a collective");
}

gradrt_status Communicator::findAbsent() {
  int64_t theirs = 0;
  std::vector<int64_t> absent =
      rank.world->findAbsent(number, members, launches, theirs);
  if (absent.empty())
    return nullptr;
  std::string text = absent.size() == 1 ? "rank " : "ranks ";
  for (size_t i = 0; i < absent.size(); ++i)
    text += (i ? ", " : "") + std::to_string(absent[i]);
  return makeError(GRADRT_TIMEOUT,
                   text + " did not arrive within " +
                       std::to_string(rank.timeoutMs) + " ms, on " +
                       describeRanks(members),
                   theirs);
}

/// Of the calls, each once.
static std::vector<CUstream>
getStreams(const Rank &rank, const gradrt_call *calls, int64_t count) {
  std::vector<CUstream> streams;
  for (int64_t i = 0; i < count; ++i) {
    CUstream stream = rank.getStream(calls[i].stream);
    if (std::find(streams.begin(), streams.end(), stream) == streams.end())
      streams.push_back(stream);
  }
  return streams;
}

gradrt_status Communicator::launch(const gradrt_call *calls, int64_t count) {
  if (failure)
    return getFailure();
  Rank::Current current(rank);
  Calling calling(isCalling);
  std::vector<CUstream> streams = getStreams(rank, calls, count);
  gradrt_status status = run(calls, count, streams);
  // What was issued before an error may be under way; in debug mode, what
  // compares the ranks.
  if (status && rank.debug)
    streams.push_back(rank.getStream(nullptr));
  for (CUstream stream : streams) {
    gradrt_status added = rank.inFlight.add(*rank.cuda, *this, stream);
    if (!status)
      status = added;
    else
      gradrt_status_free(added);
  }
  // What all ranks refuse leaves them in one place.
  if (gradrt_status_code(status) == GRADRT_INVALID_ARGUMENT)
    return status;
  return keep(status);
}

gradrt_status Communicator::run(const gradrt_call *calls, int64_t count,
                                const std::vector<CUstream> &streams) {
  note(gradrt_op_name(calls[0].op), calls[0].place);
  if (gradrt_status status = rank.checkSelf())
    return status;
  if (gradrt_status status = checkMembers())
    return status;
  if (rank.debug)
    if (gradrt_status status = agreeOnLaunch(calls, count))
      return status;
  for (CUstream stream : streams)
    if (gradrt_status status = rank.inFlight.order(*rank.cuda, stream))
      return status;
  return issueAll(calls, count);
}
