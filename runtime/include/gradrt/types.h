/*===- types.h - Element types, reduction kinds, operations -*- C -*-===*\
 *
 * Part of the grad-opt project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
\*===----------------------------------------------------------------------===*/

#ifndef GRADRT_TYPES_H
#define GRADRT_TYPES_H

#include "gradrt/export.h"

#include <stdint.h>

GRADRT_BEGIN_DECLS

/* The enumerations travel as int32_t, so that any number a caller brings can
 * be looked at and refused. */

/* GRADRT_TYPE_F32 and so on. */
typedef int32_t gradrt_type;
enum {
#define GRADRT_TYPE(UPPER, name, value, c_type, bytes, category)               \
  GRADRT_TYPE_##UPPER = value,
#include "gradrt/types.def"
};

/* GRADRT_KIND_SUM and so on. */
typedef int32_t gradrt_kind;
enum {
#define GRADRT_KIND(UPPER, name, value) GRADRT_KIND_##UPPER = value,
#include "gradrt/types.def"
};

/* GRADRT_OP_ALL_REDUCE and so on. */
typedef int32_t gradrt_op;
enum {
#define GRADRT_OP(UPPER, name, value) GRADRT_OP_##UPPER = value,
#include "gradrt/types.def"
};

/* What a backend does with a reduction; see capabilities/local.def. */
typedef int32_t gradrt_support;
enum {
  GRADRT_SUPPORT_REFUSED = 0,
  GRADRT_SUPPORT_WIDENED = 1,
  GRADRT_SUPPORT_NATIVE = 2
};

/* The size of one element in bytes; 0 where `type` is no element type. */
GRADRT_API int64_t gradrt_type_bytes(gradrt_type type);

/* Names as in MLIR's text: "f32", "sum", "all_reduce". Static strings, never
 * NULL; "unknown" where the number is none of the enumeration's. */
GRADRT_API const char *gradrt_type_name(gradrt_type type);
GRADRT_API const char *gradrt_kind_name(gradrt_kind kind);
GRADRT_API const char *gradrt_op_name(gradrt_op op);

GRADRT_END_DECLS

#endif /* GRADRT_TYPES_H */
