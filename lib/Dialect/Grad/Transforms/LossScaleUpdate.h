//===- LossScaleUpdate.h - The scale of the next step -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_LIB_DIALECT_GRAD_TRANSFORMS_LOSSSCALEUPDATE_H
#define GRAD_LIB_DIALECT_GRAD_TRANSFORMS_LOSSSCALEUPDATE_H

#include "LossScalePresets.h"
#include "StepSignature.h"

namespace mlir::grad {

/// The state of a loss scale in one function: `loss_scale`, the steps without
/// overflow since it last changed (`loss_scale_clean`), and, where more than
/// one overflow is needed to make it smaller, how many still are
/// (`loss_scale_hysteresis`). A fixed scale has none.
class LossScaleState {
public:
  LossScaleState(const LossScale &options, double largest)
      : options(options), largest(largest) {}

  /// Adds the state, or builds a constant.
  LogicalResult create(OpBuilder &builder, Location loc,
                       StepSignature &signature);
  /// The scale of this step, a `tensor<f32>`.
  Value getScale() const { return scale; }
  /// Adds what the state is after a step of which `overflow`, a `tensor<i1>`,
  /// tells whether its gradients were not finite.
  void update(OpBuilder &builder, Location loc, Value overflow,
              StepSignature &signature);

private:
  LossScale options;
  /// The scale does not grow beyond it.
  double largest;
  Value scale, clean, hysteresis;
};

} // namespace mlir::grad

#endif // GRAD_LIB_DIALECT_GRAD_TRANSFORMS_LOSSSCALEUPDATE_H
