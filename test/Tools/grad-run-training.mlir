// RUN: split-file %s %t
// RUN: grad-opt %t/step.mlir --split-accumulation=steps=2 -o %t/split.mlir
// RUN: grad-opt %t/step.mlir --split-accumulation="steps=2 update=last-micro-step clear=separate" -o %t/last.mlir
// RUN: %python %S/../Execution/Inputs/write_npz.py %t/data.npz w '<f4' 1 0 x '<f4' 7,1 1,2,4,8,16,32,64
// RUN: %python %S/../Execution/Inputs/write_npz.py %t/rate.npz rate '<f4' 1 2

// Windows of two micro-steps: means of 1, 2 and 4, 8 and 16, 32; of 2 ranks 1 to 8.

// RUN: grad-run %t/split.mlir --steps=3 --inputs=%t/data.npz --log-every=1 --print | FileCheck %s --check-prefix=STEPS
// STEPS: update 1: loss 1.5
// STEPS-NEXT: update 2: loss 6
// STEPS-NEXT: update 3: loss 24
// STEPS-NEXT: 3 updates in 0 epochs on 1 ranks
// STEPS: rank 0: accu_steps = i32 [0]
// STEPS: rank 0: w = 1xf32 [-31.5]
// RUN: grad-run %t/split.mlir --steps=1 --ranks=2 --inputs=%t/data.npz --print 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: grad-run: the last 1 of 7 rows are left out of each epoch: a micro-step takes 2
// TWO: 1 updates in 0 epochs on 2 ranks
// TWO: rank 0: w = 1xf32 [-3.75]
// TWO: rank 1: w = 1xf32 [-3.75]

// A window that is open at the end of an epoch goes on in the next, or is updated
// with; so is the end of the run.

// RUN: grad-run %t/split.mlir --epochs=1 --inputs=%t/data.npz --print | FileCheck %s --check-prefix=OPEN
// OPEN: 3 updates in 1 epochs on 1 ranks; 1 of 2 micro-steps wait for the next update
// OPEN: rank 0: accu_grads.w = 1xf32 [64]
// OPEN: rank 0: accu_steps = i32 [1]
// OPEN: rank 0: w = 1xf32 [-31.5]
// RUN: grad-run %t/split.mlir --epochs=2 --inputs=%t/data.npz --print | FileCheck %s --check-prefix=CARRY
// CARRY: 7 updates in 2 epochs on 1 ranks
// CARRY: rank 0: w = 1xf32 [-127]
// RUN: grad-run %t/split.mlir --epochs=1 --flush --inputs=%t/data.npz --print | FileCheck %s --check-prefix=FLUSH
// RUN: grad-run %t/last.mlir --epochs=1 --flush --inputs=%t/data.npz --print | FileCheck %s --check-prefix=FLUSH
// FLUSH: 4 updates in 1 epochs on 1 ranks
// FLUSH: rank 0: w = 1xf32 [-95.5]
// RUN: grad-run %t/last.mlir --steps=3 --inputs=%t/data.npz --against=%t/split.mlir | FileCheck %s --check-prefix=AGAINST
// AGAINST: 3 parameters and states are equal after 3 updates, bit by bit

// State that differs by rank starts from the same on all of them, where the file
// has one array of it, or each from its own.

// RUN: %python %S/../Execution/Inputs/write_npz.py %t/same.npz mean '<f4' 2 3,4
// RUN: grad-run %t/statistics.mlir --steps=2 --ranks=3 --inputs=%t/data.npz,%t/same.npz --print | FileCheck %s --check-prefix=SAME
// SAME: rank 0: mean = 2xf32 [12, 13]
// SAME-NEXT: rank 1: mean = 2xf32 [21, 22]
// SAME-NEXT: rank 2: mean = 2xf32 [39, 40]
// RUN: %python %S/../Execution/Inputs/write_npz.py %t/own.npz mean '<f4' 3,2 3,4,5,6,7,8
// RUN: grad-run %t/statistics.mlir --steps=2 --ranks=3 --inputs=%t/data.npz,%t/own.npz --print | FileCheck %s --check-prefix=OWN
// OWN: rank 0: mean = 2xf32 [12, 13]
// OWN-NEXT: rank 1: mean = 2xf32 [23, 24]
// OWN-NEXT: rank 2: mean = 2xf32 [43, 44]

