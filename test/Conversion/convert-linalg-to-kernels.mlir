// RUN: grad-opt %s --convert-linalg-to-kernels --canonicalize --cse -split-input-file | FileCheck %s

// One operation element by element: vectors of 16 bytes where the addresses
// allow it, in full chunks four that are loaded before the first is used, single
// elements for the rest, lengths of 64 bits.

// CHECK-LABEL: gpu.func @scale_flat_0
// CHECK-SAME: (%[[X:.*]]: i64, %[[Y:.*]]: i64, %[[FACTOR:.*]]: f32) kernel
// CHECK: scf.for
// CHECK: %[[BITS:.*]] = arith.ori %[[X]], %[[Y]]
// CHECK: %[[LOW:.*]] = arith.andi %[[BITS]], %{{.*}} : i64
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[LOW]]
// CHECK: %[[END:.*]] = arith.select %[[ALIGNED]]
// CHECK: scf.if
// CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK-NOT: llvm.load
// CHECK-COUNT-4: llvm.store {{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
// CHECK: } else {
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[END]] step %{{.*}} : i64
// CHECK:   llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK:   arith.mulf {{.*}} : vector<4xf32>
// CHECK:   llvm.store {{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
// CHECK: scf.for
// CHECK:   llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> f32
// CHECK:   arith.mulf %{{.*}}, %[[FACTOR]] : f32
// CHECK-LABEL: func @scale
// CHECK: gpu.launch_func @grad_kernels::@scale_flat_0 blocks in (%c2, %c1, %c1) threads in (%c256, %c1, %c1)
func.func @scale(%x: memref<70x71xf32>, %y: memref<70x71xf32>, %f: f32) {
  linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%x : memref<70x71xf32>) outs(%y : memref<70x71xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %f : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// A cast of 16-bit floats takes 8 elements at a time.

// CHECK-LABEL: gpu.func @cast_flat_0
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xf32>
// CHECK: arith.truncf {{.*}} : vector<8xf32> to vector<8xbf16>
// CHECK: llvm.store {{.*}} {alignment = 16 : i64} : vector<8xbf16>, !llvm.ptr<1>
// CHECK-LABEL: func @cast
func.func @cast(%x: memref<?xf32>, %y: memref<?xbf16>) {
  linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
    iterator_types = ["parallel"]
  } ins(%x : memref<?xf32>) outs(%y : memref<?xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %0 = arith.truncf %in : f32 to bf16
    linalg.yield %0 : bf16
  }
  return
}

// -----

// Updates of several parameters share a kernel, which finds its row in a table:
// the first chunk of each row, the lengths, the addresses. The one that reads
// what another wrote does not.

