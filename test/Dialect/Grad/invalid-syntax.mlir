// Text that is no operation or attribute of the dialect: an error where the
// text goes wrong.
//
// RUN: grad-opt %s -split-input-file -verify-diagnostics

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

// expected-error @below {{unbalanced '<' character in pretty dialect name}}
#unclosed = #grad.group<[[0]]

// -----

// expected-error @below {{expected '<'}}
#no_list = #grad.group

// -----

// expected-error @below {{expected '[' in list of replica groups}}
#empty = #grad.group<>

// -----

// expected-error @below {{expected '[' in replica group}}
#flat = #grad.group<[0, 1]>

// -----

// expected-error @below {{expected integer value}}
#fraction = #grad.group<[[0.5]]>

// -----

// expected-error @below {{expected integer value}}
#trailing_comma = #grad.group<[[0,]]>

// -----

// expected-error @below {{integer value too large}}
#too_large = #grad.group<[[0, 9223372036854775808]]>

// -----

// expected-error @below {{expected no type after this attribute, got 'i32'}}
#typed = #grad.group<[[0, 1]]> : i32

// -----

// expected-error @below {{unknown attribute `nosuch` in dialect `grad`}}
#nosuch = #grad.nosuch<1>

// -----

func.func @on_number(%a: tensor<4xf32>) {
  // expected-error @below {{expected '<'}}
  %0 = grad.all_reduce<sum> %a on 3 : tensor<4xf32>
  return
}

// -----

func.func @on_nothing(%a: tensor<4xf32>) {
  // expected-error @below {{expected '<'}}
  %0 = grad.all_reduce<sum> %a on : tensor<4xf32>
  return
}

// -----

#fusion = #grad.fusion<id = 1>
func.func @on_fusion(%a: tensor<4xf32>) {
  // expected-error @below {{invalid kind of attribute specified}}
  %0 = grad.all_reduce<sum> %a on #fusion : tensor<4xf32>
  return
}

// -----

func.func @on_undefined(%a: tensor<4xf32>) {
  // expected-error @below {{undefined symbol alias id 'undefined'}}
  %0 = grad.all_reduce<sum> %a on #undefined : tensor<4xf32>
  return
}

// -----

// MLIR's parser takes the types for the attribute's; say what to write.
func.func @on_full_attribute(%a: tensor<4xf32>) {
  // expected-error @below {{expected no type after this attribute, got 'tensor<4xf32>'; before the types of an operation, write it as 'on <[[0, 1], [2, 3]]>' or through an alias}}
  %0 = grad.all_reduce<sum> %a on #grad.group<[[0, 1]]> : tensor<4xf32>
  return
}

// -----

func.func @size_of_number() {
  // expected-error @below {{expected '<'}}
  %0 = grad.group_size on 3 : index
  return
}

// -----

//===----------------------------------------------------------------------===//
// Fusion
//===----------------------------------------------------------------------===//

// expected-error @below {{expected 'id', 'auto' or 'index', got 'bucket'}}
#unknown = #grad.fusion<bucket = 1>

// -----

// expected-error @below {{expected 'id' once, got it twice}}
#id_twice = #grad.fusion<id = 1, id = 2>

// -----

// expected-error @below {{expected 'index' once, got it twice}}
#index_twice = #grad.fusion<index = 1, id = 2, index = 1>

// -----

// expected-error @below {{expected 'auto' once, got it twice}}
#auto_twice = #grad.fusion<id = 1, auto, auto>

// -----

// expected-error @below {{expected '='}}
#no_value = #grad.fusion<id>

// -----

// expected-error @below {{expected integer value}}
#string = #grad.fusion<id = "a">

// -----

// expected-error @below {{integer value too large}}
#too_large = #grad.fusion<id = 9223372036854775808>

// -----

// expected-error @below {{expected valid keyword}}
#trailing_comma = #grad.fusion<id = 1,>

// -----

func.func @without_list(%a: tensor<4xf32>) {
  // expected-error @below {{expected '<'}}
  %0 = grad.all_reduce<sum> %a fusion : tensor<4xf32>
  return
}

// -----

