// Sparse gradients, and gradients of which only some elements are sent, in
// numbers.

// RUN: split-file %s %t
// RUN: grad-run %t/rows.mlir --ranks=2 --print | FileCheck %t/rows.mlir
// RUN: grad-opt %t/rows.mlir --expand-gradient-reducers --fuse-allreduce -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=2 --print | FileCheck %t/rows.mlir
// RUN: grad-run %t/dense.mlir --ranks=2 --print | FileCheck %t/dense.mlir
// RUN: grad-opt %t/dense.mlir --expand-gradient-reducers=world-size=2 --remarks-filter=expand-gradient-reducers -o %t/out.mlir 2>&1 | FileCheck %t/dense.mlir --check-prefix=REMARK
// RUN: grad-run %t/out.mlir --ranks=2 --print | FileCheck %t/dense.mlir
// RUN: grad-run %t/out.mlir --ranks=2 --backend=record | FileCheck %t/dense.mlir --check-prefix=CALLS
// RUN: grad-run %t/top_k.mlir --ranks=1 --print | FileCheck %t/top_k.mlir
// RUN: grad-opt %t/top_k.mlir --expand-gradient-reducers --fuse-allreduce -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=1 --print | FileCheck %t/top_k.mlir
// RUN: grad-run %t/ties.mlir --ranks=1 --print | FileCheck %t/ties.mlir
// RUN: grad-run %t/steps.mlir --ranks=2 --print | FileCheck %t/steps.mlir
// RUN: grad-run %t/not_finite.mlir --ranks=4 --print | FileCheck %t/not_finite.mlir
// RUN: grad-run %t/threshold.mlir --ranks=2 --print | FileCheck %t/threshold.mlir
// RUN: grad-run %t/buckets.mlir --ranks=1 --print | FileCheck %t/buckets.mlir
// RUN: grad-run %t/ratio.mlir --ranks=2 --backend=record | FileCheck %t/ratio.mlir

//--- rows.mlir
// Rank 0 has rows 1 and 3, rank 1 row 3: over two, {1: 0.5, 3: 3.0}. Indices
// keep their order, and both of row 3 are there.

