//===- EmulatorABI.h - What a kernel image asks of its loader --*- C -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel image is a shared object that holds the kernels of a `gpu.module`
// for the processor of the host. It exports
//
//   void NAME(void **params)
//     for each kernel: runs one thread of it. `params` points to the values of
//     the arguments, as cuLaunchKernel's `kernelParams` does.
//   const grad_emulator *grad_emulator_functions
//     null at first: the loader sets it before the first call of a kernel.
//   int64_t grad_emulator_kernel_sizes(const char *name, int64_t *sizes,
//                                      int64_t max)
//     the number of parameters of a kernel, -1 for an unknown name; writes the
//     bytes of each of the first `max` of them.
//
// The workgroup memory of a kernel is static: the threads of one block may run
// side by side, two blocks of one kernel may not. It is not cleared between
// blocks.
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_TEST_EMULATOR_EMULATORABI_H
#define GRAD_TEST_EMULATOR_EMULATORABI_H

#include <stdint.h>

#define GRAD_EMULATOR_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

/// The first argument of `index`.
enum {
  GRAD_EMULATOR_THREAD = 0,
  GRAD_EMULATOR_BLOCK = 1,
  GRAD_EMULATOR_BLOCK_DIM = 2,
  GRAD_EMULATOR_GRID_DIM = 3,
  GRAD_EMULATOR_LANE = 4
};

/// The first argument of `shuffle`.
enum {
  GRAD_EMULATOR_XOR = 0,
  GRAD_EMULATOR_UP = 1,
  GRAD_EMULATOR_DOWN = 2,
  GRAD_EMULATOR_IDX = 3
};

/// What the loader does for the thread that calls.
struct grad_emulator {
  int64_t version; /* GRAD_EMULATOR_VERSION */
  /// Where the thread is; `dim` is 0, 1 or 2, and 0 for the lane.
  uint32_t (*index)(int32_t what, int32_t dim);
  /// Waits for all threads of the block.
  void (*barrier)(void);
  /// PTX's `shfl.sync`: the value of another lane of the warp. `lane` and
  /// `clamp` are its operands b and c. `valid` gets whether that lane is in
  /// range; if not, the result is the thread's own value.
  uint32_t (*shuffle)(int32_t mode, uint32_t value, int32_t lane, int32_t clamp,
                      uint8_t *valid);
  /// Comes before each load and store that is neither in workgroup nor in
  /// private memory, atomic ones excepted.
  void (*access)(const void *pointer, int64_t bytes, int32_t is_write);
  /// An assertion failed. Does not return.
  void (*fail)(const char *message);
};
typedef struct grad_emulator grad_emulator;

#ifdef __cplusplus
}
#endif

#endif // GRAD_TEST_EMULATOR_EMULATORABI_H
