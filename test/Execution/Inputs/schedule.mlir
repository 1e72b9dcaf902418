// A parameter that moves by the sum of the rows of a window.

module attributes {grad.schedule = #grad.schedule<accumulate = @step_accumulate, update = @step_update, micro_steps = 2>} {
  func.func @step_accumulate(%sum: tensor<1xf32> {grad.state = "sum", grad.per_rank, grad.init = 0.0 : f32}, %x: tensor<1xf32> {grad.batch, grad.name = "x"})
      -> (tensor<1xf32> {grad.updates = "sum"}) {
    %s = arith.addf %sum, %x : tensor<1xf32>
    return %s : tensor<1xf32>
  }
  func.func @step_update(%w: tensor<1xf32> {grad.param = "w"}, %sum: tensor<1xf32> {grad.state = "sum", grad.per_rank, grad.init = 0.0 : f32})
      -> (tensor<1xf32> {grad.updates = "w"}, tensor<1xf32> {grad.updates = "sum"}) {
    %zero = arith.constant dense<0.0> : tensor<1xf32>
    %s = grad.all_reduce<sum> %sum : tensor<1xf32>
    %n = arith.subf %w, %s : tensor<1xf32>
    return %n, %zero : tensor<1xf32>, tensor<1xf32>
  }
}
