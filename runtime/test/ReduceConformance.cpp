//===- ReduceConformance.cpp - All-reduce and reduce-scatter ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "Reference.h"

#include <cmath>

using namespace gradrt;
using namespace gradrt::test;

namespace {

struct Case {
  gradrt_type wire;
  gradrt_type result;
  gradrt_kind kind;
};

gradrt_support supportOf(gradrt_context *context, const Case &c) {
  gradrt_support support = GRADRT_SUPPORT_REFUSED;
  EXPECT_OK(
      gradrt_reduction_support(context, c.wire, c.result, c.kind, &support));
  return support;
}

std::string name(const Case &c) {
  return std::string(gradrt_kind_name(c.kind)) + " " +
         gradrt_type_name(c.wire) + " -> " + gradrt_type_name(c.result);
}

class Reduce : public Conformance {
protected:
  /// All-reduces on `size` ranks, out of place and, where the types are equal,
  /// in place; all ranks must get the same bits, and those of the reference.
  void check(const Case &c, int64_t size, int64_t count) {
    std::vector<Bytes> sends;
    for (int64_t r = 0; r < size; ++r)
      sends.push_back(
          randomElements(c.wire, count, unsigned(r * 7919 + count)));
    checkWith(c, sends, count);
  }

  void checkWith(const Case &c, const std::vector<Bytes> &sends,
                 int64_t count) {
    int64_t size = sends.size();
    if (size > maxRanks(GetParam()))
      return;
    std::vector<Bytes> apart(size), inPlace(size);
    run(size, [&](gradrt_context *context, int64_t rank) -> gradrt_status {
      if (!supportOf(context, c))
        return nullptr;
      Buffer send(context, sends[rank]);
      Buffer recv(context, Bytes(count * gradrt_type_bytes(c.result), 0xcd));
      if (gradrt_status status = gradrt_all_reduce(
              context, send.data(), recv.data(), count, c.wire, c.result,
              c.kind, nullptr, nullptr, "apart"))
        return status;
      apart[rank] = recv.read();
      EXPECT_EQ(send.read(), sends[rank]) << name(c) << ": send was written";
      if (c.wire != c.result)
        return nullptr;
      gradrt_status status =
          gradrt_all_reduce(context, send.data(), send.data(), count, c.wire,
                            c.result, c.kind, nullptr, nullptr, "in place");
      inPlace[rank] = send.read();
      return status;
    });
    if (apart[0].empty())
      return;
    Bytes expected = reduce(c.wire, c.result, c.kind, sends);
    std::vector<double> bounds = boundsOf(c, sends);
    for (int64_t r = 0; r < size; ++r) {
      EXPECT_EQ(compareWithin(c.result, apart[r], expected, bounds), "")
          << name(c) << ", rank " << r << " of " << size << ", " << count;
      EXPECT_EQ(apart[r], apart[0]) << name(c) << ": ranks differ";
      if (c.wire == c.result) {
        EXPECT_EQ(inPlace[r], apart[0]) << name(c) << ": in place differs";
      }
    }
  }

  /// Empty where every bit has to be that of the reference.
  std::vector<double> boundsOf(const Case &c, const std::vector<Bytes> &sends) {
    if (GetParam().isExact)
      return {};
    EXPECT_EQ(c.wire, c.result);
    return boundRounding(c.wire, c.kind, sends);
  }

