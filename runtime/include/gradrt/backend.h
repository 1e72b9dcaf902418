/*===- backend.h - What a backend provides -*- C -*-===*\
 *
 * Part of the grad-opt project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
\*===----------------------------------------------------------------------===*/

#ifndef GRADRT_BACKEND_H
#define GRADRT_BACKEND_H

#include "gradrt/device.h"

GRADRT_BEGIN_DECLS

/* For authors of backends; a program that only communicates needs none of it.
 *
 * The core checks arguments, resolves groups, keeps communicators, asks the
 * capability table, collects groups, and then calls the backend, which never
 * sees a bad pointer, count, type, kind or root. */

/* One collective, as the core hands it over. Fields an operation does not use
 * are 0. */
typedef struct gradrt_call {
  gradrt_op op;
  gradrt_type wire;
  gradrt_type result;
  gradrt_kind kind;
  const void *send;
  void *recv;
  /* In elements; all_gather_v: count is the length of a row. */
  int64_t outer;
  int64_t count;
  /* broadcast: a position in the group. */
  int64_t root;
  /* all_gather_v */
  int64_t rows;
  void **gathered;
  int64_t *gathered_rows;
  int64_t **gathered_counts;
  /* The backend's own stream, NULL for the default one. */
  void *stream;
  /* May be NULL. */
  const char *place;
} gradrt_call;

#define GRADRT_ID_BYTES 128
#define GRADRT_BACKEND_ABI 2

/* `state` is a backend's view of one context; `comm` of one communicator. A
 * function that may be NULL says so. No exception may leave any of them. */
typedef struct gradrt_backend {
  int32_t abi; /* GRADRT_BACKEND_ABI */
  const char *name;

  /* Rank 0 only: fills GRADRT_ID_BYTES bytes that lead the others here.
   * `token` is handed to rank 0's open. NULL: there is no id. */
  gradrt_status (*make_id)(int64_t size, const gradrt_options *options,
                           void *id, void **token);
  void (*drop_token)(void *token);
  /* Joins; `token` is NULL but on rank 0. Takes the token over, also where it
   * fails. Waits for the other ranks, at most options->timeout_ms. */
  gradrt_status (*open)(int64_t rank, int64_t size, const void *id, void *token,
                        const gradrt_options *options, void **state);
  /* All ranks of a world in this process. NULL: one rank per process. */
  gradrt_status (*open_all)(int64_t size, const gradrt_options *options,
                            void **states);
  /* Leaves the world. Called once, before close, after all comm_close. */
  gradrt_status (*finalize)(void *state);
  void (*close)(void *state);
  /* From any thread, also while a call is running. */
  void (*abort)(void *state, const char *reason);

  gradrt_support (*reduction_support)(void *state, gradrt_type wire,
                                      gradrt_type result, gradrt_kind kind);
  gradrt_support (*move_support)(void *state, gradrt_type type);

  /* Whether comm_open has to be called by all ranks of the world, once for each
   * group table and in the same order; a table that leaves ranks out is then
   * refused. NULL: no. */
  int32_t (*joint_comm_open)(void *state);
  /* At the first launch. `ranks` are the members in order, `index` is this
   * rank's position, `color` the smallest of them; -1: every rank. */
  gradrt_status (*comm_open)(void *state, const int64_t *ranks, int64_t size,
                             int64_t index, int64_t color, void **comm);
  void (*comm_close)(void *comm);
  /* Issues `count` >= 1 collectives as one launch. */
  gradrt_status (*launch)(void *comm, const gradrt_call *calls, int64_t count);

  gradrt_status (*alloc)(void *state, int64_t bytes, void **pointer);
  gradrt_status (*free)(void *state, void *pointer);
  /* Tells that all ranks use this memory of `alloc`, and as many bytes of it,
   * in the same collectives, until it is freed. NULL: of no use. */
  gradrt_status (*share)(void *state, void *pointer, int64_t bytes);

  /* All NULL: collectives have happened when launch returns. */
  gradrt_status (*stream_create)(void *state, void **stream);
  gradrt_status (*stream_synchronize)(void *state, void *stream);
  gradrt_status (*stream_destroy)(void *state, void *stream);
  gradrt_status (*event_create)(void *state, void **event);
  gradrt_status (*event_record)(void *state, void *event, void *stream);
  gradrt_status (*event_wait)(void *state, void *event, void *stream);
  gradrt_status (*event_synchronize)(void *state, void *event);
  gradrt_status (*event_destroy)(void *state, void *event);

  /* A device: the functions of gradrt/device.h, on the default stream. All
   * NULL: memory is the host's, and everything has happened when its call
   * returns. Sizes are above 0, pointers and products have been checked. */
  gradrt_status (*synchronize)(void *state);
  gradrt_status (*copy)(void *state, void *to, const void *from, int64_t bytes);
  gradrt_status (*write)(void *state, void *to, const void *from,
                         int64_t bytes);
  gradrt_status (*read)(void *state, void *to, const void *from, int64_t bytes);
  gradrt_status (*launch_kernel)(void *state, const void *image, int64_t bytes,
                                 const char *name, int64_t blocks,
                                 int64_t threads, void **params);
  gradrt_status (*matmul)(void *state, const gradrt_product *product,
                          const void *a, const void *b, void *c);
} gradrt_backend;

/* Adds a backend under its name; the table must stay valid until the process
 * ends. A second one of that name, or of another ABI, is
 * GRADRT_INVALID_ARGUMENT. From any thread. */
GRADRT_API gradrt_status gradrt_register_backend(const gradrt_backend *backend);

/* NULL where no backend has that name. */
GRADRT_API const gradrt_backend *gradrt_find_backend(const char *name);

GRADRT_END_DECLS

#endif /* GRADRT_BACKEND_H */
