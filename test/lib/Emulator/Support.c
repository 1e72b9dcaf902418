//===- Support.c - What each kernel image is linked with ------*- C -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of a kernel image that is the same in all of them. Kernels call
// these functions; the table of kernels is the image's own.
//
//===----------------------------------------------------------------------===//

#include "EmulatorABI.h"

#include <math.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

struct kernel {
  const char *name;
  int64_t count;
  const int64_t *sizes;
};
extern const struct kernel grad_emulator_kernels[];
extern const int64_t grad_emulator_kernel_count;

EXPORT const grad_emulator *grad_emulator_functions;

EXPORT int64_t grad_emulator_kernel_sizes(const char *name, int64_t *sizes,
                                          int64_t max) {
  for (int64_t k = 0; k < grad_emulator_kernel_count; ++k) {
    const struct kernel *kernel = &grad_emulator_kernels[k];
    if (strcmp(kernel->name, name) != 0)
      continue;
    for (int64_t i = 0; i < kernel->count && i < max; ++i)
      sizes[i] = kernel->sizes[i];
    return kernel->count;
  }
  return -1;
}

uint32_t grad_emulator_index(int32_t what, int32_t dim) {
  return grad_emulator_functions->index(what, dim);
}

void grad_emulator_barrier(void) { grad_emulator_functions->barrier(); }

/// The value in the low half, whether it is valid in bit 32.
uint64_t grad_emulator_shuffle(int32_t mode, uint32_t value, int32_t lane,
                               int32_t clamp) {
  uint8_t valid = 0;
  uint32_t result =
      grad_emulator_functions->shuffle(mode, value, lane, clamp, &valid);
  return result | (uint64_t)(valid != 0) << 32;
}

void grad_emulator_access(const void *pointer, int64_t bytes,
                          int32_t is_write) {
  if (bytes > 0)
    grad_emulator_functions->access(pointer, bytes, is_write);
}

/// What the driver has for a failed assertion.
void __assertfail(const char *message, const char *file, uint32_t line,
                  const char *function, uint64_t character_bytes) {
  (void)file, (void)line, (void)function, (void)character_bytes;
  grad_emulator_functions->fail(message);
}

/// Rounds to nearest even and keeps NaN.
uint16_t grad_emulator_f32_to_bf16(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  if (isnan(value))
    return (uint16_t)(bits >> 16 | 0x40);
  return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/// Rounds once: an inexact float on the way gets an odd last bit, which the
/// second rounding cannot take for a tie.
uint16_t grad_emulator_f64_to_bf16(double value) {
  float narrow = (float)value;
  if (!isnan(value) && (double)narrow != value) {
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    if ((bits & 1) == 0)
      bits += fabs((double)narrow) > fabs(value) ? -1u : 1u;
    memcpy(&narrow, &bits, sizeof narrow);
  }
  return grad_emulator_f32_to_bf16(narrow);
}

static float lesser_float(float a, float b) {
  if (a == b)
    return signbit(a) ? a : b;
  return fminf(a, b);
}

static double lesser_double(double a, double b) {
  if (a == b)
    return signbit(a) ? a : b;
  return fmin(a, b);
}

#define PARAMETERS_f (float a)
#define PARAMETERS_d (double a)
#define PARAMETERS_i (int a)
#define PARAMETERS_ff (float a, float b)
#define PARAMETERS_dd (double a, double b)
#define PARAMETERS_fi (float a, int b)
#define PARAMETERS_di (double a, int b)
#define PARAMETERS_fff (float a, float b, float c)
#define PARAMETERS_ddd (double a, double b, double c)
#define RESULT_f float
#define RESULT_d double
#define RESULT_i int
#define GRAD_LIBDEVICE(NAME, RESULT, ARGUMENTS, EXPRESSION)                    \
  RESULT_##RESULT __nv_##NAME PARAMETERS_##ARGUMENTS { return EXPRESSION; }
#include "Libdevice.def"
