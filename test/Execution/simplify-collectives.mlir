// simplify-collectives by execution: what each rule puts in place computes the
// same, on 1, 2 and 4 ranks. Sums of equal values are exact here (powers of
// two); the sum of two sums adds in another order.

// RUN: grad-opt %s --simplify-collectives -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: grad-run %t.mlir --entry=exact --against=%s --ranks=1
// RUN: grad-run %t.mlir --entry=exact --against=%s --ranks=2
// RUN: grad-run %t.mlir --entry=exact --against=%s --ranks=4
// RUN: grad-run %t.mlir --entry=reordered --against=%s --ranks=1 --rtol=1e-6
// RUN: grad-run %t.mlir --entry=reordered --against=%s --ranks=2 --rtol=1e-6
// RUN: grad-run %t.mlir --entry=reordered --against=%s --ranks=4 --rtol=1e-6

// Replicated values, a reduction of a reduction, the same operand twice, a dead
// result: two reductions are left of eight.

// CHECK-LABEL: func @exact
// CHECK-COUNT-2: grad.all_reduce
// CHECK-NOT:     grad.all_reduce
// CHECK:         return
func.func @exact(%w: tensor<5xf32> {grad.param = "w"}, %x: tensor<5xf32>)
    -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %sum = grad.all_reduce<sum> %w : tensor<5xf32>
  %max = grad.all_reduce<max> %w : tensor<5xf32>
  %avg = grad.all_reduce<avg> %w : tensor<5xf32>
  %once = grad.all_reduce<max> %x : tensor<5xf32>
  %twice = grad.all_reduce<max> %once : tensor<5xf32>
  %a = grad.all_reduce<sum> %x : tensor<5xf32>
  %b = grad.all_reduce<sum> %x : tensor<5xf32>
  %dead = grad.all_reduce<prod> %x : tensor<5xf32>
  return %sum, %max, %avg, %twice, %a, %b
      : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// CHECK-LABEL: func @reordered
// CHECK-COUNT-1: grad.all_reduce
// CHECK-NOT:     grad.all_reduce
// CHECK:         return
func.func @reordered(%x: tensor<5xf32>, %y: tensor<5xf32>) -> tensor<5xf32> {
  %a = grad.all_reduce<sum> %x : tensor<5xf32>
  %b = grad.all_reduce<sum> %y : tensor<5xf32>
  %s = arith.addf %a, %b : tensor<5xf32>
  return %s : tensor<5xf32>
}
