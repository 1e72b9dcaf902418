// RUN: grad-opt %s --convert-grad-to-runtime | FileCheck %s

// Each workspace has a key that is its own, also where two are of one size.

// CHECK-DAG: llvm.mlir.global internal @[[FIRST:grad.key.*]](0 : i8)
// CHECK-DAG: llvm.mlir.global internal @[[SECOND:grad.key.*]](0 : i8)
// CHECK-LABEL: func.func private @step_0
// CHECK-SAME: (%[[CONTEXT:.*]]: !llvm.ptr)
// CHECK: %[[KEY:.*]] = llvm.mlir.addressof @[[KEY1:grad.key.*]] :
// CHECK: call @gradrt_workspace(%[[CONTEXT]], %[[KEY]], %{{.*}}, %[[SLOT:.*]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr, !llvm.ptr) -> !llvm.ptr
// CHECK: llvm.cond_br
// CHECK: %[[MEMORY:.*]] = llvm.load %[[SLOT]] : !llvm.ptr -> !llvm.ptr
// CHECK: llvm.insertvalue %[[MEMORY]]
// CHECK: builtin.unrealized_conversion_cast {{.*}} to memref<64xi8>
// CHECK-NOT: llvm.mlir.addressof @[[KEY1]] :
// CHECK: call @gradrt_workspace
func.func @step(%m: memref<64xi8>) {
  %a = grad.workspace : memref<64xi8>
  %b = grad.workspace : memref<64xi8>
  memref.copy %a, %m : memref<64xi8> to memref<64xi8>
  memref.copy %b, %m : memref<64xi8> to memref<64xi8>
  return
}
