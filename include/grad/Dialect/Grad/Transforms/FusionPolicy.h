//===- FusionPolicy.h - When collectives share a bucket -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The policies of `fuse-allreduce`, apart from the IR: which position falls
// into which segment, and when a bucket is full.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_TRANSFORMS_FUSIONPOLICY_H
#define GRAD_DIALECT_GRAD_TRANSFORMS_FUSIONPOLICY_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

#include <cstdint>
#include <optional>

namespace mlir::grad {

/// The collectives that can be fused.
enum class CollectiveKind { AllReduce, AllGather, ReduceScatter };

/// The collective of that name (`all-reduce`, ...), if it is one of them.
std::optional<CollectiveKind> parseCollectiveKind(StringRef name);

/// The order in which candidates are visited and counted.
enum class CandidateOrder { Program, Production, Index };

/// When a bucket is full; the rules of XLA's combiners, of PyTorch DDP's
/// reducer, and of Apache SINGA's DistOpt.
enum class BucketRule { AtMost, DDP, Singa };

/// The rule's name, as the option spells it.
StringRef stringifyBucketRule(BucketRule rule);

/// The unit in which a size limit counts.
enum class SizeUnit { Bytes, Elements };

/// The size of a candidate; nothing where its shape is dynamic. What 64 bits
/// cannot hold is the largest number, which is above every threshold.
struct CandidateSize {
  std::optional<uint64_t> elements;
  std::optional<uint64_t> bytes;

  std::optional<uint64_t> in(SizeUnit unit) const {
    return unit == SizeUnit::Bytes ? bytes : elements;
  }
};

/// What a bucket does with a candidate that may join it.
enum class Offer {
  /// The candidate joins and the bucket stays open.
  Join,
  /// The candidate joins and the bucket is full.
  JoinAndClose,
  /// The bucket is full; the candidate stays unassigned.
  Close,
  /// The candidate is a bucket of its own; this bucket stays open.
  Alone
};

/// Why a bucket takes no further candidate.
enum class ClosedBy { End, Size, Count, Oversize, Dynamic };

/// What limits a bucket. No unit: the size does not matter.
struct BucketLimit {
  std::optional<SizeUnit> unit;
  BucketRule rule = BucketRule::AtMost;
  /// In the unit, 0 or more.
  int64_t size = 0;
  /// The most members; 0: no limit.
  int64_t count = 0;
};

/// The fill of a bucket, and the rule that fills it.
class BucketFill {
public:
  explicit BucketFill(BucketLimit limit) : limit(limit) {}

  /// Decides on a candidate that no path forbids, and counts it if it joins.
  Offer offer(const CandidateSize &size);

  ClosedBy getClosedBy() const { return closedBy; }
  const BucketLimit &getLimit() const { return limit; }

private:
  Offer offerSize(uint64_t size);

  BucketLimit limit;
  uint64_t sum = 0;
  int64_t count = 0;
  ClosedBy closedBy = ClosedBy::End;
};

/// One policy of `fuse-allreduce`; see the pass for what each option does.
struct FusionPolicy {
  SmallVector<CollectiveKind> collectives = {CollectiveKind::AllReduce};
  CandidateOrder order = CandidateOrder::Program;
  /// Not both; empty: not given.
  SmallVector<int64_t> splitIndices;
  SmallVector<int64_t> splitEnds;
  /// Nothing: the rule's default. Not both.
  std::optional<int64_t> thresholdBytes;
  std::optional<int64_t> thresholdElements;
  std::optional<int64_t> firstBucketBytes;
  BucketRule rule = BucketRule::AtMost;
  int64_t maxOperands = 0;
  bool acrossTypes = false;

  bool splitsByPosition() const {
    return !splitIndices.empty() || !splitEnds.empty();
  }
  /// Whether a size rule was asked for, so that it holds for fusion ids too.
  bool hasSizeRule() const {
    return thresholdBytes || thresholdElements || rule != BucketRule::AtMost;
  }
  /// Whether collectives without an id are left alone.
  bool isSizeFusionOff() const {
    return thresholdBytes.value_or(1) == 0 ||
           thresholdElements.value_or(1) == 0;
  }

  /// The segment of a position, from 0, in the order of segments.
  unsigned getSegment(int64_t position) const;

  /// The limit of the `number`-th bucket of a key. `hasId`: the key has a
  /// fusion id above 0.
  BucketLimit getLimit(bool hasId, unsigned number) const;

  /// Checks the policy; `emitError` reports a message that names the option
  /// and the value.
  LogicalResult
  verify(function_ref<LogicalResult(const Twine &message)> emitError) const;
};

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_FUSIONPOLICY_H
