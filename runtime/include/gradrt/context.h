/*===- context.h - One rank of a world -*- C -*-===*\
 *
 * Part of the grad-opt project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
\*===----------------------------------------------------------------------===*/

#ifndef GRADRT_CONTEXT_H
#define GRADRT_CONTEXT_H

#include "gradrt/status.h"
#include "gradrt/types.h"

GRADRT_BEGIN_DECLS

/* One rank of a world: its backend, its communicators, its open group. There
 * is no other state: a process may hold any number of contexts and worlds, at
 * once or one after the other.
 *
 * Threads: calls on one context come from one thread at a time, which may
 * change; gradrt_abort alone may come from any thread at any time between
 * init and destroy. Different contexts are independent. */
typedef struct gradrt_context gradrt_context;

/* Receives one line of the backend record, without a line end. `line` is valid
 * during the call. Called on the thread of the rank, for several ranks at
 * once. */
typedef void (*gradrt_record_writer)(void *user, int64_t rank,
                                     const char *line);

/* Fill with gradrt_options_init, then change what should differ. */
typedef struct gradrt_options {
  /* sizeof(gradrt_options) of the caller's header. */
  int64_t struct_size;
  /* How long a rank waits for another, in milliseconds; 0: for ever. From
   * GRADRT_TIMEOUT_MS, else 300000. */
  int64_t timeout_ms;
  /* Not 0: errors also show the last calls of the rank in question. From
   * GRADRT_DEBUG, else 0. */
  int32_t debug;
  /* Not 0: gradrt_local_run returns without the ranks that have not returned
   * timeout_ms after the first failure; see there. 0 unless set. */
  int32_t abandon_stalled;
  /* Not 0: accept max and min of floats from a backend that may lose a NaN in
   * them (nccl), which are refused else. From GRADRT_NAN=ignore, else 0. */
  int32_t ignore_nan;
  /* The backend record: what it runs over (NULL: "local"); the callback and
   * its first argument; and a file "<record_path>.<rank>" per rank. At least
   * one of writer and path is needed; the path comes from GRADRT_RECORD where
   * both are NULL. Strings are copied. */
  const char *record_over;
  gradrt_record_writer record_writer;
  void *record_user;
  const char *record_path;
} gradrt_options;

/* Defaults and environment. An environment variable that is no number of the
 * range is GRADRT_INVALID_ARGUMENT. */
GRADRT_API gradrt_status gradrt_options_init(gradrt_options *options);

/* How the host program brings the ranks together: its own MPI, a store, a
 * launcher, shared memory. */
typedef struct gradrt_exchange {
  void *user;
  /* Called once by gradrt_init on every rank. On rank 0, `id` holds
   * `id_bytes` bytes; on return, every rank's `id` holds rank 0's bytes.
   * Anything but NULL fails gradrt_init, which then owns the status. */
  gradrt_status (*share_id)(void *user, void *id, int64_t id_bytes);
} gradrt_exchange;

/* Joins the world of `size` ranks as rank `rank`, over the backend of that
 * name ("local", "record", "nccl", or one that was registered). Every rank
 * calls it; it returns once all have joined, or within the timeout with the
 * number of one that has not. `options` NULL: the defaults. On success, the
 * caller owns *context and gives it back with gradrt_destroy; on failure
 * *context is NULL. */
GRADRT_API gradrt_status gradrt_init(const char *backend, int64_t rank,
                                     int64_t size,
                                     const gradrt_exchange *exchange,
                                     const gradrt_options *options,
                                     gradrt_context **context);

/* Joins as the process that a launcher in the style of torchrun started: as
 * rank RANK of WORLD_SIZE, with rank 0's id brought over TCP. Where there is
 * more than one rank, rank 0 listens on the port MASTER_PORT of the host
 * MASTER_ADDR, and the others connect to it, in any order; on the next port
 * where torchrun's agent listens on that one (TORCHELASTIC_USE_AGENT_STORE is
 * True), and on the port GRADRT_PORT where that is set. LOCAL_RANK, where it is
 * set, is the device that a backend with devices takes.
 *
 * A variable that is missing or malformed is GRADRT_INVALID_ARGUMENT and
 * named. Ranks that do not come within options->timeout_ms are
 * GRADRT_TIMEOUT. Everything else as for gradrt_init. */
GRADRT_API gradrt_status gradrt_init_environment(const char *backend,
                                                 const gradrt_options *options,
                                                 gradrt_context **context);

/* All ranks of a world in this process, without an exchange: `contexts` has
 * `size` entries, entry r becomes rank r. Hand each to its own thread: two
 * ranks on one thread would wait for each other. GRADRT_UNSUPPORTED where the
 * backend holds one rank per process. On failure all entries are NULL. */
GRADRT_API gradrt_status gradrt_init_all(const char *backend, int64_t size,
                                         const gradrt_options *options,
                                         gradrt_context **contexts);

/* Leaves the world and gives back what gradrt_init took, nothing else. Ranks
 * that wait for this one fail with its number. The handle stays: any later
 * collective on it is GRADRT_INVALID_STATE; gradrt_free still works, and so
 * does a second gradrt_finalize, which does nothing. */
GRADRT_API gradrt_status gradrt_finalize(gradrt_context *context);

/* Gives this rank up, with the reason (copied, may be NULL): its own blocked
 * call and every rank that waits for it or will wait for it fail at once, with
 * its number and the reason. Every later collective on it is
 * GRADRT_INVALID_STATE. From any thread. */
GRADRT_API gradrt_status gradrt_abort(gradrt_context *context,
                                      const char *reason);

/* Finalizes where that was not done, and frees the handle. NULL is fine. */
GRADRT_API void gradrt_destroy(gradrt_context *context);

/* This rank's number in the world. */
GRADRT_API gradrt_status gradrt_rank(gradrt_context *context, int64_t *rank);

/* Memory for results whose size is known at run time only: `bytes` bytes
 * (0 is fine and gives a pointer that can be freed), aligned to 64, not
 * initialized. The caller owns it, compiled code's caller included, and frees
 * it with gradrt_free on a context of the same rank before its
 * gradrt_destroy. */
GRADRT_API gradrt_status gradrt_alloc(gradrt_context *context, int64_t bytes,
                                      void **pointer);

/* NULL is fine. */
GRADRT_API gradrt_status gradrt_free(gradrt_context *context, void *pointer);

/* What this context's backend does with a reduction; an unknown type or kind
 * is refused. */
GRADRT_API gradrt_status gradrt_reduction_support(gradrt_context *context,
                                                  gradrt_type wire,
                                                  gradrt_type result,
                                                  gradrt_kind kind,
                                                  gradrt_support *support);

/* Whether all-gather and broadcast take the type: native or refused. */
GRADRT_API gradrt_status gradrt_move_support(gradrt_context *context,
                                             gradrt_type type,
                                             gradrt_support *support);

GRADRT_END_DECLS

#endif /* GRADRT_CONTEXT_H */
