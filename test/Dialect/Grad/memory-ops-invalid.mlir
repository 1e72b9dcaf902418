// RUN: grad-opt %s -split-input-file -verify-diagnostics

func.func @dynamic() {
  // expected-error @below {{GR-WS-1: expected a memref of one dimension of static size, got 'memref<?xi8>'}}
  %a = grad.workspace : memref<?xi8>
  return
}

// -----

func.func @rank() {
  // expected-error @below {{GR-WS-1: expected a memref of one dimension of static size, got 'memref<2x4xi8>'}}
  %a = grad.workspace : memref<2x4xi8>
  return
}

// -----

func.func @elements() {
  // expected-error @below {{GR-WS-2: expected elements of i8, got 'f32'}}
  %a = grad.workspace : memref<4xf32>
  return
}

// -----

func.func @layout() {
  // expected-error @below {{GR-WS-3: expected the identity layout in the default memory space}}
  %a = grad.workspace : memref<4xi8, strided<[2]>>
  return
}

// -----

func.func @space() {
  // expected-error @below {{GR-WS-3: expected the identity layout in the default memory space}}
  %a = grad.workspace : memref<4xi8, 1>
  return
}
