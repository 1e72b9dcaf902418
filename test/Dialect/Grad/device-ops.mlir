// RUN: grad-opt %s | grad-opt | FileCheck %s
// RUN: grad-opt %s --mlir-print-op-generic | grad-opt | FileCheck %s
// RUN: grad-opt %s --emit-bytecode | grad-opt | FileCheck %s

// CHECK-LABEL: func @pointer_table
func.func @pointer_table(%a: memref<16xf32>, %b: memref<?x2xbf16>)
    -> (memref<7xi64>, memref<3xi64>, memref<1xi64>) {
  // CHECK: grad.pointer_table [0, 1, 2, 16, 8](%{{.*}}, %{{.*}} : memref<16xf32>, memref<?x2xbf16>) : memref<7xi64>
  %0 = grad.pointer_table [0, 1, 2, 16, 8]
      (%a, %b : memref<16xf32>, memref<?x2xbf16>) : memref<7xi64>
  // CHECK: grad.pointer_table [1, -2, 3] : memref<3xi64>
  %1 = grad.pointer_table [1, -2, 3] : memref<3xi64>
  // CHECK: grad.pointer_table [](%{{.*}} : memref<16xf32>) : memref<1xi64>
  %2 = grad.pointer_table [] (%a : memref<16xf32>) : memref<1xi64>
  return %0, %1, %2 : memref<7xi64>, memref<3xi64>, memref<1xi64>
}
