//===- Training.cpp - Many steps -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Training.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

using namespace mlir;
using namespace mlir::grad;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Calls that threads run before they meet again.
static constexpr size_t kMostCalls = 256;

//===----------------------------------------------------------------------===//
// The start
//===----------------------------------------------------------------------===//

llvm::Expected<std::shared_ptr<Training>>
Training::create(Schedule schedule, const TrainingOptions &options) {
  if (!options.checkpoint.empty())
    if (llvm::Error error = verifyFolder("--checkpoint", options.checkpoint))
      return error;
  if (options.microSteps != 0) {
    if (!schedule.accumulate)
      return makeError("--micro-steps: the module has no grad.schedule whose "
                       "windows could have another length");
    schedule.microSteps = options.microSteps;
  }
  for (const Program *program : schedule.getPrograms())
    if (llvm::Error error = verifyMemory(*program, options.world))
      return error;
  auto arguments = schedule.getArguments();
  if (!arguments)
    return arguments.takeError();
  auto files = readArrays(options.inputs);
  if (!files)
    return files.takeError();
  bool hasFiles = !options.inputs.empty();
  auto batches = Batches::create(*arguments, *files, hasFiles,
                                 options.world.numRanks, options.world.seed);
  if (!batches)
    return batches.takeError();
  auto state = State::create(*arguments, options.world, *files, hasFiles);
  if (!state)
    return state.takeError();
  auto metrics = Metrics::create(schedule, options.world.numRanks);
  if (!metrics)
    return metrics.takeError();
  std::shared_ptr<Training> training(
      new Training(std::move(schedule), options, std::move(*batches),
                   std::move(*state), std::move(*metrics)));
  if (llvm::Error error = training->verifyRows())
    return error;
  training->initPosition();
  if (!options.resume.empty())
    if (llvm::Error error = training->load())
      return makeError("'" + options.resume +
                       "': " + llvm::toString(std::move(error)));
  return training;
}

/// Checks what only rows from files allow, and tells of those left out.
llvm::Error Training::verifyRows() const {
  if (std::optional<int64_t> rows = batches.getRows()) {
    int64_t each = batches.getRowsPerMicroStep();
    if (*rows % each != 0)
      llvm::errs() << "grad-run: the last " << *rows % each << " of " << *rows
                   << " rows are left out of each epoch: a micro-step takes "
                   << each << '\n';
    return llvm::Error::success();
  }
  std::string reason = ": the rows of an epoch come from --inputs";
  if (options.epochs >= 0)
    return makeError("--epochs" + reason +
                     "; use --steps with rows from the seed");
  if (options.shuffle >= 0)
    return makeError("--shuffle" + reason);
  if (options.flush)
    return makeError("--flush" + reason);
  return llvm::Error::success();
}

void Training::initPosition() {
  position.numRanks = options.world.numRanks;
  position.microSteps = schedule.microSteps;
  position.rowsPerBatch = batches.getRowsPerBatch();
  position.rows = batches.getRows().value_or(-1);
  if (!batches.getRows())
    position.seed = int64_t(options.world.seed);
  position.shuffle = options.shuffle;
  position.flush = options.flush;
}

