//===- CollectiveAttributes.h - Attributes of collectives -------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attributes of StableHLO's collectives, read by their text where they are
// StableHLO's own: the text is the same whether the dialect is registered or
// not.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_CONVERSION_STABLEHLO_COLLECTIVEATTRIBUTES_H
#define GRAD_LIB_CONVERSION_STABLEHLO_COLLECTIVEATTRIBUTES_H

#include "RankNumbering.h"

namespace mlir::grad {

inline constexpr llvm::StringLiteral kReplicaGroupsName = "replica_groups",
                                     kChannelHandleName = "channel_handle",
                                     kGlobalIdsName = "use_global_device_ids",
                                     kGatherDimName = "all_gather_dim",
                                     kScatterDimName = "scatter_dimension";

/// The handle of a channel; 0 means that there is none. Nothing where the
/// attribute is no channel between devices.
std::optional<int64_t> readChannelHandle(Attribute attr);

/// An attribute of StableHLO, which is printed as `#stablehlo<text>`, or as
/// `#stablehlo.text` where that is the same.
Attribute getStableHLOAttr(MLIRContext *context, StringRef text);

/// A channel between devices.
Attribute getChannelHandle(MLIRContext *context, int64_t handle);

/// How the operation numbers its ranks.
llvm::Expected<RankMode> readRankMode(Operation *op);

/// The replica groups of the operation: dense, or as axes of a `sdy.mesh` of
/// the module.
llvm::Expected<IdLists> readReplicaGroups(Operation *op, RankMode mode);

/// The lists as a dense attribute, padded with -1 where they are uneven.
DenseIntElementsAttr getReplicaGroups(MLIRContext *context, const IdLists &ids);

/// A dimension's number.
llvm::Expected<int64_t> readDimension(Operation *op, StringRef name);

} // namespace mlir::grad

#endif // GRAD_LIB_CONVERSION_STABLEHLO_COLLECTIVEATTRIBUTES_H
