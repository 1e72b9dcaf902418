// All-gather, reduce-scatter and dynamic shapes, before against after.

// RUN: split-file %s %t
// RUN: %python %S/Inputs/run_cases.py %t/two.mlir --out %t/after.mlir --ranks 2 --fuse-allreduce=collectives=all-reduce,all-gather,reduce-scatter | FileCheck %s --check-prefix=TWO
// RUN: %python %S/Inputs/run_cases.py %t/four.mlir --out %t/after.mlir --ranks 4 --fuse-allreduce=collectives=all-gather,reduce-scatter | FileCheck %s --check-prefix=FOUR
// RUN: %python %S/Inputs/run_cases.py %t/dynamic.mlir --out %t/after.mlir --fuse-allreduce=split-ends=10 | FileCheck %s --check-prefix=SPLIT
// RUN: %python %S/Inputs/run_cases.py %t/dynamic.mlir --out %t/after.mlir --fuse-allreduce | FileCheck %s --check-prefix=SIZE

// TWO: 3 functions on 2 ranks: 0 failures, 3 changed
// FOUR: 2 functions on 4 ranks: 0 failures, 2 changed
// SPLIT: 2 functions on 1,2,4 ranks: 0 failures, 2 changed
// SIZE: 2 functions on 1,2,4 ranks: 0 failures, 1 changed

//--- two.mlir
// Each kind of collective, and each dimension, is a bucket of its own.
func.func @gather(%a: tensor<4x2xf32>, %b: tensor<3x2xf32>, %c: tensor<0x2xf32>) -> (tensor<8x2xf32>, tensor<6x2xf32>, tensor<4x4xf32>, tensor<3x4xf32>, tensor<0x2xf32>) {
  %0 = grad.all_gather %a dim 0 : tensor<4x2xf32> -> tensor<8x2xf32>
  %1 = grad.all_gather %a dim 1 : tensor<4x2xf32> -> tensor<4x4xf32>
  %2 = grad.all_gather %b dim 0 : tensor<3x2xf32> -> tensor<6x2xf32>
  %3 = grad.all_gather %b dim 1 : tensor<3x2xf32> -> tensor<3x4xf32>
  %4 = grad.all_gather %c dim 0 : tensor<0x2xf32> -> tensor<0x2xf32>
  return %0, %2, %1, %3, %4 : tensor<8x2xf32>, tensor<6x2xf32>, tensor<4x4xf32>, tensor<3x4xf32>, tensor<0x2xf32>
}

func.func @scatter(%a: tensor<4x2xf16>, %b: tensor<2x6xf16>) -> (tensor<2x2xf16>, tensor<1x6xf16>, tensor<4x1xf32>, tensor<2x3xf32>) {
  %0 = grad.reduce_scatter<sum> %a dim 0 : tensor<4x2xf16> -> tensor<2x2xf16>
  %1 = grad.reduce_scatter<avg> %a dim 1 : tensor<4x2xf16> -> tensor<4x1xf32>
  %2 = grad.reduce_scatter<sum> %b dim 0 : tensor<2x6xf16> -> tensor<1x6xf16>
  %3 = grad.reduce_scatter<avg> %b dim 1 : tensor<2x6xf16> -> tensor<2x3xf32>
  return %0, %2, %1, %3 : tensor<2x2xf16>, tensor<1x6xf16>, tensor<4x1xf32>, tensor<2x3xf32>
}

// Two sharded updates: reduce-scatter, update of the shard, all-gather.
func.func @sharded(%g: tensor<4xf32>, %h: tensor<2x3xf32>, %w: tensor<2xf32>) -> (tensor<4xf32>, tensor<2x3xf32>, tensor<4xf32>) {
  %b = grad.broadcast %w root 1 : tensor<2xf32>
  %0 = grad.reduce_scatter<sum> %g dim 0 : tensor<4xf32> -> tensor<2xf32>
  %u = arith.subf %b, %0 : tensor<2xf32>
  %1 = grad.all_gather %u dim 0 : tensor<2xf32> -> tensor<4xf32>
  %2 = grad.reduce_scatter<sum> %h dim 0 : tensor<2x3xf32> -> tensor<1x3xf32>
  %v = arith.negf %2 : tensor<1x3xf32>
  %3 = grad.all_gather %v dim 0 : tensor<1x3xf32> -> tensor<2x3xf32>
  %4 = grad.all_reduce<sum> %g : tensor<4xf32>
  return %1, %3, %4 : tensor<4xf32>, tensor<2x3xf32>, tensor<4xf32>
}

//--- four.mlir
#pairs = #grad.group<[[2, 0], [1, 3]]>
func.func @groups(%a: tensor<4xi32>, %b: tensor<8xi32>) -> (tensor<2xi32>, tensor<4xi32>, tensor<8xi32>, tensor<16xi32>, tensor<1xi32>, tensor<2xi32>) {
  %0 = grad.reduce_scatter<max> %a dim 0 on #pairs : tensor<4xi32> -> tensor<2xi32>
  %1 = grad.reduce_scatter<max> %b dim 0 on #pairs : tensor<8xi32> -> tensor<4xi32>
  %2 = grad.all_gather %a dim 0 on #pairs : tensor<4xi32> -> tensor<8xi32>
  %3 = grad.all_gather %b dim 0 on #pairs : tensor<8xi32> -> tensor<16xi32>
  %4 = grad.reduce_scatter<max> %a dim 0 : tensor<4xi32> -> tensor<1xi32>
  %5 = grad.reduce_scatter<max> %b dim 0 : tensor<8xi32> -> tensor<2xi32>
  return %0, %1, %2, %3, %4, %5 : tensor<2xi32>, tensor<4xi32>, tensor<8xi32>, tensor<16xi32>, tensor<1xi32>, tensor<2xi32>
}

func.func @unsigned(%a: tensor<2xui8>, %b: tensor<3xui8>) -> (tensor<8xui8>, tensor<12xui8>) {
  %0 = grad.all_gather %a dim 0 : tensor<2xui8> -> tensor<8xui8>
  %1 = grad.all_gather %b dim 0 : tensor<3xui8> -> tensor<12xui8>
  return %0, %1 : tensor<8xui8>, tensor<12xui8>
}

//--- dynamic.mlir
// A size that is not known fuses by position, and goes alone by size.
func.func @sizes(%a: tensor<?xf32>, %b: tensor<4xf32>, %c: tensor<?x2xf32>, %d: tensor<3x?x2xf32>, %e: tensor<5xf32>) -> (tensor<?xf32>, tensor<4xf32>, tensor<?x2xf32>, tensor<3x?x2xf32>, tensor<5xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<?xf32>
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  %2 = grad.all_reduce<sum> %c : tensor<?x2xf32>
  %3 = grad.all_reduce<sum> %d : tensor<3x?x2xf32>
  %4 = grad.all_reduce<sum> %e : tensor<5xf32>
  return %0, %1, %2, %3, %4 : tensor<?xf32>, tensor<4xf32>, tensor<?x2xf32>, tensor<3x?x2xf32>, tensor<5xf32>
}

// Sizes that are known at run time only: of a slice, of what is gathered.
func.func @computed(%a: tensor<?xf32>, %n: index {grad.replicated}) -> (tensor<?xf32>, tensor<?xf32>) {
  %s = tensor.extract_slice %a[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %0 = grad.all_reduce<sum> %s : tensor<?xf32>
  %g = grad.all_gather %a dim 0 : tensor<?xf32> -> tensor<?xf32>
  %1 = grad.all_reduce<sum> %g : tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
