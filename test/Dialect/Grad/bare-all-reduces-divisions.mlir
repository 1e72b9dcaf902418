// RUN: grad-opt %s --insert-gradient-reducer="gradients=all-reduces world-size=4" | FileCheck %s
// RUN: grad-opt %s --insert-gradient-reducer="gradients=all-reduces world-size=4 mean=false" | FileCheck %s --check-prefix=FALSE
// RUN: grad-opt %s --insert-gradient-reducer="gradients=all-reduces world-size=4 split-indices=1,3" | FileCheck %s --check-prefix=SPLIT

// A mean has several users in an optimizer with momentum, or where its norm is
// reported. The division goes away, and the number that it divided by.
// CHECK-LABEL: func.func @mean_with_two_users
// CHECK-NOT: arith.constant
// CHECK: %[[MEAN:.*]] = grad.reduce_gradients %{{.*}}<"w">
// CHECK-NOT: mean = false
// CHECK-NEXT: "model.norm"(%[[MEAN]])
// CHECK-NEXT: "model.update"(%[[MEAN]])
// With mean=false the reducer divides by nothing, so the division stays.
// FALSE-LABEL: func.func @mean_with_two_users
// FALSE: grad.reduce_gradients %{{.*}}<"w"> with<mean = false>
// FALSE: arith.divf
func.func @mean_with_two_users(%g: tensor<8xf32>) -> (tensor<f32>, tensor<8xf32>) {
  %ranks = arith.constant dense<4.0> : tensor<8xf32>
  %sum = grad.all_reduce<sum> %g {grad.param = "w"} : tensor<8xf32>
  %mean = arith.divf %sum, %ranks : tensor<8xf32>
  %norm = "model.norm"(%mean) : (tensor<8xf32>) -> tensor<f32>
  %update = "model.update"(%mean) : (tensor<8xf32>) -> tensor<8xf32>
  return %norm, %update : tensor<f32>, tensor<8xf32>
}

// The number stays where something else needs it.
// CHECK-LABEL: func.func @number_with_other_user
// CHECK: %[[FOUR:.*]] = arith.constant dense<4.0
// CHECK: %[[MEAN:.*]] = grad.reduce_gradients %{{.*}}<"w">
// CHECK-NEXT: return %[[MEAN]], %[[FOUR]]
func.func @number_with_other_user(%g: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %ranks = arith.constant dense<4.0> : tensor<8xf32>
  %sum = grad.all_reduce<sum> %g {grad.param = "w"} : tensor<8xf32>
  %mean = arith.divf %sum, %ranks : tensor<8xf32>
  return %mean, %ranks : tensor<8xf32>, tensor<8xf32>
}

// A division by something else is none of the mean.
// CHECK-LABEL: func.func @other_division
// CHECK: grad.reduce_gradients %{{.*}}<"w"> with<mean = false>
// CHECK-NEXT: arith.divf
func.func @other_division(%g: tensor<8xf32>) -> tensor<8xf32> {
  %half = arith.constant dense<2.0> : tensor<8xf32>
  %sum = grad.all_reduce<sum> %g {grad.param = "w"} : tensor<8xf32>
  %part = arith.divf %sum, %half : tensor<8xf32>
  return %part : tensor<8xf32>
}

// Positions count in the block: the first bucket ends after "a", the second one
// takes the rest.
// SPLIT-LABEL: func.func @positions
// SPLIT: grad.reduce_gradients %{{.*}}<"a"> with<{{.*}}fusion_type = 1
// SPLIT: grad.reduce_gradients %{{.*}}<"b"> with<{{.*}}fusion_type = 2
// SPLIT: grad.reduce_gradients %{{.*}}<"c"> with<{{.*}}fusion_type = 2
func.func @positions(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = grad.all_reduce<sum> %a {grad.param = "a"} : tensor<8xf32>
  %1 = grad.all_reduce<sum> %b {grad.param = "b"} : tensor<8xf32>
  %2 = grad.all_reduce<sum> %c {grad.param = "c"} : tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
