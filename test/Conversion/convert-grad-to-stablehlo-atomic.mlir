// After an error nothing was written: neither output, nor operations in the
// module that the failed pass leaves.

// RUN: not grad-opt %s --convert-grad-to-stablehlo -o %t.out 2>/dev/null
// RUN: not ls %t.out
// RUN: not grad-opt %s --convert-grad-to-stablehlo --mlir-print-ir-after-failure 2>&1 | FileCheck %s

// CHECK: IR Dump After ConvertGradToStableHLO Failed
// CHECK-NOT: "stablehlo.
func.func @f(%x: tensor<4xf32>) -> index {
  grad.all_reduce<sum> %x : tensor<4xf32>
  %0 = grad.rank : index
  return %0 : index
}
