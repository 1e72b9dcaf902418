// Arithmetic on gradients and sparse gradients, in numbers. Every program is
// lowered by the pass itself, and is then run.

// RUN: split-file %s %t

// RUN: %python %S/Inputs/write_npz.py %t/scale.npz arg0 '<f2' 1,4 300,-0.0,65504,6e-8 arg1 '<u2' 1,2 0x3f80,0x7f80 arg2 '<f4' 1,2 16777216,1.0000001 arg3 '<f8' 1,1 3.0
// RUN: grad-opt %t/scale.mlir --convert-grad-to-linalg -o %t/out.mlir
// RUN: grad-run %t/out.mlir --inputs=%t/scale.npz --print | FileCheck %t/scale.mlir

// RUN: %python %S/Inputs/write_npz.py %t/finite.npz arg0 '<f2' 2,2 65504,6e-8,inf,0 arg1 '<u2' 2,2 0x7f7f,1,0x7f80,0 arg2 '<f4' 2,2 3.4e38,1e-45,nan,0 arg3 '<f8' 2,2 1.7e308,5e-324,-inf,0
// RUN: grad-opt %t/finite.mlir --convert-grad-to-linalg -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=2 --inputs=%t/finite.npz --print | FileCheck %t/finite.mlir

// RUN: grad-opt %t/norm.mlir --convert-grad-to-linalg -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=1 --print | FileCheck %t/norm.mlir

// RUN: grad-opt %t/rows.mlir --convert-grad-to-linalg -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=1 --print | FileCheck %t/rows.mlir

// RUN: grad-opt %t/empty.mlir --convert-grad-to-linalg -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=2 --print | FileCheck %t/empty.mlir

// RUN: grad-opt %t/largest.mlir --convert-grad-to-linalg -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=1 --print | FileCheck %t/largest.mlir

// RUN: grad-opt %t/gather.mlir --convert-grad-to-linalg -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=4 --print | FileCheck %t/gather.mlir

// RUN: grad-opt %t/mean.mlir --convert-grad-to-linalg -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=2 --print | FileCheck %t/mean.mlir

// RUN: grad-opt %t/boundaries.mlir --convert-grad-to-linalg -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=1 --print | FileCheck %t/boundaries.mlir
// RUN: grad-run %t/boundaries.mlir --ranks=1 --print | FileCheck %t/boundaries.mlir

// Random programs against plain Python, number by number.
// RUN: %python %S/Inputs/check_gradient_arithmetic.py --work %t/random --seed 1 --count 30 | FileCheck %s --check-prefix=RANDOM
// RANDOM: 90 programs, {{[1-9][0-9]+}} results, 0 failures

//--- scale.mlir
// 90000 has no f16, but an f32; 6550.4 is rounded to a multiple of 32, once, and
// a denormal is not lost; the last product has more than 24 bits.

// CHECK: result0 = 4xf16 [+Inf, -0, +Inf, 1.7881E-5]
// CHECK-NEXT: rank 0: result1 = 4xf32 [9.0E+4, -0, 19651200, 1.78813934E-5]
// CHECK-NEXT: result2 = 4xbf16 [30, -0, 6560, 5.966E-9]
// CHECK-NEXT: result3 = 2xf16 [1, +Inf]
// CHECK-NEXT: result4 = 2xf64 [50331648, 3.0000003576278687]
func.func @step(%h: tensor<4xf16>, %b: tensor<2xbf16>, %s: tensor<2xf32>, %d: tensor<1xf64>)
    -> (tensor<4xf16>, tensor<4xf32>, tensor<4xbf16>, tensor<2xf16>, tensor<2xf64>) {
  %f = arith.constant dense<300.0> : tensor<f16>
  %0 = grad.scale %h, %f : tensor<4xf16>, tensor<f16>
  %1 = grad.scale %h, %f : tensor<4xf16>, tensor<f16> -> tensor<4xf32>
  %g = arith.constant dense<0.1> : tensor<f32>
  %2 = grad.scale %h, %g : tensor<4xf16>, tensor<f32> -> tensor<4xbf16>
  %one = arith.constant dense<1.0> : tensor<bf16>
  %3 = grad.scale %b, %one : tensor<2xbf16>, tensor<bf16> -> tensor<2xf16>
  %t = tensor.collapse_shape %d [] : tensor<1xf64> into tensor<f64>
  %4 = grad.scale %s, %t : tensor<2xf32>, tensor<f64> -> tensor<2xf64>
  return %0, %1, %2, %3, %4 : tensor<4xf16>, tensor<4xf32>, tensor<4xbf16>, tensor<2xf16>, tensor<2xf64>
}

