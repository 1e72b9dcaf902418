// What stays as it was for its replica groups, channel or other attributes: one
// refusal each, with the reason in a remark.

// RUN: grad-opt %s --split-input-file --convert-stablehlo-to-grad --remarks-filter=convert-stablehlo-to-grad --remark-policy=all -verify-diagnostics -o /dev/null
// And nothing of it is touched.
// RUN: grad-opt %s --split-input-file -o %t.before
// RUN: grad-opt %s --split-input-file --convert-stablehlo-to-grad -o %t.after
// RUN: diff %t.before %t.after

func.func @no_groups(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="it has no 'replica_groups'"}}
  "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @flat_groups(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="'replica_groups' is no list of lists"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[0, 1]> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @groups_of_something_else(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="'replica_groups' is neither a dense list nor whole axes of a named mesh"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = "all"}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @an_id_twice(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="replica groups do not list each id from 0 to 3 once: id 1"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @an_id_missing(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="replica groups do not list each id from 0 to 1 once: id 2"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @negative_id(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="replica groups do not list each id from 0 to 1 once: id -2"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @padding_in_front(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="'replica_groups' has an id behind the padding"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1], [-1, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @nothing_but_padding(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="a replica group is empty"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1], [-1, -1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @huge_groups(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="'replica_groups' lists more than 1048576 ids"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1000000x1000000xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @groups_past_any_count(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="'replica_groups' lists more than 1048576 ids"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<9223372036854775807x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {
func.func @more_ids_than_devices(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="replica groups list 4 ids, but the module has 2"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @fewer_ids_than_devices(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="replica groups list 2 ids, but the module has 4"}}
  "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
}

// -----

module attributes {mhlo.num_replicas = 0 : i32} {
func.func @no_devices(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="the module's 'mhlo.num_replicas' is no integer from 1 to 1048576"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
}

// -----

module attributes {mhlo.num_replicas = 65536 : i32, mhlo.num_partitions = 65536 : i32} {
func.func @too_many_devices(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="the module is for more than 1048576 devices"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
}

// -----

func.func @global_ids_without_groups(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="'use_global_device_ids' needs listed replica groups"}}
  "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<> : tensor<0x0xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @global_ids_without_channel(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="'use_global_device_ids' needs a channel"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @global_ids_no_flag(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="'use_global_device_ids' is no flag"}}
  "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids = 3 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @host_channel(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="its channel is none between devices"}}
  "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @unknown_property(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="it has a property 'priority' that is not known"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, priority = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// A sharding is about this operation's values; a bucket has others.
func.func @sharding(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="its attribute 'sdy.sharding' means something only to XLA"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"d"}]>]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @gspmd_sharding(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="its attribute 'mhlo.sharding' means something only to XLA"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @scheduling_hint(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="its attribute 'mhlo.frontend_attributes' means something only to XLA"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {mhlo.frontend_attributes = {_scheduling_group_id = "1"}} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @layout(%x: tensor<4xf32>) {
  // expected-remark@below {{Reason="its attribute 'xla_shape' means something only to XLA"}}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {xla_shape = "f32[4]{0}"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
