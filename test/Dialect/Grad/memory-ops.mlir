// Read and written as pretty text, generic text and bytecode.
//
// RUN: grad-opt %s | FileCheck %s
// RUN: grad-opt %s --mlir-print-op-generic | grad-opt | FileCheck %s
// RUN: grad-opt %s --emit-bytecode | grad-opt | FileCheck %s
// RUN: grad-opt %s --canonicalize --cse | FileCheck %s --check-prefix=KEPT

// CHECK-LABEL: func.func @workspace
// CHECK: %[[A:workspace.*]] = grad.workspace : memref<256xi8>
// CHECK: %[[B:workspace.*]] = grad.workspace {note} : memref<0xi8>
// CHECK: return %[[A]], %[[B]]
func.func @workspace() -> (memref<256xi8>, memref<0xi8>) {
  %a = grad.workspace : memref<256xi8>
  %b = grad.workspace {note} : memref<0xi8>
  return %a, %b : memref<256xi8>, memref<0xi8>
}

// Two of them are never one, although they look the same.
// KEPT-LABEL: func.func @two
// KEPT: %[[A:.*]] = grad.workspace
// KEPT: %[[B:.*]] = grad.workspace
// KEPT: return %[[A]], %[[B]]
func.func @two() -> (memref<64xi8>, memref<64xi8>) {
  %a = grad.workspace : memref<64xi8>
  %b = grad.workspace : memref<64xi8>
  return %a, %b : memref<64xi8>, memref<64xi8>
}
