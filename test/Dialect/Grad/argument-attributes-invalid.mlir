// One case, or more, for each constraint on arguments and results.
//
// RUN: grad-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{GR-A-1: argument 0: expected 'grad.param' to be a string that is not empty, got 1 : i64}}
func.func private @param_is_no_string(tensor<f32> {grad.param = 1})

// -----

// expected-error@+1 {{GR-A-1: argument 1: expected 'grad.state' to be a string that is not empty, got ""}}
func.func private @state_is_empty(tensor<f32>, tensor<f32> {grad.state = ""})

// -----

// expected-error@+1 {{GR-A-1: result 0: expected 'grad.gradient' to be a string that is not empty, got unit}}
func.func private @gradient_is_unit() -> (tensor<f32> {grad.gradient})

// -----

// expected-error@+1 {{GR-A-1: result 0: expected 'grad.updates' to be a string that is not empty, got true}}
func.func private @updates_is_bool() -> (tensor<f32> {grad.updates = true})

// -----

func.func @op_param_is_no_string(%a: tensor<f32>) {
  // expected-error@+1 {{GR-A-1: expected 'grad.param' to be a string that is not empty, got 3 : i64}}
  %0 = grad.all_reduce<sum> %a {grad.param = 3} : tensor<f32>
  return
}

// -----

// expected-error@+1 {{GR-A-2: argument 0: expected 'grad.batch' to be a unit attribute, got true}}
func.func private @batch_is_bool(tensor<f32> {grad.batch = true})

// -----

// expected-error@+1 {{GR-A-2: argument 0: expected 'grad.seed' to be a unit attribute, got "loss"}}
func.func private @seed_is_string(tensor<f32> {grad.seed = "loss"})

// -----

// expected-error@+1 {{GR-A-2: argument 0: expected 'grad.replicated' to be a unit attribute, got false}}
func.func private @replicated_is_bool(tensor<f32> {grad.replicated = false})

// -----

// expected-error@+1 {{GR-A-2: argument 0: expected 'grad.per_rank' to be a unit attribute, got 2 : i64}}
func.func private @per_rank_is_integer(tensor<f32> {grad.param = "w", grad.per_rank = 2})

// -----

// expected-error@+1 {{GR-A-2: expected 'grad.per_rank' to be a unit attribute, got 2 : i64}}
func.func private @op_per_rank_is_integer() attributes {grad.per_rank = 2}

// -----

// expected-error@+1 {{GR-A-3: argument 0: expected 'grad.param' to stand without 'grad.state'}}
func.func private @param_and_state(tensor<f32> {grad.param = "w", grad.state = "v"})

// -----

// expected-error@+1 {{GR-A-3: argument 0: expected 'grad.batch' to stand without 'grad.param'}}
func.func private @param_and_batch(tensor<f32> {grad.param = "w", grad.batch})

// -----

// expected-error@+1 {{GR-A-3: argument 0: expected 'grad.seed' to stand without 'grad.state'}}
func.func private @state_and_seed(tensor<f32> {grad.seed, grad.state = "v"})

// -----

// expected-error@+1 {{GR-A-3: argument 0: expected 'grad.batch' to stand without 'grad.seed'}}
func.func private @batch_and_seed(tensor<f32> {grad.seed, grad.batch})

// -----

// expected-error@+1 {{GR-A-3: result 0: expected 'grad.gradient' to stand without 'grad.updates'}}
func.func private @updates_and_gradient(tensor<f32> {grad.param = "w"})
    -> (tensor<f32> {grad.updates = "w", grad.gradient = "w"})

// -----

// expected-error@+1 {{GR-A-4: argument 0: expected 'grad.per_rank' to stand with 'grad.param' or 'grad.state'}}
func.func private @per_rank_alone(tensor<f32> {grad.per_rank})

// -----

// expected-error@+1 {{GR-A-4: argument 0: expected 'grad.per_rank' to stand with 'grad.param' or 'grad.state'}}
func.func private @per_rank_batch(tensor<f32> {grad.batch, grad.per_rank})

// -----

// expected-error@+1 {{GR-A-5: argument 0: expected 'grad.replicated' to stand without 'grad.batch'}}
func.func private @replicated_batch(tensor<f32> {grad.batch, grad.replicated})

// -----

// expected-error@+1 {{GR-A-5: argument 0: expected 'grad.replicated' to stand without 'grad.per_rank'}}
func.func private @replicated_per_rank(tensor<f32> {grad.param = "w", grad.replicated, grad.per_rank})

// -----

// expected-error@+1 {{GR-A-6: expected parameters and state to have different names, got "w" at arguments 1 and 3}}
func.func private @names_repeat(tensor<f32>, tensor<f32> {grad.param = "w"},
    tensor<f32> {grad.param = "b"}, tensor<f32> {grad.state = "w"})

// -----

// expected-error@+1 {{GR-A-7: result 1: expected 'grad.updates' to name an argument with 'grad.param' or 'grad.state', got "v"}}
func.func private @updates_nothing(tensor<f32> {grad.param = "w"})
    -> (tensor<f32> {grad.updates = "w"}, tensor<f32> {grad.updates = "v"})

// -----

// expected-error@+1 {{GR-A-7: result 0: expected the type of the argument "w" that it updates, 'tensor<4xf32>', got 'tensor<4xf16>'}}
func.func private @updates_other_type(tensor<4xf32> {grad.param = "w"})
    -> (tensor<4xf16> {grad.updates = "w"})

// -----

// expected-error@+1 {{GR-A-7: result 0: expected the type of the argument "w" that it updates, 'memref<4xf32>', got 'memref<5xf32>'}}
func.func private @updates_other_shape(memref<4xf32> {grad.param = "w"})
    -> (memref<5xf32> {grad.updates = "w"})

