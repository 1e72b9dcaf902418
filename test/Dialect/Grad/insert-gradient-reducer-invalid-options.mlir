// Options that do not go with a gradient.
//
// RUN: grad-opt %s --split-input-file --verify-diagnostics --insert-gradient-reducer="sparse-as-dense layerwise-parallel=own,both parameter-server=both wire=f16"

// expected-error@+1 {{gradient 'both': GR-GI-2: expected at most one of 'layerwise_parallel', 'parameter_server' and 'sharded'}}
func.func @both(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32> {grad.gradient = "both"}, tensor<4xf32> {grad.gradient = "own"}) {
  return %x, %y : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func private @names() -> (tensor<4xf32> {grad.gradient = "both"}, tensor<4xf32> {grad.gradient = "own"})

// expected-error@+1 {{gradient "a": expected only 'grad.to_dense' to use a sparse gradient that comes back dense}}
func.func @rows(%i: tensor<?xi32>, %v: tensor<?xf32>) -> tensor<?xf32> {
  %a = grad.indexed_slices %i, %v {grad.gradient = "a"} : !grad.indexed_slices<?xi32, 100xf32>
  %0 = grad.values %a : !grad.indexed_slices<?xi32, 100xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func private @names() -> (tensor<4xf32> {grad.gradient = "both"}, tensor<4xf32> {grad.gradient = "own"})

// expected-error@+1 {{GR-RG-4: gradient "i": expected floats for a mean}}
func.func @integers(%x: tensor<4xi32>) -> (tensor<4xi32> {grad.gradient = "i"}) {
  return %x : tensor<4xi32>
}

// -----

func.func private @names() -> (tensor<4xf32> {grad.gradient = "both"}, tensor<4xf32> {grad.gradient = "own"})

// expected-error@+1 {{GR-RG-7: gradient "b": expected f32 or f16 for 'wire = f16', got 'bf16'}}
func.func @wire(%x: tensor<4xbf16>) -> (tensor<4xbf16> {grad.gradient = "b"}) {
  return %x : tensor<4xbf16>
}

// -----

// expected-error@+1 {{layerwise-parallel: no gradient is named 'both'}}
module {
  func.func @misspelt(%x: tensor<4xf32>) -> (tensor<4xf32> {grad.gradient = "own"}) {
    return %x : tensor<4xf32>
  }
}