// Windows of another length, and a step without a schedule.

// RUN: grad-run %t/split.mlir --steps=1 --micro-steps=4 --inputs=%t/data.npz --print | FileCheck %s --check-prefix=FOUR
// FOUR: rank 0: w = 1xf32 [-3.75]
// RUN: grad-run %t/step.mlir --steps=2 --inputs=%t/data.npz --print | FileCheck %s --check-prefix=WHOLE
// WHOLE: rank 0: w = 1xf32 [-3]
// RUN: grad-run %t/step.mlir --steps=1 --ranks=4 --inputs=%t/data.npz --against=%t/split.mlir --against-ranks=2 2>&1 | FileCheck %s --check-prefix=RANKS
// RANKS: 1 parameters and states are equal after 1 updates, bit by bit
// RUN: not grad-run %t/step.mlir --steps=2 --inputs=%t/data.npz --against=%t/double.mlir 2>&1 | FileCheck %s --check-prefix=DIFFERENT
// DIFFERENT: grad-run: error: state 'w' differs on rank 0 at index 0: -3 against -6
// RUN: not grad-run %t/step.mlir --steps=2 --inputs=%t/data.npz --against=%t/split.mlir 2>&1 | FileCheck %s --check-prefix=WINDOWS
// WINDOWS: grad-run: error: the trainings differ: an update takes 1 rows against 2
// RUN: grad-run %t/several.mlir --entry=step --steps=2 --inputs=%t/data.npz --against=%t/several.mlir | FileCheck %s --check-prefix=ENTRY
// ENTRY: 1 parameters and states are equal after 2 updates, bit by bit

// What a run writes, the next one reads; what was watched is there, too.

// RUN: grad-run %t/split.mlir --steps=1 --inputs=%t/data.npz --outputs=%t/out.npz
// RUN: grad-run %t/split.mlir --steps=1 --inputs=%t/data.npz,%t/out.npz --print | FileCheck %s --check-prefix=AGAIN
// AGAIN: rank 0: w = 1xf32 [-3]
// RUN: grad-run %t/eval.mlir --inputs=%t/data.npz,%t/out.npz --print | FileCheck %s --check-prefix=EVAL
// EVAL: rank 0: output = 1xf32 [-1.5]
// RUN: grad-run %t/eval.mlir --inputs=%t/out.npz,%t/rate.npz --rename=w=rate --print | FileCheck %s --check-prefix=RENAME
// RENAME: rank 0: output = 1xf32 [2]

// Watched are metrics, and numbers without a name: the first float is the loss, and
// those of an update are others than those of its micro-steps.

// RUN: grad-run %t/watched.mlir --steps=2 --ranks=2 --inputs=%t/data.npz --log-every=2 --outputs=%t/watched.npz 2>/dev/null | FileCheck %s --check-prefix=WATCHED
// WATCHED: update 2: loss 8.25 loss_scale 16777216 overflow 0 result1 7 update/result0 0.5
// RUN: %python %S/Inputs/print_npz.py %t/watched.npz | FileCheck %s --check-prefix=ARRAYS --match-full-lines
// ARRAYS:      metric/loss_scale [2, 2] [16777216.0, 16777216.0, 16777216.0, 16777216.0]
// ARRAYS-NEXT: metric/overflow [2, 2] [0, 0, 0, 0]
// ARRAYS-NEXT: metric/parts [2, 2, 3] [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
// ARRAYS-NEXT: metric/result0 [4, 2] [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 1.0, 2.0]
// ARRAYS-NEXT: metric/result1 [4, 2] [7, 7, 7, 7, 7, 7, 7, 7]
// ARRAYS-NEXT: metric/update/result0 [2, 2] [0.5, 0.5, 0.5, 0.5]

