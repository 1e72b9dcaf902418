//===- History.cpp - The last calls of a rank ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "History.h"

using namespace gradrt;

void History::remember(std::string call) {
  constexpr size_t kept = 8;
  calls.push_back(std::move(call));
  if (calls.size() > kept)
    calls.pop_front();
}

std::string History::describe(int64_t rank) const {
  std::string who = "rank " + std::to_string(rank);
  if (calls.empty())
    return "; " + who + " issued nothing so far";
  std::string text = "; last calls of " + who + ": ";
  for (size_t i = 0; i < calls.size(); ++i)
    text += (i ? ", " : "") + calls[i];
  return text;
}
