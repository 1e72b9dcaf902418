//===- Joins.cpp - Where a step waits for its collectives ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../MemoryRanges.h"
#include "DeviceCalls.h"

using namespace mlir;
using namespace mlir::grad;

/// The first operation behind the collective that touches its memory, or the
/// block's end.
static Operation *findFirstUse(CollectiveOpInterface collective) {
  MemoryAccess mine(collective);
  for (Operation *op = collective->getNextNode(); op; op = op->getNextNode()) {
    // Those that share the stream run in its order.
    if (isa<CollectiveOpInterface>(op))
      continue;
    if (op->hasTrait<OpTrait::IsTerminator>() ||
        MemoryAccess(op).conflicts(mine))
      return op;
  }
  llvm_unreachable("a block ends with a terminator");
}

void DeviceCalls::insertJoins() {
  // The last collective decides where several are joined at one place.
  llvm::MapVector<Operation *, Value> joins;
  function.walk([&](CollectiveOpInterface op) {
    Value slot = checks.createTicket(op);
    joins[findFirstUse(op)] = slot;
  });
  for (auto [before, slot] : joins) {
    OpBuilder builder(before);
    Value ticket = LLVM::LoadOp::create(builder, before->getLoc(),
                                        builder.getI64Type(), slot);
    call(builder, before, "gradrt_join", ticket);
  }
}
