//===- ReducerPresets.h - What other frameworks do to gradients -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_TRANSFORMS_REDUCERPRESETS_H
#define GRAD_DIALECT_GRAD_TRANSFORMS_REDUCERPRESETS_H

#include "grad/Dialect/Grad/IR/GradAttributes.h"
#include "grad/Dialect/Grad/Transforms/FusionPolicy.h"

namespace mlir::grad {

/// What a framework does to gradients where its user says nothing.
struct ReducerPreset {
  StringRef name;
  std::optional<ReduceType> reduceType;
  std::optional<WireType> wire;
  /// Not given: that of the wire.
  std::optional<ScaleMode> scale;
  /// The magnitude that gradients are clamped to where clipping is on.
  std::optional<double> clipValue;
  BucketRule rule = BucketRule::AtMost;
  std::optional<int64_t> thresholdBytes;
};

/// MindSpore's DistributedGradReducer, Apache SINGA's DistOpt, PyTorch DDP and
/// Horovod. Null where there is no preset of that name.
const ReducerPreset *findReducerPreset(StringRef name);

/// The names of all presets, for errors.
std::string getReducerPresetNames();

} // namespace mlir::grad

#endif // GRAD_DIALECT_GRAD_TRANSFORMS_REDUCERPRESETS_H
