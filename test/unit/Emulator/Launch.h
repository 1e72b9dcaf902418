//===- Launch.h - Run emulated kernels in one process -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small loader of the emulator's images: the blocks of a grid run one after
// another, the threads of a block take turns.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TEST_UNIT_EMULATOR_LAUNCH_H
#define GRAD_TEST_UNIT_EMULATOR_LAUNCH_H

#include "Emulator/EmulatorABI.h"

#include <array>
#include <deque>
#include <string>
#include <vector>

/// The values of a kernel's arguments, in their order.
class Arguments {
public:
  template <typename T>
  Arguments &add(T value) {
    static_assert(sizeof(T) <= sizeof(uint64_t), "a scalar or a pointer");
    values.emplace_back();
    *reinterpret_cast<T *>(&values.back()) = value;
    sizes.push_back(sizeof(T));
    return *this;
  }

  /// A memref with one dimension.
  template <typename T>
  Arguments &add(std::vector<T> &data) {
    return add(data.data())
        .add(data.data())
        .add(int64_t(0))
        .add(int64_t(data.size()))
        .add(int64_t(1));
  }

  std::vector<void *> getParams() {
    std::vector<void *> params;
    for (uint64_t &value : values)
      params.push_back(&value);
    return params;
  }

  std::vector<int64_t> sizes;

private:
  std::deque<uint64_t> values;
};

struct Access {
  const void *pointer;
  int64_t bytes;
  bool isWrite;
};

struct LaunchSizes {
  std::array<uint32_t, 3> grid, block;
};

class KernelImage {
public:
  /// Loads the bytes of an image; `error` says why it cannot.
  bool load(const char *bytes, size_t size, std::string &error);
  ~KernelImage();

  /// The bytes of each parameter; one value of -1 for an unknown kernel.
  std::vector<int64_t> getSizes(const std::string &kernel) const;

  /// Runs a kernel; false where the image has none of this name, or where the
  /// threads of a block wait for each other forever. `accesses` gets what the
  /// kernel reports.
  bool launch(const std::string &kernel, const LaunchSizes &sizes,
              Arguments &arguments, std::vector<Access> *accesses = nullptr);

private:
  void *library = nullptr;
};

#endif // GRAD_TEST_UNIT_EMULATOR_LAUNCH_H
