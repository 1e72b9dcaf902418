//===- Describe.cpp - Collectives as text ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Describe.h"

using namespace gradrt;

static std::string describeShape(const gradrt_call &call) {
  std::string text = " count ";
  if (call.outer != 1)
    text += std::to_string(call.outer) + " x ";
  return text + std::to_string(call.count);
}

std::string gradrt::describeSignature(const gradrt_call &call) {
  std::string text = gradrt_op_name(call.op);
  std::string type = std::string(" ") + gradrt_type_name(call.wire);
  switch (call.op) {
  case GRADRT_OP_ALL_REDUCE:
  case GRADRT_OP_REDUCE_SCATTER:
    text += std::string(" ") + gradrt_kind_name(call.kind) + type;
    if (call.result != call.wire)
      text += std::string(" -> ") + gradrt_type_name(call.result);
    return text + describeShape(call);
  case GRADRT_OP_ALL_GATHER:
    return text + type + describeShape(call);
  case GRADRT_OP_ALL_GATHER_V:
    return text + type + " row_count " + std::to_string(call.count);
  case GRADRT_OP_BROADCAST:
    return text + type + describeShape(call) + " root " +
           std::to_string(call.root);
  default:
    return text;
  }
}

std::string gradrt::describePlace(const char *place) {
  if (!place || !*place)
    return "";
  return std::string(" at \"") + place + "\"";
}

std::string gradrt::describeRanks(const std::vector<int64_t> &ranks) {
  std::string text = "[";
  for (size_t i = 0; i < ranks.size(); ++i)
    text += (i ? ", " : "") + std::to_string(ranks[i]);
  return text + "]";
}

bool gradrt::sameSignature(const gradrt_call &a, const gradrt_call &b) {
  return a.op == b.op && a.wire == b.wire && a.result == b.result &&
         a.kind == b.kind && a.outer == b.outer && a.count == b.count &&
         a.root == b.root;
}
