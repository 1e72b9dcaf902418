//===- Programs.cpp - Kernels and matrix products on a rank's device ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Communicator.h"

#include "../core/Status.h"

#include <algorithm>
#include <climits>

using namespace gradrt;
using namespace gradrt::nccl;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

gradrt_status Rank::getFunction(const void *image, const char *name,
                                CUfunction &function) {
  CUfunction &known = functions[{image, name}];
  if (known) {
    function = known;
    return nullptr;
  }
  CUmodule &module = modules[image];
  if (!module) {
    CUresult result = cuda->cuModuleLoadData(&module, image);
    if (result != kCudaSuccess)
      module = nullptr;
    if (result == kCudaNoBinary) {
      int major = 0, minor = 0;
      cuda->cuDeviceGetAttribute(&major, kCapabilityMajor, device);
      cuda->cuDeviceGetAttribute(&minor, kCapabilityMinor, device);
      return makeStatus(GRADRT_UNSUPPORTED,
                        "the kernels were compiled for other chips than this "
                        "device, an sm_" +
                            std::to_string(10 * major + minor) +
                            "; compile them for it with 'chip'");
    }
    if (gradrt_status status = cuda->check(result, "loading the kernels"))
      return status;
  }
  if (gradrt_status status =
          cuda->check(cuda->cuModuleGetFunction(&known, module, name),
                      "finding the kernel " + std::string(name)))
    return status;
  function = known;
  return nullptr;
}

gradrt_status Rank::launch(const void *image, const char *name, int64_t blocks,
                           int64_t threads, void **params) {
  if (blocks > INT_MAX || threads > 1024)
    return makeStatus(GRADRT_INVALID_ARGUMENT,
                      "launch: too many blocks or threads, got " +
                          std::to_string(blocks) + " and " +
                          std::to_string(threads));
  Current current(*this);
  CUfunction function = nullptr;
  if (gradrt_status status = getFunction(image, name, function))
    return status;
  return cuda->check(cuda->cuLaunchKernel(function,
                                          static_cast<unsigned>(blocks), 1, 1,
                                          static_cast<unsigned>(threads), 1, 1,
                                          0, compute, params, nullptr),
                     "a launch");
}

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

/// All of it, or nothing.
gradrt_status Rank::openBlas() {
  if (blas)
    return nullptr;
  if (gradrt_status status = getCublas(cublas))
    return status;
  // One workspace for good: the same algorithm, and the same bits, each time.
  constexpr int64_t bytes = 32 << 20;
  if (!blasWorkspace)
    if (gradrt_status status = allocate(bytes, &blasWorkspace))
      return status;
  cublasHandle_t made = nullptr;
  cublasStatus_t result = cublas->cublasCreate(&made);
  if (result != kCublasSuccess)
    return makeStatus(GRADRT_SYSTEM, "cublasCreate failed: cuBLAS status " +
                                         std::to_string(result));
  const char *what = "cublasSetStream";
  result = cublas->cublasSetStream(made, compute);
  if (result == kCublasSuccess) {
    what = "cublasSetWorkspace";
    result = cublas->cublasSetWorkspace(made, blasWorkspace, bytes);
  }
  // Sums of 16-bit products stay in f32 to the end.
  if (result == kCublasSuccess) {
    what = "cublasSetMathMode";
    result = cublas->cublasSetMathMode(made, kNoReducedPrecision);
  }
  if (result == kCublasSuccess) {
    blas = made;
    return nullptr;
  }
  cublas->cublasDestroy(made);
  return makeStatus(GRADRT_SYSTEM, std::string(what) +
                                       " failed: cuBLAS status " +
                                       std::to_string(result));
}

static cudaDataType getDataType(int64_t type) {
  switch (type) {
  case GRADRT_TYPE_F16:
    return kReal16F;
  case GRADRT_TYPE_BF16:
    return kReal16BF;
  case GRADRT_TYPE_F32:
    return kReal32F;
  default:
    return kReal64F;
  }
}

namespace {
/// A matrix for cuBLAS, which goes down the columns: rows that are next to each
/// other in memory are what it calls transposed.
struct Matrix {
  Matrix(int64_t row, int64_t column, int64_t rows, int64_t columns) {
    bool isPlain = row == 1 && (column >= rows || columns == 1);
    operation = isPlain ? kCublasPlain : kCublasTransposed;
    leading = isPlain ? column : row;
    least = isPlain ? rows : columns;
    // The distance of rows or columns does not matter where there is one.
    if ((isPlain ? columns : rows) == 1)
      leading = std::max(leading, least);
  }
  cublasOperation_t operation;
  int64_t leading;
  int64_t least;
};
} // namespace

gradrt_status Rank::multiply(const gradrt_product &p, const void *a,
                             const void *b, void *c) {
  Current current(*this);
  if (gradrt_status status = openBlas())
    return status;
  // c = a b, or its transpose, where c goes along its rows.
  gradrt_product q = p;
  if (p.c_row != 1) {
    q.m = p.n, q.n = p.m;
    q.a_row = p.b_column, q.a_column = p.b_row, q.a_batch = p.b_batch;
    q.b_row = p.a_column, q.b_column = p.a_row, q.b_batch = p.a_batch;
    q.c_row = p.c_column, q.c_column = p.c_row;
    std::swap(a, b);
  }
  Matrix left(q.a_row, q.a_column, q.m, q.k);
  Matrix right(q.b_row, q.b_column, q.k, q.n);
  Matrix out(q.c_row, q.c_column, q.m, q.n);
  for (const Matrix &matrix : {left, right, out})
    if (matrix.leading < matrix.least)
      return makeStatus(GRADRT_UNSUPPORTED,
                        "matmul: rows or columns of a matrix overlap, a stride "
                        "of " +
                            std::to_string(matrix.leading) + " is below " +
                            std::to_string(matrix.least));
  for (int64_t number :
       {q.m, q.n, q.k, q.batch, left.leading, right.leading, out.leading})
    if (number > INT_MAX)
      return makeStatus(GRADRT_UNSUPPORTED,
                        "matmul: cuBLAS takes sizes up to 2147483647, got " +
                            std::to_string(number));
  bool isDouble = p.input == GRADRT_TYPE_F64;
  double one64 = 1, beta64 = p.accumulate != 0;
  float one32 = 1, beta32 = p.accumulate != 0;
  cublasStatus_t result = cublas->cublasGemmStridedBatchedEx(
      blas, left.operation, right.operation, int(q.m), int(q.n), int(q.k),
      isDouble ? static_cast<void *>(&one64) : &one32, a, getDataType(p.input),
      int(left.leading), q.a_batch, b, getDataType(p.input), int(right.leading),
      q.b_batch, isDouble ? static_cast<void *>(&beta64) : &beta32, c,
      getDataType(p.output), int(out.leading), q.c_batch, int(q.batch),
      isDouble ? kCompute64F : kCompute32F, kGemmDefault);
  return result == kCublasSuccess
             ? nullptr
             : makeStatus(GRADRT_SYSTEM, "matmul failed: cuBLAS status " +
                                             std::to_string(result));
}
