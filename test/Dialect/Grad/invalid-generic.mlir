// Operations of the wrong make-up, which only the generic form can spell, and
// attributes of the wrong kind.
//
// RUN: grad-opt %s -split-input-file -verify-diagnostics

func.func @kind_is_number(%a: tensor<4xf32>) {
  // expected-error @below {{Invalid attribute `kind` in property conversion: 3 : i32}}
  %0 = "grad.all_reduce"(%a) <{kind = 3 : i32, operandSegmentSizes = array<i32: 1, 0>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// As older files have it, after the operands.
func.func @discardable_kind_is_number(%a: tensor<4xf32>) {
  // expected-error @below {{attribute 'kind' failed to satisfy constraint}}
  %0 = "grad.all_reduce"(%a) {kind = 3 : i32, operandSegmentSizes = array<i32: 1, 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @no_kind(%a: tensor<4xf32>) {
  // expected-error @below {{requires attribute 'kind'}}
  %0 = "grad.all_reduce"(%a) <{operandSegmentSizes = array<i32: 1, 0>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @kind_twice(%a: tensor<4xf32>) {
  // expected-error @below {{duplicate key 'kind' in dictionary attribute}}
  %0 = "grad.all_reduce"(%a) <{kind = #grad.reduction_kind<sum>, kind = #grad.reduction_kind<max>, operandSegmentSizes = array<i32: 1, 0>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @group_is_array(%a: tensor<4xf32>) {
  // expected-error @below {{Invalid attribute `group` in property conversion}}
  %0 = "grad.broadcast"(%a) <{root = 0 : i64, group = [[0]], operandSegmentSizes = array<i32: 1, 0>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @fusion_is_group(%a: tensor<4xf32>) {
  // expected-error @below {{Invalid attribute `fusion` in property conversion}}
  %0 = "grad.broadcast"(%a) <{root = 0 : i64, fusion = #grad.group<[[0]]>, operandSegmentSizes = array<i32: 1, 0>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dim_is_string(%a: tensor<4xf32>) {
  // expected-error @below {{Invalid attribute `dim` in property conversion: "x"}}
  %0 = "grad.all_gather"(%a) <{dim = "x", operandSegmentSizes = array<i32: 1, 0>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dim_is_i32(%a: tensor<4xf32>) {
  // expected-error @below {{attribute 'dim' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = "grad.all_gather"(%a) <{dim = 0 : i32, operandSegmentSizes = array<i32: 1, 0>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @no_dim(%a: tensor<4xf32>) {
  // expected-error @below {{requires attribute 'dim'}}
  %0 = "grad.reduce_scatter"(%a) <{kind = #grad.reduction_kind<sum>, operandSegmentSizes = array<i32: 1, 0>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @properties_are_string(%a: tensor<4xf32>) {
  // expected-error @below {{expected DictionaryAttr to set properties}}
  %0 = "grad.broadcast"(%a) <"x"> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// The same in the dictionary of the pretty form
//===----------------------------------------------------------------------===//

func.func @group_in_dictionary(%a: tensor<4xf32>) {
  // expected-error @below {{attribute 'group' failed to satisfy constraint}}
  %0 = grad.all_reduce<sum> %a {group = 3} : tensor<4xf32>
  return
}

// -----

func.func @fusion_in_dictionary(%a: tensor<4xf32>) {
  // expected-error @below {{attribute 'fusion' failed to satisfy constraint}}
  %0 = grad.all_reduce<sum> %a {fusion = "x"} : tensor<4xf32>
  return
}

// -----

func.func @kind_in_dictionary(%a: tensor<4xf32>) {
  // expected-error @below {{attribute 'kind' occurs more than once in the attribute list}}
  %0 = grad.all_reduce<sum> %a {kind = #grad.reduction_kind<max>} : tensor<4xf32>
  return
}

// -----

func.func @segments_in_dictionary(%a: tensor<4xf32>) {
  // expected-error @below {{attribute 'operandSegmentSizes' occurs more than once in the attribute list}}
  %0 = grad.all_reduce<sum> %a {operandSegmentSizes = array<i32: 0, 1>} : tensor<4xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// How operands are divided into inputs and outputs
//===----------------------------------------------------------------------===//

func.func @no_segments(%a: tensor<4xf32>) {
  // expected-error @below {{operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  %0 = "grad.all_reduce"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sum_of_segments(%a: tensor<4xf32>) {
  // expected-error @below {{operand count (1) does not match with the total size (2147483649) specified in attribute 'operandSegmentSizes'}}
  %0 = "grad.all_reduce"(%a) <{kind = #grad.reduction_kind<sum>, operandSegmentSizes = array<i32: 2147483647, 2>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @negative_segment(%a: tensor<4xf32>) {
  // expected-error @below {{'operandSegmentSizes' attribute cannot have negative elements}}
  %0 = "grad.all_reduce"(%a) <{kind = #grad.reduction_kind<sum>, operandSegmentSizes = array<i32: -1, 2>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @fewer_segments(%a: tensor<4xf32>) {
  // expected-error @below {{size mismatch in attribute conversion: 1 vs 2}}
  %0 = "grad.all_reduce"(%a) <{kind = #grad.reduction_kind<sum>, operandSegmentSizes = array<i32: 1>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @wide_segments(%a: tensor<4xf32>) {
  // expected-error @below {{expected DenseI32ArrayAttr for key `value`}}
  %0 = "grad.all_reduce"(%a) <{kind = #grad.reduction_kind<sum>, operandSegmentSizes = array<i64: 1, 0>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @tensor_as_output(%a: tensor<4xf32>) {
  // expected-error @below {{operand #0 must be variadic of memref of any type values, but got 'tensor<4xf32>'}}
  %0 = "grad.all_reduce"(%a) <{kind = #grad.reduction_kind<sum>, operandSegmentSizes = array<i32: 0, 1>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Types that are neither ranked tensors nor ranked memrefs
//===----------------------------------------------------------------------===//

func.func @scalar(%a: f32) {
  // expected-error @below {{operand #0 must be variadic of ranked tensor of any type values or memref of any type values, but got 'f32'}}
  %0 = "grad.all_reduce"(%a) <{kind = #grad.reduction_kind<sum>, operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f32
  return
}

// -----

func.func @vector(%a: vector<4xf32>) {
  // expected-error @below {{operand #0 must be variadic of ranked tensor of any type values or memref of any type values, but got 'vector<4xf32>'}}
  %0 = grad.broadcast %a root 0 : vector<4xf32> -> vector<4xf32>
  return
}

// -----

func.func @unranked_tensor(%a: tensor<*xf32>) {
  // expected-error @below {{operand #0 must be variadic of ranked tensor of any type values or memref of any type values, but got 'tensor<*xf32>'}}
  %0 = grad.all_gather %a dim 0 : tensor<*xf32>
  return
}

// -----

func.func @unranked_memref(%m: memref<*xf32>) {
  // expected-error @below {{operand #0 must be variadic of ranked tensor of any type values or memref of any type values, but got 'memref<*xf32>'}}
  grad.all_reduce<sum> %m : memref<*xf32>
  return
}

// -----

func.func @unranked_output(%m: memref<4xf32>, %n: memref<*xf32>) {
  // expected-error @below {{operand #1 must be variadic of memref of any type values, but got 'memref<*xf32>'}}
  grad.all_gather ins(%m : memref<4xf32>) outs(%n : memref<*xf32>) dim 0
  return
}

// -----

func.func @scalar_result(%a: tensor<4xf32>) {
  // expected-error @below {{result #0 must be variadic of ranked tensor of any type values, but got 'f32'}}
  %0 = grad.all_reduce<sum> %a : tensor<4xf32> -> f32
  return
}

// -----

func.func @memref_result(%m: memref<4xf32>) {
  // expected-error @below {{result #0 must be variadic of ranked tensor of any type values, but got 'memref<4xf32>'}}
  %0 = grad.all_reduce<sum> %m : memref<4xf32> -> memref<4xf32>
  return
}

// -----

func.func @region(%a: tensor<4xf32>) {
  // expected-error @below {{requires zero regions}}
  %0 = "grad.broadcast"(%a) <{root = 0 : i64, operandSegmentSizes = array<i32: 1, 0>}> ({}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @unknown_operation(%a: tensor<4xf32>) {
  // expected-error @below {{unregistered operation 'grad.nosuch' found in dialect ('grad') that does not allow unknown operations}}
  %0 = "grad.nosuch"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
