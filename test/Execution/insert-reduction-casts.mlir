// insert-reduction-casts by execution. Widening changes no bit on this backend,
// which sums 16-bit floats in f32 and rounds once; a narrow wire keeps the
// precision of its type.

// RUN: split-file %s %t

// Every kind, type and form, before against after, on 1, 2 and 4 ranks: alone,
// before and after fusion.

// RUN: %python %S/Inputs/run_cases.py %t/widen.mlir --out %t/out.mlir --insert-reduction-casts | FileCheck %s --check-prefix=WIDEN
// RUN: %python %S/Inputs/run_cases.py %t/widen.mlir --out %t/out.mlir --insert-reduction-casts --fuse-allreduce | FileCheck %s --check-prefix=WIDEN
// RUN: %python %S/Inputs/run_cases.py %t/widen.mlir --out %t/out.mlir --fuse-allreduce --insert-reduction-casts | FileCheck %s --check-prefix=WIDEN
// WIDEN: 6 functions on 1,2,4 ranks: 0 failures, 6 changed

// RUN: grad-opt %t/f64.mlir --insert-reduction-casts=reduce-type=f64 -o %t/out.mlir
// RUN: grad-run %t/out.mlir --against=%t/f64.mlir --ranks=4 --rtol=1e-6

// RUN: grad-opt %t/wire.mlir --insert-reduction-casts=wire=f16 -o %t/out.mlir
// RUN: FileCheck %t/wire.mlir --check-prefix=F16 < %t/out.mlir
// RUN: grad-run %t/out.mlir --against=%t/wire.mlir --ranks=1 --rtol=1e-3
// RUN: grad-run %t/out.mlir --against=%t/wire.mlir --ranks=2 --rtol=1e-3
// RUN: grad-run %t/out.mlir --against=%t/wire.mlir --ranks=4 --rtol=1e-3
// RUN: not grad-run %t/out.mlir --against=%t/wire.mlir --ranks=4
// RUN: grad-opt %t/wire.mlir --fuse-allreduce --insert-reduction-casts=wire=bf16 -o %t/out.mlir
// RUN: grad-run %t/out.mlir --against=%t/wire.mlir --ranks=1 --rtol=8e-3
// RUN: grad-run %t/out.mlir --against=%t/wire.mlir --ranks=2 --rtol=8e-3
// RUN: grad-run %t/out.mlir --against=%t/wire.mlir --ranks=4 --rtol=8e-3
// RUN: not grad-run %t/out.mlir --against=%t/wire.mlir --ranks=4 --rtol=1e-3

// Numbers.

// RUN: grad-opt %t/overflow.mlir --insert-reduction-casts -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=8 --print | FileCheck %t/overflow.mlir
// RUN: grad-opt %t/half.mlir --insert-reduction-casts -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=3 --print | FileCheck %t/half.mlir
// RUN: grad-opt %t/bfloat.mlir --insert-reduction-casts -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=4 --print | FileCheck %t/bfloat.mlir
// RUN: grad-opt %t/range.mlir --insert-reduction-casts=wire=f16 -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=2 --print | FileCheck %t/range.mlir --check-prefix=F16
// RUN: grad-opt %t/range.mlir --insert-reduction-casts=wire=bf16 -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=2 --print | FileCheck %t/range.mlir --check-prefix=BF16

//--- widen.mlir
func.func @kinds(%h: tensor<5xf16>, %b: tensor<5xbf16>) -> (tensor<5xf16>, tensor<5xf16>, tensor<5xf16>, tensor<5xf16>, tensor<5xf16>, tensor<5xbf16>, tensor<5xbf16>, tensor<5xbf16>, tensor<5xbf16>, tensor<5xbf16>) {
  %0 = grad.all_reduce<sum> %h : tensor<5xf16>
  %1 = grad.all_reduce<avg> %h : tensor<5xf16>
  %2 = grad.all_reduce<prod> %h : tensor<5xf16>
  %3 = grad.all_reduce<min> %h : tensor<5xf16>
  %4 = grad.all_reduce<max> %h : tensor<5xf16>
  %5 = grad.all_reduce<sum> %b : tensor<5xbf16>
  %6 = grad.all_reduce<avg> %b : tensor<5xbf16>
  %7 = grad.all_reduce<prod> %b : tensor<5xbf16>
  %8 = grad.all_reduce<min> %b : tensor<5xbf16>
  %9 = grad.all_reduce<max> %b : tensor<5xbf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<5xf16>, tensor<5xf16>, tensor<5xf16>, tensor<5xf16>, tensor<5xf16>, tensor<5xbf16>, tensor<5xbf16>, tensor<5xbf16>, tensor<5xbf16>, tensor<5xbf16>
}