//--- finite.mlir
// The largest and the smallest numbers are finite; on rank 1 nothing is.

// CHECK-COUNT-5: rank 0: result{{[0-4]}} = i1 [1]
// CHECK-COUNT-5: rank 1: result{{[0-4]}} = i1 [0]
func.func @step(%h: tensor<?xf16>, %b: tensor<2xbf16>, %s: tensor<2xf32>, %d: tensor<2xf64>)
    -> (tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>) {
  %0 = grad.all_finite %h : tensor<?xf16> -> tensor<i1>
  %1 = grad.all_finite %b : tensor<2xbf16> -> tensor<i1>
  %2 = grad.all_finite %s : tensor<2xf32> -> tensor<i1>
  %3 = grad.all_finite %d : tensor<2xf64> -> tensor<i1>
  %4 = grad.all_finite %h, %b, %s, %d : tensor<?xf16>, tensor<2xbf16>, tensor<2xf32>, tensor<2xf64> -> tensor<i1>
  return %0, %1, %2, %3, %4 : tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>
}

//--- norm.mlir
// In 64 bits: 1e60 has no f32. In order: 2^54 + 1 + 1 + 1 stays 2^54, and
// 1 + 1 + 1 + 2^54 does not.

// CHECK: result0 = f64 [1.0000000300949327E+60]
// CHECK-NEXT: result1 = f64 [18014398509481984]
// CHECK-NEXT: result2 = f64 [18014398509481988]
// CHECK-NEXT: result3 = f64 [NaN]
// CHECK-NEXT: result4 = f64 [0]
func.func @step() -> (tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>) {
  %large = arith.constant dense<1.0e30> : tensor<1xf32>
  %0 = grad.squared_norm %large : tensor<1xf32> -> tensor<f64>
  %root = arith.constant dense<134217728.0> : tensor<f64>
  %ones = arith.constant dense<1.0> : tensor<1x3xf16>
  %1 = grad.squared_norm %root, %ones : tensor<f64>, tensor<1x3xf16> -> tensor<f64>
  %2 = grad.squared_norm %ones, %root : tensor<1x3xf16>, tensor<f64> -> tensor<f64>
  %nan = arith.constant dense<0x7FC0> : tensor<bf16>
  %3 = grad.squared_norm %ones, %nan : tensor<1x3xf16>, tensor<bf16> -> tensor<f64>
  %none = arith.constant dense<1.0> : tensor<0xf32>
  %4 = grad.squared_norm %none : tensor<0xf32> -> tensor<f64>
  return %0, %1, %2, %3, %4 : tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>
}

//--- rows.mlir
// bf16 256 + 1 + 1 + 1 is 259, which rounds once to 260. Indices of -1 and 3 are
// no rows. Numbers are added in their order: 1e8 + 1 - 1e8 is 0 in f32, while
// 1e8 - 1e8 + 1 is 1. Integers wrap.

