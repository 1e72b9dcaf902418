//===- Nccl.cpp - NCCL ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Reduce.h"
#include "Report.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <tuple>

using namespace grad::doubles;

using ncclResult_t = int;
enum : ncclResult_t {
  kSuccess = 0,
  kInternalError = 3,
  kInvalidArgument = 4,
  kInvalidUsage = 5,
  kInProgress = 7
};

namespace {
using Lock = std::lock_guard<std::recursive_mutex>;

struct ncclUniqueId {
  char internal[128];
};
struct Config {
  size_t size;
  unsigned magic, version;
  int blocking;
};

enum class Op { AllReduce, ReduceScatter, AllGather, Broadcast };

/// One rank's part in a collective.
struct Call {
  Op op;
  const void *send;
  void *recv;
  int64_t count;
  int type, kind, root;
  ItemPointer item;

  auto signature() const { return std::tuple(op, count, type, kind, root); }
  std::string describe() const {
    constexpr const char *names[] = {"all-reduce", "reduce-scatter",
                                     "all-gather", "broadcast"};
    return std::string(names[int(op)]) + " of " + std::to_string(count) +
           " elements of type " + std::to_string(type) + ", kind " +
           std::to_string(kind) + ", root " + std::to_string(root);
  }
};

/// A collective that all ranks of a communicator take part in.
struct Meeting {
  std::map<int, Call> calls;
  bool isDone = false;
};

/// What the ranks of a communicator share.
struct Shared {
  int size = 0;
  int joined = 0;
  std::map<int64_t, Meeting> meetings;
  /// By the number of the split: color, key and rank of those who came.
  std::map<int64_t, std::vector<std::tuple<int, int, int>>> splits;
  std::map<std::pair<int64_t, int>, std::shared_ptr<Shared>> children;
  bool isBroken = false;
};

struct Comm {
  std::shared_ptr<Shared> shared;
  int rank = 0;
  int64_t collectives = 0, splits = 0, polls = 0;
  bool isBlocking = true, isFinalized = false;
  /// What was issued looks at it even when the communicator is gone.
  std::shared_ptr<bool> isAborted = std::make_shared<bool>(false);
  /// The last collective.
  ItemPointer issued;
  int64_t registrations = 0;
  /// A split that goes on: where its communicator goes to.
  Comm **child = nullptr;
  int color = 0, key = 0;
  /// The collective that a swapped one waits behind.
  std::unique_ptr<Call> held;
  Stream *heldStream = nullptr;
};

/// Of the calling thread.
struct OpenGroup {
  int64_t depth = 0;
  std::vector<std::tuple<Comm *, Call, Stream *>> calls;
};
thread_local OpenGroup group;

std::map<std::string, std::shared_ptr<Shared>> &worlds() {
  static auto *worlds = new std::map<std::string, std::shared_ptr<Shared>>;
  return *worlds;
}

ncclResult_t enter(const char *name) {
  log(std::string("call: ") + name);
  return isFault(std::string("fail-") + name) ? kInternalError : kSuccess;
}
#define ENTER()                                                                \
  Lock lock(Machine::mutex());                                                 \
  if (ncclResult_t failed = enter(__func__))                                   \
  return failed

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

/// How many elements a rank reads and writes.
std::pair<int64_t, int64_t> getCounts(const Call &call, int size) {
  switch (call.op) {
  case Op::ReduceScatter:
    return {call.count * size, call.count};
  case Op::AllGather:
    return {call.count, call.count * size};
  default:
    return {call.count, call.count};
  }
}

void compute(Shared &shared, Meeting &meeting) {
  const Call &first = meeting.calls.begin()->second;
  int64_t bytes = getBytes(first.type), size = shared.size;
  int64_t length = first.count * bytes;
  // Everything is read before anything is written.
  std::vector<std::vector<char>> sent;
  for (auto &[rank, call] : meeting.calls) {
    auto *begin = static_cast<const char *>(call.send);
    bool isSent = call.op != Op::Broadcast || rank == call.root;
    sent.emplace_back(
        begin, isSent ? begin + getCounts(call, size).first * bytes : begin);
  }
  for (auto &[rank, call] : meeting.calls) {
    auto *to = static_cast<char *>(call.recv);
    if (call.op == Op::Broadcast) {
      std::memcpy(to, sent[call.root].data(), length);
    } else if (call.op == Op::AllGather) {
      for (int64_t p = 0; p < size; ++p)
        std::memcpy(to + p * length, sent[p].data(), length);
    } else {
      int64_t from = call.op == Op::ReduceScatter ? rank * length : 0;
      std::vector<char> sum(sent[0].data() + from,
                            sent[0].data() + from + length);
      // NCCL averages floats by scaling what each rank sends, before the sum.
      if (call.kind == 4)
        divide(sum.data(), call.count, call.type, size);
      for (int64_t p = 1; p < size; ++p) {
        std::vector<char> next(sent[p].data() + from,
                               sent[p].data() + from + length);
        if (call.kind == 4)
          divide(next.data(), call.count, call.type, size);
        combine(sum.data(), next.data(), call.count, call.type, call.kind);
      }
      std::memcpy(to, sum.data(), length);
    }
  }
  meeting.isDone = true;
}

/// Whether all ranks have come to the meeting; they are brought up to it.
bool isComplete(Shared &shared, Meeting &meeting) {
  if (meeting.isDone)
    return true;
  if (int(meeting.calls.size()) != shared.size)
    return false;
  for (auto &[rank, call] : meeting.calls)
    if (!call.item->isRunning && !Machine::get().reach(call.item))
      return false;
  return true;
}

void issue(Comm &comm, Call call, Stream &stream) {
  auto shared = comm.shared;
  int rank = comm.rank;
  int64_t number = comm.collectives++;
  Meeting &meeting = shared->meetings[number];
  call.item = std::make_shared<Item>();
  call.item->name = "rank " + std::to_string(rank) + "'s collective " +
                    std::to_string(number) + " (" + call.describe() + ")";
  for (auto &[other, theirs] : meeting.calls)
    if (theirs.signature() != call.signature() && !shared->isBroken) {
      reportViolation("rank " + std::to_string(rank) + " issued " +
                      call.describe() + ", but rank " + std::to_string(other) +
                      " " + theirs.describe());
      shared->isBroken = true;
    }
  meeting.calls[rank] = call;
  call.item->isReady = [shared, &meeting, isAborted = comm.isAborted] {
    return *isAborted || (!shared->isBroken && isComplete(*shared, meeting));
  };
  call.item->run = [=, &meeting,
                    isAborted = comm.isAborted](std::vector<Range> &ranges) {
    // Ends without having done anything.
    if (!meeting.isDone && *isAborted)
      return;
    if (!meeting.isDone)
      compute(*shared, meeting);
    auto [sent, received] = getCounts(call, shared->size);
    int64_t bytes = getBytes(call.type);
    auto from = reinterpret_cast<uintptr_t>(call.send);
    auto to = reinterpret_cast<uintptr_t>(call.recv);
    if (call.op != Op::Broadcast || rank == call.root)
      ranges.push_back({from, from + sent * bytes, false});
    ranges.push_back({to, to + received * bytes, true});
  };
  log("issued: " + call.item->name);
  comm.issued = call.item;
  Machine::get().issue(stream, call.item);
}

ncclResult_t add(Comm *comm, const Call &call, void *stream) {
  if (!getBytes(call.type) || call.kind < 0 || call.kind > 4 || call.root < 0 ||
      call.root >= comm->shared->size)
    return kInvalidArgument;
  if (comm->isFinalized)
    return kInvalidUsage;
  group.calls.push_back({comm, call, static_cast<Stream *>(stream)});
  return group.depth ? kSuccess : ncclResult_t(-1);
}

ncclResult_t flush() {
  bool isInProgress = false;
  for (auto &[comm, call, stream] : group.calls) {
    // Holds one back until the next has been issued.
    if (comm->rank == 1 && !comm->held && isFault("swap-collectives")) {
      comm->held = std::make_unique<Call>(call);
      comm->heldStream = stream;
      continue;
    }
    issue(*comm, call, *stream);
    if (comm->held) {
      issue(*comm, *comm->held, *comm->heldStream);
      comm->held.reset();
    }
    isInProgress |= !comm->isBlocking;
    comm->polls = 0;
  }
  group.calls.clear();
  return isInProgress ? kInProgress : kSuccess;
}

ncclResult_t addOrIssue(Comm *comm, const Call &call, void *stream) {
  ncclResult_t result = add(comm, call, stream);
  return result == -1 ? flush() : result;
}

//===----------------------------------------------------------------------===//
// Communicators
//===----------------------------------------------------------------------===//

/// Makes the communicator of a split once all ranks of the parent came.
bool finishSplit(Comm &comm) {
  Shared &shared = *comm.shared;
  auto &came = shared.splits[comm.splits - 1];
  if (int(came.size()) != shared.size)
    return false;
  std::vector<std::pair<int, int>> members;
  for (auto [color, key, rank] : came)
    if (color == comm.color)
      members.push_back({key, rank});
  std::sort(members.begin(), members.end());
  auto &child = shared.children[{comm.splits - 1, comm.color}];
  if (!child) {
    child = std::make_shared<Shared>();
    child->size = child->joined = static_cast<int>(members.size());
  }
  auto *made = new Comm;
  made->shared = child;
  made->isBlocking = comm.isBlocking;
  made->rank = static_cast<int>(std::find(members.begin(), members.end(),
                                          std::pair(comm.key, comm.rank)) -
                                members.begin());
  *comm.child = made;
  comm.child = nullptr;
  ++Machine::get().counts["communicators"];
  return true;
}

ncclResult_t getState(Comm &comm) {
  if (comm.shared->isBroken)
    return kInternalError;
  // Not at once, even where nothing is left to do.
  if (++comm.polls < 3 || comm.shared->joined < comm.shared->size)
    return kInProgress;
  return comm.child && !finishSplit(comm) ? kInProgress : kSuccess;
}

ncclResult_t close(Comm *comm) {
  if (group.depth)
    reportViolation("a communicator is given back inside of a group");
  if (comm->held)
    issue(*comm, *comm->held, *comm->heldStream);
  delete comm;
  --Machine::get().counts["communicators"];
  return kSuccess;
}
} // namespace

