// No upstream pass moves, reorders, merges or drops a collective: each reads
// and writes the communicator. Every function shows, in the same place, an
// operation without effects, `arith.addf`, that the pass does move or drop; a
// collective without its effects would go the same way.
//
// RUN: grad-opt %s -split-input-file --control-flow-sink | FileCheck %s --check-prefix=SINK
// RUN: grad-opt %s -split-input-file --loop-invariant-code-motion | FileCheck %s --check-prefix=LICM
// RUN: grad-opt %s -split-input-file --cse | FileCheck %s --check-prefix=CSE
// RUN: grad-opt %s -split-input-file --canonicalize | FileCheck %s --check-prefix=CANON
// RUN: grad-opt %s -split-input-file --canonicalize=region-simplify=aggressive | FileCheck %s --check-prefix=MERGE

// All of them together and repeated, over everything in this file: as many
// collectives as before.
// RUN: grad-opt %s -split-input-file | grep -c 'grad\.' > %t.before
// RUN: grad-opt %s -split-input-file --canonicalize --control-flow-sink --cse --loop-invariant-code-motion --sccp --canonicalize --cse | grep -c 'grad\.' > %t.after
// RUN: diff %t.before %t.after

// Ranks that take the other branch would not take part.
// SINK-LABEL: func.func @sink
// SINK-SAME: (%[[C:.*]]: i1, %[[X:.*]]: tensor<4xf32>, %[[M:.*]]: memref<4xf32>, %[[N:.*]]: memref<4xf32>)
func.func @sink(%c: i1, %x: tensor<4xf32>, %m: memref<4xf32>,
                %n: memref<4xf32>) -> tensor<4xf32> {
  // SINK-NEXT: %[[R:.*]] = grad.all_reduce<sum> %[[X]]
  // SINK-NEXT: %[[S:.*]] = grad.reduce_scatter<sum> %[[X]] dim 0
  // SINK-NEXT: %[[G:.*]] = grad.all_gather %[[X]] dim 0
  // SINK-NEXT: %[[B:.*]] = grad.broadcast %[[X]] root 0
  // SINK-NEXT: grad.all_reduce<sum> %[[M]]
  // SINK-NEXT: grad.broadcast ins(%[[M]] : memref<4xf32>) outs(%[[N]] : memref<4xf32>) root 0
  // SINK-NEXT: scf.if %[[C]]
  // SINK-NEXT: arith.addf %[[X]], %[[X]]
  %r = grad.all_reduce<sum> %x : tensor<4xf32>
  %s = grad.reduce_scatter<sum> %x dim 0 : tensor<4xf32>
  %g = grad.all_gather %x dim 0 : tensor<4xf32>
  %b = grad.broadcast %x root 0 : tensor<4xf32>
  grad.all_reduce<sum> %m : memref<4xf32>
  grad.broadcast ins(%m : memref<4xf32>) outs(%n : memref<4xf32>) root 0
  %contrast = arith.addf %x, %x : tensor<4xf32>
  %y = scf.if %c -> tensor<4xf32> {
    %0 = arith.mulf %r, %s : tensor<4xf32>
    %1 = arith.mulf %g, %b : tensor<4xf32>
    %2 = arith.mulf %0, %1 : tensor<4xf32>
    %3 = arith.mulf %2, %contrast : tensor<4xf32>
    scf.yield %3 : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// Ranks may run the loop a different number of times, or not at all.
// LICM-LABEL: func.func @licm
// LICM-SAME: (%[[N:.*]]: index, %[[X:.*]]: tensor<4xf32>, %[[M:.*]]: memref<4xf32>)
func.func @licm(%n: index, %x: tensor<4xf32>, %m: memref<4xf32>)
    -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // LICM: %[[CONTRAST:.*]] = arith.addf %[[X]], %[[X]]
  // LICM-NEXT: scf.for
  // LICM-NEXT: %[[R:.*]] = grad.all_reduce<sum> %[[X]]
  // LICM-NEXT: %[[S:.*]] = grad.reduce_scatter<sum> %[[X]] dim 0
  // LICM-NEXT: %[[G:.*]] = grad.all_gather %[[X]] dim 0
  // LICM-NEXT: %[[B:.*]] = grad.broadcast %[[X]] root 0
  // LICM-NEXT: grad.all_reduce<max> %[[M]]
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %x) -> tensor<4xf32> {
    %r = grad.all_reduce<sum> %x : tensor<4xf32>
    %s = grad.reduce_scatter<sum> %x dim 0 : tensor<4xf32>
    %g = grad.all_gather %x dim 0 : tensor<4xf32>
    %b = grad.broadcast %x root 0 : tensor<4xf32>
    grad.all_reduce<max> %m : memref<4xf32>
    %contrast = arith.addf %x, %x : tensor<4xf32>
    %0 = arith.addf %sum, %r : tensor<4xf32>
    %1 = arith.addf %0, %s : tensor<4xf32>
    %2 = arith.addf %1, %g : tensor<4xf32>
    %3 = arith.addf %2, %b : tensor<4xf32>
    %4 = arith.addf %3, %contrast : tensor<4xf32>
    scf.yield %4 : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// Equal collectives are still two: a rank that issues one of them waits for
// ever. What a collective changes in memory is read again.
// CSE-LABEL: func.func @cse
// CSE-SAME: (%[[X:.*]]: tensor<4xf32>, %[[M:.*]]: memref<4xf32>)
func.func @cse(%x: tensor<4xf32>, %m: memref<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, f32, f32) {
  // CSE: %[[R0:.*]] = grad.all_reduce<sum> %[[X]]
  // CSE-NEXT: %[[R1:.*]] = grad.all_reduce<sum> %[[X]]
  %r0 = grad.all_reduce<sum> %x : tensor<4xf32>
  %r1 = grad.all_reduce<sum> %x : tensor<4xf32>
  // CSE-NEXT: %[[SUM:.*]] = arith.addf %[[X]], %[[X]]
  // CSE-NOT: arith.addf
  %contrast0 = arith.addf %x, %x : tensor<4xf32>
  %contrast1 = arith.addf %x, %x : tensor<4xf32>
  // CSE: %[[L0:.*]] = memref.load %[[M]]
  // CSE-NEXT: grad.all_reduce<sum> %[[M]]
  // CSE-NEXT: %[[L1:.*]] = memref.load %[[M]]
  // CSE-NEXT: grad.all_reduce<sum> %[[M]]
  %c0 = arith.constant 0 : index
  %l0 = memref.load %m[%c0] : memref<4xf32>
  grad.all_reduce<sum> %m : memref<4xf32>
  %l1 = memref.load %m[%c0] : memref<4xf32>
  grad.all_reduce<sum> %m : memref<4xf32>
  // CSE-NEXT: return %[[R0]], %[[R1]], %[[SUM]], %[[SUM]], %[[L0]], %[[L1]]
  return %r0, %r1, %contrast0, %contrast1, %l0, %l1
      : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, f32, f32
}

// -----

// A result that nobody uses does not make a collective dead.
// CSE-LABEL: func.func @unused
// CANON-LABEL: func.func @unused
func.func @unused(%x: tensor<4xf32>, %m: memref<4xf32>) {
  // CSE-NEXT: grad.all_reduce<sum>
  // CSE-NEXT: grad.reduce_scatter<sum>
  // CSE-NEXT: grad.all_gather
  // CSE-NEXT: grad.broadcast
  // CSE-NOT: arith.addf
  // CANON-NEXT: grad.all_reduce<sum>
  // CANON-NEXT: grad.reduce_scatter<sum>
  // CANON-NEXT: grad.all_gather
  // CANON-NEXT: grad.broadcast
  // CANON-NOT: arith.addf
  %r = grad.all_reduce<sum> %x : tensor<4xf32>
  %s = grad.reduce_scatter<sum> %x dim 0 : tensor<4xf32>
  %g = grad.all_gather %x dim 0 : tensor<4xf32>
  %b = grad.broadcast %x root 0 : tensor<4xf32>
  %contrast = arith.addf %x, %x : tensor<4xf32>
  // Nor does writing to memory that is never read.
  // CSE: memref.alloc
  // CSE-NEXT: grad.all_reduce<sum> ins
  // CSE-NEXT: grad.all_reduce<max>
  // CSE: return
  // CANON: memref.alloc
  // CANON-NEXT: grad.all_reduce<sum> ins
  // CANON-NEXT: grad.all_reduce<max>
  // CANON: return
  %unread = memref.alloc() : memref<4xf32>
  grad.all_reduce<sum> ins(%m : memref<4xf32>) outs(%unread : memref<4xf32>)
  grad.all_reduce<max> %unread : memref<4xf32>
  memref.dealloc %unread : memref<4xf32>
  return
}

// -----

// Regions whose results nobody uses stay where a collective stands in them.
// CANON-LABEL: func.func @unused_regions
func.func @unused_regions(%c: i1, %n: index, %x: tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CANON: scf.if
  // CANON-NEXT: grad.all_reduce<sum>
  // CANON-NEXT: else
  // CANON-NEXT: grad.all_reduce<max>
  %0 = scf.if %c -> tensor<4xf32> {
    %r = grad.all_reduce<sum> %x : tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  } else {
    %r = grad.all_reduce<max> %x : tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  }
  // CANON: scf.for
  // CANON-NEXT: grad.all_reduce<sum>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<4xf32> {
    %r = grad.all_reduce<sum> %y : tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  }
  // CANON: scf.while
  // CANON-NEXT: grad.all_reduce<sum>
  // CANON: grad.all_reduce<max>
  %2 = scf.while (%y = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %r = grad.all_reduce<sum> %y : tensor<4xf32>
    scf.condition(%c) %r : tensor<4xf32>
  } do {
  ^bb0(%y: tensor<4xf32>):
    %r = grad.all_reduce<max> %y : tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  }
  // The contrast: with nothing but arithmetic in it, it goes.
  // CANON-NOT: scf.for
  // CANON: return
  %3 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<4xf32> {
    %r = arith.addf %y, %y : tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  }
  return
}

// -----

// Two in a row keep their order, whichever is used first, and one in each
// branch stays in its branch.
// CANON-LABEL: func.func @order
// CANON-SAME: (%[[C:.*]]: i1, %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
func.func @order(%c: i1, %x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  // CANON-NEXT: %[[A:.*]] = grad.all_reduce<sum> %[[X]]
  // CANON-NEXT: %[[B:.*]] = grad.all_reduce<sum> %[[Y]]
  // CANON-NEXT: %[[Z:.*]] = scf.if %[[C]]
  // CANON-NEXT: %[[D:.*]] = grad.all_reduce<max> %[[B]]
  // CANON-NEXT: scf.yield %[[D]]
  // CANON-NEXT: else
  // CANON-NEXT: %[[E:.*]] = grad.all_reduce<max> %[[B]]
  // CANON-NEXT: scf.yield %[[E]]
  %a = grad.all_reduce<sum> %x : tensor<4xf32>
  %b = grad.all_reduce<sum> %y : tensor<4xf32>
  %z = scf.if %c -> tensor<4xf32> {
    %d = grad.all_reduce<max> %b : tensor<4xf32>
    scf.yield %d : tensor<4xf32>
  } else {
    %d = grad.all_reduce<max> %b : tensor<4xf32>
    scf.yield %d : tensor<4xf32>
  }
  return %z, %a : tensor<4xf32>, tensor<4xf32>
}

// -----

// The same between blocks: by default no pass here moves across an edge.
// CANON-LABEL: func.func @blocks
func.func @blocks(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  // CANON: cf.cond_br %{{.*}}, ^[[A:.*]], ^[[B:.*]]
  // CANON: ^[[A]]:
  // CANON-NEXT: grad.all_reduce<sum>
  // CANON: ^[[B]]:
  // CANON-NEXT: grad.all_reduce<max>
  cf.cond_br %c, ^a, ^b
^a:
  %r = grad.all_reduce<sum> %x : tensor<4xf32>
  cf.br ^end(%r : tensor<4xf32>)
^b:
  %s = grad.all_reduce<max> %x : tensor<4xf32>
  cf.br ^end(%s : tensor<4xf32>)
^end(%y: tensor<4xf32>):
  return %y : tensor<4xf32>
}

// -----

// Where asked to, canonicalize makes one block of two that are equal. Each rank
// issues the sequence that it issued before.
// MERGE-LABEL: func.func @equal_blocks
func.func @equal_blocks(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  // MERGE: grad.all_reduce<sum>
  // MERGE-NOT: grad.all_reduce
  // MERGE: return
  cf.cond_br %c, ^a, ^b
^a:
  %r = grad.all_reduce<sum> %x : tensor<4xf32>
  cf.br ^end(%r : tensor<4xf32>)
^b:
  %s = grad.all_reduce<sum> %x : tensor<4xf32>
  cf.br ^end(%s : tensor<4xf32>)
^end(%y: tensor<4xf32>):
  return %y : tensor<4xf32>
}

// -----

// Blocks that differ in a collective are not equal.
// MERGE-LABEL: func.func @unequal_blocks
func.func @unequal_blocks(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  // MERGE: cf.cond_br
  // MERGE: grad.all_reduce<sum>
  // MERGE: grad.all_reduce<max>
  cf.cond_br %c, ^a, ^b
^a:
  %r = grad.all_reduce<sum> %x : tensor<4xf32>
  cf.br ^end(%r : tensor<4xf32>)
^b:
  %s = grad.all_reduce<max> %x : tensor<4xf32>
  cf.br ^end(%s : tensor<4xf32>)
^end(%y: tensor<4xf32>):
  return %y : tensor<4xf32>
}
