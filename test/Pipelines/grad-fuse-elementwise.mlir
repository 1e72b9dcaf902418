// RUN: grad-opt %s --pass-pipeline='builtin.module(func.func(grad-fuse-elementwise))' | FileCheck %s

#id = affine_map<(d0) -> (d0)>
#row = affine_map<(d0, d1) -> (d1)>
#all = affine_map<(d0, d1) -> (d0, d1)>

// The cast of a gradient becomes part of the loop that makes it.
// CHECK-LABEL: func.func @cast_after_producer
// CHECK: %[[SENT:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<8xf16>, tensor<8xf16>) outs(%{{.*}} : tensor<8xf32>)
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} : f16
// CHECK-NEXT: %[[W:.*]] = arith.extf %[[P]] : f16 to f32
// CHECK-NEXT: linalg.yield %[[W]]
// CHECK-NOT: linalg.generic
// CHECK: grad.all_reduce<sum> %[[SENT]]
func.func @cast_after_producer(%x: tensor<8xf16>, %y: tensor<8xf16>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf16>
  %g = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<8xf16>, tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<8xf16>
  %f = tensor.empty() : tensor<8xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%g : tensor<8xf16>) outs(%f : tensor<8xf32>) {
  ^bb0(%a: f16, %out: f32):
    %p = arith.extf %a : f16 to f32
    linalg.yield %p : f32
  } -> tensor<8xf32>
  %r = grad.all_reduce<sum> %w : tensor<8xf32>
  return %r : tensor<8xf32>
}

// Scale, cast back and update: one loop. The roundings stay, and so do named
// operations only where they do not work element by element.
// CHECK-LABEL: func.func @scale_and_update
// CHECK: %[[SUM:.*]] = grad.all_reduce<sum>
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<8xf32>, tensor<8xf32>)
// CHECK: %[[S:.*]] = arith.mulf
// CHECK-NEXT: %[[N:.*]] = arith.truncf %[[S]] : f32 to f16
// CHECK-NEXT: %[[B:.*]] = arith.extf %[[N]] : f16 to f32
// CHECK-NEXT: %[[D:.*]] = arith.subf %{{.*}}, %[[B]]
// CHECK-NEXT: linalg.yield %[[D]]
// CHECK-NOT: linalg.{{generic|sub|fill}}
// CHECK: return
func.func @scale_and_update(%g: tensor<8xf32>, %w: tensor<8xf32>) -> tensor<8xf32> {
  %half = arith.constant dense<0.5> : tensor<8xf32>
  %r = grad.all_reduce<sum> %g : tensor<8xf32>
  %e = tensor.empty() : tensor<8xf16>
  %m = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%r, %half : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf16>) {
  ^bb0(%a: f32, %b: f32, %out: f16):
    %s = arith.mulf %a, %b : f32
    %n = arith.truncf %s : f32 to f16
    linalg.yield %n : f16
  } -> tensor<8xf16>
  %f = tensor.empty() : tensor<8xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%m : tensor<8xf16>) outs(%f : tensor<8xf32>) {
  ^bb0(%a: f16, %out: f32):
    %p = arith.extf %a : f16 to f32
    linalg.yield %p : f32
  } -> tensor<8xf32>
  %new = linalg.sub ins(%w, %b : tensor<8xf32>, tensor<8xf32>) outs(%f : tensor<8xf32>) -> tensor<8xf32>
  return %new : tensor<8xf32>
}

// What was to work in place does so on what the producer was to write to.
// CHECK-LABEL: func.func @in_place
// CHECK-SAME: %[[X:.*]]: tensor<8xf32>, %[[MEMORY:.*]]: tensor<8xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<8xf32>) outs(%[[MEMORY]] : tensor<8xf32>)
// CHECK-NOT: linalg.generic
func.func @in_place(%x: tensor<8xf32>, %memory: tensor<8xf32>) -> tensor<8xf32> {
  %two = arith.constant 2.0 : f32
  %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%memory : tensor<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %p = arith.mulf %a, %a : f32
    linalg.yield %p : f32
  } -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%g : tensor<8xf32>) outs(%g : tensor<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %p = arith.divf %a, %two : f32
    linalg.yield %p : f32
  } -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// Through a reshape.
// CHECK-LABEL: func.func @reshaped
// CHECK-COUNT-1: linalg.generic
// CHECK: return
func.func @reshaped(%x: tensor<8xf16>) -> tensor<2x4xf32> {
  %e = tensor.empty() : tensor<8xf16>
  %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%a: f16, %out: f16):
    %p = arith.mulf %a, %a : f16
    linalg.yield %p : f16
  } -> tensor<8xf16>
  %v = tensor.expand_shape %g [[0, 1]] output_shape [2, 4] : tensor<8xf16> into tensor<2x4xf16>
  %f = tensor.empty() : tensor<2x4xf32>
  %w = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<2x4xf16>) outs(%f : tensor<2x4xf32>) {
  ^bb0(%a: f16, %out: f32):
    %p = arith.extf %a : f16 to f32
    linalg.yield %p : f32
  } -> tensor<2x4xf32>
  return %w : tensor<2x4xf32>
}

// An element that is read several times is computed once.
// CHECK-LABEL: func.func @broadcast
// CHECK-COUNT-2: linalg.generic
func.func @broadcast(%x: tensor<4xf32>, %y: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %p = math.exp %a : f32
    linalg.yield %p : f32
  } -> tensor<4xf32>
  %f = tensor.empty() : tensor<2x4xf32>
  %w = linalg.generic {indexing_maps = [#row, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%g, %y : tensor<4xf32>, tensor<2x4xf32>) outs(%f : tensor<2x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.addf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<2x4xf32>
  return %w : tensor<2x4xf32>
}

// So is one with two readers, and matrix products stay what they are.
// CHECK-LABEL: func.func @two_readers
// CHECK: linalg.generic
// CHECK: linalg.matmul
// CHECK: linalg.generic
func.func @two_readers(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %g = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %p = math.exp %a : f32
    linalg.yield %p : f32
  } -> tensor<4x4xf32>
  %m = linalg.matmul ins(%g, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  %w = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%g : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %p = arith.negf %a : f32
    linalg.yield %p : f32
  } -> tensor<4x4xf32>
  return %m, %w : tensor<4x4xf32>, tensor<4x4xf32>
}

// What reads the operand of a collective stays before it: the collective would
// need a copy otherwise.
// CHECK-LABEL: func.func @before_the_collective
// CHECK: linalg.generic
// CHECK: grad.all_reduce
// CHECK: linalg.generic
func.func @before_the_collective(%x: tensor<8xf32>, %e: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %p = math.exp %a : f32
    linalg.yield %p : f32
  } -> tensor<8xf32>
  %r = grad.all_reduce<sum> %x : tensor<8xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%g : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %p = arith.negf %a : f32
    linalg.yield %p : f32
  } -> tensor<8xf32>
  return %r, %w : tensor<8xf32>, tensor<8xf32>
}

// What is read from memory is read where that is done.
// CHECK-LABEL: func.func @from_memory
// CHECK: linalg.generic
// CHECK: memref.store
// CHECK: linalg.generic
func.func @from_memory(%memory: memref<8xf32>, %at: index, %e: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %x = bufferization.to_tensor %memory restrict : memref<8xf32> to tensor<8xf32>
  %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %p = math.exp %a : f32
    linalg.yield %p : f32
  } -> tensor<8xf32>
  memref.store %zero, %memory[%at] : memref<8xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%g : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %p = arith.negf %a : f32
    linalg.yield %p : f32
  } -> tensor<8xf32>
  return %w : tensor<8xf32>
}
