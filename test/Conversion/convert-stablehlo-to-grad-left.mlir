// What stays as it was for its body, types or place: one refusal each, with the
// reason in a remark.

// RUN: grad-opt %s --split-input-file --convert-stablehlo-to-grad --remarks-filter=convert-stablehlo-to-grad --remark-policy=all -verify-diagnostics -o /dev/null
// And nothing of it is touched.
// RUN: grad-opt %s --split-input-file -o %t.before
// RUN: grad-opt %s --split-input-file --convert-stablehlo-to-grad -o %t.after
// RUN: diff %t.before %t.after

func.func @other_operation(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="its body is 'stablehlo.subtract' on f32, which is no reduction of the dialect"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.subtract"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// StableHLO's sum of booleans is their or; the dialect's is a sum.
func.func @sum_of_booleans(%x: tensor<4xi1>) {
  // expected-remark@below {{Reason="its body is 'stablehlo.add' on i1, which is no reduction of the dialect"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %s = "stablehlo.add"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }) : (tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @or_of_integers(%x: tensor<4xi32>) {
  // expected-remark@below {{Reason="its body is 'stablehlo.or' on i32, which is no reduction of the dialect"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = "stablehlo.or"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s) : (tensor<i32>) -> ()
  }) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @two_operations(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="its body is more than one operation on the two scalars"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %n = "stablehlo.negate"(%b) : (tensor<f32>) -> tensor<f32>
    %s = "stablehlo.add"(%a, %n) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @one_argument_twice(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="its body is more than one operation on the two scalars"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %a) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @returns_something_else(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="its body is more than one operation on the two scalars"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @three_arguments(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="its body does not take two scalars of the result's type"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @body_of_another_type(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="its body does not take two scalars of the result's type"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "stablehlo.return"(%s) : (tensor<f64>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @no_body(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="its body is no single block"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @complex_numbers(%x: tensor<4xcomplex<f32>>) {
  // expected-remark@below {{Reason="the dialect does not carry it: 'grad.all_reduce' op GR-C-5: expected integers without sign, unsigned integers or floats, got 'complex<f32>' in pair 0"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %s = "stablehlo.add"(%a, %b) : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
    "stablehlo.return"(%s) : (tensor<complex<f32>>) -> ()
  }) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @signed_integers(%x: tensor<4xsi32>) {
  // expected-remark@below {{Reason="the dialect does not carry it: 'grad.all_reduce' op GR-C-5: expected integers without sign, unsigned integers or floats, got 'si32' in pair 0"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<si32>, %b: tensor<si32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<si32>, tensor<si32>) -> tensor<si32>
    "stablehlo.return"(%s) : (tensor<si32>) -> ()
  }) : (tensor<4xsi32>) -> tensor<4xsi32>
  return
}

// -----

func.func @quantized(%x: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // expected-remark@below {{Reason="the dialect does not carry it: 'grad.all_reduce' op GR-C-5: expected integers without sign, unsigned integers or floats, got '!quant.uniform<i8:f32, 2.000000e+00>' in pair 0"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 2.0>>, %b: tensor<!quant.uniform<i8:f32, 2.0>>):
    %s = "stablehlo.add"(%a, %b) : (tensor<!quant.uniform<i8:f32, 2.0>>, tensor<!quant.uniform<i8:f32, 2.0>>) -> tensor<!quant.uniform<i8:f32, 2.0>>
    "stablehlo.return"(%s) : (tensor<!quant.uniform<i8:f32, 2.0>>) -> ()
  }) : (tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @promoted_integers(%x: tensor<4xi8>) {
  // expected-remark@below {{Reason="the dialect does not carry it: 'grad.all_reduce' op GR-C-6: expected operand and result 0 to have the same element type or to be floats, got 'i8' and 'i32'"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s) : (tensor<i32>) -> ()
  }) : (tensor<4xi8>) -> tensor<4xi32>
  return
}

// -----

func.func @other_shape(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="the dialect does not carry it: 'grad.all_reduce' op GR-AR-1: expected operand and result to have the same shape, got 'tensor<4xf32>' and 'tensor<5xf32>'"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @unranked(%x: tensor<*xf32>) {
  // expected-remark@below {{Reason="the dialect does not carry it: 'grad.all_reduce' op operand #0 must be variadic of ranked tensor of any type values or memref of any type values, but got 'tensor<*xf32>'"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @no_dimension(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="it has no integer 'all_gather_dim'"}}
  "stablehlo.all_gather"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @dimension_past_the_end(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="the dialect does not carry it: 'grad.all_gather' op GR-AG-1: expected 'dim' to be from 0 to 0, got 1"}}
  "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @uneven_gather(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="the dialect does not carry it: 'grad.all_gather' op GR-AG-4: expected replica groups of equal size, since the size enters the type, got #grad.group<[[0, 1], [2]]>"}}
  "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 2 : i32} {
func.func @undefined_order(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="with several replicas and several partitions in a group, the order of the shards is not defined"}}
  "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<16xf32>
  return
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 2 : i32} {
func.func @undefined_order_of_all(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="with several replicas and several partitions in a group, the order of the shards is not defined"}}
  "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<> : tensor<0x0xi64>}> : (tensor<4xf32>) -> tensor<16xf32>
  return
}
}

// -----

func.func @scatter_without_dimension(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="it has no integer 'scatter_dimension'"}}
  "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @other_collectives(%x: tensor<4xf32>) {
  // expected-remark@below {{Collective=stablehlo.collective_permute, Reason="the dialect has no such collective"}}
  "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark@below {{Collective=stablehlo.all_to_all, Reason="the dialect has no such collective"}}
  "stablehlo.all_to_all"(%x) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark@below {{Collective=stablehlo.collective_broadcast, Reason="the dialect has no such collective"}}
  "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// No remark for what is no collective of StableHLO, tokens and starts included.
func.func @no_collectives(%x: tensor<4xf32>) {
  %t = "stablehlo.create_token"() : () -> !stablehlo.token
  "stablehlo.custom_call"(%x, %t) <{call_target_name = "all_reduce", has_side_effect = true}> : (tensor<4xf32>, !stablehlo.token) -> tensor<4xf32>
  "mhlo.all_reduce_start"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// The input is malformed, which is not for this pass to say.
"func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "ends_its_block"}> ({
^bb0(%x: tensor<4xf32>):
  // expected-remark@below {{Reason="it ends its block"}}
  "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
}) : () -> ()
