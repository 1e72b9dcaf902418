// What insert-reduction-casts widens, with reduce-type, and what it leaves. A
// second run changes nothing.
//
// RUN: grad-opt %s --split-input-file --allow-unregistered-dialect --insert-reduction-casts -o %t
// RUN: FileCheck %s < %t
// RUN: grad-opt %t --split-input-file --allow-unregistered-dialect --insert-reduction-casts | diff %t -
// RUN: grad-opt %s --split-input-file --allow-unregistered-dialect --insert-reduction-casts=reduce-type=f32 | diff %t -
// RUN: grad-opt %s --split-input-file --allow-unregistered-dialect --insert-reduction-casts=reduce-type=f64 -o %t.f64
// RUN: FileCheck %s --check-prefix=F64 < %t.f64
// RUN: grad-opt %t.f64 --split-input-file --allow-unregistered-dialect --insert-reduction-casts=reduce-type=f64 | diff %t.f64 -
// RUN: grad-opt %s --split-input-file --allow-unregistered-dialect -o %t.keep
// RUN: grad-opt %s --split-input-file --allow-unregistered-dialect --insert-reduction-casts=reduce-type=keep | diff %t.keep -

// Narrower floats are widened before and cast back after, once.

// CHECK-LABEL: func @half
// CHECK-NEXT:    %[[W:.*]] = arith.extf %arg0 : tensor<4xf16> to tensor<4xf32>
// CHECK-NEXT:    %[[R:.*]] = grad.all_reduce<sum> %[[W]] : tensor<4xf32>
// CHECK-NEXT:    %[[B:.*]] = arith.truncf %[[R]] : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT:    return %[[B]]
// F64-LABEL: func @half
// F64-NEXT:    %[[W:.*]] = arith.extf %arg0 : tensor<4xf16> to tensor<4xf64>
// F64-NEXT:    %[[R:.*]] = grad.all_reduce<sum> %[[W]] : tensor<4xf64>
// F64-NEXT:    %[[B:.*]] = arith.truncf %[[R]] : tensor<4xf64> to tensor<4xf16>
// F64-NEXT:    return %[[B]]
func.func @half(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = grad.all_reduce<sum> %x : tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

// f32 is widened by reduce-type=f64 only; f64 never; integers never.

// CHECK-LABEL: func @wide
// CHECK-NOT:     arith.
// CHECK:         return
// F64-LABEL: func @wide
// F64-NEXT:    %[[W:.*]] = arith.extf %arg0 : tensor<4xf32> to tensor<4xf64>
// F64-NEXT:    %[[R:.*]] = grad.all_reduce<prod> %[[W]] : tensor<4xf64>
// F64-NEXT:    %[[B:.*]] = arith.truncf %[[R]] : tensor<4xf64> to tensor<4xf32>
// F64-NOT:     arith.
// F64:         return
func.func @wide(%x: tensor<4xf32>, %y: tensor<4xf64>, %i: tensor<4xi8>) -> (tensor<4xf32>, tensor<4xf64>, tensor<4xi8>) {
  %0 = grad.all_reduce<prod> %x : tensor<4xf32>
  %1 = grad.all_reduce<avg> %y : tensor<4xf64>
  %2 = grad.all_reduce<sum> %i : tensor<4xi8>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf64>, tensor<4xi8>
}

// -----

// Members of several types are cast each once, an operand that stands twice
// too; dynamic shapes, rank 0, 8-bit floats. Ids, groups and names stay.

#pairs = #grad.group<[[0, 1], [2, 3]]>
// CHECK-LABEL: func @bucket
// CHECK-SAME:    %[[H:.*]]: tensor<?xf16>, %[[F:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<bf16>, %[[I:.*]]: tensor<3xi32>, %[[E:.*]]: tensor<2xf8E4M3FN>
// CHECK-NEXT:    %[[WH:.*]] = arith.extf %[[H]] : tensor<?xf16> to tensor<?xf32>
// CHECK-NEXT:    %[[WB:.*]] = arith.extf %[[B]] : tensor<bf16> to tensor<f32>
// CHECK-NEXT:    %[[WE:.*]] = arith.extf %[[E]] : tensor<2xf8E4M3FN> to tensor<2xf32>
// CHECK-NEXT:    %[[R:.*]]:6 = grad.all_reduce<avg> %[[WH]], %[[F]], %[[WB]], %[[WH]], %[[WB]], %[[WE]] on #group fusion<id = 3, auto, index = 1> {grad.mean = 2 : i64, grad.param = "w"} : tensor<?xf32>, tensor<2xf32>, tensor<f32>, tensor<?xf32>, tensor<f32>, tensor<2xf32>
// CHECK-DAG:     %[[R0:.*]] = arith.truncf %[[R]]#0 : tensor<?xf32> to tensor<?xf16>
// CHECK-DAG:     %[[R2:.*]] = arith.truncf %[[R]]#2 : tensor<f32> to tensor<bf16>
// CHECK-DAG:     %[[R3:.*]] = arith.truncf %[[R]]#3 : tensor<?xf32> to tensor<?xf16>
// CHECK-DAG:     %[[R4:.*]] = arith.truncf %[[R]]#4 : tensor<f32> to tensor<f16>
// CHECK-DAG:     %[[R5:.*]] = arith.truncf %[[R]]#5 : tensor<2xf32> to tensor<2xf8E4M3FN>
// CHECK-NOT:     arith.
// CHECK:         %[[J:.*]] = grad.all_reduce<sum> %[[I]] : tensor<3xi32>
// CHECK:         return %[[R0]], %[[R]]#1, %[[R2]], %[[R3]], %[[R4]], %[[R5]], %[[J]]
func.func @bucket(%h: tensor<?xf16>, %f: tensor<2xf32>, %b: tensor<bf16>, %i: tensor<3xi32>, %e: tensor<2xf8E4M3FN>)
    -> (tensor<?xf16>, tensor<2xf32>, tensor<bf16>, tensor<?xf16>, tensor<f16>, tensor<2xf8E4M3FN>, tensor<3xi32>) {
  %0:6 = grad.all_reduce<avg> %h, %f, %b, %h, %b, %e on #pairs fusion<id = 3, auto, index = 1> {grad.mean = 2 : i64, grad.param = "w"} : tensor<?xf16>, tensor<2xf32>, tensor<bf16>, tensor<?xf16>, tensor<bf16>, tensor<2xf8E4M3FN> -> tensor<?xf16>, tensor<2xf32>, tensor<bf16>, tensor<?xf16>, tensor<f16>, tensor<2xf8E4M3FN>
  %1 = grad.all_reduce<sum> %i : tensor<3xi32>
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %1 : tensor<?xf16>, tensor<2xf32>, tensor<bf16>, tensor<?xf16>, tensor<f16>, tensor<2xf8E4M3FN>, tensor<3xi32>
}

// -----

// A reduce-scatter's shard is cast back; the other collectives reduce nothing.

// CHECK-LABEL: func @scatter
// CHECK-NEXT:    %[[W:.*]] = arith.extf %arg0 : tensor<8xbf16> to tensor<8xf32>
// CHECK-NEXT:    %[[R:.*]] = grad.reduce_scatter<sum> %[[W]] dim 0 : tensor<8xf32> -> tensor<4xf32>
// CHECK-NEXT:    %[[B:.*]] = arith.truncf %[[R]] : tensor<4xf32> to tensor<4xbf16>
// CHECK-NEXT:    %[[G:.*]] = grad.all_gather %[[B]] dim 0 : tensor<4xbf16> -> tensor<8xbf16>
// CHECK-NEXT:    %[[C:.*]] = grad.broadcast %[[G]] root 0 : tensor<8xbf16>
// CHECK-NEXT:    return %[[C]]
func.func @scatter(%x: tensor<8xbf16>) -> tensor<8xbf16> {
  %0 = grad.reduce_scatter<sum> %x dim 0 : tensor<8xbf16> -> tensor<4xbf16>
  %1 = grad.all_gather %0 dim 0 : tensor<4xbf16> -> tensor<8xbf16>
  %2 = grad.broadcast %1 root 0 : tensor<8xbf16>
  return %2 : tensor<8xbf16>
}

// -----

// A minimum and a maximum are exact in any type; memory is left.

// CHECK-LABEL: func @left
// CHECK-NOT:     arith.
// CHECK:         return
func.func @left(%x: tensor<4xf16>, %m: memref<4xf16>) -> (tensor<4xf16>, tensor<4xf16>) {
  %0 = grad.all_reduce<min> %x : tensor<4xf16>
  %1 = grad.all_reduce<max> %x : tensor<4xf16>
  grad.all_reduce<sum> %m : memref<4xf16>
  return %0, %1 : tensor<4xf16>, tensor<4xf16>
}

// -----

// What was narrowed on purpose stays: it delivers more than it sends, or is
// widened again, through reshapes and by StableHLO's convert too.

// CHECK-LABEL: func @pairs
// CHECK:         grad.all_reduce<sum> %{{.*}} : tensor<4xf16> -> tensor<4xf32>
// CHECK:         grad.all_reduce<sum> %{{.*}} : tensor<2x2xf16>
// CHECK:         grad.all_reduce<sum> %{{.*}} : tensor<4xbf16>
// CHECK:         grad.all_reduce<sum> %{{.*}} : tensor<4xf16>
func.func @pairs(%h: tensor<4xf16>, %x: tensor<4xf32>, %one: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x2xf16>) {
  %0 = grad.all_reduce<sum> %h : tensor<4xf16> -> tensor<4xf32>

  %n = arith.truncf %x : tensor<4xf32> to tensor<4xf16>
  %e = tensor.expand_shape %n [[0, 1]] output_shape [2, 2] : tensor<4xf16> into tensor<2x2xf16>
  %1 = grad.all_reduce<sum> %e : tensor<2x2xf16>
  %c = tensor.collapse_shape %1 [[0, 1]] : tensor<2x2xf16> into tensor<4xf16>
  %w = arith.extf %c : tensor<4xf16> to tensor<4xf32>

  %sn = "stablehlo.convert"(%x) : (tensor<4xf32>) -> tensor<4xbf16>
  %2 = grad.all_reduce<sum> %sn : tensor<4xbf16>
  %sw = "stablehlo.convert"(%2) : (tensor<4xbf16>) -> tensor<4xf32>

  %gn = grad.scale %x, %one : tensor<4xf32>, tensor<f32> -> tensor<4xf16>
  %3 = grad.all_reduce<sum> %gn : tensor<4xf16>
  %gw = arith.extf %3 : tensor<4xf16> to tensor<4xf32>
  return %0, %w, %sw, %gw, %1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x2xf16>
}

// -----

// A value that was narrowed for good is of the narrow type: it is widened, and
// the narrowing before it is not taken back. Nor is one that is only widened
// after: of the type f16, its sum is rounded to f16.

// CHECK-LABEL: func @narrowed_for_good
// CHECK-NEXT:    %[[N:.*]] = arith.truncf %arg0 : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT:    %[[W:.*]] = arith.extf %[[N]] : tensor<4xf16> to tensor<4xf32>
// CHECK-NEXT:    %[[R:.*]] = grad.all_reduce<sum> %[[W]] : tensor<4xf32>
// CHECK-NEXT:    %[[B:.*]] = arith.truncf %[[R]] : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT:    %[[V:.*]] = arith.extf %arg1 : tensor<4xf16> to tensor<4xf32>
// CHECK-NEXT:    %[[S:.*]] = grad.all_reduce<sum> %[[V]] : tensor<4xf32>
// CHECK-NEXT:    %[[C:.*]] = arith.truncf %[[S]] : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT:    %[[D:.*]] = arith.extf %[[C]] : tensor<4xf16> to tensor<4xf32>
// CHECK-NEXT:    return %[[B]], %[[D]]
func.func @narrowed_for_good(%x: tensor<4xf32>, %h: tensor<4xf16>) -> (tensor<4xf16>, tensor<4xf32>) {
  %n = arith.truncf %x : tensor<4xf32> to tensor<4xf16>
  %0 = grad.all_reduce<sum> %n : tensor<4xf16>
  %1 = grad.all_reduce<sum> %h : tensor<4xf16>
  %w = arith.extf %1 : tensor<4xf16> to tensor<4xf32>
  return %0, %w : tensor<4xf16>, tensor<4xf32>
}

// -----

// In loops, branches and functions that are called.

// CHECK-LABEL: func @nested
// CHECK:         scf.for
// CHECK:           %[[W:.*]] = arith.extf
// CHECK-NEXT:      %[[R:.*]] = grad.all_reduce<sum> %[[W]] : tensor<4xf32>
// CHECK-NEXT:      %[[B:.*]] = arith.truncf %[[R]]
// CHECK-NEXT:      scf.yield %[[B]]
// CHECK:         scf.if
// CHECK:           arith.extf
// CHECK-NEXT:      grad.all_reduce<sum> %{{.*}} : tensor<4xf32>
// CHECK-NEXT:      arith.truncf
// CHECK-LABEL: func private @callee
// CHECK-NEXT:    arith.extf
// CHECK-NEXT:    grad.all_reduce<sum> %{{.*}} : tensor<4xf32>
// CHECK-NEXT:    arith.truncf
func.func @nested(%x: tensor<4xbf16>, %n: index {grad.replicated}, %c: i1 {grad.replicated}) -> (tensor<4xbf16>, tensor<4xbf16>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %0 = scf.for %i = %zero to %n step %one iter_args(%a = %x) -> tensor<4xbf16> {
    %r = grad.all_reduce<sum> %a : tensor<4xbf16>
    scf.yield %r : tensor<4xbf16>
  }
  %1 = scf.if %c -> tensor<4xbf16> {
    %r = grad.all_reduce<sum> %x : tensor<4xbf16>
    scf.yield %r : tensor<4xbf16>
  } else {
    scf.yield %x : tensor<4xbf16>
  }
  %2 = func.call @callee(%1) : (tensor<4xbf16>) -> tensor<4xbf16>
  return %0, %2 : tensor<4xbf16>, tensor<4xbf16>
}
func.func private @callee(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %r = grad.all_reduce<sum> %x : tensor<4xbf16>
  return %r : tensor<4xbf16>
}

// -----

// Values are used before they are defined in a graph region, and casts may lead
// in a circle.

// CHECK-LABEL: test.graph
// CHECK:         grad.all_reduce<sum> %{{.*}} : tensor<4xf32>
"test.graph"() ({
  %0 = grad.all_reduce<sum> %1 : tensor<4xf16>
  %1 = tensor.cast %2 : tensor<4xf16> to tensor<4xf16>
  %2 = tensor.cast %1 : tensor<4xf16> to tensor<4xf16>
}) : () -> ()
