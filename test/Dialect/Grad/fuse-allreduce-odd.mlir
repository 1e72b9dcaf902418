// IR that is legal but odd: no crash, no hang, valid IR, and the right decision.

// RUN: grad-opt %s --split-input-file --verify-each --allow-unregistered-dialect --fuse-allreduce | FileCheck %s

// A module is a graph region, in which program order may be no order of
// execution. Where values are defined before they are used it is one.

// CHECK:       %[[C:.*]] = arith.constant
// CHECK:       %[[D:.*]] = arith.constant
// CHECK:       %[[R:.*]]:2 = grad.all_reduce<sum> %[[C]], %[[D]]
// CHECK-NEXT:  arith.negf %[[R]]#0
// CHECK-NEXT:  module {
// CHECK-NEXT:    grad.all_reduce<sum> %[[E:.*]] :
// CHECK-NEXT:    %[[E]] = arith.constant
// CHECK-NEXT:    grad.all_reduce<sum> %[[E]] :
%c = arith.constant dense<1.0> : tensor<4xf32>
%0 = grad.all_reduce<sum> %c : tensor<4xf32>
%u = arith.negf %0 : tensor<4xf32>
%d = arith.constant dense<2.0> : tensor<4xf32>
%1 = grad.all_reduce<sum> %d : tensor<4xf32>
module {
  %3 = grad.all_reduce<sum> %e : tensor<4xf32>
  %e = arith.constant dense<2.0> : tensor<4xf32>
  %4 = grad.all_reduce<sum> %e : tensor<4xf32>
}

// -----

// Cycles are legal in a block that nothing reaches.

// CHECK-LABEL: func @unreachable
// CHECK-COUNT-4: = grad.all_reduce<sum> %{{[0-9]+}} :
// CHECK:       cf.br
// CHECK:       ^bb2(%[[X:.*]]: tensor<4xf32>):
// CHECK-NEXT:    %[[R:.*]]:2 = grad.all_reduce<sum> %[[X]], %arg0 :
// CHECK-NEXT:    cf.br ^bb2(%[[R]]#0 :
func.func @unreachable(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
^dead:
  %0 = grad.all_reduce<sum> %2 : tensor<4xf32>
  %1 = grad.all_reduce<sum> %0 : tensor<4xf32>
  %2 = grad.all_reduce<sum> %1 : tensor<4xf32>
  %3 = grad.all_reduce<sum> %3 : tensor<4xf32>
  %4 = arith.addf %4, %4 : tensor<4xf32>
  cf.br ^dead
^dead2(%x: tensor<4xf32>):
  %5 = grad.all_reduce<sum> %x : tensor<4xf32>
  %6 = grad.all_reduce<sum> %a : tensor<4xf32>
  cf.br ^dead2(%5 : tensor<4xf32>)
}

// -----

// Several blocks: results that leave by a branch or are used in other blocks,
// operands that come from there.

