// Programs whose ranks could issue different sequences of collectives. Errors
// name the collective, notes the place that decides and the value that varies.
//
// RUN: grad-opt %s --split-input-file --allow-unregistered-dialect --verify-collectives --verify-diagnostics

// expected-note@+1 {{this value may differ by rank}}
func.func @if(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  // expected-note@+1 {{decided here by 'scf.if'; make what it depends on equal on every rank (all-reduce it, or mark its argument 'grad.replicated'), or move the collective out}}
  %0 = scf.if %c -> tensor<4xf32> {
    // expected-error@+1 {{stands under a branch that ranks may take differently; they would issue different sequences of collectives}}
    %r = grad.all_reduce<sum> %x : tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// The same sequence on both sides is refused too: a later pass may change one.

// expected-note@+1 {{this value may differ by rank}}
func.func @both_sides(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  // expected-note@+1 {{decided here by 'scf.if'}}
  %0 = scf.if %c -> tensor<4xf32> {
    // expected-error@+1 {{stands under a branch}}
    %r = grad.all_reduce<sum> %x : tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  } else {
    // expected-error@+1 {{stands under a branch}}
    %r = grad.all_reduce<sum> %x : tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// The note follows the condition to where the difference begins.

func.func @origin(%x: tensor<4xf32>, %w: index {grad.replicated}) {
  // expected-note@+1 {{this value may differ by rank}}
  %rank = grad.rank : index
  %s = arith.addi %w, %rank : index
  %zero = arith.constant 0 : index
  %c = arith.cmpi eq, %s, %zero : index
  // expected-note@+1 {{decided here by 'scf.if'}}
  scf.if %c {
    // expected-error@+1 {{broadcast at line}}
    %r = grad.broadcast %x root 0 : tensor<4xf32>
  }
  return
}

// -----

// A condition equal inside pairs does not do for the whole world, nor for
// other groups.

#pairs = #grad.group<[[0, 1], [2, 3]]>
#crossed = #grad.group<[[0, 2], [1, 3]]>
func.func @sub_groups(%x: tensor<4xf32>, %flag: tensor<i1>) {
  // expected-note@+1 {{this value may differ by rank}}
  %any = grad.all_reduce<max> %flag on #pairs : tensor<i1>
  %c = tensor.extract %any[] : tensor<i1>
  // expected-note@+2 {{make what it depends on equal on every rank}}
  // expected-note@+1 {{make what it depends on equal on [0, 2] [1, 3]}}
  scf.if %c {
    // expected-error@+1 {{stands under a branch}}
    %0 = grad.all_reduce<sum> %x : tensor<4xf32>
    %1 = grad.all_reduce<sum> %x on #pairs : tensor<4xf32>
    // expected-error@+1 {{stands under a branch}}
    %2 = grad.all_reduce<sum> %x on #crossed : tensor<4xf32>
  }
  return
}

// -----

// Memref form; nested regions; the collective may stand deep inside.

// expected-note@+1 {{this value may differ by rank}}
func.func @trip_count(%m: memref<4xf32>, %c: i1 {grad.replicated}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@+1 {{decided here by 'scf.for'}}
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      // expected-error@+1 {{stands in a loop that ranks may run a different number of times; they would issue different sequences of collectives}}
      grad.all_reduce<sum> %m : memref<4xf32>
    }
  }
  return
}

// -----

// expected-note@+1 {{this value may differ by rank}}
func.func @while(%x: tensor<f32>) {
  %limit = arith.constant 1.0 : f32
  // expected-note@+1 {{decided here by 'scf.while'}}
  %0 = scf.while (%a = %x) : (tensor<f32>) -> tensor<f32> {
    // expected-error@+1 {{stands in a loop}}
    %r = grad.all_reduce<sum> %a : tensor<f32>
    %v = tensor.extract %x[] : tensor<f32>
    %c = arith.cmpf olt, %v, %limit : f32
    scf.condition(%c) %r : tensor<f32>
  } do {
  ^bb0(%b: tensor<f32>):
    // expected-error@+1 {{stands in a loop}}
    %s = grad.all_reduce<sum> %b : tensor<f32>
    scf.yield %s : tensor<f32>
  }
  return
}

// -----

// expected-note@+1 {{this value may differ by rank}}
func.func @index_switch(%x: tensor<4xf32>, %i: index) {
  // expected-note@+1 {{decided here by 'scf.index_switch'}}
  scf.index_switch %i
  case 0 {
    // expected-error@+1 {{stands under a branch}}
    %0 = grad.all_reduce<sum> %x : tensor<4xf32>
    scf.yield
  }
  default {
    // expected-error@+1 {{stands under a branch}}
    %0 = grad.all_reduce<max> %x : tensor<4xf32>
    scf.yield
  }
  return
}

// -----

// A parallel loop has no order, even where its bounds are equal.

func.func @parallel(%x: tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-note@+1 {{the region of 'scf.parallel'; use a sequential loop, or move the collective out}}
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    // expected-error@+1 {{stands in a region that is executed in no fixed order; ranks would issue different sequences of collectives}}
    %0 = grad.all_reduce<sum> %x : tensor<4xf32>
    scf.reduce
  }
  // expected-note@+1 {{the region of 'scf.forall'}}
  scf.forall (%i) in (4) {
    // expected-error@+1 {{stands in a region that is executed in no fixed order}}
    %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  }
  // expected-note@+1 {{the region of 'affine.parallel'}}
  affine.parallel (%i) = (0) to (4) {
    // expected-error@+1 {{stands in a region that is executed in no fixed order}}
    %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  }
  // expected-note@+1 {{the region of 'async.execute'}}
  %token = async.execute {
    // expected-error@+1 {{stands in a region that is executed in no fixed order}}
    %0 = grad.all_reduce<sum> %x : tensor<4xf32>
    async.yield
  }
  return
}

// -----

#set = affine_set<(d0) : (d0 >= 0)>
// expected-note@+1 {{this value may differ by rank}}
func.func @affine(%x: tensor<4xf32>, %n: index) {
  // expected-note@+1 {{decided here by 'affine.for'}}
  affine.for %i = 0 to %n {
    // expected-error@+1 {{stands in a loop}}
    %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  }
  // expected-note@+1 {{decided here by 'affine.if'}}
  affine.if #set(%n) {
    // expected-error@+1 {{stands under a branch}}
    %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  }
  return
}

