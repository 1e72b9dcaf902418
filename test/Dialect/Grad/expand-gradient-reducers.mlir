// What a gradient reducer becomes.
//
// RUN: grad-opt %s --expand-gradient-reducers=world-size=8 | FileCheck %s
// RUN: grad-opt %s --expand-gradient-reducers=world-size=8 --expand-gradient-reducers=world-size=2 | FileCheck %s
// RUN: grad-opt %s --expand-gradient-reducers=world-size=8 --verify-gradient-scale --verify-collectives=world-size=8 -o %t
// RUN: grad-opt %s --expand-gradient-reducers | FileCheck %s --check-prefix=OPEN
// RUN: not grad-opt %s --expand-gradient-reducers=world-size=-1 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: expand-gradient-reducers: world-size: expected

#pairs = #grad.group<[[0, 1], [2, 3], [4, 5], [6, 7]]>
!rows = !grad.indexed_slices<?xi32, 100x8xf16>
!two = !grad.indexed_slices<2xi32, 100x8xf32>

// Each in its type, with the bucket, its position plus 1, its name, and the
// degree; in f32, or f64 where it is f64. One factor for each type.

// CHECK-LABEL: func @types
// CHECK-SAME: (%[[H:.*]]: tensor<4xf16>, %[[F:.*]]: tensor<3xf32>, %[[D:.*]]: tensor<?xf64>, %[[B:.*]]: tensor<bf16>)
// CHECK: %[[H32:.*]] = arith.extf %[[H]] : tensor<4xf16> to tensor<4xf32>
// CHECK: %[[HS:.*]] = grad.all_reduce<sum> %[[H32]] fusion<id = 1, auto, index = 1> {grad.mean = 8 : i64, grad.note = 1 : i32, grad.param = "h"} : tensor<4xf32>
// CHECK: %[[BY:.*]] = arith.constant dense<1.250000e-01> : tensor<f32>
// CHECK: %[[HR:.*]] = grad.scale %[[HS]], %[[BY]] : tensor<4xf32>, tensor<f32> -> tensor<4xf16>
// CHECK: %[[FS:.*]] = grad.all_reduce<sum> %[[F]] fusion<id = 1, auto, index = 2> {grad.mean = 8 : i64, grad.note = 1 : i32, grad.param = "f"} : tensor<3xf32>
// CHECK: %[[FR:.*]] = grad.scale %[[FS]], %[[BY]] : tensor<3xf32>, tensor<f32>
// CHECK: %[[DS:.*]] = grad.all_reduce<sum> %[[D]] fusion<id = 1, auto, index = 3> {grad.mean = 8 : i64, grad.note = 1 : i32, grad.param = "d"} : tensor<?xf64>
// CHECK: %[[BY64:.*]] = arith.constant dense<1.250000e-01> : tensor<f64>
// CHECK: %[[DR:.*]] = grad.scale %[[DS]], %[[BY64]] : tensor<?xf64>, tensor<f64>
// CHECK: %[[B32:.*]] = arith.extf %[[B]] : tensor<bf16> to tensor<f32>
// CHECK: %[[BS:.*]] = grad.all_reduce<sum> %[[B32]] fusion<id = 1, auto, index = 4> {{.*}} : tensor<f32>
// CHECK: %[[BR:.*]] = grad.scale %[[BS]], %[[BY]] : tensor<f32>, tensor<f32> -> tensor<bf16>
// CHECK: return %[[HR]], %[[FR]], %[[DR]], %[[BR]]

// The number of ranks is read once where the run alone knows it.

