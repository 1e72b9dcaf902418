//===- State.cpp - What a training keeps between steps -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "Batches.h"

#include <cstring>
#include <set>

using namespace mlir;
using namespace mlir::grad;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// The number 1 of a floating-point type.
static std::string getOne(mlir::Type type) {
  auto real = llvm::cast<mlir::FloatType>(type);
  llvm::APInt bits =
      llvm::APFloat::getOne(real.getFloatSemantics()).bitcastToAPInt();
  uint64_t word = bits.getZExtValue();
  return std::string(reinterpret_cast<const char *>(&word),
                     getElementBytes(type));
}

/// The array of each rank, from a file.
static llvm::Expected<std::vector<HostArray>>
readRanks(const Slot &slot, const npz::Array &array, int64_t numRanks) {
  if (llvm::Error error = verifyDescr(slot.name, array, slot.elementType))
    return error;
  llvm::ArrayRef<int64_t> shape = array.shape;
  // What differs by rank may start from the same on all of them.
  bool isShared = slot.isReplicated || fitsShape(shape, slot.shape);
  bool fits = isShared ? fitsShape(shape, slot.shape)
                       : !shape.empty() && shape.front() == numRanks &&
                             fitsShape(shape.drop_front(), slot.shape);
  if (!fits)
    return makeError(
        "array '" + slot.name + "': expected shape " + formatShape(slot.shape) +
        (slot.isReplicated ? ""
                           : " after a leading dimension of " +
                                 std::to_string(numRanks) + " ranks") +
        ", got " + formatShape(array.shape));
  if (!isShared)
    shape = shape.drop_front();
  std::vector<HostArray> ranks;
  for (int64_t rank = 0; rank != numRanks; ++rank)
    ranks.push_back(
        getPart(array, slot.elementType, shape, isShared ? 0 : rank));
  return ranks;
}

llvm::Expected<State> State::create(llvm::ArrayRef<Slot> arguments,
                                    const WorldOptions &options,
                                    const ArrayMap &files, bool hasFiles) {
  State state;
  for (const Slot &slot : arguments) {
    if (slot.isBatch)
      continue;
    StateArray &array = state.arrays[slot.name];
    array.slot = slot;
    if (auto found = files.find(slot.name); found != files.end()) {
      if (llvm::Error error = readRanks(slot, found->second, options.numRanks)
                                  .moveInto(array.ranks))
        return error;
      continue;
    }
    bool isOne = slot.isSeed && llvm::isa<mlir::FloatType>(slot.elementType);
    if (hasFiles && slot.init.empty() && !isOne)
      return makeError("the inputs have no array '" + slot.name +
                       "', and the step does not say what it starts from");
    std::vector<int64_t> shape = slot.shape;
    for (int64_t &size : shape)
      if (ShapedType::isDynamic(size))
        size = options.dynamicSize;
    for (int64_t rank = 0; rank != options.numRanks; ++rank) {
      HostArray &values = array.ranks.emplace_back(slot.elementType, shape);
      if (!slot.init.empty())
        fillWith(values, slot.init);
      else if (isOne)
        fillWith(values, getOne(slot.elementType));
      else
        fillRandom(values, options.seed,
                   getStream(slot.name) ^ (slot.isReplicated ? 0 : rank + 1));
    }
  }
  return state;
}

llvm::Expected<std::vector<npz::NamedArray>> State::getOutputs() const {
  std::vector<npz::NamedArray> file;
  for (const auto &[name, array] : arrays) {
    if (!array.slot.isState)
      continue;
    if (!array.slot.isReplicated) {
      file.emplace_back(name, joinParts(array.ranks, /*isList=*/true));
      continue;
    }
    for (size_t rank = 1; rank != array.ranks.size(); ++rank)
      if (array.ranks[rank].data != array.ranks.front().data)
        return makeError("state '" + name +
                         "' differs between rank 0 and rank " +
                         llvm::Twine(rank) +
                         "; average it over the ranks, or mark it with "
                         "'grad.per_rank'");
    file.emplace_back(name, joinParts(array.ranks.front(), /*isList=*/false));
  }
  return file;
}

