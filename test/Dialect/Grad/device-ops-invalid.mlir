// RUN: grad-opt %s -split-input-file -verify-diagnostics

func.func @size(%a: memref<16xf32>) {
  // expected-error @below {{GR-PT-1: expected a result of 2 elements, at least one, got 'memref<3xi64>'}}
  %0 = grad.pointer_table [1] (%a : memref<16xf32>) : memref<3xi64>
  return
}

// -----

func.func @dynamic(%a: memref<16xf32>) {
  // expected-error @below {{GR-PT-1: expected a result of 1 elements}}
  %0 = grad.pointer_table [] (%a : memref<16xf32>) : memref<?xi64>
  return
}

// -----

func.func @empty() {
  // expected-error @below {{GR-PT-1: expected a result of 0 elements, at least one}}
  %0 = grad.pointer_table [] : memref<0xi64>
  return
}

// -----

func.func @layout(%a: memref<16xf32>) {
  // expected-error @below {{GR-PT-2: expected a result of identity layout}}
  %0 = grad.pointer_table [1] (%a : memref<16xf32>)
      : memref<2xi64, strided<[2]>>
  return
}