// CHECK-LABEL: func @blocks
// CHECK:         %[[A:.*]]:2 = grad.all_reduce<sum> %arg1, %arg2
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1(%[[A]]#0, %[[A]]#1 : {{.*}}), ^bb2
// CHECK-NEXT:  ^bb1(%[[X:.*]]: tensor<4xf32>, %{{.*}}: tensor<4xf32>):
// CHECK-NEXT:    %[[B:.*]]:2 = grad.all_reduce<sum> %[[X]], %[[A]]#0
// CHECK-NEXT:    arith.negf %[[B]]#0
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1(%[[B]]#0, %[[B]]#1 : {{.*}}), ^bb2
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    %[[C:.*]] = grad.all_reduce<sum> %[[A]]#0
// CHECK-NEXT:    %[[T:.*]]:3 = "stablehlo.tuple"(%[[C]], %[[A]]#0, %[[C]])
// CHECK-NEXT:    %[[D:.*]]:2 = grad.all_reduce<sum> %[[T]]#1, %[[T]]#2
// CHECK-NEXT:    return %[[D]]#0, %[[D]]#1, %[[D]]#0
func.func @blocks(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  cf.cond_br %c, ^left(%0, %1 : tensor<4xf32>, tensor<4xf32>), ^right
^left(%x: tensor<4xf32>, %y: tensor<4xf32>):
  %2 = grad.all_reduce<sum> %x : tensor<4xf32>
  %n = arith.negf %2 : tensor<4xf32>
  %3 = grad.all_reduce<sum> %0 : tensor<4xf32>
  cf.cond_br %c, ^left(%2, %3 : tensor<4xf32>, tensor<4xf32>), ^right
^right:
  %4 = grad.all_reduce<sum> %0 : tensor<4xf32>
  %5:3 = "stablehlo.tuple"(%4, %0, %4) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  %6 = grad.all_reduce<sum> %5#1 : tensor<4xf32>
  %7 = grad.all_reduce<sum> %5#2 : tensor<4xf32>
  %8 = grad.all_reduce<sum> %5#1 : tensor<4xf32>
  return %6, %7, %8 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A block that ends with a collective's user, or holds nothing at all.

// CHECK-LABEL: func @unknown_terminator
// CHECK:         %[[R:.*]]:2 = grad.all_reduce<sum> %arg0, %arg0 fusion<id = 1> : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>, tensor<?xf32>
// CHECK-NEXT:    "test.finish"(%[[R]]#0, %[[R]]#1)
// CHECK:         "test.empty"() ({
// CHECK-NEXT:    ^bb0:
// CHECK-NEXT:    })
func.func @unknown_terminator(%a: tensor<4xf32>) {
  "test.region"() ({
    // Equal operands, different result types: two operands.
    %0 = grad.all_reduce<sum> %a fusion<id = 1> : tensor<4xf32>
    %1 = grad.all_reduce<sum> %a fusion<id = 1> : tensor<4xf32> -> tensor<?xf32>
    "test.finish"(%0, %1) : (tensor<4xf32>, tensor<?xf32>) -> ()
  }) : () -> ()
  "test.empty"() ({
  ^bb0:
  }) : () -> ()
  return
}

// -----

// Encodings and dynamic sizes stay with their operand; ids may be any number.

// CHECK-LABEL: func @extremes
// CHECK:         grad.all_reduce<sum> %arg0, %arg1 fusion<id = 9223372036854775807> : tensor<4xf32, "x">, tensor<4xf32>
// CHECK-NEXT:    grad.all_reduce<sum> %arg2, %arg3 fusion<id = 9223372036854775806> : tensor<?x?xf32>, tensor<0xf32>
func.func @extremes(%a: tensor<4xf32, "x">, %b: tensor<4xf32>, %c: tensor<?x?xf32>, %d: tensor<0xf32>) {
  %0 = grad.all_reduce<sum> %a fusion<id = 9223372036854775807, index = 9223372036854775807> : tensor<4xf32, "x">
  %1 = grad.all_reduce<sum> %b fusion<id = 9223372036854775807, index = 0> : tensor<4xf32>
  %2 = grad.all_reduce<sum> %c fusion<id = 9223372036854775806> : tensor<?x?xf32>
  %3 = grad.all_reduce<sum> %d fusion<id = 9223372036854775806> : tensor<0xf32>
  return
}

// -----

// Functions within functions: each block by itself, and a call cycle is a fence.

// CHECK-LABEL: func @outer
// CHECK:         grad.all_reduce<sum> %arg0 :
// CHECK:         module {
// CHECK:           grad.all_reduce<sum> %arg1, %arg2 :
// CHECK-NEXT:      call @inner
// CHECK:         grad.all_reduce<sum> %arg0 :
// CHECK-NEXT:    call @outer
func.func @outer(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  builtin.module {
    func.func @inner(%b: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %1 = grad.all_reduce<sum> %b : tensor<4xf32>
      %2 = grad.all_reduce<sum> %c : tensor<4xf32>
      %3:2 = func.call @inner(%1, %2) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
      return %1, %2 : tensor<4xf32>, tensor<4xf32>
    }
  }
  %3 = grad.all_reduce<sum> %a : tensor<4xf32>
  %4 = func.call @outer(%3) : (tensor<4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}

// -----

// Nothing to do.

// CHECK-LABEL: func private @declaration
func.func private @declaration(tensor<4xf32>) -> tensor<4xf32>

// -----

// Element types whose bytes are not whole, and the widest integer.

// CHECK-LABEL: func @narrow_and_wide
// CHECK:         grad.all_reduce<sum> %arg0, %arg1 : tensor<4xf8E5M2>, tensor<4xf8E5M2>
// CHECK-NEXT:    grad.all_reduce<sum> %arg2 : tensor<3xi16777215>
// CHECK-NEXT:    grad.all_reduce<sum> %arg3, %arg4 : tensor<8xi4>, tensor<8xi4>
// CHECK-NEXT:    grad.all_reduce<sum> %arg5 : tensor<20xi16777215>
func.func @narrow_and_wide(%a: tensor<4xf8E5M2>, %b: tensor<4xf8E5M2>, %c: tensor<3xi16777215>, %d: tensor<8xi4>, %e: tensor<8xi4>, %f: tensor<20xi16777215>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf8E5M2>
  %1 = grad.all_reduce<sum> %b : tensor<4xf8E5M2>
  %2 = grad.all_reduce<sum> %c : tensor<3xi16777215>
  %3 = grad.all_reduce<sum> %d : tensor<8xi4>
  %4 = grad.all_reduce<sum> %e : tensor<8xi4>
  %5 = grad.all_reduce<sum> %f : tensor<20xi16777215>
  return
}
