// Clipping by value and by norm, in numbers.

// RUN: split-file %s %t
// RUN: grad-run %t/value.mlir --ranks=2 --print | FileCheck %t/value.mlir
// RUN: grad-opt %t/value.mlir --expand-gradient-reducers --fuse-allreduce -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=2 --print | FileCheck %t/value.mlir
// RUN: grad-run %t/norm.mlir --ranks=4 --print | FileCheck %t/norm.mlir
// RUN: grad-opt %t/norm.mlir --expand-gradient-reducers --fuse-allreduce -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=4 --print | FileCheck %t/norm.mlir
// RUN: grad-run %t/local.mlir --ranks=4 --print | FileCheck %t/local.mlir
// RUN: grad-run %t/local.mlir --ranks=4 --backend=record | FileCheck %t/local.mlir --check-prefix=CALLS
// RUN: grad-run %t/only_local.mlir --ranks=4 --print | FileCheck %t/only_local.mlir
// RUN: grad-run %t/served.mlir --ranks=2 --print | FileCheck %t/served.mlir
// RUN: grad-run %t/sparse.mlir --ranks=2 --print | FileCheck %t/sparse.mlir
// RUN: grad-run %t/types.mlir --ranks=2 --print | FileCheck %t/types.mlir
// RUN: grad-run %t/not_finite.mlir --ranks=2 --print | FileCheck %t/not_finite.mlir

//--- value.mlir
// To 100: infinity and what is large to 100, NaN stays. Only rank 0 brings them,
// so that the sum tells that it was clamped before the reduction. A limit beyond
// the range of f16 is its largest number.

// CHECK: rank 1: result0 = 6xf32 [100, -100, NaN, 100, -100, 99.5]
// CHECK-NEXT: rank 1: result1 = 6xf16 [50, -50, NaN, 50, -50, 49.75]
// CHECK-NEXT: rank 1: result2 = 6xf16 [65504, -65504, NaN, 150, -150, 99.5]
func.func @step() -> (tensor<6xf32>, tensor<6xf16>, tensor<6xf16>) {
  %me = grad.rank : index
  %zero = arith.constant 0 : index
  %is_first = arith.cmpi eq, %me, %zero : index
  %some = arith.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 150.0, -150.0, 99.5]> : tensor<6xf32>
  %none = arith.constant dense<0.0> : tensor<6xf32>
  %g = arith.select %is_first, %some, %none : tensor<6xf32>
  %h = arith.truncf %g : tensor<6xf32> to tensor<6xf16>
  %0 = grad.reduce_gradients %g<"g"> with<mean = false, clip_value = 100.0> : tensor<6xf32>
  %1 = grad.reduce_gradients %h<"h"> with<clip_value = 100.0> : tensor<6xf16>
  %2 = grad.reduce_gradients %h<"h"> with<mean = false, clip_value = 1.0e5> : tensor<6xf16>
  return %0, %1, %2 : tensor<6xf32>, tensor<6xf16>, tensor<6xf16>
}

//--- norm.mlir
// [3, 4] has norm 5, also as two gradients of one reducer. A norm below the
// limit changes nothing. The norm is that of the mean, not of one rank.

