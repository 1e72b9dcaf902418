//===- Machine.h - Devices whose work happens late -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work is queued when it is issued, and done only when somebody waits for it,
// or at once with GRAD_DOUBLE_ORDER=early. Whether two accesses are ordered is
// decided by vector clocks, whatever the order they happen to be done in.

#ifndef GRAD_TEST_DOUBLES_MACHINE_H
#define GRAD_TEST_DOUBLES_MACHINE_H

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace grad::doubles {

/// For each stream, how far it is known to have got.
using Clock = std::map<int64_t, int64_t>;

void join(Clock &clock, const Clock &other);

/// What an item of work touches.
struct Range {
  uintptr_t begin, end;
  bool isWrite;
};

struct Stream;

/// One piece of work in a stream.
struct Item {
  std::string name;
  Stream *stream = nullptr;
  /// The item's own place in time: the stream's number, and its count there.
  int64_t process = 0, time = 0;
  Clock clock;
  /// What has to be done before, beside what stands earlier in the stream.
  std::vector<std::shared_ptr<Item>> needs;
  /// Looks whether the work can be done, for what needs other ranks.
  std::function<bool()> isReady;
  /// Does it, and adds what it touches.
  std::function<void(std::vector<Range> &)> run;
  bool isDone = false, isRunning = false;
};
using ItemPointer = std::shared_ptr<Item>;

struct Stream {
  int64_t process = 0;
  Clock clock;
  std::deque<ItemPointer> queue;
  /// The last item that was issued, done or not.
  ItemPointer last;
  /// What stood before the last one that does something.
  ItemPointer beforeLast;
  Clock clockBeforeLast;
  int64_t queries = 0;
};

struct Event {
  /// NULL: never recorded.
  ItemPointer item;
  Clock clock;
  int64_t queries = 0;
};

/// All devices of the process. Callers hold `mutex`.
class Machine {
public:
  static Machine &get();
  static std::recursive_mutex &mutex();

  /// A new number for a stream.
  int64_t newProcess() { return nextProcess++; }
  /// What the host has waited for. Threads of the host share it: what orders
  /// them is not the double's business.
  Clock hostClock;

  /// Queues an item behind what the stream holds and the host has seen.
  void issue(Stream &stream, ItemPointer item);
  /// Does the item and everything before it, as far as that can be done now.
  /// Taken by value: what is done leaves its queue, which may be all that keeps
  /// it.
  bool complete(ItemPointer item);

  /// Does everything that stands before the item, as far as that can be done.
  bool reach(ItemPointer item);

  /// Device memory: host code that touches it faults.
  void *allocate(int64_t bytes);
  /// False for what is no memory of a device.
  bool release(uintptr_t address);
  bool isDeviceMemory(uintptr_t address) const;

  /// Things that are to be given back: a word for each kind, and a count.
  std::map<std::string, int64_t> counts;
  /// An assertion that failed in a kernel; every later call fails.
  std::string failure;
  /// Whether a thread has a group of NCCL open.
  int64_t openGroups = 0;
  void reportLeaks();

private:
  struct Access {
    uintptr_t begin, end;
    bool isWrite;
    int64_t process, time;
    std::shared_ptr<Clock> clock;
    std::shared_ptr<std::string> name;
  };
  struct Allocation {
    int64_t bytes;
    bool isFreed = false;
    std::vector<Access> accesses;
  };

  Machine();
  void run(const ItemPointer &item);
  void check(const Item &item, std::vector<Range> ranges);
  void checkRange(Allocation &allocation, const Access &access);
  Allocation *find(uintptr_t address);
  void protect(bool isAccessible);

  char *arena;
  int64_t used = 0;
  int64_t depth = 0;
  std::map<uintptr_t, Allocation> allocations;
  int64_t nextProcess = 1;
};

/// Runs a kernel of an image, thread by thread; adds what it touches.
void runKernel(void *function, uint32_t blocks, uint32_t threads,
               std::vector<std::vector<char>> arguments,
               const std::string &name, std::vector<Range> &ranges);
/// Makes an image's functions known to it; NULL where it is no image.
void *openImage(const void *image);

} // namespace grad::doubles

#endif // GRAD_TEST_DOUBLES_MACHINE_H
