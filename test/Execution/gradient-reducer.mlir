// What a gradient reducer gives on ranks, in numbers: the mean, types, what is
// not reduced, fusion, groups. Run as it is, and expanded.

// RUN: split-file %s %t
// RUN: grad-run %t/degree.mlir --ranks=7 --print | FileCheck %t/degree.mlir
// RUN: grad-opt %t/degree.mlir --expand-gradient-reducers -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=7 --print | FileCheck %t/degree.mlir
// RUN: grad-opt %t/degree.mlir --expand-gradient-reducers=world-size=7 -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=7 --print | FileCheck %t/degree.mlir
// RUN: grad-run %t/given.mlir --ranks=3 --print | FileCheck %t/given.mlir
// RUN: grad-run %t/overflow.mlir --ranks=8 --print | FileCheck %t/overflow.mlir
// RUN: grad-opt %t/overflow.mlir --expand-gradient-reducers --fuse-allreduce -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=8 --print | FileCheck %t/overflow.mlir
// RUN: grad-run %t/types.mlir --ranks=3 --print | FileCheck %t/types.mlir
// RUN: grad-run %t/integers.mlir --ranks=3 --print | FileCheck %t/integers.mlir
// RUN: grad-run %t/kept.mlir --ranks=2 --print | FileCheck %t/kept.mlir
// RUN: grad-run %t/kept.mlir --ranks=2 --backend=record | FileCheck %t/kept.mlir --check-prefix=CALLS
// RUN: grad-run %t/absent.mlir --ranks=4 --print | FileCheck %t/absent.mlir
// RUN: grad-run %t/absent.mlir --ranks=2 --backend=record | FileCheck %t/absent.mlir --check-prefix=CALLS
// RUN: grad-run %t/groups.mlir --ranks=4 --print | FileCheck %t/groups.mlir
// RUN: grad-run %t/unequal.mlir --ranks=4 --print | FileCheck %t/unequal.mlir

// What is empty comes back, and no rank calls for it.

// RUN: grad-run %t/empty.mlir --ranks=2 --print | FileCheck %t/empty.mlir
// RUN: grad-run %t/empty.mlir --ranks=2 --backend=record | count 0
// RUN: grad-opt %t/empty.mlir --expand-gradient-reducers --fuse-allreduce -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=2 --backend=record | count 0

// Fusion ids: the same values, in so many calls.

// RUN: %python %S/Inputs/run_cases.py %t/fusion.mlir --out %t/out.mlir --expand-gradient-reducers --fuse-allreduce | FileCheck %t/fusion.mlir --check-prefix=SAME
// RUN: grad-run %t/out.mlir --ranks=2 --entry=one --backend=record | FileCheck %t/fusion.mlir --check-prefix=ONE
// RUN: grad-run %t/out.mlir --ranks=2 --entry=never --backend=record | FileCheck %t/fusion.mlir --check-prefix=NEVER
// RUN: grad-run %t/out.mlir --ranks=2 --entry=split --backend=record | FileCheck %t/fusion.mlir --check-prefix=SPLIT
// RUN: grad-run %t/out.mlir --ranks=2 --entry=dependent --backend=record | FileCheck %t/fusion.mlir --check-prefix=DEPENDENT
// RUN: grad-opt %t/fusion.mlir --expand-gradient-reducers --fuse-allreduce --remarks-filter=fuse-allreduce -o %t/out.mlir 2>&1 | FileCheck %t/fusion.mlir --check-prefix=REMARK

//--- degree.mlir
// The sum 21 times f32(1/7) is 0x40400001, not 3.0; so it is where the mean
// divides before, and where it divides by 2 before and multiplies by 2/7 after.

