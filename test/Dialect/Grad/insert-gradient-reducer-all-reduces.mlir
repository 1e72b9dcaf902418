// Reducers in place of bare all-reduces.
//
// RUN: split-file %s %t
// RUN: grad-opt %t/bare.mlir --insert-gradient-reducer="gradients=all-reduces world-size=4" | FileCheck %t/bare.mlir
// RUN: grad-opt %t/bare.mlir --insert-gradient-reducer="gradients=all-reduces world-size=4" -o %t/once.mlir
// RUN: grad-opt %t/once.mlir --insert-gradient-reducer="gradients=all-reduces world-size=4" -o %t/twice.mlir
// RUN: diff %t/once.mlir %t/twice.mlir
// RUN: grad-opt %t/bare.mlir --insert-gradient-reducer="gradients=all-reduces world-size=4" --remarks-filter=insert-gradient-reducer -o /dev/null 2>&1 | FileCheck %t/bare.mlir --check-prefix=REMARK
// RUN: grad-opt %t/bare.mlir --insert-gradient-reducer="gradients=all-reduces" | FileCheck %t/bare.mlir --check-prefix=OPEN
// RUN: grad-opt %t/bare.mlir --insert-gradient-reducer="gradients=all-reduces mean=true degree=3 scale=before" | FileCheck %t/bare.mlir --check-prefix=MEAN
// RUN: grad-opt %t/left.mlir --insert-gradient-reducer="gradients=all-reduces match=^g" --remarks-filter=insert-gradient-reducer 2>&1 | FileCheck %t/left.mlir
// RUN: grad-opt %t/norm.mlir --insert-gradient-reducer="gradients=all-reduces clip-norm=1 world-size=4" | FileCheck %t/norm.mlir
// RUN: grad-opt %t/invalid.mlir --split-input-file --verify-diagnostics --insert-gradient-reducer="gradients=all-reduces clip-norm=1 world-size=4"

//--- bare.mlir
// A sum stays one; a mean is one; and so is a sum that is divided by the number
// of its ranks right after, by a quotient or a factor, in place of both.

// CHECK-LABEL: func @sums
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[A:.*]] = grad.reduce_gradients %[[X]]<"a"> with<mean = false> {grad.note = 1 : i32} : tensor<4xf32>
// CHECK-NEXT: %[[B:.*]] = grad.reduce_gradients %[[X]]<"b">{{( with<>)?}} : tensor<4xf32>
// CHECK-NEXT: %[[C:.*]] = grad.reduce_gradients %[[X]]<"c">{{( with<>)?}} : tensor<4xf32>
// CHECK-NOT: arith.divf
// CHECK: %[[D:.*]] = grad.reduce_gradients %[[X]]<"d"> on #group{{( with<>)?}} : tensor<4xf32>
// CHECK-NOT: arith.mulf
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
// REMARK: [Passed] all-reduce | Category:insert-gradient-reducer | Function=sums | Gradient=a, Reason="it stays a sum"
// REMARK: [Passed] all-reduce | {{.*}} Gradient=b, Reason="it becomes a mean"
// REMARK: [Passed] all-reduce | {{.*}} Gradient=c, Reason="it becomes a mean with the division that follows"
// REMARK: [Passed] all-reduce | {{.*}} Gradient=d, Reason="it becomes a mean with the division that follows"

// Without the number of ranks, a division says nothing, but for the listed group.
// OPEN-LABEL: func @sums
// OPEN: <"a"> with<mean = false>
// OPEN: <"c"> with<mean = false>
// OPEN: arith.divf
// OPEN: <"d"> on #group{{( with<>)?}} :
// OPEN-NOT: arith.mulf
// OPEN: return