extern "C" {

ncclResult_t ncclGetVersion(int *version) {
  *version = static_cast<int>(getNumber("GRAD_DOUBLE_NCCL_VERSION", 22809));
  return kSuccess;
}
const char *ncclGetErrorString(ncclResult_t result) {
  return result == kInternalError ? "internal error of the double"
                                  : "error of the double";
}
const char *ncclGetLastError(void *) { return ""; }

ncclResult_t ncclGetUniqueId(ncclUniqueId *id) {
  ENTER();
  static int64_t number = 0;
  std::memset(id, 0, sizeof(*id));
  std::string text = "world " + std::to_string(++number);
  std::memcpy(id->internal, text.c_str(), text.size());
  return kSuccess;
}

ncclResult_t ncclCommInitRankConfig(Comm **comm, int size, ncclUniqueId id,
                                    int rank, Config *config) {
  ENTER();
  if (rank < 0 || rank >= size || config->magic != 0xcafebeef)
    return kInvalidArgument;
  auto &shared = worlds()[std::string(id.internal, sizeof(id.internal))];
  if (!shared)
    shared = std::make_shared<Shared>();
  shared->size = size;
  ++shared->joined;
  *comm = new Comm;
  (*comm)->shared = shared;
  (*comm)->rank = rank;
  (*comm)->isBlocking = config->blocking != 0;
  if ((*comm)->isBlocking)
    reportViolation("the double has no communicators that block");
  ++Machine::get().counts["communicators"];
  return kInProgress;
}
ncclResult_t ncclCommSplit(Comm *comm, int color, int key, Comm **child,
                           Config *) {
  ENTER();
  *child = nullptr;
  if (comm->issued && !comm->issued->isDone)
    reportViolation("a communicator is split that has a collective under way");
  comm->shared->splits[comm->splits++].push_back({color, key, comm->rank});
  comm->child = child;
  comm->color = color;
  comm->key = key;
  comm->polls = 0;
  // As the real one does, though nothing is done yet.
  return kSuccess;
}
ncclResult_t ncclCommCount(const Comm *comm, int *count) {
  Lock lock(Machine::mutex());
  *count = comm->shared->size;
  return kSuccess;
}
ncclResult_t ncclCommUserRank(const Comm *comm, int *rank) {
  Lock lock(Machine::mutex());
  *rank = comm->rank;
  return kSuccess;
}
ncclResult_t ncclCommFinalize(Comm *comm) {
  ENTER();
  comm->isFinalized = true;
  comm->polls = 0;
  return kInProgress;
}
ncclResult_t ncclCommDestroy(Comm *comm) {
  ENTER();
  if (!comm->isFinalized)
    reportViolation("a communicator is destroyed that was not finalized");
  return close(comm);
}
ncclResult_t ncclCommAbort(Comm *comm) {
  ENTER();
  *comm->isAborted = true;
  comm->child = nullptr;
  // The others wait for this rank until they are aborted too.
  for (auto &[number, meeting] : comm->shared->meetings)
    if (!meeting.isDone)
      meeting.calls.erase(comm->rank);
  Machine::get().counts["registrations"] -= comm->registrations;
  return close(comm);
}
ncclResult_t ncclCommGetAsyncError(Comm *comm, ncclResult_t *result) {
  Lock lock(Machine::mutex());
  *result = getState(*comm);
  return kSuccess;
}
ncclResult_t ncclCommRegister(Comm *comm, void *, size_t, void **handle) {
  ENTER();
  *handle = new int;
  ++comm->registrations;
  ++Machine::get().counts["registrations"];
  return kSuccess;
}
ncclResult_t ncclCommDeregister(Comm *comm, void *handle) {
  ENTER();
  --comm->registrations;
  delete static_cast<int *>(handle);
  --Machine::get().counts["registrations"];
  return kSuccess;
}

ncclResult_t ncclGroupStart() {
  ENTER();
  if (group.depth++ == 0)
    ++Machine::get().openGroups;
  return kSuccess;
}
ncclResult_t ncclGroupEnd() {
  Lock lock(Machine::mutex());
  if (isFault("open-group"))
    return kSuccess;
  if (!group.depth)
    return kInvalidUsage;
  if (--group.depth)
    return kSuccess;
  --Machine::get().openGroups;
  // It is closed in any case.
  if (ncclResult_t failed = enter(__func__)) {
    group.calls.clear();
    return failed;
  }
  return flush();
}

ncclResult_t ncclAllReduce(const void *send, void *recv, size_t count, int type,
                           int kind, Comm *comm, void *stream) {
  ENTER();
  return addOrIssue(
      comm, {Op::AllReduce, send, recv, int64_t(count), type, kind, 0, {}},
      stream);
}
ncclResult_t ncclReduceScatter(const void *send, void *recv, size_t count,
                               int type, int kind, Comm *comm, void *stream) {
  ENTER();
  return addOrIssue(
      comm, {Op::ReduceScatter, send, recv, int64_t(count), type, kind, 0, {}},
      stream);
}
ncclResult_t ncclAllGather(const void *send, void *recv, size_t count, int type,
                           Comm *comm, void *stream) {
  ENTER();
  return addOrIssue(comm,
                    {Op::AllGather, send, recv, int64_t(count), type, 0, 0, {}},
                    stream);
}
ncclResult_t ncclBroadcast(const void *send, void *recv, size_t count, int type,
                           int root, Comm *comm, void *stream) {
  ENTER();
  return addOrIssue(
      comm, {Op::Broadcast, send, recv, int64_t(count), type, 0, root, {}},
      stream);
}
}
