// RUN: split-file %s %t
// RUN: grad-opt %t/step.mlir --shard-optimizer=world-size=4 | FileCheck %t/step.mlir
// RUN: grad-opt %t/even.mlir --shard-optimizer=world-size=2 | FileCheck %t/even.mlir
// RUN: grad-opt %t/whole.mlir --shard-optimizer=world-size=2 --remarks-filter=shard-optimizer 2>&1 | FileCheck %t/whole.mlir
// RUN: grad-opt %t/even.mlir --split-accumulation=steps=3 --shard-optimizer=world-size=2 | FileCheck %t/even.mlir --check-prefix=SPLIT
// RUN: grad-opt %t/even.mlir --shard-optimizer=world-size=2 --expand-gradient-reducers=world-size=2 --verify-gradient-scale --verify-collectives=world-size=2 -o /dev/null
// RUN: not grad-opt %t/even.mlir --shard-optimizer 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not grad-opt %t/even.mlir --shard-optimizer=world-size=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// UNKNOWN: shard-optimizer: the number of ranks is not known; give it with world-size=N
// NEGATIVE: shard-optimizer: {{.*}}world-size{{.*}}-1

//--- step.mlir
// Ten elements on four ranks: parts of three, the last padded.
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[^ ]*]]: tensor<2x5xf32> {grad.param = "w"}, %[[V:[^ ]*]]: tensor<3xf32> {grad.init = 0.000000e+00 : f32, grad.per_rank, grad.state = "momentum.w"}
// CHECK-SAME: tensor<3xf32> {grad.updates = "momentum.w"}
// CHECK: %[[R:.*]] = grad.reduce_gradients %{{.*}}<"w", sharded = 4> with<clip_norm = 5.000000e-01> : tensor<2x5xf32> -> tensor<3xf32>
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[W]]
// CHECK: %[[PADDED:.*]] = tensor.pad %[[FLAT]] low[0] high[2]
// CHECK: %[[RANK:.*]] = grad.rank
// CHECK: %[[OFFSET:.*]] = arith.muli %[[RANK]], %c3
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[PADDED]][%[[OFFSET]]] [3] [1]
// CHECK: %[[NEW:.*]], %[[V1:.*]] = grad.momentum %[[PART]], %[[R]], %[[V]], %{{.*}} if %{{.*}} {nesterov} : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<f32>
// CHECK: %[[ALL:.*]] = grad.all_gather %[[NEW]] dim 0 {grad.param = "w"} : tensor<3xf32> -> tensor<12xf32>
// CHECK: %[[CUT:.*]] = tensor.extract_slice %[[ALL]][0] [10] [1]
// CHECK: %[[W1:.*]] = tensor.expand_shape %[[CUT]]
// CHECK: return %[[W1]], %[[V1]]
func.func @step(%w: tensor<2x5xf32> {grad.param = "w"}, %v: tensor<2x5xf32> {grad.state = "momentum.w", grad.init = 0.0 : f32}, %x: tensor<2x5xf32> {grad.batch}, %lr: tensor<f32> {grad.replicated}, %ok: tensor<i1> {grad.replicated})
    -> (tensor<2x5xf32> {grad.updates = "w"}, tensor<2x5xf32> {grad.updates = "momentum.w"}) {
  %r = grad.reduce_gradients %x<"w"> with<clip_norm = 0.5> : tensor<2x5xf32>
  %w1, %v1 = grad.momentum %w, %r, %v, %lr if %ok {nesterov} : tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<f32>
  return %w1, %v1 : tensor<2x5xf32>, tensor<2x5xf32>
}
//--- even.mlir
// CHECK-LABEL: func.func @step(
// CHECK-NOT: tensor.pad
// CHECK: grad.sgd %{{.*}}, %{{.*}}, %{{.*}} : tensor<2xf16>, tensor<2xf16>, tensor<f32>
// CHECK: grad.all_gather %{{.*}} dim 0 {grad.param = "w"} : tensor<2xf16> -> tensor<4xf16>
// CHECK-NOT: tensor.extract_slice
// CHECK: return
// SPLIT-LABEL: func.func @step_accumulate(
// SPLIT: grad.accumulate %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf16>
// SPLIT-LABEL: func.func @step_update(
// SPLIT: %[[R:.*]] = grad.reduce_gradients %{{.*}}<"w", sharded = 2> accumulated({{.*}}) : tensor<4xf32> -> tensor<2xf32>
// SPLIT: grad.sgd %{{.*}}, %[[R]], %{{.*}} if %{{.*}} : tensor<2xf16>, tensor<2xf32>, tensor<f32>
func.func @step(%w: tensor<4xf16> {grad.param = "w"}, %x: tensor<4xf16> {grad.batch}, %lr: tensor<f32> {grad.replicated})
    -> (tensor<4xf16> {grad.updates = "w"}) {
  %r = grad.reduce_gradients %x<"w"> : tensor<4xf16>
  %w1 = grad.sgd %w, %r, %lr : tensor<4xf16>, tensor<4xf16>, tensor<f32>
  return %w1 : tensor<4xf16>
}
//--- whole.mlir
// What stays whole, and why.
// CHECK-DAG: Gradient=used, Reason="something else than one optimizer uses it"
// CHECK-DAG: Gradient=own, Reason="ranks do not exchange it"
// CHECK-DAG: Gradient=integer, Reason="it is no dense gradient of floats, all of which is sent"
// CHECK-DAG: Gradient=empty, Reason="it has no elements"
// CHECK-DAG: Gradient=shared, Reason="another function has the optimizer's state, too"
// CHECK-DAG: Gradient=read, Reason="something else uses the optimizer's state"
// CHECK-DAG: Gradient=local, Reason="the optimizer's state is no state that all ranks share"
// CHECK-DAG: Gradient=group, Reason="a group of ranks reduces it"
// CHECK-DAG: Gradient=dynamic, Reason="its shape is not static"
// CHECK-NOT: sharded =
#pair = #grad.group<[[0, 1]]>
func.func @step(%w: tensor<4xf32> {grad.param = "used"}, %e: tensor<0xf32> {grad.param = "empty"}, %v: tensor<4xf32> {grad.state = "v"}, %v2: tensor<4xf32> {grad.state = "v2"}, %v3: tensor<4xf32> {grad.state = "v3", grad.per_rank}, %x: tensor<4xf32> {grad.batch}, %i: tensor<4xi32> {grad.batch}, %n: tensor<0xf32> {grad.batch}, %d: tensor<?xf32> {grad.batch}, %dw: tensor<?xf32> {grad.param = "dynamic"}, %lr: tensor<f32> {grad.replicated})
    -> (tensor<4xf32>, tensor<4xf32> {grad.updates = "used"}, tensor<4xf32>, tensor<4xi32>, tensor<0xf32> {grad.updates = "empty"}, tensor<4xf32>, tensor<4xf32> {grad.updates = "v"}, tensor<4xf32>, tensor<4xf32> {grad.updates = "v2"}, tensor<4xf32>, tensor<4xf32>, tensor<4xf32> {grad.updates = "v3"}, tensor<4xf32>, tensor<?xf32> {grad.updates = "dynamic"}) {
  %r:8 = grad.reduce_gradients %x<"used">, %x<"own", layerwise_parallel>, %i<"integer">, %n<"empty">, %x<"shared">, %x<"read">, %x<"local">, %d<"dynamic"> with<mean = false> : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<0xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<?xf32>
  %g = grad.reduce_gradients %x<"group"> on #pair : tensor<4xf32>
  %a = grad.sgd %w, %r#0, %lr : tensor<4xf32>, tensor<4xf32>, tensor<f32>
  %b = grad.sgd %w, %r#1, %lr : tensor<4xf32>, tensor<4xf32>, tensor<f32>
  %c = grad.sgd %e, %r#3, %lr : tensor<0xf32>, tensor<0xf32>, tensor<f32>
  %f, %f1 = grad.momentum %w, %r#4, %v, %lr : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>
  %h, %h1 = grad.momentum %w, %r#5, %v2, %lr : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>
  %l, %l1 = grad.momentum %w, %r#6, %v3, %lr : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>
  %k = grad.sgd %w, %g, %lr : tensor<4xf32>, tensor<4xf32>, tensor<f32>
  %z = grad.sgd %dw, %r#7, %lr : tensor<?xf32>, tensor<?xf32>, tensor<f32>
  return %r#0, %a, %b, %r#2, %c, %f, %f1, %h, %h1, %v2, %l, %l1, %k, %z : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<0xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<?xf32>
}
func.func @eval(%v: tensor<4xf32> {grad.state = "v"}) {
  return
}
