//===- Device.cpp - What a context keeps on its device ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Context.h"
#include "Status.h"

#include <algorithm>
#include <cstring>

using namespace gradrt;

/// Keeps the first of two errors.
static gradrt_status first(gradrt_status status, gradrt_status next) {
  if (!status)
    return next;
  gradrt_status_free(next);
  return status;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

gradrt_status Device::copy(void *to, const void *from, int64_t bytes) {
  if (!bytes)
    return nullptr;
  if (context.backend->copy)
    return context.backend->copy(context.state, to, from, bytes);
  std::memcpy(to, from, bytes);
  return nullptr;
}

gradrt_status Device::write(void *to, const void *from, int64_t bytes) {
  if (!bytes)
    return nullptr;
  if (context.backend->write)
    return context.backend->write(context.state, to, from, bytes);
  std::memcpy(to, from, bytes);
  return nullptr;
}

gradrt_status Device::read(void *to, const void *from, int64_t bytes) {
  if (!bytes)
    return nullptr;
  if (context.backend->read)
    return context.backend->read(context.state, to, from, bytes);
  std::memcpy(to, from, bytes);
  return nullptr;
}

gradrt_status Device::synchronize() {
  if (stream.handle && context.backend->stream_synchronize)
    if (gradrt_status status =
            context.backend->stream_synchronize(context.state, stream.handle))
      return status;
  return context.backend->synchronize
             ? context.backend->synchronize(context.state)
             : nullptr;
}

gradrt_status Device::constant(const void *key, int64_t bytes, void *&pointer) {
  auto [entry, isNew] = constants.try_emplace({key, bytes}, nullptr);
  if (isNew) {
    gradrt_status status =
        context.backend->alloc(context.state, bytes, &entry->second);
    if (!status)
      status = write(entry->second, key, bytes);
    if (status) {
      if (entry->second)
        gradrt_status_free(context.backend->free(context.state, entry->second));
      constants.erase(entry);
      return status;
    }
  }
  pointer = entry->second;
  return nullptr;
}

gradrt_status Device::table(const void *key, const int64_t *numbers,
                            int64_t count, void *&pointer) {
  Table &table = tables[key];
  size_t bytes = count * sizeof(int64_t);
  bool fits = table.pointer && int64_t(table.numbers.size()) == count;
  if (fits && std::equal(numbers, numbers + count, table.numbers.begin())) {
    pointer = table.pointer;
    return nullptr;
  }
  if (!fits) {
    // What still reads the old memory was issued before what comes next.
    if (table.pointer)
      if (gradrt_status status =
              context.backend->free(context.state, table.pointer))
        return status;
    table = Table();
    if (gradrt_status status =
            context.backend->alloc(context.state, bytes, &table.pointer))
      return status;
  }
  table.numbers.clear();
  if (gradrt_status status = write(table.pointer, numbers, bytes))
    return status;
  table.numbers.assign(numbers, numbers + count);
  pointer = table.pointer;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

bool Device::hasStreams() const {
  return context.backend->stream_create && context.backend->event_create;
}

gradrt_status Device::takeEvent(void *&event) {
  if (freeEvents.empty())
    return context.backend->event_create(context.state, &event);
  event = freeEvents.back();
  freeEvents.pop_back();
  return nullptr;
}

gradrt_status Device::fork(gradrt_stream *&result) {
  result = nullptr;
  if (!hasStreams())
    return nullptr;
  if (!stream.handle) {
    stream.context = &context;
    if (gradrt_status status =
            context.backend->stream_create(context.state, &stream.handle))
      return status;
  }
  void *event = nullptr;
  if (gradrt_status status = takeEvent(event))
    return status;
  // A wait holds on to what was recorded last before it: the event is free
  // again at once.
  freeEvents.push_back(event);
  if (gradrt_status status =
          context.backend->event_record(context.state, event, nullptr))
    return status;
  result = &stream;
  return context.backend->event_wait(context.state, event, stream.handle);
}

gradrt_status Device::mark(int64_t &ticket) {
  ticket = ++lastTicket;
  if (!stream.handle)
    return nullptr;
  void *event = nullptr;
  if (gradrt_status status = takeEvent(event))
    return status;
  open.push_back({ticket, event});
  return context.backend->event_record(context.state, event, stream.handle);
}

gradrt_status Device::join(int64_t ticket) {
  // The stream is in order, so the last of them is enough.
  void *event = nullptr;
  while (!open.empty() && open.front().number <= ticket) {
    event = open.front().event;
    freeEvents.push_back(event);
    open.pop_front();
  }
  return event ? context.backend->event_wait(context.state, event, nullptr)
               : nullptr;
}

gradrt_status Device::clear() {
  const gradrt_backend &backend = *context.backend;
  gradrt_status status = nullptr;
  if (stream.handle || !constants.empty() || !tables.empty())
    status = synchronize();
  for (Ticket &ticket : open)
    freeEvents.push_back(ticket.event);
  open.clear();
  for (void *event : freeEvents)
    status = first(status, backend.event_destroy(context.state, event));
  freeEvents.clear();
  if (stream.handle)
    status =
        first(status, backend.stream_destroy(context.state, stream.handle));
  stream.handle = nullptr;
  for (auto &[key, pointer] : constants)
    status = first(status, backend.free(context.state, pointer));
  constants.clear();
  for (auto &[key, table] : tables)
    if (table.pointer)
      status = first(status, backend.free(context.state, table.pointer));
  tables.clear();
  return status;
}