// CHECK: result0 = 3xbf16 [0, 260, 0]
// CHECK-NEXT: result1 = 1xi32 [1]
// CHECK-NEXT: result2 = 1xbf16 [260]
// CHECK-NEXT: result3 = 3x2xf32 [0, 0, 0, 0, 0, 1]
// CHECK-NEXT: result4 = 2xi64 [0, 2]
// CHECK-NEXT: result5 = 2x2xf32 [0, 0, 0, 1]
// CHECK-NEXT: result6 = 2xi8 [-56, 1]
// CHECK-NEXT: result7 = 3xi64 [0, 0, 5]
func.func @step() -> (tensor<3xbf16>, tensor<?xi32>, tensor<?xbf16>, tensor<3x2xf32>, tensor<?xi64>, tensor<?x2xf32>, tensor<2xi8>, tensor<3xi64>) {
  %i = arith.constant dense<[1, -1, 1, 3, 1, 1]> : tensor<6xi32>
  %v = arith.constant dense<[256.0, 7.0, 1.0, 7.0, 1.0, 1.0]> : tensor<6xbf16>
  %s = grad.indexed_slices %i, %v : !grad.indexed_slices<6xi32, 3xbf16>
  %0 = grad.to_dense %s : !grad.indexed_slices<6xi32, 3xbf16> -> tensor<3xbf16>
  %c = grad.coalesce %s : !grad.indexed_slices<6xi32, 3xbf16> -> !grad.indexed_slices<?xi32, 3xbf16>
  %1 = grad.indices %c : !grad.indexed_slices<?xi32, 3xbf16>
  %2 = grad.values %c : !grad.indexed_slices<?xi32, 3xbf16>
  %j = arith.constant dense<[2, 0, 2, 2, -9223372036854775808]> : tensor<5xi64>
  %w = arith.constant dense<[[1.0e8, 1.0e8], [0.0, -0.0], [1.0, -1.0e8], [-1.0e8, 1.0], [7.0, 7.0]]> : tensor<5x2xf32>
  %t = grad.indexed_slices %j, %w : !grad.indexed_slices<5xi64, 3x2xf32>
  %3 = grad.to_dense %t : !grad.indexed_slices<5xi64, 3x2xf32> -> tensor<3x2xf32>
  %d = grad.coalesce %t : !grad.indexed_slices<5xi64, 3x2xf32> -> !grad.indexed_slices<?xi64, 3x2xf32>
  %4 = grad.indices %d : !grad.indexed_slices<?xi64, 3x2xf32>
  %5 = grad.values %d : !grad.indexed_slices<?xi64, 3x2xf32>
  %k = arith.constant dense<[0, 1, 0]> : tensor<3xi32>
  %b = arith.constant dense<[100, 1, 100]> : tensor<3xi8>
  %u = grad.indexed_slices %k, %b : !grad.indexed_slices<3xi32, 2xi8>
  %6 = grad.to_dense %u : !grad.indexed_slices<3xi32, 2xi8> -> tensor<2xi8>
  // The largest indices there are.
  %l = arith.constant dense<[2147483647, -2147483648, 2]> : tensor<3xi32>
  %q = arith.constant dense<[3, 4, 5]> : tensor<3xi64>
  %x = grad.indexed_slices %l, %q : !grad.indexed_slices<3xi32, 3xi64>
  %7 = grad.to_dense %x : !grad.indexed_slices<3xi32, 3xi64> -> tensor<3xi64>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<3xbf16>, tensor<?xi32>, tensor<?xbf16>, tensor<3x2xf32>, tensor<?xi64>, tensor<?x2xf32>, tensor<2xi8>, tensor<3xi64>
}

//--- empty.mlir
// No rows, rows without elements, a dense tensor without rows; nothing is
// gathered from anybody.

