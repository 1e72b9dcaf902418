// Every shape of dependency, before against after, on 1, 2 and 4 ranks. What
// the pass makes of each is in test/Dialect/Grad/fuse-allreduce*.mlir.

// RUN: %python %S/Inputs/run_cases.py %s --out %t.mlir --fuse-allreduce | FileCheck %s
// RUN: %python %S/Inputs/run_cases.py %s --out %t.mlir --ranks 4 --fuse-allreduce=order=production | FileCheck %s --check-prefix=PRODUCTION
// RUN: %python %S/Inputs/run_cases.py %s --out %t.mlir --ranks 4 --fuse-allreduce=max-operands=2 | FileCheck %s --check-prefix=COUNT
// RUN: %python %S/Inputs/run_cases.py %s --out %t.mlir --ranks 4 --fuse-allreduce="rule=ddp threshold-bytes=20" | FileCheck %s --check-prefix=DDP
// RUN: %python %S/Inputs/run_cases.py %s --out %t.mlir --ranks 4 --fuse-allreduce=split-indices=1,3 | FileCheck %s --check-prefix=SPLIT

// CHECK: 25 functions on 1,2,4 ranks: 0 failures, 23 changed
// PRODUCTION: 25 functions on 4 ranks: 0 failures, 23 changed
// COUNT: 25 functions on 4 ranks: 0 failures, 23 changed
// DDP: 25 functions on 4 ranks: 0 failures, 23 changed
// SPLIT: 25 functions on 4 ranks: 0 failures, 9 changed

func.func @independent(%a: tensor<4xf32>, %b: tensor<2x3xf32>) -> (tensor<4xf32>, tensor<2x3xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b : tensor<2x3xf32>
  return %0, %1 : tensor<4xf32>, tensor<2x3xf32>
}

// Users stand between the members.
func.func @users_between(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %u = arith.mulf %0, %b : tensor<4xf32>
  %v = arith.addf %u, %u : tensor<4xf32>
  %q = arith.negf %b : tensor<4xf32>
  %1 = grad.all_reduce<sum> %q : tensor<4xf32>
  return %v, %1 : tensor<4xf32>, tensor<4xf32>
}

func.func @two_chains(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a1 = grad.all_reduce<sum> %x : tensor<4xf32>
  %a2 = grad.all_reduce<sum> %a1 : tensor<4xf32>
  %b1 = grad.all_reduce<sum> %y : tensor<4xf32>
  %b2 = grad.all_reduce<sum> %b1 : tensor<4xf32>
  return %a2, %b2 : tensor<4xf32>, tensor<4xf32>
}

