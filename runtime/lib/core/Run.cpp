//===- Run.cpp - The ranks of a world as threads of this process ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "Options.h"
#include "Status.h"

#include "gradrt/run.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

using namespace gradrt;

namespace {

/// What the threads of one run share. Lives as long as the last of them, which
/// may be longer than the run.
class Run {
public:
  Run(int64_t size, gradrt_rank_function function, void *user)
      : function(function), user(user), contexts(size, nullptr),
        statuses(size, nullptr), returned(size, false) {}
  Run(const Run &) = delete;
  Run &operator=(const Run &) = delete;
  ~Run() {
    for (gradrt_context *context : contexts)
      gradrt_destroy(context);
    for (gradrt_status status : statuses)
      gradrt_status_free(status);
  }

  int64_t size() const { return static_cast<int64_t>(contexts.size()); }

  gradrt_status open(const char *backend, const gradrt_options &options) {
    return gradrt_init_all(backend, size(), &options, contexts.data());
  }

  /// The life of one thread.
  void runRank(int64_t rank) noexcept {
    gradrt_context *context = contexts[rank];
    gradrt_status status =
        guarded([&] { return function(context, rank, user); });
    if (status)
      gradrt_status_free(gradrt_abort(context, gradrt_status_message(status)));
    // Others may wait for a rank that came to its end early.
    gradrt_status left = gradrt_finalize(context);
    if (!status)
      status = left;
    else
      gradrt_status_free(left);
    finish(rank, status);
  }

  /// Records the end of a rank; takes the status over.
  void finish(int64_t rank, gradrt_status status) {
    std::lock_guard<std::mutex> lock(mutex);
    statuses[rank] = status;
    returned[rank] = true;
    ++returnedCount;
    failed |= status != nullptr;
    changed.notify_all();
  }

  void giveUp(int64_t rank, gradrt_status status) {
    gradrt_status_free(
        gradrt_abort(contexts[rank], gradrt_status_message(status)));
    finish(rank, status);
  }

  /// Waits until every rank has returned, or, where `timeoutMs` is not 0,
  /// until that long after the first failure.
  void wait(int64_t timeoutMs) {
    std::unique_lock<std::mutex> lock(mutex);
    auto all = [&] { return returnedCount == size(); };
    changed.wait(lock, [&] { return all() || (timeoutMs && failed); });
    if (!all())
      changed.wait_for(lock, std::chrono::milliseconds(timeoutMs), all);
  }

  /// Moves the statuses out; a rank that has not returned gets one of ours.
  std::vector<gradrt_status> collect(std::vector<bool> &present) {
    std::lock_guard<std::mutex> lock(mutex);
    std::vector<gradrt_status> result(size(), nullptr);
    for (int64_t rank = 0; rank < size(); ++rank) {
      std::swap(result[rank], statuses[rank]);
      if (!returned[rank])
        result[rank] =
            makeStatus(GRADRT_TIMEOUT,
                       "rank " + std::to_string(rank) + " has not returned");
    }
    present = returned;
    return result;
  }

private:
  gradrt_rank_function function;
  void *user;
  std::vector<gradrt_context *> contexts;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<gradrt_status> statuses;
  std::vector<bool> returned;
  int64_t returnedCount = 0;
  bool failed = false;
};

} // namespace

/// The error that explains the others: of a rank that failed by itself.
static gradrt_status chooseError(const std::vector<gradrt_status> &statuses) {
  gradrt_status first = nullptr;
  for (gradrt_status status : statuses) {
    if (status && gradrt_status_code(status) != GRADRT_PEER_FAILED)
      return gradrt_status_clone(status);
    if (!first)
      first = status;
  }
  return gradrt_status_clone(first);
}

static void startThreads(const std::shared_ptr<Run> &run,
                         std::vector<std::thread> &threads) {
  int64_t rank = 0;
  try {
    for (; rank < run->size(); ++rank)
      threads.emplace_back([run, rank] { run->runRank(rank); });
  } catch (const std::exception &error) {
    for (; rank < run->size(); ++rank)
      run->giveUp(rank, makeStatus(GRADRT_SYSTEM,
                                   std::string("cannot start a thread: ") +
                                       error.what()));
  }
}

static gradrt_status runRanks(const std::shared_ptr<Run> &run,
                              int64_t abandonMs, gradrt_status *statuses) {
  std::vector<std::thread> threads;
  threads.reserve(run->size());
  startThreads(run, threads);
  run->wait(abandonMs);
  std::vector<bool> present;
  std::vector<gradrt_status> results = run->collect(present);
  for (size_t rank = 0; rank < threads.size(); ++rank) {
    if (present[rank])
      threads[rank].join();
    else
      threads[rank].detach();
  }
  gradrt_status error = chooseError(results);
  for (int64_t rank = 0; rank < run->size(); ++rank) {
    if (statuses)
      statuses[rank] = results[rank];
    else
      gradrt_status_free(results[rank]);
  }
  return error;
}

gradrt_status gradrt_local_run(const char *backend, int64_t size,
                               const gradrt_options *given,
                               gradrt_rank_function function, void *user,
                               gradrt_status *statuses) {
  return guarded([&]() -> gradrt_status {
    if (!function || size < 1)
      return makeStatus(GRADRT_INVALID_ARGUMENT,
                        "gradrt_local_run: function is NULL, or size is "
                        "below 1");
    if (statuses)
      std::fill_n(statuses, size, nullptr);
    gradrt_options options;
    if (gradrt_status status = checkedOptions(given, options))
      return status;
    auto run = std::make_shared<Run>(size, function, user);
    if (gradrt_status status = run->open(backend ? backend : "local", options))
      return status;
    return runRanks(run, options.abandon_stalled ? options.timeout_ms : 0,
                    statuses);
  });
}
