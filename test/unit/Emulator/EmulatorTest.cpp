//===- EmulatorTest.cpp - Kernels against the host's own values -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers Inputs/kernels.mlir as it would be lowered for a GPU, runs the kernels
// and compares with what C++ computes.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Emulator.h"
#include "Launch.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

using namespace mlir;

static const char pipeline[] =
    "gpu.module(expand-strided-metadata,canonicalize,cse,"
    "convert-vector-to-scf,convert-scf-to-cf,"
    "convert-vector-to-llvm{use-vector-alignment=1},convert-gpu-to-nvvm,"
    "canonicalize,cse,reconcile-unrealized-casts)";

/// The image of Inputs/kernels.mlir; empty where something fails.
static SmallVector<char, 0> compileKernels() {
  registerTransformsPasses();
  registerConversionPasses();
  memref::registerMemRefPasses();
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, gpu::GPUDialect,
                  LLVM::LLVMDialect, math::MathDialect, memref::MemRefDialect,
                  scf::SCFDialect, vector::VectorDialect>();
  registerAllExtensions(registry);
  grad::registerEmulatorDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto module = parseSourceFile<ModuleOp>(GRAD_EMULATOR_KERNELS, &context);
  SmallVector<char, 0> image;
  PassManager passes(&context);
  if (!module || failed(parsePassPipeline(pipeline, passes)) ||
      failed(passes.run(*module)))
    return image;
  for (auto kernels : module->getOps<gpu::GPUModuleOp>())
    if (failed(grad::serializeForEmulation(kernels, image)))
      image.clear();
  return image;
}

static const SmallVector<char, 0> &getImage() {
  static const SmallVector<char, 0> image = compileKernels();
  return image;
}

namespace {
struct EmulatorTest : public ::testing::Test {
  void SetUp() override {
    std::string error;
    ASSERT_FALSE(getImage().empty());
    ASSERT_TRUE(image.load(getImage().data(), getImage().size(), error))
        << error;
  }

  KernelImage image;
};
} // namespace

static LaunchSizes sizes(uint32_t blocks, uint32_t threads) {
  return {{blocks, 1, 1}, {threads, 1, 1}};
}

/// Rounds to nearest even by LLVM's own arithmetic.
static uint16_t roundTo(const llvm::fltSemantics &type, double value) {
  llvm::APFloat number(value);
  bool loses;
  number.convert(type, llvm::APFloat::rmNearestTiesToEven, &loses);
  return number.bitcastToAPInt().getZExtValue();
}

static double fromBF16(uint16_t bits) {
  return llvm::bit_cast<float>(uint32_t(bits) << 16);
}

TEST_F(EmulatorTest, TellsThreadsWhereTheyAre) {
  LaunchSizes launch{{2, 3, 2}, {5, 4, 3}};
  std::vector<int32_t> out(12 * 60 * 13, -1);
  Arguments arguments;
  arguments.add(out);
  ASSERT_TRUE(image.launch("where", launch, arguments));
  for (int i = 0; i < 12 * 60; ++i) {
    int block = i / 60, thread = i % 60;
    std::vector<int32_t> expected = {thread % 5,
                                     thread / 5 % 4,
                                     thread / 20,
                                     block % 2,
                                     block / 2 % 3,
                                     block / 6,
                                     5,
                                     4,
                                     3,
                                     2,
                                     3,
                                     2,
                                     thread % 32};
    std::vector<int32_t> got(out.begin() + i * 13, out.begin() + i * 13 + 13);
    EXPECT_EQ(got, expected) << "thread " << thread << " of block " << block;
  }
}

TEST_F(EmulatorTest, RunsGridStrideLoops) {
  std::vector<float> x(1000), y(1000, -1.0f);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = float(i) / 100;
  Arguments arguments;
  arguments.add(int64_t(990)).add(x).add(y);
  ASSERT_TRUE(image.launch("grid_stride", sizes(3, 32), arguments));
  for (size_t i = 0; i < x.size(); ++i)
    EXPECT_EQ(y[i],
              i < 990 ? std::sqrt(std::exp(x[i]) + std::tanh(x[i])) : -1.0f)
        << i;
}

TEST_F(EmulatorTest, WaitsAtBarriersAndReportsSharedMemoryOnly) {
  std::vector<float> x(48), y(48);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = float(i);
  std::vector<Access> accesses;
  Arguments arguments;
  arguments.add(x).add(y);
  ASSERT_TRUE(image.launch("rotate", sizes(1, 48), arguments, &accesses));
  for (size_t i = 0; i < x.size(); ++i)
    EXPECT_EQ(y[i], x[(i + 1) % 48]);
  // The loads of x, then the stores to y; none of workgroup or private memory.
  ASSERT_EQ(accesses.size(), 96u);
  for (size_t i = 0; i < 48; ++i) {
    EXPECT_EQ(accesses[i].pointer, &x[i]);
    EXPECT_FALSE(accesses[i].isWrite);
    EXPECT_EQ(accesses[48 + i].pointer, &y[i]);
    EXPECT_EQ(accesses[48 + i].bytes, 4);
    EXPECT_TRUE(accesses[48 + i].isWrite);
  }
}

