// RUN: grad-test-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-emulate-kernels

// What the emulator does not know is an error where it stands.

gpu.module @m {
  // expected-error@+1 {{the emulator does not know 'gpu.func'}}
  gpu.func @not_lowered() kernel {
    gpu.return
  }
}

// -----

gpu.module @m {
  llvm.func @part_of_a_block(%id: i32, %count: i32) attributes {nvvm.kernel} {
    // expected-error@+1 {{the emulator does not know this 'nvvm.barrier'}}
    nvvm.barrier id = %id number_of_threads = %count
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @vote(%mask: i32, %p: i1) attributes {nvvm.kernel} {
    // expected-error@+1 {{the emulator does not know this 'nvvm.vote.sync'}}
    %0 = nvvm.vote.sync any %mask, %p -> i1
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @flushes(%x: f32) attributes {nvvm.kernel} {
    // expected-error@+1 {{the emulator does not know the intrinsic 'llvm.nvvm.fmin.ftz.f' of type 'f32'}}
    %0 = llvm.call_intrinsic "llvm.nvvm.fmin.ftz.f"(%x, %x) : (f32, f32) -> f32
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @__nv_j0f(f32) -> f32
  llvm.func @unknown_function(%x: f32) attributes {nvvm.kernel} {
    // expected-error@+1 {{the emulator has no function '__nv_j0f' of type '!llvm.func<f32 (f32)>'}}
    %0 = llvm.call @__nv_j0f(%x) : (f32) -> f32
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @__nv_expf(f64) -> f64
  llvm.func @other_type(%x: f64) attributes {nvvm.kernel} {
    // expected-error@+1 {{the emulator has no function '__nv_expf' of type '!llvm.func<f64 (f64)>'}}
    %0 = llvm.call @__nv_expf(%x) : (f64) -> f64
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @pointer(%f: !llvm.ptr) attributes {nvvm.kernel} {
    // expected-error@+1 {{the emulator has no calls of function pointers}}
    llvm.call %f() : !llvm.ptr, () -> ()
    llvm.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{the emulator needs the name 'expf' for itself: call the function otherwise}}
  llvm.func @expf() attributes {nvvm.kernel} {
    llvm.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{the emulator has no variables that are defined elsewhere, nor workgroup memory of a size given at the launch}}
  llvm.mlir.global external @dynamic() {addr_space = 3 : i32} : !llvm.array<0 x i8>
}

// -----

gpu.module @m {
  llvm.func @assembly() attributes {nvvm.kernel} {
    // expected-error@+1 {{the emulator does not know 'llvm.inline_asm'}}
    llvm.inline_asm has_side_effects "membar.gl;", "" : () -> ()
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @cluster(%p: !llvm.ptr<3>) attributes {nvvm.kernel} {
    // expected-error@+1 {{the emulator has no memory of type '!llvm.ptr<7>'}}
    %0 = llvm.addrspacecast %p : !llvm.ptr<3> to !llvm.ptr<7>
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @fused(%x: bf16) attributes {nvvm.kernel} {
    // expected-error@+1 {{the emulator has no fused multiply-add on 'bf16'}}
    %0 = llvm.intr.fma(%x, %x, %x) : (bf16, bf16, bf16) -> bf16
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @integer(%x: i64) attributes {nvvm.kernel} {
    // expected-error@+1 {{the emulator has no conversion from 'i64' to bf16}}
    %0 = llvm.sitofp %x : i64 to bf16
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @atomic(%p: !llvm.ptr, %x: bf16) attributes {nvvm.kernel} {
    // expected-error@+1 {{the emulator has no 'llvm.atomicrmw' on bf16}}
    %0 = llvm.atomicrmw fadd %p, %x monotonic : !llvm.ptr, bf16
    llvm.return
  }
}
