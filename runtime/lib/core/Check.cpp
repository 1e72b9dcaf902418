//===- Check.cpp - Checking the arguments of a collective ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "Describe.h"
#include "Status.h"

using namespace gradrt;

namespace {

/// Checks one call; each function gives an error or NULL.
class Checker {
public:
  Checker(const gradrt_context &context, const Communicator &communicator,
          const gradrt_call &call)
      : context(context), call(call), index(communicator.index),
        parts(static_cast<int64_t>(communicator.members.size())),
        isRefused(communicator.isRefused),
        wireBytes(gradrt_type_bytes(call.wire)),
        resultBytes(gradrt_type_bytes(call.result)) {}

  gradrt_status run() {
    if (isRefused)
      return error(GRADRT_UNSUPPORTED,
                   std::string("backend \"") + context.backend->name +
                       "\" needs groups that list every rank");
    if (call.op == GRADRT_OP_BARRIER)
      return nullptr;
    if (gradrt_status status = checkNumbers())
      return status;
    if (gradrt_status status = checkSupport())
      return status;
    switch (call.op) {
    case GRADRT_OP_ALL_REDUCE:
      return checkBuffers(1, 1, 0, 0);
    case GRADRT_OP_REDUCE_SCATTER:
      return checkBuffers(parts, 1, index, 0);
    case GRADRT_OP_ALL_GATHER:
      return checkBuffers(1, parts, 0, index);
    case GRADRT_OP_BROADCAST:
      return checkBuffers(1, 1, 0, 0);
    default:
      return checkRows();
    }
  }

private:
  gradrt_status error(gradrt_code code, const std::string &message) {
    return makeStatus(code,
                      std::string(gradrt_op_name(call.op)) + ": " + message,
                      call.place);
  }
  gradrt_status invalid(const std::string &message) {
    return error(GRADRT_INVALID_ARGUMENT, message);
  }

  bool reduces() const {
    return call.op == GRADRT_OP_ALL_REDUCE ||
           call.op == GRADRT_OP_REDUCE_SCATTER;
  }

  gradrt_status checkNumbers() {
    if (!wireBytes || !resultBytes)
      return invalid("unknown element type " +
                     std::to_string(wireBytes ? call.result : call.wire));
    if (call.count < 0 || call.outer < 0 || call.rows < 0)
      return invalid("negative count, got " +
                     std::to_string(call.count < 0   ? call.count
                                    : call.outer < 0 ? call.outer
                                                     : call.rows));
    // The widest element keeps every product of these in range.
    int64_t total = 8;
    if (__builtin_mul_overflow(total, call.outer, &total) ||
        __builtin_mul_overflow(total, call.count, &total) ||
        __builtin_mul_overflow(total, parts, &total))
      return invalid("count is too large, got " + std::to_string(call.outer) +
                     " x " + std::to_string(call.count));
    if (call.op == GRADRT_OP_BROADCAST && (call.root < 0 || call.root >= parts))
      return invalid("there is no root " + std::to_string(call.root) +
                     " in a group of " + std::to_string(parts) + " ranks");
    return nullptr;
  }

  gradrt_status checkSupport() {
    std::string refuses =
        std::string("backend \"") + context.backend->name + "\" refuses ";
    std::string type = gradrt_type_name(call.wire);
    if (!reduces()) {
      if (context.backend->move_support(context.state, call.wire))
        return nullptr;
      return error(GRADRT_UNSUPPORTED, refuses + type);
    }
    std::string kind = gradrt_kind_name(call.kind);
    if (kind == "unknown")
      return invalid("unknown reduction kind " + std::to_string(call.kind));
    if (context.backend->reduction_support(context.state, call.wire,
                                           call.result, call.kind))
      return nullptr;
    if (call.result != call.wire)
      type += std::string(" -> ") + gradrt_type_name(call.result);
    return error(GRADRT_UNSUPPORTED, refuses + kind + " of " + type);
  }

  /// send and recv hold `sendParts` and `recvParts` blocks of count elements
  /// per outer row. Where the rule for working in place holds, block
  /// `sendBlock` of send is block `recvBlock` of recv.
  gradrt_status checkBuffers(int64_t sendParts, int64_t recvParts,
                             int64_t sendBlock, int64_t recvBlock) {
    int64_t elements = call.outer * call.count;
    if (elements == 0)
      return nullptr;
    if (gradrt_status status = checkPointer("recv", call.recv, resultBytes))
      return status;
    if (call.op == GRADRT_OP_BROADCAST && call.root != index)
      return nullptr;
    if (gradrt_status status = checkPointer("send", call.send, wireBytes))
      return status;
    auto send = reinterpret_cast<uintptr_t>(call.send);
    auto recv = reinterpret_cast<uintptr_t>(call.recv);
    uintptr_t sendEnd = send + elements * sendParts * wireBytes;
    uintptr_t recvEnd = recv + elements * recvParts * resultBytes;
    if (sendEnd <= recv || recvEnd <= send)
      return nullptr;
    bool inPlace = call.wire == call.result &&
                   (call.outer == 1 || sendParts == recvParts) &&
                   send + sendBlock * call.count * wireBytes ==
                       recv + recvBlock * call.count * resultBytes;
    if (inPlace)
      return nullptr;
    return invalid("send and recv overlap in a way that is not in place");
  }

  gradrt_status checkRows() {
    if (!call.gathered || !call.gathered_rows || !call.gathered_counts)
      return invalid("recv, recv_rows or recv_counts is NULL");
    int64_t total = wireBytes;
    if (__builtin_mul_overflow(total, call.count, &total) ||
        __builtin_mul_overflow(total, call.rows, &total))
      return invalid("count is too large, got " + std::to_string(call.rows) +
                     " x " + std::to_string(call.count));
    return total ? checkPointer("send", call.send, wireBytes) : nullptr;
  }

  gradrt_status checkPointer(const char *name, const void *pointer,
                             int64_t bytes) {
    if (!pointer)
      return invalid(std::string(name) + " is NULL");
    if (reinterpret_cast<uintptr_t>(pointer) % bytes)
      return invalid(std::string(name) + " is not aligned to its element, " +
                     std::to_string(bytes) + " bytes");
    return nullptr;
  }

  const gradrt_context &context;
  const gradrt_call &call;
  int64_t index;
  int64_t parts;
  bool isRefused;
  int64_t wireBytes;
  int64_t resultBytes;
};

} // namespace

gradrt_status gradrt::checkCall(const gradrt_context &context,
                                const Communicator &communicator,
                                const gradrt_call &call) {
  return Checker(context, communicator, call).run();
}
