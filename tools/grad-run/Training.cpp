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

#include <cstring>
#include <mutex>
#include <unistd.h>

using namespace mlir;
using namespace mlir::grad;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Calls that threads run before they meet again.
static constexpr size_t kMostCalls = 256;

llvm::Expected<std::unique_ptr<Training>>
Training::create(Schedule schedule, const TrainingOptions &options) {
  auto files = readArrays(options.inputs);
  if (!files)
    return files.takeError();
  if (options.microSteps != 0) {
    if (!schedule.accumulate)
      return makeError("--micro-steps: the module has no grad.schedule whose "
                       "windows could have another length");
    schedule.microSteps = options.microSteps;
  }
  bool hasFiles = !options.inputs.empty();
  auto batches = Batches::create(schedule, *files, hasFiles,
                                 options.world.numRanks, options.world.seed);
  if (!batches)
    return batches.takeError();
  auto state = State::create(schedule, options.world, *files, hasFiles);
  if (!state)
    return state.takeError();
  std::optional<int64_t> length = batches->getMicroSteps();
  if (options.epochs >= 0 && !length)
    return makeError("--epochs: the rows of an epoch come from --inputs; use "
                     "--steps with rows from the seed");
  std::unique_ptr<Training> training(new Training(
      std::move(schedule), options, std::move(*batches), std::move(*state)));
  Position &position = training->position;
  position.numRanks = options.world.numRanks;
  position.microSteps = training->schedule.microSteps;
  position.epochLength = length.value_or(-1);
  position.shuffle = length ? options.shuffle : -1;
  position.flush = options.flush;
  if (!options.resume.empty()) {
    auto file = readArrays({{options.resume}, {}});
    if (!file)
      return file.takeError();
    auto found = file->find("training/position");
    if (found == file->end())
      return makeError("'" + options.resume + "' is no checkpoint");
    if (llvm::Error error =
            llvm::joinErrors(position.load(found->second),
                             training->state.load("state/", *file)))
      return error;
  }
  auto [dropped, all] = training->batches.getDropped();
  if (dropped != 0)
    llvm::errs() << "grad-run: the last " << dropped << " of " << all
                 << " rows are left out of each epoch: a micro-step takes "
                 << training->batches.getRowsPerMicroStep() << '\n';
  training->addMetrics();
  return training;
}

/// Watched is what has a name for it, and every number.
void Training::addMetrics() {
  for (const Program *program : schedule.getPrograms())
    for (const Slot &slot : program->getResults()) {
      bool isStatic = !llvm::is_contained(slot.shape, ShapedType::kDynamic);
      if (slot.updates || !isStatic || !(slot.isMetric || slot.shape.empty()))
        continue;
      Metric &metric = metrics[slot.name];
      metric.elementType = slot.elementType;
      metric.shape = slot.shape;
      metric.ranks.resize(options.world.numRanks);
    }
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
  Call call = {nullptr, position.epoch, position.next, getOrder()};
  ++position.next;
  ++microStepsDone;
  bool isLast = position.next == position.epochLength;
  bool isUpdate =
      ++position.inWindow == position.microSteps || (position.flush && isLast);
  if (isUpdate && schedule.lastInUpdate) {
    call.program = schedule.update.get();
    calls.push_back(call);
  } else {
    call.program = schedule.accumulate.get();
    calls.push_back(call);
    if (isUpdate)
      calls.push_back({schedule.update.get(), call.epoch, -1, {}});
  }
  if (isLast) {
    ++position.epoch;
    position.next = 0;
  }
  if (!isUpdate)
    return false;
  if (schedule.clear)
    calls.push_back({schedule.clear.get(), call.epoch, -1, {}});
  position.inWindow = 0;
  ++position.updates;
  return true;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

struct Training::Segment {
  Training *training;
  std::vector<Call> calls;
  /// The lines of the backend `record`, by rank.
  std::vector<std::vector<std::string>> lines;
  std::mutex mutex;
};

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
    batches.fill(rows, slot, rank, call.epoch, call.micro, call.order);
  }
  gradrt_status status = call.program->run(context, inputs, outputs);
  for (auto [slot, input] : llvm::zip(call.program->getArguments(), inputs))
    if (!slot.isBatch)
      state.get(slot.name).ranks[rank] = std::move(input);
  if (status)
    return status;
  for (auto [slot, output] : llvm::zip(call.program->getResults(), outputs)) {
    auto metric = metrics.find(slot.name);
    if (slot.updates || metric == metrics.end() ||
        metric->second.shape != output.shape)
      continue;
    std::vector<char> &values = metric->second.ranks[rank];
    values.insert(values.end(), output.data.begin(), output.data.end());
  }
  return nullptr;
}