// Members of several types and shapes, among them none of a 16-bit type; an
// operand that stands twice.
func.func @bucket(%h: tensor<2x3xf16>, %f: tensor<4xf32>, %b: tensor<bf16>, %d: tensor<3xf64>, %e: tensor<0x2xf16>) -> (tensor<2x3xf16>, tensor<4xf32>, tensor<bf16>, tensor<3xf64>, tensor<2x3xf16>, tensor<0x2xf16>) {
  %0:6 = grad.all_reduce<sum> %h, %f, %b, %d, %h, %e : tensor<2x3xf16>, tensor<4xf32>, tensor<bf16>, tensor<3xf64>, tensor<2x3xf16>, tensor<0x2xf16>
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : tensor<2x3xf16>, tensor<4xf32>, tensor<bf16>, tensor<3xf64>, tensor<2x3xf16>, tensor<0x2xf16>
}

// What becomes a bucket, and integers.
func.func @singles(%h: tensor<4xf16>, %f: tensor<4xf32>, %b: tensor<3xbf16>, %i: tensor<4xi32>, %j: tensor<3xi8>) -> (tensor<4xf16>, tensor<4xf32>, tensor<3xbf16>, tensor<4xi32>, tensor<3xi8>) {
  %0 = grad.all_reduce<sum> %h : tensor<4xf16>
  %1 = grad.all_reduce<sum> %f : tensor<4xf32>
  %2 = grad.all_reduce<sum> %b : tensor<3xbf16>
  %3 = grad.all_reduce<sum> %i : tensor<4xi32>
  %4 = grad.all_reduce<prod> %j : tensor<3xi8>
  return %0, %1, %2, %3, %4 : tensor<4xf16>, tensor<4xf32>, tensor<3xbf16>, tensor<4xi32>, tensor<3xi8>
}

// One reduction of what another rounded: the rounding in between stays.
func.func @chain(%h: tensor<4xf16>) -> tensor<4xf16> {
  %0 = grad.all_reduce<sum> %h : tensor<4xf16>
  %s = arith.mulf %0, %h : tensor<4xf16>
  %1 = grad.all_reduce<avg> %0 : tensor<4xf16>
  %2 = grad.all_reduce<sum> %s : tensor<4xf16>
  %t = arith.addf %1, %2 : tensor<4xf16>
  return %t : tensor<4xf16>
}

func.func @loop(%h: tensor<4xbf16>, %n: index {grad.replicated}) -> tensor<4xbf16> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %0 = scf.for %i = %zero to %n step %one iter_args(%a = %h) -> tensor<4xbf16> {
    %r = grad.all_reduce<avg> %a : tensor<4xbf16>
    %s = arith.addf %r, %h : tensor<4xbf16>
    scf.yield %s : tensor<4xbf16>
  }
  %1 = grad.all_reduce<sum> %0 : tensor<4xbf16>
  return %1 : tensor<4xbf16>
}

// One rank has NaN, another infinity; a sum that leaves the range of f16.
func.func @specials(%x: tensor<2xf32>) -> (tensor<4xf16>, tensor<4xbf16>) {
  %me = grad.rank : index
  %one = arith.constant 1 : index
  %second = arith.cmpi eq, %me, %one : index
  %nan = arith.constant 0x7E00 : f16
  %inf = arith.constant 0x7C00 : f16
  %large = arith.constant 6.5e4 : f16
  %small = arith.constant 0x0001 : f16
  %a = arith.select %second, %nan, %small : f16
  %b = arith.select %second, %inf, %large : f16
  %v = tensor.from_elements %a, %b, %large, %small : tensor<4xf16>
  %0 = grad.all_reduce<sum> %v : tensor<4xf16>
  %w = arith.extf %v : tensor<4xf16> to tensor<4xf32>
  %u = arith.truncf %w : tensor<4xf32> to tensor<4xbf16>
  %1 = grad.all_reduce<sum> %u : tensor<4xbf16>
  return %0, %1 : tensor<4xf16>, tensor<4xbf16>
}

