// A step and its data-parallel form, by preset and by option.
//
// RUN: split-file %s %t
// RUN: grad-opt %t/step.mlir --grad-data-parallel-pipeline=world-size=4 | FileCheck %t/step.mlir
// RUN: grad-opt %t/step.mlir --grad-data-parallel-pipeline="world-size=4 preset=mindspore" | FileCheck %t/step.mlir
// RUN: grad-opt %t/step.mlir --grad-data-parallel-pipeline="world-size=4 preset=singa clip" | FileCheck %t/step.mlir --check-prefix=SINGA
// RUN: grad-opt %t/step.mlir --grad-data-parallel-pipeline="world-size=4 preset=ddp" | FileCheck %t/step.mlir --check-prefix=DDP
// RUN: grad-opt %t/step.mlir --grad-data-parallel-pipeline="world-size=4 preset=horovod" | FileCheck %t/step.mlir --check-prefix=HOROVOD
// RUN: grad-opt %t/step.mlir --grad-data-parallel-pipeline="world-size=4 wire=f16 clip-norm=1 layerwise-parallel=f match=^none" | FileCheck %t/step.mlir --check-prefix=NORM
// RUN: grad-opt %t/step.mlir --grad-data-parallel-pipeline="mean=false fusion-type=0" | FileCheck %t/step.mlir --check-prefix=SUM
// RUN: grad-opt %t/step.mlir --grad-data-parallel-pipeline="group=[[0,1],[2,3]] degree=5" | FileCheck %t/step.mlir --check-prefix=GROUP
// RUN: grad-opt %t/step.mlir --grad-data-parallel-pipeline="top-k=2 match=^none world-size=4" | FileCheck %t/step.mlir --check-prefix=TOPK

// Which gradients share a bucket.

// RUN: grad-opt %t/buckets.mlir --grad-data-parallel-pipeline | FileCheck %t/buckets.mlir --check-prefix=MINDSPORE
// RUN: grad-opt %t/buckets.mlir --grad-data-parallel-pipeline=preset=singa | FileCheck %t/buckets.mlir --check-prefix=SINGA
// RUN: grad-opt %t/buckets.mlir --grad-data-parallel-pipeline=preset=ddp | FileCheck %t/buckets.mlir --check-prefix=DDP
// RUN: grad-opt %t/buckets.mlir --grad-data-parallel-pipeline="preset=ddp first-bucket-bytes=2097152" | FileCheck %t/buckets.mlir --check-prefix=FIRST
// RUN: grad-opt %t/buckets.mlir --grad-data-parallel-pipeline=preset=horovod | FileCheck %t/buckets.mlir --check-prefix=HOROVOD
// RUN: grad-opt %t/buckets.mlir --grad-data-parallel-pipeline=max-operands=2 | FileCheck %t/buckets.mlir --check-prefix=MOST
// RUN: grad-opt %t/buckets.mlir --grad-data-parallel-pipeline=threshold-bytes=0 | FileCheck %t/buckets.mlir --check-prefix=NEVER
// RUN: grad-opt %t/buckets.mlir --grad-data-parallel-pipeline=threshold-elements=524288 | FileCheck %t/buckets.mlir --check-prefix=ELEMENTS
// RUN: grad-opt %t/buckets.mlir --grad-data-parallel-pipeline=fusion-type=2 | FileCheck %t/buckets.mlir --check-prefix=ALL
// RUN: grad-opt %t/buckets.mlir --grad-data-parallel-pipeline=split-indices=1,3 | FileCheck %t/buckets.mlir --check-prefix=SPLIT
// RUN: grad-opt %t/types.mlir --grad-data-parallel-pipeline=preset=horovod | FileCheck %t/types.mlir
// RUN: grad-opt %t/types.mlir --grad-data-parallel-pipeline="preset=horovod across-types" | FileCheck %t/types.mlir --check-prefix=ACROSS
// RUN: grad-opt %t/types.mlir --grad-data-parallel-pipeline="preset=horovod print-plan" -o %t/out.mlir 2>&1 | FileCheck %t/types.mlir --check-prefix=PLAN

// What is asked for twice, and what the checks of the pipeline refuse.

