// Each rule of simplify-collectives, where it applies and where it does not. A
// second run changes nothing.
//
// RUN: grad-opt %s --split-input-file --allow-unregistered-dialect --simplify-collectives -o %t
// RUN: FileCheck %s < %t
// RUN: grad-opt %t --split-input-file --allow-unregistered-dialect --simplify-collectives | diff %t -

//===----------------------------------------------------------------------===//
// single-rank
//===----------------------------------------------------------------------===//

#single = #grad.group<[[0], [1], [2]]>

// The operand, in the result's type; of f16 and bf16 neither holds the other, so
// the way goes through f32.

// CHECK-LABEL: func @single_rank
// CHECK-SAME:    %[[H:.*]]: tensor<4xf16>, %[[D:.*]]: tensor<?xf32>, %[[U:.*]]: tensor<4xui8>
// CHECK-NEXT:    %[[W:.*]] = arith.extf %[[H]] : tensor<4xf16> to tensor<4xf32>
// CHECK-NEXT:    %[[V:.*]] = arith.extf %[[H]] : tensor<4xf16> to tensor<4xf32>
// CHECK-NEXT:    %[[B:.*]] = arith.truncf %[[V]] : tensor<4xf32> to tensor<4xbf16>
// CHECK-NEXT:    %[[C:.*]] = tensor.cast %[[D]] : tensor<?xf32> to tensor<8xf32>
// CHECK-NEXT:    return %[[W]], %[[B]], %[[D]], %[[C]], %[[U]], %[[H]]
func.func @single_rank(%h: tensor<4xf16>, %d: tensor<?xf32>, %u: tensor<4xui8>)
    -> (tensor<4xf32>, tensor<4xbf16>, tensor<?xf32>, tensor<8xf32>, tensor<4xui8>, tensor<4xf16>) {
  %0 = grad.all_reduce<sum> %h on #single : tensor<4xf16> -> tensor<4xf32>
  %1 = grad.all_reduce<avg> %h on #single : tensor<4xf16> -> tensor<4xbf16>
  %2 = grad.all_gather %d dim 0 on #single : tensor<?xf32>
  %3 = grad.reduce_scatter<sum> %d dim 0 on #single : tensor<?xf32> -> tensor<8xf32>
  %4 = grad.broadcast %u root 0 on #single : tensor<4xui8>
  %5 = grad.all_reduce<prod> %h on #single : tensor<4xf16>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xbf16>, tensor<?xf32>, tensor<8xf32>, tensor<4xui8>, tensor<4xf16>
}

// -----

// One group of one rank among others does not do; nor does the memref form, nor
// the whole world where its size is not known.