/// What the names of state begin with in a checkpoint.
static constexpr llvm::StringLiteral kSavedPrefix = "state/";

void State::save(std::vector<npz::NamedArray> &file) const {
  for (const auto &[name, array] : arrays)
    if (array.slot.isState)
      file.emplace_back(kSavedPrefix.str() + name,
                        joinParts(array.ranks, /*isList=*/true));
}

llvm::Error State::load(const ArrayMap &file) {
  std::set<llvm::StringRef> left;
  for (llvm::StringRef name : file.keys())
    if (name.consume_front(kSavedPrefix))
      left.insert(name);
  for (auto &[name, array] : arrays) {
    if (!array.slot.isState)
      continue;
    auto found = file.find(kSavedPrefix.str() + name);
    if (found == file.end())
      return makeError("the checkpoint has no state '" + name + "'");
    Slot slot = array.slot;
    slot.isReplicated = false;
    if (llvm::Error error = readRanks(slot, found->second, array.ranks.size())
                                .moveInto(array.ranks))
      return error;
    left.erase(name);
  }
  if (!left.empty())
    return makeError("the checkpoint has a state '" + *left.begin() +
                     "', which the program does not have");
  return llvm::Error::success();
}

llvm::Error grad::addSavedState(llvm::ArrayRef<Slot> arguments,
                                llvm::StringRef checkpoint, ArrayMap &arrays) {
  auto file = readArrays({{checkpoint.str()}, {}});
  if (!file)
    return file.takeError();
  for (const Slot &slot : arguments) {
    if (!slot.isState)
      continue;
    auto found = file->find(kSavedPrefix.str() + slot.name);
    if (found == file->end())
      return makeError("'" + checkpoint + "' has no state '" + slot.name + "'");
    npz::Array array = found->second;
    if (slot.isReplicated) {
      if (array.shape.empty() || array.shape.front() == 0)
        return makeError("state '" + slot.name + "' in '" + checkpoint +
                         "' has no leading dimension of ranks");
      size_t bytes = array.data.size() / array.shape.front();
      llvm::ArrayRef<char> all = array.data, part = all.take_front(bytes);
      for (; !all.empty(); all = all.drop_front(bytes))
        if (all.take_front(bytes) != part)
          return makeError("state '" + slot.name + "' in '" + checkpoint +
                           "' differs between ranks");
      array.shape.erase(array.shape.begin());
      array.data.resize(bytes);
    }
    arrays[slot.name] = std::move(array);
  }
  return llvm::Error::success();
}

llvm::Expected<int64_t> grad::compareStates(const State &state,
                                            const State &other, double rtol,
                                            double &largest) {
  int64_t number = 0;
  largest = 0;
  for (const auto &[name, array] : state.getArrays()) {
    auto found = other.getArrays().find(name);
    if (!array.slot.isState || found == other.getArrays().end())
      continue;
    const StateArray &against = found->second;
    bool isShared = array.slot.isReplicated && against.slot.isReplicated;
    if (!isShared && (array.slot.isReplicated || against.slot.isReplicated ||
                      array.ranks.size() != against.ranks.size()))
      continue;
    ++number;
    for (size_t rank = 0; rank != array.ranks.size(); ++rank) {
      const HostArray &a = array.ranks[rank],
                      &b = against.ranks[isShared ? 0 : rank];
      if (a.shape != b.shape || a.elementType != b.elementType)
        return makeError("state '" + name + "' has another type there");
      double scale = getMaxMagnitude(b);
      if (auto index = findDifference(a, b, rtol, scale))
        return makeError(
            "state '" + name + "' differs on rank " + llvm::Twine(rank) +
            " at index " + llvm::Twine(*index) + ": " +
            formatElement(a, *index) + " against " + formatElement(b, *index) +
            ", with a largest magnitude of " + std::to_string(scale));
      largest =
          std::max(largest, getMaxDifference(a, b) / std::max(scale, 1e-300));
    }
  }
  if (number == 0)
    return makeError("the two trainings have no parameter or state in common");
  return number;
}
