//===- GradOptimizerOps.td - Updates of parameters --------- *- tablegen -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_DIALECT_GRAD_IR_GRADOPTIMIZEROPS_TD
#define GRAD_DIALECT_GRAD_IR_GRADOPTIMIZEROPS_TD

include "grad/Dialect/Grad/IR/GradOpBase.td"

/// One optimizer. `names`: C++ that returns what the state of each element is
/// called: operands after the gradient, and results after the new parameter.
class Grad_OptimizerOp<string mnemonic, string names,
                       list<Trait> traits = []>
    : Grad_Op<mnemonic, !listconcat([Pure,
        AllTypesMatch<["param", "new_param"]>,
        Grad_OptimizerOpInterface], traits)> {
  let extraClassDeclaration = [{
    ::mlir::OperandRange getStates() {
      return getOperation()->getOperands().slice(2, getStateNames().size());
    }
    static ::llvm::ArrayRef<::llvm::StringLiteral> getStateNames() {
      }] # names # [{
    }
  }];
}

def Grad_SGDOp : Grad_OptimizerOp<"sgd", "return {};"> {
  let summary = "Stochastic gradient descent";
  let description = [{
    With d = `weight_decay` and r the learning rate, for each element:

    ```
    g = gradient + d * w
    w = w - r * g
    ```

    ```mlir
    %w1 = grad.sgd %w, %g, %rate if %is_finite {weight_decay = 1.0e-04 : f64}
        : tensor<4xf32>, tensor<4xf16>, tensor<f32>
    ```
  }];
  let arguments = (ins
    Grad_FloatTensor:$param, Grad_FloatTensor:$gradient,
    Grad_FloatScalar:$learning_rate, Optional<Grad_Flag>:$condition,
    DefaultValuedOptionalAttr<F64Attr, "0.0">:$weight_decay);
  let results = (outs Grad_FloatTensor:$new_param);
  let assemblyFormat = [{
    $param `,` $gradient `,` $learning_rate (`if` $condition^)? attr-dict `:`
    type($param) `,` type($gradient) `,` type($learning_rate)
  }];
}

def Grad_MomentumOp : Grad_OptimizerOp<"momentum", [{
      static constexpr ::llvm::StringLiteral names[] = {"momentum"};
      return names;
    }], [
    AllTypesMatch<["velocity", "new_velocity"]>]> {
  let summary = "Gradient descent with momentum";
  let description = [{
    The rule of MindSpore's `Momentum`, of Apache SINGA's and PyTorch's `SGD`.
    With m = `momentum`, d = `weight_decay` and r the learning rate:

    ```
    g = gradient + d * w
    v = m * v + g
    w = w - r * v            or, with nesterov,  w = w - r * (g + m * v)
    ```

    ```mlir
    %w1, %v1 = grad.momentum %w, %g, %v, %rate {momentum = 9.0e-01 : f64, nesterov}
        : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>
    ```
  }];
  let arguments = (ins
    Grad_FloatTensor:$param, Grad_FloatTensor:$gradient,
    Grad_FloatTensor:$velocity, Grad_FloatScalar:$learning_rate,
    Optional<Grad_Flag>:$condition,
    DefaultValuedOptionalAttr<F64Attr, "0.9">:$momentum, UnitAttr:$nesterov,
    DefaultValuedOptionalAttr<F64Attr, "0.0">:$weight_decay);
  let results = (outs Grad_FloatTensor:$new_param,
                      Grad_FloatTensor:$new_velocity);
  let assemblyFormat = [{
    $param `,` $gradient `,` $velocity `,` $learning_rate (`if` $condition^)?
    attr-dict `:` type($param) `,` type($gradient) `,` type($velocity) `,`
    type($learning_rate)
  }];
}

/// What adam and adamw share.
class Grad_AdamOpBase<string mnemonic> : Grad_OptimizerOp<mnemonic, [{
      static constexpr ::llvm::StringLiteral names[] = {"exp_avg", "exp_avg_sq"};
      return names;
    }], [
    AllTypesMatch<["exp_avg", "new_exp_avg"]>,
    AllTypesMatch<["exp_avg_sq", "new_exp_avg_sq"]>]> {
  let results = (outs Grad_FloatTensor:$new_param,
                      Grad_FloatTensor:$new_exp_avg,
                      Grad_FloatTensor:$new_exp_avg_sq);
  let assemblyFormat = [{
    $param `,` $gradient `,` $exp_avg `,` $exp_avg_sq `,` $step `,`
    $learning_rate (`if` $condition^)? attr-dict `:` type($param) `,`
    type($gradient) `,` type($exp_avg) `,` type($exp_avg_sq) `,` type($step) `,`
    type($learning_rate)
  }];
}

def Grad_AdamOp : Grad_AdamOpBase<"adam"> {
  let summary = "Adam";
  let description = [{
    As PyTorch's `Adam`. `step` is the number of this update, 1 for the first.
    With b1 = `beta1`, b2 = `beta2`, e = `epsilon`, d = `weight_decay`, r the
    learning rate and t the step:

    ```
    g = gradient + d * w
    m = b1 * m + (1 - b1) * g
    v = b2 * v + (1 - b2) * g * g
    w = w - r / (1 - b1^t) * m / (sqrt(v) / sqrt(1 - b2^t) + e)
    ```

    ```mlir
    %w1, %m1, %v1 = grad.adam %w, %g, %m, %v, %t, %rate
        : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>, tensor<f32>
    ```
  }];
  let arguments = (ins
    Grad_FloatTensor:$param, Grad_FloatTensor:$gradient,
    Grad_FloatTensor:$exp_avg, Grad_FloatTensor:$exp_avg_sq,
    0DTensorOf<[I32]>:$step, Grad_FloatScalar:$learning_rate,
    Optional<Grad_Flag>:$condition,
    DefaultValuedOptionalAttr<F64Attr, "0.9">:$beta1,
    DefaultValuedOptionalAttr<F64Attr, "0.999">:$beta2,
    DefaultValuedOptionalAttr<F64Attr, "1.0e-8">:$epsilon,
    DefaultValuedOptionalAttr<F64Attr, "0.0">:$weight_decay);
}

def Grad_AdamWOp : Grad_AdamOpBase<"adamw"> {
  let summary = "Adam with decoupled weight decay";
  let description = [{
    As PyTorch's `AdamW`: `grad.adam`, but the weight decay shrinks the
    parameter before the update instead of being added to the gradient:

    ```
    w = w - r * d * w
    ```

    ```mlir
    %w1, %m1, %v1 = grad.adamw %w, %g, %m, %v, %t, %rate
        : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>, tensor<f32>
    ```
  }];
  let arguments = (ins
    Grad_FloatTensor:$param, Grad_FloatTensor:$gradient,
    Grad_FloatTensor:$exp_avg, Grad_FloatTensor:$exp_avg_sq,
    0DTensorOf<[I32]>:$step, Grad_FloatScalar:$learning_rate,
    Optional<Grad_Flag>:$condition,
    DefaultValuedOptionalAttr<F64Attr, "0.9">:$beta1,
    DefaultValuedOptionalAttr<F64Attr, "0.999">:$beta2,
    DefaultValuedOptionalAttr<F64Attr, "1.0e-8">:$epsilon,
    DefaultValuedOptionalAttr<F64Attr, "0.01">:$weight_decay);
}

#endif // GRAD_DIALECT_GRAD_IR_GRADOPTIMIZEROPS_TD
