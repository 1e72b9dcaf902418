//===- World.h - All ranks of a run -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TOOLS_GRADRUN_WORLD_H
#define GRAD_TOOLS_GRADRUN_WORLD_H

#include "ArrayFiles.h"
#include "Program.h"

namespace mlir::grad {

/// The arrays of each rank: `arrays[rank][slot]`.
using RankArrays = std::vector<std::vector<HostArray>>;

/// How a step is run.
struct WorldOptions {
  int64_t numRanks = 1;
  std::string backend = "local";
  /// Whether reductions may lose NaN.
  bool ignoreNaN = false;
  uint64_t seed = 0;
  /// The size of dynamic dimensions of arguments that the seed fills.
  int64_t dynamicSize = 3;
};

/// The most ranks that one process holds, each a thread.
inline constexpr int64_t kMaxRanks = 1024;

/// Fails where the arguments and results of all ranks do not fit the memory of
/// this machine.
llvm::Error verifyMemory(const Program &program, const WorldOptions &options);

/// Inputs from the seed: replicated arguments equal on all ranks, the rest
/// different. State that says what it starts from starts from that.
RankArrays makeInputs(const Program &program, const WorldOptions &options);

/// Inputs from arrays, by the names of the arguments. An array that differs by
/// rank has a leading dimension of ranks; rows of a batch may also stand in one
/// array, rank after rank. What has none is as makeInputs makes it, where
/// `isComplete` does not ask for all but state that says what it starts from.
llvm::Expected<RankArrays> readInputs(const Program &program,
                                      const WorldOptions &options,
                                      const ArrayMap &arrays, bool isComplete);

/// Writes the results, with a leading dimension of ranks.
llvm::Error writeOutputs(const Program &program, const RankArrays &outputs,
                         llvm::StringRef path);

/// What a rank does, on a thread of its own. `write` takes a line that stands
/// among those of the backend `record`.
using RankFunction = std::function<gradrt_status(
    gradrt_context *context, int64_t rank,
    llvm::function_ref<void(llvm::StringRef)> write)>;

/// Runs the function on every rank. The lines of each rank go to `record`, rank
/// after rank. After an error the function is kept, and so has to own what it
/// uses: a rank that was given up on may still run it.
llvm::Error runRanks(const WorldOptions &options, RankFunction function,
                     llvm::raw_ostream &record);

/// Runs the step on every rank, each on a thread. `inputs` are changed where
/// the step updates them. The calls that the backend `record` saw go to
/// `record`. After an error the program is kept: a rank that was given up on
/// may still run it.
llvm::Expected<RankArrays> runWorld(std::shared_ptr<const Program> program,
                                    const WorldOptions &options,
                                    RankArrays inputs,
                                    llvm::raw_ostream &record);

} // namespace mlir::grad

#endif // GRAD_TOOLS_GRADRUN_WORLD_H
