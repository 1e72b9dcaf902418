// State is updated in the memory of its argument: what the caller brings holds
// the new state when the step is done, and no copy of it is made on the way.

// RUN: split-file %s %t
// RUN: %python %S/Inputs/write_npz.py %t/state.npz a '<f4' 2 1,2 b '<f4' 2 3,4 c '<f4' 1,2 5,6 g '<f4' 2 10,20
// RUN: grad-run %t/permuted.mlir --ranks=1 --inputs=%t/state.npz --print | FileCheck %t/permuted.mlir
// RUN: grad-run %t/chosen.mlir --ranks=2 --inputs=%t/state.npz --print | FileCheck %t/chosen.mlir
// RUN: grad-run %t/called.mlir --ranks=1 --inputs=%t/state.npz --entry=outer --print | FileCheck %t/called.mlir
// RUN: grad-opt %t/momentum.mlir --pass-pipeline='builtin.module(func.func(convert-elementwise-to-linalg),grad-prepare-entries,one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},canonicalize,cse,grad-update-in-place)' | FileCheck %t/momentum.mlir

//--- permuted.mlir
// States trade places, one becomes a view of another, and old ones come back,
// as they were and as a part.

// CHECK: rank 0: a = 2xf32 [3, 4]
// CHECK-NEXT: rank 0: b = 2xf32 [1, 2]
// CHECK-NEXT: rank 0: c = 1x2xf32 [1, 2]
// CHECK-NEXT: rank 0: result3 = 2xf32 [1, 2]
// CHECK-NEXT: rank 0: result4 = 1xf32 [4]
// CHECK-NEXT: rank 0: result5 = 2xf32 [4, 6]
func.func @step(%a: tensor<2xf32> {grad.param = "a"}, %b: tensor<2xf32> {grad.state = "b"}, %c: tensor<1x2xf32> {grad.state = "c"})
    -> (tensor<2xf32> {grad.updates = "a"}, tensor<2xf32> {grad.updates = "b"}, tensor<1x2xf32> {grad.updates = "c"}, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>) {
  %view = tensor.expand_shape %a [[0, 1]] output_shape [1, 2] : tensor<2xf32> into tensor<1x2xf32>
  %part = tensor.extract_slice %b[1] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %sum = arith.addf %a, %b : tensor<2xf32>
  return %b, %a, %view, %a, %part, %sum : tensor<2xf32>, tensor<2xf32>, tensor<1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>
}

//--- chosen.mlir
// What a state becomes is decided when the step runs: itself (a step that is
// skipped), another state, or something new; a loop carries two that trade
// places.

// CHECK: rank 0: a = 2xf32 [1, 2]
// CHECK-NEXT: rank 0: b = 2xf32 [1, 2]
// CHECK-NEXT: rank 0: c = 1x2xf32 [6, 7]
// CHECK-NEXT: rank 0: result3 = 2xf32 [3, 4]
// CHECK-NEXT: rank 0: result4 = 2xf32 [1, 2]
func.func @step(%a: tensor<2xf32> {grad.param = "a"}, %b: tensor<2xf32> {grad.state = "b"}, %c: tensor<1x2xf32> {grad.state = "c"})
    -> (tensor<2xf32> {grad.updates = "a"}, tensor<2xf32> {grad.updates = "b"}, tensor<1x2xf32> {grad.updates = "c"}, tensor<2xf32>, tensor<2xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %size = grad.group_size : index
  %skips = arith.cmpi eq, %size, %three : index
  %ones = arith.constant dense<1.0> : tensor<1x2xf32>
  %next_a = scf.if %skips -> tensor<2xf32> {
    %d = arith.subf %a, %b : tensor<2xf32>
    scf.yield %d : tensor<2xf32>
  } else {
    scf.yield %a : tensor<2xf32>
  }
  %next_b = arith.select %skips, %b, %a : tensor<2xf32>
  %next_c = arith.addf %c, %ones : tensor<1x2xf32>
  %traded:2 = scf.for %i = %zero to %three step %one iter_args(%x = %a, %y = %b) -> (tensor<2xf32>, tensor<2xf32>) {
    scf.yield %y, %x : tensor<2xf32>, tensor<2xf32>
  }
  return %next_a, %next_b, %next_c, %traded#0, %traded#1 : tensor<2xf32>, tensor<2xf32>, tensor<1x2xf32>, tensor<2xf32>, tensor<2xf32>
}

//--- called.mlir
// A function that another one calls gives its new state as results.

// CHECK: rank 0: a = 2xf32 [-6, -8]
func.func @step(%a: tensor<2xf32> {grad.param = "a"}, %b: tensor<2xf32> {grad.state = "b"})
    -> (tensor<2xf32> {grad.updates = "a"}, tensor<2xf32> {grad.updates = "b"}) {
  %d = arith.subf %a, %b : tensor<2xf32>
  %s = arith.addf %b, %b : tensor<2xf32>
  return %d, %s : tensor<2xf32>, tensor<2xf32>
}
func.func @outer(%a: tensor<2xf32> {grad.param = "a"}, %b: tensor<2xf32> {grad.state = "b"}) -> (tensor<2xf32> {grad.updates = "a"}) {
  %0:2 = call @step(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %1:2 = call @step(%0#0, %0#1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %2 = arith.subf %1#0, %a : tensor<2xf32>
  %3 = arith.addf %2, %b : tensor<2xf32>
  return %3 : tensor<2xf32>
}

//--- momentum.mlir
// The one copy is that of the local gradient, which the caller keeps.

// CHECK-LABEL: func.func @step
// CHECK-SAME: %[[W:.*]]: memref<1024xf32> {grad.param = "w"}, %[[V:.*]]: memref<1024xf32> {grad.state = "v"}, %[[G:.*]]: memref<1024xf32>) {
// CHECK: memref.copy %[[G]]
// CHECK-NOT: memref.copy
// CHECK: outs(%[[V]] : memref<1024xf32>)
// CHECK-NOT: memref.copy
// CHECK: outs(%[[W]] : memref<1024xf32>)
// CHECK-NOT: memref.copy
// CHECK: return{{$}}
func.func @step(%w: tensor<1024xf32> {grad.param = "w"}, %v: tensor<1024xf32> {grad.state = "v"}, %g: tensor<1024xf32>)
    -> (tensor<1024xf32> {grad.updates = "w"}, tensor<1024xf32> {grad.updates = "v"}) {
  %m = arith.constant dense<0.9> : tensor<1024xf32>
  %lr = arith.constant dense<0.1> : tensor<1024xf32>
  %r = grad.all_reduce<sum> %g : tensor<1024xf32>
  %a = arith.mulf %v, %m : tensor<1024xf32>
  %nv = arith.addf %a, %r : tensor<1024xf32>
  %s = arith.mulf %nv, %lr : tensor<1024xf32>
  %nw = arith.subf %w, %s : tensor<1024xf32>
  return %nw, %nv : tensor<1024xf32>, tensor<1024xf32>
}
