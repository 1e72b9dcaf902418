// The rule sum-of-sums of simplify-collectives: two all-reduces that are only
// added become one.
//
// RUN: grad-opt %s --split-input-file --simplify-collectives -o %t
// RUN: FileCheck %s < %t
// RUN: grad-opt %t --split-input-file --simplify-collectives | diff %t -

// It stands where the addition stood, behind whatever lies between.

func.func private @outside()
// CHECK-LABEL: func @sum
// CHECK-NEXT:    %[[N:.*]] = arith.negf %arg1
// CHECK-NEXT:    call @outside
// CHECK-NEXT:    %[[S:.*]] = arith.addf %arg0, %[[N]] fastmath<nnan> : tensor<4xf32>
// CHECK-NEXT:    %[[R:.*]] = grad.all_reduce<sum> %[[S]] : tensor<4xf32>
// CHECK-NEXT:    return %[[R]]
func.func @sum(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %n = arith.negf %b : tensor<4xf32>
  %1 = grad.all_reduce<sum> %n : tensor<4xf32>
  func.call @outside() : () -> ()
  %2 = arith.addf %0, %1 fastmath<nnan> : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// A chain of additions is one all-reduce, integers are added without their
// overflow flags, which held for the sums, and means are added like sums.

#pairs = #grad.group<[[0, 1], [2, 3]]>
// CHECK-LABEL: func @chain
// CHECK-NEXT:    %[[A:.*]] = arith.addi %arg0, %arg1 : tensor<4xi32>
// CHECK-NEXT:    %[[B:.*]] = arith.addi %[[A]], %arg2 : tensor<4xi32>
// CHECK-NEXT:    %[[R:.*]] = grad.all_reduce<sum> %[[B]] on #{{.*}} fusion<id = 3, index = 3> {grad.param = "w"} : tensor<4xi32>
// CHECK-NEXT:    %[[C:.*]] = arith.addf %arg3, %arg4 : tensor<4xf32>
// CHECK-NEXT:    %[[M:.*]] = grad.all_reduce<avg> %[[C]] : tensor<4xf32>
// CHECK-NEXT:    return %[[R]], %[[M]]
func.func @chain(%a: tensor<4xi32>, %b: tensor<4xi32>, %c: tensor<4xi32>, %d: tensor<4xf32>, %e: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a on #pairs fusion<id = 3, index = 1> {grad.param = "w", grad.note = 1} : tensor<4xi32>
  %1 = grad.all_reduce<sum> %b on #pairs fusion<id = 3, index = 2> {grad.param = "w", grad.note = 2} : tensor<4xi32>
  %2 = grad.all_reduce<sum> %c on #pairs fusion<id = 3, index = 3> {grad.param = "w"} : tensor<4xi32>
  %3 = arith.addi %0, %1 overflow<nsw> : tensor<4xi32>
  %4 = arith.addi %3, %2 : tensor<4xi32>
  %5 = grad.all_reduce<avg> %d : tensor<4xf32>
  %6 = grad.all_reduce<avg> %e : tensor<4xf32>
  %7 = arith.addf %5, %6 : tensor<4xf32>
  return %4, %7 : tensor<4xi32>, tensor<4xf32>
}

// -----

// Widening casts and reshapes go before the all-reduce.

// CHECK-LABEL: func @casts
// CHECK-NEXT:    %[[A:.*]] = arith.extf %arg0 : tensor<6xf16> to tensor<6xf32>
// CHECK-NEXT:    %[[E:.*]] = tensor.expand_shape %[[A]] {{\[\[}}0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
// CHECK-NEXT:    %[[B:.*]] = arith.extf %arg1 : tensor<?x3xbf16> to tensor<?x3xf32>
// CHECK-NEXT:    %[[C:.*]] = tensor.cast %[[B]] : tensor<?x3xf32> to tensor<2x3xf32>
// CHECK-NEXT:    %[[S:.*]] = arith.addf %[[E]], %[[C]] : tensor<2x3xf32>
// CHECK-NEXT:    %[[R:.*]] = grad.all_reduce<sum> %[[S]] : tensor<2x3xf32>
// CHECK-NEXT:    return %[[R]]
func.func @casts(%a: tensor<6xf16>, %b: tensor<?x3xbf16>) -> tensor<2x3xf32> {
  %0 = grad.all_reduce<sum> %a : tensor<6xf16>
  %1 = arith.extf %0 : tensor<6xf16> to tensor<6xf32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  %3 = grad.all_reduce<sum> %b : tensor<?x3xbf16> -> tensor<?x3xf32>
  %4 = tensor.cast %3 : tensor<?x3xf32> to tensor<2x3xf32>
  %5 = arith.addf %2, %4 : tensor<2x3xf32>
  return %5 : tensor<2x3xf32>
}

// -----

// Inside a loop and a branch, where all of it stands in one block.

// CHECK-LABEL: func @in_a_loop
// CHECK:         scf.for
// CHECK-NEXT:      arith.addf
// CHECK-NEXT:      grad.all_reduce<sum>
// CHECK-NEXT:      scf.yield
func.func @in_a_loop(%a: tensor<4xf32>, %n: index, %z: index, %o: index) -> tensor<4xf32> {
  %r = scf.for %i = %z to %n step %o iter_args(%x = %a) -> tensor<4xf32> {
    %0 = grad.all_reduce<sum> %x : tensor<4xf32>
    %1 = grad.all_reduce<sum> %a : tensor<4xf32>
    %2 = arith.addf %0, %1 : tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// Not where a sum has another use, nor behind a branch: the all-reduces would
// move into it.

// CHECK-LABEL: func @other_uses
// CHECK-COUNT-4: grad.all_reduce<sum>
func.func @other_uses(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: i1 {grad.replicated}) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  %2 = arith.addf %0, %1 : tensor<4xf32>
  %n = arith.negf %a : tensor<4xf32>
  %m = arith.negf %b : tensor<4xf32>
  %3 = grad.all_reduce<sum> %n : tensor<4xf32>
  %4 = grad.all_reduce<sum> %m : tensor<4xf32>
  %5 = scf.if %c -> tensor<4xf32> {
    %s = arith.addf %3, %4 : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  } else {
    scf.yield %a : tensor<4xf32>
  }
  return %0, %2, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Not of different groups, kinds or fusion ids, of maxima, through a cast that
// rounds, or where the all-reduce itself rounds; nor of integers that are
// widened, since their sum wraps before.

// CHECK-LABEL: func @different
// CHECK-COUNT-14: grad.all_reduce
func.func @different(%a: tensor<4xf32>, %b: tensor<4xf32>, %i: tensor<4xi8>, %j: tensor<4xi8>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xf16>, tensor<4xi32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b on <[[0, 1]]> : tensor<4xf32>
  %2 = arith.addf %0, %1 : tensor<4xf32>
  %3 = grad.all_reduce<avg> %a : tensor<4xf32>
  %4 = grad.all_reduce<sum> %b : tensor<4xf32>
  %5 = arith.addf %3, %4 : tensor<4xf32>
  %n = arith.negf %a : tensor<4xf32>
  %m = arith.negf %b : tensor<4xf32>
  %6 = grad.all_reduce<sum> %n fusion<id = 1> : tensor<4xf32>
  %7 = grad.all_reduce<sum> %m fusion<id = 2> : tensor<4xf32>
  %8 = arith.addf %6, %7 : tensor<4xf32>
  %9 = grad.all_reduce<max> %a : tensor<4xf32>
  %10 = grad.all_reduce<max> %b : tensor<4xf32>
  %11 = arith.addf %9, %10 : tensor<4xf32>
  %p = arith.mulf %a, %a : tensor<4xf32>
  %q = arith.mulf %b, %b : tensor<4xf32>
  %12 = grad.all_reduce<sum> %p : tensor<4xf32>
  %13 = grad.all_reduce<sum> %q : tensor<4xf32>
  %14 = arith.truncf %12 : tensor<4xf32> to tensor<4xf16>
  %15 = arith.truncf %13 : tensor<4xf32> to tensor<4xf16>
  %16 = arith.addf %14, %15 : tensor<4xf16>
  %17 = grad.all_reduce<sum> %p : tensor<4xf32> -> tensor<4xf16>
  %18 = grad.all_reduce<sum> %q : tensor<4xf32> -> tensor<4xf16>
  %19 = arith.addf %17, %18 : tensor<4xf16>
  %20 = grad.all_reduce<sum> %i : tensor<4xi8>
  %21 = grad.all_reduce<sum> %j : tensor<4xi8>
  %22 = arith.extsi %20 : tensor<4xi8> to tensor<4xi32>
  %23 = arith.extsi %21 : tensor<4xi8> to tensor<4xi32>
  %24 = arith.addi %22, %23 : tensor<4xi32>
  return %2, %5, %8, %11, %16, %19, %24 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xf16>, tensor<4xi32>
}
