// Where the number of ranks is known, one group of all of them is the world.
//
// RUN: grad-test-opt %s --allow-unregistered-dialect --test-rank-uniformity=world-size=4 --verify-diagnostics

#all = #grad.group<[[3, 2, 1, 0]]>
#pairs = #grad.group<[[0, 1], [2, 3]]>
func.func @world(%x: tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %x on #all : tensor<4xf32>
  %1 = grad.all_reduce<sum> %x on #pairs : tensor<4xf32>
  // expected-remark@+1 {{every rank, [0, 1] [2, 3]}}
  "test.show"(%0, %1) : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
