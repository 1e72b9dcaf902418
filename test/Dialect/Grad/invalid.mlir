// One case, or more, for each constraint that the documentation of the dialect
// lists; constraints.test checks that none is missing.
//
// RUN: grad-opt %s -split-input-file -verify-diagnostics

//===----------------------------------------------------------------------===//
// GR-G: groups
//===----------------------------------------------------------------------===//

// expected-error @below {{GR-G-1: expected at least one replica group}}
#none = #grad.group<[]>

// -----

// expected-error @below {{GR-G-1: expected no replica group to be empty}}
#empty = #grad.group<[[0], []]>

// -----

// expected-error @below {{GR-G-2: expected ranks to be 0 or more, got -1}}
#negative = #grad.group<[[0, -1]]>

// -----

// expected-error @below {{GR-G-3: expected each rank once, got rank 1 twice}}
#twice_in_group = #grad.group<[[0, 1, 1]]>

// -----

// expected-error @below {{GR-G-3: expected each rank once, got rank 0 twice}}
#twice_in_groups = #grad.group<[[0, 1], [2, 0]]>

// -----

//===----------------------------------------------------------------------===//
// GR-F: fusion
//===----------------------------------------------------------------------===//

// expected-error @below {{GR-F-1: expected a fusion id of 0 or more, got -1}}
#negative_id = #grad.fusion<id = -1>

// -----

// expected-error @below {{GR-F-1: expected a fusion index of 0 or more, got -7}}
#negative_index = #grad.fusion<id = 1, index = -7>

// -----

// expected-error @below {{GR-F-2: expected 'auto' to stand with an id}}
#auto_alone = #grad.fusion<auto, index = 1>

// -----

// expected-error @below {{GR-F-3: expected an id or an index}}
#nothing = #grad.fusion<>

// -----

