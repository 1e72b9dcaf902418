// RUN: grad-opt %s --convert-grad-to-runtime=backend=nccl -split-input-file -verify-diagnostics | FileCheck %s

// A collective goes to a stream of its own; what follows waits for it just
// before the first use of its memory.

// CHECK-LABEL: func.func private @step_0
// CHECK-SAME: (%[[CONTEXT:.*]]: !llvm.ptr, %[[A:.*]]: memref<8xf32>, %[[B:.*]]: memref<8xf32>, %[[C:.*]]: memref<8xf32>)
// CHECK: call @gradrt_fork(%[[CONTEXT]], %[[SLOT:.*]], %{{.*}})
// CHECK: %[[STREAM:.*]] = llvm.load %[[SLOT]]
// CHECK: call @gradrt_all_reduce({{.*}}, %[[STREAM]], %{{.*}})
// CHECK: call @gradrt_mark(%[[CONTEXT]], %[[TICKET:.*]], %{{.*}})
// CHECK: call @gradrt_copy
// CHECK: %[[NUMBER:.*]] = llvm.load %[[TICKET]] : !llvm.ptr -> i64
// CHECK: call @gradrt_join(%[[CONTEXT]], %[[NUMBER]], %{{.*}})
// CHECK: call @gradrt_copy
// CHECK: return
func.func @step(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>) {
  grad.all_reduce<avg> %a : memref<8xf32>
  memref.copy %b, %c : memref<8xf32> to memref<8xf32>
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  return
}

// -----

// What nobody uses is waited for at the end.

// CHECK-LABEL: func.func private @unused_0
// CHECK: call @gradrt_all_reduce
// CHECK: call @gradrt_mark
// CHECK: call @gradrt_join
// CHECK: return
func.func @unused(%a: memref<8xf32>) {
  grad.all_reduce<sum> %a : memref<8xf32>
  return
}

// -----

// Memory, constants, single elements, products.

// CHECK: llvm.mlir.global internal constant @[[FIELDS:grad.numbers.*]](dense<[11, 11, 0, 1, 4, 6, 8, 8, 1, 0, 6, 1, 0, 6, 1, 0]> : tensor<16xi64>)
// CHECK-LABEL: func.func private @memory_0
// CHECK: call @gradrt_alloc
// CHECK: memref.get_global
// CHECK: call @gradrt_constant
// CHECK: call @gradrt_read
// CHECK: call @gradrt_write
// CHECK: llvm.mlir.addressof @[[FIELDS]]
// CHECK: call @gradrt_matmul
// CHECK: call @gradrt_free
memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
func.func @memory(%a: memref<4x8xf32>, %b: memref<8x6xf32>, %n: memref<f32>) {
  %c = memref.alloc() : memref<4x6xf32>
  %t = memref.get_global @table : memref<2xf32>
  %i = arith.constant 1 : index
  %x = memref.load %t[%i] : memref<2xf32>
  memref.store %x, %n[] : memref<f32>
  linalg.matmul {grad.overwrite} ins(%a, %b : memref<4x8xf32>, memref<8x6xf32>) outs(%c : memref<4x6xf32>)
  memref.dealloc %c : memref<4x6xf32>
  return
}

// -----

func.func @maximum(%a: memref<8xf32>) {
  // expected-error @below {{backend 'nccl' loses NaN in 'max' of 'f32'; 'ignore-nan' accepts that}}
  grad.all_reduce<max> %a : memref<8xf32>
  return
}

// -----

func.func @short(%a: memref<8xi16>) {
  // expected-error @below {{backend 'nccl' has no 'sum' that sends 'i16' and delivers 'i16'; convert to a type that it has}}
  grad.all_reduce<sum> %a : memref<8xi16>
  return
}

// -----

func.func @loop(%a: memref<8xf32>) {
  // expected-error @below {{expected kernels and matrix products; run convert-linalg-to-kernels first}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%a : memref<8xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @atomic(%x: memref<8xf32>, %v: f32) {
  %c = arith.constant 0 : index
  // expected-error @below {{this operation has no way to work on the memory of a device}}
  %0 = memref.atomic_rmw addf %v, %x[%c] : (f32, memref<8xf32>) -> f32
  return
}

// -----

func.func @reshape(%x: memref<24xf32>, %sizes: memref<2xindex>) {
  // expected-error @below {{this operation has no way to work on the memory of a device}}
  %0 = memref.reshape %x(%sizes) : (memref<24xf32>, memref<2xindex>) -> memref<?x?xf32>
  return
}
