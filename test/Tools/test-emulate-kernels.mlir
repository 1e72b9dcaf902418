// RUN: grad-test-opt %s --split-input-file --test-emulate-kernels=rewrite-only=true \
// RUN:   | FileCheck %s
// RUN: grad-test-opt %s --split-input-file --test-emulate-kernels \
// RUN:   | FileCheck %s --check-prefix=BINARY

// What stands for the device's operations in the host's code, and that the
// result is a binary with an ELF image. test/unit/Emulator runs kernels.

// Each special register is a call: what, and in which dimension.

// CHECK-LABEL: llvm.func @registers
// CHECK-NOT: nvvm
// CHECK: %[[THREAD:.*]] = llvm.mlir.constant(0 : i32)
// CHECK: %[[Y:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: llvm.call @grad_emulator_index(%[[THREAD]], %[[Y]])
// CHECK: %[[GRID:.*]] = llvm.mlir.constant(3 : i32)
// CHECK: %[[Z:.*]] = llvm.mlir.constant(2 : i32)
// CHECK: llvm.call @grad_emulator_index(%[[GRID]], %[[Z]])
// CHECK: %[[LANE:.*]] = llvm.mlir.constant(4 : i32)
// CHECK: llvm.call @grad_emulator_index(%[[LANE]], %{{.*}})
// CHECK: llvm.mlir.constant(32 : i32)

// BINARY-LABEL: gpu.binary @registers
// BINARY-SAME: #gpu.object<#nvvm.target<chip = "sm_80">, bin = "\7FELF
gpu.module @registers [#nvvm.target<chip = "sm_80">] {
  llvm.func @registers(%out: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 64>} {
    %0 = nvvm.read.ptx.sreg.tid.y : i32
    %1 = nvvm.read.ptx.sreg.nctaid.z range <i32, 1, 65536> : i32
    %2 = nvvm.read.ptx.sreg.laneid : i32
    %3 = nvvm.read.ptx.sreg.warpsize : i32
    %4 = llvm.add %0, %1 : i32
    %5 = llvm.add %2, %3 : i32
    %6 = llvm.add %4, %5 : i32
    llvm.store %6, %out : i32, !llvm.ptr
    llvm.return
  }
}

// -----

// Both forms of a barrier that all threads come to, and of a shuffle.

// CHECK-LABEL: llvm.func @waits
// CHECK-SAME: (%[[F:.*]]: f32, %[[OFFSET:.*]]: i32, %[[CLAMP:.*]]: i32, %{{.*}}: !llvm.ptr)
// CHECK-COUNT-2: llvm.call @grad_emulator_barrier()
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[F]] : f32 to i32
// CHECK: %[[XOR:.*]] = llvm.mlir.constant(0 : i32)
// CHECK: %[[BOTH:.*]] = llvm.call @grad_emulator_shuffle(%[[XOR]], %[[BITS]], %[[OFFSET]], %[[CLAMP]])
// CHECK: %[[LOW:.*]] = llvm.trunc %[[BOTH]] : i64 to i32
// CHECK: %[[RESULT:.*]] = llvm.bitcast %[[LOW]] : i32 to f32
// CHECK: %[[HIGH:.*]] = llvm.lshr %[[BOTH]]
// CHECK: %[[VALID:.*]] = llvm.trunc %[[HIGH]] : i64 to i1
// CHECK: llvm.insertvalue %[[RESULT]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[VALID]], %{{.*}}[1]
// CHECK: %[[DOWN:.*]] = llvm.mlir.constant(2 : i32)
// CHECK: llvm.call @grad_emulator_shuffle(%[[DOWN]],

