//===- Reduce.h - What NCCL computes -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TEST_DOUBLES_REDUCE_H
#define GRAD_TEST_DOUBLES_REDUCE_H

#include <cstdint>

namespace grad::doubles {

/// Bytes of an element of NCCL's type number; 0 for an unknown one.
int64_t getBytes(int type);

/// to[i] = to[i] op from[i], as a ring does it: 16-bit floats are rounded at
/// each hop, and maximum and minimum lose NaN.
void combine(void *to, const void *from, int64_t count, int type, int op);

/// Divides by the number of ranks.
void divide(void *to, int64_t count, int type, int64_t ranks);

} // namespace grad::doubles

#endif // GRAD_TEST_DOUBLES_REDUCE_H
