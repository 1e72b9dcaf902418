// Steps that fail: every rank ends, soon, and the message says which rank did
// what, and where.

// RUN: split-file %s %t
// RUN: not grad-run %t/branch.mlir --ranks=2 2>&1 | FileCheck %t/branch.mlir
// RUN: not grad-run %t/trips.mlir --ranks=2 2>&1 | FileCheck %t/trips.mlir
// RUN: not grad-run %t/kind.mlir --ranks=4 2>&1 | FileCheck %t/kind.mlir
// RUN: env GRADRT_DEBUG=1 not grad-run %t/kind.mlir --ranks=4 2>&1 | FileCheck %t/kind.mlir --check-prefixes=CHECK,DEBUG
// RUN: not grad-run %t/count.mlir --ranks=2 2>&1 | FileCheck %t/count.mlir
// RUN: not grad-run %t/order.mlir --ranks=2 2>&1 | FileCheck %t/order.mlir
// RUN: env GRADRT_TIMEOUT_MS=300 not grad-run %t/forever.mlir --ranks=4 2>&1 | FileCheck %t/forever.mlir
// RUN: env GRADRT_TIMEOUT_MS=300 not grad-run %t/forever.mlir --ranks=4 --backend=record 2>&1 | FileCheck %t/forever.mlir --check-prefix=RECORD
// RUN: not grad-run %t/assert.mlir --ranks=2 2>&1 | FileCheck %t/assert.mlir
// RUN: grad-run %t/assert.mlir --ranks=1 --print | FileCheck %t/assert.mlir --check-prefix=HOLDS
// RUN: env GRADRT_TIMEOUT_MS=300 not grad-run %t/forever.mlir --steps=3 --ranks=4 --outputs=%t/forever.npz 2>&1 | FileCheck %t/forever.mlir
// RUN: not ls %t/forever.npz
// RUN: not grad-run %t/later.mlir --steps=9 --ranks=2 --checkpoint=%t/later.npz --checkpoint-every=2 2>&1 | FileCheck %t/later.mlir
// RUN: grad-run %t/later.mlir --steps=2 --ranks=2 --checkpoint=%t/two.npz
// RUN: cmp %t/later.npz %t/two.npz
// RUN: not --crash grad-run %t/outside.mlir 2>&1 | FileCheck %t/outside.mlir

//--- branch.mlir
// A rank that issues nothing, and is done.

