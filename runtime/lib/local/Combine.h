//===- Combine.h - Sum, product, minimum and maximum -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_LOCAL_COMBINE_H
#define GRADRT_LIB_LOCAL_COMBINE_H

#include "Elements.h"

#include <type_traits>

namespace gradrt::local {

/// Where integers of type T are added and multiplied: unsigned, because they
/// wrap, and no narrower than int, because C++ would widen to that.
template <typename T>
using Wrapping = std::conditional_t<(sizeof(T) > 4), uint64_t, uint32_t>;

/// Bits of a float of type T.
template <typename T>
using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

struct Sum {
  template <typename T>
  static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return a + b;
    else
      return static_cast<T>(static_cast<Wrapping<T>>(a) +
                            static_cast<Wrapping<T>>(b));
  }
};

/// A sum whose owner scales the result.
struct Avg : Sum {};

struct Prod {
  template <typename T>
  static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return a * b;
    else
      return static_cast<T>(static_cast<Wrapping<T>>(a) *
                            static_cast<Wrapping<T>>(b));
  }
};

/// As in IEEE 754-2019: NaN wins, and -0 is below +0. Equal operands are the
/// same bits or zeros, and of those `and` is the larger, `or` the smaller.
struct Max {
  template <typename T>
  static T apply(T a, T b) {
    T larger = a > b ? a : b;
    if constexpr (std::is_floating_point_v<T>) {
      T equal = bitCast<T>(bitCast<Bits<T>>(a) & bitCast<Bits<T>>(b));
      T result = a == b ? equal : larger;
      // A NaN in b went through the comparisons already.
      return a != a ? a : result;
    }
    return larger;
  }
};

struct Min {
  template <typename T>
  static T apply(T a, T b) {
    T smaller = a < b ? a : b;
    if constexpr (std::is_floating_point_v<T>) {
      T equal = bitCast<T>(bitCast<Bits<T>>(a) | bitCast<Bits<T>>(b));
      T result = a == b ? equal : smaller;
      return a != a ? a : result;
    }
    return smaller;
  }
};

/// In which type elements of type Wire are combined for a result of type
/// Result.
template <typename Wire, typename Result>
struct Accumulator {
  using type = std::conditional_t<std::is_same_v<Wire, float>, Result, Wire>;
};
template <typename Result>
struct Accumulator<element::f16, Result> {
  using type = float;
};
template <typename Result>
struct Accumulator<element::bf16, Result> {
  using type = float;
};
template <>
struct Accumulator<element::i1, element::i1> {
  using type = uint8_t;
};

template <typename To>
To widen(element::f16 value) {
  return toFloat(value);
}
template <typename To>
To widen(element::bf16 value) {
  return toFloat(value);
}
template <typename To>
To widen(element::i1 value) {
  return value.byte != 0;
}
template <typename To, typename From>
To widen(From value) {
  return static_cast<To>(value);
}

template <typename To, typename From>
To round(From value) {
  if constexpr (std::is_same_v<To, element::f16>)
    return toHalf(value);
  else if constexpr (std::is_same_v<To, element::bf16>)
    return toBFloat16(value);
  else if constexpr (std::is_same_v<To, element::i1>)
    return {value};
  else
    return static_cast<To>(value);
}

} // namespace gradrt::local

#endif // GRADRT_LIB_LOCAL_COMBINE_H
