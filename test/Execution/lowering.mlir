// Steps that are hard to bufferize, compared with what they have to compute.

// RUN: split-file %s %t
// RUN: grad-run %t/returned.mlir --ranks=2 --print | FileCheck %t/returned.mlir
// RUN: grad-run %t/updates.mlir --ranks=2 --print | FileCheck %t/updates.mlir
// RUN: grad-run %t/buffers.mlir --ranks=2 --print | FileCheck %t/buffers.mlir
// RUN: grad-run %t/loops.mlir --ranks=2 --print | FileCheck %t/loops.mlir
// RUN: grad-run %t/calls.mlir --ranks=2 --print | FileCheck %t/calls.mlir
// RUN: grad-run %t/dynamic.mlir --ranks=2 --print | FileCheck %t/dynamic.mlir
// RUN: grad-run %t/dynamic.mlir --ranks=16 | count 0
// RUN: env GRADRT_DEBUG=1 GRADRT_TIMEOUT_MS=60000 grad-run %t/loops.mlir --ranks=8 --against=%t/loops.mlir | FileCheck %s --check-prefix=DEBUG
// DEBUG: 4 results on 8 ranks are equal, bit by bit

//--- returned.mlir
// One buffer as several results: itself, through a branch, a select, a slice;
// and an operand that is returned beside its reduction.

// CHECK: rank 0: result0 = 2xf32 [6, 6]
// CHECK-NEXT: rank 0: result1 = 2xf32 [6, 6]
// CHECK-NEXT: rank 0: result2 = 2xf32 [6, 6]
// CHECK-NEXT: rank 0: result3 = 2xf32 [3, 3]
// CHECK-NEXT: rank 0: result4 = 2xf32 [3, 3]
// CHECK-NEXT: rank 0: result5 = 1xf32 [6]
func.func @step() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1xf32>) {
  %a = arith.constant dense<3.0> : tensor<2xf32>
  %c = arith.constant true
  %0 = grad.all_reduce<sum> %a : tensor<2xf32>
  %1 = scf.if %c -> tensor<2xf32> {
    scf.yield %0 : tensor<2xf32>
  } else {
    scf.yield %a : tensor<2xf32>
  }
  %2 = arith.select %c, %a, %0 : tensor<2xf32>
  %3 = tensor.extract_slice %0[1] [1] [1] : tensor<2xf32> to tensor<1xf32>
  return %0, %0, %1, %a, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1xf32>
}

//--- updates.mlir
// Two states change places; a third result is the old value of one.

// CHECK: rank 1: v = f32 [[W:.*]]
// CHECK-NEXT: rank 1: w = f32 [[V:.*]]
// CHECK-NEXT: rank 1: result2 = f32 [[V]]
// CHECK-NEXT: rank 1: result3 = f32 [[W]]
func.func @step(%w: tensor<f32> {grad.param = "w"}, %v: tensor<f32> {grad.state = "v"}) -> (tensor<f32> {grad.updates = "v"}, tensor<f32> {grad.updates = "w"}, tensor<f32>, tensor<f32>) {
  return %w, %v, %v, %w : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

//--- buffers.mlir
// Memrefs: in place, from one to another, a column of one, returned.

// CHECK: rank 0: result0 = 2x2xf32 [1, 2, 1, 2]
// CHECK-NEXT: rank 0: result1 = 4xf32 [1, 2, 1, 2]
// CHECK-NEXT: rank 0: result2 = 2x2xf32 [1, 2, 1, 2]
func.func @step(%m: memref<2x2xf32>) -> (memref<2x2xf32>, memref<4xf32>, memref<2x2xf32>) {
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%m : memref<2x2xf32>)
  %column = memref.subview %m[0, 1] [2, 1] [1, 1] : memref<2x2xf32> to memref<2x1xf32, strided<[2, 1], offset: 1>>
  grad.all_reduce<sum> %column : memref<2x1xf32, strided<[2, 1], offset: 1>>
  %row = memref.subview %m[1, 0] [1, 2] [1, 1] : memref<2x2xf32> to memref<1x2xf32, strided<[2, 1], offset: 2>>
  grad.all_reduce<max> %row : memref<1x2xf32, strided<[2, 1], offset: 2>>
  %flat = memref.alloc() : memref<4xf32>
  %view = memref.collapse_shape %m [[0, 1]] : memref<2x2xf32> into memref<4xf32>
  grad.all_reduce<max> ins(%view : memref<4xf32>) outs(%flat : memref<4xf32>)
  grad.broadcast %m root 1 : memref<2x2xf32>
  return %m, %flat, %m : memref<2x2xf32>, memref<4xf32>, memref<2x2xf32>
}