// RUN: grad-opt %t/twice.mlir --grad-data-parallel-pipeline=world-size=4 | FileCheck %t/twice.mlir
// RUN: grad-opt %t/twice.mlir --grad-data-parallel-pipeline="world-size=4 simplify" | FileCheck %t/twice.mlir --check-prefix=SIMPLE
// RUN: not grad-opt %t/divided.mlir --grad-data-parallel-pipeline=world-size=4 2>&1 | FileCheck %t/divided.mlir
// RUN: not grad-opt %t/branch.mlir --grad-data-parallel-pipeline=world-size=4 2>&1 | FileCheck %t/branch.mlir
// RUN: not grad-opt %t/step.mlir --grad-data-parallel-pipeline=preset=none 2>&1 | FileCheck %s --check-prefix=PRESET
// PRESET: preset: expected one of mindspore, singa, ddp, horovod, got 'none'
// RUN: not grad-opt %t/step.mlir --grad-data-parallel-pipeline=world-size=-1 2>&1 | FileCheck %s --check-prefix=WORLD
// WORLD: world-size: expected
// RUN: not grad-opt %t/step.mlir --grad-data-parallel-pipeline="first-bucket-bytes=4" 2>&1 | FileCheck %s --check-prefix=RULE
// RULE: fuse-allreduce: first-bucket-bytes

//--- step.mlir
// Marked gradients and bare all-reduces in one module.

// CHECK-LABEL: func @step
// CHECK: %[[G:.*]] = arith.negf %arg1
// CHECK: %[[H:.*]] = arith.extf %arg0 : tensor<4xf16> to tensor<4xf32>
// CHECK: %[[R:.*]]:2 = grad.all_reduce<sum> %[[H]], %[[G]] fusion<id = 1, auto> {grad.mean = 4 : i64} : tensor<4xf32>, tensor<3xf32>
// CHECK: %[[RH:.*]] = grad.scale %[[R]]#0, %{{.*}} : tensor<4xf32>, tensor<f32> -> tensor<4xf16>
// CHECK: %[[RG:.*]] = grad.scale %[[R]]#1, %{{.*}} : tensor<3xf32>, tensor<f32>
// CHECK: %[[U:.*]] = arith.subf %arg2, %[[RG]]
// CHECK: return %[[RH]], %[[RG]], %[[U]]
// CHECK-LABEL: func @bare
// CHECK: grad.all_reduce<sum> %arg0, %arg1 fusion<id = 1, auto> {grad.mean = 4 : i64} : tensor<4xf32>, tensor<3xf32>
// CHECK-COUNT-2: grad.scale

// SINGA-LABEL: func @step
// SINGA: %[[LIMIT:.*]] = arith.constant dense<1.000000e+02> : tensor<f32>
// SINGA: grad.clip %{{.*}}, %[[LIMIT]] : tensor<4xf16>, tensor<f32>
// SINGA: %[[F:.*]] = arith.truncf %{{.*}} : tensor<3xf32> to tensor<3xf16>
// SINGA: grad.all_reduce<sum> %{{.*}}, %[[F]] fusion<id = 1, auto> {grad.mean = 4 : i64} : tensor<4xf16>, tensor<3xf16> -> tensor<4xf32>, tensor<3xf32>
// SINGA-COUNT-2: grad.scale

// DDP-LABEL: func @step
// DDP: %[[H:.*]] = grad.scale %arg0, %{{.*}} : tensor<4xf16>, tensor<f32>
// DDP: %[[RH:.*]] = grad.all_reduce<sum> %[[H]] {{.*}} : tensor<4xf16>
// DDP: %[[G:.*]] = grad.scale
// DDP: %[[RG:.*]] = grad.all_reduce<sum> %[[G]] {{.*}} : tensor<3xf32>
// DDP: return %[[RH]], %[[RG]]

// HOROVOD-LABEL: func @step
// HOROVOD: %[[H:.*]] = grad.all_reduce<sum> %arg0 {{.*}} : tensor<4xf16>
// HOROVOD: grad.scale %[[H]], %{{.*}} : tensor<4xf16>, tensor<f32>

// NORM-LABEL: func @step
// NORM: %[[H:.*]] = grad.scale %arg0, %{{.*}} : tensor<4xf16>, tensor<f32>
// NORM: grad.all_reduce<sum> %[[H]] {{.*}} : tensor<4xf16> -> tensor<4xf32>
// NORM: grad.squared_norm %{{.*}} : tensor<4xf32>
// NORM: grad.squared_norm %{{.*}} : tensor<3xf32>
// NORM: grad.all_reduce<sum> %{{.*}} : tensor<f64>
// NORM: math.sqrt
// NORM: grad.scale %{{.*}} : tensor<4xf32>, tensor<f32> -> tensor<4xf16>
// NORM-LABEL: func @bare
// NORM: grad.all_reduce<avg>