// OPEN-LABEL: func @types
// OPEN: %[[SIZE:.*]] = grad.group_size : index
// OPEN: %[[N:.*]] = arith.index_cast %[[SIZE]] : index to i64
// OPEN: grad.all_reduce<sum> %{{.*}} fusion<id = 1, auto, index = 1> {grad.note = 1 : i32, grad.param = "h"} : tensor<4xf32>
// OPEN: %[[N32:.*]] = arith.sitofp %[[N]] : i64 to f32
// OPEN: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// OPEN: %[[BY:.*]] = arith.divf %[[ONE]], %[[N32]] : f32
// OPEN: %[[T:.*]] = tensor.from_elements %[[BY]] : tensor<f32>
// OPEN: grad.scale %{{.*}}, %[[T]]
// OPEN-NOT: grad.group_size
// OPEN: arith.sitofp %[[N]] : i64 to f64
// OPEN: return
func.func @types(%h: tensor<4xf16>, %f: tensor<3xf32>, %d: tensor<?xf64>, %b: tensor<bf16>) -> (tensor<4xf16>, tensor<3xf32>, tensor<?xf64>, tensor<bf16>) {
  %r:4 = grad.reduce_gradients %h<"h">, %f<"f">, %d<"d">, %b<"b"> {grad.note = 1 : i32} : tensor<4xf16>, tensor<3xf32>, tensor<?xf64>, tensor<bf16>
  return %r#0, %r#1, %r#2, %r#3 : tensor<4xf16>, tensor<3xf32>, tensor<?xf64>, tensor<bf16>
}

// A group's size is its own; a degree is what was given; 1/1 is left out.

