// Gradients that no reducer can be put over.
//
// RUN: grad-opt %s --split-input-file --verify-diagnostics --insert-gradient-reducer="sparse-as-dense=false"

// A side effect that depends on a gradient cannot move.

func.func private @log(tensor<4xf32>)
func.func @side_effect(%x: tensor<4xf32>) -> (tensor<4xf32> {grad.gradient = "b"}) {
  %a = arith.negf %x {grad.gradient = "a"} : tensor<4xf32>
  %u = arith.addf %a, %a : tensor<4xf32>
  // expected-error@+1 {{'func.call' has side effects and depends on a gradient that is reduced, so it cannot move below the reducer}}
  func.call @log(%u) : (tensor<4xf32>) -> ()
  %b = arith.addf %x, %x : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @type(%x: vector<4xf32>) -> vector<4xf32> {
  // expected-error@+1 {{gradient "a": expected a ranked tensor or sparse gradient, got 'vector<4xf32>'}}
  %a = arith.negf %x {grad.gradient = "a"} : vector<4xf32>
  return %a : vector<4xf32>
}

// -----

func.func @names(%x: tensor<4xf32>) -> (tensor<4xf32> {grad.gradient = "a"}, tensor<4xf32> {grad.gradient = "b"}) {
  // expected-error@+1 {{gradient "b": expected one name for one value, got "a" too}}
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @values(%x: tensor<4xf32>) -> (tensor<4xf32> {grad.gradient = "a"}, tensor<4xf32>) {
  %y = arith.negf %x {grad.gradient = "a"} : tensor<4xf32>
  // expected-error@+1 {{gradient "a": expected one value of that name, got two; a function with several returns has to merge them before}}
  return %x, %y : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @results(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected 'grad.gradient' on an operation with one result, got 2}}
  %0:2 = grad.all_reduce<sum> %x, %x {grad.gradient = "a"} : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

// expected-error@+1 {{'func.func' op expected all gradients in one block, got "b" and "a" in different ones}}
func.func @blocks(%x: tensor<4xf32>, %n: index) -> (tensor<4xf32> {grad.gradient = "a"}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %0 = scf.for %i = %zero to %n step %one iter_args(%s = %x) -> tensor<4xf32> {
    %b = arith.negf %s {grad.gradient = "b"} : tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// expected-error@+1 {{gradient "a": expected a dynamic number of rows, since it comes back with the rows of all ranks, got '!grad.indexed_slices<2xi32, 100xf32>'}}
func.func @rows(%i: tensor<2xi32>, %v: tensor<2xf32>) -> tensor<2xf32> {
  %a = grad.indexed_slices %i, %v {grad.gradient = "a"} : !grad.indexed_slices<2xi32, 100xf32>
  %0 = grad.values %a : !grad.indexed_slices<2xi32, 100xf32>
  return %0 : tensor<2xf32>
}
