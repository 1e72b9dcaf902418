//===- Agreement.cpp - Ranks show each other what they issue ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Debug mode. Before it launches collectives or opens a group, each rank shows
// the others what it is about to do. All decide by the same data, so that all
// of them fail, with the same message, or none does.
//
//===----------------------------------------------------------------------===//

#include "Communicator.h"

#include "../core/Status.h"

#include <algorithm>

using namespace gradrt;
using namespace gradrt::nccl;

namespace {
/// What a rank is about to do, in short.
struct Digest {
  /// 0: a launch.
  int64_t groupSize;
  /// Of what has to agree.
  uint64_t hash;
  /// The text that tells it, for messages.
  int64_t textBytes;

  bool isSame(const Digest &other) const {
    return groupSize == other.groupSize && hash == other.hash;
  }
};
} // namespace

/// FNV-1a of the signatures.
static uint64_t getHash(const LaunchText &launch) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const CallText &call : launch)
    for (size_t i = 0; i <= call.signature.size(); ++i) {
      hash ^= static_cast<unsigned char>(call.signature.c_str()[i]);
      hash *= 0x100000001b3;
    }
  return hash;
}

/// The history, then the signature and place of each call; each ends with a 0.
static std::string pack(const LaunchText &launch, const std::string &history) {
  std::string text = history + '\0';
  for (const CallText &call : launch)
    text += call.signature + '\0' + call.place + '\0';
  return text;
}

static LaunchText unpack(const char *text, int64_t bytes,
                         std::string &history) {
  const char *end = text + bytes;
  auto next = [&] {
    std::string part(text, std::find(text, end, '\0'));
    text += std::min<int64_t>(part.size() + 1, end - text);
    return part;
  };
  history = next();
  LaunchText launch;
  while (text != end) {
    std::string signature = next();
    launch.push_back({signature, next()});
  }
  return launch;
}

/// Launches are all the same; of those that open a group, as many do as it has
/// members.
static bool isAgreed(const std::vector<Digest> &digests) {
  return std::all_of(digests.begin(), digests.end(), [&](const Digest &mine) {
    int64_t same =
        std::count_if(digests.begin(), digests.end(),
                      [&](const Digest &other) { return other.isSame(mine); });
    return same == (mine.groupSize ? mine.groupSize
                                   : static_cast<int64_t>(digests.size()));
  });
}

/// Gathers `bytes` of each rank.
gradrt_status Communicator::exchange(const void *mine, void *all,
                                     int64_t bytes) {
  constexpr ncclDataType_t kBytes = 0;
  void *memory = nullptr;
  if (gradrt_status status = rank.allocate(bytes * (size() + 1), &memory))
    return status;
  char *gathered = static_cast<char *>(memory) + bytes;
  CUstream stream = rank.getStream(nullptr);
  gradrt_status status = rank.inFlight.order(*rank.cuda, stream);
  if (!status)
    status = rank.write(memory, mine, bytes, stream);
  if (!status)
    status = settle(rank.nccl->ncclAllGather(memory, gathered, bytes, kBytes,
                                             handle, stream),
                    "ncclAllGather");
  if (!status)
    status = rank.read(all, gathered, bytes * size(), stream);
  // After an error, NCCL may still use it.
  if (!status)
    status = rank.release(memory);
  return status;
}

gradrt_status Communicator::agreeOnLaunch(const gradrt_call *calls,
                                          int64_t count) {
  rank.history.remember(describeLaunch(calls, count, members));
  return agree(describeCalls(calls, count), /*groupSize=*/0);
}

gradrt_status Communicator::agreeOnGroup(const std::vector<int64_t> &group) {
  LaunchText opening = {{"the opening of group " + describeRanks(group), ""}};
  return agree(opening, static_cast<int64_t>(group.size()));
}

gradrt_status Communicator::agree(const LaunchText &launch, int64_t groupSize) {
  Digest mine = {groupSize, getHash(launch),
                 static_cast<int64_t>(
                     pack(launch, rank.history.describe(rank.rank)).size())};
  std::vector<Digest> digests(members.size());
  if (gradrt_status status = exchange(&mine, digests.data(), sizeof(mine)))
    return status;
  if (isAgreed(digests))
    return nullptr;
  bool isGroup = true;
  std::vector<int64_t> textBytes;
  for (const Digest &digest : digests) {
    isGroup &= digest.groupSize != 0;
    textBytes.push_back(digest.textBytes);
  }
  return describeDisagreement(launch, isGroup, textBytes);
}

/// Every rank comes here, and brings its text.
gradrt_status
Communicator::describeDisagreement(const LaunchText &launch, bool isGroup,
                                   const std::vector<int64_t> &textBytes) {
  std::string mine = pack(launch, rank.history.describe(rank.rank));
  int64_t stride = *std::max_element(textBytes.begin(), textBytes.end());
  mine.resize(stride);
  std::string all(stride * size(), '\0');
  if (gradrt_status status = exchange(mine.data(), all.data(), stride))
    return status;
  std::vector<LaunchText> launches;
  std::vector<std::string> histories(members.size());
  for (size_t i = 0; i < members.size(); ++i)
    launches.push_back(
        unpack(all.data() + i * stride, textBytes[i], histories[i]));
  if (!isGroup) {
    Difference found = describeDifference(members, launches);
    return makeStatus(GRADRT_MISMATCH, found.text + histories[found.odd] +
                                           histories[found.usual]);
  }
  constexpr size_t kShown = 16;
  std::string text = "not all members of a group open it: ";
  for (size_t i = 0; i < std::min(kShown, members.size()); ++i)
    text += (i ? ", rank " : "rank ") + std::to_string(members[i]) +
            " issued " + launches[i][0].signature;
  return makeStatus(GRADRT_MISMATCH,
                    text + (members.size() > kShown ? ", ..." : ""));
}