// CHECK-COUNT-2: result0 = 3xi32 [1, 3, 3]
// CHECK-NEXT: rank 1: result1 = 3xf32 [0.5, 1, 2]
// CHECK-NEXT: rank 1: result2 = 4xf32 [0, 0.5, 0, 3]
// CHECK-NEXT: rank 1: result3 = 4xf32 [0, 0.5, 0, 3]
// CHECK-NEXT: rank 1: result4 = 4xf32 [0, 0.5, 0, 3]
!rows = !grad.indexed_slices<?xi32, 4xf32>
func.func @step() -> (tensor<3xi32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %me = grad.rank : index
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %is_first = arith.cmpi eq, %me, %zero : index
  %n = arith.select %is_first, %two, %one : index
  %first = arith.select %is_first, %zero, %two : index
  %indices = arith.constant dense<[1, 3, 3]> : tensor<3xi32>
  %values = arith.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %i = tensor.extract_slice %indices[%first] [%n] [1] : tensor<3xi32> to tensor<?xi32>
  %v = tensor.extract_slice %values[%first] [%n] [1] : tensor<3xf32> to tensor<?xf32>
  %s = grad.indexed_slices %i, %v : !rows
  %r = grad.reduce_gradients %s<"e"> : !rows
  %ri = grad.indices %r : !rows
  %rv = grad.values %r : !rows
  %ti = tensor.cast %ri : tensor<?xi32> to tensor<3xi32>
  %tv = tensor.cast %rv : tensor<?xf32> to tensor<3xf32>
  %d = grad.to_dense %r : !rows -> tensor<4xf32>
  %e = grad.reduce_gradients %s<"e"> : !rows -> tensor<4xf32>
  %f = grad.reduce_gradients %s<"e"> with<sparse_as_dense> : !rows -> tensor<4xf32>
  return %ti, %tv, %d, %e, %f : tensor<3xi32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

//--- dense.mlir
// Two ranks with two rows each of four: all of them, or half of eight. What is
// above the share is added up before it is sent, where the types say so.

// CHECK-COUNT-2: result0 = 4xf32 [0, 5, 0, 2]
// CHECK-NEXT: rank 1: result1 = 8xf32 [0, 5, 0, 2, 0, 0, 0, 0]
// CHECK-NEXT: rank 1: result2 = 4xf32 [0, 5, 0, 2]
// REMARK: [Passed] dense {{.*}} Gradient=e, Reason="its rows are added up before the reduction"
// REMARK: [Passed] all-reduce {{.*}} Gradient=e,
// REMARK: [Passed] all-gather {{.*}} Gradient=f, Reason="rows of all ranks are gathered"
// REMARK: [Passed] all-gather {{.*}} Gradient=g, Reason="only the run knows how many rows all ranks have together"
// REMARK-NOT: [Passed]
// CALLS: rank 0 launch 0: all_reduce sum f32 count 4
// CALLS-NEXT: rank 0 launch 1: all_gather
// CALLS-NOT: rank 0 {{.*}} all_reduce
!all = !grad.indexed_slices<2xi32, 4xf32>
!half = !grad.indexed_slices<2xi32, 8xf32>
!open = !grad.indexed_slices<?xi32, 4xf32>
func.func @step() -> (tensor<4xf32>, tensor<8xf32>, tensor<4xf32>) {
  %i = arith.constant dense<[1, 3]> : tensor<2xi32>
  %v = arith.constant dense<[5.0, 2.0]> : tensor<2xf32>
  %a = grad.indexed_slices %i, %v : !all
  %b = grad.indexed_slices %i, %v : !half
  %oi = tensor.cast %i : tensor<2xi32> to tensor<?xi32>
  %ov = tensor.cast %v : tensor<2xf32> to tensor<?xf32>
  %c = grad.indexed_slices %oi, %ov : !open
  %r:3 = grad.reduce_gradients %a<"e">, %b<"f">, %c<"g"> with<dense_above = 0.5>
      : !all, !half, !open -> tensor<4xf32>, tensor<8xf32>, tensor<4xf32>
  return %r#0, %r#1, %r#2 : tensor<4xf32>, tensor<8xf32>, tensor<4xf32>
}

//--- top_k.mlir
// Of [0.1, -0.5, 0.3], -0.5 at 1 is sent; the residual is [0.1, 0, 0.3]. The next
// step adds it, so that 0.3 + 0.3 is the largest. f16 has its residual in f32.

// CHECK: rank 0: result0 = 3xf32 [0, -0.5, 0]
// CHECK-NEXT: rank 0: result1 = 3xf32 [0.100000001, 0, 0.300000012]
// CHECK-NEXT: rank 0: result2 = 3xf32 [0, 0, 0.600000024]
// CHECK-NEXT: rank 0: result3 = 3xf32 [0.200000003, -0.5, 0]
// CHECK-NEXT: rank 0: result4 = 3xf16 [0, -0.5, 0]
// CHECK-NEXT: rank 0: result5 = 3xf32 [0.0999755859, 0, 0.300048828]
// CHECK-NEXT: rank 0: result6 = 3xf32 [0, -0.5, 0]
func.func @step() -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf16>, tensor<3xf32>, tensor<3xf32>) {
  %g = arith.constant dense<[0.1, -0.5, 0.3]> : tensor<3xf32>
  %h = arith.truncf %g : tensor<3xf32> to tensor<3xf16>
  %none = arith.constant dense<0.0> : tensor<3xf32>
  %0:2 = grad.reduce_gradients %g<"w"> residuals(%none : tensor<3xf32>) with<top_k = 1> : tensor<3xf32>
  %1:2 = grad.reduce_gradients %g<"w"> residuals(%0#1 : tensor<3xf32>) with<top_k = 1> : tensor<3xf32>
  %2:2 = grad.reduce_gradients %h<"h"> residuals(%none : tensor<3xf32>) with<top_k = 1> : tensor<3xf16>
  // Without residuals, what is not sent is lost.
  %3 = grad.reduce_gradients %g<"w"> with<top_k = 1> : tensor<3xf32>
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf16>, tensor<3xf32>, tensor<3xf32>
}

//--- ties.mlir
// Of equal magnitudes the lower index goes; more than there are is all.

// CHECK: rank 0: result0 = 4xf32 [0, -2, 2, 0]
// CHECK-NEXT: rank 0: result1 = 4xf32 [1, 0, 0, 2]
// CHECK-NEXT: rank 0: result2 = 4xf32 [1, -2, 2, 2]
// CHECK-NEXT: rank 0: result3 = 4xf32 [0, 0, 0, 0]
func.func @step() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %g = arith.constant dense<[1.0, -2.0, 2.0, 2.0]> : tensor<4xf32>
  %none = arith.constant dense<0.0> : tensor<4xf32>
  %0:2 = grad.reduce_gradients %g<"w"> residuals(%none : tensor<4xf32>) with<top_k = 2> : tensor<4xf32>
  %1:2 = grad.reduce_gradients %g<"w"> residuals(%none : tensor<4xf32>) with<top_k = 1000> : tensor<4xf32>
  return %0#0, %0#1, %1#0, %1#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

//--- steps.mlir
// Each rank chooses its own: rank 0 element 1, 0 (a tie) and 1 again, rank 1
// always element 0. Over three steps nothing is lost: the means of what was sent,
// [7, 3], and of what is left, [0.5, 1.5], add up to the mean of all gradients.

// CHECK: rank 0: result0 = 2xf32 [7, 3]
// CHECK-NEXT: rank 0: result1 = 2xf32 [1, 0]
// CHECK: rank 1: result0 = 2xf32 [7, 3]
// CHECK-NEXT: rank 1: result1 = 2xf32 [0, 3]
func.func @step() -> (tensor<2xf32>, tensor<2xf32>) {
  %me = grad.rank : index
  %zero = arith.constant 0 : index
  %is_first = arith.cmpi eq, %me, %zero : index
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant dense<[4.0, 1.0]> : tensor<2xf32>
  %g = arith.select %is_first, %a, %b : tensor<2xf32>
  %none = arith.constant dense<0.0> : tensor<2xf32>
  %0:2 = grad.reduce_gradients %g<"w"> residuals(%none : tensor<2xf32>) with<top_k = 1> : tensor<2xf32>
  %1:2 = grad.reduce_gradients %g<"w"> residuals(%0#1 : tensor<2xf32>) with<top_k = 1> : tensor<2xf32>
  %2:2 = grad.reduce_gradients %g<"w"> residuals(%1#1 : tensor<2xf32>) with<top_k = 1> : tensor<2xf32>
  %s = arith.addf %0#0, %1#0 : tensor<2xf32>
  %t = arith.addf %s, %2#0 : tensor<2xf32>
  return %t, %2#1 : tensor<2xf32>, tensor<2xf32>
}

//--- not_finite.mlir
// Rank 2 brings one infinity, or NaN, in the second of two gradients and buckets:
// all ranks leave both residuals as they were. Others' groups go on.

// CHECK: rank 0: result0 = 2xf32 [7, 8]
// CHECK-NEXT: rank 0: result1 = 1xf32 [9]
// CHECK-NEXT: rank 0: result2 = 2xf32 [7, 8]
// CHECK-NEXT: rank 0: result3 = 1xf32 [9]
// CHECK-NEXT: rank 0: result4 = 2xf32 [8, 0]
// CHECK: rank 1: result4 = 2xf32 [8, 0]
// CHECK: rank 2: result0 = 2xf32 [7, 8]
// CHECK: rank 2: result2 = 2xf32 [7, 8]
// CHECK-NEXT: rank 2: result3 = 1xf32 [9]
// CHECK-NEXT: rank 2: result4 = 2xf32 [7, 8]
// CHECK: rank 3: result0 = 2xf32 [7, 8]
// CHECK-NEXT: rank 3: result1 = 1xf32 [9]
// CHECK-NEXT: rank 3: result2 = 2xf32 [7, 8]
// CHECK-NEXT: rank 3: result3 = 1xf32 [9]
// CHECK-NEXT: rank 3: result4 = 2xf32 [7, 8]
func.func @step() -> (tensor<2xf32>, tensor<1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>) {
  %me = grad.rank : index
  %two = arith.constant 2 : index
  %is_third = arith.cmpi eq, %me, %two : index
  %g = arith.constant dense<1.0> : tensor<2xf32>
  %inf = arith.constant dense<0xFF800000> : tensor<1xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<1xf32>
  %one = arith.constant dense<1.0> : tensor<1xf32>
  %a = arith.select %is_third, %inf, %one : tensor<1xf32>
  %b = arith.select %is_third, %nan, %one : tensor<1xf32>
  %old = arith.constant dense<[7.0, 8.0]> : tensor<2xf32>
  %nine = arith.constant dense<9.0> : tensor<1xf32>
  %0:4 = grad.reduce_gradients %g<"w">, %a<"b"> residuals(%old, %nine : tensor<2xf32>, tensor<1xf32>)
      with<top_k = 1, fusion_type = 0> : tensor<2xf32>, tensor<1xf32>
  %1:4 = grad.reduce_gradients %g<"w">, %b<"b"> residuals(%old, %nine : tensor<2xf32>, tensor<1xf32>)
      with<top_k = 1, fusion_type = 0> : tensor<2xf32>, tensor<1xf32>
  %2:4 = grad.reduce_gradients %g<"w">, %b<"b"> residuals(%old, %nine : tensor<2xf32>, tensor<1xf32>)
      on <[[0, 1], [2, 3]]> with<top_k = 1, fusion_type = 0> : tensor<2xf32>, tensor<1xf32>
  return %0#2, %0#3, %1#2, %1#3, %2#2 : tensor<2xf32>, tensor<1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>
}

//--- threshold.mlir
// From 0.5 on, each rank sends as many as there are: two, and none.

// CHECK: rank 0: result0 = 3xf32 [0, -0.25, 0.25]
// CHECK-NEXT: rank 0: result1 = 3xf32 [0.25, 0, 0]
// CHECK: rank 1: result0 = 3xf32 [0, -0.25, 0.25]
// CHECK-NEXT: rank 1: result1 = 3xf32 [0.125, -0.25, 0.25]
func.func @step() -> (tensor<3xf32>, tensor<3xf32>) {
  %me = grad.rank : index
  %zero = arith.constant 0 : index
  %is_first = arith.cmpi eq, %me, %zero : index
  %a = arith.constant dense<[0.25, -0.5, 0.5]> : tensor<3xf32>
  %half = arith.constant dense<0.5> : tensor<3xf32>
  %b = arith.mulf %a, %half : tensor<3xf32>
  %g = arith.select %is_first, %a, %b : tensor<3xf32>
  %none = arith.constant dense<0.0> : tensor<3xf32>
  %0:2 = grad.reduce_gradients %g<"w"> residuals(%none : tensor<3xf32>) with<threshold = 0.5> : tensor<3xf32>
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xf32>
}

//--- buckets.mlir
// One element of each bucket: of all gradients; of each; of two and one. What is
// layerwise parallel, an integer, or empty is not chosen from. A bucket holds
// what is scaled in one type.

// CHECK: rank 0: result0 = 2xf32 [0, 0]
// CHECK-NEXT: rank 0: result1 = 2xf16 [0, 4]
// CHECK-NEXT: rank 0: result2 = f32 [0]
// CHECK-NEXT: rank 0: result3 = 2xf32 [0, 2]
// CHECK-NEXT: rank 0: result4 = 2xf16 [0, 4]
// CHECK-NEXT: rank 0: result5 = f32 [3]
// CHECK-NEXT: rank 0: result6 = 2xf32 [0, 0]
// CHECK-NEXT: rank 0: result7 = 2xf16 [0, 4]
// CHECK-NEXT: rank 0: result8 = f32 [3]
// CHECK-NEXT: rank 0: result9 = 2xf32 [1, 2]
// CHECK-NEXT: rank 0: result10 = 2xf64 [0, 9]
// CHECK-NEXT: rank 0: result11 = 0xf32 []
// CHECK-NEXT: rank 0: result12 = f32 [3]
func.func @step() -> (tensor<2xf32>, tensor<2xf16>, tensor<f32>, tensor<2xf32>, tensor<2xf16>, tensor<f32>, tensor<2xf32>, tensor<2xf16>, tensor<f32>, tensor<2xf32>, tensor<2xf64>, tensor<0xf32>, tensor<f32>) {
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant dense<[1.0, 4.0]> : tensor<2xf16>
  %c = arith.constant dense<3.0> : tensor<f32>
  %d = arith.constant dense<[8.0, 9.0]> : tensor<2xf64>
  %e = arith.constant dense<> : tensor<0xf32>
  %0:3 = grad.reduce_gradients %a<"a">, %b<"b">, %c<"c"> with<top_k = 1> : tensor<2xf32>, tensor<2xf16>, tensor<f32>
  %1:3 = grad.reduce_gradients %a<"a">, %b<"b">, %c<"c"> with<top_k = 1, fusion_type = 0> : tensor<2xf32>, tensor<2xf16>, tensor<f32>
  %2:3 = grad.reduce_gradients %a<"a">, %b<"b">, %c<"c"> with<top_k = 1, split_indices = [2, 3]> : tensor<2xf32>, tensor<2xf16>, tensor<f32>
  %3:4 = grad.reduce_gradients %a<"a", layerwise_parallel>, %d<"d">, %e<"e">, %c<"c"> with<top_k = 1> : tensor<2xf32>, tensor<2xf64>, tensor<0xf32>, tensor<f32>
  return %0#0, %0#1, %0#2, %1#0, %1#1, %1#2, %2#0, %2#1, %2#2, %3#0, %3#1, %3#2, %3#3 : tensor<2xf32>, tensor<2xf16>, tensor<f32>, tensor<2xf32>, tensor<2xf16>, tensor<f32>, tensor<2xf32>, tensor<2xf16>, tensor<f32>, tensor<2xf32>, tensor<2xf64>, tensor<0xf32>, tensor<f32>
}

//--- ratio.mlir
// A share is rounded up, as it is written: 1 % of 100 is 1, of 101 it is 2, 7 %
// of 100 is 7, though 0.07 as a number is a little more than that.

// CHECK: rank 0 launch 0: all_gather i32 count 1
// CHECK-NEXT: rank 0 launch 1: all_gather f32 count 1
// CHECK-NEXT: rank 0 launch 2: all_gather i32 count 2
// CHECK-NEXT: rank 0 launch 3: all_gather f32 count 2
// CHECK-NEXT: rank 0 launch 4: all_gather i32 count 7
// CHECK-NEXT: rank 0 launch 5: all_gather f16 count 7
// CHECK-NEXT: rank 1
func.func @step(%a: tensor<100xf32>, %b: tensor<101xf32>) -> (tensor<100xf32>, tensor<101xf32>, tensor<100xf32>) {
  %0 = grad.reduce_gradients %a<"a"> with<top_k_ratio = 0.01> : tensor<100xf32>
  %1 = grad.reduce_gradients %b<"b"> with<top_k_ratio = 0.01> : tensor<101xf32>
  %2 = grad.reduce_gradients %a<"a"> with<top_k_ratio = 0.07, wire = f16> : tensor<100xf32>
  return %0, %1, %2 : tensor<100xf32>, tensor<101xf32>, tensor<100xf32>
}
