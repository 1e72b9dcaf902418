// Means that are divided twice, or never. Errors name the collective, notes show
// the chain from where it begins to where it ends.
//
// RUN: grad-opt %s --split-input-file --verify-gradient-scale --verify-diagnostics

// expected-note@+1 {{the chain begins here}}
func.func @never(%x: tensor<4xf32>) -> tensor<4xf32> {
  %two = arith.constant dense<2.0> : tensor<4xf32>
  // expected-note@+1 {{multiplied by 2 here, before the reduction}}
  %a = arith.mulf %x, %two : tensor<4xf32>
  // expected-error@+1 {{all-reduce 'w': expected the factors around it to make up 1/4, got none that do}}
  %0 = grad.all_reduce<sum> %a {grad.mean = 4 : i64, grad.param = "w"} : tensor<4xf32>
  // expected-note@+1 {{divided by 2 here, after the reduction}}
  %1 = arith.divf %0, %two : tensor<4xf32>
  // expected-note@+1 {{the chain ends here}}
  return %1 : tensor<4xf32>
}

// -----

// The most likely mistake: the step divides, and so does the reducer.

// expected-note@+1 {{the chain begins here}}
func.func @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %quarter = arith.constant dense<0.25> : tensor<4xf32>
  %factor = arith.constant dense<0.25> : tensor<f32>
  // expected-note@+1 {{multiplied by 0.25 here, before the reduction}}
  %a = arith.mulf %x, %quarter : tensor<4xf32>
  // expected-error@+1 {{expected the factors around it to make up 1/4 once, got it 2 times}}
  %0 = grad.all_reduce<sum> %a {grad.mean = 4 : i64} : tensor<4xf32>
  // expected-note@+1 {{multiplied by 0.25 here, after the reduction}}
  %1 = grad.scale %0, %factor : tensor<4xf32>, tensor<f32>
  // expected-note@+1 {{the chain ends here}}
  return %1 : tensor<4xf32>
}

// -----

// Split over both sides, and divided once more; through a cast and a reshape.

// expected-note@+1 {{the chain begins here}}
func.func @split_and_more(%x: tensor<4xf32>) -> tensor<2x2xf32> {
  %pre = arith.constant dense<0.25> : tensor<f32>
  %post = arith.constant dense<0x3F2AAAAB> : tensor<f32>
  %six = arith.constant dense<6.0> : tensor<2x2xf32>
  // expected-note@+1 {{multiplied by 0.25 here, before the reduction}}
  %a = grad.scale %x, %pre : tensor<4xf32>, tensor<f32> -> tensor<4xf16>
  // expected-error@+1 {{to make up 1/6 once, got it 2 times}}
  %0 = grad.all_reduce<sum> %a {grad.mean = 6 : i64} : tensor<4xf16> -> tensor<4xf32>
  // expected-note-re@+1 {{multiplied by 0.6666666{{[0-9]*}} here, after the reduction}}
  %1 = grad.scale %0, %post : tensor<4xf32>, tensor<f32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  // expected-note@+1 {{divided by 6 here, after the reduction}}
  %3 = arith.divf %2, %six : tensor<2x2xf32>
  // expected-note@+1 {{the chain ends here}}
  return %3 : tensor<2x2xf32>
}

// -----

// Half a split is no mean; nor is a factor of the wrong rounding, 1/7 in f16
// made an f32.

// expected-note@+1 {{the chain begins here}}
func.func @half(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %half = arith.constant dense<0.5> : tensor<f32>
  %f16 = arith.constant dense<0x3092> : tensor<4xf16>
  %rounded = arith.extf %f16 : tensor<4xf16> to tensor<4xf32>
  // expected-note@+1 {{multiplied by 0.5 here, before the reduction}}
  %a = grad.scale %x, %half : tensor<4xf32>, tensor<f32>
  // expected-error@+1 {{make up 1/4, got none that do}}
  %0 = grad.all_reduce<sum> %a {grad.mean = 4 : i64} : tensor<4xf32>
  // expected-error@+1 {{make up 1/7, got none that do}}
  %1 = grad.all_reduce<sum> %x {grad.mean = 7 : i64} : tensor<4xf32>
  // expected-note-re@+1 {{multiplied by 0.14282{{[0-9]*}} here, after the reduction}}
  %2 = arith.mulf %1, %rounded : tensor<4xf32>
  // expected-note@+1 {{the chain ends here}}
  return %0, %2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// avg divides by itself.

// expected-note@+1 {{the chain begins here}}
func.func @avg(%x: tensor<8xf32>) -> tensor<4xf32> {
  %half = arith.constant dense<0.5> : tensor<4xf32>
  // expected-error-re@+2 {{reduce-scatter at line {{.*}}to make up 1/2 once, got it 2 times}}
  // expected-note@+1 {{the reduction itself divides}}
  %0 = grad.reduce_scatter<avg> %x dim 0 on <[[0, 1], [2, 3]]> {grad.mean = 2 : i64} : tensor<8xf32> -> tensor<4xf32>
  // expected-note@+1 {{multiplied by 0.5 here, after the reduction}}
  %1 = arith.mulf %0, %half : tensor<4xf32>
  // expected-note@+1 {{the chain ends here}}
  return %1 : tensor<4xf32>
}

// -----

// avg over another number of ranks is not the mean.

// expected-note@+1 {{the chain begins here}}
func.func @avg_of_pairs(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{to make up 1/4, got none that do}}
  %0 = grad.all_reduce<avg> %x on <[[0, 1], [2, 3]]> {grad.mean = 4 : i64} : tensor<4xf32>
  // expected-note@+1 {{the chain ends here}}
  return %0 : tensor<4xf32>
}

// -----

// One of two uses divides twice.

// expected-note@+1 {{the chain begins here}}
func.func @one_way(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %half = arith.constant dense<0.5> : tensor<4xf32>
  // expected-error@+1 {{to make up 1/2 once, got it 2 times}}
  %0 = grad.all_reduce<sum> %x {grad.mean = 2 : i64} : tensor<4xf32>
  // expected-note@+1 {{multiplied by 0.5 here, after the reduction}}
  %1 = arith.mulf %0, %half : tensor<4xf32>
  // expected-note@+1 {{multiplied by 0.5 here, after the reduction}}
  %2 = arith.mulf %1, %half : tensor<4xf32>
  // expected-note@+1 {{the chain ends here}}
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Two levels, one of which is never divided; what is uncertain is told so.

// expected-note@+1 {{the chain begins here}}
func.func @levels(%x: tensor<4xf32>) -> tensor<4xf32> {
  %two = arith.constant dense<2.0> : tensor<4xf32>
  // expected-error@+1 {{to make up 1/2, got none that do}}
  %0 = grad.all_reduce<sum> %x on <[[0, 1], [2, 3]]> {grad.mean = 2 : i64} : tensor<4xf32>
  // expected-note@+1 {{multiplied by 2 here, after the reduction, maybe not for this mean}}
  %1 = arith.mulf %0, %two : tensor<4xf32>
  // expected-note@+1 {{the chain ends here}}
  %2 = grad.all_reduce<avg> %1 on <[[0, 2], [1, 3]]> {grad.mean = 2 : i64} : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

func.func @maximum(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{expected 'grad.mean' on a sum or a mean, got a reduction of kind 'max'}}
  %0 = grad.all_reduce<max> %x {grad.mean = 4 : i64} : tensor<4xf32>
  return %0 : tensor<4xf32>
}
