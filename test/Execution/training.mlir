// Rules of accumulation, optimizers, loss scales and sharding, by execution.

// RUN: split-file %s %t
// RUN: grad-opt %t/mean.mlir --split-accumulation=steps=2 -o %t/mean.split.mlir
// RUN: grad-opt %t/mean.mlir --split-accumulation="steps=2 average=false" -o %t/sum.split.mlir
// RUN: grad-opt %t/mean.mlir --split-accumulation=steps=4 -o %t/four.split.mlir

// Two ranks with 1, 2 and 3, 4: the mean over everything is 2.5, the sum over
// micro-steps and mean over ranks 5. Rows go to micro-steps, in these to ranks.

// RUN: %python %S/Inputs/write_npz.py %t/mean.npz w '<f4' 1 0 x '<f4' 4,1 1,3,2,4
// RUN: grad-run %t/mean.split.mlir --steps=1 --ranks=2 --inputs=%t/mean.npz --print | FileCheck %s --check-prefix=MEAN
// RUN: grad-run %t/sum.split.mlir --steps=1 --ranks=2 --inputs=%t/mean.npz --print | FileCheck %s --check-prefix=SUM
// MEAN: rank 0: w = 1xf32 [-2.5]
// MEAN: rank 1: w = 1xf32 [-2.5]
// SUM: rank 0: w = 1xf32 [-5]
// SUM: rank 1: w = 1xf32 [-5]

// A parameter that one micro-batch of each rank uses, by 3 and 5: 2 on both.

// RUN: %python %S/Inputs/write_npz.py %t/once.npz w '<f4' 1 0 x '<f4' 4,1 3,0,0,5
// RUN: grad-run %t/mean.split.mlir --steps=1 --ranks=2 --inputs=%t/once.npz --print | FileCheck %s --check-prefix=ONCE
// ONCE: rank 0: w = 1xf32 [-2]
// ONCE: rank 1: w = 1xf32 [-2]

// Ten micro-steps in windows of 4: two updates, and two that wait.

// RUN: %python %S/Inputs/write_npz.py %t/ten.npz w '<f4' 1 0 x '<f4' 10,1 1,1,1,1,2,2,2,2,8,16
// RUN: grad-run %t/four.split.mlir --epochs=1 --inputs=%t/ten.npz --print | FileCheck %s --check-prefix=TEN
// TEN: 2 updates in 1 epochs on 1 ranks; 2 of 4 micro-steps wait for the next update
// TEN: rank 0: accu_grads.w = 1xf32 [24]
// TEN: rank 0: accu_steps = i32 [2]
// TEN: rank 0: w = 1xf32 [-3]

// An update without a micro-step changes nothing, whatever the optimizer.

// RUN: grad-opt %t/gradient.mlir --insert-optimizer="optimizer=adamw" --insert-loss-scaling=loss-scale-preset=pytorch --split-accumulation=steps=2 -o %t/none.mlir
// RUN: %python %S/Inputs/write_npz.py %t/none.npz w '<f4' 1 3 exp_avg.w '<f4' 1 2 exp_avg_sq.w '<f4' 1 4 step '<i4' - 7 loss_scale_clean '<i4' - 5
// RUN: grad-run %t/none.mlir --entry=step_update --ranks=2 --inputs=%t/none.npz --print | FileCheck %s --check-prefix=NONE
// NONE-DAG: rank 0: w = 1xf32 [3]
// NONE-DAG: rank 0: exp_avg.w = 1xf32 [2]
// NONE-DAG: rank 0: exp_avg_sq.w = 1xf32 [4]
// NONE-DAG: rank 0: step = i32 [7]
// NONE-DAG: rank 0: loss_scale = f32 [65536]
// NONE-DAG: rank 0: loss_scale_clean = i32 [5]

// State that is a number is guarded and counted like any other.

// RUN: grad-opt %t/number.mlir --insert-loss-scaling=loss-scale-preset=pytorch --split-accumulation=steps=2 -o %t/number.split.mlir
// RUN: %python %S/Inputs/write_npz.py %t/number.npz w '<f4' 1 0 k '<f4' - 5 x '<f4' 4,1 1,3,inf,4
// RUN: grad-run %t/number.split.mlir --steps=2 --inputs=%t/number.npz --print | FileCheck %s --check-prefix=NUMBER
// NUMBER: rank 0: k = f32 [6]
// NUMBER: rank 0: w = 1xf32 [-12]

// Running statistics of a batch norm, which each rank updates by its own rows in each
// micro-step, are the ranks' own.

// RUN: grad-opt %S/../Export/torch/Inputs/batch-norm.mlir --grad-data-parallel-pipeline="optimizer=sgd steps=2" -o %t/norm.mlir
// RUN: grad-run %t/norm.mlir --steps=2 --ranks=2 --inputs=%S/../Export/torch/Inputs/batch-norm.npz,%S/../Export/torch/Inputs/digits.npz --rename=arg14=train_x,arg15=train_y --outputs=%t/norm.npz --print | FileCheck %s --check-prefix=NORM
// NORM-DAG: rank 0: 1.running_mean = 4xf32 [
// NORM-DAG: rank 1: 1.running_mean = 4xf32
// NORM-DAG: rank 0: 1.num_batches_tracked = i64 [2]
// RUN: grad-run %t/norm.mlir --steps=1 --ranks=2 --inputs=%S/../Export/torch/Inputs/digits.npz,%t/norm.npz --rename=arg14=train_x,arg15=train_y

// A step that was split is lowered ahead of time, too.

// RUN: grad-opt %t/mean.split.mlir --grad-cpu-pipeline -o %t/mean.llvm.mlir
// RUN: mlir-translate --mlir-to-llvmir %t/mean.llvm.mlir | FileCheck %s --check-prefix=TRANSLATE
// TRANSLATE-DAG: define ptr @step_accumulate(
// TRANSLATE-DAG: define ptr @step_update(

