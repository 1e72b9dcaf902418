// What a program says of the number of ranks, against the number.
//
// RUN: grad-opt %s --split-input-file --verify-collectives=world-size=4 --verify-diagnostics
// RUN: not grad-opt %s --split-input-file --verify-collectives=world-size=-1 2>&1 | FileCheck %s

// CHECK: verify-collectives: world-size: expected 0 or more, got -1

#pairs = #grad.group<[[0, 1], [2, 3]]>
#rest = #grad.group<[[0], [1, 2, 3]]>
func.func @fits(%x: tensor<4xf32>, %d: tensor<?xf32>) -> index {
  %0 = grad.all_reduce<sum> %x on #pairs : tensor<4xf32>
  %1 = grad.all_reduce<sum> %x on #rest : tensor<4xf32>
  %2 = grad.broadcast %x root 3 : tensor<4xf32>
  %3 = grad.reduce_scatter<sum> %x dim 0 : tensor<4xf32> -> tensor<1xf32>
  %4 = grad.all_gather %x dim 0 : tensor<4xf32> -> tensor<16xf32>
  %5 = grad.all_gather %d dim 0 : tensor<?xf32> -> tensor<16xf32>
  %n = grad.group_size on #rest : index
  return %n : index
}

// -----

#group = #grad.group<[[0, 1], [2, 4]]>
func.func @past_the_end(%x: tensor<4xf32>) {
  // expected-error-re@+1 {{all-reduce at line {{[0-9]+}} lists rank 4, but world-size is 4; the last rank is 3}}
  %0 = grad.all_reduce<sum> %x on #group : tensor<4xf32>
  return
}

// -----

#group = #grad.group<[[0, 1]]>
func.func @missing(%x: tensor<4xf32>, %m: memref<4xf32>) {
  // expected-error@+1 {{lists 2 ranks, but world-size is 4 and every rank executes it; put rank 2 and the other missing ones into a group, of its own if need be}}
  %0 = grad.all_reduce<sum> %x on #group : tensor<4xf32>
  // expected-error@+1 {{lists 2 ranks}}
  grad.all_reduce<sum> %m on #group : memref<4xf32>
  return
}

// -----

#group = #grad.group<[[0], [1, 3]]>
func.func @missing_one() {
  // expected-error@+1 {{lists 3 ranks, but world-size is 4 and every rank executes it; put rank 2 into a group, of its own if need be}}
  %n = grad.group_size on #group : index
  return
}

// -----

// Where only some pairs of ranks go, the others need not be listed.

#pairs = #grad.group<[[0, 1], [2, 3]]>
#one = #grad.group<[[0, 1]]>
func.func @some_pairs(%x: tensor<4xf32>, %flag: tensor<i1>) {
  %any = grad.all_reduce<max> %flag on #pairs : tensor<i1>
  %c = tensor.extract %any[] : tensor<i1>
  scf.if %c {
    %0 = grad.all_reduce<sum> %x on #one : tensor<4xf32>
  }
  return
}

// -----

// One group of all ranks is the world.

#all = #grad.group<[[0, 1, 2, 3]]>
func.func @all(%x: tensor<4xf32>, %flag: tensor<i1>) {
  %any = grad.all_reduce<max> %flag on #all : tensor<i1>
  %c = tensor.extract %any[] : tensor<i1>
  scf.if %c {
    %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  }
  return
}

// -----

func.func @root(%x: tensor<4xf32>) {
  // expected-error-re@+1 {{broadcast at line {{[0-9]+}} has root 4, but world-size is 4; the last rank is 3}}
  %0 = grad.broadcast %x root 4 : tensor<4xf32>
  return
}

// -----

func.func @shards(%x: tensor<8xf32>, %m: memref<8xf32>, %n: memref<4xf32>) {
  // expected-error@+1 {{expected dimension 0 of the whole, 8, to be 4, the world-size, times the shard's, 4}}
  %0 = grad.reduce_scatter<sum> %x dim 0 : tensor<8xf32> -> tensor<4xf32>
  // expected-error@+1 {{expected dimension 0 of the whole, 16, to be 4, the world-size, times the shard's, 8}}
  %1 = grad.all_gather %x dim 0 : tensor<8xf32> -> tensor<16xf32>
  // expected-error@+1 {{expected dimension 0 of the whole, 8, to be 4, the world-size, times the shard's, 4}}
  grad.reduce_scatter<sum> ins(%m : memref<8xf32>) outs(%n : memref<4xf32>) dim 0
  return
}
