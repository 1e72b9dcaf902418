// One buffer that several values could share: each value keeps its own number,
// also where what comes later works in place on one of them. N is the number of
// ranks.

// RUN: split-file %s %t
// RUN: grad-run %t/returned.mlir --ranks=1 --print | FileCheck %t/returned.mlir -D#N=1
// RUN: grad-run %t/returned.mlir --ranks=2 --print | FileCheck %t/returned.mlir -D#N=2
// RUN: grad-run %t/returned.mlir --ranks=4 --print | FileCheck %t/returned.mlir -D#N=4
// RUN: grad-run %t/inits.mlir --ranks=1 --print | FileCheck %t/inits.mlir -D#N=1
// RUN: grad-run %t/inits.mlir --ranks=2 --print | FileCheck %t/inits.mlir -D#N=2
// RUN: grad-run %t/inits.mlir --ranks=4 --print | FileCheck %t/inits.mlir -D#N=4
// RUN: grad-run %t/either.mlir --ranks=1 --print | FileCheck %t/either.mlir -D#N=1
// RUN: grad-run %t/either.mlir --ranks=2 --print | FileCheck %t/either.mlir -D#N=2
// RUN: grad-run %t/either.mlir --ranks=4 --print | FileCheck %t/either.mlir -D#N=4
// RUN: grad-run %t/first.mlir --ranks=1 --print | FileCheck %t/first.mlir -D#N=1
// RUN: grad-run %t/first.mlir --ranks=2 --print | FileCheck %t/first.mlir -D#N=2
// RUN: grad-run %t/first.mlir --ranks=4 --print | FileCheck %t/first.mlir -D#N=4
// RUN: grad-run %t/branch.mlir --ranks=1 --print | FileCheck %t/branch.mlir -D#N=1
// RUN: grad-run %t/branch.mlir --ranks=2 --print | FileCheck %t/branch.mlir -D#N=2
// RUN: grad-run %t/branch.mlir --ranks=4 --print | FileCheck %t/branch.mlir -D#N=4
// RUN: grad-run %t/switch.mlir --ranks=1 --print | FileCheck %t/switch.mlir -D#N=1
// RUN: grad-run %t/switch.mlir --ranks=2 --print | FileCheck %t/switch.mlir -D#N=2
// RUN: grad-run %t/switch.mlir --ranks=4 --print | FileCheck %t/switch.mlir -D#N=4
// RUN: grad-run %t/loop.mlir --ranks=1 --print | FileCheck %t/loop.mlir -D#N=1
// RUN: grad-run %t/loop.mlir --ranks=2 --print | FileCheck %t/loop.mlir -D#N=2
// RUN: grad-run %t/loop.mlir --ranks=4 --print | FileCheck %t/loop.mlir -D#N=4
// RUN: grad-run %t/while.mlir --ranks=1 --print | FileCheck %t/while.mlir -D#N=1
// RUN: grad-run %t/while.mlir --ranks=2 --print | FileCheck %t/while.mlir -D#N=2
// RUN: grad-run %t/while.mlir --ranks=4 --print | FileCheck %t/while.mlir -D#N=4
// RUN: grad-run %t/forall.mlir --ranks=1 --print | FileCheck %t/forall.mlir -D#N=1
// RUN: grad-run %t/forall.mlir --ranks=2 --print | FileCheck %t/forall.mlir -D#N=2
// RUN: grad-run %t/forall.mlir --ranks=4 --print | FileCheck %t/forall.mlir -D#N=4
// RUN: grad-run %t/nested.mlir --ranks=1 --print | FileCheck %t/nested.mlir -D#N=1
// RUN: grad-run %t/nested.mlir --ranks=2 --print | FileCheck %t/nested.mlir -D#N=2
// RUN: grad-run %t/nested.mlir --ranks=4 --print | FileCheck %t/nested.mlir -D#N=4
// RUN: grad-run %t/calls.mlir --ranks=1 --print | FileCheck %t/calls.mlir -D#N=1
// RUN: grad-run %t/calls.mlir --ranks=2 --print | FileCheck %t/calls.mlir -D#N=2
// RUN: grad-run %t/calls.mlir --ranks=4 --print | FileCheck %t/calls.mlir -D#N=4

