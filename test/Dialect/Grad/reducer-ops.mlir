// The text of the gradient reducer and of sparse gradients, and what folds.
//
// RUN: grad-opt %s | FileCheck %s
// RUN: grad-opt %s | grad-opt | FileCheck %s
// RUN: grad-opt %s --mlir-print-op-generic | grad-opt | FileCheck %s
// RUN: grad-opt %s --emit-bytecode | grad-opt | FileCheck %s
// RUN: grad-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

#pairs = #grad.group<[[0, 1], [2, 3]]>

// CHECK-LABEL: func @plain
func.func @plain(%w: tensor<4x4xf16>, %b: tensor<4xf32>, %e: tensor<?x8xf64>)
    -> (tensor<4x4xf16>, tensor<4xf32>, tensor<?x8xf64>) {
  // CHECK: %{{.*}}:3 = grad.reduce_gradients %{{.*}}<"w">, %{{.*}}<"b", parameter_server>, %{{.*}}<"e", layerwise_parallel> : tensor<4x4xf16>, tensor<4xf32>, tensor<?x8xf64>
  %r:3 = grad.reduce_gradients %w<"w">, %b<"b", parameter_server>,
      %e<"e", layerwise_parallel>
      : tensor<4x4xf16>, tensor<4xf32>, tensor<?x8xf64>
  return %r#0, %r#1, %r#2 : tensor<4x4xf16>, tensor<4xf32>, tensor<?x8xf64>
}

// CHECK-LABEL: func @options
func.func @options(%w: tensor<4xf32>, %i: tensor<4xui8>) {
  // CHECK: on #group with<mean = false, degree = 7, split_indices = [1, 2], reduce_type = keep, clip_value = 1.000000e+02> {grad.note = 1 : i32} : tensor<4xf32>, tensor<4xui8>
  %a:2 = grad.reduce_gradients %w<"w">, %i<"i"> on #pairs
      with<split_indices = [1, 2], degree = 7, mean = false, reduce_type = keep,
           clip_value = 100.0> {grad.note = 1 : i32} : tensor<4xf32>, tensor<4xui8>
  // CHECK: with<fusion_type = 0, wire = bf16, scale = before, clip_norm = 5.000000e-01, sparse_as_dense> :
  %b = grad.reduce_gradients %w<"w"> with<fusion_type = 0, wire = bf16,
      scale = before, clip_norm = 0.5, sparse_as_dense> : tensor<4xf32>
  // CHECK: with<dense_above = 2.500000e-01, threshold = 5.000000e-01> :
  %c = grad.reduce_gradients %w<"w"> with<dense_above = 0.25, threshold = 0.5>
      : tensor<4xf32>
  // CHECK: with<> :
  %d = grad.reduce_gradients %w<"w"> with<> : tensor<4xf32>
  return
}

// CHECK-LABEL: func @residuals
func.func @residuals(%a: tensor<4xf16>, %b: tensor<3xf64>, %c: tensor<2xi32>,
                     %ra: tensor<4xf32>, %rb: tensor<3xf64>) -> tensor<4xf32> {
  // CHECK: residuals(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<3xf64>) with<mean = false, top_k = 1> : tensor<4xf16>, tensor<3xf64>, tensor<2xi32>
  %r:5 = grad.reduce_gradients %a<"a">, %b<"b">, %c<"c">
      residuals(%ra, %rb : tensor<4xf32>, tensor<3xf64>)
      with<mean = false, top_k = 1> : tensor<4xf16>, tensor<3xf64>, tensor<2xi32>
  return %r#3 : tensor<4xf32>
}

!sparse = !grad.indexed_slices<?xi32, 100x8xf32>

