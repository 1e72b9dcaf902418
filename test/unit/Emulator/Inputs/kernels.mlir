// The kernels that EmulatorTest.cpp runs.

#wg = #gpu.address_space<workgroup>

gpu.module @kernels {
  // Where a thread is, 13 numbers for each.
  gpu.func @where(%out: memref<?xi32>) kernel {
    %c13 = arith.constant 13 : index
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %tz = gpu.thread_id z
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %bz = gpu.block_id z
    %nx = gpu.block_dim x
    %ny = gpu.block_dim y
    %nz = gpu.block_dim z
    %gx = gpu.grid_dim x
    %gy = gpu.grid_dim y
    %gz = gpu.grid_dim z
    %lane = gpu.lane_id
    %b0 = arith.muli %bz, %gy : index
    %b1 = arith.addi %b0, %by : index
    %b2 = arith.muli %b1, %gx : index
    %b3 = arith.addi %b2, %bx : index
    %t0 = arith.muli %b3, %nz : index
    %t1 = arith.addi %t0, %tz : index
    %t2 = arith.muli %t1, %ny : index
    %t3 = arith.addi %t2, %ty : index
    %t4 = arith.muli %t3, %nx : index
    %t5 = arith.addi %t4, %tx : index
    %at = arith.muli %t5, %c13 : index
    %all = vector.from_elements %tx, %ty, %tz, %bx, %by, %bz, %nx, %ny, %nz,
        %gx, %gy, %gz, %lane : vector<13xindex>
    %ints = arith.index_cast %all : vector<13xindex> to vector<13xi32>
    vector.store %ints, %out[%at] {alignment = 4} : memref<?xi32>, vector<13xi32>
    gpu.return
  }

  // y[i] = sqrt(exp(x[i]) + tanh(x[i])) in a grid-stride loop.
  gpu.func @grid_stride(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) kernel {
    %bx = gpu.block_id x
    %nx = gpu.block_dim x
    %gx = gpu.grid_dim x
    %tx = gpu.thread_id x
    %0 = arith.muli %bx, %nx : index
    %first = arith.addi %0, %tx : index
    %step = arith.muli %nx, %gx : index
    scf.for %i = %first to %n step %step {
      %v = memref.load %x[%i] : memref<?xf32>
      %e = math.exp %v : f32
      %t = math.tanh %v : f32
      %s = arith.addf %e, %t : f32
      %r = math.sqrt %s : f32
      memref.store %r, %y[%i] : memref<?xf32>
    }
    gpu.return
  }

  // Each thread takes its neighbour's value through workgroup memory, and goes
  // through private memory on the way.
  gpu.func @rotate(%x: memref<?xf32>, %y: memref<?xf32>)
      workgroup(%w: memref<64xf32, #wg>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %p = memref.alloca() : memref<4xf32>
    %n = gpu.block_dim x
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xf32>
    memref.store %v, %w[%t] : memref<64xf32, #wg>
    gpu.barrier
    %0 = arith.addi %t, %c1 : index
    %1 = arith.remui %0, %n : index
    %u = memref.load %w[%1] : memref<64xf32, #wg>
    %k = arith.remui %t, %c1 : index
    memref.store %u, %p[%k] : memref<4xf32>
    gpu.barrier
    %q = memref.load %p[%c0] : memref<4xf32>
    memref.store %q, %y[%t] : memref<?xf32>
    gpu.return
  }

  // The sum of each block.
  gpu.func @block_sum(%x: memref<?xf32>, %out: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %b = gpu.block_id x
    %n = gpu.block_dim x
    %t = gpu.thread_id x
    %0 = arith.muli %b, %n : index
    %i = arith.addi %0, %t : index
    %v = memref.load %x[%i] : memref<?xf32>
    %s = gpu.all_reduce add %v uniform {} : (f32) -> f32
    %first = arith.cmpi eq, %t, %c0 : index
    scf.if %first {
      memref.store %s, %out[%b] : memref<?xf32>
    }
    gpu.return
  }

  // The four shuffles of the value, one after another in the output.
  gpu.func @shuffles(%x: memref<?xi32>, %y: memref<?xi32>, %ok: memref<?xi8>,
                     %offset: i32, %width: i32) kernel {
    %t = gpu.thread_id x
    %n = gpu.block_dim x
    %v = memref.load %x[%t] : memref<?xi32>
    %r0, %ok0 = gpu.shuffle xor %v, %offset, %width : i32
    %r1, %ok1 = gpu.shuffle up %v, %offset, %width : i32
    %f = arith.bitcast %v : i32 to f32
    %f2, %ok2 = gpu.shuffle down %f, %offset, %width : f32
    %r2 = arith.bitcast %f2 : f32 to i32
    %f3, %ok3 = gpu.shuffle idx %f, %offset, %width : f32
    %r3 = arith.bitcast %f3 : f32 to i32
    %t1 = arith.addi %t, %n : index
    %t2 = arith.addi %t1, %n : index
    %t3 = arith.addi %t2, %n : index
    %b0 = arith.extui %ok0 : i1 to i8
    %b1 = arith.extui %ok1 : i1 to i8
    %b2 = arith.extui %ok2 : i1 to i8
    %b3 = arith.extui %ok3 : i1 to i8
    memref.store %r0, %y[%t] : memref<?xi32>
    memref.store %r1, %y[%t1] : memref<?xi32>
    memref.store %r2, %y[%t2] : memref<?xi32>
    memref.store %r3, %y[%t3] : memref<?xi32>
    memref.store %b0, %ok[%t] : memref<?xi8>
    memref.store %b1, %ok[%t1] : memref<?xi8>
    memref.store %b2, %ok[%t2] : memref<?xi8>
    memref.store %b3, %ok[%t3] : memref<?xi8>
    gpu.return
  }

  // 16 bytes at a time: y = 2 x, kept in bf16 and f16 beside.
  gpu.func @vectors(%x: memref<?xf32>, %y: memref<?xf32>, %b: memref<?xbf16>,
                    %h: memref<?xf16>) kernel {
    %c4 = arith.constant 4 : index
    %two = arith.constant dense<2.0> : vector<4xf32>
    %t = gpu.thread_id x
    %i = arith.muli %t, %c4 : index
    %v = vector.load %x[%i] : memref<?xf32>, vector<4xf32>
    %d = arith.mulf %v, %two : vector<4xf32>
    vector.store %d, %y[%i] : memref<?xf32>, vector<4xf32>
    %nb = arith.truncf %d : vector<4xf32> to vector<4xbf16>
    vector.store %nb, %b[%i] : memref<?xbf16>, vector<4xbf16>
    %nh = arith.truncf %d : vector<4xf32> to vector<4xf16>
    vector.store %nh, %h[%i] : memref<?xf16>, vector<4xf16>
    gpu.return
  }

  // Conversions to 16 bits and back, one value for each thread.
  gpu.func @narrow(%x: memref<?xf32>, %d: memref<?xf64>, %b: memref<?xbf16>,
                   %h: memref<?xf16>, %db: memref<?xbf16>, %wide: memref<?xf32>,
                   %half: memref<?xf32>) kernel {
    %n = gpu.block_dim x
    %g = gpu.block_id x
    %t = gpu.thread_id x
    %0 = arith.muli %g, %n : index
    %i = arith.addi %0, %t : index
    %v = memref.load %x[%i] : memref<?xf32>
    %nb = arith.truncf %v : f32 to bf16
    memref.store %nb, %b[%i] : memref<?xbf16>
    %nh = arith.truncf %v : f32 to f16
    memref.store %nh, %h[%i] : memref<?xf16>
    %u = memref.load %d[%i] : memref<?xf64>
    %nd = arith.truncf %u : f64 to bf16
    memref.store %nd, %db[%i] : memref<?xbf16>
    %again = memref.load %b[%i] : memref<?xbf16>
    %w = arith.extf %again : bf16 to f32
    memref.store %w, %wide[%i] : memref<?xf32>
    %hw = arith.extf %nh : f16 to f32
    memref.store %hw, %half[%i] : memref<?xf32>
    gpu.return
  }

  // (a + b) / a with both in bf16, and whether a < b.
  gpu.func @bf16_arithmetic(%a: memref<?xbf16>, %b: memref<?xbf16>,
                            %q: memref<?xbf16>, %less: memref<?xi8>) kernel {
    %t = gpu.thread_id x
    %u = memref.load %a[%t] : memref<?xbf16>
    %v = memref.load %b[%t] : memref<?xbf16>
    %s = arith.addf %u, %v : bf16
    %r = arith.divf %s, %u : bf16
    memref.store %r, %q[%t] : memref<?xbf16>
    %c = arith.cmpf olt, %u, %v : bf16
    %e = arith.extui %c : i1 to i8
    memref.store %e, %less[%t] : memref<?xi8>
    gpu.return
  }

  // Rounded to nearest, as the intrinsics say.
  gpu.func @rounded(%x: memref<?xf32>, %sqrt: memref<?xf32>, %div: memref<?xf32>,
                    %least: memref<?xf32>, %d: memref<?xf64>) kernel {
    %c3 = arith.constant 3.0 : f32
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xf32>
    %0 = llvm.call_intrinsic "llvm.nvvm.sqrt.rn.f"(%v) : (f32) -> f32
    memref.store %0, %sqrt[%t] : memref<?xf32>
    %1 = llvm.call_intrinsic "llvm.nvvm.div.rn.f"(%v, %c3) : (f32, f32) -> f32
    memref.store %1, %div[%t] : memref<?xf32>
    %2 = llvm.call_intrinsic "llvm.nvvm.fmin.f"(%v, %c3) : (f32, f32) -> f32
    memref.store %2, %least[%t] : memref<?xf32>
    %w = arith.extf %v : f32 to f64
    %3 = llvm.call_intrinsic "llvm.nvvm.sqrt.rn.d"(%w) : (f64) -> f64
    memref.store %3, %d[%t] : memref<?xf64>
    gpu.return
  }

  func.func @square(%v: f32) -> f32 {
    %0 = arith.mulf %v, %v : f32
    return %0 : f32
  }

  // A function of the device that is no kernel.
  gpu.func @calls(%x: memref<?xf32>, %y: memref<?xf32>) kernel {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xf32>
    %0 = func.call @square(%v) : (f32) -> f32
    memref.store %0, %y[%t] : memref<?xf32>
    gpu.return
  }

  // All threads add to one element.
  gpu.func @atomics(%x: memref<?xf32>, %sum: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<?xf32>
    %0 = memref.atomic_rmw addf %v, %sum[%c0] : (f32, memref<?xf32>) -> f32
    gpu.return
  }

  // The first %n elements of a vector.
  gpu.func @masked(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %m = vector.create_mask %n : vector<4xi1>
    %v = vector.maskedload %x[%c0], %m, %zero
        : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.maskedstore %y[%c0], %m, %v
        : memref<?xf32>, vector<4xi1>, vector<4xf32>
    gpu.return
  }

  // Parameters of several sizes.
  gpu.func @sizes(%a: i8, %b: f16, %c: i32, %d: f64, %e: memref<4xi1>) kernel {
    gpu.return
  }
}
