//===- Numbers.h - Elements as NCCL and cuBLAS number them -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TEST_DOUBLES_NUMBERS_H
#define GRAD_TEST_DOUBLES_NUMBERS_H

#include <cmath>
#include <cstdint>
#include <cstring>

namespace grad::doubles {

inline float fromBFloat(uint16_t bits) {
  uint32_t wide = uint32_t(bits) << 16;
  float value;
  std::memcpy(&value, &wide, 4);
  return value;
}

/// To nearest, ties to even.
inline uint16_t toBFloat(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  if (std::isnan(value))
    return uint16_t(bits >> 16 | 0x40);
  return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

inline float fromHalf(uint16_t bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  float magnitude = exponent == 31 ? (fraction ? NAN : INFINITY)
                    : exponent
                        ? std::ldexp(float(1024 + fraction), exponent - 25)
                        : std::ldexp(float(fraction), -24);
  return bits >> 15 ? -magnitude : magnitude;
}

/// To nearest, ties to even.
inline uint16_t toHalf(float value) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  float magnitude = std::fabs(value);
  if (std::isnan(value))
    return sign | 0x7e00;
  if (magnitude >= 65520)
    return sign | 0x7c00;
  if (magnitude == 0)
    return sign;
  int exponent;
  std::frexp(magnitude, &exponent);
  // The distance of neighbours is 2^(exponent - 11), at least 2^-24.
  int scale = exponent - 11 < -24 ? -24 : exponent - 11;
  auto units =
      static_cast<int32_t>(std::nearbyint(std::ldexp(magnitude, -scale)));
  if (scale == -24)
    return sign | static_cast<uint16_t>(units);
  int biased = scale + 25;
  if (units == 2048) {
    units = 1024;
    ++biased;
  }
  if (biased >= 31)
    return sign | 0x7c00;
  return sign | static_cast<uint16_t>(biased << 10 | (units - 1024));
}

} // namespace grad::doubles

#endif // GRAD_TEST_DOUBLES_NUMBERS_H
