//===- Recorder.h - Where the lines go -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_RECORD_RECORDER_H
#define GRADRT_LIB_RECORD_RECORDER_H

#include "gradrt/backend.h"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace gradrt::record {

/// The lines of one rank.
class Recorder {
public:
  explicit Recorder(int64_t rank) : rank(rank) {}

  /// Opens what the options, else the environment, name.
  gradrt_status open(const gradrt_options &options);

  /// One line per collective; those of one launch share its number.
  gradrt_status write(const std::vector<int64_t> &members,
                      const gradrt_call *calls, int64_t count);

private:
  struct Close {
    void operator()(std::FILE *file) const { std::fclose(file); }
  };

  int64_t rank;
  int64_t launches = 0;
  gradrt_record_writer writer = nullptr;
  void *user = nullptr;
  std::string path;
  std::unique_ptr<std::FILE, Close> file;
};

} // namespace gradrt::record

#endif // GRADRT_LIB_RECORD_RECORDER_H
