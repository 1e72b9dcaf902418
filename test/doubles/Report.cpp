//===- Report.cpp - What a double has to say ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "Machine.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <unistd.h>

using namespace grad::doubles;

namespace {
std::atomic<int64_t> violations{0};
std::mutex mutex;

/// Fails the process at its end.
struct AtEnd {
  AtEnd() {
    std::atexit([] {
      if (grad_double_check() == 0)
        return;
      std::fflush(nullptr);
      if (getNumber("GRAD_DOUBLE_STRICT", 1))
        _exit(86);
    });
  }
} atEnd;
} // namespace

void grad::doubles::reportViolation(const std::string &message) {
  ++violations;
  std::fprintf(stderr, "double: %s\n", message.c_str());
  log("violation: " + message);
}

void grad::doubles::log(const std::string &line) {
  static const char *path = std::getenv("GRAD_DOUBLE_LOG");
  if (!path)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  static std::FILE *file = std::fopen(path, "w");
  if (file) {
    std::fprintf(file, "%s\n", line.c_str());
    std::fflush(file);
  }
}

namespace {
/// The fault that is asked for, and how many calls of its kind there were.
struct Fault {
  std::string kind;
  int64_t number = 0, calls = 0;

  explicit Fault(const char *text) {
    std::string fault = text ? text : "";
    size_t colon = fault.rfind(':');
    if (colon == std::string::npos)
      return;
    kind = fault.substr(0, colon);
    number = std::atoll(fault.c_str() + colon + 1);
  }
};

Fault &getFault() {
  static Fault fault(std::getenv("GRAD_DOUBLE_FAULT"));
  return fault;
}
} // namespace

bool grad::doubles::isFault(const std::string &kind) {
  std::lock_guard<std::mutex> lock(mutex);
  Fault &fault = getFault();
  return fault.kind == kind && ++fault.calls == fault.number;
}

void grad_double_fault(const char *fault) {
  std::lock_guard<std::mutex> lock(mutex);
  getFault() = Fault(fault);
}

int64_t grad::doubles::getNumber(const char *name, int64_t otherwise) {
  const char *text = std::getenv(name);
  return text && *text ? std::atoll(text) : otherwise;
}

int64_t grad_double_violations(void) { return violations; }

int64_t grad_double_check(void) {
  Machine::get().reportLeaks();
  return violations;
}

void grad_double_reset(void) { violations = 0; }
