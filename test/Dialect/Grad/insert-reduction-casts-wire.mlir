// What insert-reduction-casts narrows, with wire, and what it leaves. A second
// run changes nothing.
//
// RUN: grad-opt %s --split-input-file --insert-reduction-casts=wire=f16 -o %t
// RUN: FileCheck %s < %t
// RUN: grad-opt %t --split-input-file --insert-reduction-casts=wire=f16 | diff %t -

// f32 goes over the wire as f16 and is delivered in f32, without a cast.

// CHECK-LABEL: func @single
// CHECK-NEXT:    %[[N:.*]] = arith.truncf %arg0 : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT:    %[[R:.*]] = grad.all_reduce<sum> %[[N]] : tensor<4xf16> -> tensor<4xf32>
// CHECK-NEXT:    return %[[R]]
func.func @single(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Members of several types, an operand that stands twice; what is of the wire's
// type, or narrower, and integers are left.

// CHECK-LABEL: func @bucket
// CHECK-SAME:    %[[F:.*]]: tensor<?xf32>, %[[H:.*]]: tensor<2xf32>, %[[E:.*]]: tensor<2xf8E5M2>, %[[I:.*]]: tensor<i32>
// CHECK-NEXT:    %[[NF:.*]] = arith.truncf %[[F]] : tensor<?xf32> to tensor<?xf16>
// CHECK-NEXT:    %[[NH:.*]] = arith.truncf %[[H]] : tensor<2xf32> to tensor<2xf16>
// CHECK-NEXT:    %[[R:.*]]:4 = grad.all_reduce<prod> %[[NF]], %[[NH]], %[[NF]], %[[E]] fusion<id = 2> {grad.mean = 4 : i64} : tensor<?xf16>, tensor<2xf16>, tensor<?xf16>, tensor<2xf8E5M2> -> tensor<?xf32>, tensor<2xf16>, tensor<?xf32>, tensor<2xf8E5M2>
// CHECK-NEXT:    %[[J:.*]] = grad.all_reduce<sum> %[[I]] : tensor<i32>
// CHECK-NEXT:    return %[[R]]#0, %[[R]]#1, %[[R]]#2, %[[R]]#3, %[[J]]
func.func @bucket(%f: tensor<?xf32>, %h: tensor<2xf32>, %e: tensor<2xf8E5M2>, %i: tensor<i32>) -> (tensor<?xf32>, tensor<2xf16>, tensor<?xf32>, tensor<2xf8E5M2>, tensor<i32>) {
  %0:4 = grad.all_reduce<prod> %f, %h, %f, %e fusion<id = 2> {grad.mean = 4 : i64} : tensor<?xf32>, tensor<2xf32>, tensor<?xf32>, tensor<2xf8E5M2> -> tensor<?xf32>, tensor<2xf16>, tensor<?xf32>, tensor<2xf8E5M2>
  %1 = grad.all_reduce<sum> %i : tensor<i32>
  return %0#0, %0#1, %0#2, %0#3, %1 : tensor<?xf32>, tensor<2xf16>, tensor<?xf32>, tensor<2xf8E5M2>, tensor<i32>
}

// -----

// CHECK-LABEL: func @scatter
// CHECK-NEXT:    %[[N:.*]] = arith.truncf %arg0 : tensor<8xf32> to tensor<8xf16>
// CHECK-NEXT:    %[[R:.*]] = grad.reduce_scatter<avg> %[[N]] dim 0 : tensor<8xf16> -> tensor<4xf32>
// CHECK-NEXT:    return %[[R]]
func.func @scatter(%x: tensor<8xf32>) -> tensor<4xf32> {
  %0 = grad.reduce_scatter<avg> %x dim 0 : tensor<8xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A maximum is no gradient: it stays exact, also in f64.

// CHECK-LABEL: func @left
// CHECK-NOT:     arith.
// CHECK:         return
func.func @left(%x: tensor<4xf32>, %y: tensor<4xf64>) -> (tensor<4xf32>, tensor<4xf64>) {
  %0 = grad.all_reduce<max> %x : tensor<4xf32>
  %1 = grad.all_reduce<min> %y : tensor<4xf64>
  return %0, %1 : tensor<4xf32>, tensor<4xf64>
}

// -----

// Pairs that narrow already keep their own wire, of any type.

// CHECK-LABEL: func @pairs
// CHECK:         grad.all_reduce<sum> %{{.*}} : tensor<4xbf16>
// CHECK:         grad.all_reduce<sum> %{{.*}} : tensor<4xbf16> -> tensor<4xf32>
// CHECK:         grad.all_reduce<sum> %{{.*}} : tensor<4xf32> -> tensor<4xf64>
func.func @pairs(%x: tensor<4xf32>, %b: tensor<4xbf16>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf64>) {
  %n = arith.truncf %x : tensor<4xf32> to tensor<4xbf16>
  %0 = grad.all_reduce<sum> %n : tensor<4xbf16>
  %w = arith.extf %0 : tensor<4xbf16> to tensor<4xf32>
  %1 = grad.all_reduce<sum> %b : tensor<4xbf16> -> tensor<4xf32>
  %2 = grad.all_reduce<sum> %x : tensor<4xf32> -> tensor<4xf64>
  return %w, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf64>
}

// -----

// What was just widened from f16 is sent as it was; from bf16 and through f64 it
// is narrowed. The widening stays for its other use.

// CHECK-LABEL: func @widened
// CHECK-SAME:    %[[H:.*]]: tensor<4xf16>, %[[B:.*]]: tensor<4xbf16>, %[[D:.*]]: tensor<4xf64>
// CHECK:         %[[W:.*]] = arith.extf %[[H]]
// CHECK-NEXT:    %[[R:.*]] = grad.all_reduce<sum> %[[H]] : tensor<4xf16> -> tensor<4xf32>
// CHECK-NEXT:    %[[V:.*]] = arith.extf %[[B]]
// CHECK-NEXT:    %[[N:.*]] = arith.truncf %[[V]] : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT:    %[[S:.*]] = grad.all_reduce<sum> %[[N]] : tensor<4xf16> -> tensor<4xf32>
// CHECK-NEXT:    %[[T:.*]] = arith.truncf %[[D]] : tensor<4xf64> to tensor<4xf32>
// CHECK-NEXT:    %[[U:.*]] = arith.truncf %[[T]] : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT:    %[[Q:.*]] = grad.all_reduce<sum> %[[U]] : tensor<4xf16> -> tensor<4xf32>
// CHECK-NEXT:    return %[[R]], %[[S]], %[[Q]], %[[W]]
func.func @widened(%h: tensor<4xf16>, %b: tensor<4xbf16>, %d: tensor<4xf64>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %w = arith.extf %h : tensor<4xf16> to tensor<4xf32>
  %0 = grad.all_reduce<sum> %w : tensor<4xf32>
  %v = arith.extf %b : tensor<4xbf16> to tensor<4xf32>
  %1 = grad.all_reduce<sum> %v : tensor<4xf32>
  %t = arith.truncf %d : tensor<4xf64> to tensor<4xf32>
  %2 = grad.all_reduce<sum> %t : tensor<4xf32>
  return %0, %1, %2, %w : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
