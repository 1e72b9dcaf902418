// The plugin brings dialect and passes into stock mlir-opt.

// RUN: mlir-opt %s --load-dialect-plugin=%grad_plugin \
// RUN:   --load-pass-plugin=%grad_plugin \
// RUN:   --pass-pipeline='builtin.module(fuse-allreduce)' | FileCheck %s

// CHECK-LABEL: func @two
// CHECK:         grad.all_reduce<sum> %arg0, %arg1 :
func.func @two(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
