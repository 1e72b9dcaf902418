// RUN: grad-opt %s --convert-grad-to-linalg | FileCheck %s
// RUN: grad-opt %s --convert-grad-to-linalg --linalg-fuse-elementwise-ops --canonicalize | FileCheck %s --check-prefix=FUSED

// The product in f32, rounded once; in place where the types are equal.

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ONE:.*]] = affine_map<(d0, d1) -> ()>
// CHECK-LABEL: func @scale(
// CHECK-SAME:      %[[X:.*]]: tensor<4x?xf16>, %[[F:.*]]: tensor<f32>
// CHECK:         linalg.generic
// CHECK-SAME:        indexing_maps = [#[[ID]], #[[ONE]], #[[ID]]]
// CHECK-SAME:        iterator_types = ["parallel", "parallel"]
// CHECK-SAME:        ins(%[[X]], %[[F]] : tensor<4x?xf16>, tensor<f32>)
// CHECK-SAME:        outs(%[[X]] : tensor<4x?xf16>)
// CHECK-NEXT:    ^bb0(%[[A:.*]]: f16, %[[B:.*]]: f32, %{{.*}}: f16):
// CHECK-NEXT:      %[[W:.*]] = arith.extf %[[A]] : f16 to f32
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[W]], %[[B]] : f32
// CHECK-NEXT:      %[[R:.*]] = arith.truncf %[[P]] : f32 to f16
// CHECK-NEXT:      linalg.yield %[[R]] : f16
func.func @scale(%x: tensor<4x?xf16>, %f: tensor<f32>) -> tensor<4x?xf16> {
  %0 = grad.scale %x, %f : tensor<4x?xf16>, tensor<f32>
  return %0 : tensor<4x?xf16>
}

// A constant stands in the body, in the type of the product.

// CHECK-LABEL: func @constant(
// CHECK-SAME:      %[[X:.*]]: tensor<?x?xf16>
// CHECK:         %[[INIT:.*]] = tensor.empty(%{{.*}}, %{{.*}}) : tensor<?x?xbf16>
// CHECK:         linalg.generic
// CHECK-SAME:        ins(%[[X]] : tensor<?x?xf16>) outs(%[[INIT]] : tensor<?x?xbf16>)
// CHECK-NEXT:    ^bb0(%[[A:.*]]: f16, %{{.*}}: bf16):
// CHECK-NEXT:      %[[F:.*]] = arith.constant 0.0999755859 : f32
// CHECK-NEXT:      %[[W:.*]] = arith.extf %[[A]] : f16 to f32
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[W]], %[[F]] : f32
// CHECK-NEXT:      arith.truncf %[[P]] : f32 to bf16
func.func @constant(%x: tensor<?x?xf16>) -> tensor<?x?xbf16> {
  %f = arith.constant dense<0.1> : tensor<f16>
  %0 = grad.scale %x, %f : tensor<?x?xf16>, tensor<f16> -> tensor<?x?xbf16>
  return %0 : tensor<?x?xbf16>
}

// The widest of the three types, which may be the factor's.

// CHECK-LABEL: func @wide(
// CHECK:         arith.mulf %{{.*}}, %{{.*}} : f64
// CHECK-NEXT:    arith.truncf %{{.*}} : f64 to f32
func.func @wide(%x: tensor<f32>, %f: tensor<f64>) -> tensor<f32> {
  %0 = grad.scale %x, %f : tensor<f32>, tensor<f64>
  return %0 : tensor<f32>
}

// Neighbours fuse: one loop, nothing between.

// FUSED-LABEL: func @fused(
// FUSED:         linalg.generic
// FUSED-SAME:        ins(%arg0, %arg1 : tensor<8xf32>, tensor<f32>)
// FUSED-COUNT-2:   arith.mulf
// FUSED:           arith.addf
// FUSED-NOT:     linalg.generic
// FUSED:         return
func.func @fused(%x: tensor<8xf32>, %f: tensor<f32>) -> tensor<8xf32> {
  %half = arith.constant dense<0.5> : tensor<f32>
  %0 = grad.scale %x, %half : tensor<8xf32>, tensor<f32>
  %1 = grad.scale %0, %f : tensor<8xf32>, tensor<f32>
  %2 = tensor.empty() : tensor<8xf32>
  %3 = linalg.map { arith.addf } ins(%1, %x : tensor<8xf32>, tensor<8xf32>) outs(%2 : tensor<8xf32>)
  return %3 : tensor<8xf32>
}

// One reduction for each operand, in their order, into one number.

// CHECK-LABEL: func @norm(
// CHECK-SAME:      %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<2x?xf16>
// CHECK:         %[[ZERO:.*]] = arith.constant 0.000000e+00 : f64
// CHECK:         %[[INIT:.*]] = linalg.fill ins(%[[ZERO]] : f64)
// CHECK:         %[[FIRST:.*]] = linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%[[A]] : tensor<4xf32>) outs(%[[INIT]] : tensor<f64>)
// CHECK-NEXT:    ^bb0(%[[IN:.*]]: f32, %[[SUM:.*]]: f64):
// CHECK-NEXT:      %[[W:.*]] = arith.extf %[[IN]] : f32 to f64
// CHECK-NEXT:      %[[S:.*]] = arith.mulf %[[W]], %[[W]] : f64
// CHECK-NEXT:      %[[NEXT:.*]] = arith.addf %[[SUM]], %[[S]] : f64
// CHECK-NEXT:      linalg.yield %[[NEXT]] : f64
// CHECK:         %[[SECOND:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "reduction"]} ins(%[[B]] : tensor<2x?xf16>) outs(%[[FIRST]] : tensor<f64>)
// CHECK:         return %[[SECOND]]
func.func @norm(%a: tensor<4xf32>, %b: tensor<2x?xf16>) -> tensor<f64> {
  %n = grad.squared_norm %a, %b : tensor<4xf32>, tensor<2x?xf16> -> tensor<f64>
  return %n : tensor<f64>
}

// CHECK-LABEL: func @finite(
// CHECK-SAME:      %[[A:.*]]: tensor<4xbf16>, %[[B:.*]]: tensor<f64>
// CHECK:         linalg.generic {{.*}} ins(%[[A]] : tensor<4xbf16>) outs(%{{.*}} : tensor<i1>)
// CHECK-NEXT:    ^bb0(%[[IN:.*]]: bf16, %[[ALL:.*]]: i1):
// CHECK-NEXT:      %[[W:.*]] = arith.extf %[[IN]] : bf16 to f32
// CHECK-NEXT:      %[[INF:.*]] = arith.constant 0x7F800000 : f32
// CHECK-NEXT:      %[[ABS:.*]] = math.absf %[[W]] : f32
// CHECK-NEXT:      %[[OK:.*]] = arith.cmpf olt, %[[ABS]], %[[INF]] : f32
// CHECK-NEXT:      arith.andi %[[ALL]], %[[OK]] : i1
// CHECK:         linalg.generic {{.*}} iterator_types = []} ins(%[[B]] : tensor<f64>)
// CHECK:           arith.cmpf olt, %{{.*}}, %{{.*}} : f64
func.func @finite(%a: tensor<4xbf16>, %b: tensor<f64>) -> tensor<i1> {
  %ok = grad.all_finite %a, %b : tensor<4xbf16>, tensor<f64> -> tensor<i1>
  return %ok : tensor<i1>
}
