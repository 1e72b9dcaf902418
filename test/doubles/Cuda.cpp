//===- Cuda.cpp - The CUDA driver ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Report.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <mutex>

using namespace grad::doubles;

// Types and numbers of cuda.h.
using CUresult = int;
using CUdeviceptr = unsigned long long;
enum : CUresult {
  kSuccess = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kNoBinary = 209,
  kNotFound = 500,
  kNotReady = 600,
  kAssert = 710
};

namespace {
using Lock = std::lock_guard<std::recursive_mutex>;

thread_local int64_t pushedContexts = 0;

/// Every call but those that only ask needs a context.
CUresult enter(const char *name, bool needsContext) {
  log(std::string("call: ") + name);
  if (needsContext && !pushedContexts)
    reportViolation(std::string(name) + " without a current context");
  return isFault(std::string("fail-") + name) ? 999 : kSuccess;
}

/// What asks for the outcome of work gets to know of a failed assertion.
CUresult getOutcome(CUresult result) {
  return Machine::get().failure.empty() ? result : kAssert;
}

#define ENTER_WITH(needsContext)                                               \
  Lock lock(Machine::mutex());                                                 \
  if (CUresult failed = enter(__func__, needsContext))                         \
  return failed
#define ENTER() ENTER_WITH(true)

ItemPointer makeItem(const char *name, const std::string &details = "") {
  static int64_t number = 0;
  auto item = std::make_shared<Item>();
  item->name = std::string(name) + " #" + std::to_string(++number) +
               (details.empty() ? "" : " (" + details + ")");
  return item;
}

Range makeRange(CUdeviceptr begin, size_t bytes, bool isWrite) {
  return {uintptr_t(begin), uintptr_t(begin) + bytes, isWrite};
}

void expectDevice(const char *name, CUdeviceptr pointer) {
  if (!Machine::get().isDeviceMemory(pointer))
    reportViolation(std::string(name) + " of memory of the host");
}

/// A copy, which reads and writes when it is done, not when it is issued.
CUresult copy(const char *name, void *stream, CUdeviceptr to, CUdeviceptr from,
              size_t bytes) {
  auto item = makeItem(name, std::to_string(bytes) + " bytes");
  item->run = [=](std::vector<Range> &ranges) {
    std::memmove(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from),
                 bytes);
    ranges.push_back(makeRange(from, bytes, false));
    ranges.push_back(makeRange(to, bytes, true));
  };
  Machine::get().issue(*static_cast<Stream *>(stream), item);
  return kSuccess;
}

/// Asking a few times in vain first.
CUresult ask(const ItemPointer &item, int64_t &queries) {
  if (++queries % 3 || !Machine::get().complete(item))
    return item && !item->isDone ? kNotReady : kSuccess;
  return kSuccess;
}

struct Module {
  void *image;
};
struct Function {
  void *code;
  std::string name;
  std::vector<int64_t> sizes;
};
} // namespace