// CHECK-COUNT-21: = i32 [1077936129]
func.func @step() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %t = arith.constant dense<3.0> : tensor<f32>
  %0 = grad.reduce_gradients %t<"w"> : tensor<f32>
  %1 = grad.reduce_gradients %t<"w"> with<scale = before> : tensor<f32>
  %2 = grad.reduce_gradients %t<"w"> with<scale = split> : tensor<f32>
  %a = arith.bitcast %0 : tensor<f32> to tensor<i32>
  %b = arith.bitcast %1 : tensor<f32> to tensor<i32>
  %c = arith.bitcast %2 : tensor<f32> to tensor<i32>
  return %a, %b, %c : tensor<i32>, tensor<i32>, tensor<i32>
}

//--- given.mlir
// A degree that is not the number of ranks: 21 from three ranks, over 7; and
// without a mean a degree says nothing.

// CHECK: rank 0: result0 = i32 [1077936129]
// CHECK-NEXT: rank 0: result1 = f32 [21]
func.func @step() -> (tensor<i32>, tensor<f32>) {
  %t = arith.constant dense<7.0> : tensor<f32>
  %0 = grad.reduce_gradients %t<"w"> with<degree = 7> : tensor<f32>
  %1 = grad.reduce_gradients %t<"w"> with<degree = 7, mean = false> : tensor<f32>
  %a = arith.bitcast %0 : tensor<f32> to tensor<i32>
  return %a, %1 : tensor<i32>, tensor<f32>
}

//--- overflow.mlir
// Eight ranks of f16 10000: the mean is taken in f32, and has an f16. The sum
// has none, nor does what is reduced in f16.

// CHECK-COUNT-8: result0 = f16 [1.0E+4]
// CHECK-NEXT: rank 7: result1 = f16 [+Inf]
// CHECK-NEXT: rank 7: result2 = f16 [+Inf]
// CHECK-NEXT: rank 7: result3 = f16 [1.0E+4]
func.func @step() -> (tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>) {
  %h = arith.constant dense<10000.0> : tensor<f16>
  %0 = grad.reduce_gradients %h<"w"> : tensor<f16>
  %1 = grad.reduce_gradients %h<"w"> with<mean = false> : tensor<f16>
  %2 = grad.reduce_gradients %h<"w"> with<reduce_type = keep> : tensor<f16>
  %3 = grad.reduce_gradients %h<"w"> with<reduce_type = keep, scale = before> : tensor<f16>
  return %0, %1, %2, %3 : tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>
}

//--- types.mlir
// Each comes back in its type. f64 is added and scaled in f64: 1 times f64(1/3),
// three times; 2^-40 is no more than a digit of it. bf16 is added in f32:
// [256, 1, 1] over 3 is 86.

// CHECK: rank 1: result0 = f64 [1.0000000000009095]
// CHECK-NEXT: rank 1: result1 = f32 [1]
// CHECK-NEXT: rank 1: result2 = bf16 [86]
// CHECK-NEXT: rank 1: result3 = f16 [3076]
// CHECK-NEXT: rank 1: result4 = f32 [1.00000012]
// CHECK-NEXT: rank 1: result5 = f32 [1.00000024]
func.func @step() -> (tensor<f64>, tensor<f32>, tensor<bf16>, tensor<f16>, tensor<f32>, tensor<f32>) {
  %me = grad.rank : index
  %zero = arith.constant 0 : index
  %is_first = arith.cmpi eq, %me, %zero : index
  %d = arith.constant dense<0x3FF0000000001000> : tensor<f64>
  %f = arith.truncf %d : tensor<f64> to tensor<f32>
  %large = arith.constant dense<256.0> : tensor<bf16>
  %small = arith.constant dense<1.0> : tensor<bf16>
  %b = arith.select %is_first, %large, %small : tensor<bf16>
  %h = arith.constant dense<1025.0> : tensor<f16>
  %r:3 = grad.reduce_gradients %d<"d">, %f<"f">, %b<"b"> : tensor<f64>, tensor<f32>, tensor<bf16>
  %s = grad.reduce_gradients %h<"h"> with<mean = false> : tensor<f16>
  // 2^-24 on one rank is lost in an f32 sum of [1, 2^-24, 2^-24], not in f64.
  %one = arith.constant dense<1.0> : tensor<f32>
  %tiny = arith.constant dense<0x33800000> : tensor<f32>
  %mine = arith.select %is_first, %one, %tiny : tensor<f32>
  %w = grad.reduce_gradients %mine<"w"> with<mean = false, reduce_type = f64> : tensor<f32>
  %v = arith.addf %tiny, %tiny : tensor<f32>
  %u = arith.select %is_first, %one, %v : tensor<f32>
  %x = grad.reduce_gradients %u<"u"> with<mean = false> : tensor<f32>
  return %r#0, %r#1, %r#2, %s, %w, %x : tensor<f64>, tensor<f32>, tensor<bf16>, tensor<f16>, tensor<f32>, tensor<f32>
}

