// Shapes, parts of tensors, numbers and the dialect's own arithmetic are
// written as StableHLO.

// RUN: grad-opt %s --convert-grad-to-stablehlo --remarks-filter=convert-grad-to-stablehlo --remark-policy=all --split-input-file 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks

// REMARK: [[@LINE+6]]:1: remark: {{.*}}arithmetic | Category:convert-grad-to-stablehlo | Operations=4
// CHECK-LABEL: func.func @reshapes
// CHECK: "stablehlo.reshape"(%arg0) : (tensor<2x3xf32>) -> tensor<6xf32>
// CHECK-NEXT: "stablehlo.reshape"{{.*}} : (tensor<6xf32>) -> tensor<3x2xf32>
// CHECK-NEXT: "stablehlo.reshape"{{.*}} : (tensor<3x2xf32>) -> tensor<1x6xf32>
// CHECK-NEXT: "stablehlo.convert"{{.*}} : (tensor<1x6xf32>) -> tensor<?x6xf32>
func.func @reshapes(%x: tensor<2x3xf32>) -> tensor<?x6xf32> {
  %shape = arith.constant dense<[1, 6]> : tensor<2xindex>
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<3x2xf32>
  %2 = tensor.reshape %1(%shape) : (tensor<3x2xf32>, tensor<2xindex>) -> tensor<1x6xf32>
  %3 = tensor.cast %2 : tensor<1x6xf32> to tensor<?x6xf32>
  return %3 : tensor<?x6xf32>
}

// -----

// CHECK-LABEL: func.func @parts
// CHECK: "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2, 8>, start_indices = array<i64: 1, 1>, strides = array<i64: 1, 3>}> : (tensor<4x10xf32>) -> tensor<1x3xf32>
// CHECK-NEXT: %[[S:.*]] = "stablehlo.reshape"{{.*}} : (tensor<1x3xf32>) -> tensor<3xf32>
// CHECK-NEXT: %[[C:.*]] = "stablehlo.concatenate"(%[[S]], %[[S]]) <{dimension = 0 : i64}> : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
// CHECK-NEXT: %[[R:.*]] = "stablehlo.reshape"(%[[C]]) : (tensor<6xf32>) -> tensor<6x1xf32>
// CHECK-NEXT: %[[T:.*]] = "stablehlo.constant"() <{value = dense<2> : tensor<i64>}>
// CHECK-NEXT: %[[Z:.*]] = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}>
// CHECK-NEXT: "stablehlo.dynamic_update_slice"(%arg1, %[[R]], %[[T]], %[[Z]]) : (tensor<8x1xf32>, tensor<6x1xf32>, tensor<i64>, tensor<i64>) -> tensor<8x1xf32>
func.func @parts(%x: tensor<4x10xf32>, %y: tensor<8x1xf32>) -> tensor<8x1xf32> {
  %0 = tensor.extract_slice %x[1, 1] [1, 3] [1, 3] : tensor<4x10xf32> to tensor<3xf32>
  %1 = tensor.concat dim(0) %0, %0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
  %2 = tensor.insert_slice %1 into %y[2, 0] [6, 1] [1, 1] : tensor<6xf32> into tensor<8x1xf32>
  return %2 : tensor<8x1xf32>
}

// -----

// CHECK-LABEL: func.func @elements
// CHECK-DAG: %[[I:.*]] = "stablehlo.constant"() <{value = dense<1> : tensor<i64>}>
// CHECK: %[[E:.*]] = "stablehlo.dynamic_slice"(%arg0, %[[I]], %[[I]]) <{slice_sizes = array<i64: 1, 1>}> : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x1xf32>
// CHECK-NEXT: %[[S:.*]] = "stablehlo.reshape"(%[[E]]) : (tensor<1x1xf32>) -> tensor<f32>
// CHECK-NEXT: %[[N:.*]] = "stablehlo.negate"(%[[S]]) : (tensor<f32>) -> tensor<f32>
// CHECK: %[[F:.*]] = "stablehlo.concatenate"{{.*}} : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
// CHECK-NEXT: "stablehlo.reshape"(%[[F]]) : (tensor<2xf32>) -> tensor<2x1xf32>
// CHECK-NEXT: "stablehlo.broadcast_in_dim"(%[[N]]) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x1xf32>
func.func @elements(%x: tensor<2x3xf32>) -> (tensor<2x1xf32>, tensor<2x1xf32>) {
  %c1 = arith.constant 1 : index
  %0 = tensor.extract %x[%c1, %c1] : tensor<2x3xf32>
  %1 = arith.negf %0 : f32
  %2 = tensor.from_elements %0, %1 : tensor<2x1xf32>
  %3 = tensor.splat %1 : tensor<2x1xf32>
  return %2, %3 : tensor<2x1xf32>, tensor<2x1xf32>
}

// -----

