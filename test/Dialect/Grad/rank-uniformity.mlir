// Which values are equal on which ranks. The test pass remarks it at each
// "test.show", operand by operand.
//
// RUN: grad-test-opt %s --split-input-file --allow-unregistered-dialect --test-rank-uniformity --verify-diagnostics
// RUN: grad-test-opt %s --split-input-file --allow-unregistered-dialect --mlir-print-op-generic -o %t && grad-test-opt %t --split-input-file --allow-unregistered-dialect --test-rank-uniformity -o /dev/null

// What the dialect's operations give.

#pairs = #grad.group<[[1, 0], [3, 2]]>
#uneven = #grad.group<[[0, 1, 2], [3]]>
func.func @sources(%x: tensor<4xf32>) {
  %c = arith.constant 1.0 : f32
  %rank = grad.rank : index
  %n = grad.group_size : index
  %np = grad.group_size on #pairs : index
  %nu = grad.group_size on #uneven : index
  // expected-remark@+1 {{every rank, no two ranks, every rank, every rank, [0, 1, 2]}}
  "test.show"(%c, %rank, %n, %np, %nu) : (f32, index, index, index, index) -> ()
  %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  %1 = grad.all_gather %x dim 0 : tensor<4xf32> -> tensor<8xf32>
  %2 = grad.broadcast %x root 0 : tensor<4xf32>
  %3 = grad.reduce_scatter<sum> %x dim 0 : tensor<4xf32> -> tensor<2xf32>
  // expected-remark@+1 {{every rank, every rank, every rank, no two ranks}}
  "test.show"(%0, %1, %2, %3) : (tensor<4xf32>, tensor<8xf32>, tensor<4xf32>, tensor<2xf32>) -> ()
  return
}

// -----

// A sub-group's result is uniform inside that group only, unless its operand is
// uniform everywhere and the groups have one size.