func.func @fusion_in_operation(%a: tensor<4xf32>) {
  // expected-error @below {{GR-F-1: expected a fusion id of 0 or more, got -1}}
  %0 = grad.all_reduce<sum> %a fusion<id = -1> : tensor<4xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// GR-C: what all collectives share
//===----------------------------------------------------------------------===//

func.func @no_operand() {
  // expected-error @below {{GR-C-1: expected at least one operand}}
  "grad.all_reduce"() <{kind = #grad.reduction_kind<sum>,
                        operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
  return
}

// -----

func.func @only_an_output(%m: memref<4xf32>) {
  // expected-error @below {{GR-C-1: expected at least one operand}}
  "grad.all_gather"(%m) <{dim = 0 : i64,
                          operandSegmentSizes = array<i32: 0, 1>}>
      : (memref<4xf32>) -> ()
  return
}

// -----

func.func @tensor_and_memref(%a: tensor<4xf32>, %m: memref<4xf32>) {
  // expected-error @below {{GR-C-2: expected only tensors or only memrefs, got both 'tensor<4xf32>' and 'memref<4xf32>'}}
  grad.all_reduce<sum> %a, %m : tensor<4xf32>, memref<4xf32>
  return
}

// -----

func.func @fewer_results(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error @below {{GR-C-3: expected 2 results and no outputs on tensors, got 1 results and 0 outputs}}
  %0 = grad.all_reduce<sum> %a, %b
      : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @more_results(%a: tensor<4xf32>) {
  // expected-error @below {{GR-C-3: expected 1 results and no outputs on tensors, got 2 results and 0 outputs}}
  %0:2 = grad.broadcast %a root 0
      : tensor<4xf32> -> tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @output_of_tensor(%a: tensor<4xf32>, %m: memref<4xf32>) {
  // expected-error @below {{GR-C-3: expected 1 results and no outputs on tensors, got 0 results and 1 outputs}}
  grad.all_reduce<sum> ins(%a : tensor<4xf32>) outs(%m : memref<4xf32>)
  return
}

// -----

func.func @fewer_outputs(%m: memref<4xf32>, %n: memref<4xf32>) {
  // expected-error @below {{GR-C-4: expected 2 outputs or none and no results on memrefs, got 1 outputs and 0 results}}
  grad.all_reduce<sum> ins(%m, %n : memref<4xf32>, memref<4xf32>)
      outs(%n : memref<4xf32>)
  return
}

// -----

// Only all_reduce and broadcast deliver what they were given.
func.func @gather_in_place(%m: memref<4xf32>) {
  // expected-error @below {{GR-C-4: expected 1 outputs and no results on memrefs, got 0 outputs and 0 results}}
  grad.all_gather %m dim 0 : memref<4xf32>
  return
}

// -----

func.func @result_of_memref(%m: memref<4xf32>) {
  // expected-error @below {{GR-C-4: expected 1 outputs or none and no results on memrefs, got 0 outputs and 1 results}}
  %0 = grad.all_reduce<sum> %m : memref<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @index(%a: tensor<4xindex>) {
  // expected-error @below {{GR-C-5: expected integers without sign, unsigned integers or floats, got 'index' in pair 0}}
  %0 = grad.all_reduce<sum> %a : tensor<4xindex>
  return
}

// -----

func.func @signed(%a: tensor<4xf32>, %b: tensor<4xsi8>) {
  // expected-error @below {{GR-C-5: expected integers without sign, unsigned integers or floats, got 'si8' in pair 1}}
  %0:2 = grad.broadcast %a, %b root 0 : tensor<4xf32>, tensor<4xsi8>
  return
}

// -----

func.func @complex(%a: tensor<4xcomplex<f32>>) {
  // expected-error @below {{GR-C-5: expected integers without sign, unsigned integers or floats, got 'complex<f32>' in pair 0}}
  %0 = grad.all_reduce<sum> %a : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @vectors_in_memory(%m: memref<4xvector<2xf32>>) {
  // expected-error @below {{GR-C-5: expected integers without sign, unsigned integers or floats, got 'vector<2xf32>' in pair 0}}
  grad.all_reduce<sum> %m : memref<4xvector<2xf32>>
  return
}

// -----

func.func @integer_changes(%a: tensor<4xi32>) {
  // expected-error @below {{GR-C-6: expected operand and result 0 to have the same element type or to be floats, got 'i32' and 'i64'}}
  %0 = grad.all_reduce<sum> %a : tensor<4xi32> -> tensor<4xi64>
  return
}

// -----

func.func @float_to_integer(%a: tensor<4xf32>) {
  // expected-error @below {{GR-C-6: expected operand and result 0 to have the same element type or to be floats, got 'f32' and 'i32'}}
  %0 = grad.reduce_scatter<sum> %a dim 0 : tensor<4xf32> -> tensor<2xi32>
  return
}

// -----

// Only reductions change the type.
func.func @broadcast_changes(%m: memref<4xf16>, %n: memref<4xf32>) {
  // expected-error @below {{GR-C-6: expected operand and result 0 to have the same element type, got 'f16' and 'f32'}}
  grad.broadcast ins(%m : memref<4xf16>) outs(%n : memref<4xf32>) root 0
  return
}

// -----

//===----------------------------------------------------------------------===//
// GR-AR: all_reduce
//===----------------------------------------------------------------------===//

func.func @all_reduce_shape(%a: tensor<4xf32>, %b: tensor<?x2xf32>) {
  // expected-error @below {{GR-AR-1: expected operand and result to have the same shape, got 'tensor<?x2xf32>' and 'tensor<4x3xf32>'}}
  %0:2 = grad.all_reduce<sum> %a, %b
      : tensor<4xf32>, tensor<?x2xf32> -> tensor<4xf32>, tensor<4x3xf32>
  return
}

// -----

func.func @all_reduce_rank(%m: memref<4xf32>, %n: memref<4x1xf32>) {
  // expected-error @below {{GR-AR-1: expected operand and result to have the same shape, got 'memref<4xf32>' and 'memref<4x1xf32>'}}
  grad.all_reduce<sum> ins(%m : memref<4xf32>) outs(%n : memref<4x1xf32>)
  return
}

// -----

func.func @all_reduce_average(%a: tensor<4xf32>, %b: tensor<4xui8>) {
  // expected-error @below {{GR-AR-2: expected 'avg' on floats, got 'ui8'; use 'sum', or convert to a float first}}
  %0:2 = grad.all_reduce<avg> %a, %b : tensor<4xf32>, tensor<4xui8>
  return
}

// -----

//===----------------------------------------------------------------------===//
// GR-RS: reduce_scatter
//===----------------------------------------------------------------------===//

func.func @reduce_scatter_rank(%a: tensor<4x2xf32>) {
  // expected-error @below {{GR-RS-1: expected operand and result to have the same rank, got 2 and 1}}
  %0 = grad.reduce_scatter<sum> %a dim 0 : tensor<4x2xf32> -> tensor<4xf32>
  return
}

// -----

func.func @reduce_scatter_rank_0(%a: tensor<f32>) {
  // expected-error @below {{GR-RS-1: expected operand and result to have dimensions, got rank 0}}
  %0 = grad.reduce_scatter<sum> %a dim 0 : tensor<f32>
  return
}

// -----

func.func @reduce_scatter_dim(%a: tensor<4x2xf32>) {
  // expected-error @below {{GR-RS-1: expected 'dim' to be from 0 to 1, got 2}}
  %0 = grad.reduce_scatter<sum> %a dim 2 : tensor<4x2xf32>
  return
}

// -----

func.func @reduce_scatter_other_dim(%a: tensor<4x2xf32>) {
  // expected-error @below {{GR-RS-2: expected dimension 1 to be equal in operand and result, got 'tensor<4x2xf32>' and 'tensor<2x1xf32>'}}
  %0 = grad.reduce_scatter<sum> %a dim 0 : tensor<4x2xf32> -> tensor<2x1xf32>
  return
}

// -----

#pair = #grad.group<[[0, 1]]>
func.func @reduce_scatter_group(%a: tensor<8xf32>) {
  // expected-error @below {{GR-RS-3: expected dimension 0 of the whole, 8, to be 2, the group's size, times the shard's, 2}}
  %0 = grad.reduce_scatter<sum> %a dim 0 on #pair
      : tensor<8xf32> -> tensor<2xf32>
  return
}

// -----

func.func @reduce_scatter_world(%a: tensor<8xf32>) {
  // expected-error @below {{GR-RS-3: expected dimension 0 of the whole, 8, to be a multiple of the shard's, 3}}
  %0 = grad.reduce_scatter<sum> %a dim 0 : tensor<8xf32> -> tensor<3xf32>
  return
}

// -----

func.func @reduce_scatter_to_nothing(%a: tensor<8xf32>) {
  // expected-error @below {{GR-RS-3: expected dimension 0 of the whole, 8, to be a multiple of the shard's, 0}}
  %0 = grad.reduce_scatter<sum> %a dim 0 : tensor<8xf32> -> tensor<0xf32>
  return
}

// -----

#uneven = #grad.group<[[0, 1], [2]]>
func.func @reduce_scatter_uneven(%a: tensor<4xf32>) {
  // expected-error @below {{GR-RS-4: expected replica groups of equal size, since the size enters the type}}
  %0 = grad.reduce_scatter<sum> %a dim 0 on #uneven
      : tensor<4xf32> -> tensor<2xf32>
  return
}

// -----

func.func @reduce_scatter_average(%a: tensor<4xi32>) {
  // expected-error @below {{GR-RS-5: expected 'avg' on floats, got 'i32'; use 'sum', or convert to a float first}}
  %0 = grad.reduce_scatter<avg> %a dim 0 : tensor<4xi32> -> tensor<2xi32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// GR-AG: all_gather
//===----------------------------------------------------------------------===//

func.func @all_gather_rank(%m: memref<4xf32>, %n: memref<8x1xf32>) {
  // expected-error @below {{GR-AG-1: expected operand and result to have the same rank, got 2 and 1}}
  grad.all_gather ins(%m : memref<4xf32>) outs(%n : memref<8x1xf32>) dim 0
  return
}

// -----

func.func @all_gather_dim(%a: tensor<4xf32>) {
  // expected-error @below {{GR-AG-1: expected 'dim' to be from 0 to 0, got -1}}
  %0 = grad.all_gather %a dim -1 : tensor<4xf32> -> tensor<8xf32>
  return
}

// -----

func.func @all_gather_other_dim(%a: tensor<4x2xf32>) {
  // expected-error @below {{GR-AG-2: expected dimension 0 to be equal in operand and result, got 'tensor<5x4xf32>' and 'tensor<4x2xf32>'}}
  %0 = grad.all_gather %a dim 1 : tensor<4x2xf32> -> tensor<5x4xf32>
  return
}

// -----

#pair = #grad.group<[[0, 1]]>
func.func @all_gather_group(%a: tensor<4xf32>) {
  // expected-error @below {{GR-AG-3: expected dimension 0 of the whole, 12, to be 2, the group's size, times the shard's, 4}}
  %0 = grad.all_gather %a dim 0 on #pair : tensor<4xf32> -> tensor<12xf32>
  return
}

// -----

func.func @all_gather_world(%a: tensor<4xf32>) {
  // expected-error @below {{GR-AG-3: expected dimension 0 of the whole, 9, to be a multiple of the shard's, 4}}
  %0 = grad.all_gather %a dim 0 : tensor<4xf32> -> tensor<9xf32>
  return
}

// -----

// Four shards of 2^62 elements are 2^64: no 64-bit product tells them from 0.
#four = #grad.group<[[0, 1, 2, 3]]>
func.func @all_gather_overflow(%a: tensor<4611686018427387904xi8>) {
  // expected-error @below {{GR-AG-3: expected dimension 0 of the whole, 0, to be 4, the group's size, times the shard's, 4611686018427387904}}
  %0 = grad.all_gather %a dim 0 on #four
      : tensor<4611686018427387904xi8> -> tensor<0xi8>
  return
}

// -----

#uneven = #grad.group<[[0, 1], [2]]>
func.func @all_gather_uneven(%a: tensor<?xf32>) {
  // expected-error @below {{GR-AG-4: expected replica groups of equal size, since the size enters the type}}
  %0 = grad.all_gather %a dim 0 on #uneven : tensor<?xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// GR-BC: broadcast
//===----------------------------------------------------------------------===//

func.func @broadcast_shape(%a: tensor<4xf32>) {
  // expected-error @below {{GR-BC-1: expected operand and result to have the same shape, got 'tensor<4xf32>' and 'tensor<5xf32>'}}
  %0 = grad.broadcast %a root 0 : tensor<4xf32> -> tensor<5xf32>
  return
}

// -----

func.func @broadcast_negative_root(%a: tensor<4xf32>) {
  // expected-error @below {{GR-BC-2: expected 'root' to be 0 or more, got -1}}
  %0 = grad.broadcast %a root -1 : tensor<4xf32>
  return
}

// -----

// A root that the smallest group does not have.
#uneven = #grad.group<[[0, 1], [2]]>
func.func @broadcast_root(%a: tensor<4xf32>) {
  // expected-error @below {{GR-BC-2: expected 'root' to be a position in every replica group, below 1, got 1}}
  %0 = grad.broadcast %a root 1 on #uneven : tensor<4xf32>
  return
}
