//===- Environment.cpp - Joining as a launcher's environment says ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Rendezvous.h"
#include "Status.h"

#include "gradrt/context.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>

using namespace gradrt;

static gradrt_status invalid(const std::string &message) {
  return makeStatus(GRADRT_INVALID_ARGUMENT,
                    "gradrt_init_environment: " + message);
}

static gradrt_status readText(const char *name, std::string &value) {
  const char *text = std::getenv(name);
  if (!text || !*text)
    return invalid(std::string(name) +
                   " is not set; a launcher in the style of torchrun sets it");
  value = text;
  return nullptr;
}

static gradrt_status readNumber(const char *name, int64_t low, int64_t high,
                                int64_t &value) {
  std::string text;
  if (gradrt_status status = readText(name, text))
    return status;
  char *end = nullptr;
  errno = 0;
  value = std::strtoll(text.c_str(), &end, 10);
  if (!*end && !errno && value >= low && value <= high)
    return nullptr;
  return invalid(std::string(name) + ": expected a number from " +
                 std::to_string(low) + " to " + std::to_string(high) +
                 ", got \"" + text + "\"");
}

/// The port that rank 0 listens on. Where torchrun's agent keeps the store of
/// its workers, it listens on MASTER_PORT itself.
static gradrt_status readPort(int64_t &port) {
  const char *own = std::getenv("GRADRT_PORT");
  if (own && *own)
    return readNumber("GRADRT_PORT", 1, 65535, port);
  const char *agent = std::getenv("TORCHELASTIC_USE_AGENT_STORE");
  bool isTaken = agent && !std::strcmp(agent, "True");
  gradrt_status status = readNumber("MASTER_PORT", 1, 65535 - isTaken, port);
  port += isTaken;
  return status;
}

static gradrt_status readWorld(Rendezvous &world) {
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  int64_t port = 0;
  int64_t localRank = 0;
  if (gradrt_status status = readNumber("WORLD_SIZE", 1, most, world.size))
    return status;
  if (gradrt_status status = readNumber("RANK", 0, world.size - 1, world.rank))
    return status;
  const char *local = std::getenv("LOCAL_RANK");
  if (local && *local)
    if (gradrt_status status =
            readNumber("LOCAL_RANK", 0, world.size - 1, localRank))
      return status;
  if (world.size == 1)
    return nullptr;
  if (gradrt_status status = readText("MASTER_ADDR", world.address))
    return status;
  if (gradrt_status status = readPort(port))
    return status;
  world.port = std::to_string(port);
  return nullptr;
}

gradrt_status gradrt_init_environment(const char *backend,
                                      const gradrt_options *given,
                                      gradrt_context **context) {
  return guarded([&]() -> gradrt_status {
    if (!context)
      return invalid("context is NULL");
    *context = nullptr;
    gradrt_options options;
    if (gradrt_status status = checkedOptions(given, options))
      return status;
    Rendezvous world = {};
    if (gradrt_status status = readWorld(world))
      return status;
    world.timeoutMs = options.timeout_ms;
    gradrt_exchange exchange = {
        &world, [](void *user, void *id, int64_t bytes) {
          return guarded([&] {
            return static_cast<Rendezvous *>(user)->share(id, bytes);
          });
        }};
    return gradrt_init(backend, world.rank, world.size, &exchange, &options,
                       context);
  });
}