// Sizes that are not known are asked for.
// CHECK-LABEL: func.func @dynamic_splat
// CHECK: %[[D:.*]] = "stablehlo.get_dimension_size"(%arg0) <{dimension = 1 : i64}> : (tensor<2x?xf32>) -> tensor<i32>
// CHECK-NEXT: %[[L:.*]] = "stablehlo.convert"(%[[D]]) : (tensor<i32>) -> tensor<i64>
// CHECK: %[[E:.*]] = "stablehlo.concatenate"{{.*}} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
// CHECK-NEXT: %[[B:.*]] = "stablehlo.dynamic_broadcast_in_dim"(%{{.*}}, %[[E]]) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<2xi64>) -> tensor<2x?xf32>
// CHECK-NEXT: "stablehlo.multiply"(%arg0, %[[B]]) : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @dynamic_splat(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %one = arith.constant 1 : index
  %three = arith.constant 3.0 : f32
  %size = tensor.dim %x, %one : tensor<2x?xf32>
  %0 = tensor.splat %three[%size] : tensor<2x?xf32>
  %1 = arith.mulf %x, %0 : tensor<2x?xf32>
  return %1 : tensor<2x?xf32>
}

// -----

// The size of a group becomes a number: 1 / 4 times the gradient.
// CHECK-LABEL: func.func @mean
// CHECK: %[[SIZE:.*]] = "stablehlo.constant"() <{value = dense<4> : tensor<i64>}> : () -> tensor<i64>
// CHECK-NEXT: %[[F:.*]] = "stablehlo.convert"(%[[SIZE]]) : (tensor<i64>) -> tensor<f32>
// CHECK-NEXT: %[[ONE:.*]] = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
// CHECK-NEXT: %[[Q:.*]] = "stablehlo.divide"(%[[ONE]], %[[F]]) : (tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: %[[W:.*]] = "stablehlo.convert"(%arg0) : (tensor<8xf16>) -> tensor<8xf32>
// CHECK-NEXT: %[[B:.*]] = "stablehlo.broadcast_in_dim"(%[[Q]]) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT: %[[P:.*]] = "stablehlo.multiply"(%[[W]], %[[B]])
// CHECK-NEXT: %[[R:.*]] = "stablehlo.convert"(%[[P]]) : (tensor<8xf32>) -> tensor<8xf16>
// CHECK-NEXT: return %[[R]]
module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 4 : i32} {
  func.func @mean(%x: tensor<8xf16>) -> tensor<8xf16> {
    %n = grad.group_size : index
    %i = arith.index_cast %n : index to i64
    %f = arith.sitofp %i : i64 to f32
    %one = arith.constant 1.0 : f32
    %q = arith.divf %one, %f : f32
    %t = tensor.from_elements %q : tensor<f32>
    %0 = grad.scale %x, %t : tensor<8xf16>, tensor<f32>
    return %0 : tensor<8xf16>
  }
}

// -----

// CHECK-LABEL: func.func @group_sizes
// CHECK: %[[N:.*]] = "stablehlo.constant"() <{value = dense<2> : tensor<i64>}>
// CHECK-NEXT: %[[I:.*]] = "stablehlo.convert"(%[[N]]) : (tensor<i64>) -> tensor<i32>
// CHECK-NEXT: "stablehlo.broadcast_in_dim"(%[[I]]) <{{.*}}> : (tensor<i32>) -> tensor<3xi32>
// CHECK-NEXT: %[[U:.*]] = "stablehlo.bitcast_convert"(%[[N]]) : (tensor<i64>) -> tensor<ui64>
// CHECK-NEXT: "stablehlo.convert"(%[[U]]) : (tensor<ui64>) -> tensor<f64>
func.func @group_sizes() -> (tensor<3xi32>, tensor<f64>) {
  %n = grad.group_size on <[[0, 1], [2, 3]]> : index
  %i = arith.index_cast %n : index to i32
  %0 = tensor.splat %i : tensor<3xi32>
  %u = arith.index_castui %n : index to i64
  %f = arith.uitofp %u : i64 to f64
  %1 = tensor.from_elements %f : tensor<f64>
  return %0, %1 : tensor<3xi32>, tensor<f64>
}

// -----

// In the widest of the three types.
// CHECK-LABEL: func.func @scales
// CHECK: "stablehlo.multiply"{{.*}} -> tensor<4xf64>
// CHECK: "stablehlo.convert"{{.*}} : (tensor<4xf64>) -> tensor<4xf16>
// CHECK: "stablehlo.multiply"{{.*}} -> tensor<4xf64>
// CHECK-NOT: (tensor<4xf64>)
// CHECK: "stablehlo.dynamic_broadcast_in_dim"{{.*}} -> tensor<?xf32>
// CHECK-NEXT: "stablehlo.multiply"{{.*}} -> tensor<?xf32>
// CHECK-NEXT: "stablehlo.convert"{{.*}} : (tensor<?xf32>) -> tensor<?xbf16>
func.func @scales(%x: tensor<4xf16>, %d: tensor<f64>, %y: tensor<?xbf16>, %h: tensor<f16>) -> (tensor<4xf16>, tensor<4xf64>, tensor<?xbf16>) {
  %0 = grad.scale %x, %d : tensor<4xf16>, tensor<f64>
  %1 = grad.scale %0, %h : tensor<4xf16>, tensor<f16> -> tensor<4xf64>
  %2 = grad.scale %y, %h : tensor<?xbf16>, tensor<f16>
  return %0, %1, %2 : tensor<4xf16>, tensor<4xf64>, tensor<?xbf16>
}