//--- integers.mlir
// Without a mean, integers are added in their type: 100 from three ranks is 300,
// and 44 in eight bits. Nothing clamps them.

// CHECK-COUNT-3: result0 = 2xi32 [300, -3]
// CHECK-NEXT: rank 2: result1 = i8 [44]
// CHECK-NEXT: rank 2: result2 = i64 [12884901888]
// CHECK-NEXT: rank 2: result3 = f32 [3]
func.func @step() -> (tensor<2xi32>, tensor<i8>, tensor<i64>, tensor<f32>) {
  %i = arith.constant dense<[100, -1]> : tensor<2xi32>
  %b = arith.constant dense<100> : tensor<i8>
  %l = arith.constant dense<4294967296> : tensor<i64>
  %f = arith.constant dense<5.0> : tensor<f32>
  %r:4 = grad.reduce_gradients %i<"i">, %b<"b">, %l<"l">, %f<"f"> with<mean = false, clip_value = 1.0>
      : tensor<2xi32>, tensor<i8>, tensor<i64>, tensor<f32>
  return %r#0, %r#1, %r#2, %r#3 : tensor<2xi32>, tensor<i8>, tensor<i64>, tensor<f32>
}

//--- kept.mlir
// Rank r brings r + 1. What is layerwise parallel, or reduced by a parameter
// server, is neither reduced nor averaged; the former is clamped.

// CHECK: rank 0: result0 = f32 [1]
// CHECK-NEXT: rank 0: result1 = f32 [1]
// CHECK-NEXT: rank 0: result2 = f32 [1.25]
// CHECK-NEXT: rank 0: result3 = i32 [1]
// CHECK: rank 1: result0 = f32 [1.5]
// CHECK-NEXT: rank 1: result1 = f32 [2]
// CHECK-NEXT: rank 1: result2 = f32 [1.25]
// CHECK-NEXT: rank 1: result3 = i32 [2]
// CALLS-COUNT-2: all_reduce sum
// CALLS-NOT: launch
func.func @step() -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>) {
  %me = grad.rank : index
  %r = arith.index_cast %me : index to i32
  %one = arith.constant 1 : i32
  %n = arith.addi %r, %one : i32
  %f = arith.sitofp %n : i32 to f32
  %g = tensor.splat %f : tensor<f32>
  %i = tensor.splat %n : tensor<i32>
  %0:4 = grad.reduce_gradients %g<"own", layerwise_parallel>, %g<"served", parameter_server>, %g<"w">,
      %i<"count", parameter_server> with<clip_value = 1.5> : tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>
  return %0#0, %0#1, %0#2, %0#3 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>
}

//--- absent.mlir
// Only rank 1 has gradients: the others have zeros, or no rows, and issue the
// same calls.