/// Goes on from a checkpoint.
llvm::Error Training::load() {
  auto file = readArrays({{options.resume}, {}});
  if (!file)
    return file.takeError();
  auto found = file->find("training/position");
  if (found == file->end())
    return makeError("this is no checkpoint");
  if (llvm::Error error = position.load(found->second))
    return error;
  if (llvm::Error error = state.load(*file))
    return error;
  if (options.steps >= 0 && position.updates > options.steps)
    return makeError(
        "the checkpoint is beyond --steps=" + llvm::Twine(options.steps) +
        ", at update " + llvm::Twine(position.updates));
  bool isInNext = position.next != 0 || position.epoch > options.epochs;
  if (options.epochs >= 0 && position.epoch >= options.epochs && isInNext)
    return makeError(
        "the checkpoint is beyond --epochs=" + llvm::Twine(options.epochs) +
        ", in epoch " + llvm::Twine(position.epoch + 1));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// What comes next
//===----------------------------------------------------------------------===//

bool Training::isDone() const {
  return (options.steps >= 0 && position.updates >= options.steps) ||
         (options.epochs >= 0 && position.epoch >= options.epochs);
}

Batches::Order Training::getOrder() {
  if (position.shuffle < 0)
    return {};
  if (orderEpoch != position.epoch) {
    order = batches.shuffle(position.shuffle, position.epoch);
    orderEpoch = position.epoch;
  }
  return order;
}

/// Appends the calls of the next micro-step; tells whether an update was one.
bool Training::appendCalls(std::vector<Call> &calls) {
  Call call = {nullptr, position.next, getOrder()};
  ++position.next;
  bool isLast = position.next == position.getEpochLength();
  bool isUpdate =
      ++position.inWindow == position.microSteps || (position.flush && isLast);
  if (isUpdate && schedule.lastInUpdate) {
    call.program = schedule.update.get();
    calls.push_back(call);
  } else {
    call.program = schedule.accumulate.get();
    calls.push_back(call);
    if (isUpdate)
      calls.push_back({schedule.update.get(), -1, {}});
  }
  if (isLast) {
    ++position.epoch;
    position.next = 0;
  }
  if (!isUpdate)
    return false;
  if (schedule.clear)
    calls.push_back({schedule.clear.get(), -1, {}});
  position.inWindow = 0;
  ++position.updates;
  return true;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

gradrt_status Training::runCall(gradrt_context *context, int64_t rank,
                                const Call &call) {
  // State is moved into the call and back: it is written where it is.
  std::vector<HostArray> inputs, outputs;
  for (const Slot &slot : call.program->getArguments()) {
    if (!slot.isBatch) {
      inputs.push_back(std::move(state.get(slot.name).ranks[rank]));
      continue;
    }
    HostArray &rows = inputs.emplace_back(slot.elementType, slot.shape);
    batches.fill(rows, slot, rank, call.micro, call.order);
  }
  gradrt_status status = call.program->run(context, inputs, outputs);
  for (auto [slot, input] : llvm::zip(call.program->getArguments(), inputs))
    if (!slot.isBatch)
      state.get(slot.name).ranks[rank] = std::move(input);
  if (status)
    return status;
  metrics.add(*call.program, rank, outputs);
  return nullptr;
}

llvm::Error Training::runSegment(std::vector<Call> calls,
                                 llvm::raw_ostream &out) {
  auto function =
      [self = shared_from_this(), calls = std::move(calls)](
          gradrt_context *context, int64_t rank,
          llvm::function_ref<void(llvm::StringRef)> write) -> gradrt_status {
    for (const Call &call : calls) {
      if (self->options.world.backend == "record")
        write("rank " + std::to_string(rank) + " call " +
              call.program->getEntry().str());
      if (gradrt_status status = self->runCall(context, rank, call))
        return status;
    }
    return nullptr;
  };
  return runRanks(options.world, std::move(function), out);
}

//===----------------------------------------------------------------------===//
// The whole training
//===----------------------------------------------------------------------===//

llvm::Error Training::save() const {
  std::vector<npz::NamedArray> file = {{"training/position", position.save()}};
  state.save(file);
  return npz::writeNpz(options.checkpoint, file);
}

/// Draws the line about how far the training is again. It began at `start`
/// with update `before`.
void Training::showProgress(Clock::time_point start, int64_t before) {
  std::chrono::duration<double> seconds = Clock::now() - start;
  llvm::raw_ostream &os = llvm::errs();
  // An epoch that has just ended is still the one that is shown.
  bool isBetween = position.next == 0 && position.epoch > 0;
  os << "\repoch " << position.epoch + (isBetween ? 0 : 1);
  if (options.epochs >= 0)
    os << '/' << options.epochs;
  os << " update " << position.updates;
  if (options.steps >= 0)
    os << '/' << options.steps;
  os << metrics.describe()
     << llvm::format(" (%.3g updates/s)",
                     double(position.updates - before) / seconds.count())
     << "\033[K";
}

llvm::Error Training::run(llvm::raw_ostream &out) {
  bool isWatched = isatty(STDERR_FILENO) && options.logEvery == 0;
  size_t mostCalls = isWatched ? 1 : kMostCalls;
  Clock::time_point start = Clock::now();
  int64_t before = position.updates;
  while (!isDone()) {
    std::vector<Call> calls;
    bool isLogged = false, isSaved = false;
    while (!isDone() && calls.size() < mostCalls && !isLogged && !isSaved) {
      if (!appendCalls(calls))
        continue;
      auto isDue = [&](int64_t every) {
        return every > 0 && position.updates % every == 0;
      };
      isLogged = isDue(options.logEvery);
      isSaved = !options.checkpoint.empty() && isDue(options.checkpointEvery);
    }
    Clock::time_point drawn = Clock::now();
    if (llvm::Error error = runSegment(std::move(calls), out))
      return error;
    if (isLogged)
      out << "update " << position.updates << ':' << metrics.describe() << '\n';
    if (isWatched) {
      showProgress(start, before);
      // A few times in a second.
      bool isSlow = Clock::now() - drawn > std::chrono::milliseconds(200);
      mostCalls = isSlow ? std::max<size_t>(mostCalls / 2, 1)
                         : std::min(mostCalls * 2, kMostCalls);
    }
    if (isSaved)
      if (llvm::Error error = save())
        return error;
  }
  if (isWatched)
    llvm::errs() << '\n';
  out << position.updates << " updates in " << position.epoch << " epochs on "
      << options.world.numRanks << " ranks";
  if (position.inWindow != 0)
    out << "; " << position.inWindow << " of " << position.microSteps
        << " micro-steps wait for the next update";
  out << '\n';
  return options.checkpoint.empty() ? llvm::Error::success() : save();
}

llvm::Error Training::writeOutputs(llvm::StringRef path) const {
  auto file = state.getOutputs();
  if (!file)
    return file.takeError();
  metrics.write(*file);
  return npz::writeNpz(path, *file);
}