// CHECK: rank 0: result0 = 2x2xf16 [0, 0, 0, 0]
// CHECK-NEXT: result1 = 0xi32 []
// CHECK-NEXT: result2 = 0x2xf16 []
// CHECK-NEXT: result3 = 2xi32 [3, 5]
// CHECK-NEXT: result4 = 2x0xf32 []
// CHECK-NEXT: result5 = 0xf32 []
// CHECK-NEXT: result6 = 2xi64 [0, 0]
// CHECK-NEXT: result7 = 4xi32 [3, 5, 3, 5]
// CHECK-NEXT: result8 = 2xi64 [2, 2]
// CHECK: rank 1: result6 = 2xi64 [0, 0]
func.func @step() -> (tensor<2x2xf16>, tensor<?xi32>, tensor<?x2xf16>, tensor<?xi32>, tensor<?x0xf32>, tensor<0xf32>, tensor<?xi64>, tensor<?xi32>, tensor<?xi64>) {
  %i = arith.constant dense<0> : tensor<0xi32>
  %v = arith.constant dense<0.0> : tensor<0x2xf16>
  %s = grad.indexed_slices %i, %v : !grad.indexed_slices<0xi32, 2x2xf16>
  %0 = grad.to_dense %s : !grad.indexed_slices<0xi32, 2x2xf16> -> tensor<2x2xf16>
  %c = grad.coalesce %s : !grad.indexed_slices<0xi32, 2x2xf16> -> !grad.indexed_slices<?xi32, 2x2xf16>
  %1 = grad.indices %c : !grad.indexed_slices<?xi32, 2x2xf16>
  %2 = grad.values %c : !grad.indexed_slices<?xi32, 2x2xf16>
  %j = arith.constant dense<[5, 3, 5]> : tensor<3xi32>
  %w = arith.constant dense<0.0> : tensor<3x0xf32>
  %t = grad.indexed_slices %j, %w : !grad.indexed_slices<3xi32, 9x0xf32>
  %d = grad.coalesce %t : !grad.indexed_slices<3xi32, 9x0xf32> -> !grad.indexed_slices<?xi32, 9x0xf32>
  %3 = grad.indices %d : !grad.indexed_slices<?xi32, 9x0xf32>
  %4 = grad.values %d : !grad.indexed_slices<?xi32, 9x0xf32>
  %x = arith.constant dense<1.0> : tensor<3xf32>
  %u = grad.indexed_slices %j, %x : !grad.indexed_slices<3xi32, 0xf32>
  %5 = grad.to_dense %u : !grad.indexed_slices<3xi32, 0xf32> -> tensor<0xf32>
  %6:3 = grad.all_gather_v %1, %2 : tensor<?xi32>, tensor<?x2xf16> -> tensor<?xi32>, tensor<?x2xf16>, tensor<?xi64>
  %7:3 = grad.all_gather_v %3, %4 : tensor<?xi32>, tensor<?x0xf32> -> tensor<?xi32>, tensor<?x0xf32>, tensor<?xi64>
  return %0, %6#0, %6#1, %3, %4, %5, %6#2, %7#0, %7#2 : tensor<2x2xf16>, tensor<?xi32>, tensor<?x2xf16>, tensor<?xi32>, tensor<?x0xf32>, tensor<0xf32>, tensor<?xi64>, tensor<?xi32>, tensor<?xi64>
}

//--- largest.mlir
// NaN, then infinity, then the larger; of equal magnitudes the lower index. In
// the order of the indices.