// CHECK-LABEL: func @degrees
// CHECK: grad.all_reduce<sum> %{{.*}} on #group fusion<id = 1, auto, index = 1> {grad.mean = 2 : i64, grad.param = "w"}
// CHECK-NEXT: arith.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT: grad.scale
// CHECK: grad.all_reduce<sum> %{{.*}} {grad.mean = 7 : i64, grad.param = "w"}
// CHECK-NEXT: arith.constant dense<0.142857149> : tensor<f32>
// CHECK: %[[R:.*]] = grad.all_reduce<sum> %{{.*}} {grad.mean = 1 : i64, grad.param = "w"}
// CHECK-NEXT: %[[S:.*]] = grad.all_reduce<sum> %{{.*}} fusion<id = 1, auto, index = 1> {grad.param = "w"}
// CHECK-NEXT: return %{{.*}}, %{{.*}}, %[[R]], %[[S]]
// OPEN-LABEL: func @degrees
// OPEN-NOT: grad.group_size
// OPEN: return
func.func @degrees(%w: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.reduce_gradients %w<"w"> on #pairs : tensor<4xf32>
  %1 = grad.reduce_gradients %w<"w"> with<degree = 7> : tensor<4xf32>
  %2 = grad.reduce_gradients %w<"w"> with<degree = 1> : tensor<4xf32>
  %3 = grad.reduce_gradients %w<"w"> with<mean = false> : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Before, and in two parts: 1/4 and 4/8. Before is in the type that is sent: the
// cast and the factor are one rounding.

// CHECK-LABEL: func @scale
// CHECK: %[[EIGHTH:.*]] = arith.constant dense<1.250000e-01> : tensor<f32>
// CHECK-NEXT: %[[A:.*]] = grad.scale %{{.*}}, %[[EIGHTH]] : tensor<4xf16>, tensor<f32> -> tensor<4xf32>
// CHECK-NEXT: %[[AS:.*]] = grad.all_reduce<sum> %[[A]] {{.*}} : tensor<4xf32>
// CHECK-NEXT: arith.truncf %[[AS]] : tensor<4xf32> to tensor<4xf16>
// CHECK: %[[QUARTER:.*]] = arith.constant dense<2.500000e-01> : tensor<f32>
// CHECK-NEXT: %[[B:.*]] = grad.scale %{{.*}}, %[[QUARTER]] : tensor<4xf32>, tensor<f32> -> tensor<4xf16>
// CHECK-NEXT: %[[BS:.*]] = grad.all_reduce<sum> %[[B]] {{.*}} : tensor<4xf16> -> tensor<4xf32>
// CHECK-NEXT: %[[HALF:.*]] = arith.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT: grad.scale %[[BS]], %[[HALF]] : tensor<4xf32>, tensor<f32>
// OPEN-LABEL: func @scale
// OPEN: scf.while
func.func @scale(%h: tensor<4xf16>, %f: tensor<4xf32>) -> (tensor<4xf16>, tensor<4xf32>) {
  %0 = grad.reduce_gradients %h<"h"> with<scale = before> : tensor<4xf16>
  %1 = grad.reduce_gradients %f<"f"> with<wire = f16> : tensor<4xf32>
  return %0, %1 : tensor<4xf16>, tensor<4xf32>
}

// Which type is sent.

// CHECK-LABEL: func @precision
// CHECK: grad.all_reduce<sum> %arg0 {{.*}} : tensor<4xf16>
// CHECK: grad.all_reduce<sum> %{{.*}} {{.*}}grad.param = "h64"{{.*}} : tensor<4xf64>
// CHECK: grad.all_reduce<sum> %{{.*}} {{.*}}grad.param = "f64"{{.*}} : tensor<4xf64>
// CHECK: grad.all_reduce<sum> %{{.*}} {{.*}}grad.param = "wire"{{.*}} : tensor<4xbf16> -> tensor<4xf32>
func.func @precision(%h: tensor<4xf16>, %f: tensor<4xf32>) -> (tensor<4xf16>, tensor<4xf16>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.reduce_gradients %h<"keep"> with<reduce_type = keep> : tensor<4xf16>
  %1:2 = grad.reduce_gradients %h<"h64">, %f<"f64"> with<reduce_type = f64> : tensor<4xf16>, tensor<4xf32>
  %2 = grad.reduce_gradients %f<"wire"> with<wire = bf16> : tensor<4xf32>
  return %0, %1#0, %1#1, %2 : tensor<4xf16>, tensor<4xf16>, tensor<4xf32>, tensor<4xf32>
}

// What is not reduced, integers, and clipping by value: of each but what a
// parameter server reduces, and of floats.

// CHECK-LABEL: func @kept
// CHECK-SAME: (%[[OWN:.*]]: tensor<4xf32>, %[[SERVED:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xui8>)
// CHECK: %[[LIMIT:.*]] = arith.constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[MAX:.*]] = grad.clip %[[OWN]], %[[LIMIT]] : tensor<4xf32>, tensor<f32>
// CHECK-NEXT: %[[SUM:.*]] = grad.all_reduce<sum> %[[I]] fusion<id = 1, auto, index = 3> {grad.param = "i"} : tensor<4xui8>
// CHECK-NEXT: return %[[MAX]], %[[SERVED]], %[[SUM]]
func.func @kept(%own: tensor<4xf32>, %served: tensor<4xf32>, %i: tensor<4xui8>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xui8>) {
  %r:3 = grad.reduce_gradients %own<"own", layerwise_parallel>, %served<"served", parameter_server>, %i<"i"> with<mean = false, clip_value = 2.0>
      : tensor<4xf32>, tensor<4xf32>, tensor<4xui8>
  return %r#0, %r#1, %r#2 : tensor<4xf32>, tensor<4xf32>, tensor<4xui8>
}

// Fusion: entries 2 and 3 of four gradients, so that 2 and 3 share bucket 2.

// CHECK-LABEL: func @fusion
// CHECK: fusion<id = 1, auto, index = 1> {{.*}} "a"
// CHECK: fusion<id = 1, auto, index = 2> {{.*}} "b"
// CHECK: fusion<id = 2, auto, index = 3> {{.*}} "c"
// CHECK: fusion<id = 2, auto, index = 4> {{.*}} "d"
// CHECK: fusion<id = 0, auto, index = 1> {{.*}} "e"
// CHECK: fusion<id = 9, auto, index = 1> {{.*}} "f"
func.func @fusion(%w: tensor<4xf32>) {
  %0:4 = grad.reduce_gradients %w<"a">, %w<"b">, %w<"c">, %w<"d"> with<split_indices = [2, 3]> : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  %1 = grad.reduce_gradients %w<"e"> with<fusion_type = 0> : tensor<4xf32>
  %2 = grad.reduce_gradients %w<"f"> with<fusion_type = 9> : tensor<4xf32>
  return
}

// Rows: the mean is of values. 2 rows of 8 ranks are 16 of 100.

// CHECK-LABEL: func @rows
// CHECK: %[[I:.*]] = grad.indices %arg0
// CHECK: %[[V:.*]] = grad.values %arg0
// CHECK: %[[ALL:.*]]:2, %{{.*}} = grad.all_gather_v %[[I]], %[[V]] {grad.param = "e"} : tensor<?xi32>, tensor<?x8xf16> -> tensor<?xi32>, tensor<?x8xf16>, tensor<?xi64>
// CHECK: %[[SCALED:.*]] = grad.scale %[[ALL]]#1, %{{.*}} : tensor<?x8xf16>, tensor<f32>
// CHECK: %[[R0:.*]] = grad.indexed_slices %[[ALL]]#0, %[[SCALED]]
// CHECK: %{{.*}}:2, %{{.*}} = grad.all_gather_v {{.*}} on #group {grad.param = "e"} : {{.*}}, tensor<2xi64>
// CHECK: %[[R1:.*]] = grad.to_dense
// CHECK: %[[D:.*]] = grad.to_dense %arg1 : !grad.indexed_slices<2xi32, 100x8xf32> -> tensor<100x8xf32>
// CHECK: %[[S:.*]] = grad.all_reduce<sum> %[[D]] fusion<id = 1, auto, index = 1> {grad.mean = 8 : i64, grad.param = "above"} : tensor<100x8xf32>
// CHECK: %[[R2:.*]] = grad.scale %[[S]]
// CHECK: grad.all_gather_v {{.*}} {grad.param = "below"}
// CHECK: %[[R3:.*]] = grad.to_dense
// CHECK: return %[[R0]], %[[R1]], %[[R2]], %[[R3]]
func.func @rows(%e: !rows, %f: !two) -> (!rows, tensor<100x8xf16>, tensor<100x8xf32>, tensor<100x8xf32>) {
  %0 = grad.reduce_gradients %e<"e"> : !rows
  %1 = grad.reduce_gradients %e<"e"> on #pairs : !rows -> tensor<100x8xf16>
  %2 = grad.reduce_gradients %f<"above"> with<dense_above = 0.15> : !two -> tensor<100x8xf32>
  %3 = grad.reduce_gradients %f<"below"> with<dense_above = 0.16> : !two -> tensor<100x8xf32>
  return %0, %1, %2, %3 : !rows, tensor<100x8xf16>, tensor<100x8xf32>, tensor<100x8xf32>
}

// One norm, in f64: of what is shared, and summed of what is each rank's own.
// Gradients stay in f32 until they are scaled to it.

// CHECK-LABEL: func @norm
// CHECK: %[[H:.*]] = grad.scale %{{.*}} : tensor<4xf32>, tensor<f32>{{$}}
// CHECK: %[[D:.*]] = grad.scale %{{.*}} : tensor<2xf64>, tensor<f64>{{$}}
// CHECK: %[[SHARED:.*]] = grad.squared_norm %[[H]], %[[D]] : tensor<4xf32>, tensor<2xf64> -> tensor<f64>
// CHECK: %[[OWN:.*]] = grad.squared_norm %arg2 : tensor<3xf32> -> tensor<f64>
// CHECK: %[[ALL:.*]] = grad.all_reduce<sum> %[[OWN]] : tensor<f64>
// CHECK: %[[SQUARE:.*]] = arith.addf %[[SHARED]], %[[ALL]] : tensor<f64>
// CHECK: %[[NORM:.*]] = math.sqrt %[[SQUARE]] : tensor<f64>
// CHECK: %[[LIMIT:.*]] = arith.constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[MAX:.*]] = arith.maximumf %[[NORM]], %[[LIMIT]] : tensor<f64>
// CHECK: %[[BY64:.*]] = arith.divf %[[LIMIT]], %[[MAX]] : tensor<f64>
// CHECK: %[[BY:.*]] = arith.truncf %[[BY64]] : tensor<f64> to tensor<f32>
// CHECK: %[[R0:.*]] = grad.scale %[[H]], %[[BY]] : tensor<4xf32>, tensor<f32> -> tensor<4xf16>
// CHECK: %[[R1:.*]] = grad.scale %[[D]], %[[BY64]] : tensor<2xf64>, tensor<f64>
// CHECK: %[[R2:.*]] = grad.scale %arg2, %[[BY]] : tensor<3xf32>, tensor<f32>
// CHECK: return %[[R0]], %[[R1]], %[[R2]]
func.func @norm(%h: tensor<4xf16>, %d: tensor<2xf64>, %own: tensor<3xf32>) -> (tensor<4xf16>, tensor<2xf64>, tensor<3xf32>) {
  %r:3 = grad.reduce_gradients %h<"h">, %d<"d">, %own<"own", layerwise_parallel> with<clip_norm = 2.0> : tensor<4xf16>, tensor<2xf64>, tensor<3xf32>
  return %r#0, %r#1, %r#2 : tensor<4xf16>, tensor<2xf64>, tensor<3xf32>
}

// One choice for the bucket, in one gather of indices and one of values.

// CHECK-LABEL: func @top_k
// CHECK: %[[A:.*]] = arith.extf %arg0
// CHECK: %[[AA:.*]] = arith.addf %[[A]], %arg2 : tensor<4xf32>
// CHECK: %[[BB:.*]] = arith.addf %arg1, %arg3 : tensor<2x3xf32>
// CHECK: %[[ALL:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[4] [6] [1] : tensor<6xf32> into tensor<10xf32>
// CHECK: %[[CHOSEN:.*]] = grad.sparsify %[[ALL]] top_k 2 : tensor<10xf32> -> !grad.indexed_slices<2xi32, 10xf32>
// CHECK: grad.all_gather %{{.*}} dim 0 : tensor<2xi32> -> tensor<16xi32>
// CHECK: %[[V:.*]] = grad.all_gather %{{.*}} dim 0 : tensor<2xf32> -> tensor<16xf32>
// CHECK: grad.to_dense %{{.*}} : !grad.indexed_slices<16xi32, 10xf32> -> tensor<10xf32>
// CHECK: %[[OK:.*]] = grad.all_finite %[[V]] : tensor<16xf32> -> tensor<i1>
// CHECK: %[[TAKE:.*]] = tensor.extract %[[OK]][] : tensor<i1>
// CHECK: %[[SENT:.*]] = grad.to_dense %[[CHOSEN]]
// CHECK: arith.subf %[[ALL]], %[[SENT]] : tensor<10xf32>
// CHECK: arith.select %[[TAKE]], %{{.*}}, %arg2 : tensor<4xf32>
// CHECK: arith.select %[[TAKE]], %{{.*}}, %arg3 : tensor<2x3xf32>
// OPEN-LABEL: func @top_k
// OPEN: grad.all_gather %{{.*}} dim 0 : tensor<2xi32> -> tensor<?xi32>
func.func @top_k(%a: tensor<4xf16>, %b: tensor<2x3xf32>, %ra: tensor<4xf32>, %rb: tensor<2x3xf32>) -> (tensor<4xf16>, tensor<2x3xf32>, tensor<4xf32>, tensor<2x3xf32>) {
  %r:4 = grad.reduce_gradients %a<"a">, %b<"b"> residuals(%ra, %rb : tensor<4xf32>, tensor<2x3xf32>) with<top_k = 2> : tensor<4xf16>, tensor<2x3xf32>
  return %r#0, %r#1, %r#2, %r#3 : tensor<4xf16>, tensor<2x3xf32>, tensor<4xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: func @threshold
// CHECK: grad.sparsify %arg0 threshold 5.000000e-01 : tensor<4xf64> -> !grad.indexed_slices<?xi32, 4xf64>
// CHECK: grad.all_gather_v %{{.*}}, %{{.*}} on #group : tensor<?xi32>, tensor<?xf64> -> tensor<?xi32>, tensor<?xf64>, tensor<2xi64>
// CHECK-NOT: grad.all_finite
// CHECK: return
func.func @threshold(%d: tensor<4xf64>) -> tensor<4xf64> {
  %r = grad.reduce_gradients %d<"d"> on #pairs with<threshold = 0.5> : tensor<4xf64>
  return %r : tensor<4xf64>
}

// What the module says counts where no option does.

// CHECK-LABEL: module @replicas
module @replicas attributes {mhlo.num_replicas = 4 : i32} {
  // OPEN-LABEL: func @known
  // OPEN: {grad.mean = 4 : i64, grad.param = "w"}
  func.func @known(%w: tensor<4xf32>) -> tensor<4xf32> {
    %0 = grad.reduce_gradients %w<"w"> : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