extern "C" {

CUresult cuInit(unsigned) { return kSuccess; }
CUresult cuDriverGetVersion(int *version) {
  *version = static_cast<int>(getNumber("GRAD_DOUBLE_CUDA_VERSION", 13000));
  return kSuccess;
}
CUresult cuGetErrorName(CUresult error, const char **name) {
  *name = error == kOutOfMemory ? "CUDA_ERROR_OUT_OF_MEMORY"
          : error == kNoBinary  ? "CUDA_ERROR_NO_BINARY_FOR_GPU"
          : error == kAssert    ? "CUDA_ERROR_ASSERT"
                                : "CUDA_ERROR_UNKNOWN";
  return kSuccess;
}
CUresult cuGetErrorString(CUresult error, const char **text) {
  *text = error == kAssert ? Machine::get().failure.c_str()
                           : "an error of the double";
  return kSuccess;
}
CUresult cuDeviceGetCount(int *count) {
  *count = static_cast<int>(getNumber("GRAD_DOUBLE_DEVICES", 8));
  return kSuccess;
}
CUresult cuDeviceGet(int *device, int number) {
  *device = number;
  return kSuccess;
}
CUresult cuDeviceGetAttribute(int *value, int attribute, int) {
  *value = attribute == 75 ? 9 : 0;
  return kSuccess;
}

CUresult cuDevicePrimaryCtxRetain(void **context, int device) {
  ENTER_WITH(false);
  *context = reinterpret_cast<void *>(intptr_t(device + 1));
  ++Machine::get().counts["contexts"];
  return kSuccess;
}
CUresult cuDevicePrimaryCtxRelease_v2(int) {
  ENTER_WITH(false);
  --Machine::get().counts["contexts"];
  return kSuccess;
}
CUresult cuCtxPushCurrent_v2(void *) {
  ++pushedContexts;
  return kSuccess;
}
CUresult cuCtxPopCurrent_v2(void **) {
  if (--pushedContexts < 0)
    reportViolation("cuCtxPopCurrent without a current context");
  return kSuccess;
}

CUresult cuMemAlloc_v2(CUdeviceptr *pointer, size_t bytes) {
  ENTER();
  if (!bytes)
    return kInvalidValue;
  void *memory = Machine::get().allocate(bytes);
  *pointer = reinterpret_cast<CUdeviceptr>(memory);
  return memory ? kSuccess : kOutOfMemory;
}
CUresult cuMemFree_v2(CUdeviceptr pointer) {
  ENTER();
  if (isFault("leak"))
    return kSuccess;
  return Machine::get().release(pointer) ? kSuccess : kInvalidValue;
}
CUresult cuMemAllocHost_v2(void **pointer, size_t bytes) {
  ENTER();
  *pointer = std::malloc(bytes);
  ++Machine::get().counts["pinned memory"];
  return *pointer ? kSuccess : kOutOfMemory;
}
CUresult cuMemFreeHost(void *pointer) {
  ENTER();
  std::free(pointer);
  --Machine::get().counts["pinned memory"];
  return kSuccess;
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes,
                              void *stream) {
  ENTER();
  expectDevice(__func__, to);
  return copy("cuMemcpyHtoD", stream, to, reinterpret_cast<CUdeviceptr>(from),
              bytes);
}
CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes,
                              void *stream) {
  ENTER();
  expectDevice(__func__, from);
  return copy("cuMemcpyDtoH", stream, reinterpret_cast<CUdeviceptr>(to), from,
              bytes);
}
CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                              void *stream) {
  ENTER();
  expectDevice(__func__, to);
  expectDevice(__func__, from);
  return copy("cuMemcpyDtoD", stream, to, from, bytes);
}
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t bytes,
                         void *stream) {
  ENTER();
  auto item = makeItem("cuMemsetD8");
  item->run = [=](std::vector<Range> &ranges) {
    std::memset(reinterpret_cast<void *>(to), value, bytes);
    ranges.push_back(makeRange(to, bytes, true));
  };
  Machine::get().issue(*static_cast<Stream *>(stream), item);
  return kSuccess;
}

CUresult cuStreamCreate(void **stream, unsigned flags) {
  ENTER();
  if (flags != 1)
    reportViolation("a stream that the default stream blocks");
  auto *made = new Stream;
  made->process = Machine::get().newProcess();
  *stream = made;
  ++Machine::get().counts["streams"];
  return kSuccess;
}
CUresult cuStreamDestroy_v2(void *stream) {
  ENTER();
  if (!static_cast<Stream *>(stream)->queue.empty())
    reportViolation("a stream is destroyed that holds work");
  --Machine::get().counts["streams"];
  // Work of other streams may still name it.
  return kSuccess;
}
CUresult cuStreamQuery(void *stream) {
  ENTER();
  auto &asked = *static_cast<Stream *>(stream);
  CUresult result = ask(asked.last, asked.queries);
  if (result == kSuccess)
    join(Machine::get().hostClock, asked.clock);
  return getOutcome(result);
}
CUresult cuStreamWaitEvent(void *stream, void *event, unsigned) {
  ENTER();
  auto &waited = *static_cast<Event *>(event);
  if (!waited.item || isFault("drop-wait"))
    return kSuccess;
  auto &waiting = *static_cast<Stream *>(stream);
  join(waiting.clock, waited.clock);
  auto item = makeItem("cuStreamWaitEvent");
  item->needs.push_back(waited.item);
  Machine::get().issue(waiting, item);
  return kSuccess;
}

