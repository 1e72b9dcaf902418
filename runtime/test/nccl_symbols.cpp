//===- nccl_symbols.cpp - The real libraries have what is asked for ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Built where the CUDA Toolkit and NCCL are, and linked with their libraries,
// but never run: linking shows that each function exists, and the assertions
// that it has the prototype, and each constant the value, that runtime/lib/nccl
// declares.
//
//===----------------------------------------------------------------------===//

#include "../lib/nccl/Types.h"

#include <cublas_v2.h>
#include <cuda.h>
#include <nccl.h>

#include <type_traits>

/// The prototypes that the runtime takes for granted.
namespace gradrt::nccl::declared {
#define FUNCTION(name, symbol, parameters)                                     \
  using name##_type = CUresult(*) parameters;
#include "../lib/nccl/cuda.def"
#define FUNCTION(name, result, parameters)                                     \
  using name##_type = result(*) parameters;
#include "../lib/nccl/nccl.def"
#define FUNCTION(name, symbol, parameters)                                     \
  using name##_type = cublasStatus_t(*) parameters;
#include "../lib/nccl/cublas.def"
} // namespace gradrt::nccl::declared

namespace own = gradrt::nccl;

namespace {

/// What a calling convention sees of a type.
template <typename T>
constexpr int classify() {
  if (std::is_pointer<T>::value)
    return 1;
  if (std::is_class<T>::value)
    return 2;
  return std::is_enum<T>::value || std::is_integral<T>::value ? 3 : 4;
}

template <typename A, typename B>
constexpr bool isAlike =
    sizeof(A) == sizeof(B) && classify<A>() == classify<B>();

template <typename A, typename B>
struct HasSamePrototype : std::false_type {};
template <typename R, typename S, typename... A, typename... B>
struct HasSamePrototype<R (*)(A...), S (*)(B...)> {
  template <typename... T>
  struct List {};
  template <typename X, typename Y>
  struct Compare : std::false_type {};
  template <typename... X, typename... Y>
  struct Compare<List<X...>, List<Y...>> {
    static constexpr bool value = (isAlike<X, Y> && ...);
  };
  static constexpr bool check() {
    if constexpr (sizeof...(A) != sizeof...(B))
      return false;
    else
      return isAlike<R, S> && Compare<List<A...>, List<B...>>::value;
  }
  static constexpr bool value = check();
};

// The tables again, with the headers' own types: the address of each function
// has to be such a pointer, and both kinds of pointers have to be called alike.
#define FUNCTION(name, symbol, parameters)                                     \
  CUresult(*name##_real) parameters = &::symbol;                               \
  static_assert(HasSamePrototype<own::declared::name##_type,                   \
                                 decltype(name##_real)>::value);
#include "../lib/nccl/cuda.def"
#define FUNCTION(name, result, parameters)                                     \
  result(*name##_real) parameters = &::name;                                   \
  static_assert(HasSamePrototype<own::declared::name##_type,                   \
                                 decltype(name##_real)>::value);
#include "../lib/nccl/nccl.def"
#define FUNCTION(name, symbol, parameters)                                     \
  cublasStatus_t(*name##_real) parameters = &::symbol;                         \
  static_assert(HasSamePrototype<own::declared::name##_type,                   \
                                 decltype(name##_real)>::value);
#include "../lib/nccl/cublas.def"

static_assert(own::kCudaOutOfMemory == CUDA_ERROR_OUT_OF_MEMORY);
static_assert(own::kCudaNoBinary == CUDA_ERROR_NO_BINARY_FOR_GPU);
static_assert(own::kCudaNotReady == CUDA_ERROR_NOT_READY);
static_assert(own::kStreamNonBlocking == CU_STREAM_NON_BLOCKING);
static_assert(own::kEventDisableTiming == CU_EVENT_DISABLE_TIMING);
static_assert(own::kCapabilityMajor ==
              CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
static_assert(own::kCapabilityMinor ==
              CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
static_assert(own::kNcclInProgress == ncclInProgress);
static_assert(own::kNcclRemoteError == ncclRemoteError);
static_assert(sizeof(own::ncclUniqueId) == sizeof(ncclUniqueId));
static_assert(offsetof(own::ncclConfig_t, blocking) ==
              offsetof(ncclConfig_t, blocking));
static_assert(offsetof(own::ncclConfig_t, splitShare) ==
              offsetof(ncclConfig_t, splitShare));
#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 26, 0)
static_assert(offsetof(own::ncclConfig_t, trafficClass) ==
              offsetof(ncclConfig_t, trafficClass));
#endif
static_assert(own::kCublasTransposed == CUBLAS_OP_T);
static_assert(own::kNoReducedPrecision ==
              CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION);
static_assert(own::kCompute32F == CUBLAS_COMPUTE_32F);
static_assert(own::kCompute64F == CUBLAS_COMPUTE_64F);
static_assert(own::kGemmDefault == CUBLAS_GEMM_DEFAULT);
static_assert(own::kReal32F == CUDA_R_32F && own::kReal64F == CUDA_R_64F);
static_assert(own::kReal16F == CUDA_R_16F && own::kReal16BF == CUDA_R_16BF);
static_assert(own::kMajorVersion == MAJOR_VERSION);

// As Collectives.cpp numbers them.
static_assert(ncclInt8 == 0 && ncclUint8 == 1 && ncclInt32 == 2 &&
              ncclUint32 == 3 && ncclInt64 == 4 && ncclUint64 == 5 &&
              ncclFloat16 == 6 && ncclFloat32 == 7 && ncclFloat64 == 8 &&
              ncclBfloat16 == 9);
static_assert(ncclSum == 0 && ncclProd == 1 && ncclMax == 2 && ncclMin == 3 &&
              ncclAvg == 4);

} // namespace

/// Every function's address, so that the linker has to find it.
const void *const nccl_symbols[] = {
#define FUNCTION(name, symbol, parameters)                                     \
  reinterpret_cast<const void *>(name##_real),
#include "../lib/nccl/cuda.def"
#define FUNCTION(name, result, parameters)                                     \
  reinterpret_cast<const void *>(name##_real),
#include "../lib/nccl/nccl.def"
#define FUNCTION(name, symbol, parameters)                                     \
  reinterpret_cast<const void *>(name##_real),
#include "../lib/nccl/cublas.def"
};

int main() { return nccl_symbols[0] == nullptr; }
