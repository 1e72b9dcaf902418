//===- Stream.cpp - Streams and events ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stream.h"
#include "Context.h"
#include "Status.h"

#include <memory>

using namespace gradrt;

static gradrt_status invalid(const char *function, const char *message) {
  return makeStatus(GRADRT_INVALID_ARGUMENT,
                    std::string(function) + ": " + message);
}

/// Makes a handle with the backend's side of it, which `create` makes where
/// the backend has one.
template <typename Handle>
static gradrt_status
makeHandle(const char *function, gradrt_context *context,
           gradrt_status (*gradrt_backend::*create)(void *, void **),
           Handle **handle) {
  return guarded([&]() -> gradrt_status {
    if (!context || !handle)
      return invalid(function, "an argument is NULL");
    *handle = nullptr;
    if (gradrt_status status = context->checkOpen(function, nullptr))
      return status;
    auto made = std::make_unique<Handle>(Handle{context, nullptr});
    if (auto function = context->backend->*create)
      if (gradrt_status status = function(context->state, &made->handle))
        return status;
    *handle = made.release();
    return nullptr;
  });
}

/// Runs `function` of the backend, where there is one, on a stream or event.
template <typename Handle>
static gradrt_status
onHandle(const Handle &handle,
         gradrt_status (*gradrt_backend::*function)(void *, void *)) {
  gradrt_context &context = *handle.context;
  if (auto run = context.backend->*function)
    return run(context.state, handle.handle);
  return nullptr;
}

gradrt_status gradrt_stream_create(gradrt_context *context,
                                   gradrt_stream **stream) {
  return makeHandle("stream_create", context, &gradrt_backend::stream_create,
                    stream);
}

gradrt_status gradrt_stream_synchronize(gradrt_stream *stream) {
  return stream ? onHandle(*stream, &gradrt_backend::stream_synchronize)
                : nullptr;
}

gradrt_status gradrt_stream_destroy(gradrt_stream *stream) {
  std::unique_ptr<gradrt_stream> owned(stream);
  return stream ? onHandle(*stream, &gradrt_backend::stream_destroy) : nullptr;
}

gradrt_status gradrt_event_create(gradrt_context *context,
                                  gradrt_event **event) {
  return makeHandle("event_create", context, &gradrt_backend::event_create,
                    event);
}

/// Checks that event and stream belong together, then runs `function` of the
/// backend where there is one.
static gradrt_status
onEvent(const char *name, gradrt_event *event, gradrt_stream *stream,
        gradrt_status (*gradrt_backend::*function)(void *, void *, void *)) {
  return guarded([&]() -> gradrt_status {
    if (!event)
      return invalid(name, "event is NULL");
    if (stream && stream->context != event->context)
      return invalid(name, "event and stream belong to different contexts");
    gradrt_context &context = *event->context;
    if (auto run = context.backend->*function)
      return run(context.state, event->handle,
                 stream ? stream->handle : nullptr);
    return nullptr;
  });
}

gradrt_status gradrt_event_record(gradrt_event *event, gradrt_stream *stream) {
  return onEvent("event_record", event, stream, &gradrt_backend::event_record);
}

gradrt_status gradrt_stream_wait_event(gradrt_stream *stream,
                                       gradrt_event *event) {
  return onEvent("stream_wait_event", event, stream,
                 &gradrt_backend::event_wait);
}

gradrt_status gradrt_event_synchronize(gradrt_event *event) {
  if (!event)
    return guarded(
        [] { return invalid("event_synchronize", "event is NULL"); });
  return onHandle(*event, &gradrt_backend::event_synchronize);
}

gradrt_status gradrt_event_destroy(gradrt_event *event) {
  std::unique_ptr<gradrt_event> owned(event);
  return event ? onHandle(*event, &gradrt_backend::event_destroy) : nullptr;
}