//--- returned.mlir
// What is returned beside a value made of it in place: the value, its view, a
// slice, what one slice and its rest became.

// CHECK: rank 0: result0 = 2x2xf32 [1, 1, 1, 1]
// CHECK-NEXT: rank 0: result1 = 2x2xf32 [1, 1, 1, 1]
// CHECK-NEXT: rank 0: result2 = 4xf32 [1, 1, 1, 1]
// CHECK-NEXT: rank 0: result3 = 4xf32 [2, 2, 2, 2]
// CHECK-NEXT: rank 0: result4 = 1x2xf32 [1, 1]
// CHECK-NEXT: rank 0: result5 = 1x2xf32 [[[#N]], [[#N]]]
// CHECK-NEXT: rank 0: result6 = 2x2xf32 [1, 1, [[#N]], [[#N]]]
func.func @step() -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<2x2xf32>) {
  %one = arith.constant 1.0 : f32
  %x = tensor.splat %one : tensor<2x2xf32>
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  %twice = arith.addf %flat, %flat : tensor<4xf32>
  %row = tensor.extract_slice %x[1, 0] [1, 2] [1, 1] : tensor<2x2xf32> to tensor<1x2xf32>
  %sum = grad.all_reduce<sum> %row : tensor<1x2xf32>
  %put = tensor.insert_slice %sum into %x[1, 0] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<2x2xf32>
  return %x, %x, %flat, %twice, %row, %sum, %put : tensor<2x2xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<2x2xf32>
}

//--- inits.mlir
// One tensor.empty and one fill for several values.

