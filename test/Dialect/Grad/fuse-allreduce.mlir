// RUN: grad-opt %s --split-input-file --fuse-allreduce | FileCheck %s

// Default options: everything of one key that is independent is one bucket.

// CHECK-LABEL: func @independent
// CHECK-SAME:    %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<2x3xf32>
// CHECK:         %[[R:.*]]:2 = grad.all_reduce<sum> %[[A]], %[[B]] : tensor<4xf32>, tensor<2x3xf32>
// CHECK-NEXT:    return %[[R]]#0, %[[R]]#1
func.func @independent(%a: tensor<4xf32>, %b: tensor<2x3xf32>) -> (tensor<4xf32>, tensor<2x3xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b : tensor<2x3xf32>
  return %0, %1 : tensor<4xf32>, tensor<2x3xf32>
}

// -----

// The fused collective stands where its last member stood; a user in between
// moves below it, and what does not depend on it stays.

// CHECK-LABEL: func @users_move_below
// CHECK:         %[[Q:.*]] = arith.negf %arg1
// CHECK-NEXT:    %[[R:.*]]:2 = grad.all_reduce<sum> %arg0, %[[Q]]
// CHECK-NEXT:    %[[U:.*]] = arith.mulf %[[R]]#0, %arg1
// CHECK-NEXT:    %[[V:.*]] = arith.addf %[[U]], %[[U]]
// CHECK-NEXT:    return %[[V]], %[[R]]#1
func.func @users_move_below(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %u = arith.mulf %0, %b : tensor<4xf32>
  %v = arith.addf %u, %u : tensor<4xf32>
  %q = arith.negf %b : tensor<4xf32>
  %1 = grad.all_reduce<sum> %q : tensor<4xf32>
  return %v, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Two chains of two: a1 = AR(x), a2 = AR(a1), b1 = AR(y), b2 = AR(b1).

// CHECK-LABEL: func @two_chains
// CHECK:         %[[F:.*]]:2 = grad.all_reduce<sum> %arg0, %arg1
// CHECK-NEXT:    %[[S:.*]]:2 = grad.all_reduce<sum> %[[F]]#0, %[[F]]#1
// CHECK-NEXT:    return %[[S]]#0, %[[S]]#1
func.func @two_chains(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a1 = grad.all_reduce<sum> %x : tensor<4xf32>
  %a2 = grad.all_reduce<sum> %a1 : tensor<4xf32>
  %b1 = grad.all_reduce<sum> %y : tensor<4xf32>
  %b2 = grad.all_reduce<sum> %b1 : tensor<4xf32>
  return %a2, %b2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Crossed kinds: {a0, b1} fuse; b0 and a1 would now close a cycle and stay
// single; {a2, b2} fuse. Four operations.

// CHECK-LABEL: func @crossed_kinds
// CHECK:         %[[B0:.*]] = grad.all_reduce<max> %arg1 :
// CHECK-NEXT:    %[[F:.*]]:2 = grad.all_reduce<sum> %arg0, %[[B0]] :
// CHECK-NEXT:    %[[A1:.*]] = grad.all_reduce<max> %[[F]]#0 :
// CHECK-NEXT:    %[[T:.*]] = arith.addf %[[A1]], %[[F]]#1
// CHECK-NEXT:    %[[L:.*]]:2 = grad.all_reduce<sum> %[[T]], %[[F]]#1 :
// CHECK-NEXT:    return %[[L]]#0, %[[L]]#1
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

// -----

// A bucket of sums turns the order of two maxima round: m1 now depends on m2,
// which stands later.

// CHECK-LABEL: func @order_turned_round
// CHECK:         %[[M2:.*]] = grad.all_reduce<max> %arg1 :
// CHECK-NEXT:    %[[S:.*]]:2 = grad.all_reduce<sum> %arg0, %[[M2]] :
// CHECK-NEXT:    %[[M1:.*]] = grad.all_reduce<max> %[[S]]#0 :
// CHECK-NEXT:    return %[[M1]], %[[S]]#1
func.func @order_turned_round(%p: tensor<4xf32>, %q: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %s1 = grad.all_reduce<sum> %p : tensor<4xf32>
  %m1 = grad.all_reduce<max> %s1 : tensor<4xf32>
  %m2 = grad.all_reduce<max> %q : tensor<4xf32>
  %s2 = grad.all_reduce<sum> %m2 : tensor<4xf32>
  return %m1, %s2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// An update between two gradients: r0, u0 = f(w0, r0), g1 = h(x), r1.

// CHECK-LABEL: func @update_between
// CHECK:         %[[G1:.*]] = arith.negf %arg2
// CHECK-NEXT:    %[[R:.*]]:2 = grad.all_reduce<sum> %arg0, %[[G1]]
// CHECK-NEXT:    %[[U0:.*]] = arith.subf %arg1, %[[R]]#0
// CHECK-NEXT:    return %[[U0]], %[[R]]#1
func.func @update_between(%g0: tensor<4xf32>, %w0: tensor<4xf32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r0 = grad.all_reduce<sum> %g0 : tensor<4xf32>
  %u0 = arith.subf %w0, %r0 : tensor<4xf32>
  %g1 = arith.negf %x : tensor<4xf32>
  %r1 = grad.all_reduce<sum> %g1 : tensor<4xf32>
  return %u0, %r1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// The same, but the second gradient needs the updated parameter: not fused.

// CHECK-LABEL: func @gradient_needs_update
// CHECK:         %[[R0:.*]] = grad.all_reduce<sum> %arg0 : tensor<4xf32>
// CHECK:         grad.all_reduce<sum> %{{.*}} : tensor<4xf32>
func.func @gradient_needs_update(%g0: tensor<4xf32>, %w0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r0 = grad.all_reduce<sum> %g0 : tensor<4xf32>
  %u0 = arith.subf %w0, %r0 : tensor<4xf32>
  %g1 = arith.negf %u0 : tensor<4xf32>
  %r1 = grad.all_reduce<sum> %g1 : tensor<4xf32>
  return %u0, %r1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// The same operand twice is reduced once; results of both go to one.

// CHECK-LABEL: func @same_operand
// CHECK:         %[[R:.*]]:2 = grad.all_reduce<sum> %arg0, %arg1 : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:    return %[[R]]#0, %[[R]]#1, %[[R]]#0
func.func @same_operand(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  %2 = grad.all_reduce<sum> %a : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A bucket of one operand twice has one operand.

// CHECK-LABEL: func @only_one_operand
// CHECK:         %[[R:.*]] = grad.all_reduce<sum> %arg0 : tensor<4xf32>
// CHECK-NEXT:    return %[[R]], %[[R]]
func.func @only_one_operand(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %1 = grad.all_reduce<sum> %a : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Everything that would change the result is in the key: the reduction kind,
// the types that are sent and delivered, the group.

// CHECK-LABEL: func @keys
// CHECK-COUNT-6: grad.all_reduce
// CHECK-NOT:     grad.all_reduce
#pairs = #grad.group<[[0, 1], [2, 3]]>
#swapped = #grad.group<[[1, 0], [2, 3]]>
func.func @keys(%a: tensor<4xf32>, %h: tensor<4xf16>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %1 = grad.all_reduce<max> %a : tensor<4xf32>
  %2 = grad.all_reduce<sum> %a on #pairs : tensor<4xf32>
  %3 = grad.all_reduce<sum> %a on #swapped : tensor<4xf32>
  %4 = grad.all_reduce<sum> %h : tensor<4xf16> -> tensor<4xf32>
  %5 = grad.all_reduce<sum> %h : tensor<4xf16>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>
}

// -----

// Equal groups are equal keys, however they are spelled; rank-0 tensors and
// tensors without elements fuse like others.

// CHECK: #[[$G:.*]] = #grad.group<{{\[}}[0, 1]]>
// CHECK-LABEL: func @equal_groups
// CHECK:         %[[R:.*]]:3 = grad.all_reduce<sum> %arg0, %arg1, %arg2 on #[[$G]] : tensor<f32>, tensor<0x3xf32>, tensor<4xf32>
// CHECK-NEXT:    return %[[R]]#0, %[[R]]#1, %[[R]]#2
#first = #grad.group<[[0, 1]]>
func.func @equal_groups(%a: tensor<f32>, %b: tensor<0x3xf32>, %c: tensor<4xf32>) -> (tensor<f32>, tensor<0x3xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a on #first : tensor<f32>
  %1 = grad.all_reduce<sum> %b on <[[0, 1]]> : tensor<0x3xf32>
  %2 = grad.all_reduce<sum> %c on #first : tensor<4xf32>
  return %0, %1, %2 : tensor<f32>, tensor<0x3xf32>, tensor<4xf32>
}

// -----

// An operation with several operands is no candidate, and neither is a
// collective on buffers.

// CHECK-LABEL: func @not_candidates
// CHECK:         %[[R:.*]]:2 = grad.all_reduce<sum> %arg0, %arg1 :
// CHECK-NEXT:    %[[S:.*]] = grad.all_reduce<sum> %arg0 :
// CHECK-NEXT:    grad.all_reduce<sum> %arg2 : memref<4xf32>
// CHECK-NEXT:    grad.all_reduce<sum> %arg3 : memref<4xf32>
func.func @not_candidates(%a: tensor<4xf32>, %b: tensor<4xf32>, %m: memref<4xf32>, %n: memref<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0:2 = grad.all_reduce<sum> %a, %b : tensor<4xf32>, tensor<4xf32>
  %1 = grad.all_reduce<sum> %a : tensor<4xf32>
  grad.all_reduce<sum> %m : memref<4xf32>
  grad.all_reduce<sum> %n : memref<4xf32>
  return %0#0, %0#1, %1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Each block by itself, in nested regions too; nothing moves between blocks.

// CHECK-LABEL: func @blocks
// CHECK:         scf.if
// CHECK-NEXT:      grad.all_reduce<sum> %arg1, %arg2
// CHECK:         } else {
// CHECK-NEXT:      grad.all_reduce<sum> %arg2, %arg1
// CHECK:         }
// CHECK-NEXT:    grad.all_reduce<sum> %arg1 :
func.func @blocks(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
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

// -----

// A value used in a nested region is a use by the operation around it.

// CHECK-LABEL: func @use_in_region
// CHECK:         %[[N:.*]] = arith.negf %arg2
// CHECK-NEXT:    %[[R:.*]]:2 = grad.all_reduce<sum> %arg1, %[[N]]
// CHECK-NEXT:    %[[I:.*]] = scf.if
// CHECK-NEXT:      arith.negf %[[R]]#0
func.func @use_in_region(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
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

// -----

// Attributes that all members share stay; the location is that of all members.

// CHECK-LABEL: func @attributes_and_locations
// CHECK:         grad.all_reduce<sum> %arg0, %arg1 {grad.note = 1 : i64} :
func.func @attributes_and_locations(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a {grad.note = 1 : i64, grad.param = "a"} : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b {grad.note = 1 : i64, grad.param = "b"} : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