// -----

// expected-error@+1 {{GR-A-8: expected one result with 'grad.updates' = "w", got results 0 and 2}}
func.func private @updates_twice(tensor<f32> {grad.param = "w"})
    -> (tensor<f32> {grad.updates = "w"}, tensor<f32>, tensor<f32> {grad.updates = "w"})

// -----

// expected-error@+1 {{GR-A-8: expected one result with 'grad.gradient' = "w", got results 0 and 1}}
func.func private @two_gradients()
    -> (tensor<f32> {grad.gradient = "w"}, tensor<f32> {grad.gradient = "w"})

// -----

// expected-error@+1 {{GR-A-9: argument 0: expected one of 'grad.param', 'grad.state', 'grad.batch', 'grad.replicated', 'grad.per_rank', 'grad.seed', 'grad.init', 'grad.name' on an argument, got 'grad.perrank'}}
func.func private @unknown_on_argument(tensor<f32> {grad.param = "w", grad.perrank})

// -----

// expected-error-re@+1 {{GR-A-9: argument 0: expected one of {{.*}} on an argument, got 'grad.updates'}}
func.func private @result_attribute_on_argument(tensor<f32> {grad.updates = "w"})

// -----

// expected-error@+1 {{GR-A-9: result 0: expected one of 'grad.updates', 'grad.gradient', 'grad.metric' on a result, got 'grad.param'}}
func.func private @argument_attribute_on_result() -> (tensor<f32> {grad.param = "w"})

// -----

func.func @mean_is_zero(%a: tensor<f32>) {
  // expected-error@+1 {{GR-A-10: expected 'grad.mean' to be a positive 64-bit integer, got 0 : i64}}
  %0 = grad.all_reduce<sum> %a {grad.mean = 0} : tensor<f32>
  return
}

// -----

func.func @mean_is_narrow(%a: tensor<f32>) {
  // expected-error@+1 {{GR-A-10: expected 'grad.mean' to be a positive 64-bit integer, got 4 : i32}}
  %0 = grad.all_reduce<sum> %a {grad.mean = 4 : i32} : tensor<f32>
  return
}

// -----

func.func @mean_is_float(%a: tensor<f32>) {
  // expected-error@+1 {{GR-A-10: expected 'grad.mean' to be a positive 64-bit integer, got 2.500000e-01 : f64}}
  %0 = arith.negf %a {grad.mean = 0.25} : tensor<f32>
  return
}

// -----

func.func @means_without_operands(%a: tensor<f32>) {
  // expected-error@+1 {{GR-A-10: expected 'grad.mean' to be a positive 64-bit integer, got array<i64: 4>}}
  %0 = arith.negf %a {grad.mean = array<i64: 4>} : tensor<f32>
  return
}

// -----

func.func @means_too_few(%a: tensor<f32>, %b: tensor<f32>) {
  // expected-error@+1 {{GR-A-10: expected 'grad.mean' to have 2 numbers that are not negative, one for each operand, got array<i64: 4>}}
  %0:2 = grad.all_reduce<sum> %a, %b {grad.mean = array<i64: 4>} : tensor<f32>, tensor<f32>
  return
}

// -----

func.func @mean_is_negative(%a: tensor<f32>, %b: tensor<f32>) {
  // expected-error@+1 {{GR-A-10: expected 'grad.mean' to have 2 numbers that are not negative, one for each operand, got array<i64: 4, -1>}}
  %0:2 = grad.all_reduce<sum> %a, %b {grad.mean = array<i64: 4, -1>} : tensor<f32>, tensor<f32>
  return
}

// -----

// expected-error@+1 {{GR-A-9: argument 0: expected one of 'grad.param', 'grad.state', 'grad.batch', 'grad.replicated', 'grad.per_rank', 'grad.seed', 'grad.init', 'grad.name' on an argument, got 'grad.mean'}}
func.func private @mean_of_argument(tensor<f32> {grad.mean = 4})

// -----

// expected-error@+1 {{GR-A-3: result 0: expected 'grad.gradient' to stand without 'grad.metric'}}
func.func private @metric_and_gradient() -> (tensor<f32> {grad.metric = "loss", grad.gradient = "w"})

// -----

// expected-error@+1 {{GR-A-8: expected one result with 'grad.metric' = "loss", got results 0 and 1}}
func.func private @two_metrics() -> (tensor<f32> {grad.metric = "loss"}, tensor<f32> {grad.metric = "loss"})

// -----

// expected-error@+1 {{GR-A-1: result 0: expected 'grad.metric' to be a string that is not empty, got unit}}
func.func private @metric_is_unit() -> (tensor<f32> {grad.metric})

// -----

// expected-error@+1 {{GR-A-11: argument 0: expected 'grad.init' to stand with 'grad.param' or 'grad.state'}}
func.func private @init_of_batch(tensor<f32> {grad.batch, grad.init = 0.0 : f32})

// -----

// expected-error@+1 {{GR-A-11: argument 0: expected 'grad.init' to be a number of type 'f32', got 0 : i64}}
func.func private @init_of_other_type(tensor<4xf32> {grad.state = "v", grad.init = 0})

// -----

// expected-error@+1 {{GR-A-11: argument 0: expected 'grad.init' to be a number of type 'f32', got dense<}}
func.func private @init_is_no_number(tensor<4xf32> {grad.state = "v", grad.init = dense<0.0> : tensor<4xf32>})

// -----

// expected-error@+1 {{GR-A-12: argument 0: expected 'grad.name' to stand without 'grad.param'}}
func.func private @name_of_param(tensor<f32> {grad.param = "w", grad.name = "v"})
