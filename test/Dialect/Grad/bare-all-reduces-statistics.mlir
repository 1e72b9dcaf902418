// RUN: grad-opt %s --insert-gradient-reducer="gradients=all-reduces" --remarks-filter=insert-gradient-reducer -o /dev/null 2>&1 | FileCheck %s

// What a step sums that the loss is computed from is a statistic of its forward
// pass, and no gradient.

// CHECK-DAG: left {{.*}}Gradient=mean, Reason="the loss is computed from what it sums, so it is a statistic of the forward pass"
// CHECK-DAG: left {{.*}}Gradient=loss, Reason="it is one number, such as the loss"
// CHECK-DAG: all-reduce {{.*}}Gradient=w, Reason="it stays a sum"
func.func @batch_norm(%x: tensor<4x8xf32>, %w: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<f32>) {
  %mean = "model.mean"(%x) : (tensor<4x8xf32>) -> tensor<8xf32>
  %loss = "model.loss"(%x, %mean, %w) : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = "model.gradient"(%x, %mean, %w) : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %sum = grad.all_reduce<sum> %g {grad.param = "w"} : tensor<8xf32>
  %means = grad.all_reduce<sum> %mean {grad.param = "mean"} : tensor<8xf32>
  %losses = grad.all_reduce<sum> %loss {grad.param = "loss"} : tensor<f32>
  return %sum, %means, %losses : tensor<8xf32>, tensor<8xf32>, tensor<f32>
}

// A running average is a statistic too: what it is added to has nothing to do
// with the loss. The gradient with weight decay is none.
// CHECK-DAG: left {{.*}}Gradient=running, Reason="the loss is computed from
// CHECK-DAG: all-reduce {{.*}}Gradient=decayed, Reason="it stays a sum"
func.func @running_average(%x: tensor<4x8xf32>, %w: tensor<8xf32>, %old: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<f32>) {
  %mean = "model.mean"(%x) : (tensor<4x8xf32>) -> tensor<8xf32>
  %error = "model.error"(%x, %mean, %w) : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %loss = "model.loss"(%error) : (tensor<8xf32>) -> tensor<f32>
  %tenth = arith.constant dense<0.1> : tensor<8xf32>
  %rest = arith.constant dense<0.9> : tensor<8xf32>
  %kept = arith.mulf %old, %rest : tensor<8xf32>
  %part = arith.mulf %mean, %tenth : tensor<8xf32>
  %running = arith.addf %kept, %part : tensor<8xf32>
  %decay = arith.mulf %w, %tenth : tensor<8xf32>
  %g = arith.addf %error, %decay : tensor<8xf32>
  %0 = grad.all_reduce<sum> %running {grad.param = "running"} : tensor<8xf32>
  %1 = grad.all_reduce<sum> %g {grad.param = "decayed"} : tensor<8xf32>
  %2 = grad.all_reduce<sum> %loss : tensor<f32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<f32>
}

// A norm is computed from gradients: one number does not decide, all have to
// agree.
// CHECK-DAG: all-reduce {{.*}}Gradient=normed, Reason="it stays a sum"
// CHECK-DAG: left {{.*}}Gradient=variance, Reason="the loss is computed from
func.func @norm(%x: tensor<4x8xf32>, %w: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<f32>) {
  %variance = "model.variance"(%x) : (tensor<4x8xf32>) -> tensor<8xf32>
  %loss = "model.loss"(%x, %variance, %w) : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %g = "model.gradient"(%x, %variance, %w) : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %norm = "model.norm"(%g) : (tensor<8xf32>) -> tensor<f32>
  %0 = grad.all_reduce<sum> %g {grad.param = "normed"} : tensor<8xf32>
  %1 = grad.all_reduce<sum> %variance {grad.param = "variance"} : tensor<8xf32>
  %2 = grad.all_reduce<sum> %loss : tensor<f32>
  %3 = grad.all_reduce<sum> %norm : tensor<f32>
  return %0, %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<f32>
}

// Where only a norm is reduced, it is not taken for a loss.
// CHECK-DAG: all-reduce {{.*}}Gradient=a, Reason="it stays a sum"
// CHECK-DAG: all-reduce {{.*}}Gradient=b, Reason="it stays a sum"
func.func @only_norm(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<f32>) {
  %a = "model.gradient"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %b = "model.gradient"(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %norm = "model.norm"(%a, %b) : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %0 = grad.all_reduce<sum> %a {grad.param = "a"} : tensor<8xf32>
  %1 = grad.all_reduce<sum> %b {grad.param = "b"} : tensor<8xf32>
  %2 = grad.all_reduce<sum> %norm : tensor<f32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<f32>
}
