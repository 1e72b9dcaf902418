// Steps that cannot be split, and options that are refused.
//
// RUN: split-file %s %t
// RUN: grad-opt %t/steps.mlir --split-input-file --verify-diagnostics --split-accumulation=steps=2
// RUN: not grad-opt %t/one.mlir --split-accumulation=steps=0 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: not grad-opt %t/one.mlir --split-accumulation="steps=2 update=before" 2>&1 | FileCheck %s --check-prefix=UPDATE
// RUN: not grad-opt %t/one.mlir --split-accumulation="steps=2 clear=never" 2>&1 | FileCheck %s --check-prefix=CLEAR
// RUN: not grad-opt %t/one.mlir --split-accumulation="steps=2 loss=sum" 2>&1 | FileCheck %s --check-prefix=LOSS
// STEPS: split-accumulation: steps: expected 1 or more, got 0
// UPDATE: split-accumulation: update: expected 'after' or 'last-micro-step', got 'before'
// CLEAR: split-accumulation: clear: expected 'in-update' or 'separate', got 'never'
// LOSS: split-accumulation: loss: expected 'each' or 'window-mean', got 'sum'

//--- one.mlir
func.func @f() {
  return
}
//--- steps.mlir
// expected-error@+1 {{no function has gradients to accumulate; mark them with 'grad.gradient', or insert a gradient reducer}}
module {
  func.func @eval(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
}

// -----

func.func @synchronised(%x: tensor<f32> {grad.batch}) -> (tensor<f32> {grad.gradient = "w"}) {
  // expected-error@+1 {{the forward or backward pass of each micro-step needs it, so it cannot move to the update: all-reduce 'mean'}}
  %mean = grad.all_reduce<avg> %x {grad.param = "mean"} : tensor<f32>
  %g = arith.subf %x, %mean : tensor<f32>
  %r = grad.reduce_gradients %g<"w"> : tensor<f32>
  return %r : tensor<f32>
}

// -----

func.func @crossing(%x: tensor<f32> {grad.batch}) -> (tensor<f32> {grad.gradient = "w"}) {
  // expected-note@+1 {{the value}}
  %norm = arith.mulf %x, %x : tensor<f32>
  %r = grad.reduce_gradients %x<"w"> : tensor<f32>
  // expected-error@+1 {{'arith.divf' belongs to the update, and uses a value that depends on the micro-step other than through gradients: arith.mulf at line}}
  %n = arith.divf %r, %norm : tensor<f32>
  return %n : tensor<f32>
}

// -----

// expected-note@+1 {{the argument}}
func.func @unmarked(%x: tensor<f32> {grad.batch}, %rate: tensor<f32>) -> tensor<f32> {
  %r = grad.reduce_gradients %x<"w"> : tensor<f32>
  // expected-error@+1 {{'arith.mulf' belongs to the update, and uses argument 1, which may differ between micro-steps; mark it with 'grad.replicated' if it does not}}
  %n = arith.mulf %r, %rate : tensor<f32>
  return %n : tensor<f32>
}

// -----

// A value that crosses from inside a region.
func.func @nested(%x: tensor<f32> {grad.batch}, %c: i1 {grad.replicated}) -> tensor<f32> {
  // expected-note@+1 {{the value}}
  %y = arith.negf %x : tensor<f32>
  %r = grad.reduce_gradients %x<"w"> : tensor<f32>
  %n = scf.if %c -> tensor<f32> {
    // expected-error@+1 {{'arith.addf' belongs to the update, and uses a value that depends on the micro-step}}
    %s = arith.addf %r, %y : tensor<f32>
    scf.yield %s : tensor<f32>
  } else {
    scf.yield %r : tensor<f32>
  }
  return %n : tensor<f32>
}

// -----

func.func @twice(%x: tensor<f32> {grad.batch}) -> tensor<f32> {
  %a = grad.reduce_gradients %x<"a"> : tensor<f32>
  // expected-error@+1 {{gradient "b" depends on a reduction or an update, so it cannot be summed up over micro-steps first}}
  %b = grad.reduce_gradients %a<"b"> : tensor<f32>
  return %b : tensor<f32>
}

// -----

func.func @split_already(%x: tensor<f32> {grad.batch}, %n: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{the gradients are sums over micro-steps already; a step is split once}}
  %a = grad.reduce_gradients %x<"a"> accumulated(%n : tensor<f32>) : tensor<f32>
  return %a : tensor<f32>
}

// -----

// expected-error@+1 {{has 'grad.schedule' already; a step is split once}}
module attributes {grad.schedule = #grad.schedule<accumulate = @a, update = @b, micro_steps = 2>} {
  func.func @a() {
    return
  }
  func.func @b() {
    return
  }
}

