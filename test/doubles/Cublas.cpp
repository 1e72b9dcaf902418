//===- Cublas.cpp - cuBLAS ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Numbers.h"
#include "Report.h"

#include <mutex>

using namespace grad::doubles;

using cublasStatus_t = int;
enum : cublasStatus_t { kSuccess = 0, kInvalidValue = 7 };
enum { kReal32F = 0, kReal64F = 1, kReal16F = 2, kReal16BF = 14 };

namespace {
using Lock = std::lock_guard<std::recursive_mutex>;

struct Handle {
  Stream *stream = nullptr;
  bool hasWorkspace = false;
  bool isExact = false;
};

/// A matrix in memory, column after column.
struct Matrix {
  uintptr_t data;
  int type;
  int64_t leading, stride;
  bool isTransposed;

  int64_t bytes() const {
    return type == kReal64F ? 8 : type == kReal32F ? 4 : 2;
  }
  uintptr_t at(int64_t batch, int64_t row, int64_t column) const {
    int64_t place =
        isTransposed ? column + row * leading : row + column * leading;
    return data + (batch * stride + place) * bytes();
  }
  double read(int64_t batch, int64_t row, int64_t column) const {
    auto *place = reinterpret_cast<const void *>(at(batch, row, column));
    uint16_t half;
    float single;
    double number;
    switch (type) {
    case kReal64F:
      std::memcpy(&number, place, 8);
      return number;
    case kReal32F:
      std::memcpy(&single, place, 4);
      return single;
    default:
      std::memcpy(&half, place, 2);
      return type == kReal16F ? fromHalf(half) : fromBFloat(half);
    }
  }
  void write(int64_t batch, int64_t row, int64_t column, double value) const {
    auto *place = reinterpret_cast<void *>(at(batch, row, column));
    auto single = static_cast<float>(value);
    uint16_t half = type == kReal16F ? toHalf(single) : toBFloat(single);
    switch (type) {
    case kReal64F:
      std::memcpy(place, &value, 8);
      return;
    case kReal32F:
      std::memcpy(place, &single, 4);
      return;
    default:
      std::memcpy(place, &half, 2);
    }
  }
  /// Adds what a product of these sizes touches.
  void touch(int64_t batches, int64_t rows, int64_t columns, bool isWrite,
             std::vector<Range> &ranges) const {
    int64_t outer = isTransposed ? rows : columns;
    int64_t inner = isTransposed ? columns : rows;
    for (int64_t batch = 0; batch < batches; ++batch)
      for (int64_t i = 0; i < outer; ++i) {
        uintptr_t begin = data + (batch * stride + i * leading) * bytes();
        ranges.push_back({begin, begin + inner * bytes(), isWrite});
      }
  }
};

struct Product {
  Matrix a, b, c;
  int64_t batches, m, n, k;
  bool accumulates, isDouble;
};

void multiply(const Product &p, std::vector<Range> &ranges) {
  for (int64_t batch = 0; batch < p.batches; ++batch)
    for (int64_t i = 0; i < p.m; ++i)
      for (int64_t j = 0; j < p.n; ++j) {
        double sum = p.accumulates ? p.c.read(batch, i, j) : 0;
        float single = static_cast<float>(sum);
        for (int64_t l = 0; l < p.k; ++l) {
          double a = p.a.read(batch, i, l), b = p.b.read(batch, l, j);
          sum += a * b;
          single += static_cast<float>(a) * static_cast<float>(b);
        }
        p.c.write(batch, i, j, p.isDouble ? sum : single);
      }
  p.a.touch(p.batches, p.m, p.k, false, ranges);
  p.b.touch(p.batches, p.k, p.n, false, ranges);
  p.c.touch(p.batches, p.m, p.n, true, ranges);
}
} // namespace

extern "C" {

cublasStatus_t cublasGetProperty(int, int *value) {
  *value = static_cast<int>(getNumber("GRAD_DOUBLE_CUBLAS_VERSION", 13));
  return kSuccess;
}
cublasStatus_t cublasCreate_v2(Handle **handle) {
  Lock lock(Machine::mutex());
  if (isFault("fail-cublasCreate"))
    return kInvalidValue;
  *handle = new Handle;
  ++Machine::get().counts["handles of cuBLAS"];
  return kSuccess;
}
cublasStatus_t cublasDestroy_v2(Handle *handle) {
  Lock lock(Machine::mutex());
  delete handle;
  --Machine::get().counts["handles of cuBLAS"];
  return kSuccess;
}
cublasStatus_t cublasSetStream_v2(Handle *handle, void *stream) {
  if (isFault("fail-cublasSetStream"))
    return kInvalidValue;
  handle->stream = static_cast<Stream *>(stream);
  return kSuccess;
}
cublasStatus_t cublasSetWorkspace_v2(Handle *handle, void *, size_t) {
  if (isFault("fail-cublasSetWorkspace"))
    return kInvalidValue;
  handle->hasWorkspace = true;
  return kSuccess;
}
cublasStatus_t cublasSetMathMode(Handle *handle, int mode) {
  if (isFault("fail-cublasSetMathMode"))
    return kInvalidValue;
  handle->isExact = mode == 16;
  return kSuccess;
}

cublasStatus_t
cublasGemmStridedBatchedEx(Handle *handle, int transposeA, int transposeB,
                           int m, int n, int k, const void *alpha,
                           const void *a, int typeA, int lda, long long strideA,
                           const void *b, int typeB, int ldb, long long strideB,
                           const void *beta, void *c, int typeC, int ldc,
                           long long strideC, int batches, int compute, int) {
  Lock lock(Machine::mutex());
  log("call: cublasGemmStridedBatchedEx");
  if (isFault("fail-cublasGemmStridedBatchedEx"))
    return kInvalidValue;
  if (lda < (transposeA ? k : m) || ldb < (transposeB ? n : k) || ldc < m ||
      lda < 1 || ldb < 1 || ldc < 1)
    return kInvalidValue;
  if (!handle->hasWorkspace)
    reportViolation("a product without a workspace of its own: not the same "
                    "bits each time");
  if (!handle->isExact)
    reportViolation("a product that may be summed in 16 bits");
  bool isDouble = compute == 70;
  double scale = isDouble ? *static_cast<const double *>(alpha)
                          : *static_cast<const float *>(alpha);
  double old = isDouble ? *static_cast<const double *>(beta)
                        : *static_cast<const float *>(beta);
  if (scale != 1 || (old != 0 && old != 1) || (!isDouble && compute != 68))
    return kInvalidValue;
  Product product{
      {reinterpret_cast<uintptr_t>(a), typeA, lda, strideA, transposeA != 0},
      {reinterpret_cast<uintptr_t>(b), typeB, ldb, strideB, transposeB != 0},
      {reinterpret_cast<uintptr_t>(c), typeC, ldc, strideC, false},
      batches,
      m,
      n,
      k,
      old == 1,
      isDouble};
  auto item = std::make_shared<Item>();
  item->name = "product (" + std::to_string(m) + " x " + std::to_string(n) +
               " x " + std::to_string(k) + ")";
  item->run = [product](std::vector<Range> &ranges) {
    multiply(product, ranges);
  };
  Machine::get().issue(*handle->stream, item);
  return kSuccess;
}
}
