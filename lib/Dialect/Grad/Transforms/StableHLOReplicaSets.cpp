//===- StableHLOReplicaSets.cpp - Replica groups of StableHLO -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/RankUniformity.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"

#include <utility>

using namespace mlir;
using namespace mlir::grad;

/// An attribute of an operation whose dialect is not registered.
static Attribute getAttr(Operation *op, StringRef name) {
  auto properties =
      dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
  Attribute attr = properties ? properties.get(name) : Attribute();
  return attr ? attr : op->getAttr(name);
}

/// A number that the module around the operation states; 1 where it does not.
static int64_t getModuleNumber(Operation *op, StringRef name) {
  auto module = op->getParentOfType<ModuleOp>();
  auto attr = module ? module->getAttrOfType<IntegerAttr>(name) : IntegerAttr();
  return attr ? attr.getValue().trySExtValue().value_or(0) : 1;
}

/// Whether the groups list what we call ranks: with one partition replicas are
/// ranks, with one replica flattened ids are.
static bool listsRanks(Operation *op) {
  if (getModuleNumber(op, "mhlo.num_partitions") == 1)
    return true;
  return getModuleNumber(op, "mhlo.num_replicas") == 1 &&
         getAttr(op, "use_global_device_ids");
}

std::optional<RankSets> grad::getStableHLOReplicaSets(Operation *collective) {
  auto dense = dyn_cast_or_null<DenseIntElementsAttr>(
      getAttr(collective, "replica_groups"));
  if (!dense || dense.getType().getRank() != 2 || !listsRanks(collective))
    return std::nullopt;
  if (dense.empty())
    return RankSets::world();
  std::vector<std::vector<int64_t>> groups;
  std::vector<int64_t> ranks;
  llvm::SmallDenseSet<int64_t> seen;
  int64_t width = dense.getType().getDimSize(1), column = 0;
  for (const APInt &value : dense.getValues<APInt>()) {
    // Short groups are padded with -1.
    int64_t rank = value.trySExtValue().value_or(-1);
    if (rank >= 0 && !seen.insert(rank).second)
      return std::nullopt;
    if (rank >= 0)
      ranks.push_back(rank);
    if (++column != width)
      continue;
    column = 0;
    groups.push_back(std::exchange(ranks, {}));
  }
  return RankSets::of(std::move(groups));
}
