//===- Files.cpp - Inputs and outputs in .npz files -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayFiles.h"
#include "World.h"

using namespace mlir;
using namespace mlir::grad;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Whether the array is what all ranks have: of what differs by rank, state may
/// start from the same.
static bool isShared(const Slot &slot, llvm::ArrayRef<int64_t> shape) {
  return slot.isReplicated || (slot.isState && fitsShape(shape, slot.shape));
}

/// The shape of one rank's part of an array, or nothing where it does not fit.
static std::optional<std::vector<int64_t>>
getRankShape(const Slot &slot, llvm::ArrayRef<int64_t> shape, int64_t ranks) {
  if (slot.isReplicated) {
    if (fitsShape(shape, slot.shape))
      return shape.vec();
    return std::nullopt;
  }
  if (!shape.empty() && shape.front() == ranks &&
      fitsShape(shape.drop_front(), slot.shape))
    return shape.drop_front().vec();
  if (isShared(slot, shape))
    return shape.vec();
  if (!slot.isBatch || shape.empty() || shape.front() % ranks != 0)
    return std::nullopt;
  std::vector<int64_t> part = shape.vec();
  part.front() /= ranks;
  if (fitsShape(part, slot.shape))
    return part;
  return std::nullopt;
}

llvm::Expected<RankArrays> grad::readInputs(const Program &program,
                                            const WorldOptions &options,
                                            const ArrayMap &arrays,
                                            bool isComplete) {
  RankArrays inputs = makeInputs(program, options);
  for (auto [i, slot] : llvm::enumerate(program.getArguments())) {
    auto found = arrays.find(slot.name);
    if (found == arrays.end()) {
      if (isComplete && slot.init.empty())
        return makeError("the inputs have no array '" + slot.name + "'");
      continue;
    }
    const npz::Array &array = found->second;
    if (llvm::Error error = verifyDescr(slot.name, array, slot.elementType))
      return error;
    auto shape = getRankShape(slot, array.shape, options.numRanks);
    if (!shape)
      return makeError("array '" + slot.name + "': expected shape " +
                       formatShape(slot.shape) +
                       (slot.isReplicated
                            ? ""
                            : " after a leading dimension of " +
                                  std::to_string(options.numRanks) + " ranks") +
                       ", got " + formatShape(array.shape));
    for (int64_t rank = 0; rank != options.numRanks; ++rank)
      inputs[rank][i] = getPart(array, slot.elementType, *shape,
                                isShared(slot, array.shape) ? 0 : rank);
  }
  return inputs;
}

llvm::Error grad::writeOutputs(const Program &program,
                               const RankArrays &outputs,
                               llvm::StringRef path) {
  std::vector<std::pair<std::string, npz::Array>> arrays;
  for (auto [i, slot] : llvm::enumerate(program.getResults())) {
    npz::Array array;
    const HostArray &first = outputs.front()[i];
    array.descr = getDescr(slot.elementType);
    array.shape = first.shape;
    array.shape.insert(array.shape.begin(), outputs.size());
    for (const std::vector<HostArray> &rank : outputs) {
      if (rank[i].shape != first.shape)
        return makeError("result '" + slot.name +
                         "' has another shape on another rank and cannot be "
                         "written as one array");
      array.data.insert(array.data.end(), rank[i].data.begin(),
                        rank[i].data.end());
    }
    arrays.emplace_back(slot.name, std::move(array));
  }
  return npz::writeNpz(path, arrays);
}
