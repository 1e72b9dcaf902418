// What arguments and results of a training step are.
//
// RUN: grad-opt %s | FileCheck %s
// RUN: grad-opt %s --mlir-print-op-generic | grad-opt | FileCheck %s
// RUN: grad-opt %s --emit-bytecode | grad-opt | FileCheck %s

// CHECK-LABEL: func.func private @step
// CHECK-SAME: tensor<4xf32> {grad.param = "w"}
// CHECK-SAME: tensor<4xf32> {grad.state = "momentum.w"}
// CHECK-SAME: tensor<8x4xf32> {grad.batch}
// CHECK-SAME: tensor<f32> {grad.replicated}
// CHECK-SAME: tensor<f32> {grad.seed}
// CHECK-SAME: -> (tensor<4xf32> {grad.updates = "w"}, tensor<4xf32> {grad.updates = "momentum.w"}, tensor<4xf16> {grad.gradient = "w"}, tensor<f32>)
func.func private @step(
    tensor<4xf32> {grad.param = "w"},
    tensor<4xf32> {grad.state = "momentum.w"},
    tensor<8x4xf32> {grad.batch},
    tensor<f32> {grad.replicated},
    tensor<f32> {grad.seed})
    -> (tensor<4xf32> {grad.updates = "w"},
        tensor<4xf32> {grad.updates = "momentum.w"},
        tensor<4xf16> {grad.gradient = "w"}, tensor<f32>)

// State may differ by rank; a seed may be the same everywhere; a parameter may
// say so once more.
// CHECK-LABEL: func.func private @marks
// CHECK-SAME: {grad.per_rank, grad.state = "accu_grads.w"}
// CHECK-SAME: {grad.param = "v", grad.per_rank}
// CHECK-SAME: {grad.replicated, grad.seed}
// CHECK-SAME: {grad.param = "w", grad.replicated}
func.func private @marks(
    tensor<4xf32> {grad.state = "accu_grads.w", grad.per_rank},
    tensor<4xf32> {grad.param = "v", grad.per_rank},
    tensor<f32> {grad.seed, grad.replicated},
    tensor<4xf32> {grad.param = "w", grad.replicated})

// Two functions may use one name; an update need not be in the argument's place.
// CHECK-LABEL: func.func @swapped
func.func @swapped(%a: tensor<4xf32> {grad.param = "w"},
                   %b: tensor<4xf32> {grad.param = "b"})
    -> (tensor<4xf32> {grad.updates = "b"}, tensor<4xf32> {grad.updates = "w"}) {
  return %b, %a : tensor<4xf32>, tensor<4xf32>
}

// Bufferization leaves a dynamic layout to the argument only.
// CHECK-LABEL: func.func private @layouts
func.func private @layouts(
    memref<4xf32, strided<[?], offset: ?>> {grad.param = "w"})
    -> (memref<4xf32> {grad.updates = "w"})

// On operations, names of the dialect are free.
// CHECK-LABEL: func.func @operations
func.func @operations(%a: tensor<4xf32>) -> tensor<4xf32>
    attributes {grad.note = 3 : i64} {
  // CHECK: grad.all_reduce<sum> %{{.*}} {grad.param = "w"} : tensor<4xf32>
  %0 = grad.all_reduce<sum> %a {grad.param = "w"} : tensor<4xf32>
  // CHECK: arith.negf %{{.*}} {grad.anything = [1]} : tensor<4xf32>
  %1 = arith.negf %0 {grad.anything = [1]} : tensor<4xf32>
  return %1 : tensor<4xf32>
}
