// RUN: grad-opt %s --convert-grad-to-runtime | FileCheck %s

// Each workspace has a key that is its own, also where two are of one size.

// CHECK-DAG: llvm.mlir.global internal @grad.key(0 : i8)
// CHECK-DAG: llvm.mlir.global internal @grad.key_0(0 : i8)
// CHECK-LABEL: func.func private @step_0
// CHECK-SAME: (%[[CONTEXT:.*]]: !llvm.ptr, %{{.*}}: memref<64xi8>)
// CHECK: %[[KEY:.*]] = llvm.mlir.addressof @grad.key : !llvm.ptr
// CHECK: %[[STATUS:.*]] = call @gradrt_workspace(%[[CONTEXT]], %[[KEY]], %c64_i64, %[[SLOT:.*]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr, !llvm.ptr) -> !llvm.ptr
// CHECK: cf.cond_br %{{.*}}, ^{{.*}}, ^{{.*}}(%[[STATUS]] : !llvm.ptr)
// CHECK: %[[MEMORY:.*]] = llvm.load %[[SLOT]] : !llvm.ptr -> !llvm.ptr
// CHECK: llvm.insertvalue %[[MEMORY]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[MEMORY]], %{{.*}}[1]
// CHECK: builtin.unrealized_conversion_cast {{.*}} to memref<64xi8>
// CHECK: llvm.mlir.addressof @grad.key_0 : !llvm.ptr
// CHECK: call @gradrt_workspace
func.func @step(%m: memref<64xi8>) {
  %a = grad.workspace : memref<64xi8>
  %b = grad.workspace : memref<64xi8>
  memref.copy %a, %m : memref<64xi8> to memref<64xi8>
  memref.copy %b, %m : memref<64xi8> to memref<64xi8>
  return
}
