//===- Kernels.cpp - Kernels, thread by thread ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Report.h"

#include "../lib/Emulator/EmulatorABI.h"

#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace grad::doubles;

//===----------------------------------------------------------------------===//
// Fibers
//===----------------------------------------------------------------------===//

extern "C" void grad_double_switch(void **from, void *to);

// Saves what the ABI of x86-64 has a function keep, and goes on elsewhere.
asm(R"(
.text
.globl grad_double_switch
.hidden grad_double_switch
.type grad_double_switch, @function
grad_double_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size grad_double_switch, .-grad_double_switch
)");

namespace {

constexpr size_t kStackBytes = 64 << 10;
constexpr uint32_t kWarp = 32;

/// One thread of a block.
struct Fiber {
  std::unique_ptr<char[]> stack;
  void *pointer = nullptr;
  enum { Ready, AtBarrier, AtShuffle, Done } state = Done;
  uint32_t thread = 0;
  // Of a shuffle.
  int32_t mode = 0, lane = 0, clamp = 0;
  uint32_t value = 0, result = 0;
  uint8_t isValid = 0;
  /// It stopped in the middle of the kernel.
  bool isLost = false;
};

/// The launch that is running; one at a time.
struct Launch {
  void (*function)(void **) = nullptr;
  void **params = nullptr;
  uint32_t blocks = 0, threads = 0, block = 0;
  std::vector<Fiber> fibers;
  Fiber *current = nullptr;
  void *scheduler = nullptr;
  std::vector<Range> *ranges = nullptr;
  std::string name;
};
Launch launch;

void yieldAs(decltype(Fiber::state) state) {
  Fiber &fiber = *launch.current;
  fiber.state = state;
  grad_double_switch(&fiber.pointer, launch.scheduler);
}

void runFiber() {
  for (;;) {
    launch.function(launch.params);
    yieldAs(Fiber::Done);
  }
}

/// A stack that begins in runFiber.
void prepare(Fiber &fiber) {
  if (fiber.stack && !fiber.isLost)
    return;
  fiber.isLost = false;
  if (!fiber.stack)
    fiber.stack = std::make_unique<char[]>(kStackBytes);
  auto top = reinterpret_cast<uintptr_t>(fiber.stack.get() + kStackBytes) &
             ~uintptr_t(15);
  auto *slots = reinterpret_cast<void **>(top);
  // The return address, above which the stack is as after a call.
  slots[-2] = reinterpret_cast<void *>(&runFiber);
  for (int i = 3; i <= 8; ++i)
    slots[-i] = nullptr;
  fiber.pointer = slots - 8;
}

void resume(Fiber &fiber) {
  launch.current = &fiber;
  grad_double_switch(&launch.scheduler, fiber.pointer);
}

uint32_t getIndex(int32_t what, int32_t dim) {
  switch (what) {
  case GRAD_EMULATOR_THREAD:
    return dim ? 0 : launch.current->thread;
  case GRAD_EMULATOR_BLOCK:
    return dim ? 0 : launch.block;
  case GRAD_EMULATOR_BLOCK_DIM:
    return dim ? 1 : launch.threads;
  case GRAD_EMULATOR_GRID_DIM:
    return dim ? 1 : launch.blocks;
  default:
    return launch.current->thread % kWarp;
  }
}

void waitAtBarrier() { yieldAs(Fiber::AtBarrier); }

uint32_t shuffle(int32_t mode, uint32_t value, int32_t lane, int32_t clamp,
                 uint8_t *isValid) {
  Fiber &fiber = *launch.current;
  fiber.mode = mode;
  fiber.value = fiber.result = value;
  fiber.lane = lane;
  fiber.clamp = clamp;
  yieldAs(Fiber::AtShuffle);
  *isValid = fiber.isValid;
  return fiber.result;
}

void access(const void *pointer, int64_t bytes, int32_t isWrite) {
  auto begin = reinterpret_cast<uintptr_t>(pointer);
  std::vector<Range> &ranges = *launch.ranges;
  // A thread walks on from where it, or its neighbour, was.
  for (size_t i = ranges.size(); i-- && i + 8 > ranges.size();)
    if (ranges[i].end == begin && ranges[i].isWrite == bool(isWrite)) {
      ranges[i].end += bytes;
      return;
    }
  ranges.push_back({begin, begin + bytes, isWrite != 0});
  if (begin % 16 && bytes == 16)
    reportViolation(launch.name + " accesses 16 bytes at an address that 16 "
                                  "does not divide");
}

void fail(const char *message) {
  Machine::get().failure = launch.name + ": " + message;
  launch.current->isLost = true;
  yieldAs(Fiber::Done);
}

const grad_emulator functions = {
    GRAD_EMULATOR_VERSION, getIndex, waitAtBarrier, shuffle, access, fail};

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// As in PTX: operands b and c of shfl.
void finishShuffle(Fiber *warp, uint32_t count, Fiber &fiber) {
  int32_t lane = fiber.thread % kWarp;
  int32_t mask = fiber.clamp >> 8 & 31, limit = fiber.clamp & 31;
  int32_t low = lane & mask, high = low | (limit & ~mask), from = lane;
  bool isValid = true;
  switch (fiber.mode) {
  case GRAD_EMULATOR_UP:
    from = lane - fiber.lane;
    isValid = from >= high;
    break;
  case GRAD_EMULATOR_DOWN:
    from = lane + fiber.lane;
    isValid = from <= high;
    break;
  case GRAD_EMULATOR_XOR:
    from = lane ^ fiber.lane;
    isValid = from <= high;
    break;
  default:
    from = low | (fiber.lane & ~mask & 31);
    isValid = from <= high;
  }
  fiber.isValid = isValid;
  if (isValid && from >= 0 && uint32_t(from) < count)
    fiber.result = warp[from].value;
}

/// Lets a warp go on whose threads have all come to a shuffle; what the rest of
/// the block waits for does not matter to it. False where they have not.
bool releaseWarp(Fiber *warp, uint32_t count, bool &isReleased) {
  uint32_t barriers = 0, shuffles = 0;
  for (uint32_t i = 0; i < count; ++i) {
    barriers += warp[i].state == Fiber::AtBarrier;
    shuffles += warp[i].state == Fiber::AtShuffle;
  }
  if (!shuffles)
    return true;
  if (barriers)
    return false;
  for (uint32_t i = 0; i < count; ++i)
    if (warp[i].state == Fiber::AtShuffle)
      finishShuffle(warp, count, warp[i]);
  for (uint32_t i = 0; i < count; ++i)
    if (warp[i].state == Fiber::AtShuffle)
      warp[i].state = Fiber::Ready;
  isReleased = true;
  return true;
}

/// Lets the threads that wait go on; false where those of one warp wait for
/// different things.
bool release(uint32_t threads) {
  bool isReleased = false;
  for (uint32_t first = 0; first < threads; first += kWarp)
    if (!releaseWarp(&launch.fibers[first], std::min(kWarp, threads - first),
                     isReleased))
      return false;
  // A barrier opens once no warp can go on without it.
  for (uint32_t i = 0; !isReleased && i < threads; ++i)
    if (launch.fibers[i].state == Fiber::AtBarrier)
      launch.fibers[i].state = Fiber::Ready;
  return true;
}

void runBlock(uint32_t block) {
  launch.block = block;
  for (uint32_t i = 0; i < launch.threads; ++i) {
    Fiber &fiber = launch.fibers[i];
    prepare(fiber);
    fiber.thread = i;
    fiber.state = Fiber::Ready;
  }
  for (bool isOver = false; !isOver;) {
    isOver = true;
    for (uint32_t i = 0; i < launch.threads; ++i) {
      Fiber &fiber = launch.fibers[i];
      if (fiber.state == Fiber::Ready)
        resume(fiber);
      isOver &= fiber.state == Fiber::Done;
    }
    if (!isOver && !release(launch.threads)) {
      reportViolation(launch.name + ": threads of a block wait for different "
                                    "things");
      // Their stacks are given up.
      launch.fibers.clear();
      launch.fibers.resize(launch.threads);
      return;
    }
  }
}

} // namespace

