//===- ReductionPrecisionTest.cpp - Types around a reduction -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/ReductionPrecision.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

#include <string>

using namespace mlir;
using namespace mlir::grad;

namespace {
class ReductionPrecisionTest : public testing::Test {
protected:
  /// `sent -> delivered`, or the message of the error.
  std::string get(Type type, const ReductionPrecision &precision) {
    std::string text;
    llvm::raw_string_ostream os(text);
    FailureOr<ReductionTypes> types =
        getReductionTypes(type, precision, [&](const Twine &message) {
          os << message;
          return failure();
        });
    if (succeeded(types))
      os << types->sent << " -> " << types->delivered;
    return text;
  }

  /// The message of the error, or nothing.
  static std::string parse(StringRef reduceType, StringRef wire,
                           ReductionPrecision &precision) {
    std::string text;
    FailureOr<ReductionPrecision> parsed =
        ReductionPrecision::parse(reduceType, wire, ReduceType::F32,
                                  [&](const Twine &message) -> LogicalResult {
                                    text = message.str();
                                    return failure();
                                  });
    if (succeeded(parsed))
      precision = *parsed;
    return text;
  }

  MLIRContext context;
  Builder b{&context};
  Type f8 = Float8E4M3FNType::get(&context), f16 = b.getF16Type(),
       bf16 = b.getBF16Type(), f32 = b.getF32Type(), f64 = b.getF64Type(),
       f80 = Float80Type::get(&context), i32 = b.getI32Type();
};
} // namespace

TEST_F(ReductionPrecisionTest, Keep) {
  for (Type type : {f8, f16, bf16, f32, f64, f80, i32})
    EXPECT_EQ(get(type, {}), get(type, {ReduceType::Keep, std::nullopt}));
  EXPECT_EQ(get(f16, {}), "f16 -> f16");
}

TEST_F(ReductionPrecisionTest, Widen) {
  ReductionPrecision toF32 = {ReduceType::F32, std::nullopt};
  EXPECT_EQ(get(f8, toF32), "f32 -> f32");
  EXPECT_EQ(get(f16, toF32), "f32 -> f32");
  EXPECT_EQ(get(bf16, toF32), "f32 -> f32");
  EXPECT_EQ(get(f32, toF32), "f32 -> f32");
  EXPECT_EQ(get(f64, toF32), "f64 -> f64");
  EXPECT_EQ(get(i32, toF32), "i32 -> i32");
  ReductionPrecision toF64 = {ReduceType::F64, std::nullopt};
  EXPECT_EQ(get(bf16, toF64), "f64 -> f64");
  EXPECT_EQ(get(f32, toF64), "f64 -> f64");
  EXPECT_EQ(get(f80, toF64), "f80 -> f80");
}

TEST_F(ReductionPrecisionTest, Wire) {
  ReductionPrecision half = {ReduceType::Keep, WireType::F16};
  EXPECT_EQ(get(f32, half), "f16 -> f32");
  EXPECT_EQ(get(f16, half), "f16 -> f32");
  EXPECT_EQ(get(f8, half), "f8E4M3FN -> f32");
  EXPECT_EQ(get(i32, half), "i32 -> i32");
  EXPECT_EQ(get(bf16, half), "wire=f16: expected f32 or f16, got bf16");
  EXPECT_EQ(get(f64, half), "wire=f16: expected f32 or f16, got f64");
  ReductionPrecision brain = {ReduceType::Keep, WireType::BF16};
  EXPECT_EQ(get(f32, brain), "bf16 -> f32");
  EXPECT_EQ(get(bf16, brain), "bf16 -> f32");
  EXPECT_EQ(get(f16, brain), "wire=bf16: expected f32 or bf16, got f16");
  EXPECT_EQ(get(f80, brain), "wire=bf16: expected f32 or bf16, got f80");
}

TEST_F(ReductionPrecisionTest, Options) {
  ReductionPrecision precision;
  EXPECT_EQ(parse("", "", precision), "");
  EXPECT_EQ(precision.reduceType, ReduceType::F32);
  EXPECT_EQ(parse("f64", "", precision), "");
  EXPECT_EQ(precision.reduceType, ReduceType::F64);
  EXPECT_EQ(parse("", "bf16", precision), "");
  EXPECT_EQ(precision.reduceType, ReduceType::Keep);
  EXPECT_EQ(precision.wire, WireType::BF16);
  EXPECT_EQ(parse("f8", "", precision),
            "reduce-type: expected f32, f64 or keep, got 'f8'");
  EXPECT_EQ(parse("", "f32", precision),
            "wire: expected f16 or bf16, got 'f32'");
  EXPECT_EQ(parse("f32", "f16", precision),
            "reduce-type=f32: cannot stand together with wire=f16; use one of "
            "the two");
}

TEST_F(ReductionPrecisionTest, ArithmeticType) {
  for (Type type : {f8, f16, bf16, f32})
    EXPECT_EQ(getArithmeticType(type), f32);
  for (Type type : {f64, f80, i32})
    EXPECT_EQ(getArithmeticType(type), type);
}

TEST_F(ReductionPrecisionTest, Loss) {
  EXPECT_EQ(getPrecisionLoss(f16, f32), PrecisionLoss::None);
  EXPECT_EQ(getPrecisionLoss(f32, f32), PrecisionLoss::None);
  EXPECT_EQ(getPrecisionLoss(f32, f16), PrecisionLoss::Range);
  EXPECT_EQ(getPrecisionLoss(f32, bf16), PrecisionLoss::Digits);
  EXPECT_EQ(getPrecisionLoss(f64, bf16), PrecisionLoss::Range);
  EXPECT_EQ(getPrecisionLoss(f16, bf16), PrecisionLoss::Digits);
  EXPECT_EQ(getPrecisionLoss(bf16, f16), PrecisionLoss::Range);
}
