// RUN: grad-opt %s --convert-linalg-to-kernels -split-input-file -verify-diagnostics

func.func @tensors(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expected memrefs; bufferize first}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32):
    %1 = arith.addf %x, %x : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @element(%a: memref<4xi7>) {
  // expected-error @below {{kernels have no elements of type 'i7'}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%a : memref<4xi7>) {
  ^bb0(%x: i7):
    %0 = arith.addi %x, %x : i7
    linalg.yield %0 : i7
  }
  return
}

// -----

func.func @write(%a: memref<4xf32>, %b: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%a : memref<4xf32>) {
  ^bb0(%x: f32):
    // expected-error @below {{a kernel cannot hold this operation}}
    memref.store %x, %b[] : memref<f32>
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @outside(%a: memref<4xi32>, %k: i7) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%a : memref<4xi32>) {
  ^bb0(%x: i32):
    // expected-error @below {{kernels take no values of type 'i7'}}
    %0 = arith.extsi %k : i7 to i32
    linalg.yield %0 : i32
  }
  return
}

// -----

func.func @inside(%a: memref<4x4xf32>, %b: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%b : memref<4xf32>) {
  ^bb0(%x: f32):
    %i = linalg.index 0 : index
    %c = arith.constant 0 : index
    // expected-error @below {{a kernel cannot hold this operation}}
    %row = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<4x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %0 = memref.load %row[%c] : memref<4xf32, strided<[1], offset: ?>>
    linalg.yield %0 : f32
  }
  return
}

// -----

func.func @rank(%a: memref<4xindex>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%a : memref<4xindex>) {
  ^bb0(%x: index):
    // expected-error @below {{a kernel cannot hold this operation}}
    %0 = grad.rank : index
    linalg.yield %0 : index
  }
  return
}
