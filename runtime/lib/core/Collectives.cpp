//===- Collectives.cpp - The entry points of the collectives ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Submit.h"

#include "gradrt/collectives.h"

using namespace gradrt;

static gradrt_call makeCall(gradrt_op op, const char *place) {
  gradrt_call call = {};
  call.op = op;
  call.outer = 1;
  call.place = place;
  return call;
}

gradrt_status gradrt_all_reduce(gradrt_context *context, const void *send,
                                void *recv, int64_t count, gradrt_type wire,
                                gradrt_type result, gradrt_kind kind,
                                const int64_t *groups, gradrt_stream *stream,
                                const char *place) {
  gradrt_call call = makeCall(GRADRT_OP_ALL_REDUCE, place);
  call.send = send;
  call.recv = recv;
  call.count = count;
  call.wire = wire;
  call.result = result;
  call.kind = kind;
  return submit(context, groups, stream, call);
}

gradrt_status gradrt_reduce_scatter(gradrt_context *context, const void *send,
                                    void *recv, int64_t outer, int64_t count,
                                    gradrt_type wire, gradrt_type result,
                                    gradrt_kind kind, const int64_t *groups,
                                    gradrt_stream *stream, const char *place) {
  gradrt_call call = makeCall(GRADRT_OP_REDUCE_SCATTER, place);
  call.send = send;
  call.recv = recv;
  call.outer = outer;
  call.count = count;
  call.wire = wire;
  call.result = result;
  call.kind = kind;
  return submit(context, groups, stream, call);
}

gradrt_status gradrt_all_gather(gradrt_context *context, const void *send,
                                void *recv, int64_t outer, int64_t count,
                                gradrt_type type, const int64_t *groups,
                                gradrt_stream *stream, const char *place) {
  gradrt_call call = makeCall(GRADRT_OP_ALL_GATHER, place);
  call.send = send;
  call.recv = recv;
  call.outer = outer;
  call.count = count;
  call.wire = call.result = type;
  return submit(context, groups, stream, call);
}

gradrt_status gradrt_all_gather_v(gradrt_context *context, const void *send,
                                  int64_t rows, int64_t rowCount,
                                  gradrt_type type, void **recv,
                                  int64_t *recvRows, int64_t **recvCounts,
                                  const int64_t *groups, gradrt_stream *stream,
                                  const char *place) {
  if (recv)
    *recv = nullptr;
  if (recvRows)
    *recvRows = 0;
  if (recvCounts)
    *recvCounts = nullptr;
  gradrt_call call = makeCall(GRADRT_OP_ALL_GATHER_V, place);
  call.send = send;
  call.rows = rows;
  call.count = rowCount;
  call.wire = call.result = type;
  call.gathered = recv;
  call.gathered_rows = recvRows;
  call.gathered_counts = recvCounts;
  return submit(context, groups, stream, call);
}

gradrt_status gradrt_broadcast(gradrt_context *context, const void *send,
                               void *recv, int64_t count, gradrt_type type,
                               int64_t root, const int64_t *groups,
                               gradrt_stream *stream, const char *place) {
  gradrt_call call = makeCall(GRADRT_OP_BROADCAST, place);
  call.send = send;
  call.recv = recv;
  call.count = count;
  call.wire = call.result = type;
  call.root = root;
  return submit(context, groups, stream, call);
}

gradrt_status gradrt_barrier(gradrt_context *context, const int64_t *groups,
                             gradrt_stream *stream, const char *place) {
  return submit(context, groups, stream, makeCall(GRADRT_OP_BARRIER, place));
}
