//===- Libraries.cpp - CUDA, NCCL and cuBLAS, opened at run time ===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Libraries.h"

#include "../core/Status.h"

#include <cstdlib>
#include <dlfcn.h>
#include <mutex>
#include <vector>

using namespace gradrt;
using namespace gradrt::nccl;

gradrt_status Cuda::fail(CUresult result, const std::string &what) const {
  const char *name = nullptr, *text = nullptr;
  cuGetErrorName(result, &name);
  cuGetErrorString(result, &text);
  return makeStatus(result == kCudaOutOfMemory ? GRADRT_OUT_OF_MEMORY
                                               : GRADRT_SYSTEM,
                    what + " failed: " + (name ? name : "CUDA error") + " (" +
                        (text ? text : std::to_string(result)) + ")");
}

namespace {

/// A library and the functions that were asked for.
class Opener {
public:
  Opener(const char *what, const char *variable, std::vector<std::string> names)
      : what(what), variable(variable), names(std::move(names)) {}

  gradrt_status open() {
    const char *given = std::getenv(variable);
    if (given && *given)
      names = {given};
    std::string reasons;
    for (const std::string &name : names) {
      handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (handle) {
        opened = name;
        return nullptr;
      }
      const char *reason = dlerror();
      reasons += (reasons.empty() ? "" : "; ") +
                 std::string(reason ? reason : "unknown error");
    }
    return makeStatus(GRADRT_SYSTEM, std::string("backend nccl: cannot open ") +
                                         what + ": " + reasons +
                                         "; install it, or name its file in " +
                                         variable);
  }

  template <typename Function>
  gradrt_status find(const char *symbol, Function &function,
                     bool isOptional = false) {
    function = reinterpret_cast<Function>(dlsym(handle, symbol));
    if (function || isOptional)
      return nullptr;
    return makeStatus(GRADRT_SYSTEM, "backend nccl: \"" + opened +
                                         "\" has no function " + symbol +
                                         "; it is another library, or too old");
  }

  gradrt_status checkVersion(int found, int needed, const std::string &shown) {
    if (found >= needed)
      return nullptr;
    return makeStatus(GRADRT_SYSTEM,
                      "backend nccl: \"" + opened + "\" is version " +
                          std::to_string(found) + " of " + what +
                          ", and at least " + shown + " is needed");
  }

  const char *what, *variable;
  std::vector<std::string> names;
  std::string opened;
  void *handle = nullptr;
};

/// Opens a library once.
template <typename Library>
gradrt_status getOnce(const Library *&library,
                      gradrt_status (*open)(Library &)) {
  static std::mutex mutex;
  static Library instance;
  static bool isOpen = false;
  library = nullptr;
  std::lock_guard<std::mutex> lock(mutex);
  if (!isOpen)
    if (gradrt_status status = open(instance))
      return status;
  isOpen = true;
  library = &instance;
  return nullptr;
}

gradrt_status openCuda(Cuda &cuda) {
  Opener opener("the CUDA driver", "GRADRT_CUDA_LIBRARY",
                {"libcuda.so.1", "libcuda.so"});
  if (gradrt_status status = opener.open())
    return status;
#define FUNCTION(name, symbol, parameters)                                     \
  if (gradrt_status status = opener.find(#symbol, cuda.name))                  \
    return status;
#include "cuda.def"
  if (gradrt_status status = cuda.check(cuda.cuInit(0), "cuInit"))
    return status;
  int version = 0;
  if (gradrt_status status =
          cuda.check(cuda.cuDriverGetVersion(&version), "cuDriverGetVersion"))
    return status;
  return opener.checkVersion(version, 12000, "12000 (CUDA 12.0)");
}

gradrt_status openNccl(Nccl &nccl) {
  Opener opener("NCCL", "GRADRT_NCCL_LIBRARY", {"libnccl.so.2", "libnccl.so"});
  if (gradrt_status status = opener.open())
    return status;
#define FUNCTION(name, result, parameters)                                     \
  if (gradrt_status status = opener.find(#name, nccl.name))                    \
    return status;
#define OPTIONAL(name, result, parameters)                                     \
  gradrt_status_free(opener.find(#name, nccl.name, /*isOptional=*/true));
#include "nccl.def"
  int version = 0;
  if (nccl.ncclGetVersion(&version) != kNcclSuccess)
    version = 0;
  return opener.checkVersion(version, 21800, "21800 (NCCL 2.18)");
}

gradrt_status openCublas(Cublas &cublas) {
  // One for a newer driver than there is opens, and then does not work.
  const Cuda *cuda = nullptr;
  int driver = 0;
  if (gradrt_status status = getCuda(cuda))
    return status;
  cuda->cuDriverGetVersion(&driver);
  std::vector<std::string> names = {"libcublas.so.12", "libcublas.so"};
  if (driver >= 13000)
    names.insert(names.begin(), "libcublas.so.13");
  Opener opener("cuBLAS", "GRADRT_CUBLAS_LIBRARY", names);
  if (gradrt_status status = opener.open())
    return status;
#define FUNCTION(name, symbol, parameters)                                     \
  if (gradrt_status status = opener.find(#symbol, cublas.name))                \
    return status;
#include "cublas.def"
  int version = 0;
  if (cublas.cublasGetProperty(kMajorVersion, &version) != kCublasSuccess)
    version = 0;
  return opener.checkVersion(version, 12, "12");
}

} // namespace

gradrt_status nccl::getCuda(const Cuda *&library) {
  return getOnce(library, openCuda);
}
gradrt_status nccl::getNccl(const Nccl *&library) {
  return getOnce(library, openNccl);
}
gradrt_status nccl::getCublas(const Cublas *&library) {
  return getOnce(library, openCublas);
}
