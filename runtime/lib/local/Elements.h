//===- Elements.h - Element types and their conversions -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_LOCAL_ELEMENTS_H
#define GRADRT_LIB_LOCAL_ELEMENTS_H

#include <cstdint>
#include <cstring>

namespace gradrt::local {

/// The types of gradrt/types.def under their names.
namespace element {
struct f16 {
  uint16_t bits;
};
struct bf16 {
  uint16_t bits;
};
/// 0 or 1.
struct i1 {
  uint8_t byte;
};
using i8 = int8_t;
using i32 = int32_t;
using i64 = int64_t;
using ui8 = uint8_t;
using f32 = float;
using f64 = double;
} // namespace element

template <typename To, typename From>
To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From), "sizes differ");
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

// The conversions have no branches, so that the compiler can vectorize them,
// and use no subnormal f32, so that a host which flushes those gets the same
// bits. NaN stays NaN and becomes quiet.

inline float toFloat(element::bf16 value) {
  return bitCast<float>(uint32_t(value.bits) << 16);
}

inline float toFloat(element::f16 value) {
  constexpr uint32_t exponentShift = uint32_t(127 - 15) << 23;
  constexpr uint32_t smallestNormal = uint32_t(127 - 14) << 23;
  uint32_t magnitude = value.bits & 0x7fff;
  uint32_t sign = uint32_t(value.bits & 0x8000) << 16;
  uint32_t normal = (magnitude << 13) + exponentShift;
  uint32_t special = normal + exponentShift;
  special |= magnitude > 0x7c00 ? uint32_t(1) << 22 : 0;
  uint32_t subnormal =
      bitCast<uint32_t>(bitCast<float>((magnitude << 13) + smallestNormal) -
                        bitCast<float>(smallestNormal));
  uint32_t bits = magnitude >= 0x7c00 ? special : normal;
  bits = magnitude < 0x0400 ? subnormal : bits;
  return bitCast<float>(bits | sign);
}

/// Rounds to nearest, ties to even.
inline element::bf16 toBFloat16(float value) {
  uint32_t bits = bitCast<uint32_t>(value);
  uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  uint32_t quiet = bits >> 16 | 0x40;
  bool isNaN = (bits & 0x7fffffff) > 0x7f800000;
  return {static_cast<uint16_t>(isNaN ? quiet : rounded)};
}

/// Rounds to nearest, ties to even.
inline element::f16 toHalf(float value) {
  constexpr uint32_t infinity = 0x7f800000;
  constexpr uint32_t tooLarge = uint32_t(127 + 16) << 23;
  constexpr uint32_t smallestNormal = uint32_t(127 - 14) << 23;
  uint32_t bits = bitCast<uint32_t>(value);
  uint32_t sign = bits >> 16 & 0x8000;
  uint32_t magnitude = bits & 0x7fffffff;
  // A carry out of the mantissa goes on into the exponent, up to infinity.
  uint32_t normal = (magnitude - (uint32_t(127 - 15) << 23) + 0xfff +
                     (magnitude >> 13 & 1)) >>
                    13;
  // The last place of 0.5 is the smallest subnormal.
  uint32_t subnormal = bitCast<uint32_t>(bitCast<float>(magnitude) + 0.5f) -
                       bitCast<uint32_t>(0.5f);
  uint32_t quiet = 0x7e00 | (magnitude >> 13 & 0x1ff);
  uint32_t result = magnitude < smallestNormal ? subnormal : normal;
  result = magnitude >= tooLarge ? 0x7c00 : result;
  result = magnitude > infinity ? quiet : result;
  return {static_cast<uint16_t>(result | sign)};
}

} // namespace gradrt::local

#endif // GRADRT_LIB_LOCAL_ELEMENTS_H