// CHECK-LABEL: func @sparse
// FOLD-LABEL: func @sparse
// FOLD-SAME: (%[[I:.*]]: tensor<?xi32>, %[[V:.*]]: tensor<?x8xf32>)
func.func @sparse(%i: tensor<?xi32>, %v: tensor<?x8xf32>)
    -> (tensor<?xi32>, tensor<?x8xf32>) {
  // CHECK: grad.indexed_slices %{{.*}}, %{{.*}} : !grad.indexed_slices<?xi32, 100x8xf32>
  %s = grad.indexed_slices %i, %v : !sparse
  // CHECK: grad.reduce_gradients %{{.*}}<"e"> : !grad.indexed_slices<?xi32, 100x8xf32>
  %g = grad.reduce_gradients %s<"e"> : !sparse
  // CHECK: : !grad.indexed_slices<?xi32, 100x8xf32> -> tensor<100x8xf32>
  %d = grad.reduce_gradients %s<"e"> : !sparse -> tensor<100x8xf32>
  // CHECK: grad.to_dense %{{.*}} : !grad.indexed_slices<?xi32, 100x8xf32> -> tensor<100x8xf32>
  %t = grad.to_dense %s : !sparse -> tensor<100x8xf32>
  // CHECK: grad.coalesce %{{.*}} : !grad.indexed_slices<?xi32, 100x8xf32> -> !grad.indexed_slices<?xi32, 100x8xf32>
  %c = grad.coalesce %s : !sparse -> !sparse
  // CHECK: grad.indices %{{.*}} : !grad.indexed_slices<?xi32, 100x8xf32>
  %j = grad.indices %s : !sparse
  // CHECK: grad.values %{{.*}} : !grad.indexed_slices<?xi32, 100x8xf32>
  %w = grad.values %s : !sparse
  // FOLD: return %[[I]], %[[V]]
  return %j, %w : tensor<?xi32>, tensor<?x8xf32>
}

// CHECK-LABEL: func @sparsify
func.func @sparsify(%x: tensor<8xf32>, %y: tensor<?xf64>) {
  // CHECK: grad.sparsify %{{.*}} top_k 2 : tensor<8xf32> -> !grad.indexed_slices<2xi32, 8xf32>
  %k = grad.sparsify %x top_k 2 : tensor<8xf32> -> !grad.indexed_slices<2xi32, 8xf32>
  // CHECK: grad.sparsify %{{.*}} threshold 5.000000e-01 : tensor<8xf32> -> !grad.indexed_slices<?xi64, 8xf32>
  %t = grad.sparsify %x threshold 0.5 : tensor<8xf32> -> !grad.indexed_slices<?xi64, 8xf32>
  return
}

// FOLD-LABEL: func @gather
// CHECK-LABEL: func @gather
func.func @gather(%i: tensor<?xi32>, %v: tensor<3x?xbf16>, %u: tensor<2xui8>) {
  // CHECK: %{{.*}}:2, %{{.*}} = grad.all_gather_v %{{.*}}, %{{.*}} on #group : tensor<?xi32>, tensor<3x?xbf16> -> tensor<?xi32>, tensor<?x?xbf16>, tensor<2xi64>
  // FOLD: grad.all_gather_v
  %a:3 = grad.all_gather_v %i, %v on #pairs : tensor<?xi32>, tensor<3x?xbf16>
      -> tensor<?xi32>, tensor<?x?xbf16>, tensor<2xi64>
  // CHECK: grad.all_gather_v %{{.*}} : tensor<2xui8> -> tensor<?xui8>, tensor<?xi64>
  %b:2 = grad.all_gather_v %u : tensor<2xui8> -> tensor<?xui8>, tensor<?xi64>
  return
}

// CHECK-LABEL: func @arithmetic
// FOLD-LABEL: func @arithmetic
func.func @arithmetic(%x: tensor<4xf16>, %y: tensor<?xf64>, %f: tensor<f32>)
    -> (tensor<4xf16>, tensor<4xf32>) {
  // CHECK: grad.scale %{{.*}}, %{{.*}} : tensor<4xf16>, tensor<f32>
  %0 = grad.scale %x, %f : tensor<4xf16>, tensor<f32>
  // CHECK: grad.squared_norm %{{.*}}, %{{.*}} : tensor<4xf16>, tensor<?xf64> -> tensor<f64>
  %1 = grad.squared_norm %x, %y : tensor<4xf16>, tensor<?xf64> -> tensor<f64>
  // CHECK: grad.all_finite %{{.*}}, %{{.*}} : tensor<4xf16>, tensor<?xf64> -> tensor<i1>
  %2 = grad.all_finite %x, %y : tensor<4xf16>, tensor<?xf64> -> tensor<i1>
  // A factor of one is dropped, a change of type is not.
  %one = arith.constant dense<1.0> : tensor<f32>
  // FOLD: %[[WIDE:.*]] = grad.scale %{{.*}} -> tensor<4xf32>
  // FOLD: return %{{arg0|x}}, %[[WIDE]]
  %3 = grad.scale %x, %one : tensor<4xf16>, tensor<f32>
  %4 = grad.scale %x, %one : tensor<4xf16>, tensor<f32> -> tensor<4xf32>
  return %3, %4 : tensor<4xf16>, tensor<4xf32>
}