// On a terminal one line is drawn again.

// RUN: %python %S/Inputs/check_terminal.py grad-run %t/step.mlir --epochs=1 --inputs=%t/data.npz | FileCheck %s --check-prefix=TERMINAL
// TERMINAL:      epoch 1/1 update 1 loss 1 ({{.*}} updates/s)<clear>
// TERMINAL:      epoch 1/1 update 7 loss {{.*}} ({{.*}} updates/s)<clear><end>

// The rows of an epoch in another order: each once.

// RUN: grad-run %t/split.mlir --epochs=4 --shuffle=3 --inputs=%t/data.npz --outputs=%t/shuffled.npz --log-every=1 > %t/shuffled.log
// RUN: grad-run %t/split.mlir --epochs=4 --shuffle=3 --inputs=%t/data.npz --outputs=%t/shuffled2.npz --log-every=1 > %t/shuffled2.log
// RUN: cmp %t/shuffled.npz %t/shuffled2.npz
// RUN: cmp %t/shuffled.log %t/shuffled2.log
// RUN: %python %S/Inputs/check_shuffle.py %t/shuffled.npz 7 | FileCheck %s --check-prefix=SHUFFLE
// SHUFFLE: 4 epochs of 7 rows, 4 different orders

// A checkpoint is gone on from to the same bits, inside of a window, too; so is one
// of a process that was killed.

// RUN: grad-run %t/split.mlir --epochs=1 --shuffle=5 --inputs=%t/data.npz --checkpoint=%t/point.npz
// RUN: grad-run %t/split.mlir --epochs=3 --shuffle=5 --inputs=%t/data.npz --resume=%t/point.npz --checkpoint=%t/resumed.npz
// RUN: grad-run %t/split.mlir --epochs=3 --shuffle=5 --inputs=%t/data.npz --checkpoint=%t/whole.npz
// RUN: cmp %t/resumed.npz %t/whole.npz
// RUN: %python %S/Inputs/check_kill.py %t/split.mlir %t/data.npz %t | FileCheck %s --check-prefix=KILL
// KILL: killed 3 times, the same bits

// A function is called on the state of a checkpoint: what is equal on all ranks on
// any number of them.

// RUN: grad-run %t/split.mlir --steps=3 --ranks=2 --inputs=%t/data.npz --checkpoint=%t/two.npz
// RUN: grad-run %t/eval.mlir --resume=%t/two.npz --ranks=3 --print | FileCheck %s --check-prefix=STATE
// STATE: rank 2: output = 1xf32 [-31.5]

// Rows from the seed: a row is the same whichever rank and micro-step it is for.

// RUN: grad-run %t/split.mlir --steps=3 --ranks=2 --seed=5 --outputs=%t/seed.npz
// RUN: grad-run %t/split.mlir --steps=3 --ranks=2 --seed=5 --outputs=%t/seed2.npz
// RUN: cmp %t/seed.npz %t/seed2.npz
// RUN: grad-run %t/step.mlir --steps=3 --ranks=4 --seed=5 --against=%t/split.mlir --against-ranks=2 --rtol=1e-6 | FileCheck %s --check-prefix=SEED
// RUN: not grad-run %t/step.mlir --steps=3 --ranks=4 --seed=5 --against=%t/double.mlir --rtol=1e-6 2>&1 | FileCheck %s --check-prefix=DOUBLE
// SEED: 1 parameters and states are equal after 3 updates within rtol
// DOUBLE: error: state 'w' differs

// The calls of each function.

