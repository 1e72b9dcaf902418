// RUN: split-file %s %t
// RUN: grad-run %t/step.mlir --entry=step --ranks=3 --print | FileCheck %t/step.mlir
// RUN: grad-run %t/step.mlir --entry=step --ranks=2 --seed=7 --outputs=%t/out.npz
// RUN: grad-run %t/step.mlir --entry=step --ranks=2 --seed=7 --outputs=%t/again.npz
// RUN: cmp %t/out.npz %t/again.npz
// RUN: grad-run %t/step.mlir --entry=identity --ranks=2 --seed=7 --outputs=%t/in.npz
// RUN: grad-run %t/step.mlir --entry=identity --ranks=2 --inputs=%t/in.npz --outputs=%t/in2.npz
// RUN: cmp %t/in.npz %t/in2.npz
// RUN: %python %S/../Execution/Inputs/write_npz.py %t/bool.npz arg0 '|b1' 1,2 2,0
// RUN: grad-run %t/bool.mlir --inputs=%t/bool.npz --print | FileCheck %t/bool.mlir
// RUN: grad-run %t/step.mlir --entry=step --ranks=2 --backend=record | FileCheck %t/step.mlir --check-prefix=RECORD
// RUN: grad-run %t/step.mlir --entry=step --ranks=4 --against=%t/same.mlir | FileCheck %t/same.mlir
// RUN: not grad-run %t/step.mlir --entry=step --ranks=2 --against=%t/other.mlir 2>&1 | FileCheck %t/other.mlir
// RUN: grad-run %t/step.mlir --entry=step --ranks=2 --against=%t/other.mlir --rtol=0.6 | FileCheck %t/other.mlir --check-prefix=RTOL

// Errors say what is wrong, and nothing is written.

// RUN: not grad-run %t/step.mlir 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not grad-run %t/step.mlir --entry=nope 2>&1 | FileCheck %s --check-prefix=NOENTRY
// RUN: not grad-run %t/step.mlir --entry=step --ranks=0 2>&1 | FileCheck %s --check-prefix=RANKS
// RUN: not grad-run %t/step.mlir --entry=step --ranks=100000 2>&1 | FileCheck %s --check-prefix=MANYRANKS
// RUN: not grad-run %t/large.mlir --entry=arguments --ranks=3 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not grad-run %t/large.mlir --entry=inside 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: not grad-run %t/step.mlir --entry=step --backend=mpi 2>&1 | FileCheck %s --check-prefix=BACKEND
// RUN: not grad-run %t/step.mlir --entry=step --rtol=1 2>&1 | FileCheck %s --check-prefix=NEEDS
// RUN: not grad-run %t/nothere.mlir 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not grad-run %t/step.mlir --entry=step --inputs=%t/nothere.npz 2>&1 | FileCheck %s --check-prefix=NPZ
// RUN: not grad-run %t/step.mlir --entry=step --ranks=3 --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: grad-run %t/unlowerable.mlir --entry=lowerable --print | FileCheck %t/unlowerable.mlir
// RUN: not grad-run %t/world.mlir --ranks=4 2>&1 | FileCheck %s --check-prefix=WORLD
// RUN: not grad-run %t/unlowerable.mlir --entry=step 2>&1 | FileCheck %s --check-prefix=UNLOWERABLE
// RUN: not grad-run %t/unsupported.mlir 2>&1 | FileCheck %s --check-prefix=NOKIND

// ENTRY: several public functions; choose one by --entry: step, identity
// NOENTRY: no public function 'nope'; there is: step, identity
// RANKS: --ranks: expected a number from 1 to 1024, got 0
// MANYRANKS: --ranks: expected a number from 1 to 1024, got 100000
// LARGE: the arguments and results of 3 ranks take 96000000000000 bytes, and this machine has
// MEMORY: out of memory: gradrt_workspace: no memory for 160000000000
// BACKEND: there is no backend 'mpi'; expected local, record or nccl
// NEEDS: --rtol: needs --against
// FILE: nothere.mlir
// NPZ: nothere.npz
// SHAPE: in.npz': array 'arg0': expected shape [2] after a leading dimension of 3 ranks, got [2, 2]
// WORLD: invalid argument: check_shard: 4 ranks cannot share 8 as shards of 4{{.*}} (grad.reduce_scatter at {{.*}}world.mlir:2:8)
// UNLOWERABLE: unlowerable.mlir:2:8: error: 'stablehlo.add' cannot be lowered
// NOKIND: unsupported.mlir:2:8: error: backend 'local' has no 'sum' that sends 'i16' and delivers 'i16'