// CHECK: result0 = 1xi32 [2]
// CHECK-NEXT: result1 = 3xi32 [2, 4, 8]
// CHECK-NEXT: result2 = 3xf32 [NaN, -Inf, NaN]
// CHECK-NEXT: result3 = 4xi32 [1, 2, 4, 8]
// CHECK-NEXT: result4 = 9xi64 [0, 1, 2, 3, 4, 5, 6, 7, 8]
// CHECK-NEXT: result5 = 6xi32 [1, 2, 3, 4, 5, 8]
// CHECK-NEXT: result6 = 6xf32 [-3, NaN, 3, -Inf, 3, NaN]
// CHECK-NEXT: result7 = 2xi64 [1, 2]
// CHECK-NEXT: result8 = 2xi32 [1, 2]
// CHECK-NEXT: result9 = 2xi32 [0, 1]
func.func @step() -> (tensor<1xi32>, tensor<3xi32>, tensor<3xf32>, tensor<4xi32>, tensor<9xi64>, tensor<?xi32>, tensor<?xf32>, tensor<?xi64>, tensor<2xi32>, tensor<2xi32>) {
  %x = arith.constant dense<[1.0, -3.0, 0x7FC00000, 3.0, 0xFF800000, 3.0, 1.0e-45, -0.0, 0xFFC00001]> : tensor<9xf32>
  %a = grad.sparsify %x top_k 1 : tensor<9xf32> -> !grad.indexed_slices<1xi32, 9xf32>
  %0 = grad.indices %a : !grad.indexed_slices<1xi32, 9xf32>
  %b = grad.sparsify %x top_k 3 : tensor<9xf32> -> !grad.indexed_slices<3xi32, 9xf32>
  %1 = grad.indices %b : !grad.indexed_slices<3xi32, 9xf32>
  %2 = grad.values %b : !grad.indexed_slices<3xi32, 9xf32>
  %c = grad.sparsify %x top_k 4 : tensor<9xf32> -> !grad.indexed_slices<4xi32, 9xf32>
  %3 = grad.indices %c : !grad.indexed_slices<4xi32, 9xf32>
  %d = grad.sparsify %x top_k 9 : tensor<9xf32> -> !grad.indexed_slices<9xi64, 9xf32>
  %4 = grad.indices %d : !grad.indexed_slices<9xi64, 9xf32>
  %e = grad.sparsify %x threshold 3.0 : tensor<9xf32> -> !grad.indexed_slices<?xi32, 9xf32>
  %5 = grad.indices %e : !grad.indexed_slices<?xi32, 9xf32>
  %6 = grad.values %e : !grad.indexed_slices<?xi32, 9xf32>
  // Above all f32, and below all.
  %y = arith.constant dense<[0.0, 1.0e-45, 3.0e38]> : tensor<3xf32>
  %f = grad.sparsify %y threshold 1.0e-300 : tensor<3xf32> -> !grad.indexed_slices<?xi64, 3xf32>
  %7 = grad.indices %f : !grad.indexed_slices<?xi64, 3xf32>
  // Two f64 that differ in the last bit only; four that are equal.
  %z = arith.constant dense<[1.0, 1.0000000000000002, -1.0000000000000002, 1.0]> : tensor<4xf64>
  %g = grad.sparsify %z top_k 2 : tensor<4xf64> -> !grad.indexed_slices<2xi32, 4xf64>
  %8 = grad.indices %g : !grad.indexed_slices<2xi32, 4xf64>
  %zeros = arith.constant dense<0.0> : tensor<4xf64>
  %h = grad.sparsify %zeros top_k 2 : tensor<4xf64> -> !grad.indexed_slices<2xi32, 4xf64>
  %9 = grad.indices %h : !grad.indexed_slices<2xi32, 4xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<1xi32>, tensor<3xi32>, tensor<3xf32>, tensor<4xi32>, tensor<9xi64>, tensor<?xi32>, tensor<?xf32>, tensor<?xi64>, tensor<2xi32>, tensor<2xi32>
}

//--- gather.mlir
// Rank r brings r rows of r; the world, and pairs of which one is turned round.

// CHECK: rank 0: result0 = 6xi32 [1, 2, 2, 3, 3, 3]
// CHECK-NEXT: result1 = 4xi64 [0, 1, 2, 3]
// CHECK-NEXT: result2 = 1xi32 [1]
// CHECK-NEXT: result3 = 2xi64 [0, 1]
// CHECK: rank 2: result0 = 6xi32 [1, 2, 2, 3, 3, 3]
// CHECK-NEXT: result1 = 4xi64 [0, 1, 2, 3]
// CHECK-NEXT: result2 = 5xi32 [3, 3, 3, 2, 2]
// CHECK-NEXT: result3 = 2xi64 [3, 2]
// CHECK: rank 3: result2 = 5xi32 [3, 3, 3, 2, 2]
func.func @step() -> (tensor<?xi32>, tensor<?xi64>, tensor<?xi32>, tensor<2xi64>) {
  %me = grad.rank : index
  %r = arith.index_cast %me : index to i32
  %x = tensor.splat %r[%me] : tensor<?xi32>
  %0:2 = grad.all_gather_v %x : tensor<?xi32> -> tensor<?xi32>, tensor<?xi64>
  %1:2 = grad.all_gather_v %x on <[[0, 1], [3, 2]]> : tensor<?xi32> -> tensor<?xi32>, tensor<2xi64>
  return %0#0, %0#1, %1#0, %1#1 : tensor<?xi32>, tensor<?xi64>, tensor<?xi32>, tensor<2xi64>
}

