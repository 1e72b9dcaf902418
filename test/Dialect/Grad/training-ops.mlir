// Text of schedules, optimizers, and what stands between micro-steps; folds.
//
// RUN: grad-opt %s | grad-opt | FileCheck %s
// RUN: grad-opt %s --mlir-print-op-generic | grad-opt | FileCheck %s
// RUN: grad-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// CHECK: module attributes {grad.schedule = #grad.schedule<accumulate = @accumulate, update = @update, clear = @clear, micro_steps = 4, last_in_update = true>}
module attributes {grad.schedule = #grad.schedule<accumulate = @accumulate, update = @update, clear = @clear,
    micro_steps = 4, last_in_update = true>} {
  func.func private @accumulate(tensor<4xf32> {grad.param = "w", grad.init = 1.0 : f32})
  func.func private @update() -> (tensor<f32> {grad.metric = "loss"})
  func.func private @clear(i1 {grad.state = "flag", grad.init = false})

  // CHECK-LABEL: func @optimizers
  func.func @optimizers(%w: tensor<4xf16>, %g: tensor<4xf32>, %v: tensor<4xf32>, %m: tensor<4xf32>, %t: tensor<i32>, %r: tensor<f32>, %ok: tensor<i1>)
      -> (tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>) {
    // CHECK: grad.sgd %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xf16>, tensor<4xf32>, tensor<f32>
    %0 = grad.sgd %w, %g, %r {weight_decay = 0.0} : tensor<4xf16>, tensor<4xf32>, tensor<f32>
    // CHECK: grad.momentum %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} if %{{.*}} {momentum = 5.000000e-01 : f64, nesterov} : tensor<4xf16>, tensor<4xf32>, tensor<4xf32>, tensor<f32>
    %1, %v1 = grad.momentum %w, %g, %v, %r if %ok {momentum = 0.5, nesterov} : tensor<4xf16>, tensor<4xf32>, tensor<4xf32>, tensor<f32>
    // CHECK: grad.adam %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xf16>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>, tensor<f32>
    %2, %m2, %v2 = grad.adam %w, %g, %m, %v, %t, %r : tensor<4xf16>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>, tensor<f32>
    // CHECK: grad.adamw %{{.*}} if %{{.*}} {beta1 = 5.000000e-01 : f64} :
    %3, %m3, %v3 = grad.adamw %w, %g, %m, %v, %t, %r if %ok {beta1 = 0.5} : tensor<4xf16>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>, tensor<f32>
    return %0, %1, %2, %3 : tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>
  }

  // CHECK-LABEL: func @between
  // FOLD-LABEL: func @between
  func.func @between(%l: tensor<f16>, %s: tensor<f32>, %a: tensor<2x3xf32>, %b: tensor<2x3xf16>, %c: tensor<2x3xf32>, %ok: tensor<i1>)
      -> (tensor<f16>, tensor<f16>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf16>) {
    // CHECK: grad.seed %{{.*}} : tensor<f16>
    %0 = grad.seed %l : tensor<f16>
    // CHECK: grad.seed %{{.*}} scale %{{.*}} : tensor<f16>, tensor<f32>
    %1 = grad.seed %l scale %s : tensor<f16>, tensor<f32>
    // CHECK: grad.accumulate %{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<2x3xf16>
    %2 = grad.accumulate %a, %b : tensor<2x3xf32>, tensor<2x3xf16>
    // CHECK: grad.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<2x3xf32>
    %3 = grad.select %ok, %2, %c : tensor<2x3xf32>
    // CHECK: grad.clip %{{.*}}, %{{.*}} : tensor<2x3xf16>, tensor<f32>
    %4 = grad.clip %b, %s : tensor<2x3xf16>, tensor<f32>
    return %0, %1, %2, %3, %4 : tensor<f16>, tensor<f16>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf16>
  }

  // FOLD-LABEL: func @folds
  // FOLD-SAME: (%[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2xf32>, %{{.*}}: tensor<i1>)
  // FOLD-NEXT: return %[[A]], %[[B]], %[[A]]
  func.func @folds(%a: tensor<2xf32>, %b: tensor<2xf32>, %ok: tensor<i1>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
    %yes = arith.constant dense<true> : tensor<i1>
    %no = arith.constant dense<false> : tensor<i1>
    %0 = grad.select %yes, %a, %b : tensor<2xf32>
    %1 = grad.select %no, %a, %b : tensor<2xf32>
    %2 = grad.select %ok, %a, %a : tensor<2xf32>
    return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
}
