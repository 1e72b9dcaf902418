// StableHLO numbers ranks in three ways. A rank of the dialect is always replica
// id * partitions + partition id, and each way is written back as it was.

// RUN: grad-opt %s --split-input-file --convert-stablehlo-to-grad --mlir-print-local-scope | FileCheck %s --check-prefix=GRAD
// RUN: grad-opt %s --split-input-file --convert-stablehlo-to-grad --convert-grad-to-stablehlo | FileCheck %s --check-prefix=BACK

// Replicas only, what pmap exports: replica ids are ranks.
// GRAD-LABEL: func.func @replicas
// BACK-LABEL: func.func @replicas
module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 4 : i32} {
  func.func @replicas(%x: tensor<4xf32>) {
    // GRAD: all_gather %{{.*}} dim 0 {grad.stablehlo = "cross_replica"}
    // BACK: all_gather{{.*}} <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>}>
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>}> : (tensor<4xf32>) -> tensor<16xf32>
    // GRAD: all_gather %{{.*}} dim 0 on <{{\[\[}}0, 1], [2, 3]]> {grad.stablehlo = "cross_replica"}
    // BACK: all_gather{{.*}} <{all_gather_dim = 0 : i64, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>}>
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
    // GRAD: all_gather %{{.*}} dim 0 on <{{\[\[}}0, 1, 2, 3]]> {grad.stablehlo = "cross_replica_and_partition"}
    // BACK: all_gather{{.*}} <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}0, 1, 2, 3]]> : tensor<1x4xi64>}>
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<4xf32>) -> tensor<16xf32>
    // GRAD: all_gather %{{.*}} dim 0 on <{{\[\[}}0, 1, 2, 3]]> {grad.stablehlo = "flattened_ids"}
    // BACK: all_gather{{.*}} <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<{{\[\[}}0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}>
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<16xf32>
    return
  }
}

// -----

// Partitions only, what jit and shard_map export: partition ids are ranks, and
// the one replica's id stands for all of them or for each by itself.
// GRAD-LABEL: func.func @partitions
// BACK-LABEL: func.func @partitions
module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @partitions(%x: tensor<4xf32>) {
    // GRAD: all_gather %{{.*}} dim 0 on <{{\[\[}}0], [1], [2], [3]]> {grad.stablehlo = "cross_replica"} : tensor<4xf32>{{$}}
    // BACK: all_gather{{.*}} <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}>
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    // No groups mean every replica, still each partition by itself.
    // GRAD: all_gather %{{.*}} dim 0 on <{{\[\[}}0], [1], [2], [3]]> {grad.stablehlo = "cross_replica"} : tensor<4xf32>{{$}}
    // BACK: all_gather{{.*}} <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}>
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    // GRAD: all_gather %{{.*}} dim 0 on <{{\[\[}}0, 1, 2, 3]]> {grad.stablehlo = "cross_replica_and_partition"}
    // BACK: all_gather{{.*}} <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<0> : tensor<1x1xi64>}>
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0]]> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<16xf32>
    // GRAD: all_gather %{{.*}} dim 0 {grad.stablehlo = "cross_replica_and_partition"}
    // BACK: all_gather{{.*}} <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<> : tensor<0x0xi64>}>
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<> : tensor<0x0xi64>}> : (tensor<4xf32>) -> tensor<16xf32>
    // GRAD: all_gather %{{.*}} dim 0 on <{{\[\[}}0, 2], [1, 3]]> {grad.stablehlo = "flattened_ids"}
    // BACK: all_gather{{.*}} <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<{{\[\[}}0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}>
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
    return
  }
}

// -----

// Both: groups are translated.
// GRAD-LABEL: func.func @both
// BACK-LABEL: func.func @both
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 3 : i32} {
  func.func @both(%x: tensor<4xf32>) {
    // Replicas 0 and 2 together, on each of the two partitions.
    // GRAD: all_reduce<sum> %{{.*}} on <{{\[\[}}0, 4], [1, 5], [2], [3]]> {grad.stablehlo = "cross_replica"}
    // BACK: all_reduce{{.*}} <{replica_groups = dense<{{\[\[}}0, 2], [1, -1]]> : tensor<2x2xi64>}>
    "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 2], [1, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    // With a channel, both partitions of both.
    // GRAD: all_reduce<sum> %{{.*}} on <{{\[\[}}0, 1, 4, 5], [2, 3]]> {grad.stablehlo = "cross_replica_and_partition"}
    // BACK: all_reduce{{.*}} replica_groups = dense<{{\[\[}}0, 2], [1, -1]]> : tensor<2x2xi64>}>
    "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    // The order of the listed replicas is the order of the shards.
    // GRAD: all_gather %{{.*}} dim 0 on <{{\[\[}}4, 0, 2], [5, 1, 3]]> {grad.stablehlo = "cross_replica"}
    // BACK: all_gather{{.*}} replica_groups = dense<{{\[\[}}2, 0, 1]]> : tensor<1x3xi64>}>
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>}> : (tensor<4xf32>) -> tensor<12xf32>
    // GRAD: all_gather %{{.*}} dim 0 on <{{\[\[}}2, 3], [0, 1], [4, 5]]> {grad.stablehlo = "cross_replica_and_partition"}
    // BACK: all_gather{{.*}} replica_groups = dense<{{\[\[}}1], [0], [2]]> : tensor<3x1xi64>}>
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[1], [0], [2]]> : tensor<3x1xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
    return
  }
}

// -----

// A module that says nothing has one partition.
// GRAD-LABEL: func.func @unknown
// BACK-LABEL: func.func @unknown
func.func @unknown(%x: tensor<4xf32>) {
  // GRAD: all_gather %{{.*}} dim 0 {grad.stablehlo = "cross_replica"}
  // BACK: all_gather{{.*}} <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>}>
  "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>}> : (tensor<4xf32>) -> tensor<16xf32>
  // GRAD: all_gather %{{.*}} dim 0 on <{{\[\[}}0, 1]]> {grad.stablehlo = "cross_replica_and_partition"}
  // BACK: all_gather{{.*}} <{all_gather_dim = 0 : i64, channel_handle = {{.*}}, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}>
  "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  return
}