//--- mean.mlir
// The mean of a sparse gradient: {1: 1, 3: 2} of rank 0, {3: 4} of rank 1.

// CHECK: rank 0: result0 = 3xi32 [1, 3, 3]
// CHECK-NEXT: result1 = 3xf32 [0.5, 1, 2]
// CHECK-NEXT: result2 = 5xf32 [0, 0.5, 0, 3, 0]
// CHECK: rank 1: result0 = 3xi32 [1, 3, 3]
// CHECK-NEXT: result1 = 3xf32 [0.5, 1, 2]
// CHECK-NEXT: result2 = 5xf32 [0, 0.5, 0, 3, 0]
func.func @step() -> (tensor<?xi32>, tensor<?xf32>, tensor<5xf32>) {
  %me = grad.rank : index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = arith.subi %c2, %me : index
  %is_first = arith.cmpi eq, %me, %c0 : index
  %i0 = arith.constant dense<[1, 3]> : tensor<2xi32>
  %v0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %i1 = arith.constant dense<[3, 0]> : tensor<2xi32>
  %v1 = arith.constant dense<[4.0, 0.0]> : tensor<2xf32>
  %i = arith.select %is_first, %i0, %i1 : tensor<2xi32>
  %v = arith.select %is_first, %v0, %v1 : tensor<2xf32>
  %own_i = tensor.extract_slice %i[0] [%n] [1] : tensor<2xi32> to tensor<?xi32>
  %own_v = tensor.extract_slice %v[0] [%n] [1] : tensor<2xf32> to tensor<?xf32>
  %0:3 = grad.all_gather_v %own_i, %own_v : tensor<?xi32>, tensor<?xf32> -> tensor<?xi32>, tensor<?xf32>, tensor<?xi64>
  %half = arith.constant dense<0.5> : tensor<f32>
  %1 = grad.scale %0#1, %half : tensor<?xf32>, tensor<f32>
  %s = grad.indexed_slices %0#0, %1 : !grad.indexed_slices<?xi32, 5xf32>
  %2 = grad.to_dense %s : !grad.indexed_slices<?xi32, 5xf32> -> tensor<5xf32>
  return %0#0, %1, %2 : tensor<?xi32>, tensor<?xf32>, tensor<5xf32>
}

//--- boundaries.mlir
// Through a call, a loop and a branch, where the number of rows changes.

// CHECK: result0 = 4xf32 [1, 0, 6, 0]
// CHECK-NEXT: result1 = 2xi32 [0, 2]
!s = !grad.indexed_slices<?xi32, 4xf32>
func.func private @drop_duplicates(%s: !s, %number: index) -> !s {
  %one = arith.constant 1 : index
  %is_second = arith.cmpi eq, %number, %one : index
  %r = scf.if %is_second -> !s {
    %c = grad.coalesce %s : !s -> !s
    scf.yield %c : !s
  } else {
    scf.yield %s : !s
  }
  return %r : !s
}
func.func @step() -> (tensor<4xf32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %i = arith.constant dense<[2, 0, 2, 9]> : tensor<4xi32>
  %v = arith.constant dense<[2.0, 1.0, 4.0, 7.0]> : tensor<4xf32>
  %open_i = tensor.cast %i : tensor<4xi32> to tensor<?xi32>
  %open_v = tensor.cast %v : tensor<4xf32> to tensor<?xf32>
  %s = grad.indexed_slices %open_i, %open_v : !s
  %r = scf.for %n = %c0 to %c3 step %c1 iter_args(%a = %s) -> !s {
    %next = func.call @drop_duplicates(%a, %n) : (!s, index) -> !s
    scf.yield %next : !s
  }
  %d = grad.to_dense %r : !s -> tensor<4xf32>
  %indices = grad.indices %r : !s
  return %d, %indices : tensor<4xf32>, tensor<?xi32>
}