// CHECK-COUNT-4: result0 = 2xf32 [0.600000024, 0.800000011]
// CHECK-NEXT: rank 3: result1 = f32 [0.600000024]
// CHECK-NEXT: rank 3: result2 = f32 [0.800000011]
// CHECK-NEXT: rank 3: result3 = 2xf32 [3, 4]
// CHECK-NEXT: rank 3: result4 = 2xf32 [3, 4]
// CHECK-NEXT: rank 3: result5 = 2xf32 [0, 0]
func.func @step() -> (tensor<2xf32>, tensor<f32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // Rank 0 brings [12, 16], whose mean over four ranks is [3, 4].
  %me = grad.rank : index
  %zero = arith.constant 0 : index
  %is_first = arith.cmpi eq, %me, %zero : index
  %some = arith.constant dense<[12.0, 16.0]> : tensor<2xf32>
  %none = arith.constant dense<0.0> : tensor<2xf32>
  %g = arith.select %is_first, %some, %none : tensor<2xf32>
  %three = arith.constant dense<3.0> : tensor<f32>
  %four = arith.constant dense<4.0> : tensor<f32>
  %0 = grad.reduce_gradients %g<"w"> with<clip_norm = 1.0> : tensor<2xf32>
  %1:2 = grad.reduce_gradients %three<"a">, %four<"b"> with<clip_norm = 1.0> : tensor<f32>, tensor<f32>
  %2 = grad.reduce_gradients %g<"w"> with<clip_norm = 5.0> : tensor<2xf32>
  %3 = grad.reduce_gradients %g<"w"> with<clip_norm = 1.0e30> : tensor<2xf32>
  %4 = grad.reduce_gradients %none<"w"> with<clip_norm = 1.0> : tensor<2xf32>
  return %0, %1#0, %1#1, %2, %3, %4 : tensor<2xf32>, tensor<f32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

//--- local.mlir
// Rank r's own gradient is 2, on all of four ranks: 16 in squares, and 9 of what
// they share. So the norm is 5 on each, and it takes one more all-reduce, of one
// number.

// CHECK: rank 0: result0 = f32 [0.400000006]
// CHECK-NEXT: rank 0: result1 = f32 [0.600000024]
// CHECK: rank 1: result0 = f32 [-0.400000006]
// CHECK-NEXT: rank 1: result1 = f32 [0.600000024]
// CHECK: rank 3: result1 = f32 [0.600000024]
// CALLS: rank 0 launch 0: all_reduce sum f32 count 1
// CALLS-NEXT: rank 0 launch 1: all_reduce sum f64 count 1
// CALLS-NOT: rank 0
func.func @step() -> (tensor<f32>, tensor<f32>) {
  %me = grad.rank : index
  %one = arith.constant 1 : index
  %is_second = arith.cmpi eq, %me, %one : index
  %two = arith.constant dense<2.0> : tensor<f32>
  %minus = arith.constant dense<-2.0> : tensor<f32>
  %own = arith.select %is_second, %minus, %two : tensor<f32>
  %three = arith.constant dense<3.0> : tensor<f32>
  %r:2 = grad.reduce_gradients %own<"own", layerwise_parallel>, %three<"w"> with<clip_norm = 1.0> : tensor<f32>, tensor<f32>
  return %r#0, %r#1 : tensor<f32>, tensor<f32>
}

//--- only_local.mlir
// All of it each rank's own, in pairs: 3 and 4 have norm 5 together, and only
// together.

// CHECK: rank 0: result0 = f32 [0.600000024]
// CHECK: rank 1: result0 = f32 [0.800000011]
// CHECK: rank 2: result0 = f32 [0.600000024]
// CHECK: rank 3: result0 = f32 [0.800000011]
func.func @step() -> tensor<f32> {
  %me = grad.rank : index
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %rest = arith.remui %me, %two : index
  %n = arith.addi %rest, %three : index
  %i = arith.index_cast %n : index to i32
  %f = arith.sitofp %i : i32 to f32
  %g = tensor.splat %f : tensor<f32>
  %r = grad.reduce_gradients %g<"own", layerwise_parallel> on <[[0, 1], [2, 3]]> with<clip_norm = 1.0> : tensor<f32>
  return %r : tensor<f32>
}

//--- served.mlir
// What a parameter server reduces has no part in the norm.

// CHECK-COUNT-2: result0 = f32 [300]
// CHECK-NEXT: rank 1: result1 = f32 [1]
// CHECK-NEXT: rank 1: result2 = f32 [300]
func.func @step() -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %a = arith.constant dense<300.0> : tensor<f32>
  %b = arith.constant dense<2.0> : tensor<f32>
  %r:2 = grad.reduce_gradients %a<"a", parameter_server>, %b<"b"> with<clip_norm = 1.0> : tensor<f32>, tensor<f32>
  %s = grad.reduce_gradients %a<"a", parameter_server> with<clip_norm = 1.0> : tensor<f32>
  return %r#0, %r#1, %s : tensor<f32>, tensor<f32>, tensor<f32>
}

//--- sparse.mlir
// Row 1 comes from both ranks: as a gradient it is 3, not 1.5 twice. Row 2 is 4.

