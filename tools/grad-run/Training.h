//===- Training.h - Many steps -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TOOLS_GRADRUN_TRAINING_H
#define GRAD_TOOLS_GRADRUN_TRAINING_H

#include "Batches.h"
#include "Metrics.h"
#include "Position.h"
#include "State.h"

#include <chrono>

namespace mlir::grad {

struct TrainingOptions {
  WorldOptions world;
  /// Updates and epochs, counted from the first; -1: no such end.
  int64_t steps = -1, epochs = -1;
  /// Micro-steps of a window; 0: as the schedule says.
  int64_t microSteps = 0;
  /// The seed of the order of rows; -1: in the order of the files.
  int64_t shuffle = -1;
  /// Whether a window that is open at the end of an epoch is updated with.
  bool flush = false;
  /// Updates between lines about them; 0: none.
  int64_t logEvery = 0;
  /// Where to save to, after so many updates (0: at the end only), and what to
  /// go on from.
  std::string checkpoint, resume;
  int64_t checkpointEvery = 0;
  InputFiles inputs;
};

/// Calls the functions of a schedule on rows of data, with state that is kept
/// from one call to the next. After an error it lives on: a rank that was given
/// up on may still use it.
class Training : public std::enable_shared_from_this<Training> {
public:
  static llvm::Expected<std::shared_ptr<Training>>
  create(Schedule schedule, const TrainingOptions &options);

  /// Runs to the end. Lines about updates, and the calls that the backend
  /// `record` saw, go to `out`.
  llvm::Error run(llvm::raw_ostream &out);

  const State &getState() const { return state; }
  const Position &getPosition() const { return position; }
  /// Rows that one update takes from all ranks.
  int64_t getRowsPerUpdate() const {
    return batches.getRowsPerMicroStep() * schedule.microSteps;
  }
  /// Writes parameters and state, and what was watched as `metric/NAME`, one
  /// for each call and rank.
  llvm::Error writeOutputs(llvm::StringRef path) const;

private:
  /// A function and the rows that it is called on.
  struct Call {
    const Program *program;
    int64_t micro = -1;
    Batches::Order order;
  };
  using Clock = std::chrono::steady_clock;

  explicit Training(Schedule schedule, const TrainingOptions &options,
                    Batches batches, State state, Metrics metrics)
      : schedule(std::move(schedule)), options(options),
        batches(std::move(batches)), state(std::move(state)),
        metrics(std::move(metrics)) {}
  llvm::Error verifyRows() const;
  void initPosition();
  llvm::Error load();
  bool isDone() const;
  bool appendCalls(std::vector<Call> &calls);
  Batches::Order getOrder();
  llvm::Error runSegment(std::vector<Call> calls, llvm::raw_ostream &out);
  gradrt_status runCall(gradrt_context *context, int64_t rank,
                        const Call &call);
  llvm::Error save() const;
  void showProgress(Clock::time_point start, int64_t before);

  Schedule schedule;
  TrainingOptions options;
  Batches batches;
  State state;
  Metrics metrics;
  Position position;
  Batches::Order order;
  int64_t orderEpoch = -1;
};

} // namespace mlir::grad

#endif // GRAD_TOOLS_GRADRUN_TRAINING_H
