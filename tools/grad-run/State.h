//===- State.h - What a training keeps between steps -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TOOLS_GRADRUN_STATE_H
#define GRAD_TOOLS_GRADRUN_STATE_H

#include "ArrayFiles.h"
#include "World.h"

#include <map>

namespace mlir::grad {

/// A parameter, other state, or an argument that is the same in each step.
struct StateArray {
  Slot slot;
  std::vector<HostArray> ranks;
};

/// All of them, by name.
class State {
public:
  /// From the files by name; else from what the step says that it starts from;
  /// else, without files, from the seed. The loss's cotangent is 1 where no
  /// file has it.
  static llvm::Expected<State> create(llvm::ArrayRef<Slot> arguments,
                                      const WorldOptions &options,
                                      const ArrayMap &files, bool hasFiles);

  StateArray &get(llvm::StringRef name) {
    return arrays.find(name.str())->second;
  }
  /// In the order of their names.
  const std::map<std::string, StateArray> &getArrays() const { return arrays; }

  /// Parameters and state for a file: those that are equal on all ranks once,
  /// the others with a leading dimension of ranks. Fails where what should be
  /// equal is not.
  llvm::Expected<std::vector<npz::NamedArray>> getOutputs() const;

  /// All state for a checkpoint, with a leading dimension of ranks, and back.
  void save(std::vector<npz::NamedArray> &file) const;
  llvm::Error load(const ArrayMap &file);

private:
  std::map<std::string, StateArray> arrays;
};

/// Adds the state that a function takes from a checkpoint, as `--outputs` would
/// have written it.
llvm::Error addSavedState(llvm::ArrayRef<Slot> arguments,
                          llvm::StringRef checkpoint, ArrayMap &arrays);

/// Compares parameters and state that both have: on every rank what differs by
/// rank, where there are as many. Returns how many were compared, and writes
/// the largest difference, relative to the largest magnitude.
llvm::Expected<int64_t> compareStates(const State &state, const State &other,
                                      double rtol, double &largest);

} // namespace mlir::grad

#endif // GRAD_TOOLS_GRADRUN_STATE_H