TEST_F(EmulatorTest, ReducesFullAndPartialWarps) {
  for (uint32_t threads : {1, 16, 32, 48, 64, 100, 256}) {
    std::vector<float> x(3 * threads), out(3);
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = float(i * 7 % 31);
    Arguments arguments;
    arguments.add(x).add(out);
    ASSERT_TRUE(image.launch("block_sum", sizes(3, threads), arguments));
    for (uint32_t b = 0; b < 3; ++b) {
      float sum = 0;
      for (uint32_t i = 0; i < threads; ++i)
        sum += x[b * threads + i];
      EXPECT_EQ(out[b], sum) << threads << " threads, block " << b;
    }
  }
}

TEST_F(EmulatorTest, ShufflesWithinWarps) {
  const int threads = 64, offset = 3;
  std::vector<int32_t> x(threads), y(4 * threads);
  std::vector<int8_t> ok(4 * threads, -1);
  for (int i = 0; i < threads; ++i)
    x[i] = 0x3f800000 + 1000 * i;
  Arguments arguments;
  arguments.add(x).add(y).add(ok).add(int32_t(offset)).add(int32_t(32));
  ASSERT_TRUE(image.launch("shuffles", sizes(1, threads), arguments));
  for (int i = 0; i < threads; ++i) {
    int warp = i & ~31, lane = i & 31;
    int source[] = {lane ^ offset, lane - offset, lane + offset, offset};
    for (int mode = 0; mode < 4; ++mode) {
      bool valid = source[mode] >= 0 && source[mode] < 32;
      int from = valid ? warp + source[mode] : i;
      EXPECT_EQ(y[mode * threads + i], x[from]) << mode << ", lane " << lane;
      EXPECT_EQ(ok[mode * threads + i], valid) << mode << ", lane " << lane;
    }
  }
}

TEST_F(EmulatorTest, MovesVectorsInOneAccess) {
  std::vector<float> x(64), y(64);
  std::vector<uint16_t> b(64), h(64);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = float(i) * 1.2345f;
  std::vector<Access> accesses;
  Arguments arguments;
  arguments.add(x).add(y).add(b).add(h);
  ASSERT_TRUE(image.launch("vectors", sizes(1, 16), arguments, &accesses));
  for (size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(y[i], 2 * x[i]);
    EXPECT_EQ(b[i], roundTo(llvm::APFloat::BFloat(), y[i]));
    EXPECT_EQ(h[i], roundTo(llvm::APFloat::IEEEhalf(), y[i]));
  }
  ASSERT_EQ(accesses.size(), 64u);
  int64_t bytes[] = {16, 16, 8, 8};
  for (size_t i = 0; i < accesses.size(); ++i)
    EXPECT_EQ(accesses[i].bytes, bytes[i % 4]);
  EXPECT_EQ(accesses[4].pointer, &x[4]);
}

/// Values around ties and limits of the 16-bit types, and many more.
static std::vector<double> makeValues(size_t count) {
  std::vector<double> values = {
      0.0, -0.0, 1.0, 1.00390625, 1.01171875, 65504, 65519.99, 65520, 3.4e38,
      3.3961e38, 3.39e38, -1e300, 1e-40, 1e-45, 6e-8, 2.9802322387695312e-8,
      // Just above and below a tie of bf16, seen in f64 only.
      1.00390625 + 1e-15, 1.00390625 - 1e-15, 1.01171875 + 1e-15,
      1.01171875 - 1e-15, std::numeric_limits<double>::infinity()};
  std::mt19937 random(7);
  while (values.size() < count)
    values.push_back(std::ldexp(double(random()) / (1u << 31) - 1,
                                int(random() % 280) - 150));
  return values;
}

TEST_F(EmulatorTest, RoundsToNearestEvenOnce) {
  const size_t count = 4096;
  std::vector<double> d = makeValues(count);
  std::vector<float> x(d.begin(), d.end()), wide(count), half(count);
  std::vector<uint16_t> b(count), h(count), db(count);
  Arguments arguments;
  arguments.add(x).add(d).add(b).add(h).add(db).add(wide).add(half);
  ASSERT_TRUE(image.launch("narrow", sizes(count / 64, 64), arguments));
  for (size_t i = 0; i < count; ++i) {
    EXPECT_EQ(b[i], roundTo(llvm::APFloat::BFloat(), x[i])) << x[i];
    EXPECT_EQ(h[i], roundTo(llvm::APFloat::IEEEhalf(), x[i])) << x[i];
    EXPECT_EQ(db[i], roundTo(llvm::APFloat::BFloat(), d[i])) << d[i];
    EXPECT_EQ(wide[i], fromBF16(b[i]));
    llvm::APFloat number(llvm::APFloat::IEEEhalf(), llvm::APInt(16, h[i]));
    EXPECT_EQ(half[i], number.convertToDouble());
  }
}