// CHECK: rank 3: result0 = 2xf32 [1, 2]
// CHECK-NEXT: rank 3: result1 = 3xf32 [0, 2, 0]
// CALLS: rank 0 launch 0: all_reduce sum f32 count 2
// CALLS-NEXT: rank 0 launch 1: [[COUNTS:all_gather .*]] at
// CALLS: rank 1 launch 0: all_reduce sum f32 count 2
// CALLS-NEXT: rank 1 launch 1: [[COUNTS]] at
!rows = !grad.indexed_slices<?xi32, 3xf32>
func.func @step() -> (tensor<2xf32>, tensor<3xf32>) {
  %me = grad.rank : index
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %has = arith.cmpi eq, %me, %one : index
  %there = arith.constant dense<[4.0, 8.0]> : tensor<2xf32>
  %zeros = arith.constant dense<0.0> : tensor<2xf32>
  %g = arith.select %has, %there, %zeros : tensor<2xf32>
  %n = arith.select %has, %one, %zero : index
  %index = arith.constant 1 : i32
  %value = arith.constant 8.0 : f32
  %i = tensor.splat %index[%n] : tensor<?xi32>
  %v = tensor.splat %value[%n] : tensor<?xf32>
  %s = grad.indexed_slices %i, %v : !rows
  %r:2 = grad.reduce_gradients %g<"w">, %s<"e"> : tensor<2xf32>, !rows -> tensor<2xf32>, tensor<3xf32>
  return %r#0, %r#1 : tensor<2xf32>, tensor<3xf32>
}

//--- groups.mlir
// Pairs (0, 2) and (3, 1): a mean divides by the size of the group, and rows
// come in its order. Rank r brings r.

// CHECK: rank 0: result0 = f32 [1]
// CHECK-NEXT: rank 0: result1 = 2xf32 [0, 1]
// CHECK: rank 1: result0 = f32 [2]
// CHECK-NEXT: rank 1: result1 = 2xf32 [1.5, 0.5]
// CHECK: rank 2: result0 = f32 [1]
// CHECK: rank 3: result0 = f32 [2]
// CHECK-NEXT: rank 3: result1 = 2xf32 [1.5, 0.5]
!rows = !grad.indexed_slices<?xi32, 9xf32>
func.func @step() -> (tensor<f32>, tensor<2xf32>) {
  %me = grad.rank : index
  %r = arith.index_cast %me : index to i32
  %f = arith.sitofp %r : i32 to f32
  %g = tensor.splat %f : tensor<f32>
  %one = arith.constant 1 : index
  %i = tensor.splat %r[%one] : tensor<?xi32>
  %v = tensor.splat %f[%one] : tensor<?xf32>
  %s = grad.indexed_slices %i, %v : !rows
  %0:2 = grad.reduce_gradients %g<"w">, %s<"e"> on <[[0, 2], [3, 1]]> : tensor<f32>, !rows
  %values = grad.values %0#1 : !rows
  %two = tensor.cast %values : tensor<?xf32> to tensor<2xf32>
  return %0#0, %two : tensor<f32>, tensor<2xf32>
}

//--- unequal.mlir
// Groups of one and of three ranks, which divide by one and by three.

// CHECK: rank 0: result0 = f32 [8]
// CHECK: rank 1: result0 = f32 [8]
// CHECK: rank 2: result0 = f32 [12]
// CHECK: rank 3: result0 = f32 [8]
func.func @step() -> tensor<f32> {
  %me = grad.rank : index
  %r = arith.index_cast %me : index to i32
  %six = arith.constant 6 : i32
  %n = arith.muli %r, %six : i32
  %f = arith.sitofp %n : i32 to f32
  // Ranks 0, 1 and 3 bring 0, 6 and 18.
  %g = tensor.splat %f : tensor<f32>
  %0 = grad.reduce_gradients %g<"w"> on <[[2], [0, 1, 3]]> with<scale = split> : tensor<f32>
  return %0 : tensor<f32>
}

//--- empty.mlir
// CHECK: rank 1: result0 = 0xf16 []
// CHECK-NEXT: rank 1: result1 = 2x0xf64 []
// CHECK-NEXT: rank 1: result2 = 0xi32 []
func.func @step() -> (tensor<0xf16>, tensor<2x0xf64>, tensor<0xi32>) {
  %a = arith.constant dense<> : tensor<0xf16>
  %b = arith.constant dense<> : tensor<2x0xf64>
  %c = arith.constant dense<> : tensor<0xi32>
  %0:2 = grad.reduce_gradients %a<"a">, %b<"b"> : tensor<0xf16>, tensor<2x0xf64>
  %1 = grad.reduce_gradients %c<"c"> with<mean = false> : tensor<0xi32>
  return %0#0, %0#1, %1 : tensor<0xf16>, tensor<2x0xf64>, tensor<0xi32>
}

