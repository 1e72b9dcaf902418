// RUN: grad-opt %s --pass-pipeline='builtin.module(func.func(grad-prepare-inits))' | FileCheck %s
// RUN: grad-opt %s --grad-cpu-pipeline --mlir-print-ir-after=convert-bufferization-to-memref -o /dev/null 2>&1 | FileCheck %s --check-prefix=BUFFERS

// After CSE two products add to one fill, and two casts write to one empty
// tensor. Each gets its own, so that nothing is copied.
// CHECK-LABEL: func.func @shared_inits
// CHECK-DAG: %[[E0:.*]] = tensor.empty() : tensor<4x4xf32>
// CHECK-DAG: %[[F0:.*]] = linalg.fill ins(%{{.*}}) outs(%[[E0]]
// CHECK-DAG: linalg.matmul ins(%{{.*}}) outs(%[[F0]]
// CHECK-DAG: %[[E1:.*]] = tensor.empty() : tensor<4x4xf32>
// CHECK-DAG: %[[F1:.*]] = linalg.fill ins(%{{.*}}) outs(%[[E1]]
// CHECK-DAG: linalg.matmul ins(%{{.*}}) outs(%[[F1]]
// CHECK: grad.all_reduce
// BUFFERS-LABEL: func.func @shared_inits
// BUFFERS-NOT: memref.copy
// BUFFERS-COUNT-2: linalg.matmul
// BUFFERS-NOT: memref.copy
// BUFFERS: return
func.func @shared_inits(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x4xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%fill : tensor<4x4xf32>) -> tensor<4x4xf32>
  %b = linalg.matmul ins(%x, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%fill : tensor<4x4xf32>) -> tensor<4x4xf32>
  %r:2 = grad.all_reduce<sum> %a, %b : tensor<4x4xf32>, tensor<4x4xf32>
  return %r#0, %r#1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// A fill that is read too stays as it is; one with one writer is kept.
// CHECK-LABEL: func.func @read_fill
// CHECK: %[[READ:.*]] = linalg.fill
// CHECK: %[[OWN:.*]] = linalg.fill
// CHECK: linalg.matmul ins(%{{.*}}) outs(%[[OWN]]
// CHECK: return %{{.*}}, %[[READ]]
func.func @read_fill(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x4xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%fill : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %a, %fill : tensor<4x4xf32>, tensor<4x4xf32>
}
