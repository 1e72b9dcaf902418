//===- Describe.cpp - Collectives as text ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Describe.h"

#include <algorithm>

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

LaunchText gradrt::describeCalls(const gradrt_call *calls, int64_t count) {
  LaunchText text;
  for (int64_t i = 0; i < count; ++i)
    text.push_back(
        {describeSignature(calls[i]), calls[i].place ? calls[i].place : ""});
  return text;
}

std::string gradrt::describeLaunch(const gradrt_call *calls, int64_t count,
                                   const std::vector<int64_t> &ranks) {
  std::string text = describeSignature(calls[0]);
  if (count > 1)
    text += " and " + std::to_string(count - 1) + " more";
  return text + " on " + describeRanks(ranks) + describePlace(calls[0].place);
}

static bool sameCall(const CallText &a, const CallText &b) {
  return a.signature == b.signature;
}

static bool sameLaunch(const LaunchText &a, const LaunchText &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), sameCall);
}

/// Call `i` of what a member brought, or that it brought fewer.
static std::string describeCall(const LaunchText &launch, size_t i) {
  std::string size =
      " of a launch of " + std::to_string(launch.size()) + " collectives";
  if (i >= launch.size())
    return "no call " + std::to_string(i) + size;
  std::string text = launch[i].signature;
  if (launch.size() > 1)
    text += ", call " + std::to_string(i) + size;
  return text + describePlace(launch[i].place.c_str());
}

Difference gradrt::describeDifference(const std::vector<int64_t> &ranks,
                                      const std::vector<LaunchText> &launches) {
  auto agreeing = [&](size_t i) {
    return std::count_if(launches.begin(), launches.end(),
                         [&](const LaunchText &launch) {
                           return sameLaunch(launch, launches[i]);
                         });
  };
  size_t usual = 0;
  for (size_t i = 1; i < launches.size(); ++i)
    if (agreeing(i) > agreeing(usual))
      usual = i;
  size_t odd = 0;
  while (odd + 1 < launches.size() &&
         sameLaunch(launches[odd], launches[usual]))
    ++odd;
  const LaunchText &a = launches[odd], &b = launches[usual];
  size_t call =
      std::mismatch(a.begin(), a.end(), b.begin(), b.end(), sameCall).first -
      a.begin();
  return {odd, usual,
          "rank " + std::to_string(ranks[odd]) + " issued " +
              describeCall(a, call) + ", but rank " +
              std::to_string(ranks[usual]) + " issued " +
              describeCall(b, call) + ", on " + describeRanks(ranks)};
}