// -----

func.func @maximum(%x: tensor<f32> {grad.batch}) -> (tensor<f32>, tensor<f32>) {
  %a = grad.reduce_gradients %x<"a"> : tensor<f32>
  // expected-error@+1 {{reduces a result of each micro-step, which moves to the update, on the mean of the window; expected a sum, a mean, an all-gather or a broadcast, got all-reduce 'largest'}}
  %m = grad.all_reduce<max> %x {grad.param = "largest"} : tensor<f32>
  return %a, %m : tensor<f32>, tensor<f32>
}

// -----

func.func @integers(%x: tensor<f32> {grad.batch}, %n: tensor<i32> {grad.batch}) -> (tensor<f32>, tensor<i32>) {
  %a = grad.reduce_gradients %x<"a"> : tensor<f32>
  // expected-error@+2 {{'accu_values.0' cannot be summed up over micro-steps: integers have no mean over the window}}
  // expected-note@-3 {{the value}}
  %m = grad.all_reduce<sum> %n : tensor<i32>
  return %a, %m : tensor<f32>, tensor<i32>
}

// -----

// expected-note@+1 {{the value}}
func.func @dynamic(%x: tensor<?xf32> {grad.batch}) -> tensor<?xf32> {
  // expected-error@+1 {{'accu_grads.a' cannot be summed up over micro-steps: expected a tensor of static shape, got 'tensor<?xf32>'}}
  %a = grad.reduce_gradients %x<"a"> : tensor<?xf32>
  return %a : tensor<?xf32>
}

// -----

!rows = !grad.indexed_slices<?xi32, 4xf32>
func.func @sparse(%x: !rows {grad.batch}) -> !rows {
  %a = grad.reduce_gradients %x<"a"> : !rows
  // expected-error@+1 {{sparse gradient "a" is summed up as a dense tensor over micro-steps, but is used as a sparse one; use grad.to_dense}}
  return %a : !rows
}

// -----

func.func @inside(%x: tensor<f32> {grad.batch}, %c: i1 {grad.replicated}) -> tensor<f32> {
  %n = scf.if %c -> tensor<f32> {
    // expected-error@+1 {{stands inside of another operation, where no step can be split}}
    %a = grad.reduce_gradients %x<"a"> : tensor<f32>
    scf.yield %a : tensor<f32>
  } else {
    scf.yield %x : tensor<f32>
  }
  return %n : tensor<f32>
}

// -----

// expected-error@+1 {{expected a step of one block, got 2}}
func.func @blocks(%x: tensor<f32> {grad.batch}) -> tensor<f32> {
  %a = grad.reduce_gradients %x<"a"> : tensor<f32>
  cf.br ^next
^next:
  return %a : tensor<f32>
}

// -----

// expected-error@+1 {{is called by another function, so it cannot be split in two}}
func.func @called(%x: tensor<f32> {grad.batch}) -> tensor<f32> {
  %a = grad.reduce_gradients %x<"a"> : tensor<f32>
  return %a : tensor<f32>
}
func.func @caller(%x: tensor<f32>) -> tensor<f32> {
  %a = call @called(%x) : (tensor<f32>) -> tensor<f32>
  return %a : tensor<f32>
}

// -----

// expected-error@+1 {{cannot be split, since there is a function '@step_update' already}}
func.func @step(%x: tensor<f32> {grad.batch}) -> tensor<f32> {
  %a = grad.reduce_gradients %x<"a"> : tensor<f32>
  return %a : tensor<f32>
}
func.func @step_update() {
  return
}

// -----

func.func @first(%x: tensor<f32> {grad.batch}) -> tensor<f32> {
  %a = grad.reduce_gradients %x<"a"> : tensor<f32>
  return %a : tensor<f32>
}
// expected-error@+1 {{has gradients as well as the step of @first_update; a module holds one step that is split}}
func.func @second(%x: tensor<f32> {grad.batch}) -> tensor<f32> {
  %a = grad.reduce_gradients %x<"a"> : tensor<f32>
  return %a : tensor<f32>
}

// -----

// expected-error@+1 {{result 1 updates state that is 'memref<2xf32>'; expected ranked tensors or numbers}}
func.func @memory(%x: tensor<f32> {grad.batch}, %m: memref<2xf32> {grad.state = "m"}) -> (tensor<f32>, memref<2xf32> {grad.updates = "m"}) {
  %a = grad.reduce_gradients %x<"a"> : tensor<f32>
  return %a, %m : tensor<f32>, memref<2xf32>
}
