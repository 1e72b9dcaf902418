// What simplify-collectives tells, and its option.
//
// RUN: grad-opt %s --simplify-collectives=world-size=1 | FileCheck %s --check-prefix=ONE
// RUN: grad-opt %s --simplify-collectives --remarks-filter=simplify-collectives 2>&1 | FileCheck %s
// RUN: grad-opt %s --pass-pipeline='builtin.module(func.func(simplify-collectives))' --remarks-filter=simplify-collectives 2>&1 | FileCheck %s
// RUN: not grad-opt %s --simplify-collectives=world-size=-2 2>&1 | FileCheck %s --check-prefix=ERROR

// In a world of one rank nothing is left, but for groups that list more.
// ONE-LABEL: func @changes
// ONE-NOT:     grad.all_
// ONE-LABEL: func @refusals
// ONE-COUNT-2: grad.all_reduce

// ERROR: simplify-collectives: world-size: expected 0 or more, got -2

// CHECK: [Passed] repeated | Category:simplify-collectives | Function=changes | Collective="all-reduce 'layer1.w'", Operand=1, Reason="the same operand was reduced or gathered before", Result="the result of all-reduce 'layer1.w'"
// CHECK: [Passed] replicated | Category:simplify-collectives | Function=changes | Collective="all-reduce 'layer1.w'", Operand=0, Reason="its operand is equal on all ranks of a group", Result="its operand times the group's size"
// CHECK: [Passed] reduced-twice | Category:simplify-collectives | Function=changes | Collective="all-reduce 'again'", Operand=0, Reason="its operand is the result of all-reduce 'layer2.w' over the same ranks", Result="its operand"
// CHECK: [Passed] dead | Category:simplify-collectives | Function=changes | Collective="all-gather at line {{[0-9]+}}", Operand=0, Reason="no operation uses its result", Result=nothing
// CHECK: [Passed] sum-of-sums | Category:simplify-collectives | Function=changes | Collective="all-reduce at line {{[0-9]+}}", Operand=0, Reason="all-reduce at line {{[0-9]+}} and all-reduce at line {{[0-9]+}} are only added", Result="one all-reduce of the sum"
func.func @changes(%w: tensor<4xf32> {grad.param = "layer1.w"}, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0:2 = grad.all_reduce<sum> %w, %w : tensor<4xf32>, tensor<4xf32> loc("layer1.w")
  %1 = grad.all_reduce<sum> %x : tensor<4xf32> loc("layer2.w")
  %2 = grad.all_reduce<max> %1 : tensor<4xf32> loc("again")
  %3 = grad.all_gather %x dim 0 : tensor<4xf32> -> tensor<4xf32>
  %4 = grad.all_reduce<avg> %x : tensor<4xf32>
  %5 = grad.all_reduce<avg> %y : tensor<4xf32>
  %6 = arith.addf %4, %5 : tensor<4xf32>
  return %0#0, %0#1, %2, %6 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK: [Missed] replicated | Category:simplify-collectives | Function=refusals | Collective="all-reduce at line {{[0-9]+}}", Reason="a product of equal values is a power, which no rank computes by itself"
// CHECK: [Missed] reduce-scatter | Category:simplify-collectives | Function=refusals | Collective="all-reduce at line {{[0-9]+}}", Reason="the number of ranks is not known; give world-size"
// CHECK: [Missed] sum-of-sums | Category:simplify-collectives | Function=refusals | Collective="all-reduce at line {{[0-9]+}}", Reason="the two run over different groups"
func.func @refusals(%w: tensor<4xf32> {grad.param = "w"}, %x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<4xf32>, tensor<2xf32>, tensor<8xf32>) {
  %0 = grad.all_reduce<prod> %w on <[[0, 1]]> : tensor<4xf32>
  %rank = grad.rank : index
  %c2 = arith.constant 2 : index
  %offset = arith.muli %rank, %c2 : index
  %1 = grad.all_reduce<sum> %x : tensor<8xf32>
  %2 = tensor.extract_slice %1[%offset] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %3 = grad.all_reduce<sum> %y : tensor<8xf32>
  %4 = grad.all_reduce<sum> %y on <[[0, 1]]> : tensor<8xf32>
  %5 = arith.addf %3, %4 : tensor<8xf32>
  return %0, %2, %5 : tensor<4xf32>, tensor<2xf32>, tensor<8xf32>
}
