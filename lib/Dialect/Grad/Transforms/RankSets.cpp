//===- RankSets.cpp - Ranks that hold equal values -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/RankSets.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/InterleavedRange.h"

#include <map>

using namespace mlir;
using namespace mlir::grad;

RankSets RankSets::of(Sets groups) {
  llvm::erase_if(groups, [](const auto &set) { return set.size() < 2; });
  if (groups.empty())
    return single();
  for (std::vector<int64_t> &set : groups)
    llvm::sort(set);
  llvm::sort(groups);
  return RankSets(Kind::Listed,
                  std::make_shared<const Sets>(std::move(groups)));
}

RankSets RankSets::of(GroupAttr group, int64_t worldSize) {
  if (!group)
    return world();
  ArrayRef<DenseI64ArrayAttr> groups = group.getGroups();
  if (worldSize > 0 && groups.size() == 1 && groups.front().size() == worldSize)
    return world();
  Sets sets;
  for (DenseI64ArrayAttr ranks : groups)
    sets.push_back(ranks.asArrayRef().vec());
  return of(std::move(sets));
}

RankSets RankSets::meet(const RankSets &other) const {
  if (isWorld() || other.isSingle())
    return other;
  if (other.isWorld() || isSingle() || *this == other)
    return *this;
  // The number of the other partition's set in which each rank stands.
  llvm::DenseMap<int64_t, size_t> setOf;
  for (auto [number, set] : llvm::enumerate(*other.sets))
    for (int64_t rank : set)
      setOf[rank] = number;
  Sets common;
  for (const std::vector<int64_t> &set : *sets) {
    std::map<size_t, std::vector<int64_t>> parts;
    for (int64_t rank : set)
      if (auto it = setOf.find(rank); it != setOf.end())
        parts[it->second].push_back(rank);
    for (auto &[number, part] : parts)
      common.push_back(std::move(part));
  }
  return of(std::move(common));
}

bool RankSets::covers(const RankSets &inner) const {
  return meet(inner) == inner;
}

void RankSets::print(raw_ostream &os) const {
  if (isWorld()) {
    os << "every rank";
    return;
  }
  if (isSingle()) {
    os << "no two ranks";
    return;
  }
  llvm::interleave(
      *sets, os,
      [&](const std::vector<int64_t> &set) {
        os << llvm::interleaved_array(set);
      },
      " ");
}