// CHECK-COUNT-2: result0 = 3xf32 [0, 0.600000024, 0.800000011]
// CHECK-NEXT: rank 1: result1 = 4xf32 [0.300000012, 0.400000006, 0.300000012, 0.400000006]
!rows = !grad.indexed_slices<?xi64, 3xf32>
func.func @step() -> (tensor<3xf32>, tensor<4xf32>) {
  %indices = arith.constant dense<[1, 2]> : tensor<2xi64>
  %values = arith.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %i = tensor.cast %indices : tensor<2xi64> to tensor<?xi64>
  %v = tensor.cast %values : tensor<2xf32> to tensor<?xf32>
  %s = grad.indexed_slices %i, %v : !rows
  %0 = grad.reduce_gradients %s<"e"> with<clip_norm = 1.0> : !rows -> tensor<3xf32>
  %1 = grad.reduce_gradients %s<"e"> with<clip_norm = 1.0> : !rows
  %rv = grad.values %1 : !rows
  %tv = tensor.cast %rv : tensor<?xf32> to tensor<4xf32>
  return %0, %tv : tensor<3xf32>, tensor<4xf32>
}

//--- types.mlir
// The norm is that of the sum in f32, before it is cast back: 40000 from two
// ranks is no f16, and comes back as 1. f64 is scaled by a factor in f64.

// CHECK-COUNT-2: result0 = f16 [1]
// CHECK-NEXT: rank 1: result1 = 2xf64 [0.6000000000000000{{[0-9]*}}, 0.8000000000000000{{[0-9]*}}]
func.func @step() -> (tensor<f16>, tensor<2xf64>) {
  %h = arith.constant dense<40000.0> : tensor<f16>
  %d = arith.constant dense<[3.0, 4.0]> : tensor<2xf64>
  %0 = grad.reduce_gradients %h<"h"> with<mean = false, clip_norm = 1.0> : tensor<f16>
  %1 = grad.reduce_gradients %d<"d"> with<clip_norm = 1.0> : tensor<2xf64>
  return %0, %1 : tensor<f16>, tensor<2xf64>
}

//--- not_finite.mlir
// Rank 0 has a NaN, or an infinity, in one gradient: the norm is NaN on all
// ranks, and so are all gradients; or it is infinite, which leaves zeros, and NaN
// where the infinity was. Clamped before, the infinity is a number.

// CHECK-COUNT-2: result0 = 2xf32 [NaN, NaN]
// CHECK-NEXT: rank 1: result1 = f32 [NaN]
// CHECK-NEXT: rank 1: result2 = 2xf32 [NaN, 0]
// CHECK-NEXT: rank 1: result3 = f32 [0]
// CHECK-NEXT: rank 1: result4 = 2xf32 [4, 0]
// CHECK-NEXT: rank 1: result5 = f32 [4]
func.func @step() -> (tensor<2xf32>, tensor<f32>, tensor<2xf32>, tensor<f32>, tensor<2xf32>, tensor<f32>) {
  %me = grad.rank : index
  %zero = arith.constant 0 : index
  %is_first = arith.cmpi eq, %me, %zero : index
  %nan = arith.constant dense<[0x7FC00000, 1.0]> : tensor<2xf32>
  %inf = arith.constant dense<[0x7F800000, 1.0]> : tensor<2xf32>
  %none = arith.constant dense<0.0> : tensor<2xf32>
  %a = arith.select %is_first, %nan, %none : tensor<2xf32>
  %b = arith.select %is_first, %inf, %none : tensor<2xf32>
  %c = arith.constant dense<[0x7F800000, 0.0]> : tensor<2xf32>
  %four = arith.constant dense<4.0> : tensor<f32>
  %0:2 = grad.reduce_gradients %a<"a">, %four<"w"> with<clip_norm = 1.0> : tensor<2xf32>, tensor<f32>
  %1:2 = grad.reduce_gradients %b<"b">, %four<"w"> with<clip_norm = 1.0> : tensor<2xf32>, tensor<f32>
  %2:2 = grad.reduce_gradients %c<"c">, %four<"w"> with<clip_value = 4.0, clip_norm = 1.0e3> : tensor<2xf32>, tensor<f32>
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1 : tensor<2xf32>, tensor<f32>, tensor<2xf32>, tensor<f32>, tensor<2xf32>, tensor<f32>
}
