//===- Init.cpp - Joining and leaving a world ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "Options.h"
#include "Status.h"

#include <algorithm>
#include <new>
#include <vector>

using namespace gradrt;

static gradrt_status invalid(const std::string &message) {
  return makeStatus(GRADRT_INVALID_ARGUMENT, message);
}

static gradrt_status findBackend(const char *function, const char *name,
                                 const gradrt_backend *&backend) {
  backend = gradrt_find_backend(name);
  if (backend)
    return nullptr;
  return invalid(std::string(function) + ": there is no backend \"" +
                 (name ? name : "") + "\"");
}

/// Brings rank 0's id to this rank.
static gradrt_status shareId(const gradrt_backend &backend, int64_t rank,
                             int64_t size, const gradrt_exchange *exchange,
                             const gradrt_options &options, char *id,
                             void **token) {
  if (!backend.make_id)
    return nullptr;
  if (size > 1 && (!exchange || !exchange->share_id))
    return invalid("gradrt_init: no exchange, and the world has " +
                   std::to_string(size) + " ranks");
  if (rank == 0)
    if (gradrt_status status = backend.make_id(size, &options, id, token))
      return status;
  if (size == 1)
    return nullptr;
  gradrt_status status =
      exchange->share_id(exchange->user, id, GRADRT_ID_BYTES);
  if (status && *token)
    backend.drop_token(*token);
  return status;
}

gradrt_status gradrt_init(const char *backendName, int64_t rank, int64_t size,
                          const gradrt_exchange *exchange,
                          const gradrt_options *given,
                          gradrt_context **context) {
  return guarded([&]() -> gradrt_status {
    if (!context)
      return invalid("gradrt_init: context is NULL");
    *context = nullptr;
    if (size < 1 || rank < 0 || rank >= size)
      return invalid("gradrt_init: there is no rank " + std::to_string(rank) +
                     " in a world of " + std::to_string(size) + " ranks");
    const gradrt_backend *backend = nullptr;
    if (gradrt_status status = findBackend("gradrt_init", backendName, backend))
      return status;
    gradrt_options options;
    if (gradrt_status status = checkedOptions(given, options))
      return status;
    char id[GRADRT_ID_BYTES] = {};
    void *token = nullptr;
    if (gradrt_status status =
            shareId(*backend, rank, size, exchange, options, id, &token))
      return status;
    void *state = nullptr;
    if (gradrt_status status =
            backend->open(rank, size, id, token, &options, &state))
      return status;
    *context = new (std::nothrow) gradrt_context(backend, state, rank, size);
    if (*context)
      return nullptr;
    gradrt_status_free(backend->finalize(state));
    backend->close(state);
    return outOfMemory();
  });
}

gradrt_status gradrt_init_all(const char *backendName, int64_t size,
                              const gradrt_options *given,
                              gradrt_context **contexts) {
  return guarded([&]() -> gradrt_status {
    if (!contexts || size < 1)
      return invalid("gradrt_init_all: contexts is NULL, or size is below 1");
    std::fill_n(contexts, size, nullptr);
    const gradrt_backend *backend = nullptr;
    if (gradrt_status status =
            findBackend("gradrt_init_all", backendName, backend))
      return status;
    if (!backend->open_all)
      return makeStatus(GRADRT_UNSUPPORTED,
                        std::string("gradrt_init_all: backend \"") +
                            backendName + "\" holds one rank per process");
    gradrt_options options;
    if (gradrt_status status = checkedOptions(given, options))
      return status;
    std::vector<void *> states(size, nullptr);
    if (gradrt_status status = backend->open_all(size, &options, states.data()))
      return status;
    bool complete = true;
    for (int64_t rank = 0; rank < size; ++rank) {
      contexts[rank] =
          new (std::nothrow) gradrt_context(backend, states[rank], rank, size);
      complete &= contexts[rank] != nullptr;
    }
    if (complete)
      return nullptr;
    for (int64_t rank = 0; rank < size; ++rank) {
      if (!contexts[rank])
        backend->close(states[rank]);
      delete contexts[rank];
    }
    std::fill_n(contexts, size, nullptr);
    return outOfMemory();
  });
}

gradrt_status gradrt_finalize(gradrt_context *context) {
  return guarded([&]() -> gradrt_status {
    if (!context)
      return invalid("gradrt_finalize: context is NULL");
    return context->finalize();
  });
}

gradrt_status gradrt_abort(gradrt_context *context, const char *reason) {
  return guarded([&]() -> gradrt_status {
    if (!context)
      return invalid("gradrt_abort: context is NULL");
    auto open = gradrt_context::Life::Open;
    if (context->life.compare_exchange_strong(open,
                                              gradrt_context::Life::Aborted))
      context->backend->abort(context->state, reason ? reason : "");
    return nullptr;
  });
}

void gradrt_destroy(gradrt_context *context) { delete context; }
