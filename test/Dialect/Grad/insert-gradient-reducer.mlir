// Reducers over marked gradients.
//
// RUN: split-file %s %t
// RUN: grad-opt %t/marked.mlir --insert-gradient-reducer | FileCheck %t/marked.mlir
// RUN: grad-opt %t/marked.mlir --insert-gradient-reducer -o %t/once.mlir
// RUN: grad-opt %t/once.mlir --insert-gradient-reducer -o %t/twice.mlir
// RUN: diff %t/once.mlir %t/twice.mlir
// RUN: grad-opt %t/marked.mlir --insert-gradient-reducer --insert-gradient-reducer --remarks-filter=insert-gradient-reducer -o /dev/null 2>&1 | FileCheck %t/marked.mlir --check-prefix=REMARK
// RUN: grad-opt %t/sparse.mlir --insert-gradient-reducer | FileCheck %t/sparse.mlir
// RUN: grad-opt %t/dense.mlir --insert-gradient-reducer=sparse-as-dense | FileCheck %t/dense.mlir
// RUN: grad-opt %t/dense.mlir --insert-gradient-reducer=dense-above=0.25 | FileCheck %t/dense.mlir --check-prefix=ABOVE

// Each option, and each preset.

// RUN: grad-opt %t/options.mlir --insert-gradient-reducer="mean=false degree=7 fusion-type=3 reduce-type=f64 clip-value=2.5 clip-norm=1.5 top-k=4" | FileCheck %t/options.mlir --check-prefix=ONE
// RUN: grad-opt %t/options.mlir --insert-gradient-reducer="split-indices=1,2 wire=bf16 scale=before threshold=0.5" | FileCheck %t/options.mlir --check-prefix=TWO
// RUN: grad-opt %t/options.mlir --insert-gradient-reducer="group=[[0,1],[2,3]] layerwise-parallel=w parameter-server=b top-k-ratio=0.25 mean=true" | FileCheck %t/options.mlir --check-prefix=THREE
// RUN: grad-opt %t/options.mlir --insert-gradient-reducer=preset=mindspore | FileCheck %t/options.mlir --check-prefix=MINDSPORE
// RUN: grad-opt %t/options.mlir --insert-gradient-reducer="preset=mindspore wire=f16" | FileCheck %t/options.mlir --check-prefix=SPLIT
// RUN: grad-opt %t/options.mlir --insert-gradient-reducer=preset=singa | FileCheck %t/options.mlir --check-prefix=SINGA
// RUN: grad-opt %t/options.mlir --insert-gradient-reducer="preset=singa clip" | FileCheck %t/options.mlir --check-prefix=CLIP
// RUN: grad-opt %t/options.mlir --insert-gradient-reducer="preset=singa wire=f16 mean=false" | FileCheck %t/options.mlir --check-prefix=SUM
// RUN: grad-opt %t/options.mlir --insert-gradient-reducer=preset=ddp | FileCheck %t/options.mlir --check-prefix=DDP
// RUN: grad-opt %t/options.mlir --insert-gradient-reducer="preset=ddp wire=f16" | FileCheck %t/options.mlir --check-prefix=HOOK
// RUN: grad-opt %t/options.mlir --insert-gradient-reducer="preset=ddp reduce-type=f32" | FileCheck %t/options.mlir --check-prefix=WIDE
// RUN: grad-opt %t/options.mlir --insert-gradient-reducer=preset=horovod | FileCheck %t/options.mlir --check-prefix=HOROVOD

//--- marked.mlir
// Results and operations are marked; the reducer stands after the last, in
// program order, and what uses a gradient moves below.

