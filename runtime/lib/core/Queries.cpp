//===- Queries.cpp - Questions to a context, and its memory ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "Status.h"

#include "gradrt/collectives.h"

using namespace gradrt;

static gradrt_status nullArgument(const char *function, const char *what) {
  return makeStatus(GRADRT_INVALID_ARGUMENT,
                    std::string(function) + ": " + what + " is NULL");
}

gradrt_status gradrt_rank(gradrt_context *context, int64_t *rank) {
  return guarded([&]() -> gradrt_status {
    if (!context || !rank)
      return nullArgument("rank", context ? "rank" : "context");
    *rank = context->rank;
    return nullptr;
  });
}

gradrt_status gradrt_group_size(gradrt_context *context, const int64_t *groups,
                                int64_t *size, const char *place) {
  return guarded(
      [&]() -> gradrt_status {
        if (!context || !size)
          return nullArgument("group_size", context ? "size" : "context");
        if (gradrt_status status = context->checkOpen("group_size", place))
          return status;
        if (!groups) {
          *size = context->size;
          return nullptr;
        }
        Communicator *communicator = nullptr;
        if (gradrt_status status = context->communicator(groups, "group_size",
                                                         place, communicator))
          return status;
        *size = static_cast<int64_t>(communicator->members.size());
        return nullptr;
      },
      place);
}

gradrt_status gradrt_check_shard(gradrt_context *context, int64_t whole,
                                 int64_t shard, const int64_t *groups,
                                 const char *place) {
  int64_t size = 0;
  if (gradrt_status status = gradrt_group_size(context, groups, &size, place))
    return status;
  // By division, which cannot overflow.
  if (whole >= 0 && shard >= 0 && whole % size == 0 && whole / size == shard)
    return nullptr;
  return guarded(
      [&]() -> gradrt_status {
        return makeStatus(
            GRADRT_INVALID_ARGUMENT,
            "check_shard: " + std::to_string(size) + " ranks cannot share " +
                std::to_string(whole) + " as shards of " +
                std::to_string(shard) +
                "; the program was made for another number of ranks",
            place);
      },
      place);
}

gradrt_status gradrt_alloc(gradrt_context *context, int64_t bytes,
                           void **pointer) {
  return guarded([&]() -> gradrt_status {
    if (!context || !pointer)
      return nullArgument("gradrt_alloc", context ? "pointer" : "context");
    *pointer = nullptr;
    if (bytes < 0)
      return makeStatus(GRADRT_INVALID_ARGUMENT,
                        "gradrt_alloc: negative size, got " +
                            std::to_string(bytes));
    return context->backend->alloc(context->state, bytes, pointer);
  });
}

gradrt_status gradrt_free(gradrt_context *context, void *pointer) {
  return guarded([&]() -> gradrt_status {
    if (!context)
      return nullArgument("gradrt_free", "context");
    if (!pointer)
      return nullptr;
    return context->backend->free(context->state, pointer);
  });
}

gradrt_status gradrt_reduction_support(gradrt_context *context,
                                       gradrt_type wire, gradrt_type result,
                                       gradrt_kind kind,
                                       gradrt_support *support) {
  return guarded([&]() -> gradrt_status {
    if (!context || !support)
      return nullArgument("gradrt_reduction_support",
                          context ? "support" : "context");
    *support =
        context->backend->reduction_support(context->state, wire, result, kind);
    return nullptr;
  });
}

gradrt_status gradrt_move_support(gradrt_context *context, gradrt_type type,
                                  gradrt_support *support) {
  return guarded([&]() -> gradrt_status {
    if (!context || !support)
      return nullArgument("gradrt_move_support",
                          context ? "support" : "context");
    *support = context->backend->move_support(context->state, type);
    return nullptr;
  });
}
