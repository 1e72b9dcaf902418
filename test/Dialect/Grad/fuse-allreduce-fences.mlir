// RUN: grad-opt %s --split-input-file --allow-unregistered-dialect --fuse-allreduce | FileCheck %s

// No collective crosses an operation that may have side effects.

// CHECK-LABEL: func @unknown_call
// CHECK:         grad.all_reduce<sum> %arg0 :
// CHECK-NEXT:    call @outside
// CHECK-NEXT:    grad.all_reduce<sum> %arg1 :
func.func private @outside()
func.func @unknown_call(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  func.call @outside() : () -> ()
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A call is judged by its callee's body, through further calls.

// CHECK-LABEL: func @pure_call
// CHECK:         call @outer
// CHECK-NEXT:    grad.all_reduce<sum> %arg0, %{{.*}} :
func.func private @inner(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.negf %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @outer(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @inner(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @pure_call(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %c = func.call @outer(%b) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = grad.all_reduce<sum> %c : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A callee with a collective, or one that calls itself, is a fence.

// CHECK-LABEL: func @calls_that_are_fences
// CHECK:         grad.all_reduce<sum> %arg0 :
// CHECK-NEXT:    call @reduces
// CHECK-NEXT:    grad.all_reduce<sum> %arg1 :
// CHECK-NEXT:    call @recursive
// CHECK-NEXT:    grad.all_reduce<sum> %arg0 :
func.func private @reduces(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @recursive(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @recursive(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @calls_that_are_fences(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %c = func.call @reduces(%b) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  %d = func.call @recursive(%b) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = grad.all_reduce<sum> %a : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A store is a fence, a load is none.

// CHECK-LABEL: func @memory
// CHECK:         memref.load
// CHECK-NEXT:    grad.all_reduce<sum> %arg0, %arg1 :
// CHECK-NEXT:    memref.store
// CHECK-NEXT:    grad.all_reduce<sum> %arg2 :
func.func @memory(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>, %m: memref<f32>, %v: f32) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, f32) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %l = memref.load %m[] : memref<f32>
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  memref.store %v, %m[] : memref<f32>
  %2 = grad.all_reduce<sum> %c : tensor<4xf32>
  return %0, %1, %2, %l : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, f32
}

// -----

// A region operation with a collective inside is a fence; one without is none.

// CHECK-LABEL: func @regions
// CHECK:         scf.if
// CHECK:           arith.negf
// CHECK:         grad.all_reduce<sum> %arg1, %{{.*}} :
// CHECK:         scf.for
// CHECK:         grad.all_reduce<sum> %arg1 :
func.func @regions(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>, %n: index, %z: index, %o: index) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %i = scf.if %c -> tensor<4xf32> {
    %x = arith.negf %b : tensor<4xf32>
    scf.yield %x : tensor<4xf32>
  } else {
    scf.yield %b : tensor<4xf32>
  }
  %1 = grad.all_reduce<sum> %i : tensor<4xf32>
  %l = scf.for %k = %z to %n step %o iter_args(%acc = %b) -> tensor<4xf32> {
    %r = grad.all_reduce<sum> %acc : tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  }
  %2 = grad.all_reduce<sum> %a : tensor<4xf32>
  return %0, %1, %2, %l : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// StableHLO's operations are known by name, though the dialect is not
// registered: arithmetic is no fence, outfeed is one, a custom call is one if
// it says so.

// CHECK-LABEL: func @stablehlo
// CHECK:         "stablehlo.add"
// CHECK:         "stablehlo.custom_call"
// CHECK-NEXT:    grad.all_reduce<sum> %arg0, %{{.*}} :
// CHECK-NEXT:    "stablehlo.custom_call"
// CHECK-NEXT:    grad.all_reduce<sum> %arg0 :
// CHECK-NEXT:    "stablehlo.outfeed"
// CHECK-NEXT:    grad.all_reduce<sum> %arg1 :
// CHECK-NEXT:    "stablehlo.unheard_of"
// CHECK-NEXT:    grad.all_reduce<sum> %arg0 :
func.func @stablehlo(%a: tensor<4xf32>, %b: tensor<4xf32>, %t: !stablehlo.token) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %s = "stablehlo.add"(%b, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %p = "stablehlo.custom_call"(%s) <{call_target_name = "x"}> : (tensor<4xf32>) -> tensor<4xf32>
  %1 = grad.all_reduce<sum> %p : tensor<4xf32>
  %q = "stablehlo.custom_call"(%b) <{call_target_name = "x", has_side_effect = true}> : (tensor<4xf32>) -> tensor<4xf32>
  %2 = grad.all_reduce<sum> %a : tensor<4xf32>
  %u = "stablehlo.outfeed"(%b, %t) : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %3 = grad.all_reduce<sum> %b : tensor<4xf32>
  %v = "stablehlo.unheard_of"(%b) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = grad.all_reduce<sum> %a : tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A StableHLO loop is judged by its body.

// CHECK-LABEL: func @stablehlo_while
// CHECK:         "stablehlo.while"
// CHECK:         grad.all_reduce<sum> %arg0, %{{.*}} :
// CHECK:         "stablehlo.while"
// CHECK:         grad.all_reduce<sum> %arg0 :
func.func @stablehlo_while(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %w = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %c = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<4xf32>):
    %y = "stablehlo.negate"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%y) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = grad.all_reduce<sum> %w : tensor<4xf32>
  %v = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %c = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<4xf32>):
    %y = "stablehlo.collective_permute"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%y) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = grad.all_reduce<sum> %a : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A call inside an operation that is not registered finds its callee too, as in
// the body of JAX's shard_map.

// CHECK-LABEL: func @manual_computation
// CHECK:         grad.all_reduce<sum> %arg1, %{{.*}} :
func.func private @relu(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @manual_computation(%a: tensor<4xf32>) -> tensor<4xf32> {
  %m = "sdy.manual_computation"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %0 = grad.all_reduce<sum> %x : tensor<4xf32>
    %c = func.call @relu(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = grad.all_reduce<sum> %c : tensor<4xf32>
    "sdy.return"(%0, %1) : (tensor<4xf32>, tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %m : tensor<4xf32>
}

// -----

// Two ways to one callee are no recursion; a composite is judged by its
// decomposition, a custom call by what it calls.

// CHECK-LABEL: func @callees
// CHECK:         grad.all_reduce<sum> %arg0 :
// CHECK-NEXT:    "stablehlo.composite"{{.*}}@reduces
// CHECK-NEXT:    grad.all_reduce<sum> %arg0 :
// CHECK-NEXT:    "stablehlo.custom_call"{{.*}}@reduces
// CHECK-NEXT:    call @both
// CHECK-NEXT:    "stablehlo.composite"{{.*}}@leaf
// CHECK-NEXT:    "stablehlo.custom_call"{{.*}}@leaf
// CHECK-NEXT:    grad.all_reduce<sum> %arg0, %arg1 :
func.func private @leaf(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func private @other(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @leaf(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @both(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @leaf(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = func.call @other(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = func.call @leaf(%1) : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @reduces(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @callees(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %p = "stablehlo.composite"(%b) <{name = "x", decomposition = @reduces}> : (tensor<4xf32>) -> tensor<4xf32>
  %1 = grad.all_reduce<sum> %a : tensor<4xf32>
  %q = "stablehlo.custom_call"(%b) <{call_target_name = "x", called_computations = [@reduces]}> : (tensor<4xf32>) -> tensor<4xf32>
  %2 = grad.all_reduce<sum> %a : tensor<4xf32>
  %r = func.call @both(%b) : (tensor<4xf32>) -> tensor<4xf32>
  %s = "stablehlo.composite"(%b) <{name = "x", decomposition = @leaf}> : (tensor<4xf32>) -> tensor<4xf32>
  %t = "stablehlo.custom_call"(%b) <{call_target_name = "x", called_computations = [@leaf]}> : (tensor<4xf32>) -> tensor<4xf32>
  %3 = grad.all_reduce<sum> %b : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Recursion through several functions, entered anywhere.

// CHECK-LABEL: func @mutual_recursion
// CHECK-COUNT-3: grad.all_reduce<sum> %arg0 :
func.func private @odd() {
  func.call @even() : () -> ()
  return
}
func.func private @even() {
  func.call @odd() : () -> ()
  return
}
func.func @mutual_recursion(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  func.call @even() : () -> ()
  %1 = grad.all_reduce<sum> %a : tensor<4xf32>
  func.call @odd() : () -> ()
  %2 = grad.all_reduce<sum> %a : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Collectives of other dialects inside a region count too, though they call
// themselves pure.

// CHECK-LABEL: func @other_collectives
// CHECK:         grad.all_reduce<sum> %arg1 :
// CHECK:         shard.all_reduce
// CHECK:         grad.all_reduce<sum> %arg1 :
// CHECK:         "sdy.all_gather"
// CHECK:         grad.all_reduce<sum> %arg1 :
shard.grid @grid(shape = 2)
func.func @other_collectives(%c: i1, %a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %i = scf.if %c -> tensor<4xf32> {
    %x = shard.all_reduce %a on @grid grid_axes = [0] : tensor<4xf32> -> tensor<4xf32>
    scf.yield %x : tensor<4xf32>
  } else {
    scf.yield %a : tensor<4xf32>
  }
  %1 = grad.all_reduce<sum> %a : tensor<4xf32>
  %j = scf.if %c -> tensor<4xf32> {
    %x = "sdy.all_gather"(%a) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %x : tensor<4xf32>
  } else {
    scf.yield %a : tensor<4xf32>
  }
  %2 = grad.all_reduce<sum> %a : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
