//===- Launch.cpp - Run emulated kernels in one process -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <memory>
#include <ucontext.h>
#include <unistd.h>

namespace {
enum class State { Ready, AtBarrier, AtShuffle, Done };

/// What a lane brings to a shuffle and takes from it.
struct Shuffle {
  int32_t mode, lane, clamp;
  uint32_t value, result;
  bool valid;
};

struct Thread {
  ucontext_t context;
  std::unique_ptr<char[]> stack;
  std::array<uint32_t, 3> index;
  uint32_t lane;
  State state = State::Ready;
  Shuffle shuffle;
};

/// One block, whose threads run on the one thread of the host.
struct Block {
  LaunchSizes sizes;
  std::array<uint32_t, 3> index;
  std::vector<Thread> threads;
  Thread *current = nullptr;
  ucontext_t scheduler;
  void (*kernel)(void **);
  std::vector<void *> params;
  std::vector<Access> *accesses;

  bool run();

private:
  bool runReady();
  bool exchange();
  bool release();
};
} // namespace

static Block *block = nullptr;

/// Lets the scheduler go on until it makes the thread ready.
static void wait(State state) {
  Thread *self = block->current;
  self->state = state;
  swapcontext(&self->context, &block->scheduler);
}

static uint32_t getIndex(int32_t what, int32_t dim) {
  switch (what) {
  case GRAD_EMULATOR_THREAD:
    return block->current->index[dim];
  case GRAD_EMULATOR_BLOCK:
    return block->index[dim];
  case GRAD_EMULATOR_BLOCK_DIM:
    return block->sizes.block[dim];
  case GRAD_EMULATOR_GRID_DIM:
    return block->sizes.grid[dim];
  case GRAD_EMULATOR_LANE:
    return block->current->lane;
  }
  abort();
}

static void waitAtBarrier() { wait(State::AtBarrier); }

static uint32_t shuffle(int32_t mode, uint32_t value, int32_t lane,
                        int32_t clamp, uint8_t *valid) {
  Thread *self = block->current;
  self->shuffle = {mode, lane, clamp, value, value, false};
  wait(State::AtShuffle);
  *valid = self->shuffle.valid;
  return self->shuffle.result;
}

static void report(const void *pointer, int64_t bytes, int32_t isWrite) {
  if (block->accesses)
    block->accesses->push_back({pointer, bytes, isWrite != 0});
}

static void fail(const char *message) {
  fprintf(stderr, "assertion failed: %s\n", message);
  abort();
}

static const grad_emulator functions = {
    GRAD_EMULATOR_VERSION, getIndex, waitAtBarrier, shuffle, report, fail};

static void runThread() {
  block->kernel(block->params.data());
  wait(State::Done);
}

bool Block::runReady() {
  bool any = false;
  for (Thread &thread : threads) {
    if (thread.state != State::Ready)
      continue;
    any = true;
    current = &thread;
    swapcontext(&scheduler, &thread.context);
  }
  return any;
}

/// The lane that `shfl.sync` reads, and whether it is in range (PTX ISA,
/// "Data Movement and Conversion Instructions: shfl.sync").
static int getSource(const Shuffle &shuffle, int lane, bool &valid) {
  int offset = shuffle.lane & 31, clamp = shuffle.clamp & 31;
  int segment = shuffle.clamp >> 8 & 31;
  int last = (lane & segment) | (clamp & ~segment);
  int source = lane;
  switch (shuffle.mode) {
  case GRAD_EMULATOR_XOR:
    source = lane ^ offset;
    break;
  case GRAD_EMULATOR_UP:
    source = lane - offset;
    valid = source >= last;
    return valid ? source : lane;
  case GRAD_EMULATOR_DOWN:
    source = lane + offset;
    break;
  case GRAD_EMULATOR_IDX:
    source = (lane & segment) | (offset & ~segment);
    break;
  }
  valid = source <= last;
  return valid ? source : lane;
}

