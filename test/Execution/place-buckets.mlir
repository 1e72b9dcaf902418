// Buckets in memory that stays, one call each, against memory of its own for
// each member: not a bit differs, on 1, 2 and 4 ranks. With --steps, state and
// buckets go from call to call.

// RUN: split-file %s %t
// RUN: %python %S/Inputs/compare_placement.py %t/kinds.mlir %t/wire.mlir %t/moves.mlir %t/loops.mlir %t/calls.mlir %t/returned.mlir | FileCheck %s
// CHECK: 21 runs equal, bit by bit
// RUN: %python %S/Inputs/compare_placement.py --steps=3 %t/state.mlir %S/Inputs/momentum.mlir | FileCheck %s --check-prefix=STEPS
// STEPS: 6 runs equal, bit by bit

// The calls of each rank: one for the members of each type.
// RUN: grad-run %t/kinds.mlir --entry=sum --ranks=2 --backend=record | FileCheck %s --check-prefix=CALLS
// RUN: grad-run %t/kinds.mlir --entry=sum --ranks=2 --backend=record --place-buckets=false | FileCheck %s --check-prefix=APART
// CALLS-COUNT-4: : all_reduce sum
// CALLS-NOT: : all_reduce sum
// APART-COUNT-10: : all_reduce sum

// These are all placed.
// RUN: grad-opt %t/kinds.mlir --grad-cpu-pipeline --remarks-filter=grad-place-buckets -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLACED --implicit-check-not=Missed
// RUN: grad-opt %t/wire.mlir --grad-cpu-pipeline --remarks-filter=grad-place-buckets -o /dev/null 2>&1 | FileCheck %s --check-prefix=WIRE --implicit-check-not=Missed
// PLACED: Function=sum | Bytes=400, Calls=2, Members=5
// PLACED-COUNT-4: Function=others | Bytes={{.*}}, Calls=1, Members=2
// WIRE: Calls=1, Members=2

//--- kinds.mlir
// Every kind, with members of sizes that leave room between them. What lies
// there must not reach a member: the product of zeros, the least of all. Results
// are of wider types, or bufferization would compute them in the members.
func.func @sum(%a: tensor<5xf32>, %b: tensor<3x7xf32>, %c: tensor<1xf32>, %d: tensor<6xf16>, %e: tensor<40xf16>)
    -> (tensor<5xf64>, tensor<3x7xf64>, tensor<1xf64>, tensor<6xf64>, tensor<40xf64>) {
  %0 = arith.addf %a, %a : tensor<5xf32>
  %1 = arith.mulf %b, %b : tensor<3x7xf32>
  %2 = arith.negf %c : tensor<1xf32>
  %3 = arith.addf %d, %d : tensor<6xf16>
  %4 = arith.negf %e : tensor<40xf16>
  %r:5 = grad.all_reduce<sum> %0, %3, %1, %4, %2 : tensor<5xf32>, tensor<6xf16>, tensor<3x7xf32>, tensor<40xf16>, tensor<1xf32>
  %5 = arith.extf %r#0 : tensor<5xf32> to tensor<5xf64>
  %6 = arith.extf %r#2 : tensor<3x7xf32> to tensor<3x7xf64>
  %7 = arith.extf %r#4 : tensor<1xf32> to tensor<1xf64>
  %8 = arith.extf %r#1 : tensor<6xf16> to tensor<6xf64>
  %9 = arith.extf %r#3 : tensor<40xf16> to tensor<40xf64>
  return %5, %6, %7, %8, %9 : tensor<5xf64>, tensor<3x7xf64>, tensor<1xf64>, tensor<6xf64>, tensor<40xf64>
}
func.func @others(%a: tensor<5xf32>, %b: tensor<3x7xf32>, %i: tensor<9xi32>, %j: tensor<17xi32>)
    -> (tensor<5xf64>, tensor<3x7xf64>, tensor<5xf64>, tensor<3x7xf64>, tensor<9xi64>, tensor<17xi64>, tensor<9xi64>, tensor<17xi64>) {
  %0 = arith.addf %a, %a : tensor<5xf32>
  %1 = arith.addf %b, %b : tensor<3x7xf32>
  %2 = arith.mulf %a, %a : tensor<5xf32>
  %3 = arith.mulf %b, %b : tensor<3x7xf32>
  %k = arith.addi %i, %i : tensor<9xi32>
  %l = arith.addi %j, %j : tensor<17xi32>
  %m = arith.muli %i, %i : tensor<9xi32>
  %n = arith.muli %j, %j : tensor<17xi32>
  %avg:2 = grad.all_reduce<avg> %0, %1 : tensor<5xf32>, tensor<3x7xf32>
  %prod:2 = grad.all_reduce<prod> %2, %3 : tensor<5xf32>, tensor<3x7xf32>
  %min:2 = grad.all_reduce<min> %k, %l : tensor<9xi32>, tensor<17xi32>
  %max:2 = grad.all_reduce<max> %m, %n : tensor<9xi32>, tensor<17xi32>
  %4 = arith.extf %avg#0 : tensor<5xf32> to tensor<5xf64>
  %5 = arith.extf %avg#1 : tensor<3x7xf32> to tensor<3x7xf64>
  %6 = arith.extf %prod#0 : tensor<5xf32> to tensor<5xf64>
  %7 = arith.extf %prod#1 : tensor<3x7xf32> to tensor<3x7xf64>
  %8 = arith.extsi %min#0 : tensor<9xi32> to tensor<9xi64>
  %9 = arith.extsi %min#1 : tensor<17xi32> to tensor<17xi64>
  %10 = arith.extsi %max#0 : tensor<9xi32> to tensor<9xi64>
  %11 = arith.extsi %max#1 : tensor<17xi32> to tensor<17xi64>
  return %4, %5, %6, %7, %8, %9, %10, %11 : tensor<5xf64>, tensor<3x7xf64>, tensor<5xf64>, tensor<3x7xf64>, tensor<9xi64>, tensor<17xi64>, tensor<9xi64>, tensor<17xi64>
}