  /// Gives sends[r][i] to rank r and returns what rank 0 gets; nothing where
  /// the backend refuses the case or has too few devices.
  std::vector<double> values(const Case &c,
                             const std::vector<std::vector<double>> &sends) {
    if (static_cast<int64_t>(sends.size()) > maxRanks(GetParam()))
      return {};
    std::vector<Bytes> results(sends.size());
    bool refused = false;
    run(sends.size(), [&](gradrt_context *context, int64_t rank) {
      if (!supportOf(context, c)) {
        if (rank == 0)
          refused = true;
        return gradrt_status(nullptr);
      }
      Buffer send(context, encode(c.wire, sends[rank]));
      int64_t count = sends[rank].size();
      Buffer recv(context, Bytes(count * gradrt_type_bytes(c.result)));
      gradrt_status status =
          gradrt_all_reduce(context, send.data(), recv.data(), count, c.wire,
                            c.result, c.kind, nullptr, nullptr, nullptr);
      results[rank] = recv.read();
      return status;
    });
    if (refused)
      return {};
    for (const Bytes &result : results)
      EXPECT_EQ(result, results[0]);
    return decode(c.result, results[0]);
  }
};

using Values = std::vector<double>;
constexpr gradrt_type f16 = GRADRT_TYPE_F16, bf16 = GRADRT_TYPE_BF16,
                      f32 = GRADRT_TYPE_F32, f64 = GRADRT_TYPE_F64;
constexpr gradrt_kind sum = GRADRT_KIND_SUM, avg = GRADRT_KIND_AVG,
                      prod = GRADRT_KIND_PROD, minimum = GRADRT_KIND_MIN,
                      maximum = GRADRT_KIND_MAX;

} // namespace

TEST_P(Reduce, EveryPairAndKindOnEveryWorldSize) {
  std::vector<Case> supported;
  run(1, [&](gradrt_context *context, int64_t) {
    for (gradrt_type wire : allTypes())
      for (gradrt_type result : allTypes())
        for (gradrt_kind kind : allKinds())
          if (supportOf(context, {wire, result, kind}))
            supported.push_back({wire, result, kind});
    return gradrt_status(nullptr);
  });
  EXPECT_FALSE(supported.empty());
  for (const Case &c : supported)
    for (int64_t size : sizes({1, 2, 3, 4, 8}))
      check(c, size, 77);
}

TEST_P(Reduce, EveryCount) {
  // None, one, around the cache line and around the block of the local
  // backend.
  for (const Case &c :
       {Case{f32, f32, sum}, Case{f16, f16, sum}, Case{f16, f32, avg},
        Case{f64, f64, prod}, Case{GRADRT_TYPE_I8, GRADRT_TYPE_I8, sum}})
    for (int64_t count : {0, 1, 2, 15, 16, 17, 63, 64, 65, 4095, 4096, 4097,
                          16384, 16385, 50001})
      check(c, 3, count);
}

TEST_P(Reduce, LargeBuffers) {
  check({f32, f32, sum}, 2, 3000007);
  check({f16, f32, sum}, 3, 2000003);
  check({bf16, bf16, avg}, 4, 1000003);
}

TEST_P(Reduce, WireOf16BitsDeliversTheWideSum) {
  Case c{f16, f32, sum};
  auto got = values(c, {{1025.0}, {1025.0}, {1025.0}});
  EXPECT_TRUE(got.empty() || got == Values{3075.0});
}

TEST_P(Reduce, SumOf16BitsIsRoundedOnce) {
  if (!GetParam().isExact)
    GTEST_SKIP() << "rounds each partial sum";
  // 257 is no bf16; hop by hop every sum falls back to 256. 259 is halfway
  // between 258 and 260 and goes to even.
  Case c{bf16, bf16, sum};
  auto got = values(c, {{256}, {1}, {1}, {1}});
  EXPECT_TRUE(got.empty() || got == Values{260});
}

TEST_P(Reduce, AverageOfLarge16BitValuesStaysFinite) {
  std::vector<Values> sends(8, {10000});
  auto got = values({f16, f16, avg}, sends);
  if (!got.empty()) {
    EXPECT_NEAR(got[0], 10000, GetParam().isExact ? 0 : 10000 * 8 / 2048.0);
  }
  got = values({f16, f16, sum}, sends);
  EXPECT_TRUE(got.empty() || got == Values{INFINITY});
}

TEST_P(Reduce, AverageIsTheSumTimesTheInverse) {
  if (!GetParam().isExact)
    GTEST_SKIP() << "divides what each rank sends";
  // 21 * f32(1/7) is 0x40400001, not 3.
  std::vector<Values> sends(7, {3});
  auto got = values({f32, f32, avg}, sends);
  EXPECT_EQ(got, Values{3.0000002384185791015625});
  // In f64 the factor is that of f64.
  EXPECT_EQ(values({f64, f64, avg}, sends), Values{21 * (1.0 / 7)});
  // In f16 it is that of f32, rounded with the sum.
  EXPECT_EQ(values({f16, f16, avg}, sends), Values{3});
}

