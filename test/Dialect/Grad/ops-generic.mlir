// The generic form, which other tools write: names of attributes and how
// operands are divided are part of the contract.
//
// RUN: grad-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: grad-opt %s | FileCheck %s

// GENERIC: #group = #grad.group<{{\[\[}}0, 1]]>

// GENERIC-LABEL: sym_name = "collectives"
// CHECK-LABEL: func.func @collectives
func.func @collectives(%a: tensor<4xf32>, %m: memref<4xf16>,
                       %n: memref<4xf32>) {
  // GENERIC: "grad.all_reduce"(%{{.*}}) <{fusion = #grad.fusion<id = 1, auto, index = 4>, group = #group, kind = #grad.reduction_kind<sum>, operandSegmentSizes = array<i32: 1, 0>}> : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: grad.all_reduce<sum> %{{.*}} on #group fusion<id = 1, auto, index = 4> : tensor<4xf32>
  %0 = "grad.all_reduce"(%a) <{
      kind = #grad.reduction_kind<sum>, group = #grad.group<[[0, 1]]>,
      fusion = #grad.fusion<id = 1, auto, index = 4>,
      operandSegmentSizes = array<i32: 1, 0>
    }> : (tensor<4xf32>) -> tensor<4xf32>

  // GENERIC: "grad.all_reduce"(%{{.*}}, %{{.*}}) <{kind = #grad.reduction_kind<max>, operandSegmentSizes = array<i32: 1, 1>}> : (memref<4xf16>, memref<4xf32>) -> ()
  // CHECK: grad.all_reduce<max> ins(%{{.*}} : memref<4xf16>) outs(%{{.*}} : memref<4xf32>)
  "grad.all_reduce"(%m, %n) <{
      kind = #grad.reduction_kind<max>, operandSegmentSizes = array<i32: 1, 1>
    }> : (memref<4xf16>, memref<4xf32>) -> ()

  // Attributes written after the operands, as older files have them.
  // GENERIC: "grad.all_gather"(%{{.*}}) <{dim = 0 : i64, operandSegmentSizes = array<i32: 1, 0>}> {note}
  // CHECK: grad.all_gather %{{.*}} dim 0 {note} : tensor<4xf32> -> tensor<8xf32>
  %1 = "grad.all_gather"(%a) {
      dim = 0 : i64, operandSegmentSizes = array<i32: 1, 0>, note
    } : (tensor<4xf32>) -> tensor<8xf32>

  // GENERIC: "grad.reduce_scatter"(%{{.*}}) <{dim = 0 : i64, kind = #grad.reduction_kind<prod>, operandSegmentSizes = array<i32: 1, 0>}>
  // CHECK: grad.reduce_scatter<prod> %{{.*}} dim 0 : tensor<4xf32> -> tensor<2xf32>
  %2 = grad.reduce_scatter<prod> %a dim 0 : tensor<4xf32> -> tensor<2xf32>

  // GENERIC: "grad.broadcast"(%{{.*}}) <{operandSegmentSizes = array<i32: 1, 0>, root = 1 : i64}>
  // CHECK: grad.broadcast %{{.*}} root 1 : tensor<4xf32>
  %3 = grad.broadcast %a root 1 : tensor<4xf32>

  // GENERIC: "grad.group_size"() <{group = #group}> : () -> index
  // CHECK: grad.group_size on #group : index
  %4 = grad.group_size on <[[0, 1]]> : index

  // GENERIC: "grad.rank"() : () -> index
  // CHECK: grad.rank : index
  %5 = "grad.rank"() : () -> index
  return
}

// An attribute in the dictionary is the operation's own where it has one of
// that name, and nobody's but the user's where it has none.
// CHECK-LABEL: func.func @dictionary
func.func @dictionary(%a: tensor<4xf32>) {
  // CHECK: grad.all_reduce<sum> %{{.*}} fusion<id = 1> {dim = 1 : i64, root} : tensor<4xf32>
  %0 = grad.all_reduce<sum> %a {fusion = #grad.fusion<id = 1>, dim = 1, root}
      : tensor<4xf32>
  // CHECK: grad.all_gather %{{.*}} dim 0 {kind = 3 : i64, root} : tensor<4xf32>
  %1 = grad.all_gather %a dim 0 {kind = 3, root} : tensor<4xf32>
  return
}
