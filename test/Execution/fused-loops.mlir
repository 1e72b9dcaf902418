// RUN: grad-run %s --ranks=2 --print | FileCheck %s

// Loops over elements are fused before they are lowered. Each rounding stays,
// and so does each value.

#id = affine_map<(d0) -> (d0)>

// 2049 is no f16: the mean of 4098 is rounded to 2048 before the update sees
// it, and 0.1 is rounded to f16 before it is widened.
// CHECK: rank 0: result0 = 3xf32 [-2048, 0.900024414, 5]
func.func @main() -> (tensor<3xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<3xf32>) {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[0.0, 1.0, 5.0]> : tensor<3xf32>
  %g = arith.constant dense<[2049.0, 0.1, 0.0]> : tensor<3xf32>
  %half = arith.constant dense<0.5> : tensor<3xf32>
  %e = tensor.empty() : tensor<3xf32>
  %sum = grad.all_reduce<sum> %g : tensor<3xf32>
  %mean = arith.mulf %sum, %half : tensor<3xf32>
  %narrow = arith.truncf %mean : tensor<3xf32> to tensor<3xf16>
  %wide = arith.extf %narrow : tensor<3xf16> to tensor<3xf32>
  %new = linalg.sub ins(%w, %wide : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>

  // Two products add to one fill.
  // CHECK-NEXT: rank 0: result1 = 2x2xf32 [14, 20, 30, 44]
  // CHECK-NEXT: rank 0: result2 = 2x2xf32 [20, 28, 44, 60]
  %a = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = arith.constant dense<[[2.0, 2.0], [4.0, 6.0]]> : tensor<2x2xf32>
  %empty = tensor.empty() : tensor<2x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
  %m = linalg.matmul ins(%a, %a : tensor<2x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<2x2xf32>) -> tensor<2x2xf32>
  %n = linalg.matmul ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<2x2xf32>) -> tensor<2x2xf32>
  %r:2 = grad.all_reduce<sum> %m, %n : tensor<2x2xf32>, tensor<2x2xf32>

  // What is computed from the operand of a collective is not computed from its
  // result, though the two may share memory.
  // CHECK-NEXT: rank 0: result3 = 3xf32 [-2, -4, -6]
  // CHECK-NEXT: rank 0: result4 = 3xf32 [4, 8, 12]
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %y = arith.addf %x, %x : tensor<3xf32>
  %before = arith.mulf %y, %half : tensor<3xf32>
  %t = grad.all_reduce<sum> %y : tensor<3xf32>
  %minus = arith.negf %before : tensor<3xf32>
  %twice = arith.addf %minus, %minus : tensor<3xf32>
  return %new, %r#0, %r#1, %twice, %t : tensor<3xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<3xf32>
}
