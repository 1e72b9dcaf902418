// What each collective becomes, in code for replicas unless a case says
// otherwise.

// RUN: grad-opt %s --split-input-file --convert-grad-to-stablehlo | FileCheck %s
// The output is read again.
// RUN: grad-opt %s --split-input-file --convert-grad-to-stablehlo | grad-opt --split-input-file | FileCheck %s
// Nothing is told unless asked for.
// RUN: grad-opt %s --split-input-file --convert-grad-to-stablehlo -o /dev/null 2>&1 | count 0

// CHECK-LABEL: func.func @sum
// CHECK: %[[R:.*]] = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> ({
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>):
// CHECK-NEXT: %[[S:.*]] = "stablehlo.add"(%[[A]], %[[B]]) : (tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: "stablehlo.return"(%[[S]]) : (tensor<f32>) -> ()
// CHECK-NEXT: }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: return %[[R]]
func.func @sum(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = grad.all_reduce<sum> %x on <[[0, 1]]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @kinds
func.func @kinds(%x: tensor<4xi32>, %p: tensor<4xi1>) {
  // CHECK: stablehlo.multiply
  grad.all_reduce<prod> %x : tensor<4xi32>
  // CHECK: stablehlo.minimum
  grad.all_reduce<min> %x : tensor<4xi32>
  // CHECK: stablehlo.maximum
  grad.all_reduce<max> %x : tensor<4xi32>
  // CHECK: stablehlo.or
  grad.all_reduce<max> %p : tensor<4xi1>
  // CHECK: stablehlo.and
  grad.all_reduce<min> %p : tensor<4xi1>
  return
}

// -----

// Uneven groups are padded.
// CHECK-LABEL: func.func @uneven
// CHECK: replica_groups = dense<{{\[\[}}0, 2, 3], [1, -1, -1]]> : tensor<2x3xi64>
func.func @uneven(%x: tensor<4xf32>) {
  grad.all_reduce<sum> %x on <[[0, 2, 3], [1]]> : tensor<4xf32>
  return
}

// -----

// Replicas take a bucket as one operation with several operands.
// CHECK-LABEL: func.func @bucket
// CHECK: %[[R:.*]]:2 = "stablehlo.all_reduce"(%arg0, %arg1)
// CHECK: }) : (tensor<4xf32>, tensor<2x3xf32>) -> (tensor<4xf32>, tensor<2x3xf32>)
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @bucket(%x: tensor<4xf32>, %y: tensor<2x3xf32>) -> (tensor<4xf32>, tensor<2x3xf32>) {
  %0:2 = grad.all_reduce<sum> %x, %y : tensor<4xf32>, tensor<2x3xf32>
  return %0#0, %0#1 : tensor<4xf32>, tensor<2x3xf32>
}

// -----

// One element type at a time, in the order in which the types first stand.
// CHECK-LABEL: func.func @mixed_types
// CHECK: %[[F:.*]]:2 = "stablehlo.all_reduce"(%arg0, %arg2)
// CHECK: %[[H:.*]] = "stablehlo.all_reduce"(%arg1)
// CHECK: return %[[F]]#0, %[[H]], %[[F]]#1
func.func @mixed_types(%x: tensor<4xf32>, %y: tensor<4xf16>, %z: tensor<f32>) -> (tensor<4xf32>, tensor<4xf16>, tensor<f32>) {
  %0:3 = grad.all_reduce<sum> %x, %y, %z : tensor<4xf32>, tensor<4xf16>, tensor<f32>
  return %0#0, %0#1, %0#2 : tensor<4xf32>, tensor<4xf16>, tensor<f32>
}

// -----

// An average is a sum and a division by the group's size.
// CHECK-LABEL: func.func @average
// CHECK: %[[S:.*]] = "stablehlo.all_reduce"
// CHECK-NEXT: ^bb0
// CHECK-NEXT: stablehlo.add
// CHECK: %[[N:.*]] = "stablehlo.constant"() <{value = dense<3.000000e+00> : tensor<4xf32>}> : () -> tensor<4xf32>
// CHECK: %[[R:.*]] = "stablehlo.divide"(%[[S]], %[[N]]) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK: return %[[R]]
func.func @average(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = grad.all_reduce<avg> %x on <[[0, 1, 2]]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @average_of_the_world
module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 8 : i32} {
  func.func @average_of_the_world(%x: tensor<8xbf16>) -> tensor<1xbf16> {
    // CHECK: "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<> : tensor<0x0xi64>, scatter_dimension = 0 : i64}>
    // CHECK: "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<1xbf16>}>
    %0 = grad.reduce_scatter<avg> %x dim 0 : tensor<8xbf16> -> tensor<1xbf16>
    return %0 : tensor<1xbf16>
  }
}

// -----

// CHECK-LABEL: func.func @all_gather
// CHECK: "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<3x4xf32>) -> tensor<3x8xf32>
func.func @all_gather(%x: tensor<3x4xf32>) -> tensor<3x8xf32> {
  %0 = grad.all_gather %x dim 1 on <[[0, 1]]> : tensor<3x4xf32> -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

// -----

// The root comes first in its group.
// CHECK-LABEL: func.func @broadcast
// CHECK: "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<{{\[\[}}2, 0, 1], [5, 3, 4]]> : tensor<2x3xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
func.func @broadcast(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = grad.broadcast %x root 2 on <[[0, 1, 2], [3, 4, 5]]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @broadcast_to_the_world
module attributes {mhlo.num_partitions = 3 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @broadcast_to_the_world(%x: tensor<4xf32>) -> tensor<4xf32> {
    // CHECK: "stablehlo.collective_broadcast"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}1, 0, 2]]> : tensor<1x3xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    %0 = grad.broadcast %x root 1 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

// Attributes that XLA can read stay; the dialect's own do not.
// CHECK-LABEL: func.func @attributes
// CHECK: }) {grad.param = "w", other.note = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
func.func @attributes(%x: tensor<4xf32>) {
  grad.all_reduce<sum> %x fusion<id = 1, index = 4> {grad.param = "w", grad.stablehlo = "cross_replica", other.group = [#grad.group<[[0]]>], other.note = 1 : i64} : tensor<4xf32>
  return
}

// -----

// What nobody uses need not be written.
// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return
func.func @unused() {
  %0 = grad.rank : index
  %1 = grad.group_size : index
  return
}

// -----

// An empty tensor.
// CHECK-LABEL: func.func @empty
// CHECK: "stablehlo.all_reduce"(%arg0)
func.func @empty(%x: tensor<0x4xf32>) {
  grad.all_reduce<sum> %x : tensor<0x4xf32>
  return
}