// BINARY-LABEL: gpu.binary @waits
// BINARY-SAME: #gpu.object<#nvvm.target, bin = "\7FELF
gpu.module @waits {
  llvm.func @waits(%f: f32, %offset: i32, %clamp: i32, %out: !llvm.ptr) attributes {nvvm.kernel} {
    nvvm.barrier0
    nvvm.barrier
    %all = llvm.mlir.constant(-1 : i32) : i32
    %0 = nvvm.shfl.sync bfly %all, %f, %offset, %clamp {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
    %1 = llvm.extractvalue %0[0] : !llvm.struct<(f32, i1)>
    %2 = nvvm.shfl.sync down %all, %1, %offset, %clamp : f32 -> f32
    llvm.store %2, %out : f32, !llvm.ptr
    llvm.return
  }
}

// -----

// Shared memory is reported, workgroup and private memory is not; there is one
// address space. Workgroup memory is visible, so that it may change at a call.

// CHECK: llvm.mlir.global external hidden @tile() {addr_space = 0 : i32, dso_local}
// CHECK-LABEL: llvm.func @memory
// CHECK-SAME: (%[[IN:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr, %{{.*}}: i1)
// CHECK-NOT: ptr<
// CHECK: %[[BYTES:.*]] = llvm.mlir.constant(16 : i64)
// CHECK: %[[READ:.*]] = llvm.mlir.constant(0 : i32)
// CHECK: llvm.call @grad_emulator_access(%[[IN]], %[[BYTES]], %[[READ]])
// CHECK-NEXT: llvm.load %[[IN]] {alignment = 16 : i64} : !llvm.ptr -> vector<4xf32>
// CHECK-NOT: grad_emulator_access
// CHECK: %[[WRITE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: llvm.call @grad_emulator_access(%[[OUT]], %{{.*}}, %[[WRITE]])
// CHECK-NEXT: llvm.store
// CHECK: llvm.call @grad_emulator_access(%[[IN]],
// CHECK: llvm.call @grad_emulator_access(%[[OUT]],
// CHECK-NEXT: "llvm.intr.memcpy"
// CHECK-NOT: grad_emulator_access
// CHECK: llvm.atomicrmw

// BINARY-LABEL: gpu.binary @memory
gpu.module @memory {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<64 x f32>
  llvm.func @memory(%in: !llvm.ptr<1>, %out: !llvm.ptr, %which: i1) attributes {nvvm.kernel} {
    %one = llvm.mlir.constant(4 : i64) : i64
    %0 = llvm.load %in {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    llvm.store %0, %tile : vector<4xf32>, !llvm.ptr<3>
    %stack = llvm.alloca %one x f32 : (i64) -> !llvm.ptr
    llvm.store %0, %stack : vector<4xf32>, !llvm.ptr
    %generic = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr
    llvm.cond_br %which, ^use(%stack : !llvm.ptr), ^use(%generic : !llvm.ptr)
  ^use(%either: !llvm.ptr):
    %1 = llvm.load %either : !llvm.ptr -> f32
    llvm.store %1, %out : f32, !llvm.ptr
    "llvm.intr.memcpy"(%out, %in, %one) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr<1>, i64) -> ()
    %2 = llvm.atomicrmw fadd %out, %1 monotonic : !llvm.ptr, f32
    llvm.return
  }
}

// -----

// bf16 is computed in f32. Fast-math flags are off, and a multiply-add that may
// be fused is fused, as on the device.

// CHECK-LABEL: llvm.func @arithmetic
// CHECK: llvm.fmul %{{.*}}, %{{.*}} : f32
// CHECK: llvm.intr.fma
// CHECK: llvm.call @__nv_expf
// CHECK: llvm.intr.sqrt
// CHECK: llvm.fdiv
// CHECK: %[[BITS:.*]] = llvm.call @grad_emulator_f32_to_bf16
// CHECK: %[[NARROW:.*]] = llvm.bitcast %[[BITS]] : i16 to bf16
// CHECK: llvm.bitcast %[[NARROW]] : bf16 to i16
// CHECK: llvm.zext
// CHECK: llvm.shl
// CHECK: llvm.fadd %{{.*}}, %{{.*}} : f32
// CHECK: llvm.call @grad_emulator_f32_to_bf16
// CHECK-NOT: fastmath

// BINARY-LABEL: gpu.binary @arithmetic
gpu.module @arithmetic {
  llvm.func @__nv_expf(f32) -> f32
  llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
  llvm.func @arithmetic(%x: f32, %out: !llvm.ptr) attributes {nvvm.kernel} {
    %0 = llvm.fmul %x, %x {fastmathFlags = #llvm.fastmath<contract>} : f32
    %1 = llvm.intr.fmuladd(%0, %x, %x) : (f32, f32, f32) -> f32
    %2 = llvm.call @__nv_expf(%1) : (f32) -> f32
    %3 = llvm.call_intrinsic "llvm.nvvm.sqrt.rn.f"(%2) : (f32) -> f32
    %4 = llvm.call_intrinsic "llvm.nvvm.div.rn.f"(%3, %x) : (f32, f32) -> f32
    %5 = llvm.fptrunc %4 : f32 to bf16
    %6 = llvm.fadd %5, %5 {fastmathFlags = #llvm.fastmath<fast>} : bf16
    llvm.store %6, %out : bf16, !llvm.ptr
    llvm.return
  }
}
