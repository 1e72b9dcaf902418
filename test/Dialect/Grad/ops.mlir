// Every operation in every form, read and written as pretty text, generic text,
// text without aliases, and bytecode.
//
// RUN: grad-opt %s | FileCheck %s
// RUN: grad-opt %s | grad-opt | FileCheck %s
// RUN: grad-opt %s --mlir-print-op-generic | grad-opt | FileCheck %s
// RUN: grad-opt %s --mlir-print-local-scope | grad-opt | FileCheck %s
// RUN: grad-opt %s --emit-bytecode | grad-opt | FileCheck %s

// The alias of a group is the printer's: `#group`, whatever the file calls it.
// CHECK-DAG: #[[PAIRS:group.*]] = #grad.group<{{\[\[}}0, 1], [2, 3]]>
// CHECK-DAG: #[[UNEVEN:group.*]] = #grad.group<{{\[\[}}3, 0, 1], [2]]>
#pairs = #grad.group<[[0, 1], [2, 3]]>
#uneven = #grad.group<[[3, 0, 1], [2]]>

//===----------------------------------------------------------------------===//
// all_reduce
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @all_reduce_kinds
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>)
func.func @all_reduce_kinds(%a: tensor<4xf32>) {
  // CHECK: %{{.*}} = grad.all_reduce<sum> %[[A]] : tensor<4xf32>
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  // CHECK: %{{.*}} = grad.all_reduce<avg> %[[A]] : tensor<4xf32>
  %1 = grad.all_reduce<avg> %a : tensor<4xf32>
  // CHECK: %{{.*}} = grad.all_reduce<prod> %[[A]] : tensor<4xf32>
  %2 = grad.all_reduce<prod> %a : tensor<4xf32>
  // CHECK: %{{.*}} = grad.all_reduce<min> %[[A]] : tensor<4xf32>
  %3 = grad.all_reduce<min> %a : tensor<4xf32>
  // CHECK: %{{.*}} = grad.all_reduce<max> %[[A]] : tensor<4xf32>
  %4 = grad.all_reduce<max> %a : tensor<4xf32>
  return
}

// A bucket: operand i gives result i.
// CHECK-LABEL: func.func @all_reduce_variadic
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<2x3xf32>, %[[C:.*]]: tensor<f32>)
func.func @all_reduce_variadic(%a: tensor<4xf32>, %b: tensor<2x3xf32>,
                               %c: tensor<f32>) {
  // CHECK: %{{.*}}:2 = grad.all_reduce<sum> %[[A]], %[[B]] on #[[PAIRS]] fusion<id = 1, index = 4> : tensor<4xf32>, tensor<2x3xf32>
  %r:2 = grad.all_reduce<sum> %a, %b on #pairs fusion<id = 1, index = 4>
      : tensor<4xf32>, tensor<2x3xf32>
  // One operand may stand twice.
  // CHECK: %{{.*}}:3 = grad.all_reduce<sum> %[[C]], %[[A]], %[[C]] : tensor<f32>, tensor<4xf32>, tensor<f32>
  %s:3 = grad.all_reduce<sum> %c, %a, %c
      : tensor<f32>, tensor<4xf32>, tensor<f32>
  return
}

// What travels is the operand's type, what is delivered the result's.
// CHECK-LABEL: func.func @all_reduce_changes_type
func.func @all_reduce_changes_type(%a: tensor<4xf16>, %b: tensor<3xbf16>,
                                   %c: tensor<f32>, %i: tensor<2xi32>) {
  // CHECK: grad.all_reduce<sum> %{{.*}} : tensor<4xf16> -> tensor<4xf32>
  %0 = grad.all_reduce<sum> %a : tensor<4xf16> -> tensor<4xf32>
  // CHECK: grad.all_reduce<sum> %{{.*}}, %{{.*}} : tensor<4xf16>, tensor<3xbf16> -> tensor<4xf32>, tensor<3xf32>
  %1:2 = grad.all_reduce<sum> %a, %b
      : tensor<4xf16>, tensor<3xbf16> -> tensor<4xf32>, tensor<3xf32>
  // An integer may stand beside it, unchanged; a result may be narrower.
  // CHECK: grad.all_reduce<sum> %{{.*}}, %{{.*}} : tensor<f32>, tensor<2xi32> -> tensor<f16>, tensor<2xi32>
  %2:2 = grad.all_reduce<sum> %c, %i
      : tensor<f32>, tensor<2xi32> -> tensor<f16>, tensor<2xi32>
  return
}

