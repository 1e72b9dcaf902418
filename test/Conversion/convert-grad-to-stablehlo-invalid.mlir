// What StableHLO cannot say is an error at the operation.

// RUN: grad-opt %s --split-input-file --convert-grad-to-stablehlo -verify-diagnostics

// expected-error@below {{'func.func' op cannot be written as StableHLO: its argument 0 is memref<4xf32>, which XLA does not have}}
func.func @memref(%m: memref<4xf32>) {
  // expected-error@below {{'grad.all_reduce' op cannot be written as StableHLO: it works on memrefs; convert before bufferization}}
  grad.all_reduce<sum> %m : memref<4xf32>
  return
}

// -----

// expected-error@below {{its result 0 is index, which XLA does not have}}
func.func @rank() -> index {
  // expected-error@below {{'grad.rank' op cannot be written as StableHLO: its result is an index, which XLA does not have}}
  %0 = grad.rank : index
  return %0 : index
}

// -----

// expected-error@below {{its result 0 is index, which XLA does not have}}
func.func @group_size() -> index {
  // expected-error@below {{'grad.group_size' op cannot be written as StableHLO: 'func.return' takes its result as index, and XLA has tensors only}}
  %0 = grad.group_size on <[[0, 1]]> : index
  return %0 : index
}

// -----

// All of them are named.
func.func @several(%x: tensor<4xf80>, %y: tensor<4xi3>) {
  // expected-error@below {{StableHLO has no element type f80}}
  grad.all_reduce<sum> %x : tensor<4xf80>
  // expected-error@below {{StableHLO has no element type i3}}
  grad.all_reduce<sum> %y : tensor<4xi3>
  return
}

// -----

func.func @sum_of_booleans(%x: tensor<4xi1>) {
  // expected-error@below {{StableHLO has no 'sum' of i1; convert to a wider type}}
  grad.all_reduce<sum> %x : tensor<4xi1>
  return
}

// -----

func.func @average_of_uneven_groups(%x: tensor<4xf32>) {
  // expected-error@below {{an average over groups of different sizes divides by another number on each rank}}
  grad.all_reduce<avg> %x on <[[0, 1], [2]]> : tensor<4xf32>
  return
}

// -----

func.func @average_of_an_unknown_world(%x: tensor<4xf32>) {
  // expected-error@below {{an average needs the number of ranks; set 'mhlo.num_replicas' and 'mhlo.num_partitions' on the module, or list the ranks with 'on'}}
  grad.all_reduce<avg> %x : tensor<4xf32>
  return
}

// -----

func.func @average_of_a_dynamic_shape(%x: tensor<?xf32>) {
  // expected-error@below {{an average of a dynamic shape needs a constant of that shape}}
  grad.all_reduce<avg> %x on <[[0, 1]]> : tensor<?xf32>
  return
}

// -----

module attributes {mhlo.num_replicas = 2049 : i32} {
  func.func @average_by_an_inexact_number(%x: tensor<4xf16>) {
    // expected-error@below {{the group's size, 2049, is no value of f16}}
    grad.all_reduce<avg> %x : tensor<4xf16>
    return
  }
}

// -----

func.func @missing_rank(%x: tensor<4xf32>) {
  // expected-error@below {{replica groups do not list each id from 0 to 1 once: id 2}}
  grad.all_reduce<sum> %x on <[[0, 2]]> : tensor<4xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @other_world(%x: tensor<4xf32>) {
    // expected-error@below {{replica groups list 2 ids, but the module has 4}}
    grad.all_reduce<sum> %x on <[[0, 1]]> : tensor<4xf32>
    return
  }
  func.func @other_shards(%x: tensor<4xf32>) {
    // expected-error@below {{its types are for 2 ranks, but there are 4}}
    grad.reduce_scatter<sum> %x dim 0 : tensor<4xf32> -> tensor<2xf32>
    return
  }
  func.func @each_partition_by_itself(%x: tensor<4xf32>) {
    // expected-error@below {{its replica groups cannot be listed as 'cross_replica'}}
    grad.all_reduce<sum> %x on <[[0, 1, 2, 3]]> {grad.stablehlo = "cross_replica"} : tensor<4xf32>
    // expected-error@below {{it is for every rank, but 'cross_replica' leaves each partition by itself}}
    grad.all_reduce<sum> %x {grad.stablehlo = "cross_replica"} : tensor<4xf32>
    return
  }
  func.func @part_of_the_partitions(%x: tensor<4xf32>) {
    // expected-error@below {{its replica groups cannot be listed as 'cross_replica_and_partition'}}
    grad.all_reduce<sum> %x on <[[0, 1], [2, 3]]> {grad.stablehlo = "cross_replica_and_partition"} : tensor<4xf32>
    return
  }
  func.func @unknown_mode(%x: tensor<4xf32>) {
    // expected-error@below {{its 'grad.stablehlo' is no way to number ranks that StableHLO knows}}
    grad.all_reduce<sum> %x {grad.stablehlo = "somehow"} : tensor<4xf32>
    return
  }
  func.func @root_past_the_end(%x: tensor<4xf32>) {
    // expected-error@below {{its root is past the last rank}}
    grad.broadcast %x root 4 : tensor<4xf32>
    return
  }
}

// -----

func.func @shards_of_two_worlds(%x: tensor<4xf32>, %y: tensor<6xf32>) {
  // expected-error@below {{its types are for 3 ranks, but there are 2}}
  grad.all_gather %x, %y dim 0 : tensor<4xf32>, tensor<6xf32> -> tensor<8xf32>, tensor<18xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 2 : i32} {
  func.func @replicas_and_partitions(%x: tensor<4xf32>) {
    // expected-error@below {{StableHLO broadcasts over replicas or over partitions, and the module has several of both}}
    grad.broadcast %x root 0 : tensor<4xf32>
    // expected-error@below {{the order of the shards of several replicas and several partitions is not defined}}
    grad.all_gather %x dim 0 {grad.stablehlo = "cross_replica_and_partition"} : tensor<4xf32> -> tensor<16xf32>
    return
  }
}

// -----

func.func @broadcast_in_an_unknown_world(%x: tensor<4xf32>) {
  // expected-error@below {{the number of ranks is not known}}
  grad.broadcast %x root 0 : tensor<4xf32>
  return
}

// -----

func.func @gather_in_an_unknown_world(%x: tensor<4xf32>) {
  "sdy.manual_computation"(%x) ({
  ^bb0(%y: tensor<4xf32>):
    // expected-error@below {{the number of ranks is not known}}
    grad.all_gather %y dim 0 : tensor<4xf32> -> tensor<8xf32>
    "sdy.return"() : () -> ()
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

module attributes {mhlo.num_partitions = "many"} {
  func.func @no_number(%x: tensor<4xf32>) {
    // expected-error@below {{the module's 'mhlo.num_partitions' is no integer from 1 to 1048576}}
    grad.all_reduce<sum> %x : tensor<4xf32>
    return
  }
}
