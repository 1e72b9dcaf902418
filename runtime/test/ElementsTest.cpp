//===- ElementsTest.cpp - Conversions of 16-bit floats, exhaustively ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../lib/local/Elements.h"
#include "Reference.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace gradrt;
using namespace gradrt::local;
using namespace gradrt::test;

namespace {

uint16_t halfBits(float value) { return toHalf(value).bits; }
uint16_t bfloatBits(float value) { return toBFloat16(value).bits; }

uint16_t referenceBits(gradrt_type type, float value) {
  Bytes bytes = encode(type, {value});
  uint16_t bits;
  std::memcpy(&bits, bytes.data(), 2);
  return bits;
}

float referenceValue(gradrt_type type, uint16_t bits) {
  Bytes bytes(2);
  std::memcpy(bytes.data(), &bits, 2);
  return static_cast<float>(decode(type, bytes)[0]);
}

bool isNaN(uint16_t bits, uint16_t infinity) {
  return (bits & 0x7fff) > infinity;
}

} // namespace

TEST(Elements, EveryHalfAndBFloat16Widens) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    auto b = static_cast<uint16_t>(bits);
    float half = toFloat(element::f16{b});
    float bfloat = toFloat(element::bf16{b});
    EXPECT_EQ(std::isnan(half), isNaN(b, 0x7c00));
    EXPECT_EQ(std::isnan(bfloat), isNaN(b, 0x7f80));
    // As a number, and back as the same bits.
    if (!std::isnan(half)) {
      EXPECT_EQ(bitCast<uint32_t>(half),
                bitCast<uint32_t>(referenceValue(GRADRT_TYPE_F16, b)));
      EXPECT_EQ(halfBits(half), b);
    }
    if (!std::isnan(bfloat)) {
      EXPECT_EQ(bitCast<uint32_t>(bfloat),
                bitCast<uint32_t>(referenceValue(GRADRT_TYPE_BF16, b)));
      EXPECT_EQ(bfloatBits(bfloat), b);
    }
  }
}

TEST(Elements, RoundingGoesToNearestEven) {
  // Every halfway point between two neighbours, and the floats around it.
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    auto b = static_cast<uint16_t>(bits);
    for (float at : {toFloat(element::f16{b}), toFloat(element::bf16{b})})
      for (uint32_t low : {0x0000u, 0x0001u, 0x0fffu, 0x1000u, 0x1001u, 0x1fffu,
                           0x7fffu, 0x8000u, 0x8001u, 0xffffu}) {
        float value = bitCast<float>(bitCast<uint32_t>(at) + low);
        if (std::isnan(value)) {
          EXPECT_TRUE(isNaN(halfBits(value), 0x7c00));
          EXPECT_TRUE(isNaN(bfloatBits(value), 0x7f80));
          continue;
        }
        ASSERT_EQ(halfBits(value), referenceBits(GRADRT_TYPE_F16, value))
            << value;
        ASSERT_EQ(bfloatBits(value), referenceBits(GRADRT_TYPE_BF16, value))
            << value;
      }
  }
}

TEST(Elements, RoundingOfFloatsAllOver) {
  for (uint64_t bits = 0; bits < (uint64_t(1) << 32); bits += 10007) {
    auto value = bitCast<float>(static_cast<uint32_t>(bits));
    if (std::isnan(value))
      continue;
    ASSERT_EQ(halfBits(value), referenceBits(GRADRT_TYPE_F16, value)) << value;
    ASSERT_EQ(bfloatBits(value), referenceBits(GRADRT_TYPE_BF16, value))
        << value;
  }
}
