// What is converted, each in the generic form that JAX prints.

// RUN: grad-opt %s --split-input-file --convert-stablehlo-to-grad --mlir-print-local-scope | FileCheck %s
// RUN: grad-opt %s --split-input-file --convert-stablehlo-to-grad --remarks-filter=convert-stablehlo-to-grad 2>&1 | FileCheck %s --check-prefix=REMARK
// Nothing is told unless asked for.
// RUN: grad-opt %s --split-input-file --convert-stablehlo-to-grad -o /dev/null 2>&1 | count 0

// CHECK-LABEL: func.func @sum
// CHECK: %[[R:.*]] = grad.all_reduce<sum> %{{.*}} on <{{\[\[}}0, 1]]> {grad.stablehlo = "flattened_ids"} : tensor<4xf32>
// CHECK-NOT: stablehlo.all_reduce
// CHECK: return %[[R]]
// REMARK: remark: {{.*}}[Passed] converted | Category:convert-stablehlo-to-grad | Collective=stablehlo.all_reduce, Mode=flattened_ids, Name=layer1.w
func.func @sum(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32> loc("layer1.w")
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @kinds
func.func @kinds(%x: tensor<4xi32>) {
  // CHECK: grad.all_reduce<max>
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = "stablehlo.maximum"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s) : (tensor<i32>) -> ()
  }) : (tensor<4xi32>) -> tensor<4xi32>
  // CHECK: grad.all_reduce<min>
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = "stablehlo.minimum"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s) : (tensor<i32>) -> ()
  }) : (tensor<4xi32>) -> tensor<4xi32>
  // The order of the two arguments does not matter.
  // CHECK: grad.all_reduce<prod>
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = "stablehlo.multiply"(%b, %a) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%s) : (tensor<i32>) -> ()
  }) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

// On booleans, or is the maximum and and is the minimum.
// CHECK-LABEL: func.func @booleans
func.func @booleans(%x: tensor<4xi1>) {
  // CHECK: grad.all_reduce<max> {{.*}} : tensor<4xi1>
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %s = "stablehlo.or"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }) : (tensor<4xi1>) -> tensor<4xi1>
  // CHECK: grad.all_reduce<min> {{.*}} : tensor<4xi1>
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %s = "stablehlo.and"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }) : (tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

// CHECK-LABEL: func.func @several_operands
// CHECK: %[[R:.*]]:2 = grad.all_reduce<sum> %{{.*}}, %{{.*}} on {{.*}} : tensor<4xf32>, tensor<2x3xf32>
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @several_operands(%x: tensor<4xf32>, %y: tensor<2x3xf32>) -> (tensor<4xf32>, tensor<2x3xf32>) {
  %0:2 = "stablehlo.all_reduce"(%x, %y) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<2x3xf32>) -> (tensor<4xf32>, tensor<2x3xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<2x3xf32>
}

// -----

// A body of a wider type: what travels is the operand, what is delivered the
// result.
// CHECK-LABEL: func.func @promoted
// CHECK: grad.all_reduce<sum> {{.*}} : tensor<4xf16> -> tensor<4xf32>
func.func @promoted(%x: tensor<4xf16>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf16>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @reduce_scatter
// CHECK: grad.reduce_scatter<sum> %{{.*}} dim 1 on <{{\[\[}}0, 1], [2, 3]]> {{.*}} : tensor<3x8xbf16> -> tensor<3x4xbf16>
func.func @reduce_scatter(%x: tensor<3x8xbf16>) -> tensor<3x4xbf16> {
  %0 = "stablehlo.reduce_scatter"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = "stablehlo.add"(%a, %b) : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    "stablehlo.return"(%s) : (tensor<bf16>) -> ()
  }) : (tensor<3x8xbf16>) -> tensor<3x4xbf16>
  return %0 : tensor<3x4xbf16>
}

// -----

