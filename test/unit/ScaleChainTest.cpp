//===- ScaleChainTest.cpp - What makes up a mean -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/ScaleChain.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::grad;

using llvm::APFloat;

static ScaleFactor multiply(APFloat constant, bool isUncertain = false) {
  return {nullptr, std::move(constant), /*isDivisor=*/false, isUncertain};
}

static ScaleFactor divide(APFloat constant) {
  return {nullptr, std::move(constant), /*isDivisor=*/true, false};
}

static std::pair<unsigned, unsigned> count(int64_t degree,
                                           ArrayRef<ScaleFactor> before,
                                           ArrayRef<ScaleFactor> after) {
  MeanCount count = countMeans(degree, /*dividesItself=*/false, before, after);
  return {count.least, count.most};
}

using Count = std::pair<unsigned, unsigned>;

/// Whatever the degree, 1/degree in f32 and in f64 is found, on both sides, and
/// so is each way to split it.
TEST(ScaleChain, EveryDegree) {
  for (int64_t degree = 2; degree != 2000; ++degree) {
    APFloat narrow(1.0f / float(degree)), wide(1.0 / double(degree));
    EXPECT_EQ(count(degree, {multiply(narrow)}, {}), Count(1, 1)) << degree;
    EXPECT_EQ(count(degree, {}, {multiply(wide)}), Count(1, 1)) << degree;
    EXPECT_EQ(count(degree, {}, {divide(APFloat(double(degree)))}), Count(1, 1))
        << degree;
    EXPECT_EQ(count(degree, {multiply(narrow)}, {multiply(wide)}), Count(2, 2))
        << degree;
    for (int64_t pre = 2; pre < degree; pre *= 2) {
      ScaleFactor before = multiply(APFloat(1.0f / float(pre)));
      ScaleFactor after = multiply(APFloat(float(pre) / float(degree)));
      EXPECT_EQ(count(degree, {before}, {after}), Count(1, 1)) << degree;
      EXPECT_EQ(count(degree, {divide(APFloat(double(pre)))},
                      {divide(APFloat(double(degree) / double(pre)))}),
                Count(1, 1))
          << degree;
      EXPECT_EQ(count(degree, {before}, {}), Count(0, 0)) << degree;
      EXPECT_EQ(count(degree, {}, {after}), Count(0, 0)) << degree;
    }
  }
}

/// What is next to 1/degree is not 1/degree.
TEST(ScaleChain, Neighbours) {
  for (int64_t degree : {2, 3, 7, 1000}) {
    APFloat below(1.0f / float(degree)), above = below;
    below.next(/*nextDown=*/true);
    above.next(/*nextDown=*/false);
    EXPECT_EQ(count(degree, {multiply(below), multiply(above)}, {}),
              Count(0, 0));
  }
}

/// Numbers of formulas: 0, 1, infinity, NaN, negative ones, f16 and bf16.
TEST(ScaleChain, OtherNumbers) {
  SmallVector<ScaleFactor> factors;
  for (double number :
       {0.0, -0.0, 1.0, -0.25, 1e300, 1e-300, HUGE_VAL, std::nan("")}) {
    factors.push_back(multiply(APFloat(number)));
    factors.push_back(divide(APFloat(number)));
  }
  factors.push_back(multiply(APFloat(APFloat::IEEEhalf(), "0.125")));
  factors.push_back(multiply(APFloat(APFloat::BFloat(), "0.125")));
  factors.push_back(multiply(APFloat(APFloat::IEEEquad(), "0.3")));
  EXPECT_EQ(count(4, factors, factors), Count(0, 0));
  EXPECT_EQ(count(8, factors, {}), Count(2, 2));
}

TEST(ScaleChain, Uncertain) {
  ScaleFactor certain = multiply(APFloat(0.25f)),
              uncertain = multiply(APFloat(0.25f), /*isUncertain=*/true);
  EXPECT_EQ(count(4, {}, {uncertain}), Count(0, 1));
  EXPECT_EQ(count(4, {certain}, {uncertain, uncertain}), Count(1, 3));
  MeanCount own = countMeans(4, /*dividesItself=*/true, {certain}, {uncertain});
  EXPECT_EQ(own.least, 2u);
  EXPECT_EQ(own.most, 3u);
}
