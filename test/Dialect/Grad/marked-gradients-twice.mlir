// RUN: grad-opt %s --insert-gradient-reducer -o %t.once.mlir
// RUN: FileCheck %s < %t.once.mlir
// RUN: grad-opt %t.once.mlir --insert-gradient-reducer | diff %t.once.mlir -
// RUN: grad-opt %s --grad-data-parallel-pipeline=world-size=2 -o %t.reduced.mlir
// RUN: grad-opt %t.reduced.mlir --grad-data-parallel-pipeline=world-size=2 | diff %t.reduced.mlir -

// The reducer takes over the mark of an operation. Were the mark still there
// when the reducer is expanded, a second run would reduce once more.
// CHECK-LABEL: func.func @marked_operation
// CHECK-NOT: grad.gradient
// CHECK: grad.reduce_gradients %{{.*}}<"w">
// CHECK-NOT: grad.reduce_gradients
func.func @marked_operation(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %g = arith.mulf %x, %x {grad.gradient = "w"} : tensor<4xf32>
  %new = arith.subf %w, %g : tensor<4xf32>
  return %new : tensor<4xf32>
}

// That of a result stays: what it names is the reduced gradient.
// CHECK-LABEL: func.func @marked_result
// CHECK-SAME: grad.gradient = "w"
// CHECK: %[[REDUCED:.*]] = grad.reduce_gradients %{{.*}}<"w">
// CHECK: return %[[REDUCED]]
func.func @marked_result(%x: tensor<4xf32>) -> (tensor<4xf32> {grad.gradient = "w"}) {
  %g = arith.mulf %x, %x : tensor<4xf32>
  return %g : tensor<4xf32>
}
