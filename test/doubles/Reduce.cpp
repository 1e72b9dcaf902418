//===- Reduce.cpp - What NCCL computes ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"
#include "Numbers.h"
#include "Report.h"

using namespace grad::doubles;

namespace {
/// How an element is read and written.
template <typename T>
struct Plain {
  using Stored = T;
  static T read(T value) { return value; }
  static T write(T value) { return value; }
};
struct Half {
  using Stored = uint16_t;
  static float read(uint16_t value) { return fromHalf(value); }
  static uint16_t write(float value) { return toHalf(value); }
};
struct BFloat {
  using Stored = uint16_t;
  static float read(uint16_t value) { return fromBFloat(value); }
  static uint16_t write(float value) { return toBFloat(value); }
};

enum { kSum, kProd, kMax, kMin, kAvg };

template <typename T>
T apply(T a, T b, int op) {
  switch (op) {
  case kProd:
    return a * b;
  case kMax:
    return std::isnan(double(a)) || b > a ? b : a;
  case kMin:
    return std::isnan(double(a)) || b < a ? b : a;
  default:
    return a + b;
  }
}

template <typename Element>
void combineAs(void *to, const void *from, int64_t count, int op) {
  auto *target = static_cast<typename Element::Stored *>(to);
  auto *source = static_cast<const typename Element::Stored *>(from);
  for (int64_t i = 0; i < count; ++i)
    target[i] = Element::write(
        apply(Element::read(target[i]), Element::read(source[i]), op));
}

template <typename Element>
void divideAs(void *to, int64_t count, int64_t ranks) {
  auto *target = static_cast<typename Element::Stored *>(to);
  for (int64_t i = 0; i < count; ++i) {
    auto value = Element::read(target[i]);
    target[i] = Element::write(value * (decltype(value)(1) / ranks));
  }
}
} // namespace

int64_t grad::doubles::getBytes(int type) {
  constexpr int64_t bytes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2};
  return type >= 0 && type < 10 ? bytes[type] : 0;
}

void grad::doubles::combine(void *to, const void *from, int64_t count, int type,
                            int op) {
  switch (type) {
  case 0:
    return combineAs<Plain<int8_t>>(to, from, count, op);
  case 1:
    return combineAs<Plain<uint8_t>>(to, from, count, op);
  case 2:
    // Wraps, which signed integers may not in C++.
    if (op == kSum || op == kProd)
      return combineAs<Plain<uint32_t>>(to, from, count, op);
    return combineAs<Plain<int32_t>>(to, from, count, op);
  case 3:
    return combineAs<Plain<uint32_t>>(to, from, count, op);
  case 4:
    if (op == kSum || op == kProd)
      return combineAs<Plain<uint64_t>>(to, from, count, op);
    return combineAs<Plain<int64_t>>(to, from, count, op);
  case 5:
    return combineAs<Plain<uint64_t>>(to, from, count, op);
  case 6:
    return combineAs<Half>(to, from, count, op);
  case 7:
    return combineAs<Plain<float>>(to, from, count, op);
  case 8:
    return combineAs<Plain<double>>(to, from, count, op);
  default:
    return combineAs<BFloat>(to, from, count, op);
  }
}

void grad::doubles::divide(void *to, int64_t count, int type, int64_t ranks) {
  switch (type) {
  case 6:
    return divideAs<Half>(to, count, ranks);
  case 7:
    return divideAs<Plain<float>>(to, count, ranks);
  case 8:
    return divideAs<Plain<double>>(to, count, ranks);
  case 9:
    return divideAs<BFloat>(to, count, ranks);
  default:
    return reportViolation("an average of integers");
  }
}