//--- bool.mlir
// Of a bool any byte but 0 is true.
// CHECK: rank 0: result0 = 2xi1 [1, 0]
func.func @step(%x: tensor<2xi1>) -> tensor<2xi1> {
  return %x : tensor<2xi1>
}

//--- large.mlir
func.func @arguments(%a: tensor<4000000000000xf32>) -> tensor<4000000000000xf32> {
  return %a : tensor<4000000000000xf32>
}
func.func @inside(%x: f32) -> f32 {
  %c = arith.constant 5 : index
  %t = tensor.splat %x : tensor<4000000000000xf32>
  %u = grad.all_reduce<sum> %t : tensor<4000000000000xf32>
  %v = tensor.extract %u[%c] : tensor<4000000000000xf32>
  return %v : f32
}

//--- step.mlir
// Ranks differ: 0 + 1 + 2.

// CHECK: rank 0: result0 = 2xi64 [3, 3]
// CHECK: rank 2: result0 = 2xi64 [3, 3]
// RECORD: rank 0 launch 0: all_reduce sum i64 count 2 on [0, 1] at "grad.all_reduce at {{.*}}step.mlir:11:8"
// RECORD: rank 1 launch 0: all_reduce sum i64
func.func @step(%x: tensor<2xi64>) -> tensor<2xi64> {
  %me = grad.rank : index
  %i = arith.index_cast %me : index to i64
  %t = tensor.splat %i : tensor<2xi64>
  %r = grad.all_reduce<sum> %t : tensor<2xi64>
  return %r : tensor<2xi64>
}
func.func @identity(%x: tensor<2xi64>) -> (tensor<2xi64> {grad.gradient = "arg0"}) {
  return %x : tensor<2xi64>
}

//--- same.mlir
// CHECK: 1 results on 4 ranks are equal, bit by bit
func.func @step(%x: tensor<2xi64>) -> tensor<2xi64> {
  %me = grad.rank : index
  %i = arith.index_cast %me : index to i64
  %t = tensor.splat %i : tensor<2xi64>
  %r = grad.all_reduce<sum> %t : tensor<2xi64>
  %z = arith.subi %r, %r : tensor<2xi64>
  %s = arith.addi %r, %z : tensor<2xi64>
  return %s : tensor<2xi64>
}

//--- other.mlir
// CHECK: result 'result0' differs on rank 0 at index 0: 1 against 2
// RTOL: 1 results on 2 ranks are equal within rtol
func.func @step(%x: tensor<2xi64>) -> tensor<2xi64> {
  %me = grad.rank : index
  %i = arith.index_cast %me : index to i64
  %t = tensor.splat %i : tensor<2xi64>
  %r = grad.all_reduce<sum> %t : tensor<2xi64>
  %s = arith.addi %r, %r : tensor<2xi64>
  return %s : tensor<2xi64>
}

//--- world.mlir
func.func @step(%x: tensor<8xf32>) -> tensor<4xf32> {
  %r = grad.reduce_scatter<sum> %x dim 0 : tensor<8xf32> -> tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- unlowerable.mlir
func.func @step(%x: tensor<8xf32>) -> tensor<8xf32> {
  %r = "stablehlo.add"(%x, %x) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
// Only the entry and what it calls is lowered.
// CHECK: rank 0: result0 = f32 [2]
func.func @lowerable() -> f32 {
  %r = func.call @two() : () -> f32
  return %r : f32
}
func.func @two() -> f32 {
  %r = arith.constant 2.0 : f32
  return %r : f32
}

//--- unsupported.mlir
func.func @step(%x: tensor<8xi16>) -> tensor<8xi16> {
  %r = grad.all_reduce<sum> %x : tensor<8xi16>
  return %r : tensor<8xi16>
}
