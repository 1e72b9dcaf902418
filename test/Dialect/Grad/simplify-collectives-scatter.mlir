// The rule reduce-scatter of simplify-collectives: an all-reduce of which only
// this rank's shard is used.
//
// RUN: grad-opt %s --split-input-file --simplify-collectives=world-size=4 -o %t
// RUN: FileCheck %s < %t
// RUN: grad-opt %t --split-input-file --simplify-collectives=world-size=4 | diff %t -
// RUN: grad-opt %s --split-input-file --simplify-collectives | FileCheck %s --check-prefix=DYNAMIC

// Dimension 0, with another type for the result, used twice; it stays where it
// is. Without the number of ranks it is not known whether the shards make up
// the whole.

// CHECK-LABEL: func @shard
// CHECK-NEXT:    %[[R:.*]] = grad.reduce_scatter<sum> %arg0 dim 0 fusion<index = 2> {grad.param = "w"} : tensor<8x3xf16> -> tensor<2x3xf32>
// CHECK-NEXT:    grad.rank
// CHECK:         return %[[R]], %[[R]]
// DYNAMIC-LABEL: func @shard
// DYNAMIC:         grad.all_reduce<sum>
func.func @shard(%a: tensor<8x3xf16>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = grad.all_reduce<sum> %a fusion<index = 2> {grad.param = "w"} : tensor<8x3xf16> -> tensor<8x3xf32>
  %rank = grad.rank : index
  %c2 = arith.constant 2 : index
  %offset = arith.muli %c2, %rank : index
  %1 = tensor.extract_slice %0[%offset, 0] [2, 3] [1, 1] : tensor<8x3xf32> to tensor<2x3xf32>
  %2 = tensor.extract_slice %0[%offset, 0] [2, 3] [1, 1] : tensor<8x3xf32> to tensor<2x3xf32>
  return %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// Another dimension and offset; shards of one row. One group that lists all
// ranks in order says how many there are.

#all = #grad.group<[[0, 1, 2, 3]]>
// CHECK-LABEL: func @other_forms
// CHECK:         grad.reduce_scatter<max> %arg0 dim 1 : tensor<3x8xf32> -> tensor<3x2xf32>
// CHECK:         grad.reduce_scatter<avg> %arg1 dim 0 on #{{.*}} : tensor<4xf32> -> tensor<1xf32>
// DYNAMIC-LABEL: func @other_forms
// DYNAMIC:         grad.all_reduce<max>
// DYNAMIC:         grad.reduce_scatter<avg> %arg1 dim 0 on #{{.*}} : tensor<4xf32> -> tensor<1xf32>
func.func @other_forms(%a: tensor<3x8xf32>, %b: tensor<4xf32>) -> (tensor<3x2xf32>, tensor<1xf32>) {
  %rank = grad.rank : index
  %0 = grad.all_reduce<max> %a : tensor<3x8xf32>
  %offset = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%rank]
  %1 = tensor.extract_slice %0[0, %offset] [3, 2] [1, 1] : tensor<3x8xf32> to tensor<3x2xf32>
  %2 = grad.all_reduce<avg> %b on #all : tensor<4xf32>
  %3 = tensor.extract_slice %2[%rank] [1] [1] : tensor<4xf32> to tensor<1xf32>
  return %1, %3 : tensor<3x2xf32>, tensor<1xf32>
}

// -----

// Another use; shards that do not make up the whole; another rank's shard;
// ranks out of order; groups in which a rank's number is not its position.

#reversed = #grad.group<[[3, 2, 1, 0]]>
#pairs = #grad.group<[[0, 1], [2, 3]]>
// CHECK-LABEL: func @not_this_shard
// CHECK-COUNT-6: grad.all_reduce<sum>
// CHECK-NOT:     grad.reduce_scatter
func.func @not_this_shard(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>, %e: tensor<4xf32>, %f: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %rank = grad.rank : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %offset = arith.muli %rank, %c2 : index
  %0 = grad.all_reduce<sum> %a : tensor<8xf32>
  %1 = tensor.extract_slice %0[%offset] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %2 = grad.all_reduce<sum> %b : tensor<8xf32>
  %3 = tensor.extract_slice %2[%rank] [1] [1] : tensor<8xf32> to tensor<1xf32>
  %4 = grad.all_reduce<sum> %c : tensor<8xf32>
  %next = arith.addi %rank, %c1 : index
  %other = arith.muli %next, %c2 : index
  %5 = tensor.extract_slice %4[%other] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %6 = grad.all_reduce<sum> %d on #reversed : tensor<8xf32>
  %7 = tensor.extract_slice %6[%offset] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %8 = grad.all_reduce<sum> %e on #pairs : tensor<4xf32>
  %9 = tensor.extract_slice %8[%offset] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %10 = grad.all_reduce<sum> %f : tensor<8xf32>
  %11 = tensor.extract_slice %10[%offset] [2] [2] : tensor<8xf32> to tensor<2xf32>
  return %0, %1, %3, %5, %7, %9, %11 : tensor<8xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