#pairs = #grad.group<[[0, 1], [2, 3]]>
#uneven = #grad.group<[[0, 1, 2], [3]]>
func.func @groups(%x: tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %x on #pairs : tensor<4xf32>
  %1 = grad.all_gather %x dim 0 on #pairs : tensor<4xf32> -> tensor<8xf32>
  %2 = grad.all_reduce<sum> %x on #uneven : tensor<4xf32>
  // expected-remark@+1 {{[0, 1] [2, 3], [0, 1] [2, 3], [0, 1, 2]}}
  "test.show"(%0, %1, %2) : (tensor<4xf32>, tensor<8xf32>, tensor<4xf32>) -> ()
  %w = grad.all_reduce<max> %x : tensor<4xf32>
  %3 = grad.all_reduce<sum> %w on #pairs : tensor<4xf32>
  %4 = grad.all_reduce<sum> %w on #uneven : tensor<4xf32>
  // expected-remark@+1 {{every rank, [0, 1, 2]}}
  "test.show"(%3, %4) : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// Pure operations: equal where all their operands are.

#pairs = #grad.group<[[0, 1], [2, 3]]>
#crossed = #grad.group<[[0, 2], [1, 3]]>
#wide = #grad.group<[[0, 1, 2], [3, 4, 5]]>
func.func @pure(%x: tensor<4xf32>, %w: tensor<4xf32> {grad.param = "w"}) {
  %p = grad.all_reduce<sum> %x on #pairs : tensor<4xf32>
  %q = grad.all_reduce<sum> %x on #crossed : tensor<4xf32>
  %r = grad.all_reduce<sum> %x on #wide : tensor<4xf32>
  %0 = arith.addf %w, %w : tensor<4xf32>
  %1 = arith.addf %p, %w : tensor<4xf32>
  %2 = arith.addf %p, %q : tensor<4xf32>
  %3 = arith.addf %p, %r : tensor<4xf32>
  %4 = arith.addf %w, %x : tensor<4xf32>
  // expected-remark@+1 {{every rank, [0, 1] [2, 3], no two ranks, [0, 1], no two ranks}}
  "test.show"(%0, %1, %2, %3, %4) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// What arguments are marked as.

func.func @arguments(
    %0: tensor<f32> {grad.param = "w"}, %1: tensor<f32> {grad.state = "m"},
    %2: tensor<f32> {grad.replicated}, %3: tensor<f32> {grad.seed, grad.replicated},
    %4: tensor<f32>, %5: tensor<f32> {grad.batch}, %6: tensor<f32> {grad.seed},
    %7: tensor<f32> {grad.param = "v", grad.per_rank},
    %8: tensor<f32> {grad.state = "accu_grads.w", grad.per_rank}) {
  // expected-remark@+1 {{every rank, every rank, every rank, every rank}}
  "test.show"(%0, %1, %2, %3) : (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> ()
  // expected-remark@+1 {{no two ranks, no two ranks, no two ranks, no two ranks, no two ranks}}
  "test.show"(%4, %5, %6, %7, %8) : (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> ()
  return
}

// -----

// Memory, unknown operations, other dialects' coordinates, addresses.

shard.grid @grid(shape = 4)
func.func @unknown(%w: tensor<4xf32> {grad.param = "w"}, %m: memref<4xf32> {grad.param = "m"}) {
  %c = arith.constant 0 : index
  %0 = memref.load %m[%c] : memref<4xf32>
  %1 = "other.op"(%w) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = shard.process_linear_index on @grid : index
  %3 = memref.extract_aligned_pointer_as_index %m : memref<4xf32> -> index
  // expected-remark@+1 {{no two ranks, no two ranks, no two ranks, no two ranks}}
  "test.show"(%0, %1, %2, %3) : (f32, tensor<4xf32>, index, index) -> ()
  return
}

// -----

// Regions that work on elements: captured values count, and what stands inside.

#map = affine_map<(d0) -> (d0)>
func.func @opaque_regions(%w: tensor<4xf32> {grad.param = "w"}, %x: f32) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    // What is unknown might have put anything there.
    // expected-remark@+1 {{no two ranks}}
    "test.show"(%a) : (f32) -> ()
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %x : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %2 = tensor.generate {
  ^bb0(%i: index):
    %r = grad.rank : index
    tensor.yield %r : index
  } : tensor<4xindex>
  %3 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<4xindex>
  // expected-remark@+1 {{no two ranks, no two ranks, no two ranks, every rank}}
  "test.show"(%0, %1, %2, %3) : (tensor<4xf32>, tensor<4xf32>, tensor<4xindex>, tensor<4xindex>) -> ()
  return
}

// -----

// The same without anything unknown inside.

#map = affine_map<(d0) -> (d0)>
func.func @generic(%w: tensor<4xf32> {grad.param = "w"}) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  // expected-remark@+1 {{every rank}}
  "test.show"(%0) : (tensor<4xf32>) -> ()
  return
}

// -----

// A branch chooses: its results are uniform only where the condition is.

#pairs = #grad.group<[[0, 1], [2, 3]]>
func.func @branches(%varying: i1, %uniform: i1 {grad.replicated}, %flag: tensor<i32>, %x: f32) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %0 = scf.if %uniform -> f32 {
    scf.yield %one : f32
  } else {
    scf.yield %two : f32
  }
  %1 = scf.if %varying -> f32 {
    scf.yield %one : f32
  } else {
    scf.yield %two : f32
  }
  %2 = scf.if %uniform -> f32 {
    scf.yield %one : f32
  } else {
    scf.yield %x : f32
  }
  %any = grad.all_reduce<max> %flag on #pairs : tensor<i32>
  %value = tensor.extract %any[] : tensor<i32>
  %index = arith.index_cast %value : i32 to index
  %3 = scf.index_switch %index -> f32
  case 0 {
    scf.yield %one : f32
  }
  default {
    scf.yield %two : f32
  }
  // expected-remark@+1 {{every rank, no two ranks, no two ranks, [0, 1] [2, 3]}}
  "test.show"(%0, %1, %2, %3) : (f32, f32, f32, f32) -> ()
  return
}

// -----

// Loops, by fixpoint: an accumulator of uniform values is uniform where the
// bounds are; one that picks up a varying value in a later iteration is not.

func.func @loops(%w: f32 {grad.param = "w"}, %x: f32, %n: index {grad.replicated}, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %w, %b = %w, %c = %w) -> (f32, f32, f32) {
    // expected-remark@+1 {{every rank, every rank, no two ranks, no two ranks}}
    "test.show"(%i, %a, %b, %c) : (index, f32, f32, f32) -> ()
    %s = arith.addf %a, %w : f32
    scf.yield %s, %c, %x : f32, f32, f32
  }
  %1 = scf.for %i = %c0 to %m step %c1 iter_args(%a = %w) -> f32 {
    // expected-remark@+1 {{no two ranks, no two ranks}}
    "test.show"(%i, %a) : (index, f32) -> ()
    scf.yield %a : f32
  }
  // expected-remark@+1 {{every rank, no two ranks, no two ranks, no two ranks}}
  "test.show"(%0#0, %0#1, %0#2, %1) : (f32, f32, f32, f32) -> ()
  return
}

// -----

// The condition of a while loop is computed in it; here from what all ranks
// agreed on, and from a value of their own.

func.func @while(%w: tensor<f32> {grad.param = "w"}, %x: tensor<f32>, %limit: f32 {grad.replicated}) {
  %0 = scf.while (%a = %w) : (tensor<f32>) -> tensor<f32> {
    %g = arith.addf %a, %x : tensor<f32>
    %r = grad.all_reduce<sum> %g : tensor<f32>
    %v = tensor.extract %r[] : tensor<f32>
    %c = arith.cmpf olt, %v, %limit : f32
    scf.condition(%c) %r : tensor<f32>
  } do {
  ^bb0(%b: tensor<f32>):
    // expected-remark@+1 {{every rank}}
    "test.show"(%b) : (tensor<f32>) -> ()
    scf.yield %b : tensor<f32>
  }
  %1 = scf.while (%a = %w) : (tensor<f32>) -> tensor<f32> {
    %g = arith.addf %a, %x : tensor<f32>
    %v = tensor.extract %g[] : tensor<f32>
    %c = arith.cmpf olt, %v, %limit : f32
    scf.condition(%c) %w : tensor<f32>
  } do {
  ^bb0(%b: tensor<f32>):
    scf.yield %b : tensor<f32>
  }
  // expected-remark@+1 {{every rank, no two ranks}}
  "test.show"(%0, %1) : (tensor<f32>, tensor<f32>) -> ()
  return
}

// -----

// Parallel and affine loops.

func.func @other_loops(%w: tensor<4xf32> {grad.param = "w"}, %x: tensor<4xf32>, %f: f32) {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %w) -> tensor<4xf32> {
    %s = tensor.extract_slice %w[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  %1 = scf.forall (%i) in (4) shared_outs(%o = %w) -> tensor<4xf32> {
    %s = tensor.extract_slice %x[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  %2 = affine.for %i = 0 to 4 iter_args(%a = %w) -> tensor<4xf32> {
    %s = arith.addf %a, %w : tensor<4xf32>
    affine.yield %s : tensor<4xf32>
  }
  // expected-remark@+1 {{every rank, no two ranks, every rank}}
  "test.show"(%0, %1, %2) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// Blocks: the argument of a block where two ways meet is uniform only where the
// branch between them is, however far above that stands.

func.func @blocks(%varying: i1, %uniform: i1 {grad.replicated}, %w: f32 {grad.param = "w"}) {
  %one = arith.constant 1.0 : f32
  cf.cond_br %varying, ^a, ^b
^a:
  cf.br ^c
^b:
  // expected-remark@+1 {{every rank}}
  "test.show"(%w) : (f32) -> ()
  cf.br ^d(%w : f32)
^c:
  cf.br ^d(%one : f32)
^d(%v: f32):
  cf.cond_br %uniform, ^e(%one : f32), ^e(%w : f32)
^e(%u: f32):
  // expected-remark@+1 {{no two ranks, every rank}}
  "test.show"(%v, %w) : (f32, f32) -> ()
  cf.cond_br %uniform, ^f, ^g(%one : f32)
^f:
  cf.br ^g(%w : f32)
^g(%t: f32):
  // expected-remark@+1 {{every rank, every rank}}
  "test.show"(%u, %t) : (f32, f32) -> ()
  return
}

// -----

// A loop of blocks: its counter is uniform where its exit is.

func.func @block_loops(%n: i32 {grad.replicated}, %m: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^a(%zero : i32)
^a(%i: i32):
  %i1 = arith.addi %i, %one : i32
  %c = arith.cmpi slt, %i1, %n : i32
  cf.cond_br %c, ^a(%i1 : i32), ^b(%zero : i32)
^b(%j: i32):
  %j1 = arith.addi %j, %one : i32
  %d = arith.cmpi slt, %j1, %m : i32
  cf.cond_br %d, ^b(%j1 : i32), ^exit
^exit:
  // expected-remark@+1 {{every rank, no two ranks}}
  "test.show"(%i1, %j1) : (i32, i32) -> ()
  return
}

// -----

// Calls: a private function whose callers are known gets from them what its
// arguments are; the caller gets what the callee returns.

func.func private @known(%a: f32, %b: f32) -> (f32, f32) {
  // expected-remark@+1 {{every rank, no two ranks}}
  "test.show"(%a, %b) : (f32, f32) -> ()
  %s = arith.addf %a, %a : f32
  return %s, %b : f32, f32
}
func.func @public(%a: f32) -> f32 {
  // expected-remark@+1 {{no two ranks}}
  "test.show"(%a) : (f32) -> ()
  return %a : f32
}
func.func private @outside(f32) -> f32
func.func private @escapes(%a: f32) -> f32 {
  return %a : f32
}
func.func private @early(%c: i1, %a: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  cf.cond_br %c, ^a, ^b
^a:
  return %one : f32
^b:
  return %a : f32
}
func.func @calls(%w: f32 {grad.param = "w"}, %x: f32, %c: i1) {
  %0:2 = func.call @known(%w, %w) : (f32, f32) -> (f32, f32)
  %1:2 = func.call @known(%w, %x) : (f32, f32) -> (f32, f32)
  %2 = func.call @public(%w) : (f32) -> f32
  %3 = func.call @outside(%w) : (f32) -> f32
  %4 = func.call @escapes(%w) : (f32) -> f32
  %f = func.constant @escapes : (f32) -> f32
  %5 = func.call_indirect %f(%w) : (f32) -> f32
  %6 = func.call @early(%c, %w) : (i1, f32) -> f32
  // expected-remark@+1 {{every rank, no two ranks, every rank}}
  "test.show"(%0#0, %0#1, %1#0) : (f32, f32, f32) -> ()
  // expected-remark@+1 {{no two ranks, no two ranks, no two ranks, no two ranks, no two ranks}}
  "test.show"(%2, %3, %4, %5, %6) : (f32, f32, f32, f32, f32) -> ()
  return
}

// -----

// Recursion reaches a fixpoint.

func.func private @even(%n: i32, %x: f32) -> f32 {
  // expected-remark@+1 {{every rank, every rank}}
  "test.show"(%n, %x) : (i32, f32) -> ()
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %done = arith.cmpi eq, %n, %zero : i32
  %r = scf.if %done -> f32 {
    scf.yield %x : f32
  } else {
    %m = arith.subi %n, %one : i32
    %s = func.call @even(%m, %x) : (i32, f32) -> f32
    scf.yield %s : f32
  }
  return %r : f32
}
func.func @recursion(%w: f32 {grad.param = "w"}) {
  %n = arith.constant 8 : i32
  %0 = func.call @even(%n, %w) : (i32, f32) -> f32
  // expected-remark@+1 {{every rank}}
  "test.show"(%0) : (f32) -> ()
  return
}

// -----

// StableHLO, by name.

func.func @stablehlo(%x: tensor<4xf32>, %w: tensor<4xf32> {grad.param = "w"}) {
  %0 = "stablehlo.add"(%w, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.add"(%w, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.replica_id"() : () -> tensor<ui32>
  %3 = "stablehlo.custom_call"(%w) <{call_target_name = "SPMDFullToShardShape"}> : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark@+1 {{every rank, no two ranks, no two ranks, no two ranks}}
  "test.show"(%0, %1, %2, %3) : (tensor<4xf32>, tensor<4xf32>, tensor<ui32>, tensor<4xf32>) -> ()
  %4 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, -1], [2, 3, 4]]> : tensor<2x3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %5 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  %6 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  %7 = "stablehlo.collective_permute"(%w) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark@+1 {{[0, 1] [2, 3, 4], every rank, no two ranks, no two ranks}}
  "test.show"(%4, %5, %6, %7) : (tensor<4xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4xf32>) -> ()
  %c = "stablehlo.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<4xf32>
  %8 = "stablehlo.reduce"(%w, %c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  // expected-remark@+1 {{every rank}}
  "test.show"(%8) : (tensor<f32>) -> ()
  return
}

// -----

// StableHLO's control flow.

func.func @stablehlo_control(%p: tensor<i1>, %q: tensor<i1> {grad.replicated}, %n: tensor<i32> {grad.replicated}, %x: tensor<f32>) {
  %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0 = "stablehlo.if"(%p) ({
    "stablehlo.return"(%one) : (tensor<i32>) -> ()
  }, {
    "stablehlo.return"(%zero) : (tensor<i32>) -> ()
  }) : (tensor<i1>) -> tensor<i32>
  %1 = "stablehlo.if"(%q) ({
    "stablehlo.return"(%one) : (tensor<i32>) -> ()
  }, {
    "stablehlo.return"(%zero) : (tensor<i32>) -> ()
  }) : (tensor<i1>) -> tensor<i32>
  %2:2 = "stablehlo.while"(%zero, %x) ({
  ^bb0(%i: tensor<i32>, %y: tensor<f32>):
    %c = "stablehlo.compare"(%i, %n) <{comparison_direction = 0 : i32}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s, %y) : (tensor<i32>, tensor<f32>) -> ()
  }) : (tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<f32>)
  // expected-remark@+1 {{no two ranks, every rank, every rank, no two ranks}}
  "test.show"(%0, %1, %2#0, %2#1) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>) -> ()
  return
}

// -----

// Values inside a manual computation are shards.

func.func @manual(%w: tensor<4xf32> {grad.param = "w"}) {
  %0 = "sdy.manual_computation"(%w) ({
  ^bb0(%a: tensor<2xf32>):
    // expected-remark@+1 {{no two ranks}}
    "test.show"(%a) : (tensor<2xf32>) -> ()
    "sdy.return"(%a) : (tensor<2xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark@+1 {{no two ranks}}
  "test.show"(%0) : (tensor<4xf32>) -> ()
  return
}

// -----

// With several partitions, groups of replicas say nothing about ranks; flattened
// ids do.

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @partitions(%x: tensor<4xf32>) {
    %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    %1 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
    // expected-remark@+1 {{no two ranks, [0, 1] [2, 3]}}
    "test.show"(%0, %1) : (tensor<4xf32>, tensor<8xf32>) -> ()
    return
  }
}

// -----

// Operations that are not registered may be malformed: nothing is known then.

func.func private @unknown_return(%w: f32 {grad.param = "w"}) -> f32 {
  "other.return"(%w) : (f32) -> ()
}
func.func @malformed(%w: tensor<f32> {grad.param = "w"}, %q: tensor<i1> {grad.replicated}, %v: f32 {grad.replicated}) {
  %0 = "stablehlo.if"(%q) ({
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> tensor<f32>
  %1:2 = "stablehlo.while"(%w) ({
  ^bb0(%a: tensor<f32>):
    "stablehlo.return"(%q) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  %2 = "stablehlo.all_gather"(%w) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi128>}> : (tensor<f32>) -> tensor<f32>
  %3 = func.call @unknown_return(%v) : (f32) -> f32
  // expected-remark@+1 {{no two ranks, no two ranks, no two ranks, [0, 1], no two ranks}}
  "test.show"(%0, %1#0, %1#1, %2, %3) : (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, f32) -> ()
  return
}