//--- f64.mlir
// The sum of f32 in f64 is the more precise one.
func.func @step(%f: tensor<64xf32>, %h: tensor<64xf16>, %d: tensor<64xf64>) -> (tensor<64xf32>, tensor<64xf16>, tensor<64xf64>) {
  %0 = grad.all_reduce<sum> %f : tensor<64xf32>
  %1 = grad.all_reduce<sum> %h : tensor<64xf16>
  %2 = grad.all_reduce<sum> %d : tensor<64xf64>
  return %0, %1, %2 : tensor<64xf32>, tensor<64xf16>, tensor<64xf64>
}

//--- wire.mlir
// F16-COUNT-2: grad.all_reduce<sum> %{{.*}} : tensor<64xf16> -> tensor<64xf32>
// F16: grad.all_reduce<avg> %{{.*}} : tensor<64xf16> -> tensor<64xf32>
// F16: grad.reduce_scatter<sum> %{{.*}} dim 0 : tensor<64xf16> -> tensor<?xf32>
// F16: grad.all_reduce<sum> %{{.*}} : tensor<4xi32>
// F16: grad.all_reduce<max> %{{.*}} : tensor<64xf32>
func.func @step(%x: tensor<64xf32>, %y: tensor<64xf32>, %i: tensor<4xi32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<?xf32>, tensor<4xi32>, tensor<64xf32>) {
  %0 = grad.all_reduce<sum> %x : tensor<64xf32>
  %1 = grad.all_reduce<sum> %y : tensor<64xf32>
  %2 = grad.all_reduce<avg> %y : tensor<64xf32>
  %3 = grad.reduce_scatter<sum> %x dim 0 : tensor<64xf32> -> tensor<?xf32>
  %4 = grad.all_reduce<sum> %i : tensor<4xi32>
  %5 = grad.all_reduce<max> %x : tensor<64xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<?xf32>, tensor<4xi32>, tensor<64xf32>
}

//--- overflow.mlir
// Eight ranks of f16 10000: the mean is computed in f32, and so has an f16; the
// sum has none.

// CHECK-COUNT-8: result0 = f16 [1.0E+4]
// CHECK-NEXT: rank 7: result1 = f16 [+Inf]
func.func @step() -> (tensor<f16>, tensor<f16>) {
  %h = arith.constant dense<10000.0> : tensor<f16>
  %0 = grad.all_reduce<avg> %h : tensor<f16>
  %1 = grad.all_reduce<sum> %h : tensor<f16>
  return %0, %1 : tensor<f16>, tensor<f16>
}

//--- half.mlir
// Three ranks of f16 1025: 3075 in f32, and rounded once, to even, in f16.

// CHECK: rank 0: result0 = f32 [3075]
// CHECK-NEXT: rank 0: result1 = f16 [3076]
func.func @step() -> (tensor<f32>, tensor<f16>) {
  %h = arith.constant dense<1025.0> : tensor<f16>
  %0 = grad.all_reduce<sum> %h : tensor<f16> -> tensor<f32>
  %1 = grad.all_reduce<sum> %h : tensor<f16>
  return %0, %1 : tensor<f32>, tensor<f16>
}

//--- bfloat.mlir
// bf16 [256, 1, 1, 1]: 259 lies halfway, and rounds to 260.

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

//--- range.mlir
// 70000 and 0: too large for f16, rounded in bf16. Infinity and NaN arrive as
// they are; what is small is lost in f16 only. The sum of two f16 is delivered
// in f32, beyond the range of f16.

// F16:  rank 1: result0 = 5xf32 [+Inf, +Inf, NaN, 0, 1.2E+5]
// BF16: rank 1: result0 = 5xf32 [70144, +Inf, NaN, 9.96806193E-10, 119808]
func.func @step() -> tensor<5xf32> {
  %me = grad.rank : index
  %zero = arith.constant 0 : index
  %is_first = arith.cmpi eq, %me, %zero : index
  %first = arith.constant dense<[7.0e4, 0x7F800000, 0x7FC00000, 1.0e-9, 6.0e4]> : tensor<5xf32>
  %second = arith.constant dense<[0.0, 1.0, 1.0, 0.0, 6.0e4]> : tensor<5xf32>
  %mine = arith.select %is_first, %first, %second : tensor<5xf32>
  %0 = grad.all_reduce<sum> %mine : tensor<5xf32>
  return %0 : tensor<5xf32>
}
