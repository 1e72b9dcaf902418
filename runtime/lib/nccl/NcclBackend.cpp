//===- NcclBackend.cpp - The backend nccl ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NcclBackend.h"
#include "Communicator.h"

#include "../core/Status.h"

#include <cstdlib>
#include <cstring>

using namespace gradrt;
using namespace gradrt::nccl;

static Rank &asRank(void *state) { return *static_cast<Rank *>(state); }

static gradrt_status makeUniqueId(ncclUniqueId &id) {
  const Nccl *nccl = nullptr;
  if (gradrt_status status = getNccl(nccl))
    return status;
  ncclResult_t result = nccl->ncclGetUniqueId(&id);
  return result == kNcclSuccess
             ? nullptr
             : makeStatus(GRADRT_SYSTEM,
                          std::string("ncclGetUniqueId failed: ") +
                              nccl->ncclGetErrorString(result));
}

static gradrt_status makeId(int64_t, const gradrt_options *, void *id,
                            void **token) {
  static_assert(sizeof(ncclUniqueId) == GRADRT_ID_BYTES);
  *token = nullptr;
  return guarded([&] {
    ncclUniqueId made;
    gradrt_status status = makeUniqueId(made);
    if (!status)
      std::memcpy(id, &made, sizeof(made));
    return status;
  });
}

static void dropToken(void *) {}

/// The device of a rank that has a process to itself.
static gradrt_status chooseDevice(int64_t rank, int &device) {
  const char *text = std::getenv("LOCAL_RANK");
  if (text && *text) {
    char *end = nullptr;
    long number = std::strtol(text, &end, 10);
    if (*end || number < 0 || number > 1 << 20)
      return makeStatus(GRADRT_INVALID_ARGUMENT,
                        std::string("LOCAL_RANK: expected a number, got \"") +
                            text + "\"");
    device = static_cast<int>(number);
    return nullptr;
  }
  const Cuda *cuda = nullptr;
  if (gradrt_status status = getCuda(cuda))
    return status;
  int count = 0;
  if (gradrt_status status =
          cuda->check(cuda->cuDeviceGetCount(&count), "cuDeviceGetCount"))
    return status;
  if (!count)
    return makeStatus(GRADRT_SYSTEM, "backend nccl: there is no device");
  device = static_cast<int>(rank % count);
  return nullptr;
}

static gradrt_status open(int64_t rank, int64_t size, const void *id, void *,
                          const gradrt_options *options, void **state) {
  return guarded([&]() -> gradrt_status {
    auto world = std::make_shared<World>();
    std::memcpy(&world->id, id, sizeof(world->id));
    auto made = std::make_unique<Rank>(world, rank, size, *options);
    int device = 0;
    if (gradrt_status status = chooseDevice(rank, device))
      return status;
    if (gradrt_status status = made->open(device))
      return status;
    Communicator *communicator = nullptr;
    if (gradrt_status status = made->getWorldCommunicator(communicator))
      return status;
    *state = made.release();
    return nullptr;
  });
}

static gradrt_status openAll(int64_t size, const gradrt_options *options,
                             void **states) {
  return guarded([&]() -> gradrt_status {
    auto world = std::make_shared<World>();
    if (gradrt_status status = makeUniqueId(world->id))
      return status;
    std::vector<std::unique_ptr<Rank>> made;
    for (int64_t rank = 0; rank < size; ++rank) {
      made.push_back(std::make_unique<Rank>(world, rank, size, *options));
      if (gradrt_status status = made.back()->open(static_cast<int>(rank)))
        return status;
    }
    for (int64_t rank = 0; rank < size; ++rank)
      states[rank] = made[rank].release();
    return nullptr;
  });
}