// -----

// CHECK-LABEL: func.func @norm
// CHECK: %[[A:.*]] = "stablehlo.convert"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf64>
// CHECK-NEXT: %[[AA:.*]] = "stablehlo.multiply"(%[[A]], %[[A]])
// CHECK-NEXT: %[[Z:.*]] = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}>
// CHECK-NEXT: %[[SA:.*]] = "stablehlo.reduce"(%[[AA]], %[[Z]]) <{dimensions = array<i64: 0, 1>}> ({
// CHECK-NEXT: ^bb0(%[[P:.*]]: tensor<f64>, %[[Q:.*]]: tensor<f64>):
// CHECK-NEXT: %[[PQ:.*]] = "stablehlo.add"(%[[P]], %[[Q]]) : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK-NEXT: "stablehlo.return"(%[[PQ]]) : (tensor<f64>) -> ()
// CHECK-NEXT: }) : (tensor<2x?xf64>, tensor<f64>) -> tensor<f64>
// CHECK-NEXT: %[[B:.*]] = "stablehlo.convert"(%arg1) : (tensor<bf16>) -> tensor<f64>
// CHECK-NEXT: %[[BB:.*]] = "stablehlo.multiply"(%[[B]], %[[B]])
// CHECK-NEXT: %[[N:.*]] = "stablehlo.add"(%[[SA]], %[[BB]])
// CHECK-NEXT: %[[NONE:.*]] = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f64>}>
// CHECK-NEXT: return %[[N]], %[[NONE]]
func.func @norm(%a: tensor<2x?xf32>, %b: tensor<bf16>) -> (tensor<f64>, tensor<f64>) {
  %0 = grad.squared_norm %a, %b : tensor<2x?xf32>, tensor<bf16> -> tensor<f64>
  %1 = "grad.squared_norm"() : () -> tensor<f64>
  return %0, %1 : tensor<f64>, tensor<f64>
}

// -----

// What nothing needs is dropped, whatever it is.
// CHECK-LABEL: func.func @dead
// CHECK-NEXT: return
func.func @dead(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = arith.addf %0, %x : tensor<4xf32>
  %true = arith.constant true
  %2 = scf.if %true -> tensor<4xf32> {
    %3 = arith.addf %1, %x : tensor<4xf32>
    scf.yield %3 : tensor<4xf32>
  } else {
    scf.yield %0 : tensor<4xf32>
  }
  %n = grad.group_size : index
  %r = grad.rank : index
  %4 = arith.addi %n, %r : index
  return %x : tensor<4xf32>
}

// -----

// In every region, and with a number from outside.
// CHECK-LABEL: func.func private @called
// CHECK: "stablehlo.negate"
// CHECK-LABEL: func.func @regions
// CHECK: "sdy.manual_computation"
// CHECK: %[[C:.*]] = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}>
// CHECK: "stablehlo.while"
// CHECK: "stablehlo.compare"
// CHECK-NEXT: "stablehlo.return"
// CHECK: "stablehlo.broadcast_in_dim"(%[[C]])
// CHECK: "stablehlo.all_reduce"
func.func private @called(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.negf %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @regions(%x: tensor<4xf32>) -> tensor<4xf32> {
  %m = "sdy.manual_computation"(%x) ({
  ^bb0(%y: tensor<4xf32>):
    %two = arith.constant 2.0 : f32
    %w = "stablehlo.while"(%y) ({
    ^bb0(%s: tensor<4xf32>):
      %n = grad.squared_norm %s : tensor<4xf32> -> tensor<f64>
      %limit = arith.constant dense<100.0> : tensor<f64>
      %less = arith.cmpf olt, %n, %limit : tensor<f64>
      "stablehlo.return"(%less) : (tensor<i1>) -> ()
    }, {
    ^bb0(%s: tensor<4xf32>):
      %factor = tensor.splat %two : tensor<4xf32>
      %p = arith.mulf %s, %factor : tensor<4xf32>
      %q = grad.all_reduce<sum> %p : tensor<4xf32>
      %r = func.call @called(%q) : (tensor<4xf32>) -> tensor<4xf32>
      "stablehlo.return"(%r) : (tensor<4xf32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    "sdy.return"(%w) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %m : tensor<4xf32>
}

// -----

// A dialect that is not registered may be anyone's.
// CHECK-LABEL: func.func @unregistered
// CHECK: "mine.op"
func.func @unregistered(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "mine.op"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
