//===- RankSets.h - Ranks that hold equal values -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_TRANSFORMS_RANKSETS_H
#define GRAD_DIALECT_GRAD_TRANSFORMS_RANKSETS_H

#include "grad/Dialect/Grad/IR/GradAttributes.h"

#include <memory>
#include <vector>

namespace mlir::grad {

/// A partition of the ranks: inside each set a value is equal, between two sets
/// it may differ. Partitions are values, compared by value, and form a lattice
/// from `world` down to `single`.
class RankSets {
public:
  /// One set of all ranks: the value is the same everywhere.
  static RankSets world() { return RankSets(Kind::World); }
  /// Every rank by itself: the value varies.
  static RankSets single() { return RankSets(Kind::Single); }
  /// The groups, each a set, and every rank that they do not list by itself.
  /// Null means the whole world; so does one group of all `worldSize` ranks,
  /// where the size is known (above 0).
  static RankSets of(GroupAttr group, int64_t worldSize = 0);
  /// The same of lists in which no rank stands twice.
  static RankSets of(std::vector<std::vector<int64_t>> groups);

  bool isWorld() const { return kind == Kind::World; }
  bool isSingle() const { return kind == Kind::Single; }

  /// The sets in which two values are both equal: a value computed from the two
  /// is equal there.
  RankSets meet(const RankSets &other) const;

  /// Whether each set of `inner` lies in one set of this partition, so that all
  /// ranks of one set of `inner` hold the same value.
  bool covers(const RankSets &inner) const;

  bool operator==(const RankSets &other) const {
    return kind == other.kind &&
           (sets == other.sets || (sets && other.sets && *sets == *other.sets));
  }
  bool operator!=(const RankSets &other) const { return !(*this == other); }

  /// Prints `every rank`, `no two ranks` or the sets.
  void print(raw_ostream &os) const;

private:
  enum class Kind { World, Listed, Single };
  using Sets = std::vector<std::vector<int64_t>>;

  explicit RankSets(Kind kind, std::shared_ptr<const Sets> sets = {})
      : kind(kind), sets(std::move(sets)) {}

  Kind kind;
  /// Of Listed: the sets of two or more ranks, sorted. Shared, since most
  /// values of a program have one of a few partitions.
  std::shared_ptr<const Sets> sets;
};

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_RANKSETS_H