//--- wire.mlir
func.func @step(%a: tensor<5xf32>, %b: tensor<3x7xf32>) -> (tensor<5xf64>, tensor<3x7xf64>) {
  %0 = arith.truncf %a : tensor<5xf32> to tensor<5xbf16>
  %1 = arith.truncf %b : tensor<3x7xf32> to tensor<3x7xbf16>
  %r:2 = grad.all_reduce<sum> %0, %1 : tensor<5xbf16>, tensor<3x7xbf16> -> tensor<5xf32>, tensor<3x7xf32>
  %2 = arith.extf %r#0 : tensor<5xf32> to tensor<5xf64>
  %3 = arith.extf %r#1 : tensor<3x7xf32> to tensor<3x7xf64>
  return %2, %3 : tensor<5xf64>, tensor<3x7xf64>
}

//--- moves.mlir
func.func @step(%a: tensor<4xf32>, %b: tensor<3x8xf32>) -> (tensor<?xf32>, tensor<4xf64>, tensor<3x8xf64>) {
  %0 = arith.addf %a, %a : tensor<4xf32>
  %1 = arith.addf %b, %b : tensor<3x8xf32>
  %s = arith.mulf %a, %a : tensor<4xf32>
  %r:2 = grad.broadcast %0, %1 root 0 : tensor<4xf32>, tensor<3x8xf32>
  %g = grad.all_gather %s dim 0 : tensor<4xf32> -> tensor<?xf32>
  %2 = arith.extf %r#0 : tensor<4xf32> to tensor<4xf64>
  %3 = arith.extf %r#1 : tensor<3x8xf32> to tensor<3x8xf64>
  return %g, %2, %3 : tensor<?xf32>, tensor<4xf64>, tensor<3x8xf64>
}

