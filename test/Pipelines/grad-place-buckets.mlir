// RUN: grad-opt %s --grad-place-buckets -split-input-file | FileCheck %s
// RUN: grad-opt %s --grad-place-buckets -split-input-file --remarks-filter=grad-place-buckets -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Two gradients of one type: each starts at a multiple of 64 bytes, and one
// call reduces both. The second is reached through a reshape.
// REMARK: [Passed] placed | Category:grad-place-buckets | Function=bucket | Bytes=96, Calls=1, Members=2, Padding=44
// CHECK-LABEL: func.func @bucket
// CHECK: %[[W:.*]] = grad.workspace : memref<96xi8>
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[A:.*]] = memref.view %[[W]][%[[C0]]][] : memref<96xi8> to memref<5xf32>
// CHECK: %[[C64:.*]] = arith.constant 64 : index
// CHECK: %[[B:.*]] = memref.view %[[W]][%[[C64]]][] : memref<96xi8> to memref<2x4xf32>
// CHECK-NOT: memref.alloc
// CHECK: linalg.fill {{.*}} outs(%[[A]] : memref<5xf32>)
// CHECK: linalg.fill {{.*}} outs(%[[B]] : memref<2x4xf32>)
// CHECK: %[[ALL:.*]] = memref.view %[[W]][%{{.*}}][] : memref<96xi8> to memref<24xf32>
// CHECK: grad.all_reduce<sum> %[[ALL]] fusion<id = 1> : memref<24xf32>
// CHECK: linalg.add ins(%[[A]], %[[A]]
func.func @bucket(%x: f32, %m: memref<5xf32>) {
  %a = memref.alloc() : memref<5xf32>
  %b = memref.alloc() : memref<2x4xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<5xf32>)
  linalg.fill ins(%x : f32) outs(%b : memref<2x4xf32>)
  %flat = memref.collapse_shape %b [[0, 1]] : memref<2x4xf32> into memref<8xf32>
  grad.all_reduce<sum> %a, %flat fusion<id = 1> : memref<5xf32>, memref<8xf32>
  linalg.add ins(%a, %a : memref<5xf32>, memref<5xf32>) outs(%m : memref<5xf32>)
  return
}

// -----

// Members of several types have a range each, in one workspace.
// REMARK: [Passed] placed | {{.*}} | Function=types | Bytes=200, Calls=2, Members=4, Padding=128
// CHECK-LABEL: func.func @types
// CHECK: %[[W:.*]] = grad.workspace : memref<200xi8>
// CHECK: %[[F:.*]] = memref.view %[[W]][%c0{{.*}}][] : memref<200xi8> to memref<20xf32>
// CHECK: %[[H:.*]] = memref.view %[[W]][%c128{{.*}}][] : memref<200xi8> to memref<36xf16>
// CHECK: grad.broadcast %[[F]], %[[H]] root 0 : memref<20xf32>, memref<36xf16>
func.func @types() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<16xf16>
  %c = memref.alloc() : memref<4xf32>
  %d = memref.alloc() : memref<4xf16>
  grad.broadcast %a, %b, %c, %d root 0 : memref<4xf32>, memref<16xf16>, memref<4xf32>, memref<4xf16>
  return
}

// -----

// What is sent in 16 bits is delivered in 32: both sides have a range, whose
// members are equally far apart in elements.
// CHECK-LABEL: func.func @wire
// CHECK: %[[W:.*]] = grad.workspace : memref<276xi8>
// CHECK-DAG: memref.view %[[W]][%c0{{.*}}][] : memref<276xi8> to memref<4xf16>
// CHECK-DAG: memref.view %[[W]][%c64{{.*}}][] : memref<276xi8> to memref<5xf16>
// CHECK-DAG: memref.view %[[W]][%c128{{.*}}][] : memref<276xi8> to memref<4xf32>
// CHECK-DAG: memref.view %[[W]][%c256{{.*}}][] : memref<276xi8> to memref<5xf32>
// CHECK: grad.all_reduce<sum> ins(%{{.*}} : memref<37xf16>) outs(%{{.*}} : memref<37xf32>)
func.func @wire() {
  %a = memref.alloc() : memref<4xf16>
  %b = memref.alloc() : memref<5xf16>
  %c = memref.alloc() : memref<4xf32>
  %d = memref.alloc() : memref<5xf32>
  grad.all_reduce<sum> ins(%a, %b : memref<4xf16>, memref<5xf16>) outs(%c, %d : memref<4xf32>, memref<5xf32>)
  return
}

// -----

// Shards do not lie one after another: each operand has a place of its own.
// CHECK-LABEL: func.func @shards
// CHECK: grad.workspace : memref<208xi8>
// CHECK-NOT: memref.alloc
// CHECK: grad.all_gather ins(%{{.*}}, %{{.*}} : memref<4xf32>, memref<2xf32>) outs(%{{.*}}, %{{.*}} : memref<8xf32>, memref<4xf32>)
func.func @shards() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<2xf32>
  %c = memref.alloc() : memref<8xf32>
  %d = memref.alloc() : memref<4xf32>
  grad.all_gather ins(%a, %b : memref<4xf32>, memref<2xf32>) outs(%c, %d : memref<8xf32>, memref<4xf32>) dim 0
  return
}

// -----

