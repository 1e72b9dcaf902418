//===- World.cpp - All ranks of a run -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "World.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

using namespace mlir;
using namespace mlir::grad;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Bytes of an array of the slot's type; the largest number where 64 bits
/// cannot hold them.
static uint64_t getBytes(const Slot &slot, int64_t dynamicSize) {
  uint64_t bytes = getElementBytes(slot.elementType);
  for (int64_t size : slot.shape)
    if (size == 0)
      return 0;
  for (int64_t size : slot.shape)
    bytes = llvm::SaturatingMultiply<uint64_t>(
        bytes, mlir::ShapedType::isDynamic(size) ? dynamicSize : size);
  return bytes;
}

llvm::Error grad::verifyMemory(const Program &program,
                               const WorldOptions &options) {
  uint64_t memory = getMemoryBytes(), bytes = 0;
  for (llvm::ArrayRef<Slot> slots :
       {program.getArguments(), program.getResults()})
    for (const Slot &slot : slots)
      bytes = llvm::SaturatingMultiplyAdd<uint64_t>(
          options.numRanks, getBytes(slot, options.dynamicSize), bytes);
  if (bytes <= memory)
    return llvm::Error::success();
  return makeError("the arguments and results of " +
                   llvm::Twine(options.numRanks) + " ranks take " +
                   llvm::Twine(bytes) + " bytes, and this machine has " +
                   llvm::Twine(memory));
}

RankArrays grad::makeInputs(const Program &program,
                            const WorldOptions &options) {
  RankArrays inputs(options.numRanks);
  for (int64_t rank = 0; rank != options.numRanks; ++rank)
    for (auto [i, slot] : llvm::enumerate(program.getArguments())) {
      std::vector<int64_t> shape = slot.shape;
      for (int64_t &size : shape)
        if (mlir::ShapedType::isDynamic(size))
          size = options.dynamicSize;
      HostArray &array = inputs[rank].emplace_back(slot.elementType, shape);
      if (!slot.init.empty()) {
        fillWith(array, slot.init);
        continue;
      }
      uint64_t stream = i << 32 | (slot.isReplicated ? 0 : rank + 1);
      fillRandom(array, options.seed, stream);
    }
  return inputs;
}

//===----------------------------------------------------------------------===//
// Run
//===----------------------------------------------------------------------===//

namespace {
/// What the threads of all ranks share.
struct Job {
  RankFunction function;
  /// Lines to write, by rank.
  std::vector<std::vector<std::string>> lines;
  std::mutex mutex;

  void addLine(int64_t rank, llvm::StringRef line) {
    std::lock_guard<std::mutex> lock(mutex);
    lines[rank].push_back(line.str());
  }
};
} // namespace

/// The error of a status, which is freed.
static llvm::Error takeStatus(gradrt_status status) {
  if (!status)
    return llvm::Error::success();
  std::string message = gradrt_code_name(gradrt_status_code(status));
  message += ": ";
  message += gradrt_status_message(status);
  if (llvm::StringRef place = gradrt_status_place(status); !place.empty())
    message += (" (" + place + ")").str();
  gradrt_status_free(status);
  return makeError(message);
}

llvm::Error grad::runRanks(const WorldOptions &options, RankFunction function,
                           llvm::raw_ostream &record) {
  gradrt_options runtime;
  if (llvm::Error error = takeStatus(gradrt_options_init(&runtime)))
    return error;
  // Lives on where a stalled rank is abandoned: its thread may still use it.
  auto *job = new Job{std::move(function), {}, {}};
  job->lines.resize(options.numRanks);
  runtime.abandon_stalled = 1;
  if (options.ignoreNaN)
    runtime.ignore_nan = 1;
  runtime.record_writer = [](void *user, int64_t rank, const char *line) {
    static_cast<Job *>(user)->addLine(rank, line);
  };
  runtime.record_user = job;
  auto runRank = [](gradrt_context *context, int64_t rank, void *user) {
    auto *job = static_cast<Job *>(user);
    return job->function(
        context, rank, [&](llvm::StringRef line) { job->addLine(rank, line); });
  };
  gradrt_status status =
      gradrt_local_run(options.backend.c_str(), options.numRanks, &runtime,
                       runRank, job, nullptr);
  std::unique_lock<std::mutex> lock(job->mutex);
  for (const std::vector<std::string> &lines : job->lines)
    for (llvm::StringRef line : lines)
      record << line << '\n';
  lock.unlock();
  if (llvm::Error error = takeStatus(status))
    return error;
  delete job;
  return llvm::Error::success();
}

namespace {
/// What one call of a program works on.
struct Run {
  std::shared_ptr<const Program> program;
  RankArrays inputs, outputs;

  gradrt_status run(gradrt_context *context, int64_t rank) {
    gradrt_status status = program->run(context, inputs[rank], outputs[rank]);
    for (auto [slot, output] : llvm::zip(program->getResults(), outputs[rank]))
      if (slot.updates)
        output = inputs[rank][*slot.updates];
    return status;
  }
};
} // namespace

llvm::Expected<RankArrays>
grad::runWorld(std::shared_ptr<const Program> program,
               const WorldOptions &options, RankArrays inputs,
               llvm::raw_ostream &record) {
  auto run = std::make_shared<Run>(
      Run{std::move(program), std::move(inputs), RankArrays(options.numRanks)});
  if (llvm::Error error = runRanks(
          options,
          [run](gradrt_context *context, int64_t rank,
                llvm::function_ref<void(llvm::StringRef)>) {
            return run->run(context, rank);
          },
          record))
    return error;
  return std::move(run->outputs);
}
