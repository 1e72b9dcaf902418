// What collectives deliver, in numbers. Each rank brings its own value, by
// grad.rank or from a file.

// RUN: split-file %s %t
// RUN: grad-run %t/half.mlir --ranks=3 --print | FileCheck %t/half.mlir
// RUN: grad-run %t/bfloat.mlir --ranks=4 --print | FileCheck %t/bfloat.mlir
// RUN: grad-run %t/overflow.mlir --ranks=8 --print | FileCheck %t/overflow.mlir
// RUN: grad-run %t/average.mlir --ranks=7 --print | FileCheck %t/average.mlir
// RUN: grad-run %t/nan.mlir --ranks=3 --print | FileCheck %t/nan.mlir
// RUN: grad-run %t/bits.mlir --ranks=3 --print | FileCheck %t/bits.mlir
// RUN: grad-run %t/integers.mlir --ranks=3 --print | FileCheck %t/integers.mlir
// RUN: %python %S/Inputs/write_npz.py %t/bytes.npz arg0 '|u1' 2,3 200,255,7,100,1,9
// RUN: grad-run %t/bytes.mlir --ranks=2 --inputs=%t/bytes.npz --print | FileCheck %t/bytes.mlir
// RUN: grad-run %t/moves.mlir --ranks=2 --print | FileCheck %t/moves.mlir

//--- half.mlir
// f16 1025.0 from three ranks: 3075 has no f16, and rounds once, to even.

// CHECK: rank 0: result0 = 2xf32 [3075, 3075]
// CHECK-NEXT: rank 0: result1 = 2xf16 [3076, 3076]
// CHECK: rank 2: result0 = 2xf32 [3075, 3075]
func.func @step() -> (tensor<2xf32>, tensor<2xf16>) {
  %h = arith.constant dense<1025.0> : tensor<2xf16>
  %0 = grad.all_reduce<sum> %h : tensor<2xf16> -> tensor<2xf32>
  %1 = grad.all_reduce<sum> %h : tensor<2xf16>
  return %0, %1 : tensor<2xf32>, tensor<2xf16>
}

//--- bfloat.mlir
// bf16 [256, 1, 1, 1] is 259, halfway between 258 and 260: to even, that is
// 260. Added one by one it would stay 256.

// CHECK-COUNT-4: result0 = bf16 [260]
func.func @step() -> tensor<bf16> {
  %me = grad.rank : index
  %zero = arith.constant 0 : index
  %is_first = arith.cmpi eq, %me, %zero : index
  %large = arith.constant 256.0 : bf16
  %small = arith.constant 1.0 : bf16
  %mine = arith.select %is_first, %large, %small : bf16
  %t = tensor.splat %mine : tensor<bf16>
  %0 = grad.all_reduce<sum> %t : tensor<bf16>
  return %0 : tensor<bf16>
}

//--- overflow.mlir
// Eight ranks of f16 10000: the sum has no f16; the average has.

// CHECK: rank 0: result0 = f16 [+Inf]
// CHECK-NEXT: rank 0: result1 = f16 [1.0E+4]
// CHECK-NEXT: rank 0: result2 = f32 [8.0E+4]
func.func @step() -> (tensor<f16>, tensor<f16>, tensor<f32>) {
  %h = arith.constant dense<10000.0> : tensor<f16>
  %0 = grad.all_reduce<sum> %h : tensor<f16>
  %1 = grad.all_reduce<avg> %h : tensor<f16>
  %2 = grad.all_reduce<sum> %h : tensor<f16> -> tensor<f32>
  return %0, %1, %2 : tensor<f16>, tensor<f16>, tensor<f32>
}

//--- average.mlir
// The sum 21 times f32(1/7) is 0x40400001, not 3.

// CHECK-COUNT-7: result0 = f32 [3.00000024]
func.func @step() -> tensor<f32> {
  %t = arith.constant dense<3.0> : tensor<f32>
  %0 = grad.all_reduce<avg> %t : tensor<f32>
  return %0 : tensor<f32>
}

//--- nan.mlir
// One rank brings NaN: max and min say so, on every rank.

