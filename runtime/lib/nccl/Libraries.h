//===- Libraries.h - CUDA, NCCL and cuBLAS, opened at run time -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRADRT_LIB_NCCL_LIBRARIES_H
#define GRADRT_LIB_NCCL_LIBRARIES_H

#include "Types.h"

#include "gradrt/status.h"

#include <string>

namespace gradrt::nccl {

/// The CUDA driver.
struct Cuda {
#define FUNCTION(name, symbol, parameters) CUresult(*name) parameters;
#include "cuda.def"
  /// A status for a result that is no success: `what` failed.
  gradrt_status fail(CUresult result, const std::string &what) const;
  gradrt_status check(CUresult result, const std::string &what) const {
    return result == kCudaSuccess ? nullptr : fail(result, what);
  }
};

struct Nccl {
#define FUNCTION(name, result, parameters) result(*name) parameters;
#include "nccl.def"
};

struct Cublas {
#define FUNCTION(name, symbol, parameters) cublasStatus_t(*name) parameters;
#include "cublas.def"
};

/// Each is opened at its first use and stays open: NULL and an error where it
/// cannot be, which the next call tries again. From any thread.
gradrt_status getCuda(const Cuda *&library);
gradrt_status getNccl(const Nccl *&library);
gradrt_status getCublas(const Cublas *&library);

} // namespace gradrt::nccl

#endif // GRADRT_LIB_NCCL_LIBRARIES_H
