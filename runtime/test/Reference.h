//===- Reference.h - What a reduction must give -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_TEST_REFERENCE_H
#define GRADRT_TEST_REFERENCE_H

#include "gradrt/types.h"

#include <string>
#include <vector>

namespace gradrt::test {

using Bytes = std::vector<unsigned char>;

/// Plain arithmetic, written from the documentation and with nothing of the
/// library, so that a mistake there is not repeated here.

bool isFloat(gradrt_type type);

/// The bits of `value` in `type`, rounded once to nearest even; integers
/// wrap.
Bytes encode(gradrt_type type, const std::vector<double> &values);

/// The values of the elements; exact for every type but i64 and ui64.
std::vector<double> decode(gradrt_type type, const Bytes &bytes);

/// `count` elements that depend on `seed`: small numbers and fractions, so
/// that products stay finite, and full range for integers.
Bytes randomElements(gradrt_type type, int64_t count, unsigned seed);

/// Element by element over the ranks, in their order.
Bytes reduce(gradrt_type wire, gradrt_type result, gradrt_kind kind,
             const std::vector<Bytes> &sends);

/// Empty where the bits are equal, NaN counting as equal to NaN, else the
/// first difference.
std::string compare(gradrt_type type, const Bytes &got, const Bytes &expected);

/// How far each element may be off where the ranks are combined in any order,
/// in their type, and rounded at each step. 0 for what is exact then, too;
/// infinity where that may overflow on the way.
std::vector<double> boundRounding(gradrt_type type, gradrt_kind kind,
                                  const std::vector<Bytes> &sends);
/// As compare, with a bound for each element.
std::string compareWithin(gradrt_type type, const Bytes &got,
                          const Bytes &expected,
                          const std::vector<double> &bounds);

/// All numbers of the enumerations.
std::vector<gradrt_type> allTypes();
std::vector<gradrt_kind> allKinds();

} // namespace gradrt::test

#endif // GRADRT_TEST_REFERENCE_H
