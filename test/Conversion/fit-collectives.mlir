// RUN: grad-opt %s --fit-collectives=backend=nccl | FileCheck %s --check-prefixes=CHECK,KEEP
// RUN: grad-opt %s --fit-collectives="backend=nccl low-precision=widen" | FileCheck %s --check-prefixes=CHECK,WIDEN
// RUN: grad-opt %s --fit-collectives | FileCheck %s --check-prefix=LOCAL
// RUN: not grad-opt %s --fit-collectives=backend=mpi 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: unknown backend 'mpi'; expected one of local, record, nccl

// What travels in f16 and is delivered in f32: NCCL has one type. The other
// operand of the bucket is left alone.

// CHECK-LABEL: func @mixed
// KEEP: %[[SUM:.*]]:2 = grad.all_reduce<sum> %arg0, %arg1 : tensor<4xf16>, tensor<2xf32>
// KEEP: %[[WIDE:.*]] = arith.extf %[[SUM]]#0 : tensor<4xf16> to tensor<4xf32>
// KEEP: return %[[WIDE]], %[[SUM]]#1
// WIDEN: %[[WIDE:.*]] = arith.extf %arg0 : tensor<4xf16> to tensor<4xf32>
// WIDEN: grad.all_reduce<sum> %[[WIDE]], %arg1 : tensor<4xf32>, tensor<2xf32>
// LOCAL: grad.all_reduce<sum> %arg0, %arg1 : tensor<4xf16>, tensor<2xf32> -> tensor<4xf32>, tensor<2xf32>
func.func @mixed(%a: tensor<4xf16>, %b: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %0:2 = grad.all_reduce<sum> %a, %b : tensor<4xf16>, tensor<2xf32> -> tensor<4xf32>, tensor<2xf32>
  return %0#0, %0#1 : tensor<4xf32>, tensor<2xf32>
}

// CHECK-LABEL: func @scatter
// KEEP: grad.reduce_scatter<avg> %arg0 dim 0 on {{.*}} : tensor<4xbf16> -> tensor<2xbf16>
// WIDEN: %[[WIDE:.*]] = arith.extf
// WIDEN: %[[SUM:.*]] = grad.reduce_scatter<avg> %[[WIDE]] dim 0 on {{.*}} : tensor<4xf32> -> tensor<2xf32>
// WIDEN: arith.truncf %[[SUM]] : tensor<2xf32> to tensor<2xbf16>
func.func @scatter(%a: tensor<4xbf16>) -> tensor<2xbf16> {
  %0 = grad.reduce_scatter<avg> %a dim 0 on <[[0, 1]]> : tensor<4xbf16> -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}

// What NCCL lacks in every type stays, for the lowering to refuse.

// CHECK-LABEL: func @maximum
// CHECK: grad.all_reduce<max> %arg0 : tensor<4xf32>
func.func @maximum(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = grad.all_reduce<max> %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