// SUM-LABEL: func @step
// SUM: grad.all_reduce<sum> %{{.*}} fusion<id = 0, auto, index = 1> {grad.param = "h"} : tensor<4xf32>
// SUM: grad.all_reduce<sum> %{{.*}} fusion<id = 0, auto, index = 2> {grad.param = "f"} : tensor<3xf32>
// SUM-NOT: grad.scale
// A mean that stands there is one.
// SUM-LABEL: func @bare
// SUM: grad.scale

// GROUP-LABEL: func @step
// GROUP: grad.all_reduce<sum> %{{.*}} on #group fusion<id = 1, auto> {grad.mean = 5 : i64}

// TOPK-LABEL: func @step
// TOPK: grad.sparsify %{{.*}} top_k 2 : tensor<7xf32> -> !grad.indexed_slices<2xi32, 7xf32>
// TOPK: grad.all_gather %{{.*}} : tensor<2xi32> -> tensor<8xi32>
// TOPK: grad.all_gather %{{.*}} : tensor<2xf32> -> tensor<8xf32>
// TOPK-NOT: grad.all_reduce
// TOPK-LABEL: func @bare
func.func @step(%h: tensor<4xf16>, %f: tensor<3xf32>, %w: tensor<3xf32>) -> (tensor<4xf16> {grad.gradient = "h"}, tensor<3xf32> {grad.gradient = "f"}, tensor<3xf32>) {
  %g = arith.negf %f : tensor<3xf32>
  %u = arith.subf %w, %g : tensor<3xf32>
  return %h, %g, %u : tensor<4xf16>, tensor<3xf32>, tensor<3xf32>
}
func.func @bare(%a: tensor<4xf32>, %b: tensor<3xf32>) -> (tensor<4xf32>, tensor<3xf32>) {
  %0 = grad.all_reduce<avg> %a {grad.param = "a"} : tensor<4xf32>
  %1 = grad.all_reduce<avg> %b {grad.param = "b"} : tensor<3xf32>
  return %0, %1 : tensor<4xf32>, tensor<3xf32>
}

//--- buckets.mlir
// Gradients of 1 MiB, twice what is half of MindSpore's bucket here, twice
// SINGA's limit of elements, and twice half of Horovod's.

