//===- Batches.cpp - The rows that a step is given -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Batches.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/xxhash.h"

#include <cstring>
#include <numeric>

using namespace mlir;
using namespace mlir::grad;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

uint64_t grad::getStream(llvm::StringRef name) {
  return llvm::xxh3_64bits(name);
}

llvm::Expected<Batches> Batches::create(const Schedule &schedule,
                                        const ArrayMap &files, bool hasFiles,
                                        int64_t numRanks, uint64_t seed) {
  Batches batches;
  batches.numRanks = numRanks;
  batches.seed = seed;
  batches.hasFiles = hasFiles;
  std::string first;
  for (const Program *program : schedule.getPrograms())
    for (const Slot &slot : program->getArguments()) {
      if (!slot.isBatch)
        continue;
      if (slot.shape.empty() ||
          llvm::is_contained(slot.shape, ShapedType::kDynamic))
        return makeError("batch '" + slot.name +
                         "': expected a static shape with rows, got " +
                         formatShape(slot.shape));
      int64_t rows = slot.shape.front();
      if (rows == 0)
        return makeError("batch '" + slot.name + "' has no rows");
      if (!first.empty() && rows != batches.numRows)
        return makeError("batches '" + first + "' and '" + slot.name +
                         "' have different numbers of rows, " +
                         llvm::Twine(batches.numRows) + " and " +
                         llvm::Twine(rows));
      batches.numRows = rows;
      bool isFirst = first.empty();
      first = slot.name;
      if (!hasFiles)
        continue;
      auto found = files.find(slot.name);
      if (found == files.end())
        return makeError("the inputs have no array '" + slot.name +
                         "' with the rows of a batch");
      const npz::Array &array = found->second;
      if (llvm::Error error = verifyDescr(slot.name, array, slot.elementType))
        return error;
      std::vector<int64_t> expected = slot.shape;
      expected.front() = ShapedType::kDynamic;
      if (!fitsShape(array.shape, expected))
        return makeError("array '" + slot.name + "': expected shape " +
                         formatShape(expected) + ", got " +
                         formatShape(array.shape));
      if (!isFirst && array.shape.front() != batches.allRows)
        return makeError("arrays '" + first + "' and '" + slot.name +
                         "' have different numbers of rows, " +
                         llvm::Twine(batches.allRows) + " and " +
                         llvm::Twine(array.shape.front()));
      batches.allRows = array.shape.front();
      batches.arrays[slot.name] = array;
    }
  if (hasFiles && !first.empty() && batches.getMicroSteps() == 0)
    return makeError("the inputs have " + llvm::Twine(batches.allRows) +
                     " rows, fewer than a micro-step on " +
                     llvm::Twine(numRanks) + " ranks takes, " +
                     llvm::Twine(batches.getRowsPerMicroStep()));
  return batches;
}

std::optional<int64_t> Batches::getMicroSteps() const {
  if (!hasFiles || numRows == 0)
    return std::nullopt;
  return allRows / getRowsPerMicroStep();
}

std::pair<int64_t, int64_t> Batches::getDropped() const {
  if (!getMicroSteps())
    return {0, 0};
  return {allRows % getRowsPerMicroStep(), allRows};
}

Batches::Order Batches::shuffle(uint64_t seed, int64_t epoch) const {
  auto order = std::make_shared<std::vector<int64_t>>(allRows);
  std::iota(order->begin(), order->end(), 0);
  uint64_t state = seed + uint64_t(epoch) * 0x9E3779B97F4A7C15;
  auto next = [&] {
    uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  };
  for (int64_t i = allRows - 1; i > 0; --i)
    std::swap((*order)[i], (*order)[next() % uint64_t(i + 1)]);
  return order;
}

void Batches::fill(HostArray &array, const Slot &slot, int64_t rank,
                   int64_t epoch, int64_t micro, const Order &order) const {
  auto found = arrays.find(slot.name);
  if (found == arrays.end()) {
    fillRandom(array, seed,
               getStream(slot.name) ^ uint64_t(epoch) << 48 ^
                   uint64_t(micro) << 16 ^ uint64_t(rank + 1));
    return;
  }
  const npz::Array &source = found->second;
  size_t bytes = array.data.size() / array.shape.front();
  int64_t begin = (micro * numRanks + rank) * numRows;
  for (int64_t i = 0; i != numRows; ++i) {
    int64_t row = order ? (*order)[begin + i] : begin + i;
    std::memcpy(array.data.data() + i * bytes, source.data.data() + row * bytes,
                bytes);
  }
  if (array.elementType.isInteger(1))
    for (char &byte : array.data)
      byte = byte != 0;
}