// Two collectives share no memory, and two on one buffer have one place.
// REMARK: [Missed] not-placed | {{.*}} | Function=two | Operand=0, Reason="it has a place already"
// CHECK-LABEL: func.func @two
// CHECK-DAG: %[[V:.*]] = grad.workspace : memref<16xi8>
// CHECK-DAG: %[[W:.*]] = grad.workspace : memref<16xi8>
// CHECK: %[[A:.*]] = memref.view
// CHECK: %[[B:.*]] = memref.view
// CHECK: grad.all_reduce<sum> %[[A]]
// CHECK: grad.all_reduce<max> %[[A]]
// CHECK: grad.all_reduce<sum> %[[B]]
func.func @two() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  grad.all_reduce<sum> %a : memref<4xf32>
  grad.all_reduce<max> %a : memref<4xf32>
  grad.all_reduce<sum> %b : memref<4xf32>
  return
}

// -----

// What cannot be placed stays an operand of the same collective. Without a
// member that can, there is no workspace.
// REMARK: Function=refused | Operand=1, Reason="it is an argument"
// REMARK: Function=refused | Operand=2, Reason="it is part of a buffer"
// REMARK: Function=refused | Operand=3, Reason="the function returns it"
// REMARK: Function=refused | Operand=5, Reason="it is freed"
// REMARK: Function=refused | Operand=6, Reason="its size or layout is not static"
// REMARK: Function=refused | Operand=7, Reason="'func.call' may hand it on"
// CHECK-LABEL: func.func @refused
// CHECK-COUNT-5: memref.alloc
// CHECK: grad.all_reduce<sum> %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : memref<20xf32>, memref<4xf32>, memref<4xf32, strided<[1], offset: 2>>, memref<4xf32>, memref<4xf32>, memref<?xf32>, memref<4xf32>
func.func private @reads(%m: memref<4xf32>)
func.func @refused(%argument: memref<4xf32>, %n: index) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %whole = memref.alloc() : memref<8xf32>
  %part = memref.subview %whole[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  %returned = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %freed = memref.alloc() : memref<4xf32>
  %dynamic = memref.alloc(%n) : memref<?xf32>
  %called = memref.alloc() : memref<4xf32>
  grad.all_reduce<sum> %a, %argument, %part, %returned, %b, %freed, %dynamic, %called
      : memref<4xf32>, memref<4xf32>, memref<4xf32, strided<[1], offset: 2>>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<?xf32>, memref<4xf32>
  memref.dealloc %freed : memref<4xf32>
  call @reads(%called) : (memref<4xf32>) -> ()
  return %returned : memref<4xf32>
}

// -----

// A buffer that is sent twice in one collective is reduced twice: the two
// operands must stay two.
// REMARK: Function=twice | Operand=0, Reason="it is another operand, too"
// REMARK: Function=twice | Operand=1, Reason="it is another operand, too"
// CHECK-LABEL: func.func @twice
// CHECK-NOT: grad.workspace
// CHECK: return
func.func @twice() {
  %a = memref.alloc() : memref<4xf32>
  grad.all_reduce<sum> %a, %a : memref<4xf32>, memref<4xf32>
  return
}

// -----

// A loop that makes a buffer in each iteration may use one place; not so where
// the next iteration still has the one before.
// REMARK: [Missed] not-placed | {{.*}} | Function=loops | Operand=1, Reason="'scf.yield' may hand it on"
// CHECK-LABEL: func.func @loops
// CHECK: %[[W:.*]] = grad.workspace : memref<16xi8>
// CHECK: scf.for
// CHECK: memref.view %[[W]]
// CHECK: memref.alloc
// CHECK: grad.all_reduce<sum> %{{.*}}, %{{.*}} : memref<4xf32>, memref<4xf32>
func.func @loops(%n: index, %x: f32, %first: memref<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%m = %first) -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    %b = memref.alloc() : memref<4xf32>
    linalg.fill ins(%x : f32) outs(%a : memref<4xf32>)
    linalg.add ins(%m, %m : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32>)
    grad.all_reduce<sum> %a, %b : memref<4xf32>, memref<4xf32>
    scf.yield %b : memref<4xf32>
  }
  %r = memref.load %last[%c0] : memref<4xf32>
  return %r : f32
}

// -----

// REMARK: Function=blocks | Operand=0, Reason="the function has several blocks"
// CHECK-LABEL: func.func @blocks
// CHECK-NOT: grad.workspace
// CHECK: return
func.func @blocks(%c: i1) {
  cf.br ^next
^next:
  %a = memref.alloc() : memref<4xf32>
  grad.all_reduce<sum> %a : memref<4xf32>
  cf.cond_br %c, ^next, ^done
^done:
  return
}

// -----

// REMARK: Function=at_once | Operand=0, Reason="it is allocated in 'scf.parallel'"
// CHECK-LABEL: func.func @at_once
// CHECK-NOT: grad.workspace
// CHECK: return
func.func @at_once(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %a = memref.alloc() : memref<4xf32>
    grad.all_reduce<sum> %a : memref<4xf32>
  }
  return
}

// -----

// The second call of a function would write over what the first has.
// REMARK: Function=odd | Operand=0, Reason="its function may be called while it runs"
// CHECK-LABEL: func.func @odd
// CHECK-NOT: grad.workspace
// CHECK-LABEL: func.func @even
// CHECK-NOT: grad.workspace
// CHECK-LABEL: func.func @other
// CHECK: grad.workspace
func.func @odd(%c: i1) {
  %a = memref.alloc() : memref<4xf32>
  scf.if %c {
    func.call @even(%c) : (i1) -> ()
  }
  grad.all_reduce<sum> %a : memref<4xf32>
  return
}
func.func @even(%c: i1) {
  %a = memref.alloc() : memref<4xf32>
  call @odd(%c) : (i1) -> ()
  grad.all_reduce<sum> %a : memref<4xf32>
  return
}
func.func @other(%c: i1) {
  %a = memref.alloc() : memref<4xf32>
  call @odd(%c) : (i1) -> ()
  grad.all_reduce<sum> %a : memref<4xf32>
  return
}
