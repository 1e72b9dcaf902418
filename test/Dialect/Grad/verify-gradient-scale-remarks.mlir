// What verify-gradient-scale tells; see docs/remarks.md.
//
// RUN: grad-opt %s --verify-gradient-scale --remarks-filter=verify-gradient-scale -o /dev/null 2>&1 | FileCheck %s
// RUN: grad-opt %s --verify-gradient-scale -o /dev/null 2>&1 | count 0

// A sum without a declared mean is told once, also where it is divided by the
// size of its group.

// CHECK: [Analysis] undeclared | Category:verify-gradient-scale | Function=undeclared | Collective="all-reduce 'w'", Reason="no mean declared: it is taken to be meant as a sum"
// CHECK: [Analysis] undeclared | {{.*}} | Collective="all-reduce 'bucket'"
// CHECK: [Analysis] undeclared | {{.*}} | Collective="reduce-scatter 'shard'"
// CHECK-NOT: undeclared
func.func @undeclared(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<4xf32>) {
  %half = arith.constant dense<0.5> : tensor<4xf32>
  %0 = grad.all_reduce<sum> %x on <[[0, 1]]> {grad.param = "w"} : tensor<4xf32>
  %1 = arith.mulf %0, %half : tensor<4xf32>
  %2:2 = grad.all_reduce<sum> %x, %1 {grad.param = "bucket"} : tensor<4xf32>, tensor<4xf32>
  %3 = grad.reduce_scatter<sum> %x dim 0 {grad.param = "shard"} : tensor<4xf32> -> tensor<2xf32>
  %4 = grad.all_reduce<avg> %x : tensor<4xf32>
  %5 = grad.all_reduce<max> %x : tensor<4xf32>
  return %1, %2#0, %2#1, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<4xf32>
}

// Not every use divides.

// CHECK: [Analysis] partly | Category:verify-gradient-scale | Function=partly | Collective="all-reduce at line {{[0-9]+}}", Reason="1 of 2 ways from operand 0 divide by 2"
func.func @partly(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %half = arith.constant dense<0.5> : tensor<4xf32>
  %0 = grad.all_reduce<sum> %x {grad.mean = 2 : i64} : tensor<4xf32>
  %1 = arith.mulf %0, %half : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK: [Analysis] unchecked | Category:verify-gradient-scale | Function=memory | Collective="all-reduce at line {{[0-9]+}}", Reason="it works on memory; run the pass before bufferization"
// CHECK-NOT: undeclared
func.func @memory(%m: memref<4xf32>) {
  grad.all_reduce<sum> %m {grad.mean = 2 : i64} : memref<4xf32>
  return
}
