//===- Collectives.cpp - Collectives as calls of NCCL ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Communicator.h"

#include "../core/Describe.h"
#include "../core/Status.h"

#include <climits>

using namespace gradrt;
using namespace gradrt::nccl;

namespace {
/// NCCL's numbers.
enum : ncclDataType_t {
  kInt8,
  kUint8,
  kInt32,
  kUint32,
  kInt64,
  kUint64,
  kFloat16,
  kFloat32,
  kFloat64,
  kBfloat16,
  kNoType = -1
};
enum : ncclRedOp_t { kSum, kProd, kMax, kMin, kAvg };
} // namespace

/// Every type; NCCL has no integers of 16 bits, which the capabilities say.
static ncclDataType_t getDataType(gradrt_type type) {
  switch (type) {
  case GRADRT_TYPE_I1:
  case GRADRT_TYPE_UI8:
    return kUint8;
  case GRADRT_TYPE_I8:
    return kInt8;
  case GRADRT_TYPE_I32:
    return kInt32;
  case GRADRT_TYPE_UI32:
    return kUint32;
  case GRADRT_TYPE_I64:
    return kInt64;
  case GRADRT_TYPE_UI64:
    return kUint64;
  case GRADRT_TYPE_F16:
    return kFloat16;
  case GRADRT_TYPE_BF16:
    return kBfloat16;
  case GRADRT_TYPE_F32:
    return kFloat32;
  case GRADRT_TYPE_F64:
    return kFloat64;
  default:
    return kNoType;
  }
}

static ncclRedOp_t getKind(gradrt_kind kind) {
  switch (kind) {
  case GRADRT_KIND_SUM:
    return kSum;
  case GRADRT_KIND_AVG:
    return kAvg;
  case GRADRT_KIND_PROD:
    return kProd;
  case GRADRT_KIND_MIN:
    return kMin;
  default:
    return kMax;
  }
}

/// `elements` behind a pointer.
static const void *at(const void *pointer, int64_t elements, int64_t bytes) {
  return static_cast<const char *>(pointer) + elements * bytes;
}
static void *at(void *pointer, int64_t elements, int64_t bytes) {
  return static_cast<char *>(pointer) + elements * bytes;
}

/// One collective; several for one of several slices. A group is open.
gradrt_status Communicator::issue(const gradrt_call &call) {
  const Nccl &nccl = *rank.nccl;
  CUstream stream = rank.getStream(call.stream);
  int64_t bytes = gradrt_type_bytes(call.wire);
  if (!call.count)
    return nullptr;
  switch (call.op) {
  case GRADRT_OP_ALL_REDUCE:
    return check(nccl.ncclAllReduce(call.send, call.recv, call.count,
                                    getDataType(call.wire), getKind(call.kind),
                                    handle, stream),
                 "ncclAllReduce");
  case GRADRT_OP_BROADCAST:
    return check(nccl.ncclBroadcast(call.send, call.recv, call.count * bytes,
                                    kInt8, static_cast<int>(call.root), handle,
                                    stream),
                 "ncclBroadcast");
  default:
    break;
  }
  for (int64_t row = 0; row < call.outer; ++row) {
    int64_t one = row * call.count, all = one * size();
    ncclResult_t result =
        call.op == GRADRT_OP_REDUCE_SCATTER
            ? nccl.ncclReduceScatter(at(call.send, all, bytes),
                                     at(call.recv, one, bytes), call.count,
                                     getDataType(call.wire), getKind(call.kind),
                                     handle, stream)
            : nccl.ncclAllGather(at(call.send, one, bytes),
                                 at(call.recv, all, bytes), call.count * bytes,
                                 kInt8, handle, stream);
    if (gradrt_status status = check(result, call.op == GRADRT_OP_REDUCE_SCATTER
                                                 ? "ncclReduceScatter"
                                                 : "ncclAllGather"))
      return status;
  }
  return nullptr;
}

/// Runs `body` inside of an NCCL group, which is closed in any case.
template <typename Body>
static gradrt_status inGroup(const Nccl &nccl, Body &&body,
                             ncclResult_t &ended) {
  ncclResult_t started = nccl.ncclGroupStart();
  if (started != kNcclSuccess)
    return makeStatus(GRADRT_SYSTEM, std::string("ncclGroupStart failed: ") +
                                         nccl.ncclGetErrorString(started));
  gradrt_status status = body();
  ended = nccl.ncclGroupEnd();
  return status;
}