// CHECK: grad-run: error: peer failed: all_reduce: rank 1 has left{{.*}} (grad.all_reduce at {{.*}}branch.mlir:9:10)
func.func @step(%x: tensor<4xf32>) -> tensor<4xf32> {
  %me = grad.rank : index
  %z = arith.constant 0 : index
  %c = arith.cmpi eq, %me, %z : index
  %r = scf.if %c -> tensor<4xf32> {
    %s = grad.all_reduce<sum> %x : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

//--- trips.mlir
// Rank 1 goes through the loop once, rank 0 never.

// CHECK: grad-run: error: peer failed: all_reduce: rank 0 has left{{.*}} (grad.all_reduce at {{.*}}trips.mlir:9:10)
func.func @step(%x: tensor<4xf32>) -> tensor<4xf32> {
  %me = grad.rank : index
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %r = scf.for %i = %z to %me step %o iter_args(%u = %x) -> tensor<4xf32> {
    %s = grad.all_reduce<sum> %u : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

//--- kind.mlir
// Rank 1 takes the sum, the others the maximum.

// CHECK: grad-run: error: mismatch: all_reduce: rank 1 issued all_reduce sum f32 count 4 at "grad.all_reduce at {{.*}}kind.mlir:10:10", but rank 0 issued all_reduce max f32 count 4 at "grad.all_reduce at {{.*}}kind.mlir:13:10", on [0, 1, 2, 3]
// DEBUG-SAME: last calls of rank 1: all_reduce sum
func.func @step(%x: tensor<4xf32>) -> tensor<4xf32> {
  %me = grad.rank : index
  %one = arith.constant 1 : index
  %c = arith.cmpi eq, %me, %one : index
  %r = scf.if %c -> tensor<4xf32> {
    %s = grad.all_reduce<sum> %x : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  } else {
    %s = grad.all_reduce<max> %x : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

//--- count.mlir
// Each rank has as many elements as its number and one.

// CHECK: grad-run: error: mismatch: all_reduce: rank 1 issued all_reduce sum i64 count 2 {{.*}}, but rank 0 issued all_reduce sum i64 count 1
func.func @step() -> tensor<?xi64> {
  %me = grad.rank : index
  %one = arith.constant 1 : index
  %n = arith.addi %me, %one : index
  %k = arith.constant 5 : i64
  %x = tensor.splat %k[%n] : tensor<?xi64>
  %r = grad.all_reduce<sum> %x : tensor<?xi64>
  return %r : tensor<?xi64>
}

//--- order.mlir
// Rank 1 issues the two in another order.

// CHECK: grad-run: error: mismatch: broadcast: rank 1 issued all_reduce sum f32 count 4 {{.*}}, but rank 0 issued broadcast f32 count 3 root 0
func.func @step(%x: tensor<4xf32>, %y: tensor<3xf32>) -> tensor<4xf32> {
  %me = grad.rank : index
  %one = arith.constant 1 : index
  %c = arith.cmpi eq, %me, %one : index
  %r = scf.if %c -> tensor<4xf32> {
    %s = grad.all_reduce<sum> %x : tensor<4xf32>
    %t = grad.broadcast %y root 0 : tensor<3xf32>
    scf.yield %s : tensor<4xf32>
  } else {
    %t = grad.broadcast %y root 0 : tensor<3xf32>
    %s = grad.all_reduce<sum> %x : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

//--- forever.mlir
// Rank 1 never ends its loop. Where no rank waits for another, as in `record`,
// the others are recorded.

// CHECK: grad-run: error: timeout: all_reduce: rank 1 did not arrive within 300 ms, on [0, 1, 2, 3] (grad.all_reduce at {{.*}}forever.mlir:24:8)
// RECORD-DAG: rank 3 launch 0: all_reduce sum f32
// RECORD-DAG: grad-run: error: timeout: {{.*}}rank 1
func.func @step(%x: tensor<4xf32>) -> tensor<4xf32> {
  %me = grad.rank : index
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c = arith.cmpi eq, %me, %one : index
  %m = memref.alloc() : memref<1xindex>
  memref.store %one, %m[%z] : memref<1xindex>
  scf.if %c {
    scf.while : () -> () {
      %v = memref.load %m[%z] : memref<1xindex>
      memref.store %v, %m[%z] : memref<1xindex>
      %b = arith.cmpi eq, %v, %one : index
      scf.condition(%b)
    } do {
      scf.yield
    }
  }
  %s = grad.all_reduce<sum> %x : tensor<4xf32>
  return %s : tensor<4xf32>
}

//--- assert.mlir
// An assertion that does not hold on rank 1 is the error of every rank.

// CHECK: grad-run: error: system error: assertion failed: rank is too large (cf.assert at {{.*}}assert.mlir:8:3)
// HOLDS: rank 0: result0 = f32
func.func private @check(%me: index) {
  %one = arith.constant 1 : index
  %c = arith.cmpi ult, %me, %one : index
  cf.assert %c, "rank is too large"
  return
}
func.func @step(%x: tensor<f32>) -> tensor<f32> {
  %me = grad.rank : index
  func.call @check(%me) : (index) -> ()
  %s = grad.all_reduce<sum> %x : tensor<f32>
  return %s : tensor<f32>
}

//--- later.mlir
// A training ends where a rank fails, in its fourth step here, and its last
// checkpoint stays.

// CHECK: grad-run: error: system error: assertion failed: enough (cf.assert at {{.*}}later.mlir:12:3)
func.func @step(%n: tensor<i32> {grad.state = "n", grad.init = 0 : i32}) -> (tensor<i32> {grad.updates = "n"}) {
  %me = grad.rank : index
  %mine = arith.index_cast %me : index to i32
  %was = tensor.extract %n[] : tensor<i32>
  %three = arith.constant 3 : i32
  %product = arith.muli %was, %mine : i32
  %few = arith.cmpi slt, %product, %three : i32
  cf.assert %few, "enough"
  %one = arith.constant dense<1> : tensor<i32>
  %sum = arith.addi %n, %one : tensor<i32>
  %most = grad.all_reduce<max> %sum : tensor<i32>
  return %most : tensor<i32>
}

//--- outside.mlir
// Nothing checks indices, so this one ends the process.

// CHECK: grad-run crashed. A step that reads or writes outside of its tensors
func.func @step(%x: tensor<4xf32>) -> f32 {
  %i = arith.constant 400000000000 : index
  %v = tensor.extract %x[%i] : tensor<4xf32>
  return %v : f32
}
