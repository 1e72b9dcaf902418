// RUN: split-file %s %t
// RUN: grad-opt %t/step.mlir --insert-loss-scaling=loss-scale-preset=pytorch | FileCheck %t/step.mlir
// RUN: grad-opt %t/step.mlir --insert-loss-scaling="loss-scale-preset=megatron growth-interval=7" | FileCheck %t/step.mlir --check-prefix=MEGATRON
// RUN: grad-opt %t/step.mlir --insert-loss-scaling="loss-scale-preset=fixed init-scale=32" | FileCheck %t/step.mlir --check-prefix=FIXED
// RUN: grad-opt %t/single.mlir --insert-loss-scaling=loss-scale-preset=mindspore | FileCheck %t/single.mlir
// RUN: grad-opt %t/clip.mlir --insert-loss-scaling=loss-scale-preset=pytorch | FileCheck %t/clip.mlir
// RUN: grad-opt %t/clip.mlir --insert-loss-scaling=loss-scale-preset=pytorch --expand-gradient-reducers=world-size=2 | FileCheck %t/clip.mlir --check-prefix=EXPAND
// RUN: grad-opt %t/invalid.mlir --split-input-file --verify-diagnostics --insert-loss-scaling
// RUN: not grad-opt %t/step.mlir --insert-loss-scaling=loss-scale-preset=apex 2>&1 | FileCheck %s --check-prefix=PRESET
// RUN: not grad-opt %t/step.mlir --insert-loss-scaling=init-scale=-2 2>&1 | FileCheck %s --check-prefix=INIT
// RUN: not grad-opt %t/step.mlir --insert-loss-scaling=init-scale=1e39 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not grad-opt %t/step.mlir --insert-loss-scaling=growth-factor=1 2>&1 | FileCheck %s --check-prefix=GROWTH
// RUN: not grad-opt %t/step.mlir --insert-loss-scaling=backoff-factor=1 2>&1 | FileCheck %s --check-prefix=BACKOFF
// RUN: not grad-opt %t/step.mlir --insert-loss-scaling=growth-interval=0 2>&1 | FileCheck %s --check-prefix=INTERVAL
// RUN: not grad-opt %t/step.mlir --insert-loss-scaling=hysteresis=0 2>&1 | FileCheck %s --check-prefix=HYSTERESIS
// RUN: not grad-opt %t/step.mlir --insert-loss-scaling="init-scale=4 min-scale=8" 2>&1 | FileCheck %s --check-prefix=MIN
// RUN: not grad-opt %t/step.mlir --insert-loss-scaling="loss-scale-preset=fixed growth-factor=3" 2>&1 | FileCheck %s --check-prefix=CHANGES
// PRESET: loss-scale-preset: expected mindspore, pytorch, megatron or fixed, got 'apex'
// INIT: init-scale: expected a finite number above 0, got -2
// LARGE: init-scale: expected a finite number above 0, got 1
// GROWTH: growth-factor: expected a finite number above 1, got 1
// BACKOFF: backoff-factor: expected a number above 0 and below 1, got 1
// INTERVAL: growth-interval: expected 1 or more, got 0
// HYSTERESIS: hysteresis: expected 1 or more, got 0
// MIN: min-scale: expected at most the scale that it starts from, 4.000000e+00, got 8
// CHANGES: loss-scale-preset: a fixed scale does not change; only init-scale can stand with it