func.func @three_chains(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %a1 = grad.all_reduce<sum> %x : tensor<4xf32>
  %b1 = grad.all_reduce<sum> %y : tensor<4xf32>
  %ab = arith.mulf %a1, %b1 : tensor<4xf32>
  %c1 = grad.all_reduce<sum> %z : tensor<4xf32>
  %a2 = grad.all_reduce<sum> %ab : tensor<4xf32>
  %c2 = grad.all_reduce<sum> %c1 : tensor<4xf32>
  %d = arith.subf %a2, %c2 : tensor<4xf32>
  %a3 = grad.all_reduce<sum> %d : tensor<4xf32>
  return %a3, %c2, %b1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func @crossed_kinds(%p0: tensor<4xf32>, %p1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a0 = grad.all_reduce<sum> %p0 : tensor<4xf32>
  %b0 = grad.all_reduce<max> %p1 : tensor<4xf32>
  %a1 = grad.all_reduce<max> %a0 : tensor<4xf32>
  %b1 = grad.all_reduce<sum> %b0 : tensor<4xf32>
  %t = arith.addf %a1, %b1 : tensor<4xf32>
  %a2 = grad.all_reduce<sum> %t : tensor<4xf32>
  %b2 = grad.all_reduce<sum> %b1 : tensor<4xf32>
  return %a2, %b2 : tensor<4xf32>, tensor<4xf32>
}

// A bucket of sums turns the order of the two maxima round.
func.func @order_turned_round(%p: tensor<4xf32>, %q: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %s1 = grad.all_reduce<sum> %p : tensor<4xf32>
  %m1 = grad.all_reduce<max> %s1 : tensor<4xf32>
  %m2 = grad.all_reduce<max> %q : tensor<4xf32>
  %s2 = grad.all_reduce<sum> %m2 : tensor<4xf32>
  return %m1, %s2 : tensor<4xf32>, tensor<4xf32>
}

func.func @update_between(%g0: tensor<4xf32>, %w0: tensor<4xf32> {grad.param = "w"}, %x: tensor<4xf32>) -> (tensor<4xf32> {grad.updates = "w"}, tensor<4xf32>) {
  %r0 = grad.all_reduce<sum> %g0 : tensor<4xf32>
  %u0 = arith.subf %w0, %r0 : tensor<4xf32>
  %g1 = arith.negf %x : tensor<4xf32>
  %r1 = grad.all_reduce<sum> %g1 : tensor<4xf32>
  return %u0, %r1 : tensor<4xf32>, tensor<4xf32>
}

// Not fused: the second gradient needs the updated parameter.
func.func @gradient_needs_update(%g0: tensor<4xf32>, %w0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r0 = grad.all_reduce<sum> %g0 : tensor<4xf32>
  %u0 = arith.subf %w0, %r0 : tensor<4xf32>
  %g1 = arith.negf %u0 : tensor<4xf32>
  %r1 = grad.all_reduce<sum> %g1 : tensor<4xf32>
  return %u0, %r1 : tensor<4xf32>, tensor<4xf32>
}

func.func @same_operand(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  %2 = grad.all_reduce<sum> %a : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func @only_one_operand(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %1 = grad.all_reduce<sum> %a : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// An operand is used again after the collective, which works in place.
func.func @operand_used_later(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %p = arith.addf %a, %b : tensor<4xf32>
  %q = arith.mulf %a, %b : tensor<4xf32>
  %0 = grad.all_reduce<sum> %p : tensor<4xf32>
  %1 = grad.all_reduce<sum> %q : tensor<4xf32>
  %s = arith.subf %p, %q : tensor<4xf32>
  return %0, %1, %s : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// The members reach the same value in two ways.
func.func @diamond(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %l = arith.negf %0 : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  %r = arith.mulf %0, %1 : tensor<4xf32>
  %s = arith.addf %l, %r : tensor<4xf32>
  return %s : tensor<4xf32>
}

// Rank 0, no elements (first, between, last, alone), odd sizes.
func.func @shapes(%a: tensor<0x3xf32>, %b: tensor<f32>, %c: tensor<5xf32>, %d: tensor<0xf32>, %e: tensor<2x3x5xf32>, %f: tensor<3x0xf32>) -> (tensor<0x3xf32>, tensor<f32>, tensor<5xf32>, tensor<0xf32>, tensor<2x3x5xf32>, tensor<3x0xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<0x3xf32>
  %1 = grad.all_reduce<sum> %b : tensor<f32>
  %2 = grad.all_reduce<sum> %c : tensor<5xf32>
  %3 = grad.all_reduce<sum> %d : tensor<0xf32>
  %4 = grad.all_reduce<sum> %e : tensor<2x3x5xf32>
  %5 = grad.all_reduce<sum> %f : tensor<3x0xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<0x3xf32>, tensor<f32>, tensor<5xf32>, tensor<0xf32>, tensor<2x3x5xf32>, tensor<3x0xf32>
}

func.func @only_empty(%a: tensor<0xf32>, %b: tensor<0x2xf32>) -> (tensor<0xf32>, tensor<0x2xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<0xf32>
  %1 = grad.all_reduce<sum> %b : tensor<0x2xf32>
  return %0, %1 : tensor<0xf32>, tensor<0x2xf32>
}

// What is fused already, and what works on buffers, stays.
func.func @not_candidates(%a: tensor<4xf32>, %b: tensor<4xf32>, %m: memref<4xf32>, %n: memref<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, memref<4xf32>, memref<4xf32>) {
  %0:2 = grad.all_reduce<sum> %a, %b : tensor<4xf32>, tensor<4xf32>
  %1 = grad.all_reduce<sum> %a : tensor<4xf32>
  grad.all_reduce<sum> %m : memref<4xf32>
  grad.all_reduce<sum> ins(%m : memref<4xf32>) outs(%n : memref<4xf32>)
  return %0#0, %0#1, %1, %m, %n : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, memref<4xf32>, memref<4xf32>
}

// Each block by itself.
func.func @branches(%c: i1 {grad.replicated}, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.if %c -> (tensor<4xf32>, tensor<4xf32>) {
    %0 = grad.all_reduce<sum> %a : tensor<4xf32>
    %1 = grad.all_reduce<sum> %b : tensor<4xf32>
    scf.yield %0, %1 : tensor<4xf32>, tensor<4xf32>
  } else {
    %0 = grad.all_reduce<sum> %b : tensor<4xf32>
    %1 = grad.all_reduce<sum> %a : tensor<4xf32>
    scf.yield %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
  %2 = grad.all_reduce<sum> %a : tensor<4xf32>
  return %r#0, %r#1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// A condition that the ranks agree on by a collective.
func.func @agreed_condition(%flag: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %any = grad.all_reduce<max> %flag : tensor<i1>
  %c = tensor.extract %any[] : tensor<i1>
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %r = scf.if %c -> tensor<4xf32> {
    %n = arith.negf %0 : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  } else {
    scf.yield %b : tensor<4xf32>
  }
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  return %r, %1 : tensor<4xf32>, tensor<4xf32>
}

// A use in a region is a use by the operation around it.
func.func @use_in_region(%c: i1 {grad.replicated}, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %i = scf.if %c -> tensor<4xf32> {
    %n = arith.negf %0 : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  } else {
    scf.yield %b : tensor<4xf32>
  }
  %q = arith.negf %b : tensor<4xf32>
  %1 = grad.all_reduce<sum> %q : tensor<4xf32>
  return %i, %1 : tensor<4xf32>, tensor<4xf32>
}

// Collectives in a loop that carries their results.
func.func @loop(%a: tensor<4xf32>, %b: tensor<4xf32>, %n: index {grad.replicated}) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %s:2 = scf.for %i = %z to %n step %o iter_args(%x = %a, %y = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    %0 = grad.all_reduce<sum> %x : tensor<4xf32>
    %p = arith.mulf %0, %y : tensor<4xf32>
    %1 = grad.all_reduce<sum> %y : tensor<4xf32>
    scf.yield %1, %p : tensor<4xf32>, tensor<4xf32>
  }
  %r = grad.all_reduce<sum> %s#1 : tensor<4xf32>
  return %s#0, %s#1, %r : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// A branch in a loop in a loop.
func.func @nest(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: i1 {grad.replicated}) -> tensor<4xf32> {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %n = arith.constant 2 : index
  %s = scf.for %i = %z to %n step %o iter_args(%x = %a) -> tensor<4xf32> {
    %t = scf.for %j = %z to %n step %o iter_args(%y = %x) -> tensor<4xf32> {
      %u = scf.if %c -> tensor<4xf32> {
        %0 = grad.all_reduce<avg> %y : tensor<4xf32>
        %1 = grad.all_reduce<avg> %b : tensor<4xf32>
        %2 = arith.addf %0, %1 : tensor<4xf32>
        scf.yield %2 : tensor<4xf32>
      } else {
        scf.yield %y : tensor<4xf32>
      }
      scf.yield %u : tensor<4xf32>
    }
    scf.yield %t : tensor<4xf32>
  }
  return %s : tensor<4xf32>
}

func.func @while(%a: tensor<4xf32>, %b: tensor<4xf32>, %n: index {grad.replicated}) -> (tensor<4xf32>, tensor<4xf32>) {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %w:3 = scf.while (%i = %z, %x = %a, %y = %b) : (index, tensor<4xf32>, tensor<4xf32>) -> (index, tensor<4xf32>, tensor<4xf32>) {
    %more = arith.cmpi ult, %i, %n : index
    scf.condition(%more) %i, %x, %y : index, tensor<4xf32>, tensor<4xf32>
  } do {
  ^bb0(%i: index, %x: tensor<4xf32>, %y: tensor<4xf32>):
    %0 = grad.all_reduce<max> %x : tensor<4xf32>
    %1 = grad.all_reduce<max> %y : tensor<4xf32>
    %d = arith.subf %0, %1 : tensor<4xf32>
    %j = arith.addi %i, %o : index
    scf.yield %j, %d, %0 : index, tensor<4xf32>, tensor<4xf32>
  }
  return %w#1, %w#2 : tensor<4xf32>, tensor<4xf32>
}

// Calls: a harmless one between the members, and two that are fences.
func.func private @negate(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.negf %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @reduces(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  return %1, %0 : tensor<4xf32>, tensor<4xf32>
}
func.func @calls(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %c = func.call @negate(%b) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = grad.all_reduce<sum> %c : tensor<4xf32>
  %d:2 = func.call @reduces(%0, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %2 = grad.all_reduce<sum> %d#1 : tensor<4xf32>
  %3 = grad.all_reduce<sum> %b : tensor<4xf32>
  return %0, %1, %2, %3, %d#0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// A store is a fence, a load is none.
func.func @memory(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>, %m: memref<f32>, %v: f32) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, f32, f32) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %l = memref.load %m[] : memref<f32>
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  memref.store %v, %m[] : memref<f32>
  %k = memref.load %m[] : memref<f32>
  %2 = grad.all_reduce<sum> %c : tensor<4xf32>
  return %0, %1, %2, %l, %k : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, f32, f32
}

// A slice of a value is reduced and put back; a flat view of another.
func.func @views(%a: tensor<4x6xf32>, %b: tensor<2x3xf32>) -> (tensor<4x6xf32>, tensor<2x3xf32>) {
  %s = tensor.extract_slice %a[1, 1] [2, 2] [1, 2] : tensor<4x6xf32> to tensor<2x2xf32>
  %f = tensor.collapse_shape %b [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %0 = grad.all_reduce<sum> %s : tensor<2x2xf32>
  %1 = grad.all_reduce<sum> %f : tensor<6xf32>
  %t = tensor.insert_slice %0 into %a[1, 1] [2, 2] [1, 2] : tensor<2x2xf32> into tensor<4x6xf32>
  %g = tensor.expand_shape %1 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  return %t, %g : tensor<4x6xf32>, tensor<2x3xf32>
}

// Ids: of a bucket each, of none; the rest by size.
func.func @ids(%a: tensor<4xf32>, %b: tensor<5xf32>, %c: tensor<4xf32>, %d: tensor<4xf32>, %e: tensor<4xf32>) -> (tensor<4xf32>, tensor<5xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a fusion<id = 0> : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b fusion<id = 1> : tensor<5xf32>
  %2 = grad.all_reduce<sum> %c : tensor<4xf32>
  %3 = grad.all_reduce<sum> %d fusion<id = 1> : tensor<4xf32>
  %4 = grad.all_reduce<sum> %e : tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<5xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