CUresult cuEventCreate(void **event, unsigned) {
  ENTER();
  *event = new Event;
  ++Machine::get().counts["events"];
  return kSuccess;
}
CUresult cuEventDestroy_v2(void *event) {
  ENTER();
  delete static_cast<Event *>(event);
  --Machine::get().counts["events"];
  return kSuccess;
}
CUresult cuEventRecord(void *event, void *stream) {
  ENTER();
  auto &recorded = *static_cast<Event *>(event);
  auto &source = *static_cast<Stream *>(stream);
  if (isFault("early-record")) {
    // As if it had been recorded before the last piece of work.
    recorded.item = source.beforeLast;
    recorded.clock = source.clockBeforeLast;
    return kSuccess;
  }
  auto item = makeItem("cuEventRecord");
  Machine::get().issue(source, item);
  recorded.item = item;
  recorded.clock = source.clock;
  return kSuccess;
}
CUresult cuEventQuery(void *event) {
  ENTER();
  auto &asked = *static_cast<Event *>(event);
  CUresult result = ask(asked.item, asked.queries);
  if (result == kSuccess)
    join(Machine::get().hostClock, asked.clock);
  return getOutcome(result);
}

CUresult cuModuleLoadData(void **module, const void *image) {
  ENTER();
  void *opened = openImage(image);
  if (!opened)
    return kNoBinary;
  *module = new Module{opened};
  ++Machine::get().counts["modules"];
  return kSuccess;
}
CUresult cuModuleUnload(void *module) {
  ENTER();
  delete static_cast<Module *>(module);
  --Machine::get().counts["modules"];
  return kSuccess;
}
CUresult cuModuleGetFunction(void **function, void *module, const char *name) {
  ENTER();
  void *image = static_cast<Module *>(module)->image;
  auto sizes = reinterpret_cast<int64_t (*)(const char *, int64_t *, int64_t)>(
      dlsym(image, "grad_emulator_kernel_sizes"));
  void *code = dlsym(image, name);
  int64_t count = sizes && code ? sizes(name, nullptr, 0) : -1;
  if (count < 0)
    return kNotFound;
  auto *made = new Function{code, name, std::vector<int64_t>(count)};
  sizes(name, made->sizes.data(), count);
  *function = made;
  return kSuccess;
}
CUresult cuLaunchKernel(void *function, unsigned blocks, unsigned blocksY,
                        unsigned blocksZ, unsigned threads, unsigned threadsY,
                        unsigned threadsZ, unsigned, void *stream,
                        void **params, void **) {
  ENTER();
  if (!blocks || !threads || threads > 1024 ||
      blocksY * blocksZ * threadsY * threadsZ != 1)
    return kInvalidValue;
  auto &kernel = *static_cast<Function *>(function);
  // Parameters are read now.
  std::vector<std::vector<char>> arguments;
  for (size_t i = 0; i < kernel.sizes.size(); ++i) {
    auto *bytes = static_cast<const char *>(params[i]);
    arguments.emplace_back(bytes, bytes + kernel.sizes[i]);
  }
  auto item = makeItem("kernel", kernel.name);
  std::string name = item->name;
  item->run = [=, &kernel](std::vector<Range> &ranges) {
    runKernel(kernel.code, blocks, threads, arguments, name, ranges);
  };
  Machine::get().issue(*static_cast<Stream *>(stream), item);
  return kSuccess;
}
}