gradrt_status Communicator::issueAll(const gradrt_call *calls, int64_t count) {
  ncclResult_t ended = kNcclSuccess;
  gradrt_status status = inGroup(
      *rank.nccl,
      [&]() -> gradrt_status {
        for (int64_t i = 0; i < count; ++i)
          if (calls[i].op != GRADRT_OP_ALL_GATHER_V &&
              calls[i].op != GRADRT_OP_BARRIER)
            if (gradrt_status failed = issue(calls[i]))
              return failed;
        return nullptr;
      },
      ended);
  if (!status)
    status = settle(ended, "ncclGroupEnd");
  // These need an answer before they can go on.
  for (int64_t i = 0; i < count && !status; ++i)
    if (calls[i].op == GRADRT_OP_ALL_GATHER_V)
      status = gatherRows(calls[i]);
    else if (calls[i].op == GRADRT_OP_BARRIER)
      status = barrier(calls[i]);
  return status;
}

gradrt_status Communicator::barrier(const gradrt_call &call) {
  void *memory = nullptr;
  CUstream stream = rank.getStream(call.stream);
  if (gradrt_status status = rank.allocate(4, &memory))
    return status;
  int32_t zero = 0;
  gradrt_status status = rank.followCompute(stream);
  if (!status)
    status = rank.write(memory, &zero, 4, stream);
  if (!status)
    status = settle(rank.nccl->ncclAllReduce(memory, memory, 1, kInt32, kSum,
                                             handle, stream),
                    "ncclAllReduce");
  if (!status)
    status = rank.read(&zero, memory, 4, stream);
  // After an error, NCCL may still use it.
  if (!status)
    status = rank.release(memory);
  return status;
}

/// First the numbers of rows, which the host needs to know, then each rank's
/// rows as a broadcast.
gradrt_status Communicator::gatherRows(const gradrt_call &call) {
  CUstream stream = rank.getStream(call.stream);
  void *counts = nullptr, *gathered = nullptr, *numbers = nullptr;
  if (gradrt_status status = rank.allocatePinned(8 * size(), &counts))
    return status;
  auto *rows = static_cast<int64_t *>(counts);
  auto run = [&]() -> gradrt_status {
    if (gradrt_status status = rank.allocate(8 * (size() + 1), &numbers))
      return status;
    if (gradrt_status status = rank.followCompute(stream))
      return status;
    if (gradrt_status status = rank.write(numbers, &call.rows, 8, stream))
      return status;
    if (gradrt_status status =
            settle(rank.nccl->ncclAllGather(numbers, at(numbers, 1, 8), 1,
                                            kInt64, handle, stream),
                   "ncclAllGather"))
      return status;
    if (gradrt_status status =
            rank.read(rows, at(numbers, 1, 8), 8 * size(), stream))
      return status;
    int64_t total = 0, bytes = 0, width = 0;
    bool tooLarge = __builtin_mul_overflow(
        call.count, int64_t(gradrt_type_bytes(call.wire)), &width);
    for (int64_t p = 0; p < size(); ++p)
      tooLarge |= __builtin_add_overflow(total, rows[p], &total);
    if (tooLarge || __builtin_mul_overflow(total, width, &bytes)) {
      gradrt_status_free(rank.release(numbers));
      gradrt_status_free(rank.release(counts));
      return makeStatus(GRADRT_INVALID_ARGUMENT,
                        "all_gather_v: the rows of all ranks are too many",
                        call.place);
    }
    if (gradrt_status status = rank.allocate(bytes, &gathered))
      return status;
    if (gradrt_status status = rank.followCompute(stream))
      return status;
    ncclResult_t ended = kNcclSuccess;
    if (gradrt_status status = inGroup(
            *rank.nccl,
            [&]() -> gradrt_status {
              int64_t from = 0;
              for (int64_t p = 0; p < size(); from += rows[p++] * width)
                if (rows[p] && width)
                  if (gradrt_status failed = check(
                          rank.nccl->ncclBroadcast(
                              p == index ? call.send : at(gathered, from, 1),
                              at(gathered, from, 1), rows[p] * width, kInt8,
                              static_cast<int>(p), handle, stream),
                          "ncclBroadcast"))
                    return failed;
              return nullptr;
            },
            ended))
      return status;
    if (gradrt_status status = settle(ended, "ncclGroupEnd"))
      return status;
    *call.gathered = gathered;
    *call.gathered_rows = total;
    *call.gathered_counts = rows;
    return nullptr;
  };
  // After an error, NCCL may still use the memory.
  if (gradrt_status status = run())
    return status;
  return rank.release(numbers);
}
