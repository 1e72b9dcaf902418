//===- RecordBackend.cpp - Writes the sequence of calls ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordBackend.h"
#include "Recorder.h"

#include "../core/Status.h"

#include <cstring>

using namespace gradrt;
using namespace gradrt::record;

namespace {

/// One rank: the backend below, its state, and where the lines go.
struct RecordRank {
  const gradrt_backend *inner;
  void *state;
  Recorder recorder;
};

struct RecordCommunicator {
  RecordRank *rank;
  void *inner;
  std::vector<int64_t> members;
};

/// Rank 0's token of the backend below.
struct RecordToken {
  const gradrt_backend *inner;
  void *token;
};

RecordRank &asRank(void *state) { return *static_cast<RecordRank *>(state); }

gradrt_status findInner(const gradrt_options &options,
                        const gradrt_backend *&inner) {
  const char *name = options.record_over ? options.record_over : "local";
  inner = gradrt_find_backend(name);
  if (inner && inner != &recordBackend)
    return nullptr;
  return makeStatus(GRADRT_INVALID_ARGUMENT,
                    std::string("gradrt_init: the backend \"record\" cannot "
                                "run over \"") +
                        name + "\"");
}

gradrt_status makeId(int64_t size, const gradrt_options *options, void *id,
                     void **token) {
  return guarded([&]() -> gradrt_status {
    auto made = std::make_unique<RecordToken>(RecordToken{nullptr, nullptr});
    if (gradrt_status status = findInner(*options, made->inner))
      return status;
    if (made->inner->make_id)
      if (gradrt_status status =
              made->inner->make_id(size, options, id, &made->token))
        return status;
    *token = made.release();
    return nullptr;
  });
}

void *takeToken(void *token) {
  std::unique_ptr<RecordToken> owned(static_cast<RecordToken *>(token));
  return owned ? owned->token : nullptr;
}

void dropToken(void *token) {
  const gradrt_backend *inner = static_cast<RecordToken *>(token)->inner;
  if (void *innerToken = takeToken(token))
    inner->drop_token(innerToken);
}

gradrt_status open(int64_t rank, int64_t size, const void *id, void *token,
                   const gradrt_options *options, void **state) {
  std::unique_ptr<RecordRank> made;
  gradrt_status status = guarded([&]() -> gradrt_status {
    made.reset(new RecordRank{nullptr, nullptr, Recorder(rank)});
    if (gradrt_status failed = findInner(*options, made->inner))
      return failed;
    return made->recorder.open(*options);
  });
  if (status) {
    if (token)
      dropToken(token);
    return status;
  }
  if (gradrt_status failed = made->inner->open(rank, size, id, takeToken(token),
                                               options, &made->state))
    return failed;
  *state = made.release();
  return nullptr;
}

gradrt_status openAll(int64_t size, const gradrt_options *options,
                      void **states) {
  return guarded([&]() -> gradrt_status {
    const gradrt_backend *inner = nullptr;
    if (gradrt_status status = findInner(*options, inner))
      return status;
    if (!inner->open_all)
      return makeStatus(GRADRT_UNSUPPORTED,
                        std::string("gradrt_init_all: backend \"") +
                            inner->name + "\" holds one rank per process");
    std::vector<std::unique_ptr<RecordRank>> made;
    for (int64_t rank = 0; rank < size; ++rank) {
      made.emplace_back(new RecordRank{inner, nullptr, Recorder(rank)});
      if (gradrt_status status = made.back()->recorder.open(*options))
        return status;
    }
    std::vector<void *> inners(size, nullptr);
    if (gradrt_status status = inner->open_all(size, options, inners.data()))
      return status;
    for (int64_t rank = 0; rank < size; ++rank) {
      made[rank]->state = inners[rank];
      states[rank] = made[rank].release();
    }
    return nullptr;
  });
}

gradrt_status finalize(void *state) {
  return asRank(state).inner->finalize(asRank(state).state);
}

void close(void *state) {
  std::unique_ptr<RecordRank> owned(&asRank(state));
  owned->inner->close(owned->state);
}

void abort(void *state, const char *reason) {
  asRank(state).inner->abort(asRank(state).state, reason);
}

gradrt_support reduce(void *state, gradrt_type wire, gradrt_type result,
                      gradrt_kind kind) {
  return asRank(state).inner->reduction_support(asRank(state).state, wire,
                                                result, kind);
}

gradrt_support move(void *state, gradrt_type type) {
  return asRank(state).inner->move_support(asRank(state).state, type);
}

gradrt_status commOpen(void *state, const int64_t *ranks, int64_t size,
                       int64_t index, int64_t color, void **comm) {
  return guarded([&]() -> gradrt_status {
    std::unique_ptr<RecordCommunicator> made(
        new RecordCommunicator{&asRank(state), nullptr, {ranks, ranks + size}});
    if (gradrt_status status = made->rank->inner->comm_open(
            made->rank->state, ranks, size, index, color, &made->inner))
      return status;
    *comm = made.release();
    return nullptr;
  });
}

void commClose(void *comm) {
  std::unique_ptr<RecordCommunicator> owned(
      static_cast<RecordCommunicator *>(comm));
  owned->rank->inner->comm_close(owned->inner);
}

gradrt_status launch(void *comm, const gradrt_call *calls, int64_t count) {
  auto &communicator = *static_cast<RecordCommunicator *>(comm);
  RecordRank &rank = *communicator.rank;
  if (gradrt_status status = guarded([&] {
        return rank.recorder.write(communicator.members, calls, count);
      }))
    return status;
  return rank.inner->launch(communicator.inner, calls, count);
}

gradrt_status alloc(void *state, int64_t bytes, void **pointer) {
  return asRank(state).inner->alloc(asRank(state).state, bytes, pointer);
}

gradrt_status free(void *state, void *pointer) {
  return asRank(state).inner->free(asRank(state).state, pointer);
}

/// Hands a call about streams and events to the backend below, where it has
/// that function.
template <auto function, typename... Arguments>
gradrt_status forward(void *state, Arguments... arguments) {
  if (auto run = asRank(state).inner->*function)
    return run(asRank(state).state, arguments...);
  return nullptr;
}

/// A transfer; host memory is copied here.
template <auto function>
gradrt_status transfer(void *state, void *to, const void *from, int64_t bytes) {
  if (auto run = asRank(state).inner->*function)
    return run(asRank(state).state, to, from, bytes);
  std::memcpy(to, from, bytes);
  return nullptr;
}

/// Runs `function` of the backend below, or says that it has none.
template <auto function, typename... Arguments>
gradrt_status onDevice(void *state, Arguments... arguments) {
  if (auto run = asRank(state).inner->*function)
    return run(asRank(state).state, arguments...);
  return guarded([&] {
    return makeStatus(GRADRT_UNSUPPORTED,
                      std::string("the backend \"") +
                          asRank(state).inner->name +
                          "\" runs no kernels and no products");
  });
}

constexpr gradrt_backend makeBackend() {
  gradrt_backend backend = {};
  backend.abi = GRADRT_BACKEND_ABI;
  backend.name = "record";
  backend.make_id = makeId;
  backend.drop_token = dropToken;
  backend.open = open;
  backend.open_all = openAll;
  backend.finalize = finalize;
  backend.close = close;
  backend.abort = abort;
  backend.reduction_support = reduce;
  backend.move_support = move;
  backend.joint_comm_open = [](void *state) -> int32_t {
    auto joint = asRank(state).inner->joint_comm_open;
    return joint ? joint(asRank(state).state) : 0;
  };
  backend.comm_open = commOpen;
  backend.comm_close = commClose;
  backend.launch = launch;
  backend.alloc = alloc;
  backend.free = free;
  using B = gradrt_backend;
  backend.stream_create = forward<&B::stream_create, void **>;
  backend.stream_synchronize = forward<&B::stream_synchronize, void *>;
  backend.stream_destroy = forward<&B::stream_destroy, void *>;
  backend.event_create = forward<&B::event_create, void **>;
  backend.event_record = forward<&B::event_record, void *, void *>;
  backend.event_wait = forward<&B::event_wait, void *, void *>;
  backend.event_synchronize = forward<&B::event_synchronize, void *>;
  backend.event_destroy = forward<&B::event_destroy, void *>;
  backend.synchronize = forward<&B::synchronize>;
  backend.copy = transfer<&B::copy>;
  backend.write = transfer<&B::write>;
  backend.read = transfer<&B::read>;
  backend.launch_kernel = onDevice<&B::launch_kernel, const void *, int64_t,
                                   const char *, int64_t, int64_t, void **>;
  backend.matmul = onDevice<&B::matmul, const gradrt_product *, const void *,
                            const void *, void *>;
  return backend;
}

} // namespace

const gradrt_backend gradrt::recordBackend = makeBackend();
