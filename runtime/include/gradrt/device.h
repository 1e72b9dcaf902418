/*===- device.h - Memory, kernels and order on a device -*- C -*-===*\
 *
 * Part of the grad-opt project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
\*===----------------------------------------------------------------------===*/

#ifndef GRADRT_DEVICE_H
#define GRADRT_DEVICE_H

#include "gradrt/stream.h"

GRADRT_BEGIN_DECLS

/* What a step that runs on a device asks for, beside collectives.
 *
 * Where a backend has a device, gradrt_alloc gives device memory, which the
 * host must not touch, and everything here and every collective on the stream
 * NULL happens on the device in the order of the calls, after the call has
 * returned. Only gradrt_read and gradrt_synchronize wait. On a backend whose
 * memory is the host's (local, record) all of it happens during the call;
 * kernels and products are GRADRT_UNSUPPORTED there.
 *
 * `place` says where the call stands in the program and may be NULL. Threads:
 * as for every call on a context. Memory that a function hands out for a `key`
 * belongs to the context, until gradrt_finalize. A key is the address of
 * something static in the caller's code; keys of different functions never
 * meet. */

/* Returns when everything issued so far has happened, collectives on streams
 * included. Errors that came up on the way are returned here at the latest. */
GRADRT_API gradrt_status gradrt_synchronize(gradrt_context *context,
                                            const char *place);

/* Copies within the device's memory. The ranges do not overlap. */
GRADRT_API gradrt_status gradrt_copy(gradrt_context *context, void *to,
                                     const void *from, int64_t bytes,
                                     const char *place);

/* From the host's memory, which may change once the call has returned. */
GRADRT_API gradrt_status gradrt_write(gradrt_context *context, void *to,
                                      const void *from, int64_t bytes,
                                      const char *place);

/* To the host's memory, which holds the bytes once the call has returned. */
GRADRT_API gradrt_status gradrt_read(gradrt_context *context, void *to,
                                     const void *from, int64_t bytes,
                                     const char *place);

/* Device memory that holds the `bytes` bytes at `key`, which never change. */
GRADRT_API gradrt_status gradrt_constant(gradrt_context *context,
                                         const void *key, int64_t bytes,
                                         void **pointer, const char *place);

/* Device memory that holds `count` numbers, addresses of buffers among them,
 * for what is issued until the next call with this key. They travel only where
 * they differ from those of the call before. */
GRADRT_API gradrt_status gradrt_table(gradrt_context *context, const void *key,
                                      const int64_t *numbers, int64_t count,
                                      void **pointer, const char *place);

/* Runs the kernel `name` of `image`, a fat binary whose size is `bytes`, on
 * `blocks` (0: nothing happens) blocks of `threads` threads. params[i] points
 * to the value of parameter i, which is read during the call. Image and name
 * are static: they are loaded once for each context. */
GRADRT_API gradrt_status gradrt_launch(gradrt_context *context,
                                       const void *image, int64_t bytes,
                                       const char *name, int64_t blocks,
                                       int64_t threads, void **params,
                                       const char *place);

/* A batch of matrix products. Strides count elements; of the two of a matrix
 * one is 1. An empty product (m, n or batch 0) does nothing; with k = 0 the
 * sum is empty. */
typedef struct gradrt_product {
  /* gradrt_type of a and b: f16, bf16, f32 or f64; and of c: that type, or
   * f32 for 16-bit ones. Sums are formed in f32 (f64 for f64). */
  int64_t input, output;
  /* Not 0: c += a * b. 0: c = a * b. */
  int64_t accumulate;
  int64_t batch, m, n, k;
  /* a is m by k, b is k by n, c is m by n. */
  int64_t a_row, a_column, a_batch;
  int64_t b_row, b_column, b_batch;
  int64_t c_row, c_column, c_batch;
} gradrt_product;

/* `product` is read during the call. */
GRADRT_API gradrt_status gradrt_matmul(gradrt_context *context,
                                       const gradrt_product *product,
                                       const void *a, const void *b, void *c,
                                       const char *place);

/* How collectives run beside the computation. They go to one stream of their
 * own:
 *
 *   gradrt_fork(context, &stream, place);       the stream waits for what the
 *                                               step has issued so far
 *   gradrt_all_reduce(..., stream, place);
 *   gradrt_mark(context, &ticket, place);       a number for this point
 *   ...                                         what does not need the result
 *   gradrt_join(context, ticket, place);        what the step issues from now
 *                                               on waits for that point
 *
 * Tickets grow, and joining one joins those before it; joining one twice does
 * nothing. A step joins all of them before it returns. On a backend without
 * streams, `*stream` is NULL. */
GRADRT_API gradrt_status gradrt_fork(gradrt_context *context,
                                     gradrt_stream **stream, const char *place);
GRADRT_API gradrt_status gradrt_mark(gradrt_context *context, int64_t *ticket,
                                     const char *place);
GRADRT_API gradrt_status gradrt_join(gradrt_context *context, int64_t ticket,
                                     const char *place);

GRADRT_END_DECLS

#endif /* GRADRT_DEVICE_H */
