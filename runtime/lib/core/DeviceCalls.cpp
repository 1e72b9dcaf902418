//===- DeviceCalls.cpp - The entry points for a device ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "Status.h"

#include "gradrt/device.h"

using namespace gradrt;

static gradrt_status invalid(const char *function, const std::string &message,
                             const char *place) {
  return makeStatus(GRADRT_INVALID_ARGUMENT,
                    std::string(function) + ": " + message, place);
}

/// Runs the body on a context that is open. Its errors get the place.
template <typename Body>
static gradrt_status onContext(const char *function, gradrt_context *context,
                               const char *place, Body &&body) {
  return guarded(
      [&]() -> gradrt_status {
        if (!context)
          return invalid(function, "context is NULL", place);
        if (gradrt_status status = context->checkOpen(function, place))
          return status;
        gradrt_status status = body();
        if (!status || !place || *gradrt_status_place(status))
          return status;
        gradrt_status placed = makeStatus(gradrt_status_code(status),
                                          gradrt_status_message(status), place);
        gradrt_status_free(status);
        return placed;
      },
      place);
}

/// Checks two pointers to `bytes` bytes each.
static gradrt_status checkRange(const char *function, const void *to,
                                const void *from, int64_t bytes,
                                const char *place) {
  if (bytes < 0)
    return invalid(function, "negative size, got " + std::to_string(bytes),
                   place);
  if (bytes && (!to || !from))
    return invalid(function, to ? "from is NULL" : "to is NULL", place);
  return nullptr;
}

/// A transfer, after its checks.
static gradrt_status
transfer(const char *function, gradrt_context *context, void *to,
         const void *from, int64_t bytes, const char *place,
         gradrt_status (Device::*run)(void *, const void *, int64_t)) {
  return onContext(function, context, place, [&]() -> gradrt_status {
    if (gradrt_status status = checkRange(function, to, from, bytes, place))
      return status;
    return (context->device.*run)(to, from, bytes);
  });
}

gradrt_status gradrt_copy(gradrt_context *context, void *to, const void *from,
                          int64_t bytes, const char *place) {
  return transfer("copy", context, to, from, bytes, place, &Device::copy);
}

gradrt_status gradrt_write(gradrt_context *context, void *to, const void *from,
                           int64_t bytes, const char *place) {
  return transfer("write", context, to, from, bytes, place, &Device::write);
}

gradrt_status gradrt_read(gradrt_context *context, void *to, const void *from,
                          int64_t bytes, const char *place) {
  return transfer("read", context, to, from, bytes, place, &Device::read);
}

gradrt_status gradrt_synchronize(gradrt_context *context, const char *place) {
  return onContext("synchronize", context, place,
                   [&] { return context->device.synchronize(); });
}

gradrt_status gradrt_constant(gradrt_context *context, const void *key,
                              int64_t bytes, void **pointer,
                              const char *place) {
  return onContext("constant", context, place, [&]() -> gradrt_status {
    if (gradrt_status status =
            checkRange("constant", pointer, key, bytes, place))
      return status;
    return context->device.constant(key, bytes, *pointer);
  });
}

gradrt_status gradrt_table(gradrt_context *context, const void *key,
                           const int64_t *numbers, int64_t count,
                           void **pointer, const char *place) {
  return onContext("table", context, place, [&]() -> gradrt_status {
    if (!key || !pointer)
      return invalid("table", key ? "pointer is NULL" : "key is NULL", place);
    if (count < 0 || (count && !numbers))
      return invalid("table", count < 0 ? "negative count" : "numbers is NULL",
                     place);
    return context->device.table(key, numbers, count, *pointer);
  });
}

gradrt_status gradrt_launch(gradrt_context *context, const void *image,
                            int64_t bytes, const char *name, int64_t blocks,
                            int64_t threads, void **params, const char *place) {
  return onContext("launch", context, place, [&]() -> gradrt_status {
    if (!image || !name || bytes <= 0)
      return invalid("launch", "no image, or no name", place);
    if (blocks < 0 || threads < 1)
      return invalid("launch",
                     "expected blocks and threads, got " +
                         std::to_string(blocks) + " and " +
                         std::to_string(threads),
                     place);
    if (!context->backend->launch_kernel)
      return makeStatus(GRADRT_UNSUPPORTED,
                        std::string("launch: the backend \"") +
                            context->backend->name + "\" runs no kernels",
                        place);
    if (!blocks)
      return nullptr;
    return context->backend->launch_kernel(context->state, image, bytes, name,
                                           blocks, threads, params);
  });
}

/// The first thing that is wrong with a product, or "".
static std::string describeFault(const gradrt_product &product) {
  auto in = gradrt_type(product.input), out = gradrt_type(product.output);
  bool isHalf = in == GRADRT_TYPE_F16 || in == GRADRT_TYPE_BF16;
  if (!isHalf && in != GRADRT_TYPE_F32 && in != GRADRT_TYPE_F64)
    return "expected floats";
  if (out != in && !(isHalf && out == GRADRT_TYPE_F32))
    return "the output's type does not fit the input's";
  if (product.batch < 0 || product.m < 0 || product.n < 0 || product.k < 0)
    return "negative size";
  for (auto [row, column] : {std::pair(product.a_row, product.a_column),
                             std::pair(product.b_row, product.b_column),
                             std::pair(product.c_row, product.c_column)})
    if ((row != 1 && column != 1) || row < 1 || column < 1)
      return "expected strides of which one is 1, got " + std::to_string(row) +
             " and " + std::to_string(column);
  return "";
}

gradrt_status gradrt_matmul(gradrt_context *context,
                            const gradrt_product *product, const void *a,
                            const void *b, void *c, const char *place) {
  return onContext("matmul", context, place, [&]() -> gradrt_status {
    if (!product)
      return invalid("matmul", "product is NULL", place);
    std::string fault = describeFault(*product);
    if (!fault.empty())
      return invalid("matmul", fault, place);
    if (!context->backend->matmul)
      return makeStatus(GRADRT_UNSUPPORTED,
                        std::string("matmul: the backend \"") +
                            context->backend->name + "\" runs no products",
                        place);
    if (!product->batch || !product->m || !product->n ||
        (!product->k && product->accumulate))
      return nullptr;
    if (!c || (product->k && (!a || !b)))
      return invalid("matmul", "a matrix is NULL", place);
    return context->backend->matmul(context->state, product, a, b, c);
  });
}

gradrt_status gradrt_fork(gradrt_context *context, gradrt_stream **stream,
                          const char *place) {
  return onContext("fork", context, place, [&]() -> gradrt_status {
    if (!stream)
      return invalid("fork", "stream is NULL", place);
    return context->device.fork(*stream);
  });
}

gradrt_status gradrt_mark(gradrt_context *context, int64_t *ticket,
                          const char *place) {
  return onContext("mark", context, place, [&]() -> gradrt_status {
    if (!ticket)
      return invalid("mark", "ticket is NULL", place);
    return context->device.mark(*ticket);
  });
}

gradrt_status gradrt_join(gradrt_context *context, int64_t ticket,
                          const char *place) {
  return onContext("join", context, place,
                   [&] { return context->device.join(ticket); });
}
