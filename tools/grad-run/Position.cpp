//===- Position.cpp - How far a training is -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Position.h"

#include <cstring>

using namespace mlir;
using namespace mlir::grad;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// The numbers that a checkpoint has, with their names; the first ones must be
/// equal when a training goes on.
static constexpr int64_t kNumFixed = 7;
static constexpr int64_t kVersion = 2;

static std::vector<std::pair<llvm::StringRef, int64_t>>
getFixed(const Position &position) {
  return {{"number of ranks", position.numRanks},
          {"number of micro-steps in a window", position.microSteps},
          {"number of rows in a batch", position.rowsPerBatch},
          {"number of rows", position.rows},
          {"--seed", position.seed},
          {"--shuffle", position.shuffle},
          {"--flush", position.flush}};
}

npz::Array Position::save() const {
  std::vector<int64_t> numbers = {kVersion};
  for (auto [name, number] : getFixed(*this))
    numbers.push_back(number);
  numbers.insert(numbers.end(), {epoch, next, inWindow, updates});
  npz::Array array;
  array.descr = "<i8";
  array.shape = {int64_t(numbers.size())};
  array.data.resize(8 * numbers.size());
  std::memcpy(array.data.data(), numbers.data(), array.data.size());
  return array;
}

llvm::Error Position::load(const npz::Array &array) {
  if (array.descr != "<i8" || array.shape.size() != 1 ||
      array.shape.front() == 0)
    return makeError("the checkpoint does not say how far it is");
  std::vector<int64_t> numbers(array.shape.front());
  std::memcpy(numbers.data(), array.data.data(), array.data.size());
  if (numbers.front() == kVersion && numbers.size() != 1 + kNumFixed + 4)
    return makeError("the checkpoint does not say how far it is");
  if (numbers.front() != kVersion)
    return makeError("the checkpoint is of version " +
                     llvm::Twine(numbers.front()) + ", expected " +
                     llvm::Twine(kVersion));
  size_t i = 1;
  for (auto [name, number] : getFixed(*this)) {
    int64_t then = numbers[i++];
    if (then != number)
      return makeError("the checkpoint is of a training with another " + name +
                       ": " + llvm::Twine(then) + ", not " +
                       llvm::Twine(number));
  }
  for (int64_t *number : {&epoch, &next, &inWindow, &updates}) {
    *number = numbers[i++];
    if (*number < 0)
      return makeError("the checkpoint does not say how far it is");
  }
  if (inWindow >= microSteps || (rows >= 0 && next >= getEpochLength()))
    return makeError("the checkpoint does not say how far it is");
  return llvm::Error::success();
}
