//===- FusionPolicy.cpp - When collectives share a bucket -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/Transforms/FusionPolicy.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::grad;

/// XLA's and PyTorch DDP's threshold: 25 MiB.
static constexpr int64_t kDefaultBytes = 25 * 1048576;
/// PyTorch DDP's first bucket: 1 MiB.
static constexpr int64_t kFirstBucketBytes = 1048576;
/// Apache SINGA's threshold.
static constexpr int64_t kSingaElements = 2097152;

std::optional<CollectiveKind> grad::parseCollectiveKind(StringRef name) {
  return llvm::StringSwitch<std::optional<CollectiveKind>>(name)
      .Case("all-reduce", CollectiveKind::AllReduce)
      .Case("all-gather", CollectiveKind::AllGather)
      .Case("reduce-scatter", CollectiveKind::ReduceScatter)
      .Default(std::nullopt);
}

StringRef grad::stringifyBucketRule(BucketRule rule) {
  switch (rule) {
  case BucketRule::AtMost:
    return "at-most";
  case BucketRule::DDP:
    return "ddp";
  case BucketRule::Singa:
    return "singa";
  }
  llvm_unreachable("unknown rule");
}

//===----------------------------------------------------------------------===//
// BucketFill
//===----------------------------------------------------------------------===//

Offer BucketFill::offerSize(uint64_t size) {
  uint64_t threshold = limit.size, filled = llvm::SaturatingAdd(sum, size);
  bool oversize = size > threshold;
  switch (limit.rule) {
  case BucketRule::AtMost:
    if (oversize) {
      closedBy = ClosedBy::Oversize;
      return count == 0 ? Offer::JoinAndClose : Offer::Alone;
    }
    closedBy = ClosedBy::Size;
    return filled > threshold ? Offer::Close : Offer::Join;
  case BucketRule::DDP:
    closedBy = oversize && count == 0 ? ClosedBy::Oversize : ClosedBy::Size;
    return filled >= threshold ? Offer::JoinAndClose : Offer::Join;
  case BucketRule::Singa:
    if (oversize) {
      closedBy = ClosedBy::Oversize;
      return count == 0 ? Offer::JoinAndClose : Offer::Alone;
    }
    closedBy = ClosedBy::Size;
    return filled > threshold ? Offer::JoinAndClose : Offer::Join;
  }
  llvm_unreachable("unknown rule");
}

Offer BucketFill::offer(const CandidateSize &size) {
  Offer offer = Offer::Join;
  if (limit.unit) {
    if (std::optional<uint64_t> known = size.in(*limit.unit)) {
      offer = offerSize(*known);
      if (offer == Offer::Join || offer == Offer::JoinAndClose)
        sum = llvm::SaturatingAdd(sum, *known);
    } else {
      closedBy = ClosedBy::Dynamic;
      offer = count == 0 ? Offer::JoinAndClose : Offer::Alone;
    }
  }
  if (offer != Offer::Close && offer != Offer::Alone)
    ++count;
  if (offer == Offer::Join && count == limit.count) {
    closedBy = ClosedBy::Count;
    return Offer::JoinAndClose;
  }
  // An open bucket is closed by the end of the block unless something else
  // closes it first.
  if (offer == Offer::Join || offer == Offer::Alone)
    closedBy = ClosedBy::End;
  return offer;
}

//===----------------------------------------------------------------------===//
// FusionPolicy
//===----------------------------------------------------------------------===//

unsigned FusionPolicy::getSegment(int64_t position) const {
  // Entry g of `split-indices` is the number of candidates up to the end of
  // segment g; the last entry ends nothing. Entry g of `split-ends` is the last
  // position of segment g.
  if (!splitIndices.empty())
    return llvm::upper_bound(ArrayRef(splitIndices).drop_back(), position) -
           splitIndices.begin();
  return llvm::lower_bound(splitEnds, position) - splitEnds.begin();
}

BucketLimit FusionPolicy::getLimit(bool hasId, unsigned number) const {
  BucketLimit limit;
  limit.count = maxOperands;
  limit.rule = rule;
  if (splitsByPosition() || (hasId && !hasSizeRule()) || isSizeFusionOff())
    return limit;
  if (thresholdElements || (rule == BucketRule::Singa && !thresholdBytes)) {
    limit.unit = SizeUnit::Elements;
    limit.size = thresholdElements.value_or(kSingaElements);
    return limit;
  }
  limit.unit = SizeUnit::Bytes;
  limit.size = thresholdBytes.value_or(kDefaultBytes);
  if (rule != BucketRule::DDP || number != 0)
    return limit;
  if (firstBucketBytes)
    limit.size = *firstBucketBytes;
  else if (!thresholdBytes)
    limit.size = kFirstBucketBytes;
  return limit;
}

/// Checks one list of split positions.
static LogicalResult
verifySplit(StringRef option, ArrayRef<int64_t> entries, int64_t least,
            function_ref<LogicalResult(const Twine &)> emitError) {
  for (auto [i, entry] : llvm::enumerate(entries)) {
    if (entry < least)
      return emitError(option + ": expected entries of " + Twine(least) +
                       " or more, got " + Twine(entry));
    if (i == 0 || entry > entries[i - 1])
      continue;
    return emitError(option + ": expected entries that increase, got " +
                     Twine(entry) + " after " + Twine(entries[i - 1]));
  }
  return success();
}

LogicalResult FusionPolicy::verify(
    function_ref<LogicalResult(const Twine &)> emitError) const {
  if (!splitIndices.empty() && !splitEnds.empty())
    return emitError("split-indices=" + Twine(splitIndices.front()) +
                     ",...: cannot stand together with split-ends=" +
                     Twine(splitEnds.front()) + ",...; use one of them");
  if (failed(verifySplit("split-indices", splitIndices, 1, emitError)) ||
      failed(verifySplit("split-ends", splitEnds, 0, emitError)))
    return failure();
  if (splitsByPosition() && rule != BucketRule::AtMost)
    return emitError("rule=" + stringifyBucketRule(rule) +
                     ": cannot stand together with split-indices or "
                     "split-ends; use one policy");
  const std::pair<StringRef, std::optional<int64_t>> sizes[] = {
      {"threshold-bytes", thresholdBytes},
      {"threshold-elements", thresholdElements},
      {"first-bucket-bytes", firstBucketBytes},
      {"max-operands", maxOperands}};
  for (auto [option, size] : sizes) {
    if (!size)
      continue;
    if (*size < 0)
      return emitError(option + ": expected 0 or more, got " + Twine(*size));
    if (splitsByPosition() && option != "max-operands")
      return emitError(option + "=" + Twine(*size) +
                       ": cannot stand together with split-indices or "
                       "split-ends; use one policy");
  }
  if (thresholdElements && (thresholdBytes || firstBucketBytes))
    return emitError("threshold-elements=" + Twine(*thresholdElements) +
                     ": cannot stand together with a size in bytes; use one "
                     "unit");
  if (firstBucketBytes && rule != BucketRule::DDP)
    return emitError("first-bucket-bytes=" + Twine(*firstBucketBytes) +
                     ": needs rule=ddp");
  return success();
}
