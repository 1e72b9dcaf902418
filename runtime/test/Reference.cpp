//===- Reference.cpp - What a reduction must give ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>

using namespace gradrt;
using namespace gradrt::test;

namespace {

template <typename T>
T load(const unsigned char *from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

template <typename T>
void store(unsigned char *to, T value) {
  std::memcpy(to, &value, sizeof(T));
}

/// A binary floating format of 16 bits.
struct Format {
  int exponentBits;
  int mantissaBits;
  int bias() const { return (1 << (exponentBits - 1)) - 1; }
};
constexpr Format half{5, 10};
constexpr Format bfloat{8, 7};

double decodeFormat(Format f, uint16_t bits) {
  int mantissa = bits & ((1 << f.mantissaBits) - 1);
  int exponent = bits >> f.mantissaBits & ((1 << f.exponentBits) - 1);
  double sign = bits >> 15 ? -1.0 : 1.0;
  if (exponent == (1 << f.exponentBits) - 1)
    return mantissa ? std::numeric_limits<double>::quiet_NaN()
                    : sign * std::numeric_limits<double>::infinity();
  if (exponent == 0)
    return sign * std::ldexp(mantissa, 1 - f.bias() - f.mantissaBits);
  return sign * std::ldexp(mantissa + (1 << f.mantissaBits),
                           exponent - f.bias() - f.mantissaBits);
}

uint16_t encodeFormat(Format f, double value) {
  int infinity = ((1 << f.exponentBits) - 1) << f.mantissaBits;
  int sign = std::signbit(value) ? 1 << 15 : 0;
  if (std::isnan(value))
    return infinity | 1 << (f.mantissaBits - 1);
  if (value == 0)
    return sign;
  if (std::isinf(value))
    return sign | infinity;
  int exponent;
  std::frexp(std::fabs(value), &exponent);
  // In units of the last place; nearbyint rounds to nearest even.
  int lowest = 1 - f.bias();
  int unit = std::max(exponent - 1, lowest) - f.mantissaBits;
  auto units =
      static_cast<int64_t>(std::nearbyint(std::ldexp(std::fabs(value), -unit)));
  int field = std::max(exponent - 1, lowest) - lowest;
  int64_t bits = (int64_t(field) << f.mantissaBits) + units;
  return sign | static_cast<int>(std::min<int64_t>(bits, infinity));
}

double decodeOne(gradrt_type type, const unsigned char *from) {
  switch (type) {
  case GRADRT_TYPE_F16:
    return decodeFormat(half, load<uint16_t>(from));
  case GRADRT_TYPE_BF16:
    return decodeFormat(bfloat, load<uint16_t>(from));
  case GRADRT_TYPE_F32:
    return load<float>(from);
  case GRADRT_TYPE_F64:
    return load<double>(from);
  case GRADRT_TYPE_I8:
    return load<int8_t>(from);
  case GRADRT_TYPE_I16:
    return load<int16_t>(from);
  case GRADRT_TYPE_I32:
    return load<int32_t>(from);
  case GRADRT_TYPE_I64:
    return static_cast<double>(load<int64_t>(from));
  case GRADRT_TYPE_UI16:
    return load<uint16_t>(from);
  case GRADRT_TYPE_UI32:
    return load<uint32_t>(from);
  case GRADRT_TYPE_UI64:
    return static_cast<double>(load<uint64_t>(from));
  default:
    return load<uint8_t>(from);
  }
}

void encodeOne(gradrt_type type, double value, unsigned char *to) {
  switch (type) {
  case GRADRT_TYPE_F16:
    return store(to, encodeFormat(half, value));
  case GRADRT_TYPE_BF16:
    return store(to, encodeFormat(bfloat, value));
  case GRADRT_TYPE_F32:
    return store(to, static_cast<float>(value));
  case GRADRT_TYPE_F64:
    return store(to, value);
  default:
    // Two's complement, little endian: the low bytes are the element.
    auto whole = static_cast<int64_t>(value);
    std::memcpy(to, &whole, gradrt_type_bytes(type));
  }
}

template <typename T>
T combineFloats(gradrt_kind kind, T a, T b) {
  bool unordered = std::isnan(a) || std::isnan(b);
  // Keeps the compiler from a wider intermediate type.
  volatile T result = 0;
  switch (kind) {
  case GRADRT_KIND_PROD:
    result = a * b;
    break;
  case GRADRT_KIND_MIN:
    if (unordered)
      return std::numeric_limits<T>::quiet_NaN();
    result = b < a || (a == b && std::signbit(b)) ? b : a;
    break;
  case GRADRT_KIND_MAX:
    if (unordered)
      return std::numeric_limits<T>::quiet_NaN();
    result = b > a || (a == b && !std::signbit(b)) ? b : a;
    break;
  default:
    result = a + b;
  }
  return result;
}

template <typename T>
double reduceFloats(gradrt_kind kind, const std::vector<double> &values) {
  T total = static_cast<T>(values[0]);
  for (size_t i = 1; i < values.size(); ++i)
    total = combineFloats<T>(kind, total, static_cast<T>(values[i]));
  if (kind == GRADRT_KIND_AVG) {
    T factor = T(1) / static_cast<T>(values.size());
    total = total * factor;
  }
  return total;
}

template <typename T>
void reduceIntegers(gradrt_kind kind, const std::vector<Bytes> &sends,
                    int64_t at, unsigned char *to) {
  T total = load<T>(&sends[0][at]);
  for (size_t i = 1; i < sends.size(); ++i) {
    T next = load<T>(&sends[i][at]);
    auto a = static_cast<unsigned __int128>(total);
    auto b = static_cast<unsigned __int128>(next);
    if (kind == GRADRT_KIND_SUM)
      total = static_cast<T>(a + b);
    else if (kind == GRADRT_KIND_PROD)
      total = static_cast<T>(a * b);
    else if (kind == GRADRT_KIND_MIN)
      total = next < total ? next : total;
    else
      total = next > total ? next : total;
  }
  store(to, total);
}

} // namespace

bool test::isFloat(gradrt_type type) {
  return type == GRADRT_TYPE_F16 || type == GRADRT_TYPE_BF16 ||
         type == GRADRT_TYPE_F32 || type == GRADRT_TYPE_F64;
}

Bytes test::encode(gradrt_type type, const std::vector<double> &values) {
  int64_t bytes = gradrt_type_bytes(type);
  Bytes result(values.size() * bytes);
  for (size_t i = 0; i < values.size(); ++i)
    encodeOne(type, values[i], &result[i * bytes]);
  return result;
}

std::vector<double> test::decode(gradrt_type type, const Bytes &bytes) {
  int64_t size = gradrt_type_bytes(type);
  std::vector<double> result;
  for (size_t at = 0; at < bytes.size(); at += size)
    result.push_back(decodeOne(type, &bytes[at]));
  return result;
}

Bytes test::randomElements(gradrt_type type, int64_t count, unsigned seed) {
  std::mt19937 random(seed);
  int64_t bytes = gradrt_type_bytes(type);
  Bytes result(count * bytes);
  for (int64_t i = 0; i < count; ++i) {
    uint64_t bits = uint64_t(random()) << 32 | random();
    unsigned char *to = &result[i * bytes];
    if (type == GRADRT_TYPE_I1)
      *to = bits >> 40 & 1;
    else if (!isFloat(type))
      std::memcpy(to, &bits, bytes);
    else
      // 24 random bits at one of 12 scales, of both signs.
      encodeOne(type,
                std::ldexp(double(bits & 0xffffff) - 0x800000,
                           int(bits >> 24 & 0xff) % 12 - 26),
                to);
  }
  return result;
}

Bytes test::reduce(gradrt_type wire, gradrt_type result, gradrt_kind kind,
                   const std::vector<Bytes> &sends) {
  int64_t wireBytes = gradrt_type_bytes(wire);
  int64_t resultBytes = gradrt_type_bytes(result);
  int64_t count = sends[0].size() / wireBytes;
  Bytes reduced(count * resultBytes);
  bool wide = wire == GRADRT_TYPE_F64 ||
              (wire == GRADRT_TYPE_F32 && result == GRADRT_TYPE_F64);
  for (int64_t i = 0; i < count; ++i) {
    unsigned char *to = &reduced[i * resultBytes];
    int64_t at = i * wireBytes;
    switch (wire) {
    case GRADRT_TYPE_I1:
    case GRADRT_TYPE_UI8:
      reduceIntegers<uint8_t>(kind, sends, at, to);
      continue;
    case GRADRT_TYPE_I8:
      reduceIntegers<int8_t>(kind, sends, at, to);
      continue;
    case GRADRT_TYPE_I32:
      reduceIntegers<int32_t>(kind, sends, at, to);
      continue;
    case GRADRT_TYPE_I64:
      reduceIntegers<int64_t>(kind, sends, at, to);
      continue;
    case GRADRT_TYPE_UI32:
      reduceIntegers<uint32_t>(kind, sends, at, to);
      continue;
    case GRADRT_TYPE_UI64:
      reduceIntegers<uint64_t>(kind, sends, at, to);
      continue;
    default:
      break;
    }
    std::vector<double> values;
    for (const Bytes &send : sends)
      values.push_back(decodeOne(wire, &send[at]));
    encodeOne(result,
              wide ? reduceFloats<double>(kind, values)
                   : reduceFloats<float>(kind, values),
              to);
  }
  return reduced;
}

/// Half of the distance from 1 to the next value, and the smallest value.
static std::pair<double, double> getPrecision(gradrt_type type) {
  switch (type) {
  case GRADRT_TYPE_F16:
    return {std::ldexp(1, -11), std::ldexp(1, -24)};
  case GRADRT_TYPE_BF16:
    return {std::ldexp(1, -8), std::ldexp(1, -133)};
  case GRADRT_TYPE_F32:
    return {std::ldexp(1, -24), std::ldexp(1, -149)};
  default:
    return {std::ldexp(1, -53), std::ldexp(1, -1074)};
  }
}

std::vector<double> test::boundRounding(gradrt_type type, gradrt_kind kind,
                                        const std::vector<Bytes> &sends) {
  std::vector<double> bounds(sends[0].size() / gradrt_type_bytes(type));
  bool isExact = kind == GRADRT_KIND_MIN || kind == GRADRT_KIND_MAX;
  if (!isFloat(type) || isExact || sends.size() == 1)
    return bounds;
  auto [unit, smallest] = getPrecision(type);
  auto n = static_cast<double>(sends.size());
  for (size_t i = 0; i < bounds.size(); ++i) {
    double sum = 0, product = 1, largest = 1;
    for (const Bytes &send : sends) {
      double value =
          std::fabs(decodeOne(type, &send[i * gradrt_type_bytes(type)]));
      sum += value;
      product *= value;
      largest *= std::max(1.0, value);
    }
    // One rounding for each rank and one of the reference; an average also
    // rounds 1/n, and each rank's share. Part of a product may overflow.
    if (kind == GRADRT_KIND_PROD)
      bounds[i] = type == GRADRT_TYPE_F16 && largest > 65504
                      ? std::numeric_limits<double>::infinity()
                      : (n + 1) * (unit * product + smallest * largest);
    else if (kind == GRADRT_KIND_AVG)
      bounds[i] = (n + 3) * (unit * sum / n + smallest);
    else
      bounds[i] = (n + 1) * unit * sum;
  }
  return bounds;
}

std::string test::compareWithin(gradrt_type type, const Bytes &got,
                                const Bytes &expected,
                                const std::vector<double> &bounds) {
  if (got.size() != expected.size())
    return "sizes differ";
  int64_t size = gradrt_type_bytes(type);
  for (size_t at = 0; at < got.size(); at += size) {
    if (!std::memcmp(&got[at], &expected[at], size))
      continue;
    double a = decodeOne(type, &got[at]);
    double b = decodeOne(type, &expected[at]);
    double bound = bounds.empty() ? 0 : bounds[at / size];
    if (isFloat(type) &&
        ((std::isnan(a) && std::isnan(b)) || std::isinf(bound) ||
         (bound != 0 && std::fabs(a - b) <= bound)))
      continue;
    return "element " + std::to_string(at / size) + " is " + std::to_string(a) +
           ", expected " + std::to_string(b) + " within " +
           std::to_string(bound);
  }
  return "";
}

std::string test::compare(gradrt_type type, const Bytes &got,
                          const Bytes &expected) {
  return compareWithin(type, got, expected, {});
}

std::vector<gradrt_type> test::allTypes() {
  return {
#define GRADRT_TYPE(UPPER, name, value, c_type, bytes, category)               \
  GRADRT_TYPE_##UPPER,
#include "gradrt/types.def"
  };
}

std::vector<gradrt_kind> test::allKinds() {
  return {
#define GRADRT_KIND(UPPER, name, value) GRADRT_KIND_##UPPER,
#include "gradrt/types.def"
  };
}
