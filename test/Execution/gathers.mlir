// What an all-gather makes of all ranks' parts of a parameter is delivered to the
// parameter's memory, also from a rank's own part there, unless something needs
// the old one after that.

// RUN: split-file %s %t
// RUN: %python %S/Inputs/write_npz.py %t/state.npz a '<f4' 2,2 1,2,3,4 b '<f4' 4 5,6,7,8 c '<f4' 4 9,9,9,9
// DEFINE: %{lower} = grad-opt --pass-pipeline='builtin.module(func.func(convert-elementwise-to-linalg),grad-prepare-entries,one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},canonicalize,cse,grad-update-in-place)'
// RUN: %{lower} %t/parts.mlir | FileCheck %t/parts.mlir --check-prefix=IR
// RUN: grad-run %t/parts.mlir --ranks=2 --inputs=%t/state.npz --print | FileCheck %t/parts.mlir
// RUN: %{lower} %t/others.mlir | FileCheck %t/others.mlir --check-prefix=IR
// RUN: grad-run %t/others.mlir --ranks=2 --inputs=%t/state.npz --print | FileCheck %t/others.mlir
// RUN: %{lower} %t/twice.mlir | FileCheck %t/twice.mlir --check-prefix=IR
// RUN: grad-run %t/twice.mlir --ranks=2 --inputs=%t/state.npz --print | FileCheck %t/twice.mlir

//--- parts.mlir
// Rank 0 adds 1 to its half, rank 1 too; `b` is gathered from parts elsewhere.

// IR-LABEL: func.func @step(
// IR-SAME: %[[A:.*]]: memref<2x2xf32> {{.*}}, %[[B:.*]]: memref<4xf32>
// IR-DAG: %[[VECTOR:.*]] = memref.collapse_shape %[[A]]
// IR-DAG: %[[PART:.*]] = memref.subview %{{.*}}[%{{.*}}] [2] [1]
// IR: grad.all_gather ins(%[[PART]], %[[OTHER:.*]] : {{.*}}) outs(%{{.*}}, %[[B]] : memref<4xf32>, memref<4xf32>)
// IR-NOT: memref.copy
// IR: return

// CHECK: rank 0: a = 2x2xf32 [2, 3, 4, 5]
// CHECK-NEXT: rank 0: b = 4xf32 [6, 7, 6, 7]
// CHECK: rank 1: a = 2x2xf32 [2, 3, 4, 5]
func.func @step(%a: tensor<2x2xf32> {grad.param = "a"}, %b: tensor<4xf32> {grad.param = "b"})
    -> (tensor<2x2xf32> {grad.updates = "a"}, tensor<4xf32> {grad.updates = "b"}) {
  %ones = arith.constant dense<1.0> : tensor<2xf32>
  %two = arith.constant 2 : index
  %vector = tensor.collapse_shape %a [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  %me = grad.rank : index
  %at = arith.muli %me, %two : index
  %part = tensor.extract_slice %vector[%at] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %new = arith.addf %part, %ones : tensor<2xf32>
  %other = arith.constant dense<[6.0, 7.0]> : tensor<2xf32>
  %all:2 = grad.all_gather %new, %other dim 0 : tensor<2xf32>, tensor<2xf32> -> tensor<4xf32>, tensor<4xf32>
  %matrix = tensor.expand_shape %all#0 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %matrix, %all#1 : tensor<2x2xf32>, tensor<4xf32>
}

//--- others.mlir
// The old state is read after the gather; and the block that a rank sends is not
// the one it would receive.

// IR-LABEL: func.func @step(
// IR-SAME: %[[A:.*]]: memref<2x2xf32> {{.*}}, %[[B:.*]]: memref<4xf32>
// IR: grad.all_gather
// IR: linalg.generic
// IR-DAG: memref.copy %{{.*}}, %[[A]]
// IR-DAG: memref.copy %{{.*}}, %[[B]]
// IR: return

// CHECK: rank 0: a = 2x2xf32 [1, 1, 1, 1]
// CHECK-NEXT: rank 0: b = 4xf32 [7, 8, 5, 6]
// CHECK-NEXT: rank 0: result2 = 2x2xf32 [2, 3, 4, 5]
func.func @step(%a: tensor<2x2xf32> {grad.param = "a"}, %b: tensor<4xf32> {grad.param = "b"})
    -> (tensor<2x2xf32> {grad.updates = "a"}, tensor<4xf32> {grad.updates = "b"}, tensor<2x2xf32>) {
  %ones = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %me = grad.rank : index
  %other = arith.subi %one, %me : index
  %at = arith.muli %other, %two : index
  %part = tensor.extract_slice %b[%at] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %all_b = grad.all_gather %part dim 0 : tensor<2xf32> -> tensor<4xf32>
  %all_a = grad.all_gather %ones dim 0 : tensor<1x2xf32> -> tensor<2x2xf32>
  %sum = arith.addf %all_a, %a : tensor<2x2xf32>
  return %all_a, %all_b, %sum : tensor<2x2xf32>, tensor<4xf32>, tensor<2x2xf32>
}

//--- twice.mlir
// Two states and a result become what one gather makes: it goes to the first,
// and the others are copies.

// IR-LABEL: func.func @step(
// IR-SAME: %[[B:.*]]: memref<4xf32> {{.*}}, %[[C:.*]]: memref<4xf32>
// IR: grad.all_gather ins({{.*}}) outs(%[[C]] : memref<4xf32>)
// IR: memref.copy %[[C]], %[[STATE:.*]] :
// IR: memref.copy %[[C]], %[[NEW:.*]] :
// IR: memref.copy %[[STATE]], %[[B]]
// IR: return %[[NEW]]

// CHECK: rank 0: b = 4xf32 [5, 6, 5, 6]
// CHECK-NEXT: rank 0: c = 4xf32 [5, 6, 5, 6]
// CHECK-NEXT: rank 0: result2 = 4xf32 [5, 6, 5, 6]
func.func @step(%b: tensor<4xf32> {grad.param = "b"}, %c: tensor<4xf32> {grad.param = "c"})
    -> (tensor<4xf32> {grad.updates = "b"}, tensor<4xf32> {grad.updates = "c"}, tensor<4xf32>) {
  %part = tensor.extract_slice %b[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %all = grad.all_gather %part dim 0 : tensor<2xf32> -> tensor<4xf32>
  return %all, %all, %all : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