// The documented example of MindSpore's reducer: the first loss is 256.

// RUN: grad-opt %S/../Export/torch/Inputs/reducer-example.mlir --grad-data-parallel-pipeline="optimizer=momentum learning-rate=0.01" -o %t/example.mlir
// RUN: grad-run %t/example.mlir --steps=3 --inputs=%S/../Export/torch/Inputs/reducer-example.npz --log-every=1 | FileCheck %s --check-prefix=EXAMPLE
// EXAMPLE: update 1: loss 256

// The state of the optimizer is sharded: 5 elements on 1, 2 and 4 ranks.

// RUN: grad-opt %t/five.mlir --insert-optimizer=optimizer=momentum --insert-gradient-reducer --shard-optimizer=world-size=1 -o %t/five1.mlir
// RUN: grad-opt %t/five.mlir --insert-optimizer=optimizer=momentum --insert-gradient-reducer --shard-optimizer=world-size=2 -o %t/five2.mlir
// RUN: grad-opt %t/five.mlir --insert-optimizer=optimizer=momentum --insert-gradient-reducer --shard-optimizer=world-size=4 -o %t/five4.mlir
// RUN: grad-opt %t/five.mlir --insert-optimizer=optimizer=momentum --insert-gradient-reducer -o %t/five.whole.mlir
// RUN: grad-run %t/five1.mlir --steps=4 --seed=3 --against=%t/five.whole.mlir | FileCheck %s --check-prefix=FIVE
// RUN: grad-run %t/five2.mlir --steps=4 --seed=3 --ranks=2 --against=%t/five.whole.mlir | FileCheck %s --check-prefix=FIVE
// RUN: grad-run %t/five4.mlir --steps=4 --seed=3 --ranks=4 --against=%t/five.whole.mlir --print | FileCheck %s --check-prefixes=FIVE,PARTS
// PARTS: rank 3: momentum.w = 2xf32 [0, 0]
// FIVE: parameters and states are equal after 4 updates, bit by bit

// A sum over ranks behind its loop gives the same, for exact values.

// RUN: grad-opt %t/loop.mlir --split-accumulation -o %t/behind.mlir
// RUN: grad-run %t/behind.mlir --against=%t/loop.mlir --ranks=4 --rtol=1e-6 | FileCheck %s --check-prefix=LOOP
// RUN: grad-run %t/behind.mlir --ranks=2 --backend=record | FileCheck %s --check-prefix=RECORD
// LOOP: 1 results on 4 ranks are equal within rtol
// RECORD: rank 0 launch 0: all_reduce
// RECORD-NOT: rank 0 launch 1: all_reduce

//--- mean.mlir
func.func @step(%w: tensor<1xf32> {grad.param = "w"}, %x: tensor<1x1xf32> {grad.batch, grad.name = "x"}) -> (tensor<1xf32> {grad.updates = "w"}) {
  %g = tensor.collapse_shape %x [[0, 1]] : tensor<1x1xf32> into tensor<1xf32>
  %r = grad.reduce_gradients %g<"w"> : tensor<1xf32>
  %w1 = arith.subf %w, %r : tensor<1xf32>
  return %w1 : tensor<1xf32>
}
//--- number.mlir
func.func @step(%w: tensor<1xf32> {grad.param = "w"}, %k: f32 {grad.state = "k"}, %x: tensor<1x1xf32> {grad.batch, grad.name = "x"}, %s: tensor<f32> {grad.seed})
    -> (tensor<1xf32> {grad.updates = "w"}, f32 {grad.updates = "k"}) {
  %g = tensor.collapse_shape %x [[0, 1]] : tensor<1x1xf32> into tensor<1xf32>
  %h = grad.scale %g, %s : tensor<1xf32>, tensor<f32>
  %r = grad.reduce_gradients %h<"w"> : tensor<1xf32>
  %one = arith.constant 1.0 : f32
  %k1 = arith.addf %k, %one : f32
  %rate = tensor.from_elements %k1 : tensor<f32>
  %d = grad.scale %r, %rate : tensor<1xf32>, tensor<f32>
  %w1 = arith.subf %w, %d : tensor<1xf32>
  return %w1, %k1 : tensor<1xf32>, f32
}
//--- gradient.mlir
func.func @step(%w: tensor<1xf32> {grad.param = "w"}, %x: tensor<1x1xf32> {grad.batch, grad.name = "x"}, %s: tensor<f32> {grad.seed}) -> (tensor<1xf32> {grad.gradient = "w"}) {
  %g = tensor.collapse_shape %x [[0, 1]] : tensor<1x1xf32> into tensor<1xf32>
  %h = grad.scale %g, %s : tensor<1xf32>, tensor<f32>
  return %h : tensor<1xf32>
}
//--- five.mlir
func.func @step(%w: tensor<5xf32> {grad.param = "w"}, %x: tensor<1x5xf32> {grad.batch, grad.name = "x"}) -> (tensor<5xf32> {grad.gradient = "w"}) {
  %g = tensor.collapse_shape %x [[0, 1]] : tensor<1x5xf32> into tensor<5xf32>
  return %g : tensor<5xf32>
}
//--- loop.mlir
func.func @sum(%x: tensor<4x2xf32>, %old: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %old) -> tensor<2xf32> {
    %g = tensor.extract_slice %x[%i, 0] [1, 2] [1, 1] : tensor<4x2xf32> to tensor<2xf32>
    %s = grad.all_reduce<sum> %g : tensor<2xf32>
    %n = arith.addf %a, %s : tensor<2xf32>
    scf.yield %n : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
