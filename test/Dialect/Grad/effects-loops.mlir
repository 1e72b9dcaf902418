// Loop passes that hoist more than pure code.
//
// RUN: grad-opt %s -split-input-file --loop-invariant-subset-hoisting | FileCheck %s --check-prefix=SUBSET
// RUN: grad-opt %s -split-input-file --affine-loop-invariant-code-motion | FileCheck %s --check-prefix=AFFINE
// RUN: grad-opt %s -split-input-file --affine-parallelize | FileCheck %s --check-prefix=PARALLEL
// RUN: grad-opt %s -split-input-file --affine-scalrep | FileCheck %s --check-prefix=SCALREP

// The pair of extract and insert is hoisted around the loop; the collective
// between them stays inside and works on the value that the loop carries.
// SUBSET-LABEL: func.func @subset
func.func @subset(%n: index, %x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // SUBSET: tensor.extract_slice
  // SUBSET: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[SLICE:.*]] = %{{.*}})
  // SUBSET-NEXT: %[[R:.*]] = grad.all_reduce<sum> %[[SLICE]]
  // SUBSET-NEXT: scf.yield %{{.*}}, %[[R]]
  // SUBSET: tensor.insert_slice
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%z = %x) -> tensor<8xf32> {
    %s = tensor.extract_slice %z[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %r = grad.all_reduce<sum> %s : tensor<4xf32>
    %w = tensor.insert_slice %r into %z[0] [4] [1]
        : tensor<4xf32> into tensor<8xf32>
    scf.yield %w : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

// -----

// A loop with a collective in it neither gives it up nor becomes parallel; the
// load of what the collective writes stays behind it.
// AFFINE-LABEL: func.func @affine
// PARALLEL-LABEL: func.func @affine
func.func @affine(%m: memref<4xf32>, %x: tensor<4xf32>, %k: f32,
                  %out: memref<100xf32>, %other: memref<100xf32>) {
  // AFFINE: affine.for
  // AFFINE-NEXT: grad.all_reduce<sum> %{{.*}} : memref<4xf32>
  // AFFINE-NEXT: grad.all_reduce<sum> %{{.*}} : tensor<4xf32>
  // AFFINE-NEXT: affine.load
  // AFFINE-NEXT: affine.store
  // PARALLEL: affine.for
  // PARALLEL-NEXT: grad.all_reduce<sum>
  affine.for %i = 0 to 100 {
    grad.all_reduce<sum> %m : memref<4xf32>
    %r = grad.all_reduce<sum> %x : tensor<4xf32>
    %v = affine.load %m[0] : memref<4xf32>
    affine.store %v, %out[%i] : memref<100xf32>
  }
  // The contrast: without one, the invariant addition is hoisted and the loop
  // becomes parallel.
  // AFFINE: arith.addf
  // AFFINE-NEXT: affine.for
  // PARALLEL: affine.parallel
  affine.for %i = 0 to 100 {
    %v = arith.addf %k, %k : f32
    affine.store %v, %other[%i] : memref<100xf32>
  }
  return
}

// -----

// What was stored is not what is loaded, with a collective in between.
// SCALREP-LABEL: func.func @forward
// SCALREP-SAME: (%[[V:.*]]: f32,
func.func @forward(%v: f32, %m: memref<4xf32>, %n: memref<4xf32>)
    -> (f32, f32) {
  // SCALREP: affine.store
  // SCALREP-NEXT: grad.all_reduce<sum>
  // SCALREP-NEXT: %[[LOADED:.*]] = affine.load
  affine.store %v, %m[0] : memref<4xf32>
  grad.all_reduce<sum> %m : memref<4xf32>
  %loaded = affine.load %m[0] : memref<4xf32>
  // SCALREP-NOT: affine.load
  affine.store %v, %n[0] : memref<4xf32>
  %contrast = affine.load %n[0] : memref<4xf32>
  // SCALREP: return %[[LOADED]], %[[V]]
  return %loaded, %contrast : f32, f32
}
