// A step with state: v = 0.9 v + mean(g), w -= lr v; and a result of dynamic
// shape. Both updates write their arguments in place.
func.func @step(%w: tensor<2x3xf32> {grad.param = "w"},
                %v: tensor<2x3xf32> {grad.state = "momentum.w"},
                %g: tensor<2x3xf32> {grad.batch},
                %lr: f32 {grad.replicated})
    -> (tensor<2x3xf32> {grad.updates = "momentum.w"},
        tensor<2x3xf32> {grad.updates = "w"}, tensor<?xf32>, f32) {
  %mean = grad.all_reduce<avg> %g : tensor<2x3xf32>
  %c = arith.constant dense<0.9> : tensor<2x3xf32>
  %cv = arith.mulf %c, %v : tensor<2x3xf32>
  %v1 = arith.addf %cv, %mean : tensor<2x3xf32>
  %lrs = tensor.splat %lr : tensor<2x3xf32>
  %d = arith.mulf %lrs, %v1 : tensor<2x3xf32>
  %w1 = arith.subf %w, %d : tensor<2x3xf32>
  %row = tensor.extract_slice %g[0, 0] [1, 3] [1, 1]
      : tensor<2x3xf32> to tensor<3xf32>
  %dyn = tensor.cast %row : tensor<3xf32> to tensor<?xf32>
  %all = grad.all_gather %dyn dim 0 : tensor<?xf32> -> tensor<?xf32>
  %two = arith.addf %lr, %lr : f32
  return %v1, %w1, %all, %two
      : tensor<2x3xf32>, tensor<2x3xf32>, tensor<?xf32>, f32
}
