// Replica groups as axes of a mesh: devices are numbered in row-major order of
// the mesh, a group holds those that differ on the listed axes only.

// RUN: grad-opt %s --split-input-file --convert-stablehlo-to-grad --mlir-print-local-scope | FileCheck %s
// RUN: grad-opt %s --split-input-file --convert-stablehlo-to-grad --remarks-filter=convert-stablehlo-to-grad --remark-policy=all -verify-diagnostics -o /dev/null

module attributes {mhlo.num_partitions = 6 : i32, mhlo.num_replicas = 1 : i32} {
  "sdy.mesh"() <{mesh = #sdy.mesh<["x"=2, "y"=3]>, sym_name = "mesh"}> : () -> ()
  // CHECK-LABEL: func.func @axes
  func.func @axes(%x: tensor<2xf32>) {
    // CHECK: dim 0 on <{{\[\[}}0, 3], [1, 4], [2, 5]]>
    // expected-remark@below {{converted}}
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
    // CHECK: dim 0 on <{{\[\[}}0, 1, 2], [3, 4, 5]]>
    // expected-remark@below {{converted}}
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "y">]>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<6xf32>
    // The first axis varies slowest.
    // CHECK: dim 0 on <{{\[\[}}0, 3, 1, 4, 2, 5]]>
    // expected-remark@below {{converted}}
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "y">, #stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<12xf32>
    return
  }
  // CHECK-LABEL: func.func @left
  // CHECK-NOT: grad.
  func.func @left(%x: tensor<2xf32>) {
    // expected-remark@below {{Reason="the module has no 'sdy.mesh' named 'other'"}}
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @other, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
    // expected-remark@below {{Reason="the mesh 'mesh' has no axis 'z'"}}
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "z">]>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
    // expected-remark@below {{Reason="the axis 'x' is listed twice"}}
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
    // A part of an axis.
    // expected-remark@below {{Reason="'replica_groups' is neither a dense list nor whole axes of a named mesh"}}
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = #stablehlo.sub_axis_info<pre_size = 1, size = 2>>]>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
    // expected-remark@below {{Reason="its replica groups are mesh axes, but it does not use global device ids"}}
    "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<2xf32>) -> tensor<4xf32>
    return
  }
}

// -----

// A mesh whose devices stand in another order.
"sdy.mesh"() <{mesh = #sdy.mesh<["x"=2], device_ids=[1, 0]>, sym_name = "mesh"}> : () -> ()
func.func @other_order(%x: tensor<2xf32>) {
  // expected-remark@below {{Reason="the mesh 'mesh' is no plain list of axes"}}
  "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

// A mesh larger than any run.
"sdy.mesh"() <{mesh = #sdy.mesh<["x"=4611686018427387904, "y"=4]>, sym_name = "mesh"}> : () -> ()
func.func @too_large(%x: tensor<2xf32>) {
  // expected-remark@below {{Reason="the mesh 'mesh' is too large"}}
  "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
  return
}
