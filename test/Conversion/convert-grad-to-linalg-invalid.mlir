// RUN: grad-opt %s --convert-grad-to-linalg --split-input-file --verify-diagnostics

func.func @foreign(%i: tensor<?xi32>, %v: tensor<?xf32>) {
  %s = grad.indexed_slices %i, %v : !grad.indexed_slices<?xi32, 8xf32>
  // expected-error @below {{'builtin.unrealized_conversion_cast' carries a sparse gradient; hand over what grad.indices and grad.values give instead}}
  %t = builtin.unrealized_conversion_cast %s : !grad.indexed_slices<?xi32, 8xf32> to tensor<8xf32>
  return
}

// -----

func.func private @callee(!grad.indexed_slices<?xi32, 8xf32>)
func.func @pointer() {
  // expected-error @below {{'func.constant' carries a sparse gradient}}
  %f = func.constant @callee : (!grad.indexed_slices<?xi32, 8xf32>) -> ()
  return
}

// -----

func.func @reducer(%s: !grad.indexed_slices<?xi32, 8xf32>) -> tensor<8xf32> {
  // expected-error @below {{reduces sparse gradients; expand the reducer first (expand-gradient-reducers)}}
  %r = grad.reduce_gradients %s<"w"> : !grad.indexed_slices<?xi32, 8xf32> -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @rows(%i: tensor<3xi32>, %v: tensor<4xf32>) -> tensor<?xi64> {
  // expected-error @below {{expected operands of one number of rows, got 3 and 4}}
  %0:3 = grad.all_gather_v %i, %v : tensor<3xi32>, tensor<4xf32> -> tensor<?xi32>, tensor<?xf32>, tensor<?xi64>
  return %0#2 : tensor<?xi64>
}

// -----

func.func @narrow(%x: tensor<2147483649xf32>) {
  // expected-error @below {{expected indices of i64, since i32 does not number 2147483649 elements}}
  %s = grad.sparsify %x top_k 1 : tensor<2147483649xf32> -> !grad.indexed_slices<1xi32, 2147483649xf32>
  return
}
