//===- Submit.cpp - From an entry point to a launch ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Submit.h"
#include "Check.h"
#include "Status.h"
#include "Stream.h"

#include "gradrt/collectives.h"

#include <map>

using namespace gradrt;

static gradrt_status checkAndIssue(gradrt_context &context,
                                   const int64_t *groups, gradrt_stream *stream,
                                   gradrt_call call) {
  const char *op = gradrt_op_name(call.op);
  if (gradrt_status status = context.checkOpen(op, call.place))
    return status;
  if (stream && stream->context != &context)
    return makeStatus(GRADRT_INVALID_ARGUMENT,
                      std::string(op) + ": the stream is another context's",
                      call.place);
  call.stream = stream ? stream->handle : nullptr;
  Communicator *communicator = nullptr;
  if (gradrt_status status =
          context.communicator(groups, op, call.place, communicator))
    return status;
  if (gradrt_status status = checkCall(context, *communicator, call))
    return status;
  if (context.groupDepth) {
    context.pending.push_back({communicator, call});
    return nullptr;
  }
  return context.launch(*communicator, &call, 1);
}

gradrt_status gradrt::submit(gradrt_context *context, const int64_t *groups,
                             gradrt_stream *stream, gradrt_call call) noexcept {
  if (!context)
    return guarded([&] {
      return makeStatus(GRADRT_INVALID_ARGUMENT,
                        std::string(gradrt_op_name(call.op)) +
                            ": context is NULL",
                        call.place);
    });
  gradrt_status status =
      guarded([&] { return checkAndIssue(*context, groups, stream, call); },
              call.place);
  if (status)
    gradrt_group_cancel(context);
  return status;
}

/// Launches per communicator, in an order that all ranks share. So ranks may
/// collect the same collectives of several groups in different orders.
static gradrt_status launchPending(gradrt_context &context) {
  auto byKey = [](const Communicator *a, const Communicator *b) {
    return a->key < b->key;
  };
  std::map<Communicator *, std::vector<gradrt_call>, decltype(byKey)> launches(
      byKey);
  for (const PendingCall &pending : context.pending)
    launches[pending.communicator].push_back(pending.call);
  context.pending.clear();
  for (const auto &[communicator, calls] : launches)
    if (gradrt_status status = context.launch(
            *communicator, calls.data(), static_cast<int64_t>(calls.size())))
      return status;
  return nullptr;
}

gradrt_status gradrt_group_start(gradrt_context *context) {
  return guarded([&]() -> gradrt_status {
    if (!context)
      return makeStatus(GRADRT_INVALID_ARGUMENT,
                        "group_start: context is NULL");
    if (gradrt_status status = context->checkOpen("group_start", nullptr))
      return status;
    ++context->groupDepth;
    return nullptr;
  });
}

gradrt_status gradrt_group_end(gradrt_context *context) {
  return guarded([&]() -> gradrt_status {
    if (!context)
      return makeStatus(GRADRT_INVALID_ARGUMENT, "group_end: context is NULL");
    if (gradrt_status status = context->checkOpen("group_end", nullptr))
      return status;
    if (!context->groupDepth)
      return makeStatus(GRADRT_INVALID_STATE,
                        "group_end: no group is open; a call that fails "
                        "gives up the group it is in");
    if (--context->groupDepth)
      return nullptr;
    return launchPending(*context);
  });
}

void gradrt_group_cancel(gradrt_context *context) {
  if (!context)
    return;
  context->groupDepth = 0;
  context->pending.clear();
}