TEST_F(EmulatorTest, KeepsNaN) {
  // All of the payload is in the bits that bf16 has no room for.
  std::vector<float> x = {llvm::bit_cast<float>(0x7f800001),
                          std::numeric_limits<float>::quiet_NaN()};
  std::vector<double> d(x.begin(), x.end());
  std::vector<float> wide(2), half(2);
  std::vector<uint16_t> b(2), h(2), db(2);
  Arguments arguments;
  arguments.add(x).add(d).add(b).add(h).add(db).add(wide).add(half);
  ASSERT_TRUE(image.launch("narrow", sizes(1, 2), arguments));
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_TRUE(std::isnan(fromBF16(b[i])) && std::isnan(fromBF16(db[i])));
    EXPECT_TRUE(std::isnan(wide[i]) && std::isnan(half[i]));
  }
}

TEST_F(EmulatorTest, RoundsEachOperationOnBF16) {
  std::vector<uint16_t> a(256), b(256), q(256);
  std::vector<int8_t> less(256, -1);
  std::mt19937 random(5);
  for (size_t i = 0; i < a.size(); ++i) {
    a[i] = 0x3f00 + random() % 512;
    b[i] = 0x3e80 + random() % 512;
  }
  Arguments arguments;
  arguments.add(a).add(b).add(q).add(less);
  ASSERT_TRUE(image.launch("bf16_arithmetic", sizes(1, 256), arguments));
  for (size_t i = 0; i < a.size(); ++i) {
    double u = fromBF16(a[i]), v = fromBF16(b[i]);
    double sum = fromBF16(roundTo(llvm::APFloat::BFloat(), u + v));
    EXPECT_EQ(q[i], roundTo(llvm::APFloat::BFloat(), sum / u));
    EXPECT_EQ(less[i], u < v);
  }
}

TEST_F(EmulatorTest, ComputesRoundedIntrinsics) {
  std::vector<float> x(100), root(100), third(100), least(100);
  std::vector<double> d(100);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = float(i) / 7;
  x[99] = std::numeric_limits<float>::quiet_NaN();
  Arguments arguments;
  arguments.add(x).add(root).add(third).add(least).add(d);
  ASSERT_TRUE(image.launch("rounded", sizes(1, 100), arguments));
  for (size_t i = 0; i < 99; ++i) {
    EXPECT_EQ(root[i], std::sqrt(x[i]));
    EXPECT_EQ(third[i], x[i] / 3);
    EXPECT_EQ(least[i], std::min(x[i], 3.0f));
    EXPECT_EQ(d[i], std::sqrt(double(x[i])));
  }
  EXPECT_EQ(least[99], 3.0f);
}

TEST_F(EmulatorTest, CallsDeviceFunctions) {
  std::vector<float> x = {1, 2, 3, 4}, y(4);
  Arguments arguments;
  arguments.add(x).add(y);
  ASSERT_TRUE(image.launch("calls", sizes(1, 4), arguments));
  EXPECT_EQ(y, (std::vector<float>{1, 4, 9, 16}));
}

TEST_F(EmulatorTest, AddsAtomically) {
  std::vector<float> x(128, 0.5f), sum(1);
  Arguments arguments;
  arguments.add(x).add(sum);
  ASSERT_TRUE(image.launch("atomics", sizes(4, 128), arguments));
  EXPECT_EQ(sum[0], 256.0f);
}

TEST_F(EmulatorTest, ReportsWhatMasksSelect) {
  std::vector<float> x = {1, 2, 3, 4}, y(4, -1);
  std::vector<Access> accesses;
  Arguments arguments;
  arguments.add(int64_t(3)).add(x).add(y);
  ASSERT_TRUE(image.launch("masked", sizes(1, 1), arguments, &accesses));
  EXPECT_EQ(y, (std::vector<float>{1, 2, 3, -1}));
  ASSERT_EQ(accesses.size(), 6u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(accesses[i].pointer, &x[i]);
    EXPECT_EQ(accesses[3 + i].pointer, &y[i]);
  }
}

TEST_F(EmulatorTest, KnowsTheSizesOfParameters) {
  EXPECT_EQ(image.getSizes("sizes"),
            (std::vector<int64_t>{1, 2, 4, 8, 8, 8, 8, 8, 8}));
  EXPECT_EQ(image.getSizes("size"), std::vector<int64_t>{-1});
  EXPECT_EQ(image.getSizes("sizes.body"), std::vector<int64_t>{-1});
}

/// Two images have the same names and share nothing.
TEST_F(EmulatorTest, LoadsTwoImages) {
  KernelImage second;
  std::string error;
  ASSERT_TRUE(second.load(getImage().data(), getImage().size(), error))
      << error;
  std::vector<float> x(64, 1.0f), out(1);
  Arguments arguments;
  arguments.add(x).add(out);
  EXPECT_TRUE(second.launch("block_sum", sizes(1, 64), arguments));
  EXPECT_EQ(out[0], 64.0f);
}
