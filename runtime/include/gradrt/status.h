/*===- status.h - What every call returns -*- C -*-===*\
 *
 * Part of the grad-opt project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
\*===----------------------------------------------------------------------===*/

#ifndef GRADRT_STATUS_H
#define GRADRT_STATUS_H

#include "gradrt/export.h"

#include <stdint.h>

GRADRT_BEGIN_DECLS

/* A status is one pointer, so that compiled code tests it with one
 * comparison: NULL is success and owns nothing. Anything else belongs to the
 * caller, who frees it with gradrt_status_free. A status is immutable and may
 * be read from any thread. */
typedef struct gradrt_status_s *gradrt_status;

typedef int32_t gradrt_code;
enum {
  GRADRT_OK = 0,
  /* An argument is wrong. Nothing was sent; the context goes on working. */
  GRADRT_INVALID_ARGUMENT = 1,
  /* The backend refuses this type or kind. Nothing was sent; the context goes
   * on working. */
  GRADRT_UNSUPPORTED = 2,
  /* The ranks of a group issued different collectives. */
  GRADRT_MISMATCH = 3,
  /* A rank did not arrive within the timeout. */
  GRADRT_TIMEOUT = 4,
  /* A rank left: it finalized, aborted, or its function returned. */
  GRADRT_PEER_FAILED = 5,
  /* The call does not fit the context's state: finalized, aborted, no open
   * group. */
  GRADRT_INVALID_STATE = 6,
  GRADRT_OUT_OF_MEMORY = 7,
  /* The system or the host program failed: a file, a thread, a callback. */
  GRADRT_SYSTEM = 8,
  /* A defect of the runtime. */
  GRADRT_INTERNAL = 9
};

/* GRADRT_OK for NULL. */
GRADRT_API gradrt_code gradrt_status_code(gradrt_status status);

/* One line, lower case, without the place. "" for NULL. Valid as long as the
 * status. */
GRADRT_API const char *gradrt_status_message(gradrt_status status);

/* The `place` that the failing call was given; "" where it was given none,
 * and for NULL. Valid as long as the status. */
GRADRT_API const char *gradrt_status_place(gradrt_status status);

/* "ok", "invalid argument", ...; "unknown" for any other number. Static. */
GRADRT_API const char *gradrt_code_name(gradrt_code code);

/* A status of the host's own, to be returned by a rank function or a
 * callback. `message` and `place` are copied and may be NULL. Never fails: out
 * of memory gives a status of code GRADRT_OUT_OF_MEMORY. GRADRT_OK gives
 * NULL. */
GRADRT_API gradrt_status gradrt_status_create(gradrt_code code,
                                              const char *message,
                                              const char *place);

/* A copy of its own; NULL for NULL. */
GRADRT_API gradrt_status gradrt_status_clone(gradrt_status status);

/* NULL is fine. */
GRADRT_API void gradrt_status_free(gradrt_status status);

GRADRT_END_DECLS

#endif /* GRADRT_STATUS_H */
