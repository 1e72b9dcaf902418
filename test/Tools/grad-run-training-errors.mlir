// Trainings that cannot be: the message says what is wrong, and where.

// RUN: split-file %s %t
// RUN: %python %S/../Execution/Inputs/write_npz.py %t/seven.npz w '<f4' 1 0 x '<f4' 7,1 1,2,3,4,5,6,7
// RUN: %python %S/../Execution/Inputs/write_npz.py %t/six.npz w '<f4' 1 0 x '<f4' 6,1 1,2,3,4,5,6 y '<f4' 5,1 1,2,3,4,5

// Functions that do not fit together.

// RUN: not grad-run %t/batch.mlir --steps=1 --inputs=%t/seven.npz 2>&1 | FileCheck %t/batch.mlir
// RUN: not grad-run %t/positions.mlir --steps=1 2>&1 | FileCheck %t/positions.mlir
// RUN: not grad-run %t/roles.mlir --steps=1 2>&1 | FileCheck %t/roles.mlir
// RUN: not grad-run %t/starts.mlir --steps=1 2>&1 | FileCheck %t/starts.mlir
// RUN: grad-run %t/start.mlir --steps=1 --print | FileCheck %t/start.mlir
// RUN: not grad-run %t/metrics.mlir --steps=1 2>&1 | FileCheck %t/metrics.mlir
// RUN: not grad-run %t/dynamic.mlir --steps=1 2>&1 | FileCheck %t/dynamic.mlir
// RUN: not grad-run %t/rows.mlir --steps=1 2>&1 | FileCheck %t/rows.mlir
// RUN: not grad-run %t/arrays.mlir --steps=1 --inputs=%t/six.npz 2>&1 | FileCheck %t/arrays.mlir

// Options that ask for rows.

// RUN: not grad-run %t/step.mlir --steps=1 --shuffle=1 2>&1 | FileCheck %s --check-prefix=SHUFFLE
// SHUFFLE: error: --shuffle: the rows of an epoch come from --inputs
// RUN: not grad-run %t/step.mlir --steps=1 --flush 2>&1 | FileCheck %s --check-prefix=FLUSH
// FLUSH: error: --flush: the rows of an epoch come from --inputs

// Checkpoints of another training: nothing of what would give other bits is left
// unsaid. The file is named.

// RUN: grad-run %t/step.mlir --steps=9 --shuffle=1 --ranks=2 --inputs=%t/seven.npz --checkpoint=%t/point.npz
// RUN: not grad-run %t/step.mlir --steps=10 --shuffle=1 --ranks=2 --inputs=%t/six.npz --resume=%t/point.npz 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: error: '{{.*}}point.npz': the checkpoint is of a training with another number of rows: 7, not 6
// RUN: not grad-run %t/step.mlir --steps=8 --shuffle=1 --ranks=2 --inputs=%t/seven.npz --resume=%t/point.npz --outputs=%t/beyond.npz 2>&1 | FileCheck %s --check-prefix=BEYOND
// BEYOND: error: '{{.*}}point.npz': the checkpoint is beyond --steps=8, at update 9
// RUN: not ls %t/beyond.npz
// RUN: not grad-run %t/step.mlir --epochs=2 --shuffle=1 --ranks=2 --inputs=%t/seven.npz --resume=%t/point.npz 2>&1 | FileCheck %s --check-prefix=EPOCH
// EPOCH: error: '{{.*}}point.npz': the checkpoint is beyond --epochs=2, in epoch 4
// RUN: grad-run %t/step.mlir --epochs=3 --shuffle=1 --ranks=2 --inputs=%t/seven.npz --resume=%t/point.npz | FileCheck %s --check-prefix=THERE
// THERE: 9 updates in 3 epochs on 2 ranks
// RUN: not grad-run %t/step.mlir --steps=10 --shuffle=1 --ranks=2 --flush --inputs=%t/seven.npz --resume=%t/point.npz 2>&1 | FileCheck %s --check-prefix=FLUSHES
// FLUSHES: the checkpoint is of a training with another --flush: 0, not 1
// RUN: not grad-run %t/step.mlir --steps=10 --shuffle=1 --ranks=2 --inputs=%t/seven.npz --resume=%t/point.npz --against=%t/step.mlir 2>&1 | FileCheck %s --check-prefix=AGAINST
// AGAINST: error: --resume: goes without --against, which starts both programs alike