// CHECK: rank 0: result0 = 2xf32 [5, 5]
// CHECK-NEXT: rank 0: result1 = 2xf32 [[[#mul(N,5)]], [[#mul(N,5)]]]
// CHECK-NEXT: rank 0: result2 = 2xf32 [10, 10]
// CHECK-NEXT: rank 0: result3 = 2xf32 [6, 6]
// CHECK-NEXT: rank 0: result4 = 2xf32 [7, 7]
func.func @step() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %five = arith.constant 5.0 : f32
  %six = arith.constant 6.0 : f32
  %seven = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %a = linalg.fill ins(%five : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %b = grad.all_reduce<sum> %a : tensor<2xf32>
  %c = arith.addf %a, %a : tensor<2xf32>
  %d = linalg.fill ins(%six : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %f = linalg.fill ins(%seven : f32) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %a, %b, %c, %d, %f : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

//--- either.mlir
// One of two values beside both of them, in each order.

// CHECK: rank 0: result0 = 2xf32 [1, 1]
// CHECK-NEXT: rank 0: result1 = 2xf32 [1, 1]
// CHECK-NEXT: rank 0: result2 = 2xf32 [2, 2]
// CHECK-NEXT: rank 0: result3 = 2xf32 [2, 2]
// CHECK-NEXT: rank 0: result4 = 2xf32 [2, 2]
func.func @step() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %n = grad.group_size : index
  %ten = arith.constant 10 : index
  %c = arith.cmpi ult, %n, %ten : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %x = tensor.splat %f1 : tensor<2xf32>
  %y = tensor.splat %f2 : tensor<2xf32>
  %a = arith.select %c, %x, %y : tensor<2xf32>
  %b:2 = scf.if %c -> (tensor<2xf32>, tensor<2xf32>) {
    scf.yield %y, %y : tensor<2xf32>, tensor<2xf32>
  } else {
    scf.yield %x, %y : tensor<2xf32>, tensor<2xf32>
  }
  return %x, %a, %b#0, %b#1, %y : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

//--- first.mlir
// One of two values, and then both of them.

// CHECK: rank 0: result0 = 2xf32 [1, 1]
// CHECK-NEXT: rank 0: result1 = 2xf32 [1, 1]
// CHECK-NEXT: rank 0: result2 = 2xf32 [2, 2]
func.func @step() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %n = grad.group_size : index
  %ten = arith.constant 10 : index
  %c = arith.cmpi ult, %n, %ten : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %x = tensor.splat %f1 : tensor<2xf32>
  %y = tensor.splat %f2 : tensor<2xf32>
  %a = arith.select %c, %x, %y : tensor<2xf32>
  return %a, %x, %y : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

//--- branch.mlir
// A branch that gives one value twice, and one that gives a constant.

// CHECK: rank 0: result0 = 2xf32 [[[#mul(N,3)]], [[#mul(N,3)]]]
// CHECK-NEXT: rank 0: result1 = 2xf32 [3, 3]
// CHECK-NEXT: rank 0: result2 = 2xf32 [[[#mul(N,4)]], [[#mul(N,4)]]]
// CHECK-NEXT: rank 0: result3 = 2xf32 [4, 4]
// CHECK-NEXT: rank 0: result4 = 2xf32 [3, 3]
func.func @step() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %n = grad.group_size : index
  %ten = arith.constant 10 : index
  %c = arith.cmpi ult, %n, %ten : index
  %three = arith.constant 3.0 : f32
  %x = tensor.splat %three : tensor<2xf32>
  %k = arith.constant dense<4.0> : tensor<2xf32>
  %0:3 = scf.if %c -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
    %inner = arith.constant dense<4.0> : tensor<2xf32>
    scf.yield %x, %x, %inner : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  } else {
    scf.yield %k, %x, %k : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  %a = grad.all_reduce<sum> %0#0 : tensor<2xf32>
  %b = grad.all_reduce<sum> %0#2 : tensor<2xf32>
  return %a, %0#1, %b, %k, %x : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

//--- switch.mlir
// A switch that gives a value from outside, one of its own, and a constant.

// CHECK: rank 0: result0 = 2xf32 [[[#mul(N,3)]], [[#mul(N,3)]]]
// CHECK-NEXT: rank 0: result1 = 2xf32 [[[#mul(N,6)]], [[#mul(N,6)]]]
// CHECK-NEXT: rank 0: result2 = 2xf32 [[[#mul(N,4)]], [[#mul(N,4)]]]
// CHECK-NEXT: rank 0: result3 = 2xf32 [3, 3]
func.func private @pick(%i: index, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = scf.index_switch %i -> tensor<2xf32>
  case 0 {
    scf.yield %x : tensor<2xf32>
  }
  case 1 {
    %y = arith.addf %x, %x : tensor<2xf32>
    scf.yield %y : tensor<2xf32>
  }
  default {
    %k = arith.constant dense<4.0> : tensor<2xf32>
    scf.yield %k : tensor<2xf32>
  }
  %1 = grad.all_reduce<sum> %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func @step() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %three = arith.constant 3.0 : f32
  %x = tensor.splat %three : tensor<2xf32>
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %a = func.call @pick(%i0, %x) : (index, tensor<2xf32>) -> tensor<2xf32>
  %b = func.call @pick(%i1, %x) : (index, tensor<2xf32>) -> tensor<2xf32>
  %c = func.call @pick(%i2, %x) : (index, tensor<2xf32>) -> tensor<2xf32>
  return %a, %b, %c, %x : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

//--- loop.mlir
// A loop that yields one value twice, a constant, and a value from outside; and
// one in which two values change places, three times.

// CHECK: rank 0: result0 = 2xf32 [6, 6]
// CHECK-NEXT: rank 0: result1 = 2xf32 [3, 3]
// CHECK-NEXT: rank 0: result2 = 2xf32 [8, 8]
// CHECK-NEXT: rank 0: result3 = 2xf32 [4, 4]
// CHECK-NEXT: rank 0: result4 = 2xf32 [2, 2]
// CHECK-NEXT: rank 0: result5 = 2xf32 [1, 1]
// CHECK-NEXT: rank 0: result6 = 2xf32 [[[#mul(N,2)]], [[#mul(N,2)]]]
// CHECK-NEXT: rank 0: result7 = 2xf32 [1, 1]
// CHECK-NEXT: rank 0: result8 = 2xf32 [2, 2]
func.func @step() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %x = tensor.splat %f1 : tensor<2xf32>
  %y = tensor.splat %f2 : tensor<2xf32>
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %t = arith.constant 3 : index
  %l:4 = scf.for %i = %z to %t step %o iter_args(%u = %x, %v = %x, %w = %x, %q = %x) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
    %s = arith.addf %x, %y : tensor<2xf32>
    %k = arith.constant dense<4.0> : tensor<2xf32>
    scf.yield %s, %s, %k, %y : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  %a = arith.addf %l#0, %l#0 : tensor<2xf32>
  %b = arith.addf %l#2, %l#2 : tensor<2xf32>
  %k = arith.constant dense<4.0> : tensor<2xf32>
  %m:2 = scf.for %i = %z to %t step %o iter_args(%u = %x, %v = %y) -> (tensor<2xf32>, tensor<2xf32>) {
    scf.yield %v, %u : tensor<2xf32>, tensor<2xf32>
  }
  %c = grad.all_reduce<sum> %m#0 : tensor<2xf32>
  return %a, %l#1, %b, %k, %l#3, %x, %c, %m#1, %y : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

//--- while.mlir
// A loop of which the condition permutes, repeats and makes values.

// CHECK: rank 0: result0 = 2xf32 [[[#mul(N,2)]], [[#mul(N,2)]]]
// CHECK-NEXT: rank 0: result1 = 2xf32 [2, 2]
// CHECK-NEXT: rank 0: result2 = 2xf32 [8, 8]
// CHECK-NEXT: rank 0: result3 = 2xf32 [1, 1]
// CHECK-NEXT: rank 0: result4 = 2xf32 [2, 2]
func.func @step() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %x = tensor.splat %f1 : tensor<2xf32>
  %y = tensor.splat %f2 : tensor<2xf32>
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %t = arith.constant 3 : index
  // x y, y x, x y, y x.
  %l:4 = scf.while (%i = %z, %u = %x, %v = %y) : (index, tensor<2xf32>, tensor<2xf32>) -> (index, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
    %more = arith.cmpi ult, %i, %t : index
    %k = arith.constant dense<4.0> : tensor<2xf32>
    scf.condition(%more) %i, %u, %u, %k : index, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  } do {
  ^bb0(%i: index, %u: tensor<2xf32>, %v: tensor<2xf32>, %k: tensor<2xf32>):
    %s = arith.addf %x, %y : tensor<2xf32>
    %d = arith.subf %s, %u : tensor<2xf32>
    %j = arith.addi %i, %o : index
    scf.yield %j, %d, %v : index, tensor<2xf32>, tensor<2xf32>
  }
  %a = grad.all_reduce<sum> %l#1 : tensor<2xf32>
  %b = arith.addf %l#3, %l#3 : tensor<2xf32>
  return %a, %l#2, %b, %x, %y : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

//--- forall.mlir
// Slices that are put into a value and a constant that are used again.

// CHECK: rank 0: result0 = 4xf32 [[[#mul(N,2)]], [[#mul(N,2)]], [[#mul(N,2)]], [[#mul(N,2)]]]
// CHECK-NEXT: rank 0: result1 = 4xf32 [1, 1, 1, 1]
// CHECK-NEXT: rank 0: result2 = 4xf32 [5, 5, 5, 5]
// CHECK-NEXT: rank 0: result3 = 4xf32 [[[#mul(N,2)]], [[#mul(N,2)]], [[#mul(N,2)]], [[#mul(N,2)]]]
func.func @step() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %f1 = arith.constant 1.0 : f32
  %two = arith.constant 2 : index
  %x = tensor.splat %f1 : tensor<4xf32>
  %c = arith.constant dense<5.0> : tensor<4xf32>
  %0:2 = scf.forall (%i) in (2) shared_outs(%o = %x, %p = %c) -> (tensor<4xf32>, tensor<4xf32>) {
    %k = arith.muli %i, %two : index
    %s = tensor.extract_slice %o[%k] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %d = arith.addf %s, %s : tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %d into %o[%k] [2] [1] : tensor<2xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %d into %p[%k] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  %r = grad.all_reduce<sum> %0#0 : tensor<4xf32>
  %q = grad.all_reduce<sum> %0#1 : tensor<4xf32>
  return %r, %x, %c, %q : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

//--- nested.mlir
// A loop in a branch in a loop, of which each yields what the next one takes,
// and a region that is executed once.

// CHECK: rank 0: result0 = 2xf32 [[[#mul(N,4)]], [[#mul(N,4)]]]
// CHECK-NEXT: rank 0: result1 = 2xf32 [4, 4]
// CHECK-NEXT: rank 0: result2 = 2xf32 [1, 1]
// CHECK-NEXT: rank 0: result3 = 2xf32 [[[#N]], [[#N]]]
// CHECK-NEXT: rank 0: result4 = 2xf32 [1, 1]
func.func @step() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %f1 = arith.constant 1.0 : f32
  %x = tensor.splat %f1 : tensor<2xf32>
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %t = arith.constant 2 : index
  %n = grad.group_size : index
  %ten = arith.constant 10 : index
  %c = arith.cmpi ult, %n, %ten : index
  %l:2 = scf.for %i = %z to %t step %o iter_args(%u = %x, %v = %x) -> (tensor<2xf32>, tensor<2xf32>) {
    %b = scf.if %c -> tensor<2xf32> {
      %m:2 = scf.for %j = %z to %o step %o iter_args(%p = %u, %q = %v) -> (tensor<2xf32>, tensor<2xf32>) {
        %s = arith.addf %p, %p : tensor<2xf32>
        scf.yield %q, %s : tensor<2xf32>, tensor<2xf32>
      }
      scf.yield %m#1 : tensor<2xf32>
    } else {
      scf.yield %u : tensor<2xf32>
    }
    scf.yield %b, %b : tensor<2xf32>, tensor<2xf32>
  }
  %a = grad.all_reduce<sum> %l#0 : tensor<2xf32>
  %e:2 = scf.execute_region -> (tensor<2xf32>, tensor<2xf32>) {
    scf.yield %x, %x : tensor<2xf32>, tensor<2xf32>
  }
  %d = grad.all_reduce<sum> %e#0 : tensor<2xf32>
  return %a, %l#1, %x, %d, %e#1 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

//--- calls.mlir
// Functions that return their argument, a view of it, a constant, and one of
// these by way of another function.

// CHECK: rank 0: result0 = 4xf32 [[[#N]], [[#N]], [[#N]], [[#N]]]
// CHECK-NEXT: rank 0: result1 = 4xf32 [[[#mul(N,4)]], [[#mul(N,4)]], [[#mul(N,4)]], [[#mul(N,4)]]]
// CHECK-NEXT: rank 0: result2 = 4xf32 [4, 4, 4, 4]
// CHECK-NEXT: rank 0: result3 = 2x2xf32 [1, 1, 1, 1]
// CHECK-NEXT: rank 0: result4 = 4xf32 [2, 2, 2, 2]
// CHECK-NEXT: rank 0: result5 = 4xf32 [1, 1, 1, 1]
func.func private @view(%x: tensor<2x2xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>) {
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  %k = arith.constant dense<4.0> : tensor<4xf32>
  return %flat, %k, %x : tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>
}
func.func private @outer(%x: tensor<2x2xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0:3 = func.call @view(%x) : (tensor<2x2xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>)
  return %0#0, %0#1, %0#0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
func.func @step() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>) {
  %f1 = arith.constant 1.0 : f32
  %x = tensor.splat %f1 : tensor<2x2xf32>
  %0:3 = func.call @outer(%x) : (tensor<2x2xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  %1:3 = func.call @outer(%x) : (tensor<2x2xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  %a = grad.all_reduce<sum> %0#0 : tensor<4xf32>
  %b = grad.all_reduce<sum> %0#1 : tensor<4xf32>
  %c = arith.addf %1#2, %1#2 : tensor<4xf32>
  return %a, %b, %1#1, %x, %c, %1#0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>
}
