// A training step of two layers by hand: 16 parameters, 16 gradients, one
// all-reduce each, plain gradient descent. A layer is
//
//   n = x * scale + offset
//   y = (relu(n w1 + b1) w2 + b2) * gain + x w3
//
// and the loss is the squared error, averaged over the rows of all ranks.

#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#ik = affine_map<(d0, d1, d2) -> (d0, d2)>
#kj = affine_map<(d0, d1, d2) -> (d2, d1)>
#ki = affine_map<(d0, d1, d2) -> (d2, d0)>
#jk = affine_map<(d0, d1, d2) -> (d1, d2)>
#ij = affine_map<(d0, d1, d2) -> (d0, d1)>

#one = affine_map<(d0) -> (d0)>
func.func @step(
    %scale_0: tensor<8xf32> {grad.param = "layer0.scale"},
    %offset_0: tensor<8xf32> {grad.param = "layer0.offset"},
    %w1_0: tensor<8x16xf32> {grad.param = "layer0.w1"},
    %b1_0: tensor<16xf32> {grad.param = "layer0.b1"},
    %w2_0: tensor<16x8xf32> {grad.param = "layer0.w2"},
    %b2_0: tensor<8xf32> {grad.param = "layer0.b2"},
    %w3_0: tensor<8x8xf32> {grad.param = "layer0.w3"},
    %gain_0: tensor<8xf32> {grad.param = "layer0.gain"},
    %scale_1: tensor<8xf32> {grad.param = "layer1.scale"},
    %offset_1: tensor<8xf32> {grad.param = "layer1.offset"},
    %w1_1: tensor<8x16xf32> {grad.param = "layer1.w1"},
    %b1_1: tensor<16xf32> {grad.param = "layer1.b1"},
    %w2_1: tensor<16x8xf32> {grad.param = "layer1.w2"},
    %b2_1: tensor<8xf32> {grad.param = "layer1.b2"},
    %w3_1: tensor<8x8xf32> {grad.param = "layer1.w3"},
    %gain_1: tensor<8xf32> {grad.param = "layer1.gain"},
    %x_0: tensor<4x8xf32> {grad.batch},
    %target: tensor<4x8xf32> {grad.batch},
    %lr: f32 {grad.replicated})
    -> (tensor<8xf32> {grad.updates = "layer0.scale"},
        tensor<8xf32> {grad.updates = "layer0.offset"},
        tensor<8x16xf32> {grad.updates = "layer0.w1"},
        tensor<16xf32> {grad.updates = "layer0.b1"},
        tensor<16x8xf32> {grad.updates = "layer0.w2"},
        tensor<8xf32> {grad.updates = "layer0.b2"},
        tensor<8x8xf32> {grad.updates = "layer0.w3"},
        tensor<8xf32> {grad.updates = "layer0.gain"},
        tensor<8xf32> {grad.updates = "layer1.scale"},
        tensor<8xf32> {grad.updates = "layer1.offset"},
        tensor<8x16xf32> {grad.updates = "layer1.w1"},
        tensor<16xf32> {grad.updates = "layer1.b1"},
        tensor<16x8xf32> {grad.updates = "layer1.w2"},
        tensor<8xf32> {grad.updates = "layer1.b2"},
        tensor<8x8xf32> {grad.updates = "layer1.w3"},
        tensor<8xf32> {grad.updates = "layer1.gain"},
        tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %rows = arith.constant 4.0 : f32

  // Layer 0, forward.
  %n_0_e = tensor.empty() : tensor<4x8xf32>
  %n_0 = linalg.generic {indexing_maps = [#all, #row, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x_0, %scale_0, %offset_0 : tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%n_0_e : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %x2: f32, %o: f32):
    %p = arith.mulf %x0, %x1 : f32
    %r = arith.addf %p, %x2 : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %m_0_e = tensor.empty() : tensor<4x16xf32>
  %m_0_0 = linalg.fill ins(%zero : f32) outs(%m_0_e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %m_0 = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%n_0, %w1_0 : tensor<4x8xf32>, tensor<8x16xf32>) outs(%m_0_0 : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x16xf32>
  %a_0_e = tensor.empty() : tensor<4x16xf32>
  %a_0 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%m_0, %b1_0 : tensor<4x16xf32>, tensor<16xf32>) outs(%a_0_e : tensor<4x16xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o: f32):
    %r = arith.addf %x0, %x1 : f32
    linalg.yield %r : f32
  } -> tensor<4x16xf32>
  %h_0_e = tensor.empty() : tensor<4x16xf32>
  %h_0 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a_0 : tensor<4x16xf32>) outs(%h_0_e : tensor<4x16xf32>) {
  ^bb0(%x0: f32, %o: f32):
    %r = arith.maximumf %x0, %zero : f32
    linalg.yield %r : f32
  } -> tensor<4x16xf32>
  %k_0_e = tensor.empty() : tensor<4x8xf32>
  %k_0_0 = linalg.fill ins(%zero : f32) outs(%k_0_e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %k_0 = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%h_0, %w2_0 : tensor<4x16xf32>, tensor<16x8xf32>) outs(%k_0_0 : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %c_0_e = tensor.empty() : tensor<4x8xf32>
  %c_0 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%k_0, %b2_0 : tensor<4x8xf32>, tensor<8xf32>) outs(%c_0_e : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o: f32):
    %r = arith.addf %x0, %x1 : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %q_0_e = tensor.empty() : tensor<4x8xf32>
  %q_0_0 = linalg.fill ins(%zero : f32) outs(%q_0_e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %q_0 = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x_0, %w3_0 : tensor<4x8xf32>, tensor<8x8xf32>) outs(%q_0_0 : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %y_0_e = tensor.empty() : tensor<4x8xf32>
  %y_0 = linalg.generic {indexing_maps = [#all, #all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c_0, %q_0, %gain_0 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>) outs(%y_0_e : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %x2: f32, %o: f32):
    %p = arith.mulf %x0, %x2 : f32
    %r = arith.addf %p, %x1 : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>

  // Layer 1, forward.
  %n_1_e = tensor.empty() : tensor<4x8xf32>
  %n_1 = linalg.generic {indexing_maps = [#all, #row, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%y_0, %scale_1, %offset_1 : tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%n_1_e : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %x2: f32, %o: f32):
    %p = arith.mulf %x0, %x1 : f32
    %r = arith.addf %p, %x2 : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %m_1_e = tensor.empty() : tensor<4x16xf32>
  %m_1_0 = linalg.fill ins(%zero : f32) outs(%m_1_e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %m_1 = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%n_1, %w1_1 : tensor<4x8xf32>, tensor<8x16xf32>) outs(%m_1_0 : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x16xf32>
  %a_1_e = tensor.empty() : tensor<4x16xf32>
  %a_1 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%m_1, %b1_1 : tensor<4x16xf32>, tensor<16xf32>) outs(%a_1_e : tensor<4x16xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o: f32):
    %r = arith.addf %x0, %x1 : f32
    linalg.yield %r : f32
  } -> tensor<4x16xf32>
  %h_1_e = tensor.empty() : tensor<4x16xf32>
  %h_1 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a_1 : tensor<4x16xf32>) outs(%h_1_e : tensor<4x16xf32>) {
  ^bb0(%x0: f32, %o: f32):
    %r = arith.maximumf %x0, %zero : f32
    linalg.yield %r : f32
  } -> tensor<4x16xf32>
  %k_1_e = tensor.empty() : tensor<4x8xf32>
  %k_1_0 = linalg.fill ins(%zero : f32) outs(%k_1_e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %k_1 = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%h_1, %w2_1 : tensor<4x16xf32>, tensor<16x8xf32>) outs(%k_1_0 : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %c_1_e = tensor.empty() : tensor<4x8xf32>
  %c_1 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%k_1, %b2_1 : tensor<4x8xf32>, tensor<8xf32>) outs(%c_1_e : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o: f32):
    %r = arith.addf %x0, %x1 : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %q_1_e = tensor.empty() : tensor<4x8xf32>
  %q_1_0 = linalg.fill ins(%zero : f32) outs(%q_1_e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %q_1 = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y_0, %w3_1 : tensor<4x8xf32>, tensor<8x8xf32>) outs(%q_1_0 : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %y_1_e = tensor.empty() : tensor<4x8xf32>
  %y_1 = linalg.generic {indexing_maps = [#all, #all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c_1, %q_1, %gain_1 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>) outs(%y_1_e : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %x2: f32, %o: f32):
    %p = arith.mulf %x0, %x2 : f32
    %r = arith.addf %p, %x1 : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>

  // The loss and its derivative.
  %loss_e = tensor.empty() : tensor<f32>
  %loss_0 = linalg.fill ins(%zero : f32) outs(%loss_e : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [#all, #all, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%y_1, %target : tensor<4x8xf32>, tensor<4x8xf32>) outs(%loss_0 : tensor<f32>) {
  ^bb0(%y: f32, %t: f32, %acc: f32):
    %d = arith.subf %y, %t : f32
    %p = arith.mulf %d, %d : f32
    %q = arith.divf %p, %rows : f32
    %s = arith.addf %acc, %q : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %dy_1_e = tensor.empty() : tensor<4x8xf32>
  %dy_1 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%y_1, %target : tensor<4x8xf32>, tensor<4x8xf32>) outs(%dy_1_e : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o: f32):
    %d = arith.subf %x0, %x1 : f32
    %p = arith.mulf %d, %two : f32
    %r = arith.divf %p, %rows : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>

  // Layer 1, backward.
  %dgain_1_e = tensor.empty() : tensor<8xf32>
  %dgain_1_0 = linalg.fill ins(%zero : f32) outs(%dgain_1_e : tensor<8xf32>) -> tensor<8xf32>
  %dgain_1 = linalg.generic {indexing_maps = [#all, #all, #row], iterator_types = ["reduction", "parallel"]}
      ins(%dy_1, %c_1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%dgain_1_0 : tensor<8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %acc: f32):
    %p = arith.mulf %x0, %x1 : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %dc_1_e = tensor.empty() : tensor<4x8xf32>
  %dc_1 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%dy_1, %gain_1 : tensor<4x8xf32>, tensor<8xf32>) outs(%dc_1_e : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o: f32):
    %r = arith.mulf %x0, %x1 : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %dw3_1_e = tensor.empty() : tensor<8x8xf32>
  %dw3_1_0 = linalg.fill ins(%zero : f32) outs(%dw3_1_e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %dw3_1 = linalg.generic {indexing_maps = [#ki, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y_0, %dy_1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%dw3_1_0 : tensor<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %db2_1_e = tensor.empty() : tensor<8xf32>
  %db2_1_0 = linalg.fill ins(%zero : f32) outs(%db2_1_e : tensor<8xf32>) -> tensor<8xf32>
  %db2_1 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["reduction", "parallel"]}
      ins(%dc_1 : tensor<4x8xf32>) outs(%db2_1_0 : tensor<8xf32>) {
  ^bb0(%x0: f32, %acc: f32):
    %s = arith.addf %acc, %x0 : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %dw2_1_e = tensor.empty() : tensor<16x8xf32>
  %dw2_1_0 = linalg.fill ins(%zero : f32) outs(%dw2_1_e : tensor<16x8xf32>) -> tensor<16x8xf32>
  %dw2_1 = linalg.generic {indexing_maps = [#ki, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%h_1, %dc_1 : tensor<4x16xf32>, tensor<4x8xf32>) outs(%dw2_1_0 : tensor<16x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<16x8xf32>
  %dh_1_e = tensor.empty() : tensor<4x16xf32>
  %dh_1_0 = linalg.fill ins(%zero : f32) outs(%dh_1_e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %dh_1 = linalg.generic {indexing_maps = [#ik, #jk, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%dc_1, %w2_1 : tensor<4x8xf32>, tensor<16x8xf32>) outs(%dh_1_0 : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x16xf32>
  %da_1_e = tensor.empty() : tensor<4x16xf32>
  %da_1 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%dh_1, %a_1 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%da_1_e : tensor<4x16xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o: f32):
    %c = arith.cmpf ogt, %x1, %zero : f32
    %r = arith.select %c, %x0, %zero : f32
    linalg.yield %r : f32
  } -> tensor<4x16xf32>
  %db1_1_e = tensor.empty() : tensor<16xf32>
  %db1_1_0 = linalg.fill ins(%zero : f32) outs(%db1_1_e : tensor<16xf32>) -> tensor<16xf32>
  %db1_1 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["reduction", "parallel"]}
      ins(%da_1 : tensor<4x16xf32>) outs(%db1_1_0 : tensor<16xf32>) {
  ^bb0(%x0: f32, %acc: f32):
    %s = arith.addf %acc, %x0 : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  %dw1_1_e = tensor.empty() : tensor<8x16xf32>
  %dw1_1_0 = linalg.fill ins(%zero : f32) outs(%dw1_1_e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %dw1_1 = linalg.generic {indexing_maps = [#ki, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%n_1, %da_1 : tensor<4x8xf32>, tensor<4x16xf32>) outs(%dw1_1_0 : tensor<8x16xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x16xf32>
  %dn_1_e = tensor.empty() : tensor<4x8xf32>
  %dn_1_0 = linalg.fill ins(%zero : f32) outs(%dn_1_e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %dn_1 = linalg.generic {indexing_maps = [#ik, #jk, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%da_1, %w1_1 : tensor<4x16xf32>, tensor<8x16xf32>) outs(%dn_1_0 : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %dscale_1_e = tensor.empty() : tensor<8xf32>
  %dscale_1_0 = linalg.fill ins(%zero : f32) outs(%dscale_1_e : tensor<8xf32>) -> tensor<8xf32>
  %dscale_1 = linalg.generic {indexing_maps = [#all, #all, #row], iterator_types = ["reduction", "parallel"]}
      ins(%dn_1, %y_0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%dscale_1_0 : tensor<8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %acc: f32):
    %p = arith.mulf %x0, %x1 : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %doffset_1_e = tensor.empty() : tensor<8xf32>
  %doffset_1_0 = linalg.fill ins(%zero : f32) outs(%doffset_1_e : tensor<8xf32>) -> tensor<8xf32>
  %doffset_1 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["reduction", "parallel"]}
      ins(%dn_1 : tensor<4x8xf32>) outs(%doffset_1_0 : tensor<8xf32>) {
  ^bb0(%x0: f32, %acc: f32):
    %s = arith.addf %acc, %x0 : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %dq_1_e = tensor.empty() : tensor<4x8xf32>
  %dq_1_0 = linalg.fill ins(%zero : f32) outs(%dq_1_e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %dq_1 = linalg.generic {indexing_maps = [#ik, #jk, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%dy_1, %w3_1 : tensor<4x8xf32>, tensor<8x8xf32>) outs(%dq_1_0 : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %dy_0_e = tensor.empty() : tensor<4x8xf32>
  %dy_0 = linalg.generic {indexing_maps = [#all, #row, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%dn_1, %scale_1, %dq_1 : tensor<4x8xf32>, tensor<8xf32>, tensor<4x8xf32>) outs(%dy_0_e : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %x2: f32, %o: f32):
    %p = arith.mulf %x0, %x1 : f32
    %r = arith.addf %p, %x2 : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>

  // Layer 0, backward.
  %dgain_0_e = tensor.empty() : tensor<8xf32>
  %dgain_0_0 = linalg.fill ins(%zero : f32) outs(%dgain_0_e : tensor<8xf32>) -> tensor<8xf32>
  %dgain_0 = linalg.generic {indexing_maps = [#all, #all, #row], iterator_types = ["reduction", "parallel"]}
      ins(%dy_0, %c_0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%dgain_0_0 : tensor<8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %acc: f32):
    %p = arith.mulf %x0, %x1 : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %dc_0_e = tensor.empty() : tensor<4x8xf32>
  %dc_0 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%dy_0, %gain_0 : tensor<4x8xf32>, tensor<8xf32>) outs(%dc_0_e : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o: f32):
    %r = arith.mulf %x0, %x1 : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %dw3_0_e = tensor.empty() : tensor<8x8xf32>
  %dw3_0_0 = linalg.fill ins(%zero : f32) outs(%dw3_0_e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %dw3_0 = linalg.generic {indexing_maps = [#ki, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x_0, %dy_0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%dw3_0_0 : tensor<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %db2_0_e = tensor.empty() : tensor<8xf32>
  %db2_0_0 = linalg.fill ins(%zero : f32) outs(%db2_0_e : tensor<8xf32>) -> tensor<8xf32>
  %db2_0 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["reduction", "parallel"]}
      ins(%dc_0 : tensor<4x8xf32>) outs(%db2_0_0 : tensor<8xf32>) {
  ^bb0(%x0: f32, %acc: f32):
    %s = arith.addf %acc, %x0 : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %dw2_0_e = tensor.empty() : tensor<16x8xf32>
  %dw2_0_0 = linalg.fill ins(%zero : f32) outs(%dw2_0_e : tensor<16x8xf32>) -> tensor<16x8xf32>
  %dw2_0 = linalg.generic {indexing_maps = [#ki, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%h_0, %dc_0 : tensor<4x16xf32>, tensor<4x8xf32>) outs(%dw2_0_0 : tensor<16x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<16x8xf32>
  %dh_0_e = tensor.empty() : tensor<4x16xf32>
  %dh_0_0 = linalg.fill ins(%zero : f32) outs(%dh_0_e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %dh_0 = linalg.generic {indexing_maps = [#ik, #jk, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%dc_0, %w2_0 : tensor<4x8xf32>, tensor<16x8xf32>) outs(%dh_0_0 : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x16xf32>
  %da_0_e = tensor.empty() : tensor<4x16xf32>
  %da_0 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%dh_0, %a_0 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%da_0_e : tensor<4x16xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o: f32):
    %c = arith.cmpf ogt, %x1, %zero : f32
    %r = arith.select %c, %x0, %zero : f32
    linalg.yield %r : f32
  } -> tensor<4x16xf32>
  %db1_0_e = tensor.empty() : tensor<16xf32>
  %db1_0_0 = linalg.fill ins(%zero : f32) outs(%db1_0_e : tensor<16xf32>) -> tensor<16xf32>
  %db1_0 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["reduction", "parallel"]}
      ins(%da_0 : tensor<4x16xf32>) outs(%db1_0_0 : tensor<16xf32>) {
  ^bb0(%x0: f32, %acc: f32):
    %s = arith.addf %acc, %x0 : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  %dw1_0_e = tensor.empty() : tensor<8x16xf32>
  %dw1_0_0 = linalg.fill ins(%zero : f32) outs(%dw1_0_e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %dw1_0 = linalg.generic {indexing_maps = [#ki, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%n_0, %da_0 : tensor<4x8xf32>, tensor<4x16xf32>) outs(%dw1_0_0 : tensor<8x16xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x16xf32>
  %dn_0_e = tensor.empty() : tensor<4x8xf32>
  %dn_0_0 = linalg.fill ins(%zero : f32) outs(%dn_0_e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %dn_0 = linalg.generic {indexing_maps = [#ik, #jk, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%da_0, %w1_0 : tensor<4x16xf32>, tensor<8x16xf32>) outs(%dn_0_0 : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %dscale_0_e = tensor.empty() : tensor<8xf32>
  %dscale_0_0 = linalg.fill ins(%zero : f32) outs(%dscale_0_e : tensor<8xf32>) -> tensor<8xf32>
  %dscale_0 = linalg.generic {indexing_maps = [#all, #all, #row], iterator_types = ["reduction", "parallel"]}
      ins(%dn_0, %x_0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%dscale_0_0 : tensor<8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %acc: f32):
    %p = arith.mulf %x0, %x1 : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %doffset_0_e = tensor.empty() : tensor<8xf32>
  %doffset_0_0 = linalg.fill ins(%zero : f32) outs(%doffset_0_e : tensor<8xf32>) -> tensor<8xf32>
  %doffset_0 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["reduction", "parallel"]}
      ins(%dn_0 : tensor<4x8xf32>) outs(%doffset_0_0 : tensor<8xf32>) {
  ^bb0(%x0: f32, %acc: f32):
    %s = arith.addf %acc, %x0 : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>

  // The reductions, in the order of the backward pass.
  %rgain_1 = grad.all_reduce<avg> %dgain_1 {grad.param = "layer1.gain"} : tensor<8xf32>
  %rw3_1 = grad.all_reduce<avg> %dw3_1 {grad.param = "layer1.w3"} : tensor<8x8xf32>
  %rb2_1 = grad.all_reduce<avg> %db2_1 {grad.param = "layer1.b2"} : tensor<8xf32>
  %rw2_1 = grad.all_reduce<avg> %dw2_1 {grad.param = "layer1.w2"} : tensor<16x8xf32>
  %rb1_1 = grad.all_reduce<avg> %db1_1 {grad.param = "layer1.b1"} : tensor<16xf32>
  %rw1_1 = grad.all_reduce<avg> %dw1_1 {grad.param = "layer1.w1"} : tensor<8x16xf32>
  %rscale_1 = grad.all_reduce<avg> %dscale_1 {grad.param = "layer1.scale"} : tensor<8xf32>
  %roffset_1 = grad.all_reduce<avg> %doffset_1 {grad.param = "layer1.offset"} : tensor<8xf32>
  %rgain_0 = grad.all_reduce<avg> %dgain_0 {grad.param = "layer0.gain"} : tensor<8xf32>
  %rw3_0 = grad.all_reduce<avg> %dw3_0 {grad.param = "layer0.w3"} : tensor<8x8xf32>
  %rb2_0 = grad.all_reduce<avg> %db2_0 {grad.param = "layer0.b2"} : tensor<8xf32>
  %rw2_0 = grad.all_reduce<avg> %dw2_0 {grad.param = "layer0.w2"} : tensor<16x8xf32>
  %rb1_0 = grad.all_reduce<avg> %db1_0 {grad.param = "layer0.b1"} : tensor<16xf32>
  %rw1_0 = grad.all_reduce<avg> %dw1_0 {grad.param = "layer0.w1"} : tensor<8x16xf32>
  %rscale_0 = grad.all_reduce<avg> %dscale_0 {grad.param = "layer0.scale"} : tensor<8xf32>
  %roffset_0 = grad.all_reduce<avg> %doffset_0 {grad.param = "layer0.offset"} : tensor<8xf32>
  %mean = grad.all_reduce<avg> %loss {grad.param = "loss"} : tensor<f32>

  // The update.
  %uscale_0_e = tensor.empty() : tensor<8xf32>
  %uscale_0 = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%scale_0, %rscale_0 : tensor<8xf32>, tensor<8xf32>) outs(%uscale_0_e : tensor<8xf32>) {
  ^bb0(%w: f32, %g: f32, %o: f32):
    %s = arith.mulf %lr, %g : f32
    %r = arith.subf %w, %s : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %uoffset_0_e = tensor.empty() : tensor<8xf32>
  %uoffset_0 = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%offset_0, %roffset_0 : tensor<8xf32>, tensor<8xf32>) outs(%uoffset_0_e : tensor<8xf32>) {
  ^bb0(%w: f32, %g: f32, %o: f32):
    %s = arith.mulf %lr, %g : f32
    %r = arith.subf %w, %s : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %uw1_0_e = tensor.empty() : tensor<8x16xf32>
  %uw1_0 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%w1_0, %rw1_0 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%uw1_0_e : tensor<8x16xf32>) {
  ^bb0(%w: f32, %g: f32, %o: f32):
    %s = arith.mulf %lr, %g : f32
    %r = arith.subf %w, %s : f32
    linalg.yield %r : f32
  } -> tensor<8x16xf32>
  %ub1_0_e = tensor.empty() : tensor<16xf32>
  %ub1_0 = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%b1_0, %rb1_0 : tensor<16xf32>, tensor<16xf32>) outs(%ub1_0_e : tensor<16xf32>) {
  ^bb0(%w: f32, %g: f32, %o: f32):
    %s = arith.mulf %lr, %g : f32
    %r = arith.subf %w, %s : f32
    linalg.yield %r : f32
  } -> tensor<16xf32>
  %uw2_0_e = tensor.empty() : tensor<16x8xf32>
  %uw2_0 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%w2_0, %rw2_0 : tensor<16x8xf32>, tensor<16x8xf32>) outs(%uw2_0_e : tensor<16x8xf32>) {
  ^bb0(%w: f32, %g: f32, %o: f32):
    %s = arith.mulf %lr, %g : f32
    %r = arith.subf %w, %s : f32
    linalg.yield %r : f32
  } -> tensor<16x8xf32>
  %ub2_0_e = tensor.empty() : tensor<8xf32>
  %ub2_0 = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%b2_0, %rb2_0 : tensor<8xf32>, tensor<8xf32>) outs(%ub2_0_e : tensor<8xf32>) {
  ^bb0(%w: f32, %g: f32, %o: f32):
    %s = arith.mulf %lr, %g : f32
    %r = arith.subf %w, %s : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %uw3_0_e = tensor.empty() : tensor<8x8xf32>
  %uw3_0 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%w3_0, %rw3_0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%uw3_0_e : tensor<8x8xf32>) {
  ^bb0(%w: f32, %g: f32, %o: f32):
    %s = arith.mulf %lr, %g : f32
    %r = arith.subf %w, %s : f32
    linalg.yield %r : f32
  } -> tensor<8x8xf32>
  %ugain_0_e = tensor.empty() : tensor<8xf32>
  %ugain_0 = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%gain_0, %rgain_0 : tensor<8xf32>, tensor<8xf32>) outs(%ugain_0_e : tensor<8xf32>) {
  ^bb0(%w: f32, %g: f32, %o: f32):
    %s = arith.mulf %lr, %g : f32
    %r = arith.subf %w, %s : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %uscale_1_e = tensor.empty() : tensor<8xf32>
  %uscale_1 = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%scale_1, %rscale_1 : tensor<8xf32>, tensor<8xf32>) outs(%uscale_1_e : tensor<8xf32>) {
  ^bb0(%w: f32, %g: f32, %o: f32):
    %s = arith.mulf %lr, %g : f32
    %r = arith.subf %w, %s : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %uoffset_1_e = tensor.empty() : tensor<8xf32>
  %uoffset_1 = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%offset_1, %roffset_1 : tensor<8xf32>, tensor<8xf32>) outs(%uoffset_1_e : tensor<8xf32>) {
  ^bb0(%w: f32, %g: f32, %o: f32):
    %s = arith.mulf %lr, %g : f32
    %r = arith.subf %w, %s : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %uw1_1_e = tensor.empty() : tensor<8x16xf32>
  %uw1_1 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%w1_1, %rw1_1 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%uw1_1_e : tensor<8x16xf32>) {
  ^bb0(%w: f32, %g: f32, %o: f32):
    %s = arith.mulf %lr, %g : f32
    %r = arith.subf %w, %s : f32
    linalg.yield %r : f32
  } -> tensor<8x16xf32>
  %ub1_1_e = tensor.empty() : tensor<16xf32>
  %ub1_1 = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%b1_1, %rb1_1 : tensor<16xf32>, tensor<16xf32>) outs(%ub1_1_e : tensor<16xf32>) {
  ^bb0(%w: f32, %g: f32, %o: f32):
    %s = arith.mulf %lr, %g : f32
    %r = arith.subf %w, %s : f32
    linalg.yield %r : f32
  } -> tensor<16xf32>
  %uw2_1_e = tensor.empty() : tensor<16x8xf32>
  %uw2_1 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%w2_1, %rw2_1 : tensor<16x8xf32>, tensor<16x8xf32>) outs(%uw2_1_e : tensor<16x8xf32>) {
  ^bb0(%w: f32, %g: f32, %o: f32):
    %s = arith.mulf %lr, %g : f32
    %r = arith.subf %w, %s : f32
    linalg.yield %r : f32
  } -> tensor<16x8xf32>
  %ub2_1_e = tensor.empty() : tensor<8xf32>
  %ub2_1 = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%b2_1, %rb2_1 : tensor<8xf32>, tensor<8xf32>) outs(%ub2_1_e : tensor<8xf32>) {
  ^bb0(%w: f32, %g: f32, %o: f32):
    %s = arith.mulf %lr, %g : f32
    %r = arith.subf %w, %s : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %uw3_1_e = tensor.empty() : tensor<8x8xf32>
  %uw3_1 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%w3_1, %rw3_1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%uw3_1_e : tensor<8x8xf32>) {
  ^bb0(%w: f32, %g: f32, %o: f32):
    %s = arith.mulf %lr, %g : f32
    %r = arith.subf %w, %s : f32
    linalg.yield %r : f32
  } -> tensor<8x8xf32>
  %ugain_1_e = tensor.empty() : tensor<8xf32>
  %ugain_1 = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%gain_1, %rgain_1 : tensor<8xf32>, tensor<8xf32>) outs(%ugain_1_e : tensor<8xf32>) {
  ^bb0(%w: f32, %g: f32, %o: f32):
    %s = arith.mulf %lr, %g : f32
    %r = arith.subf %w, %s : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %uscale_0, %uoffset_0, %uw1_0, %ub1_0, %uw2_0, %ub2_0, %uw3_0, %ugain_0, %uscale_1, %uoffset_1, %uw1_1, %ub1_1, %uw2_1, %ub2_1, %uw3_1, %ugain_1, %mean
      : tensor<8xf32>, tensor<8xf32>, tensor<8x16xf32>, tensor<16xf32>, tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x16xf32>, tensor<16xf32>, tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<f32>
}
