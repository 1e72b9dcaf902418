// The option print-plan writes a table for people, to stderr; output stays as it
// is.

// RUN: split-file %s %t
// RUN: grad-opt %t/table.mlir --fuse-allreduce="threshold-bytes=4096 print-plan" -o /dev/null 2>&1 | FileCheck %t/table.mlir --strict-whitespace --match-full-lines
// RUN: grad-opt %t/table.mlir --fuse-allreduce="threshold-bytes=4096 print-plan" 2>/dev/null > %t/with
// RUN: grad-opt %t/table.mlir --fuse-allreduce="threshold-bytes=4096" > %t/without
// RUN: cmp %t/with %t/without
// RUN: grad-opt %t/table.mlir --fuse-allreduce="threshold-bytes=0 print-plan" -o /dev/null 2>&1 | FileCheck %t/table.mlir --check-prefix=OFF
// RUN: grad-opt %t/regions.mlir --fuse-allreduce=print-plan -o /dev/null 2>&1 | FileCheck %t/regions.mlir
// RUN: grad-opt %t/types.mlir --fuse-allreduce="across-types print-plan" -o /dev/null 2>&1 | FileCheck %t/types.mlir
// RUN: grad-opt %t/none.mlir --fuse-allreduce=print-plan -o /dev/null 2>&1 | count 0

//--- table.mlir
//      CHECK:fuse-allreduce: @step: 7 collectives in 5 launches
// CHECK-NEXT:  bucket  collective         type     members         size  why it ends
// CHECK-NEXT:       0  all-reduce sum     f32            1      9.8 KiB  one tensor exceeds the threshold of 4.0 KiB
// CHECK-NEXT:          layer2.weight
// CHECK-NEXT:       1  all-reduce sum     f32            3        172 B  no further candidate of its kind
// CHECK-NEXT:          layer1.weight, a.gradient.with.a.very.long.name.that.fills.most.of.one.line,
// CHECK-NEXT:          layer1.bias
// CHECK-NEXT:       2  all-reduce max     f16            1         16 B  no further candidate of its kind
// CHECK-NEXT:          layer4
// CHECK-NEXT:       3  all-reduce sum     f32            1      dynamic  its shape is dynamic, so its size is not known
// CHECK-NEXT:          layer5
// CHECK-NEXT:       4  all-reduce sum     f32            1         32 B  no further candidate of its kind
// CHECK-NEXT:          layer6
// CHECK-NEXT:  passed over by bucket 1: all-reduce 'layer6': depends on the all-reduce 'layer1.bias'
//  CHECK-NOT:{{.}}

// OFF:      fuse-allreduce: @step: 7 collectives in 7 launches
// OFF-NEXT: bucket
// OFF-NEXT: 0 all-reduce sum {{.*}} a threshold of 0 switches fusion by size off
// OFF-NEXT: layer1.weight
// OFF-NEXT: 1 all-reduce sum
func.func @step(%a: tensor<8xf32>, %b: tensor<2500xf32>, %c: tensor<27xf32>, %d: tensor<8xf16>, %e: tensor<?xf32>) {
  %0 = grad.all_reduce<sum> %a {grad.param = "layer1.weight"} : tensor<8xf32>
  %1 = grad.all_reduce<sum> %b {grad.param = "layer2.weight"} : tensor<2500xf32>
  %2 = grad.all_reduce<sum> %c {grad.param = "a.gradient.with.a.very.long.name.that.fills.most.of.one.line"} : tensor<27xf32>
  %3 = grad.all_reduce<sum> %a {grad.param = "layer1.bias"} : tensor<8xf32>
  %4 = grad.all_reduce<max> %d {grad.param = "layer4"} : tensor<8xf16>
  %5 = grad.all_reduce<sum> %e {grad.param = "layer5"} : tensor<?xf32>
  %6 = grad.all_reduce<sum> %3 {grad.param = "layer6"} : tensor<8xf32>
  return
}

//--- regions.mlir
// A table for each block that has candidates, in the order of their ends.

// CHECK:      fuse-allreduce: @nested (scf.if): 2 collectives in 1 launches
// CHECK:      fuse-allreduce: @nested: 1 collectives in 1 launches
// CHECK:      fuse-allreduce: @second: 1 collectives in 1 launches
func.func @nested(%c: i1, %a: tensor<4xf32>) {
  scf.if %c {
    %0 = grad.all_reduce<sum> %a : tensor<4xf32>
    %1 = grad.all_reduce<sum> %a : tensor<4xf32>
  }
  %2 = grad.all_reduce<sum> %a : tensor<4xf32>
  return
}
func.func @second(%a: tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  return
}

//--- types.mlir
// CHECK: 0  all-reduce sum     f32+bf16       2         24 B  no further candidate of its kind
func.func @types(%a: tensor<4xf32>, %b: tensor<4xbf16>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b : tensor<4xbf16>
  return
}

//--- none.mlir
func.func @none(%a: tensor<4xf32>) {
  return
}
