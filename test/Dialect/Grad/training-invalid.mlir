// One case, or more, for each constraint on schedules, optimizers and what stands
// between micro-steps.
//
// RUN: grad-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{GR-SD-1: expected 'grad.schedule' to be a #grad.schedule on a module, got 4 : i64}}
module attributes {grad.schedule = 4} {
}

// -----

module {
  // expected-error@+1 {{GR-SD-1: expected 'grad.schedule' to be a #grad.schedule on a module, got #grad.schedule<}}
  func.func @f() attributes {grad.schedule = #grad.schedule<accumulate = @f, update = @g, micro_steps = 2>} {
    return
  }
}

// -----

// expected-error@+1 {{GR-SD-2: 'grad.schedule' names @g, which is no function of the module}}
module attributes {grad.schedule = #grad.schedule<accumulate = @f, update = @g, micro_steps = 2>} {
  func.func @f() {
    return
  }
}

// -----

// expected-error@+1 {{GR-SD-2: 'grad.schedule' names @f twice}}
module attributes {grad.schedule = #grad.schedule<accumulate = @f, update = @f, micro_steps = 2>} {
  func.func @f() {
    return
  }
}

// -----

// expected-error@+1 {{GR-SD-3: expected 'micro_steps' to be above 0, got 0}}
module attributes {grad.schedule = #grad.schedule<accumulate = @f, update = @g, micro_steps = 0>} {
}

// -----

module attributes {grad.schedule = #grad.schedule<accumulate = @f, update = @g, micro_steps = 2>} {
  func.func @f(%w: tensor<2xf32> {grad.param = "w"}) {
    return
  }
  // expected-error@+1 {{GR-SD-4: expected state "w" to be 'tensor<2xf32>' as in '@f', got 'tensor<2xf16>'}}
  func.func @g(%w: tensor<2xf16> {grad.param = "w"}) {
    return
  }
}

// -----

module attributes {grad.schedule = #grad.schedule<accumulate = @f, update = @g, clear = @h, micro_steps = 2>} {
  func.func @f(%w: tensor<2xf32> {grad.state = "sum", grad.per_rank}) {
    return
  }
  func.func @g() {
    return
  }
  // expected-error@+1 {{GR-SD-4: expected state "sum" to be 'grad.per_rank' in all functions of the schedule or in none, unlike in '@f'}}
  func.func @h(%w: tensor<2xf32> {grad.state = "sum"}) {
    return
  }
}

// -----

func.func @gradient_shape(%w: tensor<4xf32>, %g: tensor<2x2xf32>, %r: tensor<f32>) {
  // expected-error@+1 {{GR-OP-1: expected the gradient to have the shape of the parameter, 'tensor<4xf32>', got 'tensor<2x2xf32>'}}
  %0 = grad.sgd %w, %g, %r : tensor<4xf32>, tensor<2x2xf32>, tensor<f32>
  return
}

// -----

func.func @state_shape(%w: tensor<4xf32>, %g: tensor<4xf32>, %v: tensor<2xf32>, %r: tensor<f32>) {
  // expected-error@+1 {{GR-OP-1: expected the state of a parameter 'tensor<4xf32>' to be 'tensor<4xf32>', got 'tensor<2xf32>'}}
  %0, %1 = grad.momentum %w, %g, %v, %r : tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<f32>
  return
}

// -----

func.func @state_type(%w: tensor<4xf16>, %g: tensor<4xf16>, %m: tensor<4xf32>, %v: tensor<4xf16>, %t: tensor<i32>, %r: tensor<f32>) {
  // expected-error@+1 {{GR-OP-2: expected the state of a parameter 'tensor<4xf16>' to be 'tensor<4xf32>', got 'tensor<4xf16>'}}
  %0, %1, %2 = grad.adam %w, %g, %m, %v, %t, %r : tensor<4xf16>, tensor<4xf16>, tensor<4xf32>, tensor<4xf16>, tensor<i32>, tensor<f32>
  return
}

// -----

func.func @negative(%w: tensor<4xf32>, %g: tensor<4xf32>, %r: tensor<f32>) {
  // expected-error@+1 {{GR-OP-3: expected 'weight_decay' to be finite and not negative, got -1}}
  %0 = grad.sgd %w, %g, %r {weight_decay = -1.0} : tensor<4xf32>, tensor<4xf32>, tensor<f32>
  return
}

// -----

func.func @infinite(%w: tensor<4xf32>, %g: tensor<4xf32>, %v: tensor<4xf32>, %r: tensor<f32>) {
  // expected-error@+1 {{GR-OP-3: expected 'momentum' to be finite and not negative, got INF}}
  %0, %1 = grad.momentum %w, %g, %v, %r {momentum = 0x7FF0000000000000 : f64} : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>
  return
}

// -----

func.func @beta(%w: tensor<4xf32>, %g: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %t: tensor<i32>, %r: tensor<f32>) {
  // expected-error@+1 {{GR-OP-3: expected 'beta2' to be below 1, got 1}}
  %0, %1, %2 = grad.adamw %w, %g, %m, %v, %t, %r {beta2 = 1.0} : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>, tensor<f32>
  return
}

// -----

func.func @sum_shape(%s: tensor<4xf32>, %g: tensor<2xf32>) {
  // expected-error@+1 {{GR-AC-1: expected sum and gradient to have the same shape, got 'tensor<4xf32>' and 'tensor<2xf32>'}}
  %0 = grad.accumulate %s, %g : tensor<4xf32>, tensor<2xf32>
  return
}

// -----

func.func @sum_type(%s: tensor<4xf16>, %g: tensor<4xbf16>) {
  // expected-error@+1 {{GR-AC-2: expected a sum that holds every value of the gradient, got 'tensor<4xf16>' and 'tensor<4xbf16>'}}
  %0 = grad.accumulate %s, %g : tensor<4xf16>, tensor<4xbf16>
  return
}

// -----

func.func @sum_of_integers(%s: tensor<4xi64>, %g: tensor<4xi32>) {
  // expected-error@+1 {{GR-AC-2: expected a sum that holds every value of the gradient, got 'tensor<4xi64>' and 'tensor<4xi32>'}}
  %0 = grad.accumulate %s, %g : tensor<4xi64>, tensor<4xi32>
  return
}