// -----

// Blocks: the ways of a branch up to where they meet again.

// expected-note@+1 {{this value may differ by rank}}
func.func @blocks(%x: tensor<4xf32>, %c: i1) {
  // expected-note@+1 {{decided here by 'cf.cond_br'}}
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^c
^c:
  // expected-error@+1 {{stands under a branch}}
  %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  cf.br ^b
^b:
  %1 = grad.all_reduce<sum> %x : tensor<4xf32>
  return
}

// -----

// An early exit: whatever comes after it is decided by it.

// expected-note@+1 {{this value may differ by rank}}
func.func @early_exit(%x: tensor<4xf32>, %c: i1) {
  // expected-note@+1 {{decided here by 'cf.cond_br'}}
  cf.cond_br %c, ^exit, ^go
^exit:
  return
^go:
  // expected-error@+1 {{stands under a branch}}
  %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{this value may differ by rank}}
func.func @block_switch(%x: tensor<4xf32>, %i: i32, %n: i32) {
  // expected-note@+1 {{decided here by 'cf.switch'}}
  cf.switch %i : i32, [
    default: ^end,
    1: ^a
  ]
^a:
  // expected-error@+1 {{stands under a branch}}
  %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  cf.br ^end
^end:
  %zero = arith.constant 0 : i32
  cf.br ^loop(%zero : i32)
// expected-note@+1 {{this value may differ by rank}}
^loop(%j: i32):
  // expected-error@+1 {{stands under a branch}}
  %1 = grad.all_reduce<sum> %x : tensor<4xf32>
  %one = arith.constant 1 : i32
  %k = arith.addi %j, %one : i32
  %c = arith.cmpi slt, %k, %n : i32
  // expected-note@+1 {{decided here by 'cf.cond_br'}}
  cf.cond_br %c, ^loop(%k : i32), ^exit
^exit:
  return
}

// -----

// Calls, through further calls.

