// XLA's partitioner takes one operand: a bucket travels as one tensor. That the
// values are right is shown by execution, in check_conversions.py.

// RUN: grad-opt %s --split-input-file --convert-grad-to-stablehlo --remarks-filter=convert-grad-to-stablehlo --remark-policy=all -verify-diagnostics | FileCheck %s

// Flat, one after the other.
// CHECK-LABEL: func.func @all_reduce
// CHECK: %[[Y:.*]] = "stablehlo.reshape"(%arg1) : (tensor<2x3xf32>) -> tensor<6xf32>
// CHECK: %[[Z:.*]] = "stablehlo.reshape"(%arg2) : (tensor<f32>) -> tensor<1xf32>
// CHECK: %[[P:.*]] = "stablehlo.concatenate"(%arg0, %[[Y]], %[[Z]]) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<6xf32>, tensor<1xf32>) -> tensor<11xf32>
// CHECK: %[[R:.*]] = "stablehlo.all_reduce"(%[[P]]) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, use_global_device_ids}>
// CHECK: }) {grad.param = "w"} : (tensor<11xf32>) -> tensor<11xf32>
// CHECK: %[[RX:.*]] = "stablehlo.slice"(%[[R]]) <{limit_indices = array<i64: 4>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<11xf32>) -> tensor<4xf32>
// CHECK: %[[SY:.*]] = "stablehlo.slice"(%[[R]]) <{limit_indices = array<i64: 10>, start_indices = array<i64: 4>, strides = array<i64: 1>}> : (tensor<11xf32>) -> tensor<6xf32>
// CHECK: %[[RY:.*]] = "stablehlo.reshape"(%[[SY]]) : (tensor<6xf32>) -> tensor<2x3xf32>
// CHECK: %[[SZ:.*]] = "stablehlo.slice"(%[[R]]) <{limit_indices = array<i64: 11>, start_indices = array<i64: 10>, strides = array<i64: 1>}> : (tensor<11xf32>) -> tensor<1xf32>
// CHECK: %[[RZ:.*]] = "stablehlo.reshape"(%[[SZ]]) : (tensor<1xf32>) -> tensor<f32>
// CHECK: return %[[RX]], %[[RY]], %[[RZ]]
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @all_reduce(%x: tensor<4xf32>, %y: tensor<2x3xf32>, %z: tensor<f32>) -> (tensor<4xf32>, tensor<2x3xf32>, tensor<f32>) {
    // expected-remark@below {{converted | Category:convert-grad-to-stablehlo | Collective=stablehlo.all_reduce, Form=concatenated, Mode=flattened_ids, Name=w, Operands=3, Written=1}}
    %0:3 = grad.all_reduce<sum> %x, %y, %z {grad.param = "w"} : tensor<4xf32>, tensor<2x3xf32>, tensor<f32>
    return %0#0, %0#1, %0#2 : tensor<4xf32>, tensor<2x3xf32>, tensor<f32>
  }
}

// -----

// A row for each rank, which holds its shards.
// CHECK-LABEL: func.func @reduce_scatter
// CHECK: %[[X4:.*]] = "stablehlo.reshape"(%arg0) : (tensor<3x8xf32>) -> tensor<3x2x4x1xf32>
// CHECK: %[[XT:.*]] = "stablehlo.transpose"(%[[X4]]) <{permutation = array<i64: 1, 0, 2, 3>}> : (tensor<3x2x4x1xf32>) -> tensor<2x3x4x1xf32>
// CHECK: %[[XR:.*]] = "stablehlo.reshape"(%[[XT]]) : (tensor<2x3x4x1xf32>) -> tensor<2x12xf32>
// CHECK: %[[YR:.*]] = "stablehlo.reshape"(%arg1) : (tensor<1x2x5xf32>) -> tensor<2x5xf32>
// CHECK: %[[P:.*]] = "stablehlo.concatenate"(%[[XR]], %[[YR]]) <{dimension = 1 : i64}> : (tensor<2x12xf32>, tensor<2x5xf32>) -> tensor<2x17xf32>
// CHECK: %[[R:.*]] = "stablehlo.reduce_scatter"(%[[P]]) <{{{.*}}, scatter_dimension = 0 : i64, use_global_device_ids}>
// CHECK: }) : (tensor<2x17xf32>) -> tensor<1x17xf32>
// CHECK: %[[SX:.*]] = "stablehlo.slice"(%[[R]]) <{limit_indices = array<i64: 1, 12>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<1x17xf32>) -> tensor<1x12xf32>
// CHECK: %[[RX:.*]] = "stablehlo.reshape"(%[[SX]]) : (tensor<1x12xf32>) -> tensor<3x4xf32>
// CHECK: %[[SY:.*]] = "stablehlo.slice"(%[[R]]) <{limit_indices = array<i64: 1, 17>, start_indices = array<i64: 0, 12>, strides = array<i64: 1, 1>}> : (tensor<1x17xf32>) -> tensor<1x5xf32>
// CHECK: %[[RY:.*]] = "stablehlo.reshape"(%[[SY]]) : (tensor<1x5xf32>) -> tensor<1x1x5xf32>
// CHECK: return %[[RX]], %[[RY]]
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @reduce_scatter(%x: tensor<3x8xf32>, %y: tensor<1x2x5xf32>) -> (tensor<3x4xf32>, tensor<1x1x5xf32>) {
    // expected-remark@below {{Form=concatenated}}
    %0:2 = grad.reduce_scatter<sum> %x, %y dim 1 : tensor<3x8xf32>, tensor<1x2x5xf32> -> tensor<3x4xf32>, tensor<1x1x5xf32>
    return %0#0, %0#1 : tensor<3x4xf32>, tensor<1x1x5xf32>
  }
}