// MEAN-LABEL: func @sums
// MEAN: <"a"> with<degree = 3, scale = before>
// MEAN: <"b"> with<degree = 3, scale = before>
func.func @sums(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %a = grad.all_reduce<sum> %x {grad.param = "a", grad.note = 1 : i32} : tensor<4xf32>
  %b = grad.all_reduce<avg> %x {grad.param = "b"} : tensor<4xf32>
  %c = grad.all_reduce<sum> %x {grad.param = "c"} : tensor<4xf32>
  %four = arith.constant dense<4.0> : tensor<4xf32>
  %c4 = arith.divf %c, %four : tensor<4xf32>
  %d = grad.all_reduce<sum> %x on <[[0, 1], [2, 3]]> {grad.param = "d"} : tensor<4xf32>
  %half = arith.constant dense<0.5> : tensor<4xf32>
  %d2 = arith.mulf %d, %half : tensor<4xf32>
  return %a, %b, %c4, %d2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// The division stays where the sum is used otherwise, where another factor is
// next, and where it divides by something else.

// CHECK-LABEL: func @other
// CHECK-COUNT-3: with<mean = false>
// REMARK-COUNT-3: Function=other {{.*}} Reason="it stays a sum"
func.func @other(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %four = arith.constant dense<4.0> : tensor<4xf32>
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %a = grad.all_reduce<sum> %x {grad.param = "a"} : tensor<4xf32>
  %a4 = arith.divf %a, %four : tensor<4xf32>
  %b = grad.all_reduce<sum> %x {grad.param = "b"} : tensor<4xf32>
  %b2 = arith.mulf %b, %two : tensor<4xf32>
  %b4 = arith.divf %b2, %four : tensor<4xf32>
  %c = grad.all_reduce<sum> %x {grad.param = "c"} : tensor<4xf32>
  %c2 = arith.divf %c, %two : tensor<4xf32>
  return %a, %a4, %b4, %c2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// An id is kept.

// CHECK-LABEL: func @ids
// CHECK: <"a"> with<mean = false, fusion_type = 3>
// CHECK: <"b"> with<mean = false, fusion_type = 0>
func.func @ids(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = grad.all_reduce<sum> %x fusion<id = 3> {grad.param = "a"} : tensor<4xf32>
  %b = grad.all_reduce<sum> %x fusion<id = 0> {grad.param = "b"} : tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

//--- left.mlir
// What is no gradient, and why. Remarks come from the end of the block on.

// CHECK-DAG: [Missed] left {{.*}} Gradient={{.*}}:[[@LINE+16]], Reason="it is a bucket already"
// CHECK-DAG: [Missed] left {{.*}} Gradient=g1, Reason="its kind is neither sum nor avg"
// CHECK-DAG: [Missed] left {{.*}} Gradient=g2, Reason="it delivers another type than it sends"
// CHECK-DAG: [Missed] left {{.*}} Gradient=g3, Reason="it is not of floats"
// CHECK-DAG: [Missed] left {{.*}} Gradient=g4, Reason="it is one number, such as the loss"
// CHECK-DAG: [Missed] left {{.*}} Gradient=g5, Reason="a reducer made it"
// CHECK-DAG: [Missed] left {{.*}} Gradient=g6, Reason="another collective depends on it, so it is no gradient"
// CHECK-DAG: [Missed] left {{.*}} Gradient=h, Reason="its name does not match"
// CHECK-DAG: [Passed] all-reduce {{.*}} Gradient=g7, Reason="it stays a sum"

// CHECK-LABEL: func @left
// CHECK-COUNT-8: grad.all_reduce
// CHECK: grad.reduce_gradients %{{.*}}<"g7">
// CHECK-NOT: grad.
// CHECK: return
func.func @left(%x: tensor<4xf32>, %h: tensor<4xf16>, %i: tensor<4xi32>, %loss: tensor<f32>) {
  %0:2 = grad.all_reduce<sum> %x, %x : tensor<4xf32>, tensor<4xf32>
  %1 = grad.all_reduce<max> %x {grad.param = "g1"} : tensor<4xf32>
  %2 = grad.all_reduce<sum> %h {grad.param = "g2"} : tensor<4xf16> -> tensor<4xf32>
  %3 = grad.all_reduce<sum> %i {grad.param = "g3"} : tensor<4xi32>
  %4 = grad.all_reduce<sum> %loss {grad.param = "g4"} : tensor<f32>
  %5 = grad.all_reduce<sum> %x {grad.mean = 4 : i64, grad.param = "g5"} : tensor<4xf32>
  %6 = grad.all_reduce<sum> %x {grad.param = "g6"} : tensor<4xf32>
  %h6 = arith.negf %6 : tensor<4xf32>
  %8 = grad.all_reduce<sum> %h6 {grad.param = "h"} : tensor<4xf32>
  %7 = grad.all_reduce<sum> %x {grad.param = "g7"} : tensor<4xf32>
  return
}

//--- norm.mlir
// One reducer for one norm, where the last stood; what uses the first moves below
// it. Names that are equal are told apart.

// CHECK-LABEL: func @norm
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[H:.*]]: tensor<2xf16>)
// CHECK: %[[N:.*]] = arith.negf %[[X]]
// CHECK-NEXT: %[[R:.*]]:3 = grad.reduce_gradients %[[X]]<"a">, %[[H]]<"b">, %[[N]]<"a#1"> with<clip_norm = 1.000000e+00> : tensor<4xf32>, tensor<2xf16>, tensor<4xf32>
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[R]]#0, %[[R]]#0
// CHECK-NEXT: return %[[U]], %[[R]]#1, %[[R]]#2
func.func @norm(%x: tensor<4xf32>, %h: tensor<2xf16>) -> (tensor<4xf32>, tensor<2xf16>, tensor<4xf32>) {
  %a = grad.all_reduce<avg> %x {grad.param = "a"} : tensor<4xf32>
  %u = arith.addf %a, %a : tensor<4xf32>
  %b = grad.all_reduce<sum> %h {grad.param = "b"} : tensor<2xf16>
  %quarter = arith.constant dense<0.25> : tensor<2xf16>
  %b4 = arith.mulf %b, %quarter : tensor<2xf16>
  %n = arith.negf %x : tensor<4xf32>
  %c = grad.all_reduce<avg> %n {grad.param = "a"} : tensor<4xf32>
  return %u, %b4, %c : tensor<4xf32>, tensor<2xf16>, tensor<4xf32>
}

