// The attributes by themselves, in pretty text and in bytecode.
//
// RUN: grad-opt %s | FileCheck %s
// RUN: grad-opt %s --emit-bytecode | grad-opt | FileCheck %s
// RUN: grad-opt %s --mlir-print-local-scope | FileCheck %s --check-prefix=LOCAL

// Equal groups are one attribute, so one alias. The order of ranks counts: it
// is the order of an all-gather's parts.
// CHECK: #[[PAIRS:group.*]] = #grad.group<{{\[\[}}0, 1], [2, 3]]>
// CHECK: #[[SWAPPED:group.*]] = #grad.group<{{\[\[}}1, 0], [2, 3]]>
// CHECK: #[[LARGE:group.*]] = #grad.group<{{\[\[}}9223372036854775807, 0], [9223372036854775806]]>
#pairs = #grad.group<[[0, 1], [2, 3]]>
#same = #grad.group<[[0,1],[2,3]]>
#swapped = #grad.group<[[1, 0], [2, 3]]>

// CHECK-LABEL: func.func @groups
// CHECK-SAME: a = #[[PAIRS]], b = #[[PAIRS]], c = #[[SWAPPED]]
func.func @groups() attributes {a = #pairs, b = #same, c = #swapped} {
  return
}

// Without aliases a group stands after `on` without its prefix: MLIR's parser
// takes `: type` after a full attribute for the attribute's type.
// LOCAL-LABEL: func.func @inline
func.func @inline(%x: tensor<4xf32>) {
  // CHECK: grad.all_reduce<sum> %{{.*}} on #[[PAIRS]] : tensor<4xf32>
  // LOCAL: grad.all_reduce<sum> %{{.*}} on <{{\[\[}}0, 1], [2, 3]]> : tensor<4xf32>
  %0 = grad.all_reduce<sum> %x on <[[0, 1], [2, 3]]> : tensor<4xf32>
  // CHECK: grad.group_size on #[[PAIRS]] : index
  // LOCAL: grad.group_size on <{{\[\[}}0, 1], [2, 3]]> : index
  %1 = grad.group_size on <[[0, 1], [2, 3]]> : index
  // With an attribute dictionary in between, the full form can be read.
  // CHECK: grad.all_reduce<sum> %{{.*}} on #[[PAIRS]] {note} : tensor<4xf32>
  %2 = grad.all_reduce<sum> %x on #grad.group<[[0, 1], [2, 3]]> {note}
      : tensor<4xf32>
  return
}

// Any rank that fits 64 bits, none of them special.
// CHECK-LABEL: func.func @large_ranks
// CHECK-SAME: group = #[[LARGE]]
func.func @large_ranks() attributes {
  nested = {group = #grad.group<[[9223372036854775807, 0],
                                 [9223372036854775806]]>}
} {
  return
}

// CHECK-LABEL: func.func @fusion
// CHECK-SAME: a = #grad.fusion<id = 1, index = 4>
// CHECK-SAME: b = #grad.fusion<id = 1, auto, index = 4>
// CHECK-SAME: c = #grad.fusion<id = 1, auto>
// CHECK-SAME: d = #grad.fusion<index = 0>
// CHECK-SAME: e = #grad.fusion<id = 0>
// CHECK-SAME: f = #grad.fusion<id = 9223372036854775807, index = 9223372036854775807>
// The parts may stand in any order.
// CHECK-SAME: g = #grad.fusion<id = 2, auto, index = 3>
func.func @fusion() attributes {
  a = #grad.fusion<id = 1, index = 4>,
  b = #grad.fusion<id = 1, auto, index = 4>,
  c = #grad.fusion<id = 1, auto>,
  d = #grad.fusion<index = 0>,
  e = #grad.fusion<id = 0>,
  f = #grad.fusion<id = 9223372036854775807, index = 9223372036854775807>,
  g = #grad.fusion<index = 3, auto, id = 2>
} {
  return
}

// CHECK-LABEL: func.func @kinds
// CHECK-SAME: [#grad.reduction_kind<sum>, #grad.reduction_kind<avg>, #grad.reduction_kind<prod>, #grad.reduction_kind<min>, #grad.reduction_kind<max>]
func.func @kinds() attributes {
  kinds = [#grad.reduction_kind<sum>, #grad.reduction_kind<avg>,
           #grad.reduction_kind<prod>, #grad.reduction_kind<min>,
           #grad.reduction_kind<max>]
} {
  return
}
