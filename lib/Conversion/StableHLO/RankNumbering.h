//===- RankNumbering.h - How StableHLO numbers ranks ------------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module for R replicas and P partitions runs on R * P devices. The replica
// groups of a collective list replica ids or flattened ids, replica id * P +
// partition id, depending on its channel. A rank of the grad dialect is always
// the flattened id; these functions translate. The rules are those of the
// StableHLO specification, section "Grouping" of distributed operations.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_STABLEHLO_RANKNUMBERING_H
#define GRAD_LIB_CONVERSION_STABLEHLO_RANKNUMBERING_H

#include "grad/Dialect/Grad/IR/GradAttributes.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/Error.h"

namespace mlir::grad {

/// What the replica groups of a collective list, and who joins in.
enum class RankMode {
  /// Replica ids; each partition communicates by itself.
  CrossReplica,
  /// Replica ids; all partitions of the listed replicas communicate.
  CrossReplicaAndPartition,
  /// Flattened ids.
  FlattenedIds,
};

/// The name in the attribute `grad.stablehlo`.
StringRef stringifyRankMode(RankMode mode);
std::optional<RankMode> symbolizeRankMode(StringRef name);

/// An error with the given text, for `Expected`.
llvm::Error refuse(const Twine &reason);

/// Replica groups as StableHLO lists them. None at all means everyone.
using IdLists = SmallVector<SmallVector<int64_t>>;

/// More devices than any run has; larger numbers are taken for mistakes.
inline constexpr int64_t kMaxDevices = 1 << 20;

/// How many devices run a module, as far as its attributes say.
struct World {
  /// Reads `mhlo.num_replicas` and `mhlo.num_partitions` of the nearest module
  /// around the operation that has one of them.
  static llvm::Expected<World> get(Operation *op);

  /// Whether the module says it.
  bool known = false;
  int64_t numReplicas = 1;
  int64_t numPartitions = 1;

  std::optional<int64_t> getSize() const {
    return known ? std::optional(numReplicas * numPartitions) : std::nullopt;
  }
};

/// Whether the operation stands inside `sdy.manual_computation`, where XLA's
/// partitioner gives each partition the code as it is.
bool isInManualComputation(Operation *op);

/// The ranks that the ids mean; null for every rank in one group. `ordered`:
/// the order of the ranks in a group matters.
llvm::Expected<GroupAttr> getRanks(MLIRContext *context, RankMode mode,
                                   const IdLists &ids, const World &world,
                                   bool ordered);

/// The ids that mean the ranks of the group, the reverse of `getRanks`.
llvm::Expected<IdLists> getIds(RankMode mode, GroupAttr group,
                               const World &world, bool ordered);

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_STABLEHLO_RANKNUMBERING_H