// -----

// StableHLO's reduce-scatter has one operand for replicas too.
// CHECK-LABEL: func.func @reduce_scatter_over_replicas
// CHECK: "stablehlo.reduce_scatter"(%{{.*}}) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}>
func.func @reduce_scatter_over_replicas(%x: tensor<8xf32>, %y: tensor<2x5xf32>) {
  // expected-remark@below {{Form=concatenated}}
  grad.reduce_scatter<sum> %x, %y dim 0 on <[[0, 1]]> : tensor<8xf32>, tensor<2x5xf32> -> tensor<4xf32>, tensor<1x5xf32>
  return
}

// -----

// One row; the rows of all ranks are gathered.
// CHECK-LABEL: func.func @all_gather
// CHECK: %[[X:.*]] = "stablehlo.reshape"(%arg0) : (tensor<3x4xf32>) -> tensor<1x12xf32>
// CHECK: %[[P:.*]] = "stablehlo.concatenate"(%[[X]], %arg1) <{dimension = 1 : i64}> : (tensor<1x12xf32>, tensor<1x2xf32>) -> tensor<1x14xf32>
// CHECK: %[[R:.*]] = "stablehlo.all_gather"(%[[P]]) <{all_gather_dim = 0 : i64, {{.*}}}> : (tensor<1x14xf32>) -> tensor<2x14xf32>
// CHECK: %[[SX:.*]] = "stablehlo.slice"(%[[R]]) <{limit_indices = array<i64: 2, 12>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<2x14xf32>) -> tensor<2x12xf32>
// CHECK: %[[X4:.*]] = "stablehlo.reshape"(%[[SX]]) : (tensor<2x12xf32>) -> tensor<2x3x4x1xf32>
// CHECK: %[[XT:.*]] = "stablehlo.transpose"(%[[X4]]) <{permutation = array<i64: 1, 0, 2, 3>}> : (tensor<2x3x4x1xf32>) -> tensor<3x2x4x1xf32>
// CHECK: %[[RX:.*]] = "stablehlo.reshape"(%[[XT]]) : (tensor<3x2x4x1xf32>) -> tensor<3x8xf32>
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @all_gather(%x: tensor<3x4xf32>, %y: tensor<1x2xf32>) -> (tensor<3x8xf32>, tensor<1x4xf32>) {
    // expected-remark@below {{Form=concatenated}}
    %0:2 = grad.all_gather %x, %y dim 1 : tensor<3x4xf32>, tensor<1x2xf32> -> tensor<3x8xf32>, tensor<1x4xf32>
    return %0#0, %0#1 : tensor<3x8xf32>, tensor<1x4xf32>
  }
}

// -----

// A region for partitions, in a module that does not say how many there are.
// Without a number, every rank is an empty list of replicas with all their
// partitions.
// CHECK-LABEL: func.func @manual_computation
func.func @manual_computation(%x: tensor<4xf32>) {
  "sdy.manual_computation"(%x) ({
  ^bb0(%y: tensor<4xf32>):
    // CHECK: "stablehlo.concatenate"
    // CHECK: "stablehlo.all_reduce"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<> : tensor<0x0xi64>}>
    // expected-remark@below {{Form=concatenated, Mode=cross_replica_and_partition}}
    grad.all_reduce<sum> %y, %y : tensor<4xf32>, tensor<4xf32>
    // CHECK: "stablehlo.all_reduce"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, use_global_device_ids}>
    // expected-remark@below {{Form=single, Mode=flattened_ids}}
    grad.all_reduce<sum> %y on <[[0, 1]]> : tensor<4xf32>
    "sdy.return"() : () -> ()
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

// Several element types are several tensors.
// CHECK-LABEL: func.func @mixed_types
// CHECK: "stablehlo.concatenate"(%arg0, %arg2) {{.*}} -> tensor<8xf32>
// CHECK: "stablehlo.all_reduce"{{.*}}handle = 1
// CHECK: "stablehlo.all_reduce"(%arg1){{.*}}handle = 2
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @mixed_types(%x: tensor<4xf32>, %y: tensor<4xf16>, %z: tensor<4xf32>) {
    // expected-remark@below {{Form=concatenated, Mode=flattened_ids, Name=w, Operands=3, Written=2}}
    grad.all_reduce<sum> %x, %y, %z {grad.param = "w"} : tensor<4xf32>, tensor<4xf16>, tensor<4xf32>
    return
  }
}

// -----

// What cannot be concatenated is split again.
// CHECK-LABEL: func.func @dynamic
// CHECK: "stablehlo.all_reduce"(%arg0)
// CHECK: "stablehlo.all_reduce"(%arg1)
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @dynamic(%x: tensor<?xf32>, %y: tensor<4xf32>) {
    // expected-remark@below {{split | Category:convert-grad-to-stablehlo | Collectives=2, Reason="XLA takes one operand here, and tensors of dynamic or encoded shape cannot be concatenated"}}
    // expected-remark@below {{Form=split}}
    grad.all_reduce<sum> %x, %y : tensor<?xf32>, tensor<4xf32>
    return
  }
}

// -----

// Handles are fresh, in the order of the operations, and leave out those that
// are taken.
// CHECK-LABEL: func.func @channels
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @channels(%x: tensor<4xf32>, %t: !stablehlo.token) {
    // CHECK: handle = 1, type = 1
    // expected-remark@below {{converted}}
    grad.all_reduce<sum> %x : tensor<4xf32>
    // CHECK: handle = 2, type = 1
    "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    // CHECK: handle = 3, type = 1
    // expected-remark@below {{converted}}
    grad.all_reduce<sum> %x : tensor<4xf32>
    return
  }
}
