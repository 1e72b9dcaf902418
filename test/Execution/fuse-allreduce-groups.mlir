// Replica groups, before against after. The group is part of the key: equal
// groups fuse, different ones never do.

// RUN: split-file %s %t
// RUN: %python %S/Inputs/run_cases.py %t/two.mlir --out %t/after.mlir --ranks 2 --fuse-allreduce | FileCheck %s --check-prefix=TWO
// RUN: %python %S/Inputs/run_cases.py %t/four.mlir --out %t/after.mlir --ranks 4 --fuse-allreduce | FileCheck %s --check-prefix=FOUR
// RUN: %python %S/Inputs/run_cases.py %t/four.mlir --out %t/after.mlir --ranks 4 --fuse-allreduce=order=production | FileCheck %s --check-prefix=FOUR

// TWO: 2 functions on 2 ranks: 0 failures, 2 changed
// FOUR: 4 functions on 4 ranks: 0 failures, 4 changed

//--- two.mlir
// Each rank by itself, all together, and all without saying so.
func.func @groups(%a: tensor<4xf32>, %b: tensor<3xf32>) -> (tensor<4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>) {
  %0 = grad.all_reduce<sum> %a on <[[0], [1]]> : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b on <[[0], [1]]> : tensor<3xf32>
  %2 = grad.all_reduce<sum> %a on <[[0, 1]]> : tensor<4xf32>
  %3 = grad.all_reduce<sum> %b on <[[0, 1]]> : tensor<3xf32>
  %4 = grad.all_reduce<sum> %a : tensor<4xf32>
  %5 = grad.all_reduce<sum> %b : tensor<3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>
}

// The order in which a group lists its ranks is the order of what is gathered.
func.func @order(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<4xf32>, tensor<1xf32>) {
  %0 = grad.all_reduce<max> %a on <[[1, 0]]> : tensor<2xf32>
  %1 = grad.all_reduce<max> %b on <[[1, 0]]> : tensor<2xf32>
  %2 = grad.all_gather %0 dim 0 on <[[1, 0]]> : tensor<2xf32> -> tensor<4xf32>
  %3 = grad.reduce_scatter<sum> %1 dim 0 on <[[1, 0]]> : tensor<2xf32> -> tensor<1xf32>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<4xf32>, tensor<1xf32>
}

//--- four.mlir
// A mesh of 2 x 2: reduced along one side, then along the other.
#rows = #grad.group<[[0, 1], [2, 3]]>
#columns = #grad.group<[[0, 2], [1, 3]]>
func.func @mesh(%a: tensor<4xf32>, %b: tensor<2x3xf32>) -> (tensor<4xf32>, tensor<2x3xf32>, tensor<4xf32>, tensor<2x3xf32>) {
  %0 = grad.all_reduce<sum> %a on #rows : tensor<4xf32>
  %1 = grad.all_reduce<sum> %0 on #columns : tensor<4xf32>
  %2 = grad.all_reduce<sum> %b on #rows : tensor<2x3xf32>
  %3 = grad.all_reduce<sum> %2 on #columns : tensor<2x3xf32>
  return %0, %2, %1, %3 : tensor<4xf32>, tensor<2x3xf32>, tensor<4xf32>, tensor<2x3xf32>
}

// Groups crossed as kinds are: {a0, b1} fuse, b0 and a1 then cannot.
func.func @crossed(%p: tensor<4xf32>, %q: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a0 = grad.all_reduce<sum> %p on #rows : tensor<4xf32>
  %b0 = grad.all_reduce<sum> %q on #columns : tensor<4xf32>
  %a1 = grad.all_reduce<sum> %a0 on #columns : tensor<4xf32>
  %b1 = grad.all_reduce<sum> %b0 on #rows : tensor<4xf32>
  return %a1, %b1 : tensor<4xf32>, tensor<4xf32>
}

// Groups of different sizes: an average divides by the size of its own.
func.func @uneven(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, index) {
  %0 = grad.all_reduce<avg> %a on <[[3, 0, 1], [2]]> : tensor<4xf32>
  %1 = grad.all_reduce<avg> %b on <[[3, 0, 1], [2]]> : tensor<4xf32>
  %n = grad.group_size on <[[3, 0, 1], [2]]> : index
  return %0, %1, %n : tensor<4xf32>, tensor<4xf32>, index
}

// The same ranks in another order are another group.
func.func @turned(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a on #rows : tensor<4xf32>
  %1 = grad.all_reduce<sum> %a on <[[1, 0], [3, 2]]> : tensor<4xf32>
  %2 = grad.all_reduce<sum> %b on #rows : tensor<4xf32>
  %3 = grad.all_reduce<sum> %b on <[[1, 0], [3, 2]]> : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