// CHECK-LABEL: func.func @all_gather
func.func @all_gather(%x: tensor<3x4xf32>, %y: tensor<1x2xi8>) {
  // CHECK: grad.all_gather %{{.*}} dim 1 {{.*}} : tensor<3x4xf32> -> tensor<3x8xf32>
  "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<3x4xf32>) -> tensor<3x8xf32>
  // CHECK: grad.all_gather %{{.*}}, %{{.*}} dim 0 {{.*}} : tensor<3x4xf32>, tensor<1x2xi8> -> tensor<6x4xf32>, tensor<2x2xi8>
  "stablehlo.all_gather"(%x, %y) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<3x4xf32>, tensor<1x2xi8>) -> (tensor<6x4xf32>, tensor<2x2xi8>)
  return
}

// -----

// CHECK-LABEL: func.func @replica_groups
func.func @replica_groups(%x: tensor<4xf32>) {
  // No groups: every rank.
  // CHECK: grad.all_reduce<sum> %{{[^ ]*}} {grad.stablehlo = "cross_replica"}
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<> : tensor<0x0xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // Uneven groups are padded with -1.
  // CHECK: grad.all_reduce<sum> {{.*}} on <{{\[\[}}0, 2, 3], [1]]>
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 2, 3], [1, -1, -1]]> : tensor<2x3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // A splat.
  // CHECK: grad.all_reduce<sum> {{.*}} on <{{\[\[}}0]]>
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// Attributes between braces, as older printers wrote them; handle 0 is no
// channel. Attributes that are not XLA's stay.
// CHECK-LABEL: func.func @older_form
// CHECK: grad.all_reduce<sum> {{.*}} on <{{\[\[}}0, 1]]> {grad.param = "w", grad.stablehlo = "cross_replica"}
// CHECK-NOT: replica_groups
func.func @older_form(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, grad.param = "w", mhlo.frontend_attributes = {}, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @shapes
func.func @shapes(%x: tensor<?x3xf32>, %y: tensor<f64>, %z: tensor<0x4xui8>) {
  // CHECK: grad.all_reduce<sum> {{.*}} : tensor<?x3xf32>
  "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  // CHECK: grad.all_reduce<sum> {{.*}} : tensor<f64>
  "stablehlo.all_reduce"(%y) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "stablehlo.return"(%s) : (tensor<f64>) -> ()
  }) : (tensor<f64>) -> tensor<f64>
  // CHECK: grad.all_reduce<sum> {{.*}} : tensor<0x4xui8>
  "stablehlo.all_reduce"(%z) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %s = "stablehlo.add"(%a, %b) : (tensor<ui8>, tensor<ui8>) -> tensor<ui8>
    "stablehlo.return"(%s) : (tensor<ui8>) -> ()
  }) : (tensor<0x4xui8>) -> tensor<0x4xui8>
  return
}

// -----

// CHECK-LABEL: func.func @everywhere
func.func @everywhere(%x: tensor<4xf32>, %c: tensor<i1>) {
  // CHECK: sdy.manual_computation
  "sdy.manual_computation"(%x) <{manual_axes = #sdy<manual_axes{"d"}>}> ({
  ^bb0(%y: tensor<4xf32>):
    // CHECK: stablehlo.while
    "stablehlo.while"(%y) ({
    ^bb0(%z: tensor<4xf32>):
      "stablehlo.return"(%c) : (tensor<i1>) -> ()
    }, {
    ^bb0(%z: tensor<4xf32>):
      // CHECK: grad.all_reduce<sum>
      %0 = "stablehlo.all_reduce"(%z) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%s) : (tensor<f32>) -> ()
      }) : (tensor<4xf32>) -> tensor<4xf32>
      "stablehlo.return"(%0) : (tensor<4xf32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    // CHECK: stablehlo.if
    "stablehlo.if"(%c) ({
      // CHECK: grad.all_gather
      %0 = "stablehlo.all_gather"(%y) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
      "stablehlo.return"(%0) : (tensor<8xf32>) -> ()
    }, {
      %0 = "stablehlo.concatenate"(%y, %y) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
      "stablehlo.return"(%0) : (tensor<8xf32>) -> ()
    }) : (tensor<i1>) -> tensor<8xf32>
    "sdy.return"() : () -> ()
  }) : (tensor<4xf32>) -> ()
  return
}
