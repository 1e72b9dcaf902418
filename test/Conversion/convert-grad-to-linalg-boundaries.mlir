// RUN: grad-opt %s --convert-grad-to-linalg | FileCheck %s

// A sparse gradient is two values, wherever it goes.

!s = !grad.indexed_slices<?xi32, 8xf32>

// Names belong to the values; what holds for all of it, to both.

// CHECK-LABEL: func private @callee(
// CHECK-SAME:      %[[I:.*]]: tensor<?xi32> {grad.replicated}, %[[V:.*]]: tensor<?xf32> {grad.replicated}, %{{.*}}: i1
// CHECK-SAME:      -> (tensor<?xi32>, tensor<?xf32> {grad.gradient = "w"}, i1)
// CHECK:         return %[[I]], %[[V]], %{{.*}} : tensor<?xi32>, tensor<?xf32>, i1
func.func private @callee(%s: !s {grad.replicated}, %c: i1) -> (!s {grad.gradient = "w"}, i1) {
  return %s, %c : !s, i1
}

// CHECK: func private @declared(i1, tensor<?xi32>, tensor<?xf32>) -> (tensor<?xi32>, tensor<?xf32>)
func.func private @declared(i1, !s) -> !s

// CHECK-LABEL: func @calls(
// CHECK-SAME:      %[[I:.*]]: tensor<?xi32>, %[[V:.*]]: tensor<?xf32>
// CHECK:         %[[R:.*]]:3 = call @callee(%[[I]], %[[V]], %{{.*}})
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @calls(%s: !s, %c: i1) -> !s {
  %0:2 = call @callee(%s, %c) : (!s, i1) -> (!s, i1)
  return %0#0 : !s
}

// CHECK-LABEL: func @loops(
// CHECK:         %[[F:.*]]:2 = scf.for {{.*}} iter_args(%[[I:.*]] = %{{.*}}, %[[V:.*]] = %{{.*}}) -> (tensor<?xi32>, tensor<?xf32>)
// CHECK:           %[[IF:.*]]:2 = scf.if %{{.*}} -> (tensor<?xi32>, tensor<?xf32>)
// CHECK:             scf.yield %[[I]], %[[V]]
// CHECK:           scf.yield %[[IF]]#0, %[[IF]]#1
// CHECK:         %[[W:.*]]:2 = scf.while (%{{.*}} = %[[F]]#0, %{{.*}} = %[[F]]#1)
// CHECK:           scf.condition(%{{.*}}) %{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xf32>
// CHECK:         %[[S0:.*]] = arith.select %{{.*}}, %[[W]]#0, %{{.*}} : tensor<?xi32>
// CHECK:         %[[S1:.*]] = arith.select %{{.*}}, %[[W]]#1, %{{.*}} : tensor<?xf32>
// CHECK:         return %[[S0]], %[[S1]]
func.func @loops(%s: !s, %t: !s, %n: index, %c: i1) -> !s {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = scf.for %i = %c0 to %n step %c1 iter_args(%a = %s) -> !s {
    %x = scf.if %c -> !s {
      scf.yield %t : !s
    } else {
      scf.yield %a : !s
    }
    scf.yield %x : !s
  }
  %w = scf.while (%a = %f) : (!s) -> !s {
    scf.condition(%c) %a : !s
  } do {
  ^bb0(%a: !s):
    scf.yield %a : !s
  }
  %u = arith.select %c, %w, %s : !s
  return %u : !s
}

// CHECK-LABEL: func @branches(
// CHECK-SAME:      %[[I:.*]]: tensor<?xi32>, %[[V:.*]]: tensor<?xf32>, %[[C:.*]]: i1
// CHECK:         cf.cond_br %[[C]], ^bb1(%[[I]], %[[V]] : tensor<?xi32>, tensor<?xf32>), ^bb2
// CHECK:       ^bb1(%[[I1:.*]]: tensor<?xi32>, %[[V1:.*]]: tensor<?xf32>):
// CHECK:         cf.br ^bb3(%[[I1]], %[[V1]] : tensor<?xi32>, tensor<?xf32>)
// CHECK:       ^bb3(%[[I3:.*]]: tensor<?xi32>, %[[V3:.*]]: tensor<?xf32>):
// CHECK:         return %[[V3]]
func.func @branches(%s: !s, %c: i1) -> tensor<?xf32> {
  cf.cond_br %c, ^bb1(%s : !s), ^bb2
^bb1(%a: !s):
  cf.br ^bb3(%a : !s)
^bb2:
  cf.br ^bb3(%s : !s)
^bb3(%r: !s):
  %v = grad.values %r : !s
  return %v : tensor<?xf32>
}