// RUN: grad-run %t/step.mlir --steps=2 --seed=3 --checkpoint=%t/seeded.npz
// RUN: not grad-run %t/step.mlir --steps=3 --seed=4 --resume=%t/seeded.npz 2>&1 | FileCheck %s --check-prefix=SEED
// SEED: the checkpoint is of a training with another --seed: 3, not 4
// RUN: not grad-run %t/less.mlir --steps=3 --seed=3 --resume=%t/seeded.npz 2>&1 | FileCheck %s --check-prefix=LESS
// LESS: error: '{{.*}}seeded.npz': the checkpoint has a state 'w', which the program does not have
// RUN: not grad-run %t/more.mlir --steps=3 --seed=3 --resume=%t/seeded.npz 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: error: '{{.*}}seeded.npz': the checkpoint has no state 'v'
// RUN: not grad-run %t/wide.mlir --steps=3 --seed=3 --resume=%t/seeded.npz 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: error: '{{.*}}seeded.npz': array 'w': expected shape [2] after a leading dimension of 1 ranks, got [1, 1]
// RUN: not grad-run %t/double.mlir --steps=3 --seed=3 --resume=%t/seeded.npz 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: error: '{{.*}}seeded.npz': array 'w': expected type <f8, got <f4
// RUN: not grad-run %t/more.mlir --resume=%t/seeded.npz 2>&1 | FileCheck %s --check-prefix=CALL
// CALL: error: '{{.*}}seeded.npz' has no state 'v'

// Checkpoints that are none, or broken.

// RUN: %python -c "import sys; open(sys.argv[2], 'wb').write(open(sys.argv[1], 'rb').read()[:200])" %t/point.npz %t/cut.npz
// RUN: not grad-run %t/step.mlir --steps=10 --shuffle=1 --ranks=2 --inputs=%t/seven.npz --resume=%t/cut.npz 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: error: {{.*}}cut.npz
// RUN: %python %S/../Execution/Inputs/write_npz.py %t/short.npz state/w '<f4' 1,1 0 training/position '<i8' 2 2,1
// RUN: not grad-run %t/step.mlir --steps=10 --resume=%t/short.npz 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: error: '{{.*}}short.npz': the checkpoint does not say how far it is
// RUN: %python %S/../Execution/Inputs/write_npz.py %t/newer.npz state/w '<f4' 1,1 0 training/position '<i8' 3 77,1,1
// RUN: not grad-run %t/step.mlir --steps=10 --resume=%t/newer.npz 2>&1 | FileCheck %s --check-prefix=NEWER
// NEWER: error: '{{.*}}newer.npz': the checkpoint is of version 77, expected 2
// RUN: %python %S/../Execution/Inputs/write_npz.py %t/far.npz state/w '<f4' 1,1 0 training/position '<i8' 12 2,1,1,1,7,-1,-1,0,0,7,0,0
// RUN: not grad-run %t/step.mlir --steps=10 --inputs=%t/seven.npz --resume=%t/far.npz 2>&1 | FileCheck %s --check-prefix=SHORT2
// SHORT2: error: '{{.*}}far.npz': the checkpoint does not say how far it is

// A file that could not be written is not found out after the training.

// RUN: not grad-run %t/step.mlir --steps=10 --outputs=%t/nowhere/out.npz 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: error: --outputs: '{{.*}}nowhere/out.npz' cannot be written: No such file or directory
// NOWHERE-NOT: updates