func.func @wrong_order(%a: tensor<4xf32>) {
  // expected-error @below {{expected ':'}}
  %0 = grad.all_reduce<sum> %a fusion<id = 1> on <[[0]]> : tensor<4xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Reduction kinds
//===----------------------------------------------------------------------===//

func.func @no_kind(%a: tensor<4xf32>) {
  // expected-error @below {{expected '<'}}
  %0 = grad.all_reduce %a : tensor<4xf32>
  return
}

// -----

func.func @unknown_kind(%a: tensor<4xf32>) {
  // expected-error @below {{to be one of: sum, avg, prod, min, max}}
  // expected-error @below {{failed to parse Grad_ReductionKindAttr parameter}}
  %0 = grad.all_reduce<mean> %a : tensor<4xf32>
  return
}

// -----

func.func @empty_kind(%a: tensor<4xf32>) {
  // expected-error @below {{expected valid keyword or string}}
  // expected-error @below {{failed to parse Grad_ReductionKindAttr parameter}}
  %0 = grad.reduce_scatter<> %a dim 0 : tensor<4xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

func.func @no_dim(%a: tensor<4xf32>) {
  // expected-error @below {{expected 'dim'}}
  %0 = grad.all_gather %a : tensor<4xf32> -> tensor<8xf32>
  return
}

// -----

func.func @string_dim(%a: tensor<4xf32>) {
  // expected-error @below {{expected integer value}}
  %0 = grad.all_gather %a dim "x" : tensor<4xf32> -> tensor<8xf32>
  return
}

// -----

func.func @large_dim(%a: tensor<4xf32>) {
  // expected-error @below {{integer value too large}}
  %0 = grad.all_gather %a dim 9223372036854775808 : tensor<4xf32>
  return
}

// -----

func.func @no_root(%a: tensor<4xf32>) {
  // expected-error @below {{expected 'root'}}
  %0 = grad.broadcast %a : tensor<4xf32>
  return
}

// -----

func.func @large_root(%a: tensor<4xf32>) {
  // expected-error @below {{integer value too large}}
  %0 = grad.broadcast %a root 99999999999999999999 : tensor<4xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Operands and types
//===----------------------------------------------------------------------===//

func.func @no_types(%a: tensor<4xf32>) {
  // expected-error @below {{expected ':'}}
  %0 = grad.all_reduce<sum> %a
  return
}

// -----

func.func @no_type_after_colon(%a: tensor<4xf32>) {
  // expected-error @below {{expected non-function type}}
  %0 = grad.all_reduce<sum> %a :
  return
}

// -----

func.func @no_operand(%a: tensor<4xf32>) {
  // expected-error @below {{expected 'ins'}}
  %0 = grad.all_reduce<sum> : tensor<4xf32>
  return
}

// -----

func.func @trailing_comma(%a: tensor<4xf32>) {
  // expected-error @below {{expected SSA operand}}
  %0 = grad.all_reduce<sum> %a, : tensor<4xf32>
  return
}

// -----

func.func @more_types(%a: tensor<4xf32>) {
  // expected-error @below {{number of operands and types do not match: got 1 operands and 2 types}}
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @fewer_types(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error @below {{number of operands and types do not match: got 2 operands and 1 types}}
  %0:2 = grad.all_reduce<sum> %a, %b : tensor<4xf32>
  return
}

// -----

func.func @other_type(%a: tensor<4xf32>) {
  // expected-note @above {{prior use here}}
  // expected-error @below {{use of value '%a' expects different type than prior uses: 'tensor<5xf32>' vs 'tensor<4xf32>'}}
  %0 = grad.all_reduce<sum> %a : tensor<5xf32>
  return
}

// -----

func.func @no_type_after_arrow(%a: tensor<4xf32>) {
  // expected-error @below {{expected non-function type}}
  %0 = grad.all_reduce<sum> %a : tensor<4xf32> ->
  return
}

// -----

func.func @fewer_results_than_names(%a: tensor<4xf32>) {
  // expected-error @below {{operation defines 1 results but was provided 2 to bind}}
  %0:2 = grad.all_reduce<sum> %a : tensor<4xf32>
  return
}

// -----

func.func @in_place_result(%m: memref<4xf32>) {
  // expected-error @below {{cannot name an operation with no results}}
  %0 = grad.all_reduce<sum> %m : memref<4xf32>
  return
}

// -----

func.func @no_outs(%m: memref<4xf32>) {
  grad.all_reduce<sum> ins(%m : memref<4xf32>)
  // expected-error @below {{expected 'outs'}}
  return
}

// -----

func.func @empty_ins(%m: memref<4xf32>) {
  // expected-error @below {{expected ':'}}
  grad.all_reduce<sum> ins() outs(%m : memref<4xf32>)
  return
}

// -----

func.func @undefined(%a: tensor<4xf32>) {
  // expected-error @below {{use of undeclared SSA value name}}
  %0 = grad.all_reduce<sum> %b : tensor<4xf32>
  return
}

// -----

func.func @nosuch(%a: tensor<4xf32>) {
  // expected-error @below {{custom op 'grad.nosuch' is unknown}}
  %0 = grad.nosuch %a : tensor<4xf32>
  return
}

// -----

func.func @rank_is_index() {
  // expected-error @below {{invalid kind of type specified: expected builtin.index, but found 'i32'}}
  %0 = grad.rank : i32
  return
}