/// Once no thread is ready, the lanes at a shuffle are all that take part.
bool Block::exchange() {
  bool any = false;
  for (size_t i = 0; i < threads.size(); ++i) {
    Thread &thread = threads[i];
    if (thread.state != State::AtShuffle)
      continue;
    any = true;
    size_t source =
        i - thread.lane +
        getSource(thread.shuffle, thread.lane, thread.shuffle.valid);
    // The device leaves the value of a lane that takes no part open.
    bool takesPart =
        source < threads.size() && (threads[source].state == State::AtShuffle);
    thread.shuffle.result =
        takesPart ? threads[source].shuffle.value : 0xdeadbeef;
  }
  for (Thread &thread : threads)
    if (thread.state == State::AtShuffle)
      thread.state = State::Ready;
  return any;
}

bool Block::release() {
  bool any = false;
  for (Thread &thread : threads) {
    if (thread.state != State::AtBarrier)
      continue;
    any = true;
    thread.state = State::Ready;
  }
  return any;
}

bool Block::run() {
  constexpr size_t stackSize = 128 << 10;
  const auto &dims = sizes.block;
  threads = std::vector<Thread>(size_t(dims[0]) * dims[1] * dims[2]);
  for (size_t i = 0; i < threads.size(); ++i) {
    Thread &thread = threads[i];
    thread.index = {uint32_t(i % dims[0]), uint32_t(i / dims[0] % dims[1]),
                    uint32_t(i / dims[0] / dims[1])};
    thread.lane = i % 32;
    thread.stack.reset(new char[stackSize]);
    getcontext(&thread.context);
    thread.context.uc_stack.ss_sp = thread.stack.get();
    thread.context.uc_stack.ss_size = stackSize;
    makecontext(&thread.context, runThread, 0);
  }
  while (runReady() || exchange() || release())
    ;
  for (Thread &thread : threads)
    if (thread.state != State::Done)
      return false;
  return true;
}

bool KernelImage::load(const char *bytes, size_t size, std::string &error) {
  std::string path =
      std::filesystem::temp_directory_path() / "grad-emulator-test-XXXXXX";
  int file = mkstemp(path.data());
  if (file < 0 || write(file, bytes, size) != ssize_t(size)) {
    error = "cannot write " + path;
    return false;
  }
  close(file);
  library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    error = dlerror();
  unlink(path.c_str());
  if (!library)
    return false;
  auto **variable = static_cast<const grad_emulator **>(
      dlsym(library, "grad_emulator_functions"));
  if (!variable || *variable) {
    error = "the image has no null 'grad_emulator_functions'";
    return false;
  }
  *variable = &functions;
  return true;
}

KernelImage::~KernelImage() {
  if (library)
    dlclose(library);
}

std::vector<int64_t> KernelImage::getSizes(const std::string &kernel) const {
  auto query = reinterpret_cast<int64_t (*)(const char *, int64_t *, int64_t)>(
      dlsym(library, "grad_emulator_kernel_sizes"));
  int64_t count = query(kernel.c_str(), nullptr, 0);
  if (count < 0)
    return {count};
  std::vector<int64_t> sizes(count);
  query(kernel.c_str(), sizes.data(), count);
  return sizes;
}

bool KernelImage::launch(const std::string &kernel, const LaunchSizes &sizes,
                         Arguments &arguments, std::vector<Access> *accesses) {
  auto entry =
      reinterpret_cast<void (*)(void **)>(dlsym(library, kernel.c_str()));
  if (!entry || getSizes(kernel) != arguments.sizes)
    return false;
  const auto &grid = sizes.grid;
  for (uint32_t i = 0; i < grid[0] * grid[1] * grid[2]; ++i) {
    Block next;
    next.sizes = sizes;
    next.index = {i % grid[0], i / grid[0] % grid[1], i / grid[0] / grid[1]};
    next.kernel = entry;
    next.params = arguments.getParams();
    next.accesses = accesses;
    block = &next;
    bool done = next.run();
    block = nullptr;
    if (!done)
      return false;
  }
  return true;
}
