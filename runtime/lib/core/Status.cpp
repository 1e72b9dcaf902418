//===- Status.cpp - Statuses --------===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Status.h"

struct gradrt_status_s {
  gradrt_code code;
  std::string message;
  std::string place;
};

namespace {
// Short enough for the string's own buffer, so that making it needs no memory.
gradrt_status_s outOfMemoryStatus{GRADRT_OUT_OF_MEMORY, "out of memory", ""};
} // namespace

gradrt_status gradrt::outOfMemory() noexcept { return &outOfMemoryStatus; }

gradrt_status gradrt::makeStatus(gradrt_code code, const std::string &message,
                                 const char *place) noexcept {
  return gradrt_status_create(code, message.c_str(), place);
}

gradrt_status gradrt_status_create(gradrt_code code, const char *message,
                                   const char *place) {
  if (code == GRADRT_OK)
    return nullptr;
  try {
    return new gradrt_status_s{code, message ? message : "",
                               place ? place : ""};
  } catch (...) {
    return &outOfMemoryStatus;
  }
}

gradrt_status gradrt_status_clone(gradrt_status status) {
  if (!status)
    return nullptr;
  return gradrt_status_create(status->code, status->message.c_str(),
                              status->place.c_str());
}

void gradrt_status_free(gradrt_status status) {
  if (status != &outOfMemoryStatus)
    delete status;
}

gradrt_code gradrt_status_code(gradrt_status status) {
  return status ? status->code : GRADRT_OK;
}

const char *gradrt_status_message(gradrt_status status) {
  return status ? status->message.c_str() : "";
}

const char *gradrt_status_place(gradrt_status status) {
  return status ? status->place.c_str() : "";
}

const char *gradrt_code_name(gradrt_code code) {
  switch (code) {
  case GRADRT_OK:
    return "ok";
  case GRADRT_INVALID_ARGUMENT:
    return "invalid argument";
  case GRADRT_UNSUPPORTED:
    return "unsupported";
  case GRADRT_MISMATCH:
    return "mismatch";
  case GRADRT_TIMEOUT:
    return "timeout";
  case GRADRT_PEER_FAILED:
    return "peer failed";
  case GRADRT_INVALID_STATE:
    return "invalid state";
  case GRADRT_OUT_OF_MEMORY:
    return "out of memory";
  case GRADRT_SYSTEM:
    return "system error";
  case GRADRT_INTERNAL:
    return "internal error";
  default:
    return "unknown";
  }
}
