//===- RepeatedCollectives.cpp - One collective for two that are equal -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectiveArithmetic.h"
#include "SimplifyCollectives.h"
#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace mlir::grad;

/// What makes the results of two pairs equal: the operation, its operand, the
/// result's type, the reduction kind, `dim` or `root`, and the group. Fusion
/// only says who shares a launch.
using PairKey =
    std::tuple<const void *, Value, Type, Attribute, Attribute, Attribute>;

static Attribute getAttr(Operation *op, StringRef name) {
  return op->getInherentAttr(name).value_or(Attribute());
}

static PairKey getKey(CollectiveOpInterface op, unsigned pair) {
  Attribute number = getAttr(op, "dim");
  if (!number)
    number = getAttr(op, "root");
  return {op->getName().getAsOpaquePointer(),
          op.getInputs()[pair],
          op->getResult(pair).getType(),
          getAttr(op, "kind"),
          number,
          op.getGroupAttr()};
}

/// Both stand in the program of every rank, and wherever the later one is
/// executed the earlier one was, with the same operand: so every rank drops the
/// later one and loses nothing. What stands between them does not matter, since
/// a tensor's value does not change.
bool grad::mergeRepeatedCollectives(ArrayRef<CollectiveOpInterface> collectives,
                                    RewriterBase &rewriter,
                                    SimplifyContext &context) {
  DominanceInfo dominance;
  llvm::DenseMap<PairKey, SmallVector<OpResult, 1>> known;
  bool changed = false;
  for (CollectiveOpInterface op : collectives) {
    SmallVector<unsigned> pairs;
    SmallVector<Value> replacements;
    llvm::SmallDenseMap<PairKey, OpResult> own;
    for (OpResult result : op->getResults()) {
      unsigned pair = result.getResultNumber();
      PairKey key = getKey(op, pair);
      OpResult earlier = own.lookup(key);
      for (OpResult other : known.lookup(key))
        if (!earlier && dominance.properlyDominates(other.getOwner(), op))
          earlier = other;
      if (!earlier) {
        own[key] = result;
        continue;
      }
      context.noteChange(op, pair, "repeated",
                         "the result of " + describe(earlier.getOwner()),
                         "the same operand was reduced or gathered before");
      pairs.push_back(pair);
      replacements.push_back(earlier);
    }
    if (!pairs.empty()) {
      changed = true;
      op = replacePairs(rewriter, op, pairs, replacements);
    }
    if (op)
      for (OpResult result : op->getResults())
        known[getKey(op, result.getResultNumber())].push_back(result);
  }
  return changed;
}