// RUN: grad-run %t/split.mlir --steps=1 --ranks=2 --inputs=%t/data.npz --backend=record 2>/dev/null | FileCheck %s --check-prefix=RECORD
// RECORD: rank 0 call step_accumulate
// RECORD-NEXT: rank 0 call step_accumulate
// RECORD-NEXT: rank 0 call step_update
// RECORD-NEXT: rank 0 launch 0: all_reduce sum f32 count 1

// Errors.

// RUN: not grad-run %t/split.mlir 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// SCHEDULE: error: the module has a schedule; say how far to follow it by --steps or --epochs, or choose one function by --entry
// RUN: not grad-run %t/split.mlir --epochs=1 2>&1 | FileCheck %s --check-prefix=NOROWS
// NOROWS: error: --epochs: the rows of an epoch come from --inputs; use --steps with rows from the seed
// RUN: not grad-run %t/split.mlir --steps=-2 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: --steps: expected 0 or more, got -2
// RUN: not grad-run %t/split.mlir --steps=1 --micro-steps=0 2>&1 | FileCheck %s --check-prefix=MICRO
// MICRO: error: --micro-steps: expected 1 or more, got 0
// RUN: not grad-run %t/step.mlir --steps=1 --micro-steps=2 2>&1 | FileCheck %s --check-prefix=NOSCHEDULE
// NOSCHEDULE: error: --micro-steps: the module has no grad.schedule whose windows could have another length
// RUN: not grad-run %t/step.mlir --checkpoint=%t/point.npz 2>&1 | FileCheck %s --check-prefix=NEEDS
// NEEDS: error: --checkpoint: needs --steps or --epochs
// RUN: not grad-run %t/split.mlir --steps=1 --inputs=%t/rate.npz 2>&1 | FileCheck %s --check-prefix=NOBATCH
// NOBATCH: error: the inputs have no array 'x' with the rows of a batch
// RUN: not grad-run %t/split.mlir --steps=1 --ranks=8 --inputs=%t/data.npz 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: error: the inputs have 7 rows, fewer than a micro-step on 8 ranks takes, 8
// RUN: not grad-run %t/split.mlir --steps=1 --inputs=%t/data.npz --rename=w=nothing 2>&1 | FileCheck %s --check-prefix=NOARRAY
// NOARRAY: error: --rename: the inputs have no array 'nothing'
// RUN: not grad-run %t/split.mlir --epochs=2 --ranks=2 --shuffle=5 --inputs=%t/data.npz --resume=%t/point.npz 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: '{{.*}}point.npz': the checkpoint is of a training with another number of ranks: 1, not 2
// RUN: not grad-run %t/split.mlir --epochs=2 --inputs=%t/data.npz --resume=%t/point.npz 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: error: '{{.*}}point.npz': the checkpoint is of a training with another --shuffle: 5, not -1
// RUN: not grad-run %t/split.mlir --epochs=2 --inputs=%t/data.npz --resume=%t/data.npz 2>&1 | FileCheck %s --check-prefix=NOPOINT
// NOPOINT: error: '{{.*}}data.npz': this is no checkpoint
// RUN: not grad-run %t/split.mlir --epochs=2 --inputs=%t/data.npz --checkpoint=%t/nowhere/point.npz 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: error: --checkpoint: '{{.*}}nowhere/point.npz' cannot be written: No such file or directory
// NOWHERE-NOT: updates
// RUN: not grad-run %t/differs.mlir --steps=1 --ranks=2 --inputs=%t/data.npz --outputs=%t/differs.npz 2>&1 | FileCheck %s --check-prefix=DIFFERS
// DIFFERS: error: state 'mean' differs between rank 0 and rank 1; average it over the ranks, or mark it with 'grad.per_rank'
// RUN: not ls %t/differs.npz

