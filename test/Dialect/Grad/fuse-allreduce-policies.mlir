// Policies beyond the tables of fusion.json: ids, order, types, other
// collectives.

// RUN: split-file %s %t
// RUN: grad-opt %t/ids.mlir --fuse-allreduce | FileCheck %t/ids.mlir
// RUN: grad-opt %t/ids.mlir --fuse-allreduce=threshold-bytes=0 | FileCheck %t/ids.mlir --check-prefix=OFF
// RUN: grad-opt %t/ids.mlir --fuse-allreduce=threshold-bytes=32 | FileCheck %t/ids.mlir --check-prefix=LIMIT
// RUN: grad-opt %t/ids.mlir --fuse-allreduce=rule=ddp | FileCheck %t/ids.mlir
// RUN: grad-opt %t/large-ids.mlir --fuse-allreduce | FileCheck %t/large-ids.mlir
// RUN: grad-opt %t/large-ids.mlir --fuse-allreduce=rule=ddp | FileCheck %t/large-ids.mlir --check-prefix=DDP
// RUN: grad-opt %t/large-ids.mlir --fuse-allreduce=rule=singa | FileCheck %t/large-ids.mlir --check-prefix=SINGA
// RUN: grad-opt %t/ids.mlir --fuse-allreduce=split-indices=3,6 | FileCheck %t/ids.mlir --check-prefix=SPLIT
// RUN: grad-opt %t/order.mlir --fuse-allreduce=split-indices=1,3 | FileCheck %t/order.mlir --check-prefix=PROGRAM
// RUN: grad-opt %t/order.mlir --fuse-allreduce="split-indices=1,3 order=index" | FileCheck %t/order.mlir --check-prefix=INDEX
// RUN: grad-opt %t/order.mlir --fuse-allreduce="split-indices=1,3 order=production" | FileCheck %t/order.mlir --check-prefix=PRODUCTION
// RUN: grad-opt %t/lift.mlir --fuse-allreduce=order=production | FileCheck %t/lift.mlir
// RUN: grad-opt %t/lift-order.mlir --fuse-allreduce="order=production max-operands=2" | FileCheck %t/lift-order.mlir
// RUN: grad-opt %t/types.mlir --fuse-allreduce=threshold-bytes=64 | FileCheck %t/types.mlir
// RUN: grad-opt %t/types.mlir --fuse-allreduce="threshold-bytes=64 across-types" | FileCheck %t/types.mlir --check-prefix=ACROSS
// RUN: grad-opt %t/others.mlir --fuse-allreduce | FileCheck %t/others.mlir --check-prefix=NONE
// RUN: grad-opt %t/others.mlir --fuse-allreduce=collectives=all-reduce,all-gather,reduce-scatter | FileCheck %t/others.mlir
// RUN: grad-opt %t/dynamic.mlir --fuse-allreduce | FileCheck %t/dynamic.mlir
// RUN: grad-opt %t/dynamic.mlir --fuse-allreduce=split-ends=2 | FileCheck %t/dynamic.mlir --check-prefix=SPLIT
// RUN: grad-opt %t/zero.mlir --fuse-allreduce=threshold-elements=4 | FileCheck %t/zero.mlir
// RUN: grad-opt %t/wide.mlir --fuse-allreduce="threshold-bytes=16" | FileCheck %t/wide.mlir

//--- ids.mlir
// Equal ids above 0 form one bucket each, id 0 none; the rest by size. The
// fused op keeps the id that forced it.

// CHECK-LABEL: func @ids
// CHECK:         grad.all_reduce<sum> %arg0 fusion<id = 0> :
// CHECK-NEXT:    grad.all_reduce<sum> %arg1, %arg4 fusion<id = 1> :
// CHECK-NEXT:    grad.all_reduce<sum> %arg2, %arg5 :
// CHECK-NEXT:    grad.all_reduce<sum> %arg3, %arg6 fusion<id = 2, auto> :

// A threshold of 0 leaves what has no id alone.

// OFF-LABEL: func @ids
// OFF:         grad.all_reduce<sum> %arg0 fusion<id = 0> :
// OFF-NEXT:    grad.all_reduce<sum> %arg2 :
// OFF-NEXT:    grad.all_reduce<sum> %arg1, %arg4 fusion<id = 1> :
// OFF-NEXT:    grad.all_reduce<sum> %arg5 :
// OFF-NEXT:    grad.all_reduce<sum> %arg3, %arg6 fusion<id = 2, auto> :

// A threshold that was given holds for ids too: 20 + 16 bytes exceed 32.