//--- loops.mlir
// Loops that carry values made anew, values of outside, and values that change
// places; a loop that runs no time.

// CHECK: rank 0: result0 = 2xf32 [4, 4]
// CHECK-NEXT: rank 0: result1 = 2xf32 [7, 7]
// CHECK-NEXT: rank 0: result2 = 2xf32 [1, 1]
// CHECK-NEXT: rank 0: result3 = 2xf32 [8, 8]
func.func @step() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %x = arith.constant dense<1.0> : tensor<2xf32>
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %three = arith.constant 3 : index
  // 1 1, 1 2, 2 3, 3 5: the last is then 7.
  %f:2 = scf.for %i = %z to %three step %o iter_args(%u = %x, %v = %x) -> (tensor<2xf32>, tensor<2xf32>) {
    %s = arith.addf %u, %v : tensor<2xf32>
    scf.yield %v, %s : tensor<2xf32>, tensor<2xf32>
  }
  %a = arith.addf %f#0, %x : tensor<2xf32>
  %b = arith.addf %f#1, %x : tensor<2xf32>
  %c = arith.addf %b, %x : tensor<2xf32>
  %n = scf.for %i = %z to %z step %o iter_args(%u = %x) -> tensor<2xf32> {
    %r = grad.all_reduce<max> %c : tensor<2xf32>
    scf.yield %r : tensor<2xf32>
  }
  %w:2 = scf.while (%i = %z, %u = %x) : (index, tensor<2xf32>) -> (index, tensor<2xf32>) {
    %more = arith.cmpi ult, %i, %three : index
    scf.condition(%more) %i, %u : index, tensor<2xf32>
  } do {
  ^bb0(%i: index, %u: tensor<2xf32>):
    %d = arith.addf %u, %u : tensor<2xf32>
    %r = grad.all_reduce<max> %d : tensor<2xf32>
    %j = arith.addi %i, %o : index
    scf.yield %j, %r : index, tensor<2xf32>
  }
  return %a, %c, %n, %w#1 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

//--- calls.mlir
// Private functions that return their argument, twice, or one of two.

// CHECK: rank 1: result0 = 2xf32 [3, 3]
// CHECK-NEXT: rank 1: result1 = 2xf32 [3, 3]
// CHECK-NEXT: rank 1: result2 = 2xf32 [5, 5]
// CHECK-NEXT: rank 1: result3 = 2xf32 [10, 10]
func.func private @twice(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  return %a, %a : tensor<2xf32>, tensor<2xf32>
}
func.func private @pick(%c: i1, %a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  %r = scf.if %c -> tensor<2xf32> {
    scf.yield %a : tensor<2xf32>
  } else {
    scf.yield %b : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
func.func private @reduce(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = grad.all_reduce<sum> %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @step() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %a = arith.constant dense<3.0> : tensor<2xf32>
  %b = arith.constant dense<5.0> : tensor<2xf32>
  %no = arith.constant false
  %0:2 = func.call @twice(%a) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %1 = func.call @pick(%no, %a, %b) : (i1, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = func.call @reduce(%1) : (tensor<2xf32>) -> tensor<2xf32>
  return %0#0, %0#1, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

//--- dynamic.mlir
// The size is known at run time only: of rank 0 two rows, of rank 1 two.

// CHECK: rank 1: result0 = 2xi64 [1, 1]
// CHECK-NEXT: rank 1: result1 = 4xi64 [0, 0, 1, 1]
// CHECK-NEXT: rank 1: result2 = 2xi64 [2, 2]
func.func @step() -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) {
  %n = arith.constant 2 : index
  %me = grad.rank : index
  %r = arith.index_cast %me : index to i64
  %e = tensor.empty(%n) : tensor<?xi64>
  %x = linalg.fill ins(%r : i64) outs(%e : tensor<?xi64>) -> tensor<?xi64>
  %0 = grad.all_reduce<max> %x : tensor<?xi64>
  %1 = grad.all_gather %x dim 0 : tensor<?xi64> -> tensor<?xi64>
  %2 = grad.reduce_scatter<sum> %1 dim 0 : tensor<?xi64> -> tensor<?xi64>
  return %0, %1, %2 : tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
}
