// RUN: grad-opt %s --pass-pipeline='builtin.module(func.func(grad-flatten-loops))' | FileCheck %s

#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#number = affine_map<(d0, d1) -> ()>

// An update is one loop, and the learning rate is read before it.
// CHECK-LABEL: func.func @update
// CHECK-SAME: (%[[W:.*]]: memref<4x8xf32>, %[[G:.*]]: memref<4x8xf32>, %[[RATE:.*]]: memref<f32>)
// CHECK: %[[FLAT_G:.*]] = memref.collapse_shape %[[G]] {{\[\[}}0, 1]] : memref<4x8xf32> into memref<32xf32>
// CHECK: %[[FLAT_W:.*]] = memref.collapse_shape %[[W]]
// CHECK: %[[NUMBER:.*]] = memref.load %[[RATE]][] : memref<f32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[FLAT_G]], %[[NUMBER]] : memref<32xf32>, f32) outs(%[[FLAT_W]] : memref<32xf32>)
func.func @update(%w: memref<4x8xf32>, %g: memref<4x8xf32>, %rate: memref<f32>) {
  linalg.generic {indexing_maps = [#all, #number, #all], iterator_types = ["parallel", "parallel"]}
      ins(%g, %rate : memref<4x8xf32>, memref<f32>) outs(%w : memref<4x8xf32>) {
  ^bb0(%a: f32, %r: f32, %out: f32):
    %p = arith.mulf %a, %r : f32
    %d = arith.subf %out, %p : f32
    linalg.yield %d : f32
  }
  return
}

// CHECK-LABEL: func.func @dynamic
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : memref<?xf32>)
func.func @dynamic(%x: f32, %m: memref<?x8xf32>) {
  linalg.fill ins(%x : f32) outs(%m : memref<?x8xf32>)
  return
}

// Elements that are read in another order, or more than once, or do not lie
// next to each other.
// CHECK-LABEL: func.func @other_orders
// CHECK-COUNT-3: iterator_types = ["parallel", "parallel"]
// CHECK-NOT: linalg.generic
func.func @other_orders(%m: memref<4x8xf32>, %t: memref<8x4xf32>, %r: memref<8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>) {
  linalg.generic {indexing_maps = [#turned, #all], iterator_types = ["parallel", "parallel"]}
      ins(%t : memref<8x4xf32>) outs(%m : memref<4x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%r : memref<8xf32>) outs(%m : memref<4x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%s : memref<4x8xf32, strided<[16, 1]>>) outs(%m : memref<4x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  return
}

// A loop that asks where it is, and one that adds up.
// CHECK-LABEL: func.func @other_loops
// CHECK: iterator_types = ["parallel", "parallel"]
// CHECK: iterator_types = ["parallel", "reduction"]
func.func @other_loops(%m: memref<4x8xindex>, %n: memref<4x8xf32>, %s: memref<4xf32>) {
  linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x8xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 1 : index
    linalg.yield %i : index
  }
  linalg.generic {indexing_maps = [#all, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%n : memref<4x8xf32>) outs(%s : memref<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %p = arith.addf %a, %out : f32
    linalg.yield %p : f32
  }
  return
}

// A number that may lie in what the loop writes is read each time.
// CHECK-LABEL: func.func @may_be_written
// CHECK-NOT: memref.load
// CHECK: linalg.generic
// CHECK-NOT: memref.load
// CHECK: return
func.func @may_be_written(%w: memref<32xf32>) {
  %number = memref.subview %w[0] [1] [1] : memref<32xf32> to memref<f32, strided<[]>>
  linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%number : memref<f32, strided<[]>>) outs(%w : memref<32xf32>) {
  ^bb0(%a: f32, %out: f32):
    %p = arith.addf %a, %out : f32
    linalg.yield %p : f32
  }
  return
}
