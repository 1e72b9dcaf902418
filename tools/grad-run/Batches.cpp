//===- Batches.cpp - The rows that a step is given -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Batches.h"
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

/// Adds the rows of one batch.
llvm::Error Batches::addRows(const Slot &slot, const ArrayMap &files) {
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
  if (slot.name == first)
    allRows = array.shape.front();
  if (array.shape.front() != allRows)
    return makeError("arrays '" + first + "' and '" + slot.name +
                     "' have different numbers of rows, " +
                     llvm::Twine(allRows) + " and " +
                     llvm::Twine(array.shape.front()));
  arrays[slot.name] = array;
  return llvm::Error::success();
}

llvm::Expected<Batches> Batches::create(llvm::ArrayRef<Slot> arguments,
                                        const ArrayMap &files, bool hasFiles,
                                        int64_t numRanks, uint64_t seed) {
  Batches batches;
  batches.numRanks = numRanks;
  batches.seed = seed;
  batches.hasFiles = hasFiles;
  for (const Slot &slot : arguments) {
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
    if (batches.first.empty()) {
      batches.first = slot.name;
      batches.numRows = rows;
    }
    if (rows != batches.numRows)
      return makeError("batches '" + batches.first + "' and '" + slot.name +
                       "' have different numbers of rows, " +
                       llvm::Twine(batches.numRows) + " and " +
                       llvm::Twine(rows));
    if (hasFiles)
      if (llvm::Error error = batches.addRows(slot, files))
        return error;
  }
  if (batches.getMicroSteps() == 0)
    return makeError("the inputs have " + llvm::Twine(batches.allRows) +
                     " rows, fewer than a micro-step on " +
                     llvm::Twine(numRanks) + " ranks takes, " +
                     llvm::Twine(batches.getRowsPerMicroStep()));
  return batches;
}

std::optional<int64_t> Batches::getRows() const {
  if (!hasFiles || numRows == 0)
    return std::nullopt;
  return allRows;
}

std::optional<int64_t> Batches::getMicroSteps() const {
  if (!getRows())
    return std::nullopt;
  return allRows / getRowsPerMicroStep();
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
                   int64_t micro, const Order &order) const {
  auto found = arrays.find(slot.name);
  size_t bytes = array.data.size() / numRows;
  int64_t begin = (micro * numRanks + rank) * numRows;
  HostArray random(slot.elementType, llvm::ArrayRef(slot.shape).drop_front());
  for (int64_t i = 0; i != numRows; ++i) {
    int64_t row = order ? (*order)[begin + i] : begin + i;
    const char *source = random.data.data();
    if (found == arrays.end())
      fillRandom(random, seed, getStream(slot.name) + uint64_t(row));
    else
      source = found->second.data.data() + row * bytes;
    std::memcpy(array.data.data() + i * bytes, source, bytes);
  }
  if (array.elementType.isInteger(1))
    for (char &byte : array.data)
      byte = byte != 0;
}
