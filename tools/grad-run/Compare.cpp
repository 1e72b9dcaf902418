//===- Compare.cpp - One program against another -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"

using namespace mlir;
using namespace mlir::grad;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Checks that two programs have the same arguments or results.
static llvm::Error compareSlots(llvm::StringRef what,
                                llvm::ArrayRef<Slot> slots,
                                llvm::ArrayRef<Slot> others) {
  if (slots.size() != others.size())
    return makeError("the programs differ: " + llvm::Twine(slots.size()) + " " +
                     what + "s against " + llvm::Twine(others.size()));
  for (auto [slot, other] : llvm::zip(slots, others))
    if (slot.elementType != other.elementType || slot.shape != other.shape ||
        slot.isReplicated != other.isReplicated)
      return makeError("the programs differ in " + what + " '" + slot.name +
                       "'");
  return llvm::Error::success();
}

llvm::Error grad::compareSignatures(const Program &program,
                                    const Program &other) {
  return llvm::joinErrors(
      compareSlots("argument", program.getArguments(), other.getArguments()),
      compareSlots("result", program.getResults(), other.getResults()));
}

llvm::Error grad::compareOutputs(const Program &program,
                                 const RankArrays &outputs,
                                 const RankArrays &others, double rtol) {
  for (auto [i, slot] : llvm::enumerate(program.getResults())) {
    double scale = 0;
    for (const std::vector<HostArray> &rank : others)
      scale = std::max(scale, getMaxMagnitude(rank[i]));
    for (size_t rank = 0; rank != outputs.size(); ++rank) {
      const HostArray &a = outputs[rank][i], &b = others[rank][i];
      if (a.shape != b.shape)
        return makeError("result '" + slot.name +
                         "' differs in shape on rank " + llvm::Twine(rank));
      if (auto index = findDifference(a, b, rtol, scale))
        return makeError("result '" + slot.name + "' differs on rank " +
                         llvm::Twine(rank) + " at index " +
                         llvm::Twine(*index) + ": " + formatElement(a, *index) +
                         " against " + formatElement(b, *index));
    }
  }
  return llvm::Error::success();
}