llvm::Error Training::runSegment(std::vector<Call> calls,
                                 llvm::raw_ostream &out) {
  gradrt_options runtime;
  if (llvm::Error error = takeStatus(gradrt_options_init(&runtime)))
    return error;
  // Lives on where a stalled rank is abandoned: its thread may still use it.
  auto *segment = new Segment{this, std::move(calls), {}, {}};
  segment->lines.resize(options.world.numRanks);
  runtime.abandon_stalled = 1;
  runtime.record_writer = [](void *user, int64_t rank, const char *line) {
    auto &segment = *static_cast<Segment *>(user);
    std::lock_guard<std::mutex> lock(segment.mutex);
    segment.lines[rank].push_back(line);
  };
  runtime.record_user = segment;
  auto runRank = [](gradrt_context *context, int64_t rank,
                    void *user) -> gradrt_status {
    auto &segment = *static_cast<Segment *>(user);
    Training &training = *segment.training;
    for (const Call &call : segment.calls) {
      if (training.options.world.backend == "record") {
        std::lock_guard<std::mutex> lock(segment.mutex);
        segment.lines[rank].push_back("rank " + std::to_string(rank) +
                                      " call " +
                                      call.program->getEntry().str());
      }
      if (gradrt_status status = training.runCall(context, rank, call))
        return status;
    }
    return nullptr;
  };
  gradrt_status status =
      gradrt_local_run(options.world.backend.c_str(), options.world.numRanks,
                       &runtime, runRank, segment, nullptr);
  std::unique_lock<std::mutex> lock(segment->mutex);
  for (const std::vector<std::string> &lines : segment->lines)
    for (llvm::StringRef line : lines)
      out << line << '\n';
  lock.unlock();
  if (llvm::Error error = takeStatus(status))
    return error;
  delete segment;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The whole training
//===----------------------------------------------------------------------===//

llvm::Error Training::save() const {
  std::vector<npz::NamedArray> file = {{"training/position", position.save()}};
  state.save("state/", file);
  return npz::writeNpz(options.checkpoint, file);
}

/// The watched numbers since the last line: of floats but for a scale the mean,
/// of others the last. The loss may be without a name of its own.
std::string Training::describe() {
  std::string text;
  llvm::raw_string_ostream os(text);
  bool isFirst = true;
  for (auto &[name, metric] : metrics) {
    if (!metric.shape.empty())
      continue;
    size_t width = getElementBytes(metric.elementType);
    size_t first = told[name], last = metric.ranks.front().size() / width;
    told[name] = last;
    if (first == last)
      continue;
    bool isMean =
        llvm::isa<mlir::FloatType>(metric.elementType) && name != "loss_scale";
    if (!isMean)
      first = last - 1;
    double sum = 0;
    for (const std::vector<char> &values : metric.ranks) {
      HostArray array;
      array.elementType = metric.elementType;
      array.data = values;
      for (size_t i = first; i != last; ++i)
        sum += getDouble(array, i);
    }
    bool isLoss = isFirst && isMean && name.rfind("result", 0) == 0;
    isFirst &= !isMean;
    os << ' ' << (isLoss ? "loss" : name) << ' '
       << llvm::format("%g",
                       sum / double((last - first) * metric.ranks.size()));
  }
  return text;
}

void Training::showProgress() {
  llvm::errs() << "\repoch " << position.epoch + 1;
  if (options.epochs >= 0)
    llvm::errs() << '/' << options.epochs;
  llvm::errs() << " update " << position.updates;
  if (options.steps >= 0)
    llvm::errs() << '/' << options.steps;
  llvm::errs() << describe() << "\033[K";
}

llvm::Error Training::run(llvm::raw_ostream &out) {
  bool isWatched = isatty(STDERR_FILENO) && options.logEvery == 0;
  while (!isDone()) {
    std::vector<Call> calls;
    bool isLogged = false, isSaved = false;
    while (!isDone() && calls.size() < kMostCalls && !isLogged && !isSaved) {
      if (!appendCalls(calls))
        continue;
      auto isDue = [&](int64_t every) {
        return every > 0 && position.updates % every == 0;
      };
      isLogged = isDue(options.logEvery);
      isSaved = !options.checkpoint.empty() && isDue(options.checkpointEvery);
    }
    if (llvm::Error error = runSegment(std::move(calls), out))
      return error;
    if (isLogged)
      out << "update " << position.updates << ':' << describe() << '\n';
    if (isWatched)
      showProgress();
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
  for (const auto &[name, metric] : metrics) {
    npz::Array array;
    HostArray one(metric.elementType, metric.shape);
    int64_t number =
        one.data.empty() ? 0 : metric.ranks.front().size() / one.data.size();
    array.descr = getDescr(metric.elementType);
    array.shape = {number, int64_t(metric.ranks.size())};
    array.shape.insert(array.shape.end(), metric.shape.begin(),
                       metric.shape.end());
    for (int64_t i = 0; i != number; ++i)
      for (const std::vector<char> &values : metric.ranks)
        array.data.insert(array.data.end(),
                          values.begin() + i * one.data.size(),
                          values.begin() + (i + 1) * one.data.size());
    file->emplace_back("metric/" + name, std::move(array));
  }
  return npz::writeNpz(path, *file);
}
