//===- HostArray.cpp - Values that a step reads and writes -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostArray.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::grad;
using llvm::APFloat;
using llvm::APInt;

int64_t grad::getElementBytes(mlir::Type elementType) {
  if (elementType.isIndex())
    return 8;
  return llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8);
}

HostArray::HostArray(mlir::Type elementType, llvm::ArrayRef<int64_t> shape)
    : elementType(elementType), shape(shape.begin(), shape.end()) {
  data.resize(getNumElements() * getElementBytes(elementType));
}

int64_t HostArray::getNumElements() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

llvm::StringRef HostArray::getElement(int64_t i) const {
  int64_t width = getElementBytes(elementType);
  return llvm::StringRef(data.data() + i * width, width);
}

/// The bits of element i, in as many bits as the element has bytes.
static APInt getBits(const HostArray &array, int64_t i) {
  llvm::StringRef element = array.getElement(i);
  uint64_t bits = 0;
  std::memcpy(&bits, element.data(), element.size());
  return APInt(element.size() * 8, bits);
}

static bool isFloat(const HostArray &array) {
  return llvm::isa<mlir::FloatType>(array.elementType);
}

static APFloat getFloat(const HostArray &array, int64_t i) {
  auto type = llvm::cast<mlir::FloatType>(array.elementType);
  return APFloat(type.getFloatSemantics(),
                 getBits(array, i).zextOrTrunc(type.getWidth()));
}

double grad::getDouble(const HostArray &array, int64_t i) {
  if (!isFloat(array)) {
    APInt bits = getBits(array, i);
    bool isUnsigned =
        array.elementType.isUnsignedInteger() || array.elementType.isInteger(1);
    return isUnsigned ? bits.roundToDouble() : bits.signedRoundToDouble();
  }
  APFloat value = getFloat(array, i);
  bool losesInfo = false;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

/// SplitMix64: the same numbers everywhere, without a state to keep.
static uint64_t mix(uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

/// The bits of a random element.
static uint64_t getRandomBits(mlir::Type type, uint64_t random) {
  if (auto floatType = llvm::dyn_cast<mlir::FloatType>(type)) {
    APFloat value(double(int64_t(random >> 11)) / double(1ull << 52) - 1.0);
    bool losesInfo = false;
    value.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return value.bitcastToAPInt().getZExtValue();
  }
  if (type.isIndex())
    return random >> 62;
  if (type.isInteger(1))
    return random >> 63;
  return type.isUnsignedInteger() ? random >> 60
                                  : uint64_t(int64_t(random) >> 60);
}

void grad::fillWith(HostArray &array, llvm::StringRef element) {
  for (size_t at = 0; at < array.data.size(); at += element.size())
    std::memcpy(array.data.data() + at, element.data(), element.size());
}

void grad::fillRandom(HostArray &array, uint64_t seed, uint64_t stream) {
  uint64_t key = mix(mix(seed) ^ stream);
  int64_t width = getElementBytes(array.elementType);
  for (int64_t i = 0, e = array.getNumElements(); i != e; ++i) {
    uint64_t bits = getRandomBits(array.elementType, mix(key ^ mix(i)));
    std::memcpy(array.data.data() + i * width, &bits, width);
  }
}

std::string grad::formatElement(const HostArray &array, int64_t i) {
  llvm::SmallString<32> text;
  if (isFloat(array))
    getFloat(array, i).toString(text);
  else
    getBits(array, i).toString(text, 10,
                               !array.elementType.isUnsignedInteger() &&
                                   !array.elementType.isInteger(1));
  return text.str().str();
}

void grad::printArray(const HostArray &array, llvm::raw_ostream &os) {
  for (int64_t size : array.shape)
    os << size << 'x';
  os << array.elementType << " [";
  for (int64_t i = 0, e = array.getNumElements(); i != e; ++i)
    os << (i == 0 ? "" : ", ") << formatElement(array, i);
  os << "]\n";
}

double grad::getMaxMagnitude(const HostArray &array) {
  double largest = 0;
  for (int64_t i = 0, e = array.getNumElements(); i != e; ++i)
    if (double value = std::fabs(getDouble(array, i)); std::isfinite(value))
      largest = std::max(largest, value);
  return largest;
}

double grad::getMaxDifference(const HostArray &a, const HostArray &b) {
  double largest = 0;
  for (int64_t i = 0, e = a.getNumElements(); i != e; ++i)
    if (double gap = std::fabs(getDouble(a, i) - getDouble(b, i));
        std::isfinite(gap))
      largest = std::max(largest, gap);
  return largest;
}

std::optional<int64_t> grad::findDifference(const HostArray &a,
                                            const HostArray &b, double rtol,
                                            double scale) {
  for (int64_t i = 0, e = a.getNumElements(); i != e; ++i) {
    if (a.getElement(i) == b.getElement(i))
      continue;
    double x = getDouble(a, i), y = getDouble(b, i);
    if (std::isnan(x) && std::isnan(y))
      continue;
    // An infinite value has to be met exactly.
    if (rtol < 0 || !(std::isfinite(x) && std::isfinite(y)) ||
        !(std::fabs(x - y) <= rtol * scale))
      return i;
  }
  return std::nullopt;
}
