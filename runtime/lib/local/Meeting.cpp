//===- Meeting.cpp - How threads find their world ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Meeting.h"
#include "World.h"

#include "gradrt/backend.h"

#include <cstring>
#include <map>
#include <mutex>

#include <unistd.h>

using namespace gradrt::local;

namespace {

struct Id {
  char magic[16];
  int64_t process;
  uint64_t number;
};
static_assert(sizeof(Id) <= GRADRT_ID_BYTES, "the id is too long");
constexpr char magic[16] = "gradrt local 1";

struct Token {
  uint64_t number;
  std::shared_ptr<World> world;
};

/// Worlds that ranks may still join. An entry goes with its token, which
/// lives until rank 0 has seen all ranks join or has given up.
struct Meetings {
  std::mutex mutex;
  uint64_t next = 1;
  std::map<uint64_t, std::weak_ptr<World>> worlds;
};

Meetings &meetings() {
  static Meetings instance;
  return instance;
}

} // namespace

void *gradrt::local::announce(const std::shared_ptr<World> &world, void *id) {
  auto token = std::make_unique<Token>();
  token->world = world;
  std::lock_guard<std::mutex> lock(meetings().mutex);
  token->number = meetings().next++;
  meetings().worlds[token->number] = world;
  Id made = {};
  std::memcpy(made.magic, magic, sizeof(magic));
  made.process = getpid();
  made.number = token->number;
  std::memcpy(id, &made, sizeof(made));
  return token.release();
}

void gradrt::local::withdraw(void *token) {
  std::unique_ptr<Token> owned(static_cast<Token *>(token));
  std::lock_guard<std::mutex> lock(meetings().mutex);
  meetings().worlds.erase(owned->number);
}

std::shared_ptr<World> gradrt::local::find(const void *id) {
  Id given;
  std::memcpy(&given, id, sizeof(given));
  if (std::memcmp(given.magic, magic, sizeof(magic)) != 0 ||
      given.process != getpid())
    return nullptr;
  std::lock_guard<std::mutex> lock(meetings().mutex);
  auto found = meetings().worlds.find(given.number);
  return found == meetings().worlds.end() ? nullptr : found->second.lock();
}