// CHECK-LABEL: gpu.func @update_flat_0(%{{.*}}: i64, %{{.*}}: i64)
// CHECK-LABEL: gpu.func @update_flat_1
// CHECK-LABEL: func @update
// CHECK: %[[TABLE:.*]] = grad.pointer_table [0, 2, 3, 5000, 7](%arg0, %arg1, %arg2, %arg3 : memref<5000xf32>, memref<5000xf32>, memref<7xf32>, memref<7xf32>) : memref<9xi64>
// CHECK: %[[POINTER:.*]] = memref.extract_aligned_pointer_as_index %[[TABLE]]
// CHECK: gpu.launch_func @grad_kernels::@update_flat_0 blocks in (%c3, %c1, %c1)
// CHECK: gpu.launch_func @grad_kernels::@update_flat_1
func.func @update(%g0: memref<5000xf32>, %w0: memref<5000xf32>,
                  %g1: memref<7xf32>, %w1: memref<7xf32>,
                  %w2: memref<7xf32>, %rate: memref<f32>) {
  linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>],
    iterator_types = ["parallel"]
  } ins(%g0, %rate : memref<5000xf32>, memref<f32>) outs(%w0 : memref<5000xf32>) {
  ^bb0(%g: f32, %r: f32, %w: f32):
    %0 = arith.mulf %r, %g : f32
    %1 = arith.subf %w, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>],
    iterator_types = ["parallel"]
  } ins(%g1, %rate : memref<7xf32>, memref<f32>) outs(%w1 : memref<7xf32>) {
  ^bb0(%g: f32, %r: f32, %w: f32):
    %0 = arith.mulf %r, %g : f32
    %1 = arith.subf %w, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>],
    iterator_types = ["parallel"]
  } ins(%w1, %rate : memref<7xf32>, memref<f32>) outs(%w2 : memref<7xf32>) {
  ^bb0(%g: f32, %r: f32, %w: f32):
    %0 = arith.mulf %r, %g : f32
    %1 = arith.subf %w, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// One kernel for each bucket: the update of the first need not wait for the
// second.

// CHECK-LABEL: func @buckets
// CHECK: grad.all_reduce
// CHECK: grad.all_reduce
// CHECK: gpu.launch_func @grad_kernels::@buckets_flat_0
// CHECK: gpu.launch_func @grad_kernels::@buckets_flat_1
func.func @buckets(%a: memref<8xf32>, %b: memref<8xf32>) {
  grad.all_reduce<sum> %a : memref<8xf32>
  grad.all_reduce<sum> %b : memref<8xf32>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%a : memref<8xf32>) {
  ^bb0(%x: f32):
    %0 = arith.addf %x, %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%b : memref<8xf32>) {
  ^bb0(%x: f32):
    %0 = arith.addf %x, %x : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// Reductions into one result share two kernels.

// CHECK-LABEL: gpu.func @norm_reduction_0
// CHECK-SAME: workgroup(%{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>)
// CHECK: scf.for {{.*}} -> (vector<4xf32>)
// CHECK: scf.for {{.*}} -> (f32)
// CHECK: gpu.barrier
// CHECK-LABEL: gpu.func @norm_reduction_finish_0
// CHECK-LABEL: func @norm
// CHECK: %[[PIECES:.*]] = memref.alloc() : memref<2xf32>
// CHECK: gpu.launch_func @grad_kernels::@norm_reduction_0 blocks in (%c2,
// CHECK: gpu.launch_func @grad_kernels::@norm_reduction_finish_0 blocks in (%c1,
// CHECK: memref.dealloc %[[PIECES]]
// CHECK-NOT: gpu.launch_func
func.func @norm(%a: memref<100xf32>, %b: memref<10x10xf32>, %n: memref<f32>) {
  linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
    iterator_types = ["reduction"]
  } ins(%a : memref<100xf32>) outs(%n : memref<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
    iterator_types = ["reduction", "reduction"]
  } ins(%b : memref<10x10xf32>) outs(%n : memref<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// Operations on single elements: one thread, in their order.

// CHECK-LABEL: gpu.func @single_single_0
// CHECK: arith.addf
// CHECK: arith.mulf
// CHECK-LABEL: func @single
// CHECK: gpu.launch_func @grad_kernels::@single_single_0 blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
// CHECK-NOT: gpu.launch_func
func.func @single(%a: memref<f32>, %b: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a : memref<f32>) outs(%b : memref<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%b : memref<f32>) outs(%a : memref<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// A thread for each result, and a block for one of many summands.

// CHECK-LABEL: gpu.func @rows_point_0
// CHECK-NOT: gpu.barrier
// CHECK-LABEL: gpu.func @rows_point_1
// CHECK: gpu.barrier
// CHECK-LABEL: func @rows
// CHECK: gpu.launch_func @grad_kernels::@rows_point_0 blocks in (%c2,
// CHECK: gpu.launch_func @grad_kernels::@rows_point_1 blocks in (%c300,
func.func @rows(%x: memref<300x4xf32>, %y: memref<300xf32>, %z: memref<300x512xf32>) {
  linalg.reduce ins(%x : memref<300x4xf32>) outs(%y : memref<300xf32>) dimensions = [1]
    (%in: f32, %out: f32) {
      %0 = arith.addf %out, %in : f32
      linalg.yield %0 : f32
    }
  linalg.reduce ins(%z : memref<300x512xf32>) outs(%y : memref<300xf32>) dimensions = [1]
    (%in: f32, %out: f32) {
      %0 = arith.addf %out, %in : f32
      linalg.yield %0 : f32
    }
  return
}

// -----

// Products stay, and need no zeros to add to. A transposed operand is one.

// CHECK-LABEL: func @products
// CHECK-NOT: gpu.launch_func
// CHECK: linalg.generic
// CHECK-SAME: attrs = {grad.overwrite}
// CHECK: linalg.generic
// CHECK-NOT: grad.overwrite
func.func @products(%a: memref<4x8xf32>, %b: memref<8x6xf32>, %c: memref<4x6xf32>,
                    %bt: memref<6x8xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<4x6xf32>)
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x6xf32>) outs(%c : memref<4x6xf32>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %bt : memref<4x8xf32>, memref<6x8xf32>) outs(%c : memref<4x6xf32>)
  return
}

// -----

// Zeros that something else reads before the product stay.

// CHECK-LABEL: func @zeros
// CHECK: gpu.launch_func @grad_kernels::@zeros_flat_0
// CHECK: memref.copy
// CHECK: linalg.generic
// CHECK-NOT: grad.overwrite
func.func @zeros(%a: memref<4x8xf32>, %b: memref<8x6xf32>, %c: memref<4x6xf32>, %d: memref<4x6xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<4x6xf32>)
  memref.copy %c, %d : memref<4x6xf32> to memref<4x6xf32>
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x6xf32>) outs(%c : memref<4x6xf32>)
  return
}