// CHECK-LABEL: func @step
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[W:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[A:.*]] = arith.negf %[[X]]
// CHECK-NEXT: %[[B:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT: %[[R:.*]]:2 = grad.reduce_gradients %[[A]]<"a">, %[[B]]<"b">{{.*}} : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT: %[[U:.*]] = arith.subf %[[W]], %[[R]]#0
// CHECK-NEXT: %[[V:.*]] = arith.mulf %[[U]], %[[U]]
// CHECK-NEXT: return %[[V]], %[[R]]#1, %[[R]]#0
// REMARK: [Passed] marked | Category:insert-gradient-reducer | Function=step | Gradient=a, Reason="it is gradient 0 of a reducer"
// REMARK: [Passed] marked | Category:insert-gradient-reducer | Function=step | Gradient=b, Reason="it is gradient 1 of a reducer"
func.func @step(%x: tensor<4xf32>, %w: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32> {grad.gradient = "b"}, tensor<4xf32>) {
  %a = arith.negf %x {grad.gradient = "a"} : tensor<4xf32>
  %u = arith.subf %w, %a : tensor<4xf32>
  %v = arith.mulf %u, %u : tensor<4xf32>
  %b = arith.addf %x, %x : tensor<4xf32>
  return %v, %b, %a : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// What another gradient is computed from keeps the local value, also in a region;
// all other uses get the reduced one.

// CHECK-LABEL: func @chain
// CHECK: %[[A:.*]] = arith.negf
// CHECK-NEXT: %[[C:.*]] = arith.addf %[[A]], %[[A]]
// CHECK-NEXT: %[[B:.*]] = scf.if
// CHECK-NEXT: arith.mulf %[[A]], %[[C]]
// CHECK: %[[R:.*]]:2 = grad.reduce_gradients %[[A]]<"a">, %[[B]]<"b">
// CHECK-NEXT: %[[I:.*]] = scf.if
// CHECK-NEXT: arith.mulf %[[R]]#0, %[[C]]
// CHECK: return %[[R]]#0, %[[R]]#1, %[[I]]
func.func @chain(%x: tensor<4xf32>, %if: i1) -> (tensor<4xf32> {grad.gradient = "a"}, tensor<4xf32> {grad.gradient = "b"}, tensor<4xf32>) {
  %a = arith.negf %x : tensor<4xf32>
  %c = arith.addf %a, %a : tensor<4xf32>
  %i = scf.if %if -> tensor<4xf32> {
    %m = arith.mulf %a, %c : tensor<4xf32>
    scf.yield %m : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  %b = scf.if %if -> tensor<4xf32> {
    %m = arith.mulf %a, %c : tensor<4xf32>
    scf.yield %m : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %a, %b, %i : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Arguments, in their order, before what operations give. An operation and a
// result may give the same value the same name.

// CHECK-LABEL: func @arguments
// CHECK-SAME: (%[[A:.*]]: tensor<4xf16>, %[[B:.*]]: tensor<f64>)
// CHECK-NEXT: %[[C:.*]] = arith.negf %[[B]]
// CHECK-NEXT: %[[R:.*]]:3 = grad.reduce_gradients %[[A]]<"a">, %[[B]]<"b">, %[[C]]<"c">
// CHECK-NEXT: return %[[R]]#2, %[[R]]#1, %[[R]]#0, %[[R]]#1
func.func @arguments(%a: tensor<4xf16>, %b: tensor<f64>) -> (tensor<f64> {grad.gradient = "c"}, tensor<f64> {grad.gradient = "b"}, tensor<4xf16> {grad.gradient = "a"}, tensor<f64>) {
  %c = arith.negf %b {grad.gradient = "c"} : tensor<f64>
  return %c, %b, %a, %b : tensor<f64>, tensor<f64>, tensor<4xf16>, tensor<f64>
}

// Gradients of a loop's body are reduced in it.

// CHECK-LABEL: func @loop
// CHECK: scf.for
// CHECK: %[[G:.*]] = arith.negf
// CHECK-NEXT: %[[R:.*]] = grad.reduce_gradients %[[G]]<"w">
// CHECK-NEXT: arith.addf %{{.*}}, %[[R]]
func.func @loop(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %0 = scf.for %i = %zero to %n step %one iter_args(%a = %x) -> tensor<4xf32> {
    %g = arith.negf %a {grad.gradient = "w"} : tensor<4xf32>
    %s = arith.addf %a, %g : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// What comes from a reduction is left, through casts, reshapes and scales.

// CHECK-LABEL: func @reduced
// CHECK-NOT: grad.reduce_gradients
// CHECK: return
// REMARK: [Missed] reduced | Category:insert-gradient-reducer | Function=reduced | Gradient=w, Reason="it is reduced already"
// REMARK: [Missed] reduced | {{.*}} Function=step | Gradient=b
func.func @reduced(%x: tensor<4xf32>, %f: tensor<f32>) -> (tensor<2x2xf16> {grad.gradient = "w"}) {
  %0 = grad.all_reduce<sum> %x : tensor<4xf32>
  %1 = grad.scale %0, %f : tensor<4xf32>, tensor<f32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %3 = arith.truncf %2 : tensor<2x2xf32> to tensor<2x2xf16>
  return %3 : tensor<2x2xf16>
}

// CHECK-LABEL: func private @declared
func.func private @declared(tensor<4xf32>) -> (tensor<4xf32> {grad.gradient = "w"})

//--- sparse.mlir
// A sparse gradient that only becomes dense comes back dense; another one with
// the rows of all ranks.

!rows = !grad.indexed_slices<?xi32, 100x8xf32>
!two = !grad.indexed_slices<2xi32, 100x8xf32>

// CHECK-LABEL: func @step
// CHECK: %[[A:.*]] = grad.indexed_slices {{.*}} : !grad.indexed_slices<2xi32, 100x8xf32>
// CHECK-NEXT: %[[B:.*]] = grad.indexed_slices {{.*}} : !grad.indexed_slices<?xi32, 100x8xf32>
// CHECK-NEXT: %[[R:.*]]:2 = grad.reduce_gradients %[[A]]<"a">, %[[B]]<"b">{{.*}} -> tensor<100x8xf32>, !grad.indexed_slices<?xi32, 100x8xf32>
// CHECK-NEXT: %[[I:.*]] = grad.indices %[[R]]#1
// CHECK-NEXT: %[[D:.*]] = grad.to_dense %[[R]]#1
// CHECK-NEXT: return %[[R]]#0, %[[I]], %[[D]]
func.func @step(%i: tensor<2xi32>, %v: tensor<2x8xf32>, %j: tensor<?xi32>, %w: tensor<?x8xf32>) -> (tensor<100x8xf32>, tensor<?xi32>, tensor<100x8xf32>) {
  %a = grad.indexed_slices %i, %v {grad.gradient = "a"} : !two
  %b = grad.indexed_slices %j, %w {grad.gradient = "b"} : !rows
  %0 = grad.to_dense %a : !two -> tensor<100x8xf32>
  %1 = grad.indices %b : !rows
  %2 = grad.to_dense %b : !rows -> tensor<100x8xf32>
  return %0, %1, %2 : tensor<100x8xf32>, tensor<?xi32>, tensor<100x8xf32>
}

//--- dense.mlir
// CHECK: grad.reduce_gradients %{{.*}}<"a"> with<sparse_as_dense> : !grad.indexed_slices<2xi32, 100x8xf32> -> tensor<100x8xf32>
// ABOVE: grad.reduce_gradients %{{.*}}<"a"> with<dense_above = 2.500000e-01> : !grad.indexed_slices<2xi32, 100x8xf32> -> tensor<100x8xf32>
func.func @step(%i: tensor<2xi32>, %v: tensor<2x8xf32>) -> tensor<100x8xf32> {
  %a = grad.indexed_slices %i, %v {grad.gradient = "a"} : !grad.indexed_slices<2xi32, 100x8xf32>
  %0 = grad.to_dense %a : !grad.indexed_slices<2xi32, 100x8xf32> -> tensor<100x8xf32>
  return %0 : tensor<100x8xf32>
}

//--- options.mlir
// ONE: grad.reduce_gradients %{{.*}}<"w">, %{{.*}}<"b"> with<mean = false, degree = 7, fusion_type = 3, reduce_type = f64, clip_value = 2.500000e+00, clip_norm = 1.500000e+00, top_k = 4> :
// TWO: grad.reduce_gradients %{{.*}}<"w">, %{{.*}}<"b"> with<split_indices = [1, 2], wire = bf16, scale = before, threshold = 5.000000e-01> :
// THREE: grad.reduce_gradients %{{.*}}<"w", layerwise_parallel>, %{{.*}}<"b", parameter_server> on #group with<top_k_ratio = 2.500000e-01> :
// MINDSPORE: grad.reduce_gradients %{{.*}}<"w">, %{{.*}}<"b">{{( with<>)?}} :
// SPLIT: with<wire = f16> :
// SINGA: with<wire = f16, scale = after> :
// CLIP: with<wire = f16, scale = after, clip_value = 1.000000e+02> :
// SUM: with<mean = false, wire = f16> :
// DDP: with<reduce_type = keep, scale = before> :
// HOOK: with<wire = f16, scale = before> :
// WIDE: with<reduce_type = f32, scale = before> :
// HOROVOD: with<reduce_type = keep> :
func.func @step(%w: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32> {grad.gradient = "w"}, tensor<4xf32> {grad.gradient = "b"}) {
  return %w, %b : tensor<4xf32>, tensor<4xf32>
}
