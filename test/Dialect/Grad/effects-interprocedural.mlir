// Passes that remove what is dead, or move code between functions, keep every
// collective and its place among the others.
//
// RUN: grad-opt %s -split-input-file --remove-dead-values | FileCheck %s --check-prefixes=CHECK,DEAD
// RUN: grad-opt %s -split-input-file --inline | FileCheck %s --check-prefixes=CHECK,INLINE
// RUN: grad-opt %s -split-input-file --sccp | FileCheck %s --check-prefixes=CHECK,SCCP
// RUN: grad-opt %s -split-input-file --symbol-dce | FileCheck %s --check-prefixes=CHECK,SYMBOL

// The callee's second result is dead, and so is the collective's; the
// collective stays, with the argument that it needs. What only arithmetic
// needs, goes.
// DEAD-LABEL: func.func private @callee
// DEAD-SAME: (%[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>) -> tensor<4xf32>
// DEAD-NEXT: %[[R:.*]] = grad.all_reduce<sum> %[[A]]
// DEAD-NEXT: grad.all_reduce<max> %[[B]]
// DEAD-NEXT: return %[[R]]
func.func private @callee(%a: tensor<4xf32>, %b: tensor<4xf32>,
                          %c: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %r = grad.all_reduce<sum> %a : tensor<4xf32>
  %s = grad.all_reduce<max> %b : tensor<4xf32>
  %contrast = arith.addf %c, %c : tensor<4xf32>
  return %r, %s, %contrast : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @caller
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
func.func @caller(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // INLINE-NEXT: %[[FIRST:.*]] = grad.all_reduce<prod> %[[X]]
  // INLINE-NEXT: %[[R:.*]] = grad.all_reduce<sum> %[[FIRST]]
  // INLINE-NEXT: grad.all_reduce<max> %[[Y]]
  // INLINE-NOT: call
  // INLINE: grad.all_reduce<min> %[[R]]
  // DEAD: call @callee(%{{.*}}, %[[Y]])
  %first = grad.all_reduce<prod> %x : tensor<4xf32>
  %r:3 = call @callee(%first, %y, %y)
      : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
      -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  %last = grad.all_reduce<min> %r#0 : tensor<4xf32>
  return %last : tensor<4xf32>
}

// -----

// No result of the call is used: the call stays.
// DEAD-LABEL: func.func private @callee(%{{.*}}: tensor<4xf32>) {
// DEAD-NEXT: grad.all_reduce<sum>
func.func private @callee(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = grad.all_reduce<sum> %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @unused_call
func.func @unused_call(%x: tensor<4xf32>) {
  // DEAD-NEXT: call @callee
  // INLINE-NEXT: grad.all_reduce<sum>
  // SCCP-NEXT: call @callee
  %r = call @callee(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// Nor does it matter how the value is unused.
// CHECK-LABEL: func.func @unused
func.func @unused(%c: i1, %n: index, %x: tensor<4xf32>, %m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: grad.all_reduce<sum> %{{.*}} : tensor<4xf32>
  // CHECK-NEXT: grad.broadcast
  // CHECK-NEXT: grad.all_reduce<sum> %{{.*}} : memref<4xf32>
  // DEAD-NOT: arith.addf
  %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  %1 = grad.broadcast %x root 0 : tensor<4xf32>
  grad.all_reduce<sum> %m : memref<4xf32>
  %contrast = arith.addf %x, %x : tensor<4xf32>
  // CHECK: scf.if
  // CHECK-NEXT: grad.all_reduce<prod>
  // CHECK: } else {
  // CHECK-NEXT: grad.all_reduce<max>
  %2 = scf.if %c -> tensor<4xf32> {
    %r = grad.all_reduce<prod> %x : tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  } else {
    %r = grad.all_reduce<max> %x : tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  }
  // CHECK: scf.for
  // CHECK-NEXT: grad.all_reduce<min>
  %3 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<4xf32> {
    %r = grad.all_reduce<min> %y : tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  }
  return
}

// -----

// A branch that no rank takes may go. What SCCP learns of the condition changes
// nothing about the collective in the branch that all take.
// CHECK-LABEL: func.func @constant_condition
func.func @constant_condition(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: grad.all_reduce<sum>
  %true = arith.constant true
  %0 = scf.if %true -> tensor<4xf32> {
    %r = grad.all_reduce<sum> %x : tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  } else {
    %r = grad.all_reduce<max> %x : tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// A function that nobody can call runs nowhere; one that is public may be
// called from outside.
// SYMBOL-NOT: @nobody
// SYMBOL: func.func @anybody
// SYMBOL-NEXT: grad.all_reduce<sum>
func.func private @nobody(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = grad.all_reduce<max> %x : tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @anybody(%x: tensor<4xf32>) {
  %r = grad.all_reduce<sum> %x : tensor<4xf32>
  return
}