// -----

// A convolution: the elements that each result reads, then a product.

// CHECK-LABEL: func @convolution
// CHECK: %[[COLUMNS:.*]] = memref.alloc() : memref<2x3x3x3x6x6xf32>
// CHECK: gpu.launch_func @grad_kernels::@convolution_point_0
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[COLUMNS]], %arg1 :
// CHECK: memref.dealloc %[[COLUMNS]]
func.func @convolution(%x: memref<2x3x8x8xf32>, %w: memref<4x3x3x3xf32>, %y: memref<2x4x6x6xf32>) {
  linalg.conv_2d_nchw_fchw ins(%x, %w : memref<2x3x8x8xf32>, memref<4x3x3x3xf32>)
      outs(%y : memref<2x4x6x6xf32>)
  return
}

// -----

// Integers have no product; a copy with gaps is a kernel, one without stays.

// CHECK-LABEL: func @others
// CHECK: gpu.launch_func @grad_kernels::@others_point_0
// CHECK: gpu.launch_func @grad_kernels::@others_point_1
// CHECK: memref.copy
func.func @others(%a: memref<4x8xi32>, %b: memref<8x6xi32>, %c: memref<4x6xi32>,
                  %s: memref<4x6xi32, strided<[12, 2]>>, %d: memref<4x6xi32>) {
  linalg.matmul ins(%a, %b : memref<4x8xi32>, memref<8x6xi32>) outs(%c : memref<4x6xi32>)
  memref.copy %s, %d : memref<4x6xi32, strided<[12, 2]>> to memref<4x6xi32>
  memref.copy %c, %d : memref<4x6xi32> to memref<4x6xi32>
  return
}

// -----

// More than 2^31 elements: numbers and addresses have 64 bits, and the grid is
// what the chunks need.

// CHECK-LABEL: gpu.func @large_flat_0
// CHECK-SAME: (%[[X:.*]]: i64)
// CHECK-DAG: %[[LENGTH:.*]] = arith.constant 3000000000 : i64
// CHECK: scf.for %[[CHUNK:.*]] = %{{.*}} to %{{.*}} step %{{.*}} : i64
// CHECK: %[[BEGIN:.*]] = arith.muli %[[CHUNK]], %{{.*}} : i64
// CHECK: arith.minsi %{{.*}}, %[[LENGTH]] : i64
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} : i64
// CHECK: llvm.getelementptr %{{.*}}[%[[I]]] : (!llvm.ptr<1>, i64)
// CHECK-LABEL: func @large
// CHECK: %[[BLOCKS:.*]] = arith.constant 183106 : index
// CHECK: gpu.launch_func @grad_kernels::@large_flat_0 blocks in (%[[BLOCKS]],
func.func @large(%x: memref<3000000000xi8>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%x : memref<3000000000xi8>) {
  ^bb0(%in: i8):
    %0 = arith.addi %in, %in : i8
    linalg.yield %0 : i8
  }
  return
}