//--- step.mlir
// The scale enters at both seeds; the reducer delivers f32; what an update reads is
// guarded, the running mean of the forward pass is not.
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[^ ]*]]: tensor<2xf16> {grad.param = "w"}, %[[T:[^ ]*]]: tensor<f32> {grad.state = "t"}, %[[MEAN:[^ ]*]]: tensor<2xf16> {grad.state = "mean"}
// CHECK-SAME: %[[SCALE:[^ ]*]]: tensor<f32> {grad.init = 6.553600e+04 : f32, grad.state = "loss_scale"}, %[[CLEAN:[^ ]*]]: tensor<i32> {grad.init = 0 : i32, grad.state = "loss_scale_clean"})
// CHECK-SAME: tensor<i1> {grad.metric = "overflow"}, tensor<f32> {grad.metric = "loss_scale"})
// CHECK: %[[SEED:.*]] = grad.scale %{{.*}}, %[[SCALE]] : tensor<f32>, tensor<f32>
// CHECK: grad.seed %{{.*}} scale %[[SCALE]] : tensor<f32>, tensor<f32>
// CHECK: %[[R:.*]] = grad.reduce_gradients %{{.*}}<"w"> scaled(%[[SCALE]] : tensor<f32>) : tensor<2xf16> -> tensor<2xf32>
// CHECK: %[[FINITE:.*]] = grad.all_finite %[[R]] : tensor<2xf32> -> tensor<i1>
// CHECK: %[[BAD:.*]] = arith.xori %[[FINITE]]
// CHECK: %[[FLAG:.*]] = arith.extui %[[BAD]] : tensor<i1> to tensor<i32>
// CHECK: %[[MAX:.*]] = grad.all_reduce<max> %[[FLAG]] {grad.param = "overflow"} : tensor<i32>
// CHECK: %[[OVERFLOW:.*]] = arith.cmpi ne, %[[MAX]]
// CHECK: %[[FINE:.*]] = arith.xori %[[OVERFLOW]]
// CHECK: %[[OLD:.*]] = arith.truncf %[[R]] : tensor<2xf32> to tensor<2xf16>
// CHECK: %[[NEXT:.*]] = arith.addf %[[T]],
// CHECK: %[[W1:.*]] = arith.addf %{{.*}}, %[[OLD]]
// CHECK: grad.select %[[FINE]], %[[W1]], %[[W]] : tensor<2xf16>
// CHECK: grad.select %[[FINE]], %[[NEXT]], %[[T]] : tensor<f32>
// CHECK-NOT: grad.select
// MEGATRON: tensor<i32> {grad.init = 2 : i32, grad.state = "loss_scale_hysteresis"}
// MEGATRON: arith.constant dense<7> : tensor<i32>
// FIXED: %[[SCALE:.*]] = arith.constant dense<3.200000e+01> : tensor<f32>
// FIXED: scaled(%[[SCALE]] : tensor<f32>)
// FIXED: return {{.*}}, %[[SCALE]]
func.func @step(%w: tensor<2xf16> {grad.param = "w"}, %t: tensor<f32> {grad.state = "t"}, %mean: tensor<2xf16> {grad.state = "mean"}, %x: tensor<2xf16> {grad.batch}, %seed: tensor<f32> {grad.seed})
    -> (tensor<2xf16> {grad.updates = "w"}, tensor<f32> {grad.updates = "t"}, tensor<2xf16> {grad.updates = "mean"}) {
  %s = arith.truncf %seed : tensor<f32> to tensor<f16>
  %again = grad.seed %seed : tensor<f32>
  %g = grad.scale %x, %s : tensor<2xf16>, tensor<f16>
  %h = grad.scale %g, %again : tensor<2xf16>, tensor<f32>
  %r = grad.reduce_gradients %h<"w"> : tensor<2xf16>
  %one = arith.constant dense<1.0> : tensor<f32>
  %next = arith.addf %t, %one : tensor<f32>
  %step = grad.scale %w, %next : tensor<2xf16>, tensor<f32>
  %w1 = arith.addf %step, %r : tensor<2xf16>
  %m = arith.addf %mean, %x : tensor<2xf16>
  return %w1, %next, %m : tensor<2xf16>, tensor<f32>, tensor<2xf16>
}
//--- single.mlir
// On a single machine a reducer that leaves gradients on their rank divides by the
// scale; an optimizer with a condition gets both.
// CHECK: %[[R:.*]] = grad.reduce_gradients %{{.*}}<"w", layerwise_parallel> scaled(%{{.*}} : tensor<f32>) : tensor<2xf32>
// CHECK: %[[OVERFLOW:.*]] = arith.cmpi ne
// CHECK: %[[FINE:.*]] = arith.xori %[[OVERFLOW]]
// CHECK: %[[BOTH:.*]] = arith.andi %{{.*}}, %[[FINE]] : tensor<i1>
// CHECK: grad.sgd %{{.*}}, %[[R]], %{{.*}} if %[[BOTH]]
func.func @step(%w: tensor<2xf32> {grad.param = "w"}, %x: tensor<2xf32> {grad.batch}, %seed: tensor<f32> {grad.seed}, %lr: tensor<f32> {grad.replicated}, %ok: tensor<i1> {grad.replicated})
    -> (tensor<2xf32> {grad.updates = "w"}, tensor<2xf32> {grad.gradient = "w"}) {
  %g = grad.scale %x, %seed : tensor<2xf32>, tensor<f32>
  %w1 = grad.sgd %w, %g, %lr if %ok : tensor<2xf32>, tensor<2xf32>, tensor<f32>
  return %w1, %g : tensor<2xf32>, tensor<2xf32>
}
//--- clip.mlir
// A clip by value would hide an infinity, so what comes in is checked, too; it clips
// at the limit times the scale.
// CHECK: %[[R:.*]] = grad.reduce_gradients %[[G:.*]]<"w"> scaled(
// CHECK: grad.all_finite %[[G]], %[[R]] : tensor<2xf32>, tensor<2xf32> -> tensor<i1>
// EXPAND: %[[LIMIT:.*]] = arith.constant dense<1.000000e+02> : tensor<f32>
// EXPAND: %[[SCALED:.*]] = arith.mulf %[[LIMIT]], %[[SCALE:.*]] : tensor<f32>
// EXPAND: %[[CLIPPED:.*]] = grad.clip %{{.*}}, %[[SCALED]]
// EXPAND: %[[SUM:.*]] = grad.all_reduce<sum> %[[CLIPPED]]
// EXPAND: %[[INVERSE:.*]] = arith.divf %{{.*}}, %[[SCALE]] : tensor<f32>
// EXPAND: %[[HALF:.*]] = grad.scale %[[SUM]],
// EXPAND: grad.scale %[[HALF]], %[[INVERSE]]
func.func @step(%w: tensor<2xf32> {grad.param = "w"}, %x: tensor<2xf32> {grad.batch}, %seed: tensor<f32> {grad.seed}) -> (tensor<2xf32> {grad.updates = "w"}) {
  %g = grad.scale %x, %seed : tensor<2xf32>, tensor<f32>
  %r = grad.reduce_gradients %g<"w"> with<clip_value = 100.0> : tensor<2xf32>
  %w1 = arith.subf %w, %r : tensor<2xf32>
  return %w1 : tensor<2xf32>
}
//--- invalid.mlir
// expected-error@+1 {{has gradients, but no place where a loss scale could enter; mark the argument that is the loss's cotangent with 'grad.seed', or make it with grad.seed}}
func.func @no_seed(%x: tensor<2xf32> {grad.batch}) -> (tensor<2xf32> {grad.gradient = "w"}) {
  return %x : tensor<2xf32>
}

