//===- LossScalePresets.h - How a loss scale changes -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_DIALECT_GRAD_TRANSFORMS_LOSSSCALEPRESETS_H
#define GRAD_LIB_DIALECT_GRAD_TRANSFORMS_LOSSSCALEPRESETS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::grad {

/// How the scale of the loss begins and changes.
///
/// | preset | of |
/// |---|---|
/// | `mindspore` | MindSpore's `DynamicLossScaleManager`, with a minimum of 1 |
/// | `pytorch` | PyTorch's `GradScaler` |
/// | `megatron` | Megatron-LM's `DynamicGradScaler` |
/// | `fixed` | MindSpore's `FixedLossScaleManager` |
struct LossScale {
  StringLiteral name;
  /// What it starts from.
  double init;
  /// What it is multiplied by after `interval` steps without overflow, and
  /// after an overflow.
  double growth = 2, backoff = 0.5;
  int64_t interval = 2000;
  /// How many overflows since it last grew make it smaller.
  int64_t hysteresis = 1;
  double min = 0;

  bool isFixed() const { return name == "fixed"; }
};

/// The preset of that name, or null.
const LossScale *findLossScalePreset(StringRef name);

} // namespace mlir::grad

#endif // GRAD_LIB_DIALECT_GRAD_TRANSFORMS_LOSSSCALEPRESETS_H