void grad::doubles::runKernel(void *function, uint32_t blocks, uint32_t threads,
                              std::vector<std::vector<char>> arguments,
                              const std::string &name,
                              std::vector<Range> &ranges) {
  std::vector<void *> params;
  for (std::vector<char> &argument : arguments)
    params.push_back(argument.data());
  launch.function = reinterpret_cast<void (*)(void **)>(function);
  launch.params = params.data();
  launch.blocks = blocks;
  launch.threads = threads;
  launch.ranges = &ranges;
  launch.name = name;
  if (launch.fibers.size() < threads)
    launch.fibers.resize(threads);
  for (uint32_t block = 0; block < blocks; ++block)
    runBlock(block);
}

void *grad::doubles::openImage(const void *image) {
  auto *header = static_cast<const Elf64_Ehdr *>(image);
  if (std::memcmp(header->e_ident, ELFMAG, SELFMAG) ||
      header->e_machine != EM_X86_64)
    return nullptr;
  size_t bytes =
      header->e_shoff + size_t(header->e_shnum) * header->e_shentsize;
  int file = memfd_create("kernels", 0);
  if (file < 0)
    return nullptr;
  for (size_t done = 0; done < bytes;) {
    ssize_t written =
        ::write(file, static_cast<const char *>(image) + done, bytes - done);
    if (written <= 0)
      break;
    done += written;
  }
  std::string path = "/proc/self/fd/" + std::to_string(file);
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    reportViolation(std::string("an image cannot be opened: ") + dlerror());
  // Stays open: a second image at this path would be taken for the first.
  if (!handle)
    return nullptr;
  auto *table = reinterpret_cast<const grad_emulator **>(
      dlsym(handle, "grad_emulator_functions"));
  if (table)
    *table = &functions;
  return handle;
}
