/*===- run.h - The ranks of a world as threads of this process -*- C -*-===*\
 *
 * Part of the grad-opt project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
\*===----------------------------------------------------------------------===*/

#ifndef GRADRT_RUN_H
#define GRADRT_RUN_H

#include "gradrt/context.h"

GRADRT_BEGIN_DECLS

/* What a rank does. The context belongs to gradrt_local_run: do not finalize
 * or destroy it; aborting is fine. Runs on a thread of its own. A status that
 * it returns, and a C++ exception that leaves it, aborts the rank, so that the
 * others fail with its number. */
typedef gradrt_status (*gradrt_rank_function)(gradrt_context *context,
                                              int64_t rank, void *user);

/* Runs `function` on `size` ranks and waits for all of them. `backend` is one
 * that holds several ranks in a process: "local", "record" (NULL: "local").
 *
 * Returns NULL where every rank succeeded, else the error that explains the
 * rest: of the lowest rank that failed by itself, and only where there is none
 * of the lowest rank that failed. `statuses`, where not NULL, has `size`
 * entries and gets each rank's own status; the caller frees each.
 *
 * A thread cannot be stopped from outside, so a rank that never returns keeps
 * this function. With options->abandon_stalled, it waits for such a rank only
 * timeout_ms after the first failure; that rank's status is then
 * GRADRT_TIMEOUT, and its thread may go on running: `function`, the code it
 * calls and `user` must stay valid, which in practice means that the process
 * reports the error and ends. */
GRADRT_API gradrt_status gradrt_local_run(const char *backend, int64_t size,
                                          const gradrt_options *options,
                                          gradrt_rank_function function,
                                          void *user, gradrt_status *statuses);

GRADRT_END_DECLS

#endif /* GRADRT_RUN_H */