// CHECK-COUNT-3: result{{[01]}} = f32 [NaN]
func.func @step() -> (tensor<f32>, tensor<f32>) {
  %me = grad.rank : index
  %one = arith.constant 1 : index
  %is_second = arith.cmpi eq, %me, %one : index
  %nan = arith.constant 0x7FC00000 : f32
  %number = arith.constant 5.0 : f32
  %mine = arith.select %is_second, %nan, %number : f32
  %t = tensor.splat %mine : tensor<f32>
  %0 = grad.all_reduce<max> %t : tensor<f32>
  %1 = grad.all_reduce<min> %t : tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

//--- bits.mlir
// i1: max is or, min is and.

// CHECK-COUNT-3: result0 = 3xi1 [1, 0, 1]
func.func @step() -> (tensor<3xi1>, tensor<3xi1>) {
  %me = grad.rank : index
  %one = arith.constant 1 : index
  %is_second = arith.cmpi eq, %me, %one : index
  %no = arith.constant false
  %yes = arith.constant true
  %t = tensor.from_elements %is_second, %no, %yes : tensor<3xi1>
  %0 = grad.all_reduce<max> %t : tensor<3xi1>
  %1 = grad.all_reduce<min> %t : tensor<3xi1>
  // CHECK: result1 = 3xi1 [0, 0, 1]
  return %0, %1 : tensor<3xi1>, tensor<3xi1>
}

//--- integers.mlir
// Signed, and a sum wraps: ranks bring -100, -101, -102.

// CHECK: rank 0: result0 = i8 [-47]
// CHECK-NEXT: rank 0: result1 = i8 [-100]
// CHECK-NEXT: rank 0: result2 = i8 [-102]
// CHECK-NEXT: rank 0: result3 = i64 [-1030200]
func.func @step() -> (tensor<i8>, tensor<i8>, tensor<i8>, tensor<i64>) {
  %me = grad.rank : index
  %base = arith.constant -100 : index
  %mine = arith.subi %base, %me : index
  %byte = arith.index_cast %mine : index to i8
  %wide = arith.index_cast %mine : index to i64
  %t = tensor.splat %byte : tensor<i8>
  %u = tensor.splat %wide : tensor<i64>
  %0 = grad.all_reduce<sum> %t : tensor<i8>
  %1 = grad.all_reduce<max> %t : tensor<i8>
  %2 = grad.all_reduce<min> %t : tensor<i8>
  %3 = grad.all_reduce<prod> %u : tensor<i64>
  return %0, %1, %2, %3 : tensor<i8>, tensor<i8>, tensor<i8>, tensor<i64>
}

//--- bytes.mlir
// ui8: 200 is more than 100, and sums wrap at 256.

// CHECK: rank 1: result0 = 3xui8 [44, 0, 16]
// CHECK-NEXT: rank 1: result1 = 3xui8 [200, 255, 9]
// CHECK-NEXT: rank 1: result2 = 3xui8 [100, 1, 7]
// CHECK-NEXT: rank 1: result3 = 3xui8 [32, 255, 63]
func.func @step(%x: tensor<3xui8>) -> (tensor<3xui8>, tensor<3xui8>, tensor<3xui8>, tensor<3xui8>) {
  %0 = grad.all_reduce<sum> %x : tensor<3xui8>
  %1 = grad.all_reduce<max> %x : tensor<3xui8>
  %2 = grad.all_reduce<min> %x : tensor<3xui8>
  %3 = grad.all_reduce<prod> %x : tensor<3xui8>
  return %0, %1, %2, %3 : tensor<3xui8>, tensor<3xui8>, tensor<3xui8>, tensor<3xui8>
}

//--- moves.mlir
// Each rank's value is [10 r, 10 r + 1]. Shards are cut, and gathered, along the
// dimension; a group says in which order.

// CHECK: rank 0: result0 = 4xi32 [0, 1, 10, 11]
// CHECK-NEXT: rank 0: result1 = 4xi32 [10, 11, 0, 1]
// CHECK-NEXT: rank 0: result2 = 1xi32 [10]
// CHECK-NEXT: rank 0: result3 = 1xi32 [12]
// CHECK-NEXT: rank 0: result4 = 2xi32 [10, 11]
// CHECK-NEXT: rank 0: result5 = 2xi32 [0, 1]
// CHECK-NEXT: rank 0: result6 = 1x4xi32 [0, 1, 10, 11]
// CHECK: rank 1: result2 = 1xi32 [12]
// CHECK-NEXT: rank 1: result3 = 1xi32 [10]
func.func @step() -> (tensor<4xi32>, tensor<4xi32>, tensor<1xi32>, tensor<1xi32>, tensor<2xi32>, tensor<2xi32>, tensor<1x4xi32>) {
  %me = grad.rank : index
  %r = arith.index_cast %me : index to i32
  %ten = arith.constant 10 : i32
  %one = arith.constant 1 : i32
  %a = arith.muli %r, %ten : i32
  %b = arith.addi %a, %one : i32
  %x = tensor.from_elements %a, %b : tensor<2xi32>
  %0 = grad.all_gather %x dim 0 : tensor<2xi32> -> tensor<4xi32>
  %1 = grad.all_gather %x dim 0 on <[[1, 0]]> : tensor<2xi32> -> tensor<4xi32>
  %2 = grad.reduce_scatter<sum> %x dim 0 : tensor<2xi32> -> tensor<1xi32>
  %3 = grad.reduce_scatter<sum> %x dim 0 on <[[1, 0]]> : tensor<2xi32> -> tensor<1xi32>
  %4 = grad.broadcast %x root 1 : tensor<2xi32>
  %5 = grad.broadcast %x root 1 on <[[1, 0]]> : tensor<2xi32>
  %row = tensor.expand_shape %x [[0, 1]] output_shape [1, 2] : tensor<2xi32> into tensor<1x2xi32>
  %6 = grad.all_gather %row dim 1 : tensor<1x2xi32> -> tensor<1x4xi32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4xi32>, tensor<4xi32>, tensor<1xi32>, tensor<1xi32>, tensor<2xi32>, tensor<2xi32>, tensor<1x4xi32>
}