//--- invalid.mlir
func.func @groups(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = grad.all_reduce<sum> %x {grad.param = "a"} : tensor<4xf32>
  // expected-error@+1 {{all-reduce 'b' and all-reduce 'a' cannot share a norm: their groups or their means differ; choose gradients with 'match'}}
  %b = grad.all_reduce<sum> %x on <[[0, 1], [2, 3]]> {grad.param = "b"} : tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @means(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = grad.all_reduce<sum> %x {grad.param = "a"} : tensor<4xf32>
  // expected-error@+1 {{all-reduce 'b' and all-reduce 'a' cannot share a norm: their groups or their means differ}}
  %b = grad.all_reduce<avg> %x {grad.param = "b"} : tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = grad.all_reduce<sum> %x {grad.param = "a"} : tensor<4xf32>
  return %a : tensor<4xf32>
}
func.func @two(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{all-reduce 'a' and all-reduce 'b' stand in different blocks and cannot share a norm; choose gradients with 'match'}}
  %b = grad.all_reduce<sum> %x {grad.param = "b"} : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func private @log(tensor<4xf32>)
func.func @side_effect(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = grad.all_reduce<sum> %x {grad.param = "a"} : tensor<4xf32>
  // expected-error@+1 {{'func.call' has side effects and depends on an all-reduce, so it cannot move below the reducer}}
  func.call @log(%a) : (tensor<4xf32>) -> ()
  %b = grad.all_reduce<sum> %x {grad.param = "b"} : tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}
