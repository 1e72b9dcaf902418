//===- Files.cpp - Inputs and outputs in .npz files -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Npz.h"
#include "World.h"
#include "llvm/ADT/StringMap.h"

#include <cstring>

using namespace mlir;
using namespace mlir::grad;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// NumPy's name of the type. bf16, which NumPy lacks, travels as its bits.
static std::string getDescr(mlir::Type type) {
  int64_t bytes = getElementBytes(type);
  std::string size = std::to_string(bytes);
  if (type.isInteger(1))
    return "|b1";
  if (type.isBF16())
    return "<u2";
  char kind = llvm::isa<mlir::FloatType>(type) ? 'f'
              : type.isUnsignedInteger()       ? 'u'
                                               : 'i';
  return (bytes == 1 ? "|" : "<") + std::string(1, kind) + size;
}

static std::string formatShape(llvm::ArrayRef<int64_t> shape) {
  std::string text = "[";
  for (int64_t size : shape)
    text += (text.size() > 1 ? ", " : "") +
            (mlir::ShapedType::isDynamic(size) ? "?" : std::to_string(size));
  return text + "]";
}

static bool fits(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> type) {
  return shape.size() == type.size() &&
         llvm::all_of(llvm::zip(shape, type), [](auto sizes) {
           auto [size, expected] = sizes;
           return mlir::ShapedType::isDynamic(expected) || size == expected;
         });
}

/// The shape of one rank's part of an array, or nothing where it does not fit.
static std::optional<std::vector<int64_t>>
getRankShape(const Slot &slot, llvm::ArrayRef<int64_t> shape, int64_t ranks) {
  if (slot.isReplicated) {
    if (fits(shape, slot.shape))
      return shape.vec();
    return std::nullopt;
  }
  if (!shape.empty() && shape.front() == ranks &&
      fits(shape.drop_front(), slot.shape))
    return shape.drop_front().vec();
  if (!slot.isBatch || shape.empty() || shape.front() % ranks != 0)
    return std::nullopt;
  std::vector<int64_t> part = shape.vec();
  part.front() /= ranks;
  if (fits(part, slot.shape))
    return part;
  return std::nullopt;
}

llvm::Expected<RankArrays> grad::readInputs(const Program &program,
                                            const WorldOptions &options,
                                            llvm::StringRef path) {
  auto file = npz::readNpz(path);
  if (!file)
    return file.takeError();
  llvm::StringMap<const npz::Array *> arrays;
  for (const auto &[name, array] : *file)
    arrays[name] = &array;
  RankArrays inputs(options.numRanks);
  for (const Slot &slot : program.getArguments()) {
    const npz::Array *array = arrays.lookup(slot.name);
    if (!array)
      return makeError("'" + path + "' has no array '" + slot.name + "'");
    std::string descr = getDescr(slot.elementType);
    if (array->descr != descr)
      return makeError("array '" + slot.name + "' in '" + path +
                       "': expected type " + descr + ", got " + array->descr);
    auto shape = getRankShape(slot, array->shape, options.numRanks);
    if (!shape)
      return makeError("array '" + slot.name + "' in '" + path +
                       "': expected shape " + formatShape(slot.shape) +
                       (slot.isReplicated
                            ? ""
                            : " after a leading dimension of " +
                                  std::to_string(options.numRanks) + " ranks") +
                       ", got " + formatShape(array->shape));
    for (int64_t rank = 0; rank != options.numRanks; ++rank) {
      HostArray &part = inputs[rank].emplace_back(slot.elementType, *shape);
      size_t offset = slot.isReplicated ? 0 : rank * part.data.size();
      if (!part.data.empty())
        std::memcpy(part.data.data(), array->data.data() + offset,
                    part.data.size());
      if (slot.elementType.isInteger(1))
        for (char &byte : part.data)
          byte = byte != 0;
    }
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
