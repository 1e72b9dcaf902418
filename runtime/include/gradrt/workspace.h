/*===- workspace.h - Memory that is kept from call to call -*- C -*-===*\
 *
 * Part of the grad-opt project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
\*===----------------------------------------------------------------------===*/

#ifndef GRADRT_WORKSPACE_H
#define GRADRT_WORKSPACE_H

#include "gradrt/context.h"

GRADRT_BEGIN_DECLS

/* The memory that `context` keeps under `key`: `bytes` bytes (0 is fine),
 * aligned to 64, from the backend, made and filled with zeros when it is first
 * asked for. Asking again gives the same memory with what is in it; another
 * size is GRADRT_INVALID_ARGUMENT. A key is any address, compared and never
 * read; compiled code uses one per bucket. Whoever uses the memory for two
 * things at once, such as a function that calls itself, has one memory for
 * both.
 *
 * The context owns the memory: gradrt_finalize frees it, and afterwards this is
 * GRADRT_INVALID_STATE. Collectives on it have to be done by then. `place` may
 * be NULL. */
GRADRT_API gradrt_status gradrt_workspace(gradrt_context *context,
                                          const void *key, int64_t bytes,
                                          void **pointer, const char *place);

GRADRT_END_DECLS

#endif /* GRADRT_WORKSPACE_H */
