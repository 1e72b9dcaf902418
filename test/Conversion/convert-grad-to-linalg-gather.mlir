// RUN: grad-opt %s --convert-grad-to-linalg --canonicalize --cse | FileCheck %s

// One gather of numbers, one of all operands with padding, then a copy of each
// rank's rows.

// CHECK-DAG: #[[PAIRS:.*]] = #grad.group<{{\[\[}}0, 1], [2, 3]]>
// CHECK-LABEL: func @gather(
// CHECK-SAME:      %[[I:.*]]: tensor<?xi32>, %[[V:.*]]: tensor<?x8xf32>
// CHECK:         %[[N:.*]] = tensor.from_elements
// CHECK:         %[[COUNTS:.*]] = grad.all_gather %[[N]] dim 0 on #[[PAIRS]] : tensor<1xi64> -> tensor<2xi64>
// CHECK:         %[[SUMS:.*]]:2 = scf.for %{{.*}} = %c0 to %c2
// CHECK:           arith.maxui
// CHECK:           arith.addi
// CHECK-DAG:     tensor.empty(%[[SUMS]]#0) : tensor<?xi32>
// CHECK-DAG:     tensor.empty(%[[SUMS]]#0) : tensor<?x8xf32>
// CHECK:         %[[G:.*]]:2 = grad.all_gather %{{.*}}, %{{.*}} dim 0 on #[[PAIRS]] : tensor<?xi32>, tensor<?x8xf32>
// CHECK:         %[[R:.*]]:3 = scf.for %[[RANK:.*]] = %c0 to %c2
// CHECK:           %[[COUNT:.*]] = arith.index_cast
// CHECK:           %[[FROM:.*]] = arith.muli %[[RANK]], %[[SUMS]]#0
// CHECK:           tensor.extract_slice %[[G]]#1[%[[FROM]], 0] [%[[COUNT]], 8] [1, 1]
// CHECK:         return %[[R]]#1, %[[R]]#2, %[[COUNTS]]
func.func @gather(%i: tensor<?xi32>, %v: tensor<?x8xf32>) -> (tensor<?xi32>, tensor<?x8xf32>, tensor<2xi64>) {
  %0:3 = grad.all_gather_v %i, %v on <[[0, 1], [2, 3]]> : tensor<?xi32>, tensor<?x8xf32> -> tensor<?xi32>, tensor<?x8xf32>, tensor<2xi64>
  return %0#0, %0#1, %0#2 : tensor<?xi32>, tensor<?x8xf32>, tensor<2xi64>
}

// All ranks, however many there are; more than one dynamic dimension.

// CHECK-LABEL: func @world(
// CHECK:         grad.all_gather %{{.*}} dim 0 : tensor<1xi64> -> tensor<?xi64>
// CHECK:         tensor.empty(%{{.*}}, %{{.*}}) : tensor<?x?xi8>
// CHECK:         grad.all_gather %{{.*}} dim 0 : tensor<?x?xi8>
func.func @world(%x: tensor<?x?xi8>) -> (tensor<?x?xi8>, tensor<?xi64>) {
  %0:2 = grad.all_gather_v %x : tensor<?x?xi8> -> tensor<?x?xi8>, tensor<?xi64>
  return %0#0, %0#1 : tensor<?x?xi8>, tensor<?xi64>
}

// A static number of rows is the same on all ranks: one gather, no padding.

// CHECK-LABEL: func @static(
// CHECK-SAME:      %[[I:.*]]: tensor<3xi32>, %[[V:.*]]: tensor<3x8xf32>
// CHECK-DAG:     %[[COUNTS:.*]] = {{.*}}3
// CHECK:         grad.all_gather %[[I]], %[[V]] dim 0 on #[[PAIRS]] : tensor<3xi32>, tensor<3x8xf32> -> tensor<6xi32>, tensor<6x8xf32>
// CHECK-NOT:     all_gather
// CHECK-NOT:     slice
// CHECK:         return
func.func @static(%i: tensor<3xi32>, %v: tensor<3x8xf32>) -> (tensor<?xi32>, tensor<?x8xf32>, tensor<2xi64>) {
  %0:3 = grad.all_gather_v %i, %v on <[[0, 1], [2, 3]]> : tensor<3xi32>, tensor<3x8xf32> -> tensor<?xi32>, tensor<?x8xf32>, tensor<2xi64>
  return %0#0, %0#1, %0#2 : tensor<?xi32>, tensor<?x8xf32>, tensor<2xi64>
}

// CHECK-LABEL: func @static_world(
// CHECK:         grad.all_gather %{{.*}} dim 0 : tensor<3xi32> -> tensor<?xi32>
// CHECK:         %[[SIZE:.*]] = grad.group_size : index
// CHECK:         tensor.splat %{{.*}}[%[[SIZE]]] : tensor<?xi64>
func.func @static_world(%i: tensor<3xi32>) -> (tensor<?xi32>, tensor<?xi64>) {
  %0:2 = grad.all_gather_v %i : tensor<3xi32> -> tensor<?xi32>, tensor<?xi64>
  return %0#0, %0#1 : tensor<?xi32>, tensor<?xi64>
}

// What has no elements is not sent.

// CHECK-LABEL: func @nothing(
// CHECK:         grad.all_gather %{{.*}} : tensor<1xi64> -> tensor<?xi64>
// CHECK-NOT:     all_gather
// CHECK:         return
func.func @nothing(%x: tensor<?x0xf32>) -> (tensor<?x0xf32>, tensor<?xi64>) {
  %0:2 = grad.all_gather_v %x : tensor<?x0xf32> -> tensor<?x0xf32>, tensor<?xi64>
  return %0#0, %0#1 : tensor<?x0xf32>, tensor<?xi64>
}