#some = #grad.group<[[0], [1, 2]]>
// CHECK-LABEL: func @not_single_rank
// CHECK:         grad.all_reduce<max> %{{.*}} on #group
// CHECK:         grad.all_reduce<max> %{{.*}} : tensor<4xf32>
// CHECK:         grad.all_reduce<max> %{{.*}} : memref<4xf32>
func.func @not_single_rank(%x: tensor<4xf32>, %y: tensor<4xf32>, %m: memref<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<max> %x on #some : tensor<4xf32>
  %1 = grad.all_reduce<max> %y : tensor<4xf32>
  grad.all_reduce<max> %m on <[[0], [1]]> : memref<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

//===----------------------------------------------------------------------===//
// replicated
//===----------------------------------------------------------------------===//

#trio = #grad.group<[[0, 1, 2]]>

// A sum is a product; the other kinds, and a broadcast, are the value itself.

// CHECK-LABEL: func @replicated
// CHECK-SAME:    %[[W:.*]]: tensor<4xf32> {{.*}}, %[[I:.*]]: tensor<2xi8>
// CHECK-DAG:     %[[N:.*]] = arith.constant dense<3.000000e+00> : tensor<4xf32>
// CHECK-DAG:     %[[P:.*]] = arith.mulf %[[W]], %[[N]] : tensor<4xf32>
// CHECK-DAG:     %[[M:.*]] = arith.constant dense<3> : tensor<2xi8>
// CHECK-DAG:     %[[Q:.*]] = arith.muli %[[I]], %[[M]] : tensor<2xi8>
// CHECK-NOT:     grad.
// CHECK:         return %[[P]], %[[Q]], %[[W]], %[[W]], %[[W]], %[[W]]
func.func @replicated(%w: tensor<4xf32> {grad.param = "w"}, %i: tensor<2xi8> {grad.replicated})
    -> (tensor<4xf32>, tensor<2xi8>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %w on #trio : tensor<4xf32>
  %1 = grad.all_reduce<sum> %i on #trio : tensor<2xi8>
  %2 = grad.all_reduce<avg> %w on #trio : tensor<4xf32>
  %3 = grad.all_reduce<max> %w : tensor<4xf32>
  %4 = grad.all_reduce<min> %w on #trio : tensor<4xf32>
  %5 = grad.broadcast %w root 1 on #trio : tensor<4xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<2xi8>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// 16-bit floats are multiplied in f32 and rounded once; a dynamic shape is that
// of the operand.

#trio = #grad.group<[[0, 1, 2]]>
// CHECK-LABEL: func @replicated_types
// CHECK:         %[[E:.*]] = arith.extf %arg0 : tensor<?x3xf16> to tensor<?x3xf32>
// CHECK:         %[[N:.*]] = arith.constant 3.000000e+00 : f32
// CHECK:         %[[D:.*]] = tensor.dim %[[E]]
// CHECK:         %[[S:.*]] = tensor.splat %[[N]][%[[D]]] : tensor<?x3xf32>
// CHECK:         %[[M:.*]] = arith.mulf %[[E]], %[[S]] : tensor<?x3xf32>
// CHECK:         arith.truncf %[[M]] : tensor<?x3xf32> to tensor<?x3xf16>
// CHECK:         %[[F:.*]] = arith.extf %arg1 : tensor<4xf16> to tensor<4xf32>
// CHECK:         %[[T:.*]] = arith.mulf %[[F]], %{{.*}} : tensor<4xf32>
// CHECK:         return %{{.*}}, %[[T]]
func.func @replicated_types(%x: tensor<?x3xf16> {grad.replicated}, %y: tensor<4xf16> {grad.replicated}) -> (tensor<?x3xf16>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %x on #trio : tensor<?x3xf16>
  %1 = grad.all_reduce<sum> %y on #trio : tensor<4xf16> -> tensor<4xf32>
  return %0, %1 : tensor<?x3xf16>, tensor<4xf32>
}

// -----

// Where the number of ranks is known at run time only, or differs by group, it
// is asked for there.

#uneven = #grad.group<[[0, 1, 2], [3]]>
// CHECK-LABEL: func @group_size
// CHECK:         %[[S:.*]] = grad.group_size : index
// CHECK:         %[[I:.*]] = arith.index_cast %[[S]] : index to i64
// CHECK:         %[[F:.*]] = arith.sitofp %[[I]] : i64 to f32
// CHECK:         %[[T:.*]] = tensor.splat %[[F]] : tensor<4xf32>
// CHECK:         arith.mulf %arg0, %[[T]] : tensor<4xf32>
// CHECK:         %[[U:.*]] = grad.group_size on #{{.*}} : index
// CHECK:         %[[J:.*]] = arith.index_cast %[[U]] : index to i32
// CHECK:         %[[V:.*]] = tensor.splat %[[J]] : tensor<2xi32>
// CHECK:         arith.muli %arg1, %[[V]] : tensor<2xi32>
// CHECK-NOT:     grad.all_reduce
func.func @group_size(%w: tensor<4xf32> {grad.param = "w"}, %i: tensor<2xi32> {grad.replicated}) -> (tensor<4xf32>, tensor<2xi32>) {
  %0 = grad.all_reduce<sum> %w : tensor<4xf32>
  %1 = grad.all_reduce<sum> %i on #uneven : tensor<2xi32>
  return %0, %1 : tensor<4xf32>, tensor<2xi32>
}

// -----

// What stays: a product, types without arithmetic, gathers and scatters, values
// that vary, or are equal inside other groups only.

#pairs = #grad.group<[[0, 1], [2, 3]]>
#crossed = #grad.group<[[0, 2], [1, 3]]>
// CHECK-LABEL: func @not_replicated
// CHECK:         grad.all_reduce<prod>
// CHECK:         grad.all_reduce<sum> %{{.*}} : tensor<2xui8>
// CHECK:         grad.all_gather
// CHECK:         grad.reduce_scatter
// CHECK:         grad.all_reduce<max> %{{.*}} : tensor<4xf32>
// CHECK:         grad.all_reduce<max> %{{.*}} : tensor<4xf16>
// CHECK:         %[[P:.*]] = grad.all_reduce<max> %{{.*}} on
// CHECK:         grad.all_reduce<max> %[[P]] on
// CHECK:         grad.all_reduce<max> %[[P]] : tensor<4xf64>
func.func @not_replicated(%w: tensor<4xf32> {grad.param = "w"}, %u: tensor<2xui8> {grad.replicated}, %x: tensor<4xf32>, %r: tensor<4xf16> {grad.state = "residual", grad.per_rank}, %y: tensor<4xf64>)
    -> (tensor<4xf32>, tensor<2xui8>, tensor<8xf32>, tensor<2xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xf64>, tensor<4xf64>) {
  %0 = grad.all_reduce<prod> %w : tensor<4xf32>
  %1 = grad.all_reduce<sum> %u : tensor<2xui8>
  %2 = grad.all_gather %w dim 0 : tensor<4xf32> -> tensor<8xf32>
  %3 = grad.reduce_scatter<sum> %w dim 0 : tensor<4xf32> -> tensor<2xf32>
  %4 = grad.all_reduce<max> %x : tensor<4xf32>
  %5 = grad.all_reduce<max> %r : tensor<4xf16>
  %p = grad.all_reduce<max> %y on #pairs : tensor<4xf64>
  %6 = grad.all_reduce<max> %p on #crossed : tensor<4xf64>
  %7 = grad.all_reduce<max> %p : tensor<4xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<4xf32>, tensor<2xui8>, tensor<8xf32>, tensor<2xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xf64>, tensor<4xf64>
}

// -----

// A bucket keeps the operands that vary, and its place.

#pairs = #grad.group<[[0, 1], [2, 3]]>
// CHECK-LABEL: func @bucket
// CHECK:         %[[P:.*]] = arith.mulf %arg1
// CHECK:         %[[R:.*]]:2 = grad.all_reduce<sum> %arg0, %arg2 on #{{.*}} fusion<id = 1, index = 2> {grad.param = "w"} : tensor<4xf32>, tensor<2xi32>
// CHECK:         return %[[R]]#0, %[[P]], %[[R]]#1
func.func @bucket(%x: tensor<4xf32>, %w: tensor<3xf32> {grad.param = "w"}, %i: tensor<2xi32>) -> (tensor<4xf32>, tensor<3xf32>, tensor<2xi32>) {
  %0:3 = grad.all_reduce<sum> %x, %w, %i on #pairs fusion<id = 1, index = 2> {grad.param = "w"} : tensor<4xf32>, tensor<3xf32>, tensor<2xi32>
  return %0#0, %0#1, %0#2 : tensor<4xf32>, tensor<3xf32>, tensor<2xi32>
}

// -----

//===----------------------------------------------------------------------===//
// reduced-twice
//===----------------------------------------------------------------------===//

// Over the same ranks: a sum of whatever was reduced is that times N, the other
// kinds are the value itself. What one round saves, the next one uses.

#four = #grad.group<[[0, 1, 2, 3]]>
// CHECK-LABEL: func @reduced_twice
// CHECK:         %[[A:.*]] = grad.all_reduce<sum> %arg0 on
// CHECK:         %[[N:.*]] = arith.constant dense<4.000000e+00>
// CHECK:         %[[B:.*]] = arith.mulf %[[A]], %[[N]]
// CHECK:         %[[C:.*]] = grad.all_reduce<max> %arg0 on
// CHECK:         %[[D:.*]] = grad.all_reduce<avg> %arg0 on
// CHECK:         %[[M:.*]] = arith.constant dense<4.000000e+00>
// CHECK:         %[[E:.*]] = arith.mulf %[[D]], %[[M]]
// CHECK-NOT:     grad.
// CHECK:         return %[[B]], %[[C]], %[[D]], %[[E]], %[[B]]
func.func @reduced_twice(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %a = grad.all_reduce<sum> %x on #four : tensor<4xf32>
  %b = grad.all_reduce<sum> %a on #four : tensor<4xf32>
  %c = grad.all_reduce<max> %x on #four : tensor<4xf32>
  %d = grad.all_reduce<max> %c on #four : tensor<4xf32>
  %e = grad.all_reduce<avg> %x on #four : tensor<4xf32>
  %f = grad.all_reduce<avg> %e on #four : tensor<4xf32>
  %g = grad.all_reduce<sum> %f on #four : tensor<4xf32>
  %h = grad.all_reduce<min> %b on #four : tensor<4xf32>
  return %b, %d, %f, %g, %h : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Over other ranks, or after a reduce-scatter, both are needed.

#pairs = #grad.group<[[0, 1], [2, 3]]>
#crossed = #grad.group<[[0, 2], [1, 3]]>
// CHECK-LABEL: func @reduced_by_steps
// CHECK-COUNT-2: grad.all_reduce<sum>
// CHECK:         grad.reduce_scatter<sum>
// CHECK-NEXT:    grad.all_reduce<sum>
func.func @reduced_by_steps(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %0 = grad.all_reduce<sum> %x on #pairs : tensor<4xf32>
  %1 = grad.all_reduce<sum> %0 on #crossed : tensor<4xf32>
  %2 = grad.reduce_scatter<sum> %x dim 0 on #pairs : tensor<4xf32> -> tensor<2xf32>
  %3 = grad.all_reduce<sum> %2 on #pairs : tensor<2xf32>
  return %1, %3 : tensor<4xf32>, tensor<2xf32>
}

// -----

//===----------------------------------------------------------------------===//
// repeated
//===----------------------------------------------------------------------===//

// The earlier one's result, across an unknown call, in a bucket, in a region.

func.func private @outside()
// CHECK-LABEL: func @repeated
// CHECK-NEXT:    %[[A:.*]] = grad.all_reduce<sum> %arg0 fusion<id = 1> : tensor<4xf32>
// CHECK-NEXT:    call @outside
// CHECK-NEXT:    %[[B:.*]] = grad.all_reduce<sum> %arg1 : tensor<4xf32>
// CHECK-NEXT:    scf.if
// CHECK-NOT:       grad.
// CHECK:         %[[G:.*]] = grad.all_gather %arg0 dim 0
// CHECK-NEXT:    return %[[A]], %[[A]], %[[B]], %[[B]], %{{.*}}, %[[G]], %[[G]]
func.func @repeated(%x: tensor<4xf32>, %y: tensor<4xf32>, %c: i1) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = grad.all_reduce<sum> %x fusion<id = 1> : tensor<4xf32>
  func.call @outside() : () -> ()
  %1:3 = grad.all_reduce<sum> %x, %y, %y : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  %2 = scf.if %c -> tensor<4xf32> {
    %3 = grad.all_reduce<sum> %y : tensor<4xf32>
    scf.yield %3 : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  %4 = grad.all_gather %x dim 0 : tensor<4xf32> -> tensor<8xf32>
  %5 = grad.all_gather %x dim 0 : tensor<4xf32> -> tensor<8xf32>
  return %0, %1#0, %1#1, %1#2, %2, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// Another kind, group, result type, dimension, root or operand; or one that is
// not always executed before.

// CHECK-LABEL: func @not_repeated
// CHECK-COUNT-6: grad.all_reduce
// CHECK-COUNT-2: grad.all_gather
// CHECK-COUNT-2: grad.broadcast
// CHECK-COUNT-3: grad.all_reduce<prod>
// CHECK-COUNT-2: grad.all_reduce<max> %{{.*}} : memref
func.func @not_repeated(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %c: i1, %m: memref<4xf32>) {
  %0 = grad.all_reduce<sum> %x : tensor<4x4xf32>
  %1 = grad.all_reduce<max> %x : tensor<4x4xf32>
  %2 = grad.all_reduce<avg> %x : tensor<4x4xf32>
  %3 = grad.all_reduce<sum> %x on <[[0, 1]]> : tensor<4x4xf32>
  %4 = grad.all_reduce<sum> %x : tensor<4x4xf32> -> tensor<4x4xf64>
  %5 = grad.all_reduce<sum> %y : tensor<4x4xf32>
  %6 = grad.all_gather %x dim 0 : tensor<4x4xf32> -> tensor<8x4xf32>
  %7 = grad.all_gather %x dim 1 : tensor<4x4xf32> -> tensor<4x8xf32>
  %8 = grad.broadcast %x root 0 : tensor<4x4xf32>
  %9 = grad.broadcast %x root 1 : tensor<4x4xf32>
  %a = scf.if %c -> tensor<4x4xf32> {
    %b = grad.all_reduce<prod> %x : tensor<4x4xf32>
    scf.yield %b : tensor<4x4xf32>
  } else {
    %b = grad.all_reduce<prod> %x : tensor<4x4xf32>
    scf.yield %b : tensor<4x4xf32>
  }
  %d = grad.all_reduce<prod> %x : tensor<4x4xf32>
  grad.all_reduce<max> %m : memref<4xf32>
  grad.all_reduce<max> %m : memref<4xf32>
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %a, %d) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf64>, tensor<4x4xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  return
}

// -----

//===----------------------------------------------------------------------===//
// dead
//===----------------------------------------------------------------------===//

// With what only they use, in a region, and parts of buckets.

// CHECK-LABEL: func @dead
// CHECK-NOT:     grad.all_gather
// CHECK:         %[[R:.*]] = grad.all_reduce<sum> %arg1 : tensor<3xf32>
// CHECK-NEXT:    scf.if %arg2 {
// CHECK-NEXT:    }
// CHECK-NEXT:    grad.all_reduce<sum> %arg3 : memref<4xf32>
// CHECK-NEXT:    return %[[R]]
func.func @dead(%x: tensor<4xf32>, %y: tensor<3xf32>, %c: i1, %m: memref<4xf32>) -> tensor<3xf32> {
  %0 = grad.all_gather %x dim 0 : tensor<4xf32> -> tensor<8xf32>
  %1 = grad.reduce_scatter<sum> %0 dim 0 : tensor<8xf32> -> tensor<4xf32>
  %2:2 = grad.all_reduce<sum> %x, %y : tensor<4xf32>, tensor<3xf32>
  scf.if %c {
    %3 = grad.broadcast %x root 0 : tensor<4xf32>
  }
  grad.all_reduce<sum> %m : memref<4xf32>
  return %2#1 : tensor<3xf32>
}