TEST_P(Reduce, IntegerSumAndProductWrap) {
  NEEDS_RANKS(2);
  EXPECT_EQ(values({GRADRT_TYPE_I8, GRADRT_TYPE_I8, sum}, {{127}, {1}}),
            Values{-128});
  EXPECT_EQ(values({GRADRT_TYPE_UI8, GRADRT_TYPE_UI8, sum}, {{255}, {2}}),
            Values{1});
  EXPECT_EQ(
      values({GRADRT_TYPE_I32, GRADRT_TYPE_I32, sum}, {{2147483647}, {1}}),
      Values{-2147483648.0});
  EXPECT_EQ(
      values({GRADRT_TYPE_I32, GRADRT_TYPE_I32, prod}, {{65536}, {65536}}),
      Values{0});
}

TEST_P(Reduce, SignednessDecidesMinimumAndMaximum) {
  NEEDS_RANKS(2);
  EXPECT_EQ(values({GRADRT_TYPE_I8, GRADRT_TYPE_I8, maximum}, {{-1}, {1}}),
            Values{1});
  EXPECT_EQ(values({GRADRT_TYPE_UI8, GRADRT_TYPE_UI8, maximum}, {{255}, {1}}),
            Values{255});
}

TEST_P(Reduce, MaximumAndMinimumOfI1AreOrAndAnd) {
  NEEDS_RANKS(2);
  constexpr gradrt_type i1 = GRADRT_TYPE_I1;
  std::vector<Values> sends = {{0, 0, 1}, {0, 1, 1}};
  EXPECT_EQ(values({i1, i1, maximum}, sends), (Values{0, 1, 1}));
  EXPECT_EQ(values({i1, i1, minimum}, sends), (Values{0, 0, 1}));
}

TEST_P(Reduce, MaximumAndMinimumPropagateNaN) {
  for (const Case &c : {Case{f16, f16, maximum}, Case{f16, f16, minimum},
                        Case{f16, f32, maximum}, Case{bf16, bf16, maximum},
                        Case{bf16, bf16, minimum}, Case{f32, f32, maximum},
                        Case{f32, f32, minimum}, Case{f64, f64, maximum},
                        Case{f64, f64, minimum}})
    for (size_t at = 0; at < 3; ++at) {
      // In a full vector and in what is left over of one.
      std::vector<Values> sends(3, Values(37, 1.0));
      sends[at][2] = sends[at][36] = NAN;
      auto got = values(c, sends);
      if (got.empty())
        continue;
      for (size_t i = 0; i < got.size(); ++i)
        EXPECT_EQ(std::isnan(got[i]), i == 2 || i == 36) << name(c);
    }
}

TEST_P(Reduce, ZerosAreOrdered) {
  for (gradrt_type type : {f16, bf16, f32, f64})
    for (bool swapped : {false, true}) {
      std::vector<Values> sends = {{swapped ? 0.0 : -0.0},
                                   {swapped ? -0.0 : 0.0}};
      auto larger = values({type, type, maximum}, sends);
      auto smaller = values({type, type, minimum}, sends);
      if (larger.empty())
        continue;
      EXPECT_FALSE(std::signbit(larger[0])) << gradrt_type_name(type);
      EXPECT_TRUE(std::signbit(smaller[0])) << gradrt_type_name(type);
    }
}

TEST_P(Reduce, InfinitiesAndNaNInSums) {
  NEEDS_RANKS(2);
  auto got =
      values({f32, f32, sum}, {{INFINITY, INFINITY, NAN}, {1, -INFINITY, 1}});
  EXPECT_EQ(got[0], INFINITY);
  EXPECT_TRUE(std::isnan(got[1]));
  EXPECT_TRUE(std::isnan(got[2]));
}