// LIMIT-LABEL: func @ids
// LIMIT:         grad.all_reduce<sum> %arg1 fusion<id = 1, index = 7> :
// LIMIT:         grad.all_reduce<sum> %arg4 fusion<id = 1> :
// LIMIT-NEXT:    grad.all_reduce<sum> %arg2, %arg5 :
// LIMIT-NEXT:    grad.all_reduce<sum> %arg3, %arg6 fusion<id = 2, auto> :

// Ids are part of the key under splits; id 0 takes no position.

// SPLIT-LABEL: func @ids
// SPLIT:         grad.all_reduce<sum> %arg0 fusion<id = 0> :
// SPLIT-NEXT:    grad.all_reduce<sum> %arg1 fusion<id = 1, index = 7> :
// SPLIT-NEXT:    grad.all_reduce<sum> %arg2 :
// SPLIT-NEXT:    grad.all_reduce<sum> %arg3 fusion<id = 2, auto, index = 1> :
// SPLIT-NEXT:    grad.all_reduce<sum> %arg4 fusion<id = 1> :
// SPLIT-NEXT:    grad.all_reduce<sum> %arg5 :
// SPLIT-NEXT:    grad.all_reduce<sum> %arg6 fusion<id = 2, auto> :
func.func @ids(%a: tensor<4xf32>, %b: tensor<5xf32>, %c: tensor<4xf32>, %d: tensor<4xf32>, %e: tensor<4xf32>, %f: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<5xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a fusion<id = 0> : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b fusion<id = 1, index = 7> : tensor<5xf32>
  %2 = grad.all_reduce<sum> %c : tensor<4xf32>
  %3 = grad.all_reduce<sum> %d fusion<id = 2, auto, index = 1> : tensor<4xf32>
  %4 = grad.all_reduce<sum> %e fusion<id = 1> : tensor<4xf32>
  %5 = grad.all_reduce<sum> %f : tensor<4xf32>
  %6 = grad.all_reduce<sum> %g fusion<id = 2, auto> : tensor<4xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4xf32>, tensor<5xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

//--- large-ids.mlir
// Alone, an id is one bucket of any size (here 3 MiB each, and 8 MiB). A rule
// that was asked for holds for ids too, as they are but a part of the key.

// CHECK-LABEL: func @large_ids
// CHECK:         grad.all_reduce<sum> %arg0, %arg1, %arg2, %arg3 fusion<id = 1> :
// DDP-LABEL: func @large_ids
// DDP:         grad.all_reduce<sum> %arg0 fusion<id = 1> :
// DDP-NEXT:    grad.all_reduce<sum> %arg1, %arg2, %arg3 fusion<id = 1> :
// SINGA-LABEL: func @large_ids
// SINGA:         grad.all_reduce<sum> %arg0, %arg1, %arg2 fusion<id = 1> :
// SINGA:         grad.all_reduce<sum> %arg3 fusion<id = 1> :
func.func @large_ids(%a: tensor<786432xf32>, %b: tensor<786432xf32>, %c: tensor<786432xf32>, %d: tensor<2097152xf32>) {
  %0 = grad.all_reduce<sum> %a fusion<id = 1> : tensor<786432xf32>
  %1 = grad.all_reduce<sum> %b fusion<id = 1> : tensor<786432xf32>
  %2 = grad.all_reduce<sum> %c fusion<id = 1> : tensor<786432xf32>
  %3 = grad.all_reduce<sum> %d fusion<id = 1> : tensor<2097152xf32>
  return
}

//--- order.mlir
// The order in which candidates are counted; operands are in that order too.

// PROGRAM-LABEL: func @order
// PROGRAM:         grad.all_reduce<sum> %[[A:.*]] fusion<index = 2> :
// PROGRAM-NEXT:    grad.all_reduce<sum> %{{.*}}, %{{.*}} : tensor<5xf32>, tensor<6xf32>
// INDEX-LABEL: func @order
// INDEX:         grad.all_reduce<sum> %{{.*}} fusion<index = 0> : tensor<5xf32>
// INDEX-NEXT:    grad.all_reduce<sum> %{{.*}}, %{{.*}} : tensor<6xf32>, tensor<4xf32>
// PRODUCTION-LABEL: func @order
// PRODUCTION:         grad.all_reduce<sum> %{{.*}}, %{{.*}} : tensor<5xf32>, tensor<4xf32>
// PRODUCTION-NEXT:    grad.all_reduce<sum> %{{.*}} fusion<index = 1> : tensor<6xf32>
func.func @order(%x: tensor<4xf32>, %y: tensor<5xf32>, %z: tensor<6xf32>) -> (tensor<4xf32>, tensor<5xf32>, tensor<6xf32>) {
  %c = arith.negf %z : tensor<6xf32>
  %b = arith.negf %y : tensor<5xf32>
  %a = arith.negf %x : tensor<4xf32>
  %0 = grad.all_reduce<sum> %a fusion<index = 2> : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b fusion<index = 0> : tensor<5xf32>
  %2 = grad.all_reduce<sum> %c fusion<index = 1> : tensor<6xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<5xf32>, tensor<6xf32>
}

//--- lift.mlir
// order=production lifts a bucket to just after its last operand, never past a
// fence.

// CHECK-LABEL: func @lift
// CHECK:         %[[A:.*]] = arith.negf %arg0
// CHECK-NEXT:    %[[B:.*]] = arith.negf %arg1
// CHECK-NEXT:    grad.all_reduce<sum> %[[A]], %[[B]]
// CHECK-NEXT:    arith.mulf
// CHECK:         call @fence
// CHECK-NEXT:    grad.all_reduce<max> %[[A]], %[[B]]
// CHECK-NEXT:    arith.addf
func.func private @fence()
func.func @lift(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %a = arith.negf %x : tensor<4xf32>
  %b = arith.negf %y : tensor<4xf32>
  %c = arith.mulf %x, %y : tensor<4xf32>
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  func.call @fence() : () -> ()
  %d = arith.addf %x, %y : tensor<4xf32>
  %2 = grad.all_reduce<max> %a : tensor<4xf32>
  %3 = grad.all_reduce<max> %b : tensor<4xf32>
  return %0, %1, %2, %3, %c, %d : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

//--- lift-order.mlir
// Buckets that are lifted to one place keep their order, and stay behind the
// bucket that they depend on.

// CHECK-LABEL: func @lift_order
// CHECK-NEXT:    %[[R:.*]]:2 = grad.all_reduce<sum> %arg0, %arg1
// CHECK-NEXT:    grad.all_reduce<sum> %arg2, %arg3
// CHECK-NEXT:    grad.all_reduce<max> %[[R]]#0, %[[R]]#1
// CHECK-NEXT:    arith.mulf
func.func @lift_order(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  %u = arith.mulf %a, %b : tensor<4xf32>
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  %2 = grad.all_reduce<sum> %c : tensor<4xf32>
  %3 = grad.all_reduce<sum> %d : tensor<4xf32>
  %4 = grad.all_reduce<max> %0 : tensor<4xf32>
  %5 = grad.all_reduce<max> %1 : tensor<4xf32>
  return %u : tensor<4xf32>
}

//--- types.mlir
// f16, f32, f16, f32, f16 of 16 bytes each under 64 bytes: {1,3} {0,2,4}, in
// issue order.

// CHECK-LABEL: func @types
// CHECK:         grad.all_reduce<sum> %arg1, %arg3 : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:    grad.all_reduce<sum> %arg0, %arg2, %arg4 : tensor<8xf16>, tensor<8xf16>, tensor<8xf16>

// across-types: bytes count, whatever the type.

// ACROSS-LABEL: func @types
// ACROSS:         grad.all_reduce<sum> %arg0, %arg1, %arg2, %arg3 : tensor<8xf16>, tensor<4xf32>, tensor<8xf16>, tensor<4xf32>
// ACROSS-NEXT:    grad.all_reduce<sum> %arg4 : tensor<8xf16>
func.func @types(%a: tensor<8xf16>, %b: tensor<4xf32>, %c: tensor<8xf16>, %d: tensor<4xf32>, %e: tensor<8xf16>) -> (tensor<8xf16>, tensor<4xf32>, tensor<8xf16>, tensor<4xf32>, tensor<8xf16>) {
  %0 = grad.all_reduce<sum> %a : tensor<8xf16>
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  %2 = grad.all_reduce<sum> %c : tensor<8xf16>
  %3 = grad.all_reduce<sum> %d : tensor<4xf32>
  %4 = grad.all_reduce<sum> %e : tensor<8xf16>
  return %0, %1, %2, %3, %4 : tensor<8xf16>, tensor<4xf32>, tensor<8xf16>, tensor<4xf32>, tensor<8xf16>
}

//--- others.mlir
// All-gathers and reduce-scatters by the same engine; `dim` is in the key.

// NONE-LABEL: func @others
// NONE-COUNT-6: grad.{{all_gather|reduce_scatter<sum>}} %{{[a-z0-9]+}} dim
// CHECK-LABEL: func @others
// CHECK:         %[[G:.*]]:2 = grad.all_gather %arg0, %arg1 dim 0 : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<8x4xf32>, tensor<8x4xf32>
// CHECK-NEXT:    %[[H:.*]] = grad.all_gather %arg0 dim 1 :
// CHECK-NEXT:    %[[S:.*]]:2 = grad.reduce_scatter<sum> %arg0, %arg1 dim 0 : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<2x4xf32>, tensor<2x4xf32>
// CHECK-NEXT:    %[[T:.*]] = grad.reduce_scatter<sum> %arg0 dim 1 :
// CHECK-NEXT:    return %[[G]]#0, %[[H]], %[[G]]#1, %[[S]]#0, %[[T]], %[[S]]#1
func.func @others(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> (tensor<8x4xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<2x4xf32>, tensor<4x2xf32>, tensor<2x4xf32>) {
  %1 = grad.all_gather %a dim 0 : tensor<4x4xf32> -> tensor<8x4xf32>
  %2 = grad.all_gather %b dim 0 : tensor<4x4xf32> -> tensor<8x4xf32>
  %0 = grad.all_gather %a dim 1 : tensor<4x4xf32> -> tensor<4x8xf32>
  %3 = grad.reduce_scatter<sum> %a dim 0 : tensor<4x4xf32> -> tensor<2x4xf32>
  %5 = grad.reduce_scatter<sum> %b dim 0 : tensor<4x4xf32> -> tensor<2x4xf32>
  %4 = grad.reduce_scatter<sum> %a dim 1 : tensor<4x4xf32> -> tensor<4x2xf32>
  return %1, %0, %2, %3, %4, %5 : tensor<8x4xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<2x4xf32>, tensor<4x2xf32>, tensor<2x4xf32>
}

//--- dynamic.mlir
// A dynamic shape has no known size: alone under a size limit, fused where
// sizes do not count.

// CHECK-LABEL: func @dynamic
// CHECK:         grad.all_reduce<sum> %arg1 : tensor<?xf32>
// CHECK-NEXT:    grad.all_reduce<sum> %arg0, %arg2 : tensor<4xf32>, tensor<4xf32>
// SPLIT-LABEL: func @dynamic
// SPLIT:         grad.all_reduce<sum> %arg0, %arg1, %arg2 : tensor<4xf32>, tensor<?xf32>, tensor<4xf32>
func.func @dynamic(%a: tensor<4xf32>, %b: tensor<?xf32>, %c: tensor<4xf32>) -> (tensor<4xf32>, tensor<?xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b : tensor<?xf32>
  %2 = grad.all_reduce<sum> %c : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<?xf32>, tensor<4xf32>
}

//--- zero.mlir
// A tensor without elements adds no bytes and keeps its result.

// CHECK-LABEL: func @zero
// CHECK:         %[[R:.*]]:3 = grad.all_reduce<sum> %arg0, %arg1, %arg2 : tensor<3xf32>, tensor<0xf32>, tensor<1xf32>
// CHECK-NEXT:    return %[[R]]#0, %[[R]]#1, %[[R]]#2
func.func @zero(%a: tensor<3xf32>, %b: tensor<0xf32>, %c: tensor<1xf32>) -> (tensor<3xf32>, tensor<0xf32>, tensor<1xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<3xf32>
  %1 = grad.all_reduce<sum> %b : tensor<0xf32>
  %2 = grad.all_reduce<sum> %c : tensor<1xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<0xf32>, tensor<1xf32>
}

//--- wide.mlir
// Bytes are those that travel: 4 elements of f16 are 8 bytes, whatever the type
// in which the sum is delivered. An i1 takes a byte.

// CHECK-LABEL: func @wide
// CHECK:         grad.all_reduce<sum> %arg0, %arg1 : tensor<4xf16>, tensor<4xf16> -> tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:    grad.all_reduce<max> %arg2, %arg3 : tensor<8xi1>, tensor<8xi1>
func.func @wide(%a: tensor<4xf16>, %b: tensor<4xf16>, %c: tensor<8xi1>, %d: tensor<8xi1>) -> (tensor<4xf32>, tensor<4xf32>, tensor<8xi1>, tensor<8xi1>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf16> -> tensor<4xf32>
  %1 = grad.all_reduce<sum> %b : tensor<4xf16> -> tensor<4xf32>
  %2 = grad.all_reduce<max> %c : tensor<8xi1>
  %3 = grad.all_reduce<max> %d : tensor<8xi1>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<8xi1>, tensor<8xi1>
}