// CHECK-LABEL: func.func @all_reduce_element_types
func.func @all_reduce_element_types(
    %0: tensor<2xi1>, %1: tensor<2xi8>, %2: tensor<2xui8>, %3: tensor<2xi32>,
    %4: tensor<2xui32>, %5: tensor<2xi64>, %6: tensor<2xui64>,
    %7: tensor<2xbf16>, %8: tensor<2xf64>, %9: tensor<2xf8E4M3FN>) {
  // CHECK: grad.all_reduce<max> {{.*}} : tensor<2xi1>, tensor<2xi8>, tensor<2xui8>, tensor<2xi32>, tensor<2xui32>, tensor<2xi64>, tensor<2xui64>, tensor<2xbf16>, tensor<2xf64>, tensor<2xf8E4M3FN>
  %r:10 = grad.all_reduce<max> %0, %1, %2, %3, %4, %5, %6, %7, %8, %9
      : tensor<2xi1>, tensor<2xi8>, tensor<2xui8>, tensor<2xi32>,
        tensor<2xui32>, tensor<2xi64>, tensor<2xui64>, tensor<2xbf16>,
        tensor<2xf64>, tensor<2xf8E4M3FN>
  return
}

// CHECK-LABEL: func.func @all_reduce_shapes
func.func @all_reduce_shapes(%a: tensor<f32>, %b: tensor<?x3xf32>,
                             %c: tensor<0x3xf32>, %d: tensor<2x3xf32>,
                             %e: tensor<2x3xf32, "layout">) {
  // CHECK: grad.all_reduce<sum> %{{.*}} : tensor<f32>
  %0 = grad.all_reduce<sum> %a : tensor<f32>
  // CHECK: grad.all_reduce<sum> %{{.*}} : tensor<?x3xf32>
  %1 = grad.all_reduce<sum> %b : tensor<?x3xf32>
  // CHECK: grad.all_reduce<sum> %{{.*}} : tensor<0x3xf32>
  %2 = grad.all_reduce<sum> %c : tensor<0x3xf32>
  // A dynamic size fits any.
  // CHECK: grad.all_reduce<sum> %{{.*}}, %{{.*}} : tensor<?x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>, tensor<?x?xf32>
  %3:2 = grad.all_reduce<sum> %b, %d
      : tensor<?x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>, tensor<?x?xf32>
  // CHECK: grad.all_reduce<sum> %{{.*}} : tensor<2x3xf32, "layout">
  %4 = grad.all_reduce<sum> %e : tensor<2x3xf32, "layout">
  return
}

// In place where operand and result types are equal, `ins` and `outs` else.
// CHECK-LABEL: func.func @all_reduce_memref
// CHECK-SAME: (%[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<?xf16>, %[[C:.*]]: memref<f32>
func.func @all_reduce_memref(%a: memref<4xf32>, %b: memref<?xf16>,
                             %c: memref<f32>,
                             %s: memref<4xf32, strided<[2], offset: ?>, 1>) {
  // CHECK: grad.all_reduce<sum> %[[A]] : memref<4xf32>
  grad.all_reduce<sum> %a : memref<4xf32>
  // CHECK: grad.all_reduce<sum> %[[A]], %[[C]] on #[[PAIRS]] fusion<id = 2> {note = "x"} : memref<4xf32>, memref<f32>
  grad.all_reduce<sum> %a, %c on #pairs fusion<id = 2> {note = "x"}
      : memref<4xf32>, memref<f32>
  // CHECK: grad.all_reduce<sum> ins(%[[B]] : memref<?xf16>) outs(%[[A]] : memref<4xf32>)
  grad.all_reduce<sum> ins(%b : memref<?xf16>) outs(%a : memref<4xf32>)
  // CHECK: grad.all_reduce<max> ins(%[[B]], %[[C]] : memref<?xf16>, memref<f32>) outs(%[[A]], %[[C]] : memref<4xf32>, memref<f32>) on #[[UNEVEN]]
  grad.all_reduce<max> ins(%b, %c : memref<?xf16>, memref<f32>)
      outs(%a, %c : memref<4xf32>, memref<f32>) on #uneven
  // CHECK: grad.all_reduce<sum> %{{.*}} : memref<4xf32, strided<[2], offset: ?>, 1>
  grad.all_reduce<sum> %s : memref<4xf32, strided<[2], offset: ?>, 1>
  return
}

