//===- Types.cpp - Names and sizes of the enumerations ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gradrt/types.h"

int64_t gradrt_type_bytes(gradrt_type type) {
  switch (type) {
#define GRADRT_TYPE(UPPER, name, value, c_type, bytes, category)               \
  case GRADRT_TYPE_##UPPER:                                                    \
    static_assert(sizeof(c_type) == bytes, "types.def: size of " #name);       \
    return bytes;
#include "gradrt/types.def"
  default:
    return 0;
  }
}

const char *gradrt_type_name(gradrt_type type) {
  switch (type) {
#define GRADRT_TYPE(UPPER, name, value, c_type, bytes, category)               \
  case GRADRT_TYPE_##UPPER:                                                    \
    return #name;
#include "gradrt/types.def"
  default:
    return "unknown";
  }
}

const char *gradrt_kind_name(gradrt_kind kind) {
  switch (kind) {
#define GRADRT_KIND(UPPER, name, value)                                        \
  case GRADRT_KIND_##UPPER:                                                    \
    return #name;
#include "gradrt/types.def"
  default:
    return "unknown";
  }
}

const char *gradrt_op_name(gradrt_op op) {
  switch (op) {
#define GRADRT_OP(UPPER, name, value)                                          \
  case GRADRT_OP_##UPPER:                                                      \
    return #name;
#include "gradrt/types.def"
  default:
    return "unknown";
  }
}
