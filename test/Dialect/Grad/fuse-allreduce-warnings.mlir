// Warnings: entries past the end, and StableHLO collectives that were not
// converted. The pass succeeds.

// RUN: split-file %s %t
// RUN: grad-opt %t/past.mlir --fuse-allreduce=split-indices=2,5 2>&1 | FileCheck %t/past.mlir --check-prefixes=INDICES,FUSED
// RUN: grad-opt %t/past.mlir --fuse-allreduce=split-ends=1,4 2>&1 | FileCheck %t/past.mlir --check-prefixes=ENDS,FUSED
// RUN: grad-opt %t/past.mlir --fuse-allreduce=split-indices=2,4 2>&1 | FileCheck %t/past.mlir --check-prefixes=NONE,FUSED
// RUN: grad-opt %t/past.mlir --fuse-allreduce=split-ends=1,3 2>&1 | FileCheck %t/past.mlir --check-prefixes=NONE,FUSED
// RUN: grad-opt %t/past.mlir --fuse-allreduce=split-indices=2,9223372036854775807 2>&1 | FileCheck %t/past.mlir --check-prefixes=HUGE,FUSED
// RUN: grad-opt %t/stablehlo.mlir --allow-unregistered-dialect --fuse-allreduce 2>&1 | FileCheck %t/stablehlo.mlir
// RUN: grad-opt %t/both.mlir --allow-unregistered-dialect --fuse-allreduce -o /dev/null 2>&1 | count 0
// RUN: grad-opt %t/empty.mlir --allow-unregistered-dialect --fuse-allreduce=split-indices=2,4 -o /dev/null 2>&1 | count 0

//--- past.mlir
// INDICES: past.mlir:[[@LINE+11]]:1: warning: split-indices: entry 5 is past the end of 4 collectives
// ENDS:    past.mlir:[[@LINE+10]]:1: warning: split-ends: entry 4 is past the end of 4 collectives
// HUGE:    past.mlir:[[@LINE+9]]:1: warning: split-indices: entry 9223372036854775807 is past the end of 4 collectives
// NONE-NOT: warning
// FUSED-LABEL: func @past
// FUSED:         grad.all_reduce<sum> %arg0, %arg1
// FUSED:         grad.all_reduce<sum> %arg0, %arg1

// Functions without candidates are not warned of.
// FUSED-LABEL: func @without

func.func @past(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  %2 = grad.all_reduce<sum> %a : tensor<4xf32>
  %3 = grad.all_reduce<sum> %b : tensor<4xf32>
  return
}
func.func @without() {
  return
}

//--- stablehlo.mlir
// CHECK: stablehlo.mlir:[[@LINE+5]]:8: warning: fuse-allreduce fuses no StableHLO collectives, and found no others; run --convert-stablehlo-to-grad before and --convert-grad-to-stablehlo after it
// CHECK-NOT: warning
// CHECK-COUNT-2: "stablehlo.all_reduce"
func.func @stablehlo(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %n = "stablehlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %0 = "stablehlo.all_reduce"(%n) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

//--- both.mlir
// Where there are others, the user knows.
func.func @both(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "stablehlo.all_gather"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = grad.all_reduce<sum> %a : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

//--- empty.mlir
func.func @empty(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
