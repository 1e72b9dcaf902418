// What a narrow wire cannot carry is an error at the operation. Of several, all
// are told.
//
// RUN: grad-opt %s --split-input-file --insert-reduction-casts=wire=f16 --verify-diagnostics

func.func @wide(%x: tensor<4xf64>, %y: tensor<4xf32>) -> (tensor<4xf64>, tensor<4xf32>, tensor<4xf64>) {
  // expected-error@+1 {{all-reduce at line 8: operand 0: wire=f16: expected f32 or f16, got f64; cast it, or leave it out of reductions with a wire type}}
  %0 = grad.all_reduce<sum> %x : tensor<4xf64>
  // expected-error@+1 {{all-reduce at line 10: operand 1: wire=f16: expected f32 or f16, got f64}}
  %1:2 = grad.all_reduce<avg> %y, %x : tensor<4xf32>, tensor<4xf64>
  return %0, %1#0, %1#1 : tensor<4xf64>, tensor<4xf32>, tensor<4xf64>
}

// -----

func.func @other(%x: tensor<8xbf16>) -> tensor<4xbf16> {
  // expected-error@+1 {{reduce-scatter 'w': operand 0: wire=f16: expected f32 or f16, got bf16}}
  %0 = grad.reduce_scatter<sum> %x dim 0 {grad.param = "w"} : tensor<8xbf16> -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}