TEST_P(Reduce, SumFollowsTheOrderOfTheRanks) {
  if (!GetParam().isExact)
    GTEST_SKIP() << "sums in any order";
  // (1 + 2^24) - 2^24 is 0 in f32; any other order gives 1.
  auto got = values({f32, f32, sum}, {{1}, {16777216}, {-16777216}});
  EXPECT_EQ(got, Values{0});
}

TEST_P(Reduce, EveryRunGivesTheSameBits) {
  constexpr int64_t size = 4, count = 10000;
  NEEDS_RANKS(size);
  Bytes first;
  for (int repeat = 0; repeat < 5; ++repeat) {
    Bytes result(count * 4);
    run(size, [&](gradrt_context *context, int64_t rank) {
      Buffer buffer(context, randomElements(f32, count, unsigned(rank)));
      gradrt_status status =
          gradrt_all_reduce(context, buffer.data(), buffer.data(), count, f32,
                            f32, sum, nullptr, nullptr, nullptr);
      if (rank == 0)
        result = buffer.read();
      return status;
    });
    if (first.empty())
      first = result;
    EXPECT_EQ(result, first);
  }
}

TEST_P(Reduce, ScatterLeavesEachRankItsBlock) {
  constexpr int64_t outer = 3, count = 5;
  for (const Case &c :
       {Case{f32, f32, sum}, Case{f16, f32, avg}, Case{bf16, bf16, prod},
        Case{GRADRT_TYPE_I64, GRADRT_TYPE_I64, maximum}})
    for (int64_t size : sizes({1, 2, 4})) {
      std::vector<Bytes> sends;
      for (int64_t r = 0; r < size; ++r)
        sends.push_back(
            randomElements(c.wire, outer * size * count, unsigned(r)));
      Bytes all = reduce(c.wire, c.result, c.kind, sends);
      int64_t block = count * gradrt_type_bytes(c.result);
      run(size, [&](gradrt_context *context, int64_t rank) -> gradrt_status {
        if (!supportOf(context, c))
          return nullptr;
        std::vector<double> allBounds = boundsOf(c, sends);
        Buffer send(context, sends[rank]);
        Buffer got(context, Bytes(outer * block));
        gradrt_status status = gradrt_reduce_scatter(
            context, send.data(), got.data(), outer, count, c.wire, c.result,
            c.kind, nullptr, nullptr, nullptr);
        Bytes expected;
        std::vector<double> bounds;
        for (int64_t o = 0; o < outer; ++o) {
          auto from = all.begin() + (o * size + rank) * block;
          expected.insert(expected.end(), from, from + block);
          for (int64_t i = 0; i < count && !allBounds.empty(); ++i)
            bounds.push_back(allBounds[(o * size + rank) * count + i]);
        }
        EXPECT_EQ(compareWithin(c.result, got.read(), expected, bounds), "")
            << name(c);
        return status;
      });
    }
}

TEST_P(Reduce, ScatterInPlace) {
  constexpr int64_t size = 3, count = 1000;
  NEEDS_RANKS(size);
  std::vector<Bytes> sends;
  for (int64_t r = 0; r < size; ++r)
    sends.push_back(randomElements(f32, size * count, unsigned(r)));
  std::vector<double> bounds = boundsOf({f32, f32, sum}, sends);
  Bytes all = reduce(f32, f32, sum, sends);
  run(size, [&](gradrt_context *context, int64_t rank) {
    Buffer buffer(context, sends[rank]);
    int64_t at = rank * count * 4;
    gradrt_status status =
        gradrt_reduce_scatter(context, buffer.data(), buffer.at(at), 1, count,
                              f32, f32, sum, nullptr, nullptr, nullptr);
    auto part = [&](auto all, int64_t from, int64_t size) {
      all.resize(std::min<size_t>(all.size(), from + size));
      all.erase(all.begin(), all.begin() + std::min<size_t>(all.size(), from));
      return all;
    };
    EXPECT_EQ(compareWithin(f32, part(buffer.read(), at, count * 4),
                            part(all, at, count * 4),
                            part(bounds, rank * count, count)),
              "");
    return status;
  });
}

GRADRT_CONFORMANCE(Reduce);
