//===- Rank.h - One rank on its device -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_NCCL_RANK_H
#define GRADRT_LIB_NCCL_RANK_H

#include "InFlight.h"
#include "World.h"

#include "../core/History.h"

#include "gradrt/backend.h"

#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace gradrt::nccl {

class Communicator;

/// A device, its streams, memory and programs. Calls come from one thread at a
/// time, but `abort`.
class Rank {
public:
  Rank(std::shared_ptr<World> world, int64_t rank, int64_t size,
       const gradrt_options &options)
      : world(std::move(world)), rank(rank), size(size),
        timeoutMs(options.timeout_ms), debug(options.debug),
        ignoreNaN(options.ignore_nan) {
    this->world->join(rank);
  }
  ~Rank();

  /// Takes the device of that number.
  gradrt_status open(int device);
  /// Waits for the device and takes no part any more.
  gradrt_status finalize();
  void abort(const char *reason);

  // Memory (Memory.cpp).

  gradrt_status allocate(int64_t bytes, void **pointer);
  /// Memory that the host may touch, freed like the rest.
  gradrt_status allocatePinned(int64_t bytes, void **pointer);
  gradrt_status release(void *pointer);
  /// Memory that all ranks use alike: NCCL is told of it. If one rank's were
  /// and another's were not, a collective of both would be undefined.
  gradrt_status share(void *pointer, int64_t bytes);
  gradrt_status copy(void *to, const void *from, int64_t bytes);
  gradrt_status write(void *to, const void *from, int64_t bytes,
                      CUstream stream);
  gradrt_status read(void *to, const void *from, int64_t bytes,
                     CUstream stream);

  // Programs (Programs.cpp).

  gradrt_status launch(const void *image, const char *name, int64_t blocks,
                       int64_t threads, void **params);
  gradrt_status multiply(const gradrt_product &product, const void *a,
                         const void *b, void *c);

  // Order.

  gradrt_status createStream(void **stream);
  gradrt_status destroyStream(CUstream stream);
  gradrt_status createEvent(void **event);
  /// Waits for a stream, or the event where that is given.
  gradrt_status wait(CUstream stream, CUevent event = nullptr);
  /// The compute stream for NULL.
  CUstream getStream(void *stream) const {
    return stream ? static_cast<CUstream>(stream) : compute;
  }

  // Communicators (Communicator.cpp).

  gradrt_status getWorldCommunicator(Communicator *&communicator);
  /// An error where the rank was aborted, or the world has failed.
  gradrt_status checkSelf();
  /// And where it waits for one that will not come. `isLast`: the communicator
  /// then fails for good.
  gradrt_status checkPeers(bool isLast = false);
  /// Calls `isDone` until that says so. An error of its own, of the peers, or
  /// the timeout ends it, which counts from when a launch last happened.
  /// `isTimed`: also where no launch is in flight or being made.
  gradrt_status poll(const std::string &what, bool isTimed,
                     const std::function<gradrt_status(bool &)> &isDone);
  /// Waits for all launches.
  gradrt_status drain();
  /// Has the stream wait for what the compute stream has been given so far.
  gradrt_status followCompute(CUstream stream);

  /// Makes the device's context current for the calling thread.
  class Current {
  public:
    explicit Current(const Rank &rank)
        : cuda(*rank.cuda),
          isPushed(cuda.cuCtxPushCurrent(rank.context) == kCudaSuccess) {}
    ~Current() {
      CUcontext popped;
      if (isPushed)
        cuda.cuCtxPopCurrent(&popped);
    }

  private:
    const Cuda &cuda;
    /// What comes next fails by itself where it is not.
    bool isPushed;
  };

  const Cuda *cuda = nullptr;
  const Nccl *nccl = nullptr;
  std::shared_ptr<World> world;
  const int64_t rank, size;
  const int64_t timeoutMs;
  const bool debug, ignoreNaN;
  /// All that were opened and not closed.
  std::vector<Communicator *> communicators;
  /// How many have ever been opened.
  int64_t numCommunicators = 0;
  InFlight inFlight;
  /// A communicator has: what was issued may not happen.
  bool hasFailed = false;
  /// Debug mode.
  History history;

private:
  struct Block {
    int64_t bytes;
    bool isPinned;
  };
  /// Memory that all ranks use alike.
  struct Shared {
    int64_t bytes;
    /// NCCL's, once the world's communicator is open.
    void *registration;
  };
  struct Slot {
    void *memory = nullptr;
    CUevent event = nullptr;
    bool isBusy = false;
  };

  gradrt_status takeBlock(int64_t bytes, CUdeviceptr &memory);
  gradrt_status registerMemory(void *pointer, Shared &memory);
  void unregisterMemory(Shared &memory);
  void freeBlock(void *pointer, Block &block);
  void freeUnused();
  gradrt_status nextSlot(Slot *&slot);
  gradrt_status getFunction(const void *image, const char *name,
                            CUfunction &function);
  gradrt_status openBlas();
  /// Aborts the communicators, so that what was issued comes to an end.
  void giveUp();
  /// The error of a wait that took too long, also for the other ranks.
  gradrt_status timeOut(const std::string &what);

  CUdevice device = 0;
  CUcontext context = nullptr;
  CUstream compute = nullptr;
  bool isFinalized = false;
  /// No peer matters any more.
  bool hasGivenUp = false;
  std::atomic<bool> isAborted{false};

  std::map<void *, Block> live;
  std::multimap<int64_t, std::pair<void *, Block>> unused;
  std::map<void *, Shared> shared;
  Slot slots[2];
  int nextSlotNumber = 0;

  std::unordered_map<const void *, CUmodule> modules;
  std::map<std::pair<const void *, const char *>, CUfunction> functions;
  const Cublas *cublas = nullptr;
  cublasHandle_t blas = nullptr;
  void *blasWorkspace = nullptr;

  std::unique_ptr<Communicator> worldCommunicator;
};

} // namespace gradrt::nccl

#endif // GRADRT_LIB_NCCL_RANK_H
