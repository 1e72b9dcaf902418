// RUN: split-file %s %t
// RUN: grad-opt %t/step.mlir --insert-optimizer=optimizer=sgd | FileCheck %t/step.mlir --check-prefix=SGD
// RUN: grad-opt %t/step.mlir --insert-optimizer="optimizer=momentum momentum=0.5 nesterov weight-decay=0.1 learning-rate=0.25 keep-gradients" | FileCheck %t/step.mlir --check-prefix=MOMENTUM
// RUN: grad-opt %t/step.mlir --insert-optimizer="optimizer=adamw beta1=0.5 beta2=0.25 epsilon=1e-6" | FileCheck %t/step.mlir --check-prefix=ADAM
// RUN: grad-opt %t/step.mlir --insert-optimizer=optimizer=sgd --insert-gradient-reducer | FileCheck %t/step.mlir --check-prefix=REDUCED
// RUN: grad-opt %t/step.mlir --insert-gradient-reducer --insert-optimizer=optimizer=sgd | FileCheck %t/step.mlir --check-prefix=REDUCED
// RUN: grad-opt %t/step.mlir --insert-optimizer=optimizer=sgd --insert-gradient-reducer > %t/once.mlir
// RUN: grad-opt %t/once.mlir --insert-optimizer=optimizer=sgd --insert-gradient-reducer | diff %t/once.mlir -
// RUN: grad-opt %t/invalid.mlir --split-input-file --verify-diagnostics --insert-optimizer=optimizer=adam
// RUN: not grad-opt %t/step.mlir --insert-optimizer 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not grad-opt %t/step.mlir --insert-optimizer="optimizer=sgd momentum=0.9" 2>&1 | FileCheck %s --check-prefix=COEFFICIENT
// RUN: not grad-opt %t/step.mlir --insert-optimizer="optimizer=adam nesterov" 2>&1 | FileCheck %s --check-prefix=NESTEROV
// RUN: not grad-opt %t/step.mlir --insert-optimizer="optimizer=adam beta1=1" 2>&1 | FileCheck %s --check-prefix=BETA
// RUN: not grad-opt %t/step.mlir --insert-optimizer="optimizer=sgd weight-decay=-2" 2>&1 | FileCheck %s --check-prefix=DECAY
// NONE: insert-optimizer: optimizer: expected sgd, momentum, adam or adamw, got ''
// COEFFICIENT: insert-optimizer: momentum: sgd has no such coefficient
// NESTEROV: insert-optimizer: nesterov: adam has no such form
// BETA: insert-optimizer: beta1: expected a finite number from 0 to below 1, got 1
// DECAY: insert-optimizer: weight-decay: expected a finite number from 0, got -2

//--- step.mlir
// A parameter in f16, one that differs by rank and has a sparse gradient, and
// one without a gradient, which gets no slot.
// SGD-LABEL: func.func @step(
// SGD-SAME: %[[H:[^ ]*]]: tensor<2xf16> {grad.param = "h"}, %[[E:[^ ]*]]: tensor<4x3xf32> {grad.param = "e", grad.per_rank}
// SGD-SAME: %[[RATE:[^ ]*]]: tensor<f32> {grad.init = 0.00999999977 : f32, grad.state = "learning_rate"})
// SGD-SAME: -> (tensor<f32>, tensor<2xf16> {grad.updates = "h"}, tensor<4x3xf32> {grad.updates = "e"})
// SGD: %[[H1:.*]] = grad.sgd %[[H]], %{{.*}}, %[[RATE]] : tensor<2xf16>, tensor<2xf16>, tensor<f32>
// SGD: %[[DENSE:.*]] = grad.to_dense
// SGD: %[[E1:.*]] = grad.sgd %[[E]], %[[DENSE]], %[[RATE]] : tensor<4x3xf32>, tensor<4x3xf32>, tensor<f32>
// SGD: return %{{.*}}, %[[H1]], %[[E1]]

// MOMENTUM: tensor<f32> {grad.init = 2.500000e-01 : f32, grad.state = "learning_rate"}
// MOMENTUM-SAME: tensor<2xf32> {grad.init = 0.000000e+00 : f32, grad.state = "momentum.h"}
// MOMENTUM-SAME: tensor<4x3xf32> {grad.init = 0.000000e+00 : f32, grad.per_rank, grad.state = "momentum.e"}
// MOMENTUM-SAME: -> (tensor<2xf16> {grad.gradient = "h"}, tensor<f32>, !grad.indexed_slices<?xi32, 4x3xf32> {grad.gradient = "e"}, tensor<2xf16> {grad.updates = "h"}, tensor<2xf32> {grad.updates = "momentum.h"}, tensor<4x3xf32> {grad.updates = "e"}, tensor<4x3xf32> {grad.updates = "momentum.e"})
// MOMENTUM: grad.momentum {{.*}} {momentum = 5.000000e-01 : f64, nesterov, weight_decay = 1.000000e-01 : f64}

