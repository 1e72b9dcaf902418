// Programs whose ranks issue the same collectives, which the pass lets through
// unchanged.
//
// RUN: grad-opt %s --split-input-file --allow-unregistered-dialect --verify-collectives | FileCheck %s
// RUN: grad-opt %s --split-input-file --allow-unregistered-dialect --verify-collectives --remarks-filter=verify-collectives 2>&1 | FileCheck %s --check-prefix=REMARK

// Straight-line code, whatever varies in it.

// CHECK-LABEL: func @straight
func.func @straight(%x: tensor<4xf32>, %m: memref<4xf32>) -> tensor<4xf32> {
  %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  grad.all_reduce<sum> %m : memref<4xf32>
  %1 = grad.all_gather %0 dim 0 : tensor<4xf32> -> tensor<8xf32>
  %2 = grad.reduce_scatter<sum> %1 dim 0 : tensor<8xf32> -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// Conditions and bounds that are equal on every rank; a branch that varies may
// hold anything but a collective.

// CHECK-LABEL: func @uniform
func.func @uniform(%x: tensor<4xf32>, %c: i1 {grad.replicated}, %n: index {grad.replicated}, %v: i1) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.if %c -> tensor<4xf32> {
    %r = grad.all_reduce<sum> %x : tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0) -> tensor<4xf32> {
    %r = grad.all_reduce<sum> %a : tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  }
  %2 = affine.for %i = 0 to 4 iter_args(%a = %1) -> tensor<4xf32> {
    %r = grad.all_reduce<sum> %a : tensor<4xf32>
    affine.yield %r : tensor<4xf32>
  }
  %3 = scf.if %v -> tensor<4xf32> {
    %s = arith.negf %2 : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  } else {
    scf.yield %2 : tensor<4xf32>
  }
  %4 = grad.all_reduce<sum> %3 : tensor<4xf32>
  return %4 : tensor<4xf32>
}

// -----

// A loop until all ranks agree to stop, and the flag of an overflow.

// CHECK-LABEL: func @agreed
func.func @agreed(%x: tensor<f32>, %flag: tensor<i32>) -> tensor<f32> {
  %limit = arith.constant 1.0 : f32
  %zero = arith.constant 0 : i32
  %0 = scf.while (%a = %x) : (tensor<f32>) -> tensor<f32> {
    %r = grad.all_reduce<sum> %a : tensor<f32>
    %v = tensor.extract %r[] : tensor<f32>
    %c = arith.cmpf olt, %v, %limit : f32
    scf.condition(%c) %r : tensor<f32>
  } do {
  ^bb0(%b: tensor<f32>):
    scf.yield %b : tensor<f32>
  }
  %any = grad.all_reduce<max> %flag : tensor<i32>
  %bits = tensor.extract %any[] : tensor<i32>
  %ok = arith.cmpi eq, %bits, %zero : i32
  %1 = scf.if %ok -> tensor<f32> {
    %r = grad.all_reduce<sum> %0 : tensor<f32>
    scf.yield %r : tensor<f32>
  } else {
    scf.yield %0 : tensor<f32>
  }
  return %1 : tensor<f32>
}

// -----

// A condition that is equal inside the groups that a collective runs over is
// enough for that collective, and for one over parts of those groups.

#pairs = #grad.group<[[0, 1], [2, 3]]>
#one = #grad.group<[[0, 1]]>
// CHECK-LABEL: func @sub_groups
func.func @sub_groups(%x: tensor<4xf32>, %flag: tensor<i1>) -> tensor<4xf32> {
  %any = grad.all_reduce<max> %flag on #pairs : tensor<i1>
  %c = tensor.extract %any[] : tensor<i1>
  %0 = scf.if %c -> tensor<4xf32> {
    %r = grad.all_reduce<sum> %x on #pairs : tensor<4xf32>
    %s = grad.all_reduce<sum> %r on #one : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// Blocks: behind a branch that varies, but not decided by it.

// CHECK-LABEL: func @blocks
func.func @blocks(%x: tensor<4xf32>, %varying: i1, %uniform: i1 {grad.replicated}) -> tensor<4xf32> {
  cf.cond_br %varying, ^a(%x : tensor<4xf32>), ^b
^b:
  %n = arith.negf %x : tensor<4xf32>
  cf.br ^a(%n : tensor<4xf32>)
^a(%y: tensor<4xf32>):
  %0 = grad.all_reduce<sum> %y : tensor<4xf32>
  cf.cond_br %uniform, ^c, ^d
^c:
  %1 = grad.all_reduce<sum> %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
^d:
  return %0 : tensor<4xf32>
}

// -----

// Calls under a uniform condition; the callee judges its own arguments by its
// callers.

// CHECK-LABEL: func private @reduce
func.func private @reduce(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %0 = scf.if %c -> tensor<4xf32> {
    %r = grad.all_reduce<sum> %x : tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
func.func private @outside()
func.func @calls(%x: tensor<4xf32>, %c: i1 {grad.replicated}, %v: i1) -> tensor<4xf32> {
  %0 = scf.if %c -> tensor<4xf32> {
    %r = func.call @reduce(%x, %c) : (tensor<4xf32>, i1) -> tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  scf.if %v {
    func.call @outside() : () -> ()
  }
  return %0 : tensor<4xf32>
}

// -----

// StableHLO: a counted loop, and a loop until ranks agree, inside a manual
// computation.

// CHECK-LABEL: func @stablehlo
func.func @stablehlo(%x: tensor<f32>) -> tensor<f32> {
  %0 = "sdy.manual_computation"(%x) ({
  ^bb0(%y: tensor<f32>):
    %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %ten = "stablehlo.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
    %1:2 = "stablehlo.while"(%zero, %y) ({
    ^bb0(%i: tensor<i32>, %a: tensor<f32>):
      %c = "stablehlo.compare"(%i, %ten) <{comparison_direction = 0 : i32}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%c) : (tensor<i1>) -> ()
    }, {
    ^bb0(%i: tensor<i32>, %a: tensor<f32>):
      %j = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %r = grad.all_reduce<sum> %a : tensor<f32>
      "stablehlo.return"(%j, %r) : (tensor<i32>, tensor<f32>) -> ()
    }) : (tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<f32>)
    "sdy.return"(%1#1) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> tensor<f32>
  %limit = "stablehlo.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  %2:2 = "stablehlo.while"(%limit, %0) ({
  ^bb0(%n: tensor<f32>, %a: tensor<f32>):
    %c = "stablehlo.compare"(%n, %limit) <{comparison_direction = 1 : i32}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%n: tensor<f32>, %a: tensor<f32>):
    %r = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = "stablehlo.add"(%p, %q) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) : (tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r, %a) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %2#1 : tensor<f32>
}

// -----

// A region of which nothing is known is passed over with a remark.

// CHECK-LABEL: func @unknown_region
// REMARK: [Analysis] unknown-region | Category:verify-collectives | Operation="all-reduce at line {{[0-9]+}}", Reason="the dialect is not registered, so it is not known how often the region is executed", Region="other.region at line {{[0-9]+}}"
func.func @unknown_region(%x: tensor<4xf32>) {
  "other.region"() ({
    %0 = grad.all_reduce<sum> %x : tensor<4xf32>
    "other.end"() : () -> ()
  }) : () -> ()
  return
}