// -----

// expected-error@+1 {{argument 1: the scale 1.677722e+07 is infinite in the loss's type, 'f16'; compute the loss in f32, or start from less with init-scale}}
func.func @infinite(%x: tensor<2xf16> {grad.batch}, %s: tensor<f16> {grad.seed}) -> (tensor<2xf16> {grad.gradient = "w"}) {
  %g = grad.scale %x, %s : tensor<2xf16>, tensor<f16>
  return %g : tensor<2xf16>
}

// -----

func.func @infinite_op(%x: tensor<2xf16> {grad.batch}, %loss: tensor<f16>) -> (tensor<2xf16> {grad.gradient = "w"}) {
  // expected-error@+1 {{the scale 1.677722e+07 is infinite in the loss's type, 'f16'}}
  %s = grad.seed %loss : tensor<f16>
  %g = grad.scale %x, %s : tensor<2xf16>, tensor<f16>
  return %g : tensor<2xf16>
}

// -----

func.func @twice(%x: tensor<2xf32> {grad.batch}, %s: tensor<f32> {grad.seed}) -> tensor<2xf32> {
  // expected-error@+1 {{the gradients are scaled already}}
  %r = grad.reduce_gradients %x<"w"> scaled(%s : tensor<f32>) : tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

// expected-error@+1 {{the step is split already; run insert-loss-scaling before split-accumulation}}
module attributes {grad.schedule = #grad.schedule<accumulate = @a, update = @b, micro_steps = 2>} {
  func.func @a() {
    return
  }
  func.func @b() {
    return
  }
}

// -----

// expected-error@+1 {{loss scaling needs state named "loss_scale", as argument 2 is already}}
func.func @clash(%x: tensor<2xf32> {grad.batch}, %s: tensor<f32> {grad.seed}, %l: tensor<f32> {grad.state = "loss_scale"}) -> (tensor<2xf32> {grad.gradient = "w"}) {
  %g = grad.scale %x, %s : tensor<2xf32>, tensor<f32>
  return %g : tensor<2xf32>
}

// -----

// expected-error@+1 {{another function calls it, so it cannot get the arguments and results of a loss scale}}
func.func @called(%x: tensor<2xf32> {grad.batch}, %s: tensor<f32> {grad.seed}) -> (tensor<2xf32> {grad.gradient = "w"}) {
  return %x : tensor<2xf32>
}
func.func @caller(%x: tensor<2xf32>, %s: tensor<f32>) -> tensor<2xf32> {
  %0 = call @called(%x, %s) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
