/*===- stream.h - Streams and events -*- C -*-===*\
 *
 * Part of the grad-opt project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
\*===----------------------------------------------------------------------===*/

#ifndef GRADRT_STREAM_H
#define GRADRT_STREAM_H

#include "gradrt/context.h"

GRADRT_BEGIN_DECLS

/* A stream is a queue in which the collectives of one rank run one after the
 * other; an event is a point in one. Both belong to the context that made them
 * and are given back before it is destroyed; both obey its rule about threads.
 * The backends local and record run a collective before the call returns, so
 * there every event has happened once it is recorded. */
typedef struct gradrt_stream gradrt_stream;
typedef struct gradrt_event gradrt_event;

GRADRT_API gradrt_status gradrt_stream_create(gradrt_context *context,
                                              gradrt_stream **stream);

/* Returns when everything issued on the stream has happened. NULL: nothing to
 * wait for. */
GRADRT_API gradrt_status gradrt_stream_synchronize(gradrt_stream *stream);

/* Waits for what is in the stream, then frees it. NULL is fine. */
GRADRT_API gradrt_status gradrt_stream_destroy(gradrt_stream *stream);

GRADRT_API gradrt_status gradrt_event_create(gradrt_context *context,
                                             gradrt_event **event);

/* Sets the event behind what `stream` (NULL: the default one) holds now. */
GRADRT_API gradrt_status gradrt_event_record(gradrt_event *event,
                                             gradrt_stream *stream);

/* Holds `stream` (NULL: the default one) until the event has happened. An
 * event that was never recorded has happened. */
GRADRT_API gradrt_status gradrt_stream_wait_event(gradrt_stream *stream,
                                                  gradrt_event *event);

/* Returns when the event has happened. */
GRADRT_API gradrt_status gradrt_event_synchronize(gradrt_event *event);

/* NULL is fine. */
GRADRT_API gradrt_status gradrt_event_destroy(gradrt_event *event);

GRADRT_END_DECLS

#endif /* GRADRT_STREAM_H */
