//===- Machine.cpp - Devices whose work happens late ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Report.h"

#include <algorithm>
#include <sys/mman.h>
#include <tuple>

using namespace grad::doubles;

static constexpr int64_t kArenaBytes = int64_t(1) << 36;
static constexpr int64_t kPage = 4096;

void grad::doubles::join(Clock &clock, const Clock &other) {
  for (auto [process, time] : other) {
    int64_t &mine = clock[process];
    mine = std::max(mine, time);
  }
}

/// Whether something at that time of a process is known to a clock.
static bool isBefore(int64_t process, int64_t time, const Clock &clock) {
  auto known = clock.find(process);
  return known != clock.end() && known->second >= time;
}

Machine &Machine::get() {
  // Lives as long as the process: streams may be destroyed at its end.
  static Machine *machine = new Machine;
  return *machine;
}

std::recursive_mutex &Machine::mutex() {
  static auto *mutex = new std::recursive_mutex;
  return *mutex;
}

Machine::Machine() {
  arena = static_cast<char *>(mmap(nullptr, kArenaBytes, PROT_NONE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                                   -1, 0));
  if (arena == MAP_FAILED) {
    reportViolation("no address space for device memory");
    arena = nullptr;
  }
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

void Machine::issue(Stream &stream, ItemPointer item) {
  if (item->run) {
    stream.clockBeforeLast = stream.clock;
    stream.beforeLast = stream.last;
  }
  join(stream.clock, hostClock);
  ++stream.clock[stream.process];
  item->stream = &stream;
  item->process = stream.process;
  item->time = stream.clock[stream.process];
  item->clock = stream.clock;
  stream.queue.push_back(item);
  stream.last = item;
  if (getNumber("GRAD_DOUBLE_EARLY", 0))
    complete(item);
}

bool Machine::complete(ItemPointer item) {
  if (!item || item->isDone)
    return true;
  // Asked for by itself: another rank has to come first.
  if (item->isRunning)
    return false;
  Stream &stream = *item->stream;
  while (!item->isDone) {
    ItemPointer head = stream.queue.front();
    if (head->isRunning)
      return false;
    head->isRunning = true;
    bool isReady = true;
    for (const ItemPointer &needed : head->needs)
      isReady = isReady && complete(needed);
    isReady = isReady && (!head->isReady || head->isReady());
    head->isRunning = false;
    if (!isReady)
      return false;
    if (!head->isDone)
      run(head);
  }
  return true;
}

bool Machine::reach(ItemPointer item) {
  while (!item->isDone && item->stream->queue.front() != item)
    if (!complete(item->stream->queue.front()))
      return false;
  return true;
}

void Machine::run(const ItemPointer &item) {
  std::vector<Range> ranges;
  if (item->run) {
    protect(true);
    item->run(ranges);
    protect(false);
  }
  check(*item, std::move(ranges));
  log("done: " + item->name);
  item->isDone = true;
  item->run = nullptr;
  item->isReady = nullptr;
  item->needs.clear();
  auto &queue = item->stream->queue;
  queue.erase(std::find(queue.begin(), queue.end(), item));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void Machine::protect(bool isAccessible) {
  depth += isAccessible ? 1 : -1;
  if (depth != (isAccessible ? 1 : 0) || !used)
    return;
  mprotect(arena, used, isAccessible ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void *Machine::allocate(int64_t bytes) {
  // Addresses are never given twice, and a page lies between two of them.
  int64_t room = (bytes + kPage - 1) / kPage * kPage + kPage;
  if (!arena || used + room > kArenaBytes)
    return nullptr;
  char *memory = arena + used;
  used += room;
  allocations[reinterpret_cast<uintptr_t>(memory)].bytes = bytes;
  ++counts["device memory"];
  // What was never written is no number.
  protect(true);
  std::fill_n(memory, bytes, char(0xff));
  protect(false);
  return memory;
}

Machine::Allocation *Machine::find(uintptr_t address) {
  auto next = allocations.upper_bound(address);
  if (next == allocations.begin())
    return nullptr;
  auto found = std::prev(next);
  return address < found->first + found->second.bytes ? &found->second
                                                      : nullptr;
}

bool Machine::isDeviceMemory(uintptr_t address) const {
  auto begin = reinterpret_cast<uintptr_t>(arena);
  return address >= begin && address < begin + kArenaBytes;
}

bool Machine::release(uintptr_t address) {
  auto found = allocations.find(address);
  if (found == allocations.end() || found->second.isFreed) {
    reportViolation("cuMemFree of what is no memory, or was freed already");
    return false;
  }
  for (const Access &access : found->second.accesses)
    if (!isBefore(access.process, access.time, hostClock)) {
      reportViolation("memory is freed that " + *access.name +
                      " may still use");
      break;
    }
  found->second.isFreed = true;
  found->second.accesses.clear();
  --counts["device memory"];
  int64_t room = (found->second.bytes + kPage - 1) / kPage * kPage;
  if (room)
    madvise(reinterpret_cast<void *>(address), room, MADV_DONTNEED);
  return true;
}

/// Checks one access against those before it, and keeps it.
void Machine::checkRange(Allocation &allocation, const Access &access) {
  auto &accesses = allocation.accesses;
  bool isReported = false;
  accesses.erase(
      std::remove_if(
          accesses.begin(), accesses.end(),
          [&](const Access &other) {
            if (other.begin >= access.end || access.begin >= other.end)
              return false;
            bool isAfter = isBefore(other.process, other.time, *access.clock);
            bool isOrdered =
                isAfter || isBefore(access.process, access.time, *other.clock);
            if (!isOrdered && (other.isWrite || access.isWrite) &&
                !isReported) {
              isReported = true;
              reportViolation("nothing orders " + *access.name + " and " +
                              *other.name + ", which touch the same memory");
            }
            // What comes after this one comes after that one, too.
            return isAfter && (access.isWrite || !other.isWrite) &&
                   access.begin <= other.begin && other.end <= access.end;
          }),
      accesses.end());
  accesses.push_back(access);
}

void Machine::check(const Item &item, std::vector<Range> ranges) {
  std::sort(ranges.begin(), ranges.end(), [](const Range &a, const Range &b) {
    return std::tie(a.isWrite, a.begin) < std::tie(b.isWrite, b.begin);
  });
  auto clock = std::make_shared<Clock>(item.clock);
  auto name = std::make_shared<std::string>(item.name);
  for (size_t i = 0; i < ranges.size();) {
    Range range = ranges[i++];
    for (; i < ranges.size() && ranges[i].isWrite == range.isWrite &&
           ranges[i].begin <= range.end;
         ++i)
      range.end = std::max(range.end, ranges[i].end);
    if (range.begin == range.end)
      continue;
    Allocation *allocation = find(range.begin);
    if (!allocation || allocation->isFreed) {
      if (isDeviceMemory(range.begin))
        reportViolation(item.name + " touches memory that " +
                        (allocation ? "was freed" : "nobody allocated"));
      continue;
    }
    // A page lies between two allocations, so that a range ends in none.
    if (find(range.end - 1) != allocation)
      reportViolation(item.name +
                      " touches memory behind the end of an "
                      "allocation of " +
                      std::to_string(allocation->bytes) + " bytes");
    checkRange(*allocation, {range.begin, range.end, range.isWrite,
                             item.process, item.time, clock, name});
  }
}

void Machine::reportLeaks() {
  std::lock_guard<std::recursive_mutex> lock(mutex());
  for (auto &[what, count] : counts)
    if (count)
      reportViolation(std::to_string(count) + " of " + what +
                      " not given back");
  counts.clear();
  if (openGroups)
    reportViolation("a group of NCCL was left open");
  openGroups = 0;
}
