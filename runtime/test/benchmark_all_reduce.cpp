//===- benchmark_all_reduce.cpp - All-reduce against a memory copy ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the time of the local all-reduce of 102 MB of f32 on 2 ranks, in
// place, next to a memory copy of that size and to MPI_Allreduce on the same
// buffer where MPI was found. Best and median of the repetitions; a figure,
// not a test.
//
//===----------------------------------------------------------------------===//

#include "gradrt/scope.hpp"

#include "BenchmarkTimes.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

using namespace gradrt;
using namespace gradrt::test;

namespace {

gradrt_status measureRank(gradrt_context *context, int64_t rank, void *user) {
  std::vector<float> buffer(benchmarkCount, 1.0f);
  std::vector<double> times;
  for (int i = 0; i < benchmarkRepeats; ++i) {
    // What is summed must stay finite, and both ranks start together.
    std::fill(buffer.begin(), buffer.end(), 1.0f);
    if (gradrt_status status =
            gradrt_barrier(context, nullptr, nullptr, nullptr))
      return status;
    double start = secondsNow();
    if (gradrt_status status =
            gradrt_all_reduce(context, buffer.data(), buffer.data(),
                              benchmarkCount, GRADRT_TYPE_F32, GRADRT_TYPE_F32,
                              GRADRT_KIND_SUM, nullptr, nullptr, nullptr))
      return status;
    times.push_back(secondsNow() - start);
  }
  if (buffer[benchmarkCount / 2] != 2.0f)
    return gradrt_status_create(GRADRT_INTERNAL, "wrong sum", nullptr);
  if (rank == 0)
    *static_cast<Times *>(user) = summarize(times);
  return nullptr;
}

Times measureCopy() {
  std::vector<float> from(benchmarkCount, 1.0f), to(benchmarkCount);
  std::vector<double> times;
  for (int i = 0; i < benchmarkRepeats; ++i) {
    std::fill(from.begin(), from.end(), float(i));
    double start = secondsNow();
    std::memcpy(to.data(), from.data(), benchmarkCount * sizeof(float));
    times.push_back(secondsNow() - start);
    if (to[benchmarkCount / 2] != float(i))
      std::abort();
  }
  return summarize(times);
}

void print(const char *what, const Times &times) {
  std::printf("%-28s best %7.2f ms  median %7.2f ms\n", what, times.best * 1e3,
              times.median * 1e3);
}

/// Runs the MPI program and reads its two figures; false where there is none.
bool measureMpi(Times &times) {
#ifdef GRADRT_MPI_COMMAND
  std::FILE *pipe = popen(GRADRT_MPI_COMMAND, "r");
  if (!pipe)
    return false;
  bool read = std::fscanf(pipe, "%lf %lf", &times.best, &times.median) == 2;
  return pclose(pipe) == 0 && read;
#else
  (void)times;
  return false;
#endif
}

} // namespace

int main() {
  std::printf("%lld elements of f32, %.1f MB, %d repetitions\n",
              static_cast<long long>(benchmarkCount), benchmarkCount * 4 / 1e6,
              benchmarkRepeats);
  Times copy = measureCopy();
  print("memcpy", copy);
  Times local;
  StatusPtr status(
      gradrt_local_run("local", 2, nullptr, measureRank, &local, nullptr));
  if (status) {
    std::fprintf(stderr, "%s\n", gradrt_status_message(status.get()));
    return 1;
  }
  print("gradrt local, 2 ranks", local);
  Times mpi;
  bool haveMpi = measureMpi(mpi);
  if (haveMpi)
    print("MPI_Allreduce, 2 ranks", mpi);
  std::printf("local / memcpy: %.2f (medians)\n", local.median / copy.median);
  if (haveMpi)
    std::printf("local / MPI:    %.2f (medians)\n", local.median / mpi.median);
  else
    std::printf("no MPI to compare with\n");
  return 0;
}
