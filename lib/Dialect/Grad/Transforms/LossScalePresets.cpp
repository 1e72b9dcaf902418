//===- LossScalePresets.cpp - How a loss scale changes -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LossScalePresets.h"

using namespace mlir;
using namespace mlir::grad;

static constexpr LossScale kPresets[] = {
    {"mindspore", /*init=*/0x1p24, 2, 0.5, /*interval=*/2000, 1, /*min=*/1},
    {"pytorch", /*init=*/0x1p16, 2, 0.5, /*interval=*/2000, 1, /*min=*/0},
    {"megatron", /*init=*/0x1p32, 2, 0.5, /*interval=*/1000,
     /*hysteresis=*/2, /*min=*/1},
    {"fixed", /*init=*/128},
};

const LossScale *grad::findLossScalePreset(StringRef name) {
  for (const LossScale &preset : kPresets)
    if (preset.name == name)
      return &preset;
  return nullptr;
}
