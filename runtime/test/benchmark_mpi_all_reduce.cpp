//===- benchmark_mpi_all_reduce.cpp - The same all-reduce through MPI ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The peer of benchmark_all_reduce: prints best and median, in seconds.
//
//===----------------------------------------------------------------------===//

#include "BenchmarkTimes.h"

#include <mpi.h>

#include <cstdio>

using namespace gradrt::test;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<float> buffer(benchmarkCount, 1.0f);
  std::vector<double> times;
  for (int i = 0; i < benchmarkRepeats; ++i) {
    std::fill(buffer.begin(), buffer.end(), 1.0f);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = secondsNow();
    MPI_Allreduce(MPI_IN_PLACE, buffer.data(), benchmarkCount, MPI_FLOAT,
                  MPI_SUM, MPI_COMM_WORLD);
    times.push_back(secondsNow() - start);
  }
  bool right = buffer[benchmarkCount / 2] == 2.0f;
  Times result = summarize(times);
  if (rank == 0 && right)
    std::printf("%.9f %.9f\n", result.best, result.median);
  MPI_Finalize();
  return right ? 0 : 1;
}
