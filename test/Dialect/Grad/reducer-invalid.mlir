// Every constraint of the gradient reducer and of sparse gradients.
//
// RUN: grad-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{GR-S-1: expected a static dense shape with at least one dimension, got 'tensor<?x8xf32>'}}
func.func private @type(!grad.indexed_slices<?xi32, ?x8xf32>)

// -----

// expected-error@+1 {{GR-S-1: expected a static dense shape with at least one dimension, got 'tensor<f32>'}}
func.func private @type(!grad.indexed_slices<?xi32, f32>)

// -----

// expected-error@+1 {{GR-S-2: expected indices of i32 or i64, got 'i8'}}
func.func private @type(!grad.indexed_slices<?xi8, 8xf32>)

// -----

// expected-error@+1 {{GR-S-3: expected values that are floats or signless integers, got 'ui8'}}
func.func private @type(!grad.indexed_slices<?xi32, 8xui8>)

// -----

// expected-error@+1 {{expected one number of rows, as in <?xi32, 8x4xf32>}}
func.func private @type(!grad.indexed_slices<2x2xi32, 8xf32>)

// -----

// expected-error@+1 {{GR-GI-1: expected a name that is not empty}}
func.func private @info() attributes {a = #grad.gradient_info<"">}

// -----

// expected-error@+1 {{GR-GI-2: expected at most one of 'layerwise_parallel', 'parameter_server' and 'sharded'}}
func.func private @info() attributes {a = #grad.gradient_info<"w", parameter_server, layerwise_parallel>}

// -----

// expected-error@+1 {{expected 'layerwise_parallel', 'parameter_server' or 'sharded', once, got 'frozen'}}
func.func private @info() attributes {a = #grad.gradient_info<"w", frozen>}

// -----

// expected-error@+1 {{GR-RO-1: expected 'degree' to be a positive integer, got 0}}
func.func private @options() attributes {a = #grad.reducer_options<degree = 0>}

// -----

// expected-error@+1 {{GR-RO-2: expected 'fusion_type' to be 0 or more, got -1}}
func.func private @options() attributes {a = #grad.reducer_options<fusion_type = -1>}

// -----

// expected-error@+1 {{GR-RO-3: expected 'split_indices' to be above 0 and to ascend, got 2 after 2}}
func.func private @options() attributes {a = #grad.reducer_options<split_indices = [2, 2]>}

// -----

// expected-error@+1 {{GR-RO-3: expected 'split_indices' not to be empty}}
func.func private @options() attributes {a = #grad.reducer_options<split_indices = []>}

// -----

// expected-error@+1 {{GR-RO-3: expected 'split_indices' to stand without 'fusion_type'}}
func.func private @options() attributes {a = #grad.reducer_options<split_indices = [1], fusion_type = 1>}

// -----

// expected-error@+1 {{GR-RO-4: expected 'wire' to stand without 'reduce_type'}}
func.func private @options() attributes {a = #grad.reducer_options<wire = f16, reduce_type = f32>}

// -----

// expected-error@+1 {{GR-RO-5: expected 'clip_norm' to be finite and above 0, got -1}}
func.func private @options() attributes {a = #grad.reducer_options<clip_norm = -1.0>}

// -----

// expected-error@+1 {{GR-RO-5: expected 'clip_value' to be finite and above 0, got 0}}
func.func private @options() attributes {a = #grad.reducer_options<clip_value = 0.0>}

// -----

// expected-error@+1 {{GR-RO-6: expected 'dense_above' to be from 0 to 1 and to stand without 'sparse_as_dense', got 1.5}}
func.func private @options() attributes {a = #grad.reducer_options<dense_above = 1.5>}

// -----

// expected-error@+1 {{GR-RO-7: expected at most one of 'top_k', 'top_k_ratio' and 'threshold'}}
func.func private @options() attributes {a = #grad.reducer_options<top_k = 1, threshold = 1.0>}

// -----

// expected-error@+1 {{GR-RO-7: expected 'top_k' to be above 0, got 0}}
func.func private @options() attributes {a = #grad.reducer_options<top_k = 0>}

// -----

// expected-error@+1 {{GR-RO-7: expected 'top_k_ratio' to be above 0 and at most 1, got 2}}
func.func private @options() attributes {a = #grad.reducer_options<top_k_ratio = 2.0>}

// -----

// expected-error@+1 {{GR-RO-8: expected 'scale' to stand with a mean}}
func.func private @options() attributes {a = #grad.reducer_options<mean = false, scale = before>}

// -----

// expected-error@+1 {{unknown option of a reducer 'meen'}}
func.func private @options() attributes {a = #grad.reducer_options<meen = false>}

// -----

// expected-error@+1 {{expected 'f16' or 'bf16', got 'f8'}}
func.func private @options() attributes {a = #grad.reducer_options<wire = f8>}

// -----

// expected-error@+1 {{expected 'true' or 'false', got 'no'}}
func.func private @options() attributes {a = #grad.reducer_options<mean = no>}

// -----

// expected-error@+1 {{expected 'degree' once, got it twice}}
func.func private @options() attributes {a = #grad.reducer_options<degree = 1, degree = 2>}

// -----

func.func @infos(%a: tensor<4xf32>) {
  // expected-error@+1 {{GR-RG-1: expected at least one gradient and one info for each, got 1 gradients and 2 infos}}
  %r = "grad.reduce_gradients"(%a) <{infos = [#grad.gradient_info<"a">, #grad.gradient_info<"b">], operandSegmentSizes = array<i32: 1, 0, 0, 0>, resultSegmentSizes = array<i32: 1, 0>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @names(%a: tensor<4xf32>) {
  // expected-error@+1 {{GR-RG-2: expected names of gradients to differ, got "w" twice}}
  %r:2 = grad.reduce_gradients %a<"w">, %a<"w"> : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @types(%a: tensor<4xindex>) {
  // expected-error@+1 {{GR-RG-3: gradient "w": expected floats or integers that are not signed, got 'tensor<4xindex>'}}
  %r = grad.reduce_gradients %a<"w"> : tensor<4xindex>
  return
}

// -----

func.func @mean(%a: tensor<4xi32>) {
  // expected-error@+1 {{GR-RG-4: gradient "w": expected floats for a mean, got 'tensor<4xi32>'; set 'mean = false' to add integers up}}
  %r = grad.reduce_gradients %a<"w"> : tensor<4xi32>
  return
}

// -----

func.func @sparse_mean(%a: !grad.indexed_slices<?xi32, 8xi32>) {
  // expected-error@+1 {{GR-RG-4: gradient "w": expected floats for a mean}}
  %r = grad.reduce_gradients %a<"w"> : !grad.indexed_slices<?xi32, 8xi32>
  return
}

// -----

func.func @result(%a: tensor<4xf16>) {
  // expected-error@+1 {{GR-RG-5: expected gradient "w" to come back as 'tensor<4xf16>', got 'tensor<4xf64>'}}
  %r = grad.reduce_gradients %a<"w"> : tensor<4xf16> -> tensor<4xf64>
  return
}

// -----

func.func @sparse_result(%a: !grad.indexed_slices<2xi32, 8xf32>) {
  // expected-error@+1 {{GR-RG-5: expected sparse gradient "w" to come back as '!grad.indexed_slices<?xi32, 8xf32>' or 'tensor<8xf32>', got '!grad.indexed_slices<2xi32, 8xf32>'}}
  %r = grad.reduce_gradients %a<"w"> : !grad.indexed_slices<2xi32, 8xf32>
  return
}

// -----

func.func @sparse_as_dense(%a: !grad.indexed_slices<?xi32, 8xf32>) {
  // expected-error@+1 {{GR-RG-6: expected sparse gradient "w" to come back as 'tensor<8xf32>', got '!grad.indexed_slices<?xi32, 8xf32>'}}
  %r = grad.reduce_gradients %a<"w"> with<sparse_as_dense> : !grad.indexed_slices<?xi32, 8xf32>
  return
}

// -----

func.func @wire(%a: tensor<4xbf16>) {
  // expected-error@+1 {{GR-RG-7: gradient "w": expected f32 or f16 for 'wire = f16', got 'bf16'}}
  %r = grad.reduce_gradients %a<"w"> with<wire = f16> : tensor<4xbf16>
  return
}

// -----

func.func @wire(%a: tensor<4xf64>) {
  // expected-error@+1 {{GR-RG-7: gradient "w": expected f32 or bf16 for 'wire = bf16', got 'f64'}}
  %r = grad.reduce_gradients %a<"w"> with<wire = bf16> : tensor<4xf64>
  return
}

// -----

func.func @residuals(%a: tensor<4xf16>, %r: tensor<4xf32>) {
  // expected-error@+1 {{GR-RG-8: expected a residual for each of 0 gradients that are sparsified, got 1}}
  %b:2 = grad.reduce_gradients %a<"w"> residuals(%r : tensor<4xf32>) : tensor<4xf16>
  return
}

// -----

func.func @residuals(%a: tensor<4xf16>, %r: tensor<4xf16>) {
  // expected-error@+1 {{GR-RG-8: expected the residual of gradient "w" to be 'tensor<4xf32>', got 'tensor<4xf16>'}}
  %b:2 = grad.reduce_gradients %a<"w"> residuals(%r : tensor<4xf16>) with<top_k = 1> : tensor<4xf16>
  return
}

// -----

func.func @dynamic(%a: tensor<?xf16>) {
  // expected-error@+1 {{GR-RG-9: gradient "w": expected a static shape to choose elements from, got 'tensor<?xf16>'}}
  %b = grad.reduce_gradients %a<"w"> with<top_k = 1> : tensor<?xf16>
  return
}

// -----

func.func @norm(%a: tensor<4xi32>) {
  // expected-error@+1 {{GR-RG-10: gradient "w": expected floats for a norm, got 'tensor<4xi32>'}}
  %b = grad.reduce_gradients %a<"w"> with<mean = false, clip_norm = 1.0> : tensor<4xi32>
  return
}

// -----

func.func @groups(%a: !grad.indexed_slices<?xi32, 8xf32>) {
  // expected-error@+1 {{GR-RG-11: gradient "w": expected replica groups of equal sizes to gather its rows, got #grad.group<[[0], [1, 2]]>}}
  %r = grad.reduce_gradients %a<"w"> on <[[0], [1, 2]]> : !grad.indexed_slices<?xi32, 8xf32>
  return
}

// -----

func.func @groups(%a: tensor<4xf32>) {
  // expected-error@+1 {{GR-RG-11: gradient "w": expected replica groups of equal sizes to gather its rows, got #grad.group<[[0], [1, 2]]>}}
  %r = grad.reduce_gradients %a<"w"> on <[[0], [1, 2]]> with<threshold = 1.0> : tensor<4xf32>
  return
}

// -----

func.func @slices(%i: tensor<3xi32>, %v: tensor<2xf32>) {
  // expected-error@+1 {{expected values to be 'tensor<3xf32>', got 'tensor<2xf32>'}}
  %s = "grad.indexed_slices"(%i, %v) : (tensor<3xi32>, tensor<2xf32>) -> !grad.indexed_slices<3xi32, 8xf32>
  return
}

// -----

func.func @to_dense(%s: !grad.indexed_slices<3xi32, 8xf32>) {
  // expected-error@+1 {{GR-TD-1: expected the dense type 'tensor<8xf32>', got 'tensor<9xf32>'}}
  %d = grad.to_dense %s : !grad.indexed_slices<3xi32, 8xf32> -> tensor<9xf32>
  return
}

// -----

func.func @coalesce(%s: !grad.indexed_slices<3xi32, 8xf32>) {
  // expected-error@+1 {{GR-CO-1: expected '!grad.indexed_slices<?xi32, 8xf32>', got '!grad.indexed_slices<3xi32, 8xf32>'}}
  %d = grad.coalesce %s : !grad.indexed_slices<3xi32, 8xf32> -> !grad.indexed_slices<3xi32, 8xf32>
  return
}

// -----

func.func @sparsify(%x: tensor<8xf32>) {
  // expected-error@+1 {{GR-SP-1: expected 'top_k' to be from 1 to 8, got 9}}
  %d = grad.sparsify %x top_k 9 : tensor<8xf32> -> !grad.indexed_slices<9xi32, 8xf32>
  return
}

// -----

func.func @sparsify(%x: tensor<8xf32>) {
  // expected-error@+1 {{GR-SP-1: expected either 'top_k' or 'threshold'}}
  %d = grad.sparsify %x : tensor<8xf32> -> !grad.indexed_slices<?xi32, 8xf32>
  return
}

// -----

func.func @sparsify(%x: tensor<8xf32>) {
  // expected-error@+1 {{GR-SP-1: expected 'threshold' to be finite and above 0, got -1}}
  %d = grad.sparsify %x threshold -1.0 : tensor<8xf32> -> !grad.indexed_slices<?xi32, 8xf32>
  return
}

// -----

func.func @sparsify(%x: tensor<8xf32>) {
  // expected-error@+1 {{GR-SP-2: expected sparse elements of 'tensor<8xf32>' with 'top_k' rows, got '!grad.indexed_slices<3xi32, 8xf32>'}}
  %d = grad.sparsify %x top_k 2 : tensor<8xf32> -> !grad.indexed_slices<3xi32, 8xf32>
  return
}

// -----

func.func @gather(%x: tensor<f32>) {
  // expected-error@+1 {{GR-AGV-1: expected tensors with rows, of floats or integers that are not signed, got 'tensor<f32>'}}
  %d:2 = grad.all_gather_v %x : tensor<f32> -> tensor<f32>, tensor<?xi64>
  return
}

// -----

func.func @gather(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{GR-AGV-2: expected the result of 'tensor<4x2xf32>' to be 'tensor<?x2xf32>', got 'tensor<8x2xf32>'}}
  %d:2 = grad.all_gather_v %x : tensor<4x2xf32> -> tensor<8x2xf32>, tensor<?xi64>
  return
}

// -----

func.func @gather(%x: tensor<4xf32>) {
  // expected-error@+1 {{GR-AGV-3: expected the numbers of rows to be 'tensor<2xi64>', got 'tensor<?xi64>'}}
  %d:2 = grad.all_gather_v %x on <[[0, 1]]> : tensor<4xf32> -> tensor<?xf32>, tensor<?xi64>
  return
}

// -----

func.func @gather(%x: tensor<4xf32>) {
  // expected-error@+1 {{GR-AGV-4: expected replica groups of equal sizes}}
  %d:2 = grad.all_gather_v %x on <[[0, 1], [2]]> : tensor<4xf32> -> tensor<?xf32>, tensor<?xi64>
  return
}

// -----

func.func @scale(%x: tensor<4xf32>, %f: tensor<f32>) {
  // expected-error@+1 {{GR-SC-1: expected operand and result to have the same shape, got 'tensor<4xf32>' and 'tensor<5xf32>'}}
  %d = grad.scale %x, %f : tensor<4xf32>, tensor<f32> -> tensor<5xf32>
  return
}

// -----

// expected-error@+1 {{GR-GI-3: expected 'sharded' not to be negative, got -2}}
func.func private @info() attributes {a = #grad.gradient_info<"w", sharded = -2>}

// -----

// expected-error@+1 {{GR-GI-2: expected at most one of 'layerwise_parallel', 'parameter_server' and 'sharded'}}
func.func private @info() attributes {a = #grad.gradient_info<"w", sharded = 2, layerwise_parallel>}

// -----

func.func @sharded_size(%a: tensor<5xf16>) {
  // expected-error@+1 {{GR-RG-12: gradient "w": expected a part to be 'tensor<3xf16>', got 'tensor<2xf16>'}}
  %r = grad.reduce_gradients %a<"w", sharded = 2> : tensor<5xf16> -> tensor<2xf16>
  return
}

// -----

func.func @sharded_group(%a: tensor<4xf32>) {
  // expected-error@+1 {{GR-RG-12: gradient "w": expected every rank to reduce what is sharded, got #grad.group<[[0, 1]]>}}
  %r = grad.reduce_gradients %a<"w", sharded = 2> on <[[0, 1]]> : tensor<4xf32> -> tensor<2xf32>
  return
}

// -----

func.func @sharded_dynamic(%a: tensor<?xf32>) {
  // expected-error@+1 {{GR-RG-12: gradient "w": expected a dense gradient of floats with a static shape, all of which is sent, to be sharded}}
  %r = grad.reduce_gradients %a<"w", sharded = 2> : tensor<?xf32> -> tensor<2xf32>
  return
}

// -----

func.func @sharded_sparsified(%a: tensor<4xf32>) {
  // expected-error@+1 {{GR-RG-12: gradient "w": expected a dense gradient of floats}}
  %r = grad.reduce_gradients %a<"w", sharded = 2> with<top_k = 1> : tensor<4xf32> -> tensor<2xf32>
  return
}

// -----

func.func @scaled_integers(%a: tensor<4xi32>, %s: tensor<f32>) {
  // expected-error@+1 {{GR-RG-13: gradient "w": expected floats to be scaled or accumulated, got 'tensor<4xi32>'}}
  %r = grad.reduce_gradients %a<"w"> scaled(%s : tensor<f32>) with<mean = false> : tensor<4xi32>
  return
}

// -----

func.func @counted_integers(%a: tensor<4xi32>, %n: tensor<f32>) {
  // expected-error@+1 {{GR-RG-13: gradient "w": expected floats to be scaled or accumulated, got 'tensor<4xi32>'}}
  %r = grad.reduce_gradients %a<"w"> accumulated(%n : tensor<f32>) with<mean = false> : tensor<4xi32>
  return
}