// ADAM: tensor<i32> {grad.init = 0 : i32, grad.state = "step"}
// ADAM-SAME: tensor<2xf32> {grad.init = 0.000000e+00 : f32, grad.state = "exp_avg.h"}, {{.*}}: tensor<2xf32> {grad.init = 0.000000e+00 : f32, grad.state = "exp_avg_sq.h"}
// ADAM-SAME: tensor<i32> {grad.updates = "step"}
// ADAM: %[[STEP:.*]] = arith.addi
// ADAM: grad.adamw %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[STEP]], %{{.*}} {beta1 = 5.000000e-01 : f64, beta2 = 2.500000e-01 : f64, epsilon = 9.9999999999999995E-7 : f64}

// REDUCED: %[[R:.*]]:2 = grad.reduce_gradients %{{.*}}<"e">, %{{.*}}<"h">
// REDUCED: grad.sgd %{{.*}}, %[[R]]#1, %{{.*}} : tensor<2xf16>
// REDUCED-NOT: grad.reduce_gradients
!rows = !grad.indexed_slices<?xi32, 4x3xf32>
func.func @step(%h: tensor<2xf16> {grad.param = "h"}, %e: tensor<4x3xf32> {grad.param = "e", grad.per_rank}, %frozen: tensor<2xf32> {grad.param = "frozen"}, %x: tensor<2xf16> {grad.batch}, %s: !rows {grad.batch})
    -> (tensor<2xf16> {grad.gradient = "h"}, tensor<f32>, !rows {grad.gradient = "e"}) {
  %loss = arith.constant dense<1.0> : tensor<f32>
  %g = arith.mulf %h, %x : tensor<2xf16>
  return %g, %loss, %s : tensor<2xf16>, tensor<f32>, !rows
}
func.func @eval(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
//--- invalid.mlir
// expected-error@+1 {{gradient "w": there is no argument with 'grad.param' = "w" to update}}
func.func @no_param(%x: tensor<2xf32>) -> (tensor<2xf32> {grad.gradient = "w"}) {
  return %x : tensor<2xf32>
}

// -----

// expected-error@+1 {{gradient "w": expected floats in the shape of the parameter, 'tensor<2xf32>', got 'tensor<3xf32>'}}
func.func @shape(%w: tensor<2xf32> {grad.param = "w"}, %x: tensor<3xf32>) -> (tensor<3xf32> {grad.gradient = "w"}) {
  return %x : tensor<3xf32>
}

// -----

// expected-error@+1 {{parameter "w": expected a tensor of floats to update, got 'tensor<2xi32>'}}
func.func @integer(%w: tensor<2xi32> {grad.param = "w"}, %x: tensor<2xi32>) -> (tensor<2xi32> {grad.gradient = "w"}) {
  return %x : tensor<2xi32>
}

// -----

// expected-error@+1 {{parameter "w": result 1 updates it already}}
func.func @updated(%w: tensor<2xf32> {grad.param = "w"}, %x: tensor<2xf32>) -> (tensor<2xf32> {grad.gradient = "w"}, tensor<2xf32> {grad.updates = "w"}) {
  return %x, %w : tensor<2xf32>, tensor<2xf32>
}

// -----

// expected-error@+1 {{the optimizer needs state named "step", as argument 1 is already}}
func.func @clash(%w: tensor<2xf32> {grad.param = "w"}, %t: tensor<f32> {grad.state = "step"}, %x: tensor<2xf32>) -> (tensor<2xf32> {grad.gradient = "w"}) {
  return %x : tensor<2xf32>
}

// -----

// expected-error@+1 {{another function calls it, so it cannot get the arguments and results of an optimizer}}
func.func @called(%w: tensor<2xf32> {grad.param = "w"}, %x: tensor<2xf32>) -> (tensor<2xf32> {grad.gradient = "w"}) {
  return %x : tensor<2xf32>
}
func.func @caller(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @called(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// expected-error@+1 {{expected a step of one block, got 2}}
func.func @blocks(%w: tensor<2xf32> {grad.param = "w"}, %x: tensor<2xf32>) -> (tensor<2xf32> {grad.gradient = "w"}) {
  cf.br ^next
^next:
  return %x : tensor<2xf32>
}
