//===- Device.h - What a context keeps on its device -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_CORE_DEVICE_H
#define GRADRT_LIB_CORE_DEVICE_H

#include "Stream.h"

#include "gradrt/backend.h"

#include <deque>
#include <map>
#include <vector>

namespace gradrt {

/// Constants, tables, and the stream of the collectives with its tickets.
/// Empty until it is used.
class Device {
public:
  explicit Device(gradrt_context &context) : context(context) {}

  /// Memory that holds the bytes at `key`.
  gradrt_status constant(const void *key, int64_t bytes, void *&pointer);
  /// Memory that holds the numbers, for the table of that key.
  gradrt_status table(const void *key, const int64_t *numbers, int64_t count,
                      void *&pointer);

  gradrt_status copy(void *to, const void *from, int64_t bytes);
  gradrt_status write(void *to, const void *from, int64_t bytes);
  gradrt_status read(void *to, const void *from, int64_t bytes);
  gradrt_status synchronize();

  gradrt_status fork(gradrt_stream *&stream);
  gradrt_status mark(int64_t &ticket);
  gradrt_status join(int64_t ticket);

  /// Waits for the device and gives everything back.
  gradrt_status clear();

private:
  struct Table {
    void *pointer = nullptr;
    std::vector<int64_t> numbers;
  };
  struct Ticket {
    int64_t number;
    void *event;
  };

  bool hasStreams() const;
  gradrt_status takeEvent(void *&event);

  gradrt_context &context;
  std::map<std::pair<const void *, int64_t>, void *> constants;
  std::map<const void *, Table> tables;

  /// The stream of the collectives.
  gradrt_stream stream{nullptr, nullptr};
  std::deque<Ticket> open;
  std::vector<void *> freeEvents;
  int64_t lastTicket = 0;
};

} // namespace gradrt

#endif // GRADRT_LIB_CORE_DEVICE_H