static gradrt_support getReduction(void *state, gradrt_type wire,
                                   gradrt_type result, gradrt_kind kind) {
  constexpr int native = 0, dropping = 1, refused = 2;
  auto select = [&](int sum, int avg, int prod, int min, int max) {
    switch (kind) {
    case GRADRT_KIND_SUM:
      return sum;
    case GRADRT_KIND_AVG:
      return avg;
    case GRADRT_KIND_PROD:
      return prod;
    case GRADRT_KIND_MIN:
      return min;
    case GRADRT_KIND_MAX:
      return max;
    default:
      return refused;
    }
  };
  auto is = [](gradrt_type type, const char *name) {
    return !std::strcmp(gradrt_type_name(type), name);
  };
  int support = refused;
#define GRADRT_REDUCTION(from, to, sum, avg, prod, min, max)                   \
  if (is(wire, #from) && is(result, #to))                                      \
    support = select(sum, avg, prod, min, max);
#include "gradrt/capabilities/nccl.def"
  if (support == native || (support == dropping && asRank(state).ignoreNaN))
    return GRADRT_SUPPORT_NATIVE;
  return GRADRT_SUPPORT_REFUSED;
}

static gradrt_support getMove(void *, gradrt_type type) {
  return gradrt_type_bytes(type) ? GRADRT_SUPPORT_NATIVE
                                 : GRADRT_SUPPORT_REFUSED;
}

namespace {
/// The world's communicator belongs to the rank.
struct Handle {
  Communicator *communicator = nullptr;
  std::unique_ptr<Communicator> owned;
};
} // namespace

static gradrt_status commOpen(void *state, const int64_t *ranks, int64_t size,
                              int64_t index, int64_t color, void **comm) {
  return guarded([&]() -> gradrt_status {
    Rank &rank = asRank(state);
    auto made = std::make_unique<Handle>();
    if (gradrt_status status = rank.getWorldCommunicator(made->communicator))
      return status;
    if (color >= 0) {
      Communicator &world = *made->communicator;
      made->owned = std::make_unique<Communicator>(
          rank, std::vector<int64_t>(ranks, ranks + size), index);
      if (gradrt_status status =
              made->owned->split(world, static_cast<int>(color)))
        return status;
      made->communicator = made->owned.get();
    }
    *comm = made.release();
    return nullptr;
  });
}

static void commClose(void *comm) { delete static_cast<Handle *>(comm); }

static gradrt_status launch(void *comm, const gradrt_call *calls,
                            int64_t count) {
  return guarded([&] {
    return static_cast<Handle *>(comm)->communicator->launch(calls, count);
  });
}

/// A function of the table that calls one of the rank's.
template <auto function, typename... Arguments>
static gradrt_status onRank(void *state, Arguments... arguments) {
  return guarded([&] { return (asRank(state).*function)(arguments...); });
}

static gradrt_status waitForStream(void *state, void *stream) {
  return guarded([&] {
    Rank &rank = asRank(state);
    Rank::Current current(rank);
    return rank.wait(rank.getStream(stream));
  });
}

/// Calls the driver with the rank's context.
template <typename Call>
static gradrt_status onDriver(void *state, const char *what, Call &&call) {
  return guarded([&] {
    Rank &rank = asRank(state);
    Rank::Current current(rank);
    return rank.cuda->check(call(rank, *rank.cuda), what);
  });
}

static gradrt_status destroyStream(void *state, void *stream) {
  return guarded([&] {
    return asRank(state).destroyStream(static_cast<CUstream>(stream));
  });
}

static gradrt_status recordEvent(void *state, void *event, void *stream) {
  return onDriver(state, "cuEventRecord", [&](Rank &rank, const Cuda &cuda) {
    return cuda.cuEventRecord(static_cast<CUevent>(event),
                              rank.getStream(stream));
  });
}

static gradrt_status waitEvent(void *state, void *event, void *stream) {
  return onDriver(state, "cuStreamWaitEvent",
                  [&](Rank &rank, const Cuda &cuda) {
                    return cuda.cuStreamWaitEvent(
                        rank.getStream(stream), static_cast<CUevent>(event), 0);
                  });
}

static gradrt_status synchronizeEvent(void *state, void *event) {
  return guarded([&] {
    Rank &rank = asRank(state);
    Rank::Current current(rank);
    return rank.wait(nullptr, static_cast<CUevent>(event));
  });
}

static gradrt_status destroyEvent(void *state, void *event) {
  return onDriver(state, "cuEventDestroy", [&](Rank &, const Cuda &cuda) {
    return cuda.cuEventDestroy(static_cast<CUevent>(event));
  });
}

static gradrt_status write(void *state, void *to, const void *from,
                           int64_t bytes) {
  Rank &rank = asRank(state);
  return guarded(
      [&] { return rank.write(to, from, bytes, rank.getStream(nullptr)); });
}

static gradrt_status read(void *state, void *to, const void *from,
                          int64_t bytes) {
  Rank &rank = asRank(state);
  return guarded(
      [&] { return rank.read(to, from, bytes, rank.getStream(nullptr)); });
}

static gradrt_status launchKernel(void *state, const void *image, int64_t,
                                  const char *name, int64_t blocks,
                                  int64_t threads, void **params) {
  return guarded([&] {
    return asRank(state).launch(image, name, blocks, threads, params);
  });
}

static gradrt_status multiply(void *state, const gradrt_product *product,
                              const void *a, const void *b, void *c) {
  return guarded([&] { return asRank(state).multiply(*product, a, b, c); });
}

static constexpr gradrt_backend makeBackend() {
  gradrt_backend backend = {};
  backend.abi = GRADRT_BACKEND_ABI;
  backend.name = "nccl";
  backend.make_id = makeId;
  backend.drop_token = dropToken;
  backend.open = open;
  backend.open_all = openAll;
  backend.finalize = onRank<&Rank::finalize>;
  backend.close = [](void *state) { delete &asRank(state); };
  backend.abort = [](void *state, const char *reason) {
    asRank(state).abort(reason);
  };
  backend.reduction_support = getReduction;
  backend.move_support = getMove;
  backend.joint_comm_open = [](void *) -> int32_t { return 1; };
  backend.comm_open = commOpen;
  backend.comm_close = commClose;
  backend.launch = launch;
  backend.alloc = onRank<&Rank::allocate, int64_t, void **>;
  backend.free = onRank<&Rank::release, void *>;
  backend.share = onRank<&Rank::share, void *, int64_t>;
  backend.stream_create = onRank<&Rank::createStream, void **>;
  backend.stream_synchronize = waitForStream;
  backend.stream_destroy = destroyStream;
  backend.event_create = onRank<&Rank::createEvent, void **>;
  backend.event_record = recordEvent;
  backend.event_wait = waitEvent;
  backend.event_synchronize = synchronizeEvent;
  backend.event_destroy = destroyEvent;
  backend.synchronize = [](void *state) {
    return waitForStream(state, nullptr);
  };
  backend.copy = onRank<&Rank::copy, void *, const void *, int64_t>;
  backend.write = write;
  backend.read = read;
  backend.launch_kernel = launchKernel;
  backend.matmul = multiply;
  return backend;
}

const gradrt_backend gradrt::ncclBackend = makeBackend();