//--- loops.mlir
// The buffers of an iteration, and what a loop carries to the next.
func.func @step(%a: tensor<5xf32>, %b: tensor<7xf32>) -> (tensor<5xf32>, tensor<7xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %half = arith.constant dense<0.5> : tensor<5xf32>
  %last:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a, %y = %b) -> (tensor<5xf32>, tensor<7xf32>) {
    %0 = arith.mulf %x, %half : tensor<5xf32>
    %1 = arith.addf %y, %b : tensor<7xf32>
    %r:2 = grad.all_reduce<avg> %0, %1 : tensor<5xf32>, tensor<7xf32>
    %2 = arith.mulf %x, %x : tensor<5xf32>
    %s = grad.all_reduce<max> %2 : tensor<5xf32>
    %3 = arith.addf %s, %r#0 : tensor<5xf32>
    %even = arith.remui %i, %c4 : index
    %first = arith.cmpi eq, %even, %c0 : index
    %4 = scf.if %first -> tensor<5xf32> {
      %n = arith.negf %3 : tensor<5xf32>
      %m = grad.all_reduce<min> %n : tensor<5xf32>
      %d = arith.addf %m, %x : tensor<5xf32>
      scf.yield %d : tensor<5xf32>
    } else {
      scf.yield %3 : tensor<5xf32>
    }
    scf.yield %4, %r#1 : tensor<5xf32>, tensor<7xf32>
  }
  return %last#0, %last#1 : tensor<5xf32>, tensor<7xf32>
}

//--- calls.mlir
// One function twice, with one bucket: what it gave the first time is still
// needed.
func.func private @reduce(%a: tensor<5xf16>, %b: tensor<7xf16>) -> (tensor<5xf16>, tensor<7xf16>) {
  %0 = arith.extf %a : tensor<5xf16> to tensor<5xf32>
  %1 = arith.extf %b : tensor<7xf16> to tensor<7xf32>
  %r:2 = grad.all_reduce<avg> %0, %1 : tensor<5xf32>, tensor<7xf32>
  %2 = arith.truncf %r#0 : tensor<5xf32> to tensor<5xf16>
  %3 = arith.truncf %r#1 : tensor<7xf32> to tensor<7xf16>
  return %2, %3 : tensor<5xf16>, tensor<7xf16>
}
func.func @step(%a: tensor<5xf16>, %b: tensor<7xf16>) -> (tensor<5xf16>, tensor<7xf16>, tensor<5xf16>, tensor<7xf16>) {
  %0:2 = call @reduce(%a, %b) : (tensor<5xf16>, tensor<7xf16>) -> (tensor<5xf16>, tensor<7xf16>)
  %1 = arith.addf %0#0, %0#0 : tensor<5xf16>
  %2:2 = call @reduce(%1, %b) : (tensor<5xf16>, tensor<7xf16>) -> (tensor<5xf16>, tensor<7xf16>)
  return %0#0, %0#1, %2#0, %2#1 : tensor<5xf16>, tensor<7xf16>, tensor<5xf16>, tensor<7xf16>
}

//--- returned.mlir
// A member that is returned, one that is returned after another use, and one
// that is an argument.
func.func @step(%a: tensor<5xf32>, %b: tensor<7xf32>, %c: tensor<9xf32>) -> (tensor<5xf32>, tensor<7xf32>, tensor<7xf32>, tensor<9xf32>) {
  %0 = arith.addf %a, %a : tensor<5xf32>
  %1 = arith.addf %b, %b : tensor<7xf32>
  %r:3 = grad.all_reduce<sum> %0, %1, %c : tensor<5xf32>, tensor<7xf32>, tensor<9xf32>
  %2 = arith.mulf %r#1, %b : tensor<7xf32>
  return %r#0, %r#1, %2, %r#2 : tensor<5xf32>, tensor<7xf32>, tensor<7xf32>, tensor<9xf32>
}

//--- state.mlir
// The update of one state in another shape, and of one from the old of another.
func.func @step(%w: tensor<3x4xf32> {grad.param = "w"}, %v: tensor<12xf32> {grad.state = "v"}, %x: tensor<12xf32> {grad.batch})
    -> (tensor<3x4xf32> {grad.updates = "w"}, tensor<12xf32> {grad.updates = "v"}) {
  %g0 = tensor.collapse_shape %w [[0, 1]] : tensor<3x4xf32> into tensor<12xf32>
  %g1 = arith.mulf %g0, %x : tensor<12xf32>
  %g2 = arith.addf %v, %x : tensor<12xf32>
  %r:2 = grad.all_reduce<avg> %g1, %g2 : tensor<12xf32>, tensor<12xf32>
  %n = arith.subf %g0, %r#0 : tensor<12xf32>
  %new = tensor.expand_shape %n [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
  %u = arith.subf %g0, %r#1 : tensor<12xf32>
  return %new, %u : tensor<3x4xf32>, tensor<12xf32>
}