// MINDSPORE-LABEL: func @mindspore
// MINDSPORE: grad.all_reduce<sum> %arg0, %arg1 fusion
// MINDSPORE: grad.all_reduce<sum> %arg2 fusion
// SINGA-LABEL: func @singa
// SINGA: grad.all_reduce<sum> %{{.*}}, %{{.*}} fusion{{.*}} : tensor<2097152xf16>, tensor<2097152xf16> ->
// SINGA: grad.all_reduce<sum> %{{.*}} fusion{{.*}} : tensor<2097152xf16> ->
// DDP-LABEL: func @ddp
// DDP: grad.all_reduce<sum> %{{[^,]*}} fusion{{.*}} : tensor<262144xf32>{{$}}
// DDP: grad.all_reduce<sum> %{{.*}}, %{{.*}} fusion{{.*}} : tensor<262144xf32>, tensor<262144xf32>{{$}}
// FIRST-LABEL: func @ddp
// FIRST: grad.all_reduce<sum> %{{.*}}, %{{.*}} fusion{{.*}} : tensor<262144xf32>, tensor<262144xf32>{{$}}
// FIRST: grad.all_reduce<sum> %{{[^,]*}} fusion{{.*}} : tensor<262144xf32>{{$}}
// HOROVOD-LABEL: func @horovod
// HOROVOD: grad.all_reduce<sum> %arg0, %arg1 fusion
// HOROVOD: grad.all_reduce<sum> %arg2 fusion
// MOST-LABEL: func @ddp
// MOST: grad.all_reduce<sum> %arg0, %arg1 fusion
// MOST: grad.all_reduce<sum> %arg2 fusion
// NEVER-LABEL: func @ddp
// NEVER-COUNT-3: grad.all_reduce<sum> %{{[^,]*}} fusion<id = 0
// ELEMENTS-LABEL: func @ddp
// ELEMENTS: grad.all_reduce<sum> %arg0, %arg1 fusion
// ELEMENTS: grad.all_reduce<sum> %arg2 fusion
// ALL-LABEL: func @mindspore
// ALL: grad.all_reduce<sum> %arg0, %arg1, %arg2 fusion<id = 2, auto>
// SPLIT-LABEL: func @mindspore
// SPLIT: grad.all_reduce<sum> %arg0 fusion<id = 1, auto
// SPLIT: grad.all_reduce<sum> %arg1, %arg2 fusion<id = 2, auto>
func.func @mindspore(%a: tensor<3276800xf32>, %b: tensor<3276800xf32>, %c: tensor<3276800xf32>) -> (tensor<3276800xf32> {grad.gradient = "a"}, tensor<3276800xf32> {grad.gradient = "b"}, tensor<3276800xf32> {grad.gradient = "c"}) {
  return %a, %b, %c : tensor<3276800xf32>, tensor<3276800xf32>, tensor<3276800xf32>
}
func.func @singa(%a: tensor<2097152xf32>, %b: tensor<2097152xf32>, %c: tensor<2097152xf32>) -> (tensor<2097152xf32> {grad.gradient = "a"}, tensor<2097152xf32> {grad.gradient = "b"}, tensor<2097152xf32> {grad.gradient = "c"}) {
  return %a, %b, %c : tensor<2097152xf32>, tensor<2097152xf32>, tensor<2097152xf32>
}
func.func @ddp(%a: tensor<262144xf32>, %b: tensor<262144xf32>, %c: tensor<262144xf32>) -> (tensor<262144xf32> {grad.gradient = "a"}, tensor<262144xf32> {grad.gradient = "b"}, tensor<262144xf32> {grad.gradient = "c"}) {
  return %a, %b, %c : tensor<262144xf32>, tensor<262144xf32>, tensor<262144xf32>
}
func.func @horovod(%a: tensor<16777216xf32>, %b: tensor<16777216xf32>, %c: tensor<16777216xf32>) -> (tensor<16777216xf32> {grad.gradient = "a"}, tensor<16777216xf32> {grad.gradient = "b"}, tensor<16777216xf32> {grad.gradient = "c"}) {
  return %a, %b, %c : tensor<16777216xf32>, tensor<16777216xf32>, tensor<16777216xf32>
}

//--- types.mlir
// CHECK: grad.all_reduce<sum> %{{[^,]*}} fusion
// CHECK: grad.all_reduce<sum> %{{[^,]*}} fusion
// ACROSS: grad.all_reduce<sum> %{{.*}}, %{{.*}} fusion{{.*}} : tensor<4xf16>, tensor<3xf32>
// PLAN: h
func.func @step(%h: tensor<4xf16>, %f: tensor<3xf32>) -> (tensor<4xf16> {grad.gradient = "h"}, tensor<3xf32> {grad.gradient = "f"}) {
  return %h, %f : tensor<4xf16>, tensor<3xf32>
}

//--- twice.mlir
// CHECK-LABEL: func @step
// CHECK-COUNT-2: grad.all_reduce<sum>
// SIMPLE-LABEL: func @step
// SIMPLE: grad.all_reduce<sum>
// SIMPLE-NOT: grad.all_reduce<sum>
// SIMPLE: return
func.func @step(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32> {grad.gradient = "w"}) {
  %0 = grad.all_reduce<max> %x : tensor<4xf32>
  %1 = grad.all_reduce<max> %0 : tensor<4xf32>
  %2 = grad.all_reduce<sum> %1 : tensor<4xf32>
  return %2, %x : tensor<4xf32>, tensor<4xf32>
}

//--- divided.mlir
// CHECK: divided.mlir:2:1: error: all-reduce 'w': expected the factors around it to make up 1/4 once, got it 2 times
func.func @step(%x: tensor<4xf32>) -> (tensor<4xf32> {grad.gradient = "w"}) {
  %quarter = arith.constant dense<0.25> : tensor<4xf32>
  %g = arith.mulf %x, %quarter : tensor<4xf32>
  return %g : tensor<4xf32>
}

//--- branch.mlir
// CHECK: branch.mlir:{{.*}}: error: all-reduce 'w' stands under a branch
func.func @step(%x: tensor<4xf32>, %if: i1) -> tensor<4xf32> {
  %0 = scf.if %if -> tensor<4xf32> {
    %g = arith.negf %x {grad.gradient = "w"} : tensor<4xf32>
    scf.yield %g : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