//===----------------------------------------------------------------------===//
// reduce_scatter and all_gather
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @reduce_scatter
func.func @reduce_scatter(%a: tensor<8xf32>, %b: tensor<3x8xf16>,
                          %c: tensor<?x8xi32>, %d: tensor<0x2xf32>,
                          %m: memref<8xf16>, %n: memref<4xf32>) {
  // CHECK: grad.reduce_scatter<sum> %{{.*}} dim 0 : tensor<8xf32> -> tensor<4xf32>
  %0 = grad.reduce_scatter<sum> %a dim 0 : tensor<8xf32> -> tensor<4xf32>
  // CHECK: grad.reduce_scatter<avg> %{{.*}} dim 1 on #[[PAIRS]] fusion<index = 0> : tensor<3x8xf16> -> tensor<3x4xf32>
  %1 = grad.reduce_scatter<avg> %b dim 1 on #pairs fusion<index = 0>
      : tensor<3x8xf16> -> tensor<3x4xf32>
  // CHECK: grad.reduce_scatter<max> %{{.*}} dim 0 : tensor<?x8xi32> -> tensor<2x8xi32>
  %2 = grad.reduce_scatter<max> %c dim 0 : tensor<?x8xi32> -> tensor<2x8xi32>
  // Over one rank, say, a shard is the whole.
  // CHECK: grad.reduce_scatter<sum> %{{.*}} dim 0 : tensor<8xf32>
  %3 = grad.reduce_scatter<sum> %a dim 0 : tensor<8xf32>
  // CHECK: grad.reduce_scatter<sum> %{{.*}} dim 0 on #[[PAIRS]] : tensor<0x2xf32>
  %4 = grad.reduce_scatter<sum> %d dim 0 on #pairs : tensor<0x2xf32>
  // CHECK: grad.reduce_scatter<sum> %{{.*}}, %{{.*}} dim 0 : tensor<8xf32>, tensor<0x2xf32> -> tensor<2xf32>, tensor<0x2xf32>
  %5:2 = grad.reduce_scatter<sum> %a, %d dim 0
      : tensor<8xf32>, tensor<0x2xf32> -> tensor<2xf32>, tensor<0x2xf32>
  // CHECK: grad.reduce_scatter<sum> ins(%{{.*}} : memref<8xf16>) outs(%{{.*}} : memref<4xf32>) dim 0 on #[[PAIRS]]
  grad.reduce_scatter<sum> ins(%m : memref<8xf16>) outs(%n : memref<4xf32>)
      dim 0 on #pairs
  return
}

// CHECK-LABEL: func.func @all_gather
func.func @all_gather(%a: tensor<4xf32>, %b: tensor<3x4xui8>,
                      %c: tensor<2x?xf32>, %m: memref<4xf32>,
                      %n: memref<8xf32>) {
  // CHECK: grad.all_gather %{{.*}} dim 0 : tensor<4xf32> -> tensor<8xf32>
  %0 = grad.all_gather %a dim 0 : tensor<4xf32> -> tensor<8xf32>
  // CHECK: grad.all_gather %{{.*}}, %{{.*}} dim 1 on #[[PAIRS]] fusion<id = 0> : tensor<3x4xui8>, tensor<2x?xf32> -> tensor<3x8xui8>, tensor<2x?xf32>
  %1:2 = grad.all_gather %b, %c dim 1 on #pairs fusion<id = 0>
      : tensor<3x4xui8>, tensor<2x?xf32> -> tensor<3x8xui8>, tensor<2x?xf32>
  // CHECK: grad.all_gather ins(%{{.*}} : memref<4xf32>) outs(%{{.*}} : memref<8xf32>) dim 0
  grad.all_gather ins(%m : memref<4xf32>) outs(%n : memref<8xf32>) dim 0
  return
}

//===----------------------------------------------------------------------===//
// broadcast, group_size and rank
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @broadcast
func.func @broadcast(%a: tensor<4xf32>, %b: tensor<?xi1>, %m: memref<4xf32>,
                     %n: memref<4xf32>) {
  // CHECK: grad.broadcast %{{.*}} root 0 : tensor<4xf32>
  %0 = grad.broadcast %a root 0 : tensor<4xf32>
  // CHECK: grad.broadcast %{{.*}}, %{{.*}} root 1 on #[[PAIRS]] fusion<id = 3, auto> : tensor<4xf32>, tensor<?xi1>
  %1:2 = grad.broadcast %a, %b root 1 on #pairs fusion<id = 3, auto>
      : tensor<4xf32>, tensor<?xi1>
  // The size of uneven groups enters no type here.
  // CHECK: grad.broadcast %{{.*}} root 0 on #[[UNEVEN]] : tensor<4xf32>
  %2 = grad.broadcast %a root 0 on #uneven : tensor<4xf32>
  // CHECK: grad.broadcast %{{.*}} root 0 : memref<4xf32>
  grad.broadcast %m root 0 : memref<4xf32>
  // CHECK: grad.broadcast ins(%{{.*}} : memref<4xf32>) outs(%{{.*}} : memref<4xf32>) root 1 on #[[PAIRS]] {note}
  grad.broadcast ins(%m : memref<4xf32>) outs(%n : memref<4xf32>) root 1
      on #pairs {note}
  return
}

// CHECK-LABEL: func.func @group_size_and_rank
func.func @group_size_and_rank() -> (index, index, index) {
  // CHECK: %[[N:size.*]] = grad.group_size on #[[PAIRS]] {note} : index
  %n = grad.group_size on #pairs {note} : index
  // CHECK: %[[WORLD:size.*]] = grad.group_size : index
  %world = grad.group_size : index
  // CHECK: %[[ME:rank.*]] = grad.rank : index
  %me = grad.rank : index
  // CHECK: return %[[N]], %[[WORLD]], %[[ME]]
  return %n, %world, %me : index, index, index
}