//--- batch.mlir
// The update is called when the micro-steps of its window are over.
// CHECK: error: 'update' takes the batch 'x', but is called between micro-steps, without rows
module attributes {grad.schedule = #grad.schedule<accumulate = @accumulate, update = @update, micro_steps = 2>} {
  func.func @accumulate(%x: tensor<1x1xf32> {grad.batch, grad.name = "x"}) { return }
  func.func @update(%x: tensor<1x1xf32> {grad.batch, grad.name = "x"}) { return }
}
//--- positions.mlir
// CHECK: error: argument 'arg0' of 'accumulate' and of 'update': their positions are no names that two functions share; name both by 'grad.name'
module attributes {grad.schedule = #grad.schedule<accumulate = @accumulate, update = @update, micro_steps = 2>} {
  func.func @accumulate(%temperature: tensor<f32> {grad.replicated}) { return }
  func.func @update(%rate: tensor<f32> {grad.replicated}) { return }
}
//--- roles.mlir
// CHECK: error: argument 'x' of 'accumulate' and of 'update' differ in their types or roles
module attributes {grad.schedule = #grad.schedule<accumulate = @accumulate, update = @update, micro_steps = 2>} {
  func.func @accumulate(%x: tensor<1xf32> {grad.batch, grad.name = "x"}) { return }
  func.func @update(%x: tensor<1xf32> {grad.replicated, grad.name = "x"}) { return }
}
//--- starts.mlir
// CHECK: error: argument 'sum' of 'accumulate' and of 'update' start from different numbers
module attributes {grad.schedule = #grad.schedule<accumulate = @accumulate, update = @update, micro_steps = 2>} {
  func.func @accumulate(%s: tensor<f32> {grad.state = "sum", grad.init = 0.0 : f32}) { return }
  func.func @update(%s: tensor<f32> {grad.state = "sum", grad.init = 1.0 : f32}) { return }
}
//--- start.mlir
// It is enough that one function says what state starts from.
// CHECK: rank 0: sum = f32 [5]
module attributes {grad.schedule = #grad.schedule<accumulate = @accumulate, update = @update, micro_steps = 2>} {
  func.func @accumulate(%s: tensor<f32> {grad.state = "sum"}) { return }
  func.func @update(%s: tensor<f32> {grad.state = "sum", grad.init = 5.0 : f32}) { return }
}
//--- metrics.mlir
// CHECK: error: metric 'loss' of 'update' has another type in another function
module attributes {grad.schedule = #grad.schedule<accumulate = @accumulate, update = @update, micro_steps = 2>} {
  func.func @accumulate() -> (f32 {grad.metric = "loss"}) {
    %c = arith.constant 1.0 : f32
    return %c : f32
  }
  func.func @update() -> (f64 {grad.metric = "loss"}) {
    %c = arith.constant 1.0 : f64
    return %c : f64
  }
}
//--- dynamic.mlir
// CHECK: error: batch 'arg0': expected a static shape with rows, got [?, 1]
func.func @step(%x: tensor<?x1xf32> {grad.batch}) { return }
//--- rows.mlir
// CHECK: error: batches 'x' and 'y' have different numbers of rows, 2 and 3
func.func @step(%x: tensor<2x1xf32> {grad.batch, grad.name = "x"}, %y: tensor<3x1xf32> {grad.batch, grad.name = "y"}) { return }
//--- arrays.mlir
// CHECK: error: arrays 'x' and 'y' have different numbers of rows, 6 and 5
func.func @step(%x: tensor<1x1xf32> {grad.batch, grad.name = "x"}, %y: tensor<1x1xf32> {grad.batch, grad.name = "y"}) { return }
//--- step.mlir
func.func @step(%w: tensor<1xf32> {grad.param = "w"}, %x: tensor<1x1xf32> {grad.batch, grad.name = "x"}) -> (tensor<1xf32> {grad.updates = "w"}) {
  %r = tensor.collapse_shape %x [[0, 1]] : tensor<1x1xf32> into tensor<1xf32>
  %s = grad.all_reduce<sum> %r : tensor<1xf32>
  %n = arith.addf %w, %s : tensor<1xf32>
  return %n : tensor<1xf32>
}
//--- less.mlir
func.func @step(%x: tensor<1x1xf32> {grad.batch, grad.name = "x"}) { return }
//--- more.mlir
func.func @step(%w: tensor<1xf32> {grad.param = "w"}, %v: tensor<1xf32> {grad.state = "v", grad.init = 0.0 : f32}, %x: tensor<1x1xf32> {grad.batch, grad.name = "x"}) { return }
//--- wide.mlir
func.func @step(%w: tensor<2xf32> {grad.param = "w"}, %x: tensor<1x1xf32> {grad.batch, grad.name = "x"}) { return }
//--- double.mlir
func.func @step(%w: tensor<1xf64> {grad.param = "w"}, %x: tensor<1x1xf32> {grad.batch, grad.name = "x"}) { return }