//--- step.mlir
func.func @step(%w: tensor<1xf32> {grad.param = "w"}, %x: tensor<1x1xf32> {grad.batch, grad.name = "x"})
    -> (tensor<f32>, tensor<1xf32> {grad.updates = "w"}) {
  %g = tensor.collapse_shape %x [[0, 1]] : tensor<1x1xf32> into tensor<1xf32>
  %loss = tensor.collapse_shape %x [] : tensor<1x1xf32> into tensor<f32>
  %r = grad.reduce_gradients %g<"w"> : tensor<1xf32>
  %w1 = arith.subf %w, %r : tensor<1xf32>
  return %loss, %w1 : tensor<f32>, tensor<1xf32>
}
//--- statistics.mlir
func.func @step(%mean: tensor<2xf32> {grad.state = "mean", grad.per_rank}, %x: tensor<1x1xf32> {grad.batch, grad.name = "x"})
    -> (tensor<2xf32> {grad.updates = "mean"}) {
  %v = tensor.collapse_shape %x [[0, 1]] : tensor<1x1xf32> into tensor<1xf32>
  %e = tensor.empty() : tensor<2xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(i) -> (0)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%v : tensor<1xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2xf32>
  %new = arith.addf %mean, %b : tensor<2xf32>
  return %new : tensor<2xf32>
}
//--- double.mlir
func.func @step(%w: tensor<1xf32> {grad.param = "w"}, %x: tensor<1x1xf32> {grad.batch, grad.name = "x"})
    -> (tensor<1xf32> {grad.updates = "w"}) {
  %g = tensor.collapse_shape %x [[0, 1]] : tensor<1x1xf32> into tensor<1xf32>
  %d = arith.addf %g, %g : tensor<1xf32>
  %r = grad.reduce_gradients %d<"w"> : tensor<1xf32>
  %w1 = arith.subf %w, %r : tensor<1xf32>
  return %w1 : tensor<1xf32>
}
//--- several.mlir
func.func @step(%w: tensor<1xf32> {grad.param = "w"}, %x: tensor<1x1xf32> {grad.batch, grad.name = "x"})
    -> (tensor<1xf32> {grad.updates = "w"}) {
  %g = tensor.collapse_shape %x [[0, 1]] : tensor<1x1xf32> into tensor<1xf32>
  %w1 = arith.subf %w, %g : tensor<1xf32>
  return %w1 : tensor<1xf32>
}
func.func @eval(%w: tensor<1xf32> {grad.param = "w"}) -> tensor<1xf32> {
  return %w : tensor<1xf32>
}
//--- watched.mlir
module attributes {grad.schedule = #grad.schedule<accumulate = @accumulate, update = @update, micro_steps = 2>} {
  func.func @accumulate(%x: tensor<1x1xf32> {grad.batch, grad.name = "x"}) -> (tensor<f32>, i32) {
    %loss = tensor.collapse_shape %x [] : tensor<1x1xf32> into tensor<f32>
    %seven = arith.constant 7 : i32
    return %loss, %seven : tensor<f32>, i32
  }
  func.func @update() -> (f32, f32 {grad.metric = "loss_scale"}, i1 {grad.metric = "overflow"}, tensor<3xf32> {grad.metric = "parts"}) {
    %half = arith.constant 0.5 : f32
    %scale = arith.constant 16777216.0 : f32
    %false = arith.constant false
    %ones = arith.constant dense<1.0> : tensor<3xf32>
    return %half, %scale, %false, %ones : f32, f32, i1, tensor<3xf32>
  }
}
//--- eval.mlir
func.func @eval(%w: tensor<1xf32> {grad.param = "w"}) -> (tensor<1xf32> {grad.metric = "output"}) {
  return %w : tensor<1xf32>
}
//--- differs.mlir
func.func @step(%mean: tensor<1xf32> {grad.state = "mean", grad.init = 0.0 : f32}, %x: tensor<1x1xf32> {grad.batch, grad.name = "x"})
    -> (tensor<1xf32> {grad.updates = "mean"}) {
  %g = tensor.collapse_shape %x [[0, 1]] : tensor<1x1xf32> into tensor<1xf32>
  %m = arith.addf %mean, %g : tensor<1xf32>
  return %m : tensor<1xf32>
}