//--- fusion.mlir
// SAME: 4 functions on 1,2,4 ranks: 0 failures, 4 changed

// The bucket of all.
// ONE: rank 0 launch 0: {{.*}} count 1
// ONE-NEXT: rank 0 launch 0: {{.*}} count 2
// ONE-NEXT: rank 0 launch 0: {{.*}} count 3
// ONE-NOT: rank 0
func.func @one(%a: tensor<1xf32>, %b: tensor<2xf32>, %c: tensor<3xf32>) -> (tensor<1xf32>, tensor<2xf32>, tensor<3xf32>) {
  %r:3 = grad.reduce_gradients %a<"a">, %b<"b">, %c<"c"> : tensor<1xf32>, tensor<2xf32>, tensor<3xf32>
  return %r#0, %r#1, %r#2 : tensor<1xf32>, tensor<2xf32>, tensor<3xf32>
}

// NEVER: rank 0 launch 0: {{.*}} count 1
// NEVER-NEXT: rank 0 launch 1: {{.*}} count 2
// NEVER-NOT: rank 0
func.func @never(%a: tensor<1xf32>, %b: tensor<2xf32>) -> (tensor<1xf32>, tensor<2xf32>) {
  %r:2 = grad.reduce_gradients %a<"a">, %b<"b"> with<fusion_type = 0> : tensor<1xf32>, tensor<2xf32>
  return %r#0, %r#1 : tensor<1xf32>, tensor<2xf32>
}

// Entries 2 and 4 of five gradients: 0-1, and 2-4.
// SPLIT: rank 0 launch 0: {{.*}} count 1
// SPLIT-NEXT: rank 0 launch 0: {{.*}} count 2
// SPLIT-NEXT: rank 0 launch 1: {{.*}} count 3
// SPLIT-NEXT: rank 0 launch 1: {{.*}} count 1
// SPLIT-NEXT: rank 0 launch 1: {{.*}} count 2
// SPLIT-NOT: rank 0
func.func @split(%a: tensor<1xf32>, %b: tensor<2xf32>, %c: tensor<3xf32>) -> (tensor<1xf32>, tensor<2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<2xf32>) {
  %x = arith.negf %a : tensor<1xf32>
  %y = arith.negf %b : tensor<2xf32>
  %r:5 = grad.reduce_gradients %a<"a">, %b<"b">, %c<"c">, %x<"x">, %y<"y"> with<split_indices = [2, 4]>
      : tensor<1xf32>, tensor<2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<2xf32>
  return %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<1xf32>, tensor<2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<2xf32>
}

// Two reducers, of which one needs the other: their ids are equal, and are a
// pass's, so that they split with a remark.
// DEPENDENT: rank 0 launch 0: {{.*}} count 1
// DEPENDENT-NEXT: rank 0 launch 0: {{.*}} count 2
// DEPENDENT-NEXT: rank 0 launch 1: {{.*}} count 1
// DEPENDENT-NOT: rank 0
// REMARK: [Missed] passed-over {{.*}} Function=dependent | Bucket=0, Cause=depends, Further=0, Gradients=c, Reason="depends on the all-reduce 'a'"
func.func @dependent(%a: tensor<1xf32>, %b: tensor<2xf32>) -> (tensor<1xf32>, tensor<2xf32>, tensor<1xf32>) {
  %r:2 = grad.reduce_gradients %a<"a">, %b<"b"> : tensor<1xf32>, tensor<2xf32>
  %n = arith.negf %r#0 : tensor<1xf32>
  %s = grad.reduce_gradients %n<"c"> : tensor<1xf32>
  return %r#0, %r#1, %s : tensor<1xf32>, tensor<2xf32>, tensor<1xf32>
}
