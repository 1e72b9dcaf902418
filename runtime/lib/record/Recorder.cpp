//===- Recorder.cpp - Where the lines go ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recorder.h"

#include "../core/Describe.h"
#include "../core/Status.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

using namespace gradrt;
using namespace gradrt::record;

gradrt_status Recorder::open(const gradrt_options &options) {
  writer = options.record_writer;
  user = options.record_user;
  const char *base = options.record_path;
  if (!writer && !base)
    base = std::getenv("GRADRT_RECORD");
  if (!writer && (!base || !*base))
    return makeStatus(GRADRT_INVALID_ARGUMENT,
                      "gradrt_init: the backend \"record\" needs "
                      "record_writer, record_path or GRADRT_RECORD");
  if (!base)
    return nullptr;
  path = std::string(base) + "." + std::to_string(rank);
  file.reset(std::fopen(path.c_str(), "w"));
  if (file)
    return nullptr;
  return makeStatus(GRADRT_SYSTEM, "gradrt_init: cannot write \"" + path +
                                       "\": " + std::strerror(errno));
}

gradrt_status Recorder::write(const std::vector<int64_t> &members,
                              const gradrt_call *calls, int64_t count) {
  std::string head = "rank " + std::to_string(rank) + " launch " +
                     std::to_string(launches++) + ": ";
  std::string group = " on " + describeRanks(members);
  for (int64_t i = 0; i < count; ++i) {
    std::string line = head + describeSignature(calls[i]);
    if (calls[i].op == GRADRT_OP_ALL_GATHER_V)
      line += " rows " + std::to_string(calls[i].rows);
    line += group + describePlace(calls[i].place);
    if (writer)
      writer(user, rank, line.c_str());
    if (file && std::fprintf(file.get(), "%s\n", line.c_str()) < 0)
      return makeStatus(GRADRT_SYSTEM, "cannot write \"" + path + "\"",
                        calls[i].place);
  }
  // Before the launch, so that the file shows where a run got stuck.
  if (file && std::fflush(file.get()) != 0)
    return makeStatus(GRADRT_SYSTEM, "cannot write \"" + path + "\"",
                      calls[0].place);
  return nullptr;
}
