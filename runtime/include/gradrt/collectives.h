/*===- collectives.h - Collectives -*- C -*-===*\
 *
 * Part of the grad-opt project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
\*===----------------------------------------------------------------------===*/

#ifndef GRADRT_COLLECTIVES_H
#define GRADRT_COLLECTIVES_H

#include "gradrt/context.h"
#include "gradrt/stream.h"

GRADRT_BEGIN_DECLS

/* What all collectives share.
 *
 * Every rank of the group issues the same collectives in the same order, with
 * the same operation, counts, types, kind and root. Where they do not, every
 * rank of the group fails with GRADRT_MISMATCH, and the message names the rank
 * and the operation that differ.
 *
 * count, rows, outer: numbers of elements, never bytes; 0 is fine, and the
 * pointer may then be NULL.
 *
 * send, recv: contiguous, aligned to their element, owned by the caller. They
 * either do not overlap or are the same buffer in the way that the function
 * allows. Not to be touched by anyone else until the call returns (with an
 * open group: until gradrt_group_end returns; with a stream: until the stream
 * got there).
 *
 * groups: NULL for every rank, else the replica groups as a flat table: the
 * number of groups, then the size of each, then all their ranks, group by
 * group. [[0, 1], [2, 3]] is {2, 2, 2, 0, 1, 2, 3}. Read during the call. The
 * rank issues the collective in the group that lists it; position in a group
 * is position in that list. A group that lists a rank outside the world, a
 * rank listed twice, an empty group and a rank that is not listed are
 * GRADRT_INVALID_ARGUMENT. The communicator of a group is made at its first
 * use and kept; equal lists are the same communicator.
 *
 * stream: NULL for the default one, in order with the calling thread.
 *
 * place: where the call stands in the source program, for errors. May be NULL;
 * valid until the call returns (open group: until gradrt_group_end returns).
 *
 * After GRADRT_MISMATCH, GRADRT_TIMEOUT and GRADRT_PEER_FAILED the
 * communicator is unusable: further calls on it fail at once with the first
 * error, on every rank. The contents of recv are then undefined. After
 * GRADRT_INVALID_ARGUMENT and GRADRT_UNSUPPORTED nothing was sent and the
 * other ranks still wait: issue the right call, or give up with gradrt_abort.
 */

/* recv[i] = the combination over the group of send[i], for `count` elements.
 * `wire` is send's type, `result` recv's. Combined in the order of the group's
 * ranks, so that every run gives the same bits, on every rank; 16-bit floats
 * are summed in f32 and rounded once, to `result`. avg is the sum times
 * T(1/size), T being f64 where the sum is one and f32 elsewhere. Integers
 * wrap; max and min of floats give NaN where any is NaN; max and min of i1 are
 * or and and. In place (recv == send) where the types are equal. */
GRADRT_API gradrt_status gradrt_all_reduce(
    gradrt_context *context, const void *send, void *recv, int64_t count,
    gradrt_type wire, gradrt_type result, gradrt_kind kind,
    const int64_t *groups, gradrt_stream *stream, const char *place);

/* Combines like all-reduce and leaves each rank its block. For a group of n
 * ranks, send is [outer, n, count] and recv [outer, count]; position p of the
 * group gets send[:, p, :]. A tensor scattered along dimension d has outer =
 * the product of the dimensions before d, and count = the product of the
 * result's dimensions from d on. In place (outer == 1, equal types): recv ==
 * send + position * count. */
GRADRT_API gradrt_status gradrt_reduce_scatter(
    gradrt_context *context, const void *send, void *recv, int64_t outer,
    int64_t count, gradrt_type wire, gradrt_type result, gradrt_kind kind,
    const int64_t *groups, gradrt_stream *stream, const char *place);

/* Concatenates. For a group of n ranks, send is [outer, count] and recv
 * [outer, n, count]; recv[:, p, :] is the send of position p. A tensor
 * gathered along dimension d has outer = the product of the dimensions before
 * d, and count = the product of the operand's dimensions from d on. In place
 * (outer == 1): send == recv + position * count. */
GRADRT_API gradrt_status gradrt_all_gather(
    gradrt_context *context, const void *send, void *recv, int64_t outer,
    int64_t count, gradrt_type type, const int64_t *groups,
    gradrt_stream *stream, const char *place);

/* Concatenates rows whose number differs by rank. send is [rows, row_count];
 * row_count is equal on all ranks. For a group of n ranks, *recv becomes
 * [*recv_rows, row_count] in the order of positions, and *recv_counts n
 * numbers of rows. Both come from gradrt_alloc, belong to the caller, and are
 * freed with gradrt_free, also where they are empty; NULL on failure. */
GRADRT_API gradrt_status gradrt_all_gather_v(
    gradrt_context *context, const void *send, int64_t rows, int64_t row_count,
    gradrt_type type, void **recv, int64_t *recv_rows, int64_t **recv_counts,
    const int64_t *groups, gradrt_stream *stream, const char *place);

/* recv = the send of position `root` of the group. send is read on the root
 * only and may be NULL elsewhere. In place: recv == send. */
GRADRT_API gradrt_status gradrt_broadcast(gradrt_context *context,
                                          const void *send, void *recv,
                                          int64_t count, gradrt_type type,
                                          int64_t root, const int64_t *groups,
                                          gradrt_stream *stream,
                                          const char *place);

/* Returns once every rank of the group has come here. */
GRADRT_API gradrt_status gradrt_barrier(gradrt_context *context,
                                        const int64_t *groups,
                                        gradrt_stream *stream,
                                        const char *place);

/* The number of ranks in this rank's group. Communicates with nobody. */
GRADRT_API gradrt_status gradrt_group_size(gradrt_context *context,
                                           const int64_t *groups, int64_t *size,
                                           const char *place);

/* GRADRT_INVALID_ARGUMENT unless `whole` is `shard` times the number of ranks
 * in this rank's group. Code whose types fix the sizes of a reduce-scatter or
 * an all-gather asks before it issues one. Communicates with nobody. */
GRADRT_API gradrt_status gradrt_check_shard(gradrt_context *context,
                                            int64_t whole, int64_t shard,
                                            const int64_t *groups,
                                            const char *place);

/* Between start and end, collectives are checked and collected, and end issues
 * them in one launch per communicator: several buffers, of one type or of
 * several. They may read and write no buffer that another one of them writes.
 * Nests; the outermost end issues. Where a call in between fails, the group is
 * given up with it and nothing of it is issued: the caller just returns that
 * status, and must not call gradrt_group_end. A launch that fails is
 * given up with those after it. Statuses carry the place of the first call of
 * the launch. */
GRADRT_API gradrt_status gradrt_group_start(gradrt_context *context);
GRADRT_API gradrt_status gradrt_group_end(gradrt_context *context);

/* Drops the open group, whatever its depth, and issues nothing. Fine without
 * one. */
GRADRT_API void gradrt_group_cancel(gradrt_context *context);

GRADRT_END_DECLS

#endif /* GRADRT_COLLECTIVES_H */
