// No buffer of the size of a gradient is copied: rows are added in place, a
// factor is applied in place, selections are written in place.

// RUN: grad-opt %s --convert-grad-to-linalg \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops" \
// RUN:   --canonicalize --cse --canonicalize | FileCheck %s --implicit-check-not=memref.copy --implicit-check-not=bufferization.clone

// One buffer: gradients are reduced and scaled in it.

// CHECK-LABEL: func @mean(
// CHECK-SAME:      %[[X:.*]]: memref<8xf32>
// CHECK-NOT:     memref.alloc(
// CHECK:         grad.all_reduce<sum> %[[X]]
// CHECK:         linalg.generic {{.*}} ins(%[[X]] : memref<8xf32>) outs(%[[X]] : memref<8xf32>)
func.func @mean(%x: tensor<8xf32>) -> tensor<8xf32> {
  %half = arith.constant dense<0.5> : tensor<f32>
  %0 = grad.all_reduce<sum> %x : tensor<8xf32>
  %1 = grad.scale %0, %half : tensor<8xf32>, tensor<f32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func @rows(
// CHECK-COUNT-1: memref.alloc(
// CHECK-NOT:     memref.alloc(
// CHECK:         return
func.func @rows(%i: tensor<?xi32>, %v: tensor<?x8x2xf32>) -> tensor<100x8x2xf32> {
  %s = grad.indexed_slices %i, %v : !grad.indexed_slices<?xi32, 100x8x2xf32>
  %d = grad.to_dense %s : !grad.indexed_slices<?xi32, 100x8x2xf32> -> tensor<100x8x2xf32>
  return %d : tensor<100x8x2xf32>
}

// The table, the indices, the values.

// CHECK-LABEL: func @coalesce(
// CHECK-COUNT-3: memref.alloc(
// CHECK-NOT:     memref.alloc(
// CHECK:         return
func.func @coalesce(%i: tensor<?xi32>, %v: tensor<?x8xf32>) -> (tensor<?xi32>, tensor<?x8xf32>) {
  %s = grad.indexed_slices %i, %v : !grad.indexed_slices<?xi32, 100x8xf32>
  %d = grad.coalesce %s : !grad.indexed_slices<?xi32, 100x8xf32> -> !grad.indexed_slices<?xi32, 100x8xf32>
  %0 = grad.indices %d : !grad.indexed_slices<?xi32, 100x8xf32>
  %1 = grad.values %d : !grad.indexed_slices<?xi32, 100x8xf32>
  return %0, %1 : tensor<?xi32>, tensor<?x8xf32>
}

// The counters (twice), the keys, the indices, the values.

// CHECK-LABEL: func @sparsify(
// CHECK-COUNT-5: memref.alloc(
// CHECK-NOT:     memref.alloc(
// CHECK:         return
func.func @sparsify(%x: tensor<1000xf32>) -> (tensor<7xi32>, tensor<7xf32>) {
  %d = grad.sparsify %x top_k 7 : tensor<1000xf32> -> !grad.indexed_slices<7xi32, 1000xf32>
  %0 = grad.indices %d : !grad.indexed_slices<7xi32, 1000xf32>
  %1 = grad.values %d : !grad.indexed_slices<7xi32, 1000xf32>
  return %0, %1 : tensor<7xi32>, tensor<7xf32>
}

// A static number of rows goes straight into the gather.

// CHECK-LABEL: func @gather(
// CHECK-SAME:      %[[I:.*]]: memref<3xi32>, %[[V:.*]]: memref<3x8xf32>
// CHECK:         grad.all_gather ins(%[[I]], %[[V]] : memref<3xi32>, memref<3x8xf32>)
func.func @gather(%i: tensor<3xi32>, %v: tensor<3x8xf32>) -> (tensor<?xi32>, tensor<?x8xf32>, tensor<?xi64>) {
  %0:3 = grad.all_gather_v %i, %v : tensor<3xi32>, tensor<3x8xf32> -> tensor<?xi32>, tensor<?x8xf32>, tensor<?xi64>
  return %0#0, %0#1, %0#2 : tensor<?xi32>, tensor<?x8xf32>, tensor<?xi64>
}