func.func private @inner(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note@+1 {{the collective is issued here}}
  %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @outer(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// expected-note@+1 {{this value may differ by rank}}
func.func @call(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  // expected-note@+1 {{decided here by 'scf.if'}}
  %0 = scf.if %c -> tensor<4xf32> {
    // expected-error-re@+1 {{func.call at line {{[0-9]+}}, which leads to all-reduce at line {{[0-9]+}}, stands under a branch}}
    %r = func.call @outer(%x) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// Recursion that ranks leave at different depths.

// expected-note@+1 {{this value may differ by rank}}
func.func @recursive(%x: tensor<4xf32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %c = arith.cmpi eq, %n, %zero : i32
  // expected-note@+1 {{decided here by 'scf.if'}}
  scf.if %c {
    // expected-error@+2 {{stands under a branch}}
    // expected-note@+1 {{the collective is issued here}}
    %0 = grad.all_reduce<sum> %x : tensor<4xf32>
    // expected-error@+1 {{which leads to all-reduce}}
    func.call @recursive(%x, %n) : (tensor<4xf32>, i32) -> ()
  }
  return
}

// -----

// StableHLO's collectives and control flow.

// expected-note@+1 {{this value may differ by rank}}
func.func @stablehlo(%p: tensor<i1>, %i: tensor<i32>, %x: tensor<4xf32>) {
  // expected-note@+1 {{decided here by 'stablehlo.if'}}
  %0 = "stablehlo.if"(%p) ({
    // expected-error@+1 {{stablehlo.all_reduce}}
    %r = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%r) : (tensor<4xf32>) -> ()
  }, {
    "stablehlo.return"(%x) : (tensor<4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<4xf32>
  // expected-note@+1 {{decided here by 'stablehlo.case'}}
  %1 = "stablehlo.case"(%i) ({
    // expected-error@+1 {{stablehlo.collective_permute}}
    %r = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%r) : (tensor<4xf32>) -> ()
  }) : (tensor<i32>) -> tensor<4xf32>
  // expected-note@+1 {{decided here by 'stablehlo.while'}}
  %2 = "stablehlo.while"(%p) ({
  // expected-note@+1 {{this value may differ by rank}}
  ^bb0(%a: tensor<i1>):
    "stablehlo.return"(%a) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<i1>):
    // expected-error@+1 {{stands in a loop}}
    %r = grad.all_reduce<max> %a : tensor<i1>
    "stablehlo.return"(%r) : (tensor<i1>) -> ()
  }) : (tensor<i1>) -> tensor<i1>
  return
}

// -----

// Groups whose ranks are not known need a condition that all ranks share.

func.func @unknown_groups(%flag: tensor<i1>, %x: tensor<4xf32>) {
  // expected-note@+1 {{this value may differ by rank}}
  %any = grad.all_reduce<max> %flag on <[[0, 1], [2, 3]]> : tensor<i1>
  // expected-note@+1 {{equal on every rank}}
  %0 = "stablehlo.if"(%any) ({
    // expected-error@+1 {{stablehlo.all_gather}}
    %r = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<@mesh>}> : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%r) : (tensor<4xf32>) -> ()
  }, {
    "stablehlo.return"(%x) : (tensor<4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

// A registered operation of which it is not known how often it runs its region.

func.func @unknown_region(%x: tensor<4xf32>) {
  // expected-note@+1 {{the region of 'tensor.generate'; move the collective out}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    // expected-error@+1 {{stands in a region of which it is not known how often it is executed}}
    %1 = grad.all_reduce<sum> %x : tensor<4xf32>
    tensor.yield %i : index
  } : tensor<4xindex>
  return
}

// -----

// A composite is judged by its decomposition.

func.func private @reduce(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note@+1 {{the collective is issued here}}
  %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// expected-note@+1 {{this value may differ by rank}}
func.func @composite(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  // expected-note@+1 {{decided here by 'scf.if'}}
  %0 = scf.if %c -> tensor<4xf32> {
    // expected-error-re@+1 {{stablehlo.composite at line {{[0-9]+}}, which leads to all-reduce at line {{[0-9]+}}, stands under a branch}}
    %r = "stablehlo.composite"(%x) <{name = "x", decomposition = @reduce}> : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// A custom call is judged by what it calls.

func.func private @reduce(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note@+1 {{the collective is issued here}}
  %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// expected-note@+1 {{this value may differ by rank}}
func.func @custom_call(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  // expected-note@+1 {{decided here by 'scf.if'}}
  %0 = scf.if %c -> tensor<4xf32> {
    // expected-error-re@+1 {{stablehlo.custom_call at line {{[0-9]+}}, which leads to all-reduce at line {{[0-9]+}}, stands under a branch}}
    %r = "stablehlo.custom_call"(%x) <{call_target_name = "x", called_computations = [@reduce]}> : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// A call inside of an operation that is not registered, as in a JAX step.

func.func private @reduce(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note@+1 {{the collective is issued here}}
  %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @call_in_a_manual_computation(%x: tensor<4xf32>, %c: tensor<i1>) -> tensor<4xf32> {
  %0 = "sdy.manual_computation"(%x, %c) ({
  // expected-note@+1 {{this value may differ by rank}}
  ^bb0(%a: tensor<4xf32>, %b: tensor<i1>):
    // expected-note@+1 {{decided here by 'stablehlo.if'}}
    %1 = "stablehlo.if"(%b) ({
      // expected-error@+1 {{stands under a branch}}
      %r = func.call @reduce(%a) : (tensor<4xf32>) -> tensor<4xf32>
      "stablehlo.return"(%r) : (tensor<4xf32>) -> ()
    }, {
      "stablehlo.return"(%a) : (tensor<4xf32>) -> ()
    }) : (tensor<i1>) -> tensor<4xf32>
    "sdy.return"(%1) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>, tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
