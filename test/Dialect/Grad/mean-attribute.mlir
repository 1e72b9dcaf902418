// grad.mean stays right where collectives are fused, split and dropped, and in
// generic form.
//
// RUN: grad-opt %s --fuse-allreduce | FileCheck %s --check-prefix=FUSE
// RUN: grad-opt %s --fuse-allreduce --verify-gradient-scale -o /dev/null
// RUN: grad-opt %s --fuse-allreduce --simplify-collectives | FileCheck %s --check-prefix=DROP
// RUN: grad-opt %s --mlir-print-op-generic | grad-opt | FileCheck %s --check-prefix=PLAIN
// RUN: grad-opt %s --fuse-allreduce --convert-grad-to-stablehlo | FileCheck %s --check-prefix=WRITE --implicit-check-not=grad.mean

// What members agree on is one number; else each has its own, 0 for none.

// FUSE-LABEL: func @equal
// FUSE: grad.all_reduce<sum> %{{.*}}, %{{.*}} {grad.mean = 4 : i64}
// DROP-LABEL: func @equal
// PLAIN-LABEL: func @equal
// PLAIN: grad.all_reduce<sum> %{{.*}} {grad.mean = 4 : i64} : tensor<4xf32>
// WRITE: "stablehlo.all_reduce"
func.func @equal(%x: tensor<4xf32>, %y: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %f4 = arith.constant dense<0.25> : tensor<4xf32>
  %f2 = arith.constant dense<0.25> : tensor<2xf32>
  %0 = grad.all_reduce<sum> %x {grad.mean = 4 : i64} : tensor<4xf32>
  %1 = arith.mulf %0, %f4 : tensor<4xf32>
  %2 = grad.all_reduce<sum> %y {grad.mean = 4 : i64} : tensor<2xf32>
  %3 = arith.mulf %2, %f2 : tensor<2xf32>
  return %1, %3 : tensor<4xf32>, tensor<2xf32>
}

// The mean is checked as before. Where the loss is dropped, what is left is one
// number again.

// FUSE-LABEL: func @different
// FUSE: grad.all_reduce<sum> %{{.*}}, %{{.*}}, %{{.*}} {grad.mean = array<i64: 4, 0, 2>}
// DROP-LABEL: func @different
// DROP: grad.all_reduce<sum> %{{.*}}, %{{.*}} {grad.mean = array<i64: 4, 2>}
func.func @different(%x: tensor<4xf32>, %loss: tensor<f32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %f4 = arith.constant dense<0.25> : tensor<4xf32>
  %f2 = arith.constant dense<0.5> : tensor<4xf32>
  %0 = grad.all_reduce<sum> %x {grad.mean = 4 : i64} : tensor<4xf32>
  %1 = arith.mulf %0, %f4 : tensor<4xf32>
  %2 = grad.all_reduce<sum> %loss : tensor<f32>
  %3 = grad.all_reduce<sum> %y {grad.mean = 2 : i64} : tensor<4xf32>
  %4 = arith.mulf %3, %f2 : tensor<4xf32>
  return %1, %4 : tensor<4xf32>, tensor<4xf32>
}

// DROP-LABEL: func @dropped
// DROP: grad.all_reduce<sum> %{{.*}} {grad.mean = 4 : i64}
func.func @dropped(%x: tensor<4xf32>, %loss: tensor<f32>) -> tensor<4xf32> {
  %f4 = arith.constant dense<0.25> : tensor<4xf32>
  %0 = grad.all_reduce<sum> %loss : tensor<f32>
  %1 = grad.all_reduce<sum> %x {grad.mean = 4 : i64} : tensor<4xf32>
  %2 = arith.mulf %1, %f4 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// The same operand, as a sum and as a mean, is reduced once.

// FUSE-LABEL: func @same_operand
// FUSE: grad.all_reduce<sum> %arg0, %arg1 {grad.mean = array<i64: 4, 0>}
func.func @same_operand(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %f4 = arith.constant dense<0.25> : tensor<4xf32>
  %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  %1 = grad.all_reduce<sum> %y : tensor<4xf32>
  %2 = grad.all_reduce<sum> %x {grad.mean = 4 : i64} : tensor<4xf32>
  %3 = arith.mulf %2, %f4 : tensor<4xf32>
  return %0, %1, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
