//===- Types.h - The libraries' types, as far as they are used -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// So that the runtime is built without the CUDA Toolkit. Where there is one,
// test/nccl_symbols.cpp compares all of it with the real headers.

#ifndef GRADRT_LIB_NCCL_TYPES_H
#define GRADRT_LIB_NCCL_TYPES_H

#include <climits>
#include <cstddef>

namespace gradrt::nccl {

using CUresult = int;
using CUdevice = int;
using CUdevice_attribute = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st *;
using CUstream = struct CUstream_st *;
using CUevent = struct CUevent_st *;
using CUmodule = struct CUmod_st *;
using CUfunction = struct CUfunc_st *;

constexpr CUresult kCudaSuccess = 0;
constexpr CUresult kCudaOutOfMemory = 2;
constexpr CUresult kCudaNoBinary = 209;
constexpr CUresult kCudaNotReady = 600;
constexpr unsigned kStreamNonBlocking = 1;
constexpr unsigned kEventDisableTiming = 2;
constexpr CUdevice_attribute kCapabilityMajor = 75;
constexpr CUdevice_attribute kCapabilityMinor = 76;

using ncclResult_t = int;
using ncclDataType_t = int;
using ncclRedOp_t = int;
using ncclComm_t = struct ncclComm *;

constexpr ncclResult_t kNcclSuccess = 0;
constexpr ncclResult_t kNcclRemoteError = 6;
constexpr ncclResult_t kNcclInProgress = 7;

struct ncclUniqueId {
  char internal[128];
};

/// As of NCCL 2.18; newer versions take it by its size and version.
struct ncclConfig_t {
  size_t size = sizeof(ncclConfig_t);
  unsigned magic = 0xcafebeef;
  unsigned version = 21800;
  int blocking = INT_MIN;
  int cgaClusterSize = INT_MIN;
  int minCTAs = INT_MIN;
  int maxCTAs = INT_MIN;
  const char *netName = nullptr;
  int splitShare = INT_MIN;
  /// Of 2.26, which looks at it whatever the version; padding before.
  int trafficClass = INT_MIN;
};

using cublasStatus_t = int;
using cublasOperation_t = int;
using cublasComputeType_t = int;
using cublasGemmAlgo_t = int;
using cublasMath_t = int;
using cudaDataType = int;
using libraryPropertyType = int;
using cublasHandle_t = struct cublasContext *;

constexpr cublasStatus_t kCublasSuccess = 0;
constexpr cublasOperation_t kCublasPlain = 0;
constexpr cublasOperation_t kCublasTransposed = 1;
constexpr cublasComputeType_t kCompute32F = 68;
constexpr cublasComputeType_t kCompute64F = 70;
constexpr cublasGemmAlgo_t kGemmDefault = -1;
constexpr cublasMath_t kNoReducedPrecision = 16;
constexpr cudaDataType kReal32F = 0;
constexpr cudaDataType kReal64F = 1;
constexpr cudaDataType kReal16F = 2;
constexpr cudaDataType kReal16BF = 14;
constexpr libraryPropertyType kMajorVersion = 0;

} // namespace gradrt::nccl

#endif // GRADRT_LIB_NCCL_TYPES_H
