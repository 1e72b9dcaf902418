// RUN: grad-opt %s --grad-verify-lowerable --split-input-file --verify-diagnostics

// Operations of the dialect that a later step lowers.

func.func @fine(%x: tensor<4xf32>, %f: tensor<f32>) -> tensor<4xf32> {
  %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  %1 = grad.scale %0, %f : tensor<4xf32>, tensor<f32>
  return %1 : tensor<4xf32>
}

func.func @reducer(%g: tensor<4xf32>) -> tensor<4xf32> {
  %0 = grad.reduce_gradients %g<"w"> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
