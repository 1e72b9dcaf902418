// What a gradient reducer gives over a narrow wire, and where its mean divides.

// RUN: split-file %s %t
// RUN: grad-run %t/range.mlir --ranks=2 --print | FileCheck %t/range.mlir
// RUN: grad-opt %t/range.mlir --expand-gradient-reducers --fuse-allreduce -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=2 --print | FileCheck %t/range.mlir
// RUN: grad-run %t/range.mlir --ranks=2 --backend=record | FileCheck %t/range.mlir --check-prefix=CALLS
// RUN: grad-run %t/own.mlir --ranks=2 --print | FileCheck %t/own.mlir
// RUN: grad-opt %t/own.mlir --expand-gradient-reducers --remarks-filter=expand-gradient-reducers -o %t/out.mlir 2>&1 | FileCheck %t/own.mlir --check-prefix=REMARK
// RUN: grad-run %t/sparse.mlir --ranks=2 --print | FileCheck %t/sparse.mlir

// How a mean is split: the number of ranks known, and not known, before the run.

// RUN: grad-run %t/split.mlir --ranks=2 --print | FileCheck %t/split.mlir --check-prefix=BY2
// RUN: grad-run %t/split.mlir --ranks=3 --print | FileCheck %t/split.mlir --check-prefix=BY2
// RUN: grad-run %t/split.mlir --ranks=4 --print | FileCheck %t/split.mlir --check-prefix=BY2
// RUN: grad-run %t/split.mlir --ranks=6 --print | FileCheck %t/split.mlir --check-prefix=BY4
// RUN: grad-run %t/split.mlir --ranks=8 --print | FileCheck %t/split.mlir --check-prefix=BY4
// RUN: grad-run %t/split.mlir --ranks=1 --print | FileCheck %t/split.mlir --check-prefix=BY1
// RUN: grad-opt %t/split.mlir --expand-gradient-reducers=world-size=2 -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=2 --print | FileCheck %t/split.mlir --check-prefix=BY2
// RUN: FileCheck %t/split.mlir --check-prefix=IR2 < %t/out.mlir
// RUN: grad-opt %t/split.mlir --expand-gradient-reducers=world-size=3 -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=3 --print | FileCheck %t/split.mlir --check-prefix=BY2
// RUN: FileCheck %t/split.mlir --check-prefix=IR3 < %t/out.mlir
// RUN: grad-opt %t/split.mlir --expand-gradient-reducers=world-size=4 -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=4 --print | FileCheck %t/split.mlir --check-prefix=BY2
// RUN: FileCheck %t/split.mlir --check-prefix=IR4 < %t/out.mlir
// RUN: grad-opt %t/split.mlir --expand-gradient-reducers=world-size=6 -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=6 --print | FileCheck %t/split.mlir --check-prefix=BY4
// RUN: FileCheck %t/split.mlir --check-prefix=IR6 < %t/out.mlir
// RUN: grad-opt %t/split.mlir --expand-gradient-reducers=world-size=8 -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=8 --print | FileCheck %t/split.mlir --check-prefix=BY4
// RUN: FileCheck %t/split.mlir --check-prefix=IR8 < %t/out.mlir

// The total factor is 1/degree in every mode, which the pass says too.

// RUN: grad-opt %t/total.mlir --expand-gradient-reducers=world-size=3 --verify-gradient-scale -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=3 --print | FileCheck %t/total.mlir
// RUN: grad-opt %t/total.mlir --expand-gradient-reducers=world-size=6 --verify-gradient-scale -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=6 --print | FileCheck %t/total.mlir
// RUN: grad-opt %t/total.mlir --expand-gradient-reducers=world-size=8 --verify-gradient-scale -o %t/out.mlir
// RUN: grad-run %t/out.mlir --ranks=8 --print | FileCheck %t/total.mlir
// RUN: not grad-opt %t/twice.mlir --verify-gradient-scale 2>&1 | FileCheck %t/twice.mlir
// RUN: not grad-opt %t/twice.mlir --expand-gradient-reducers --verify-gradient-scale 2>&1 | FileCheck %t/twice.mlir

//--- range.mlir
// {70000, 0} over f16: half of it is narrowed, and gives 35008 of 35000, never
// infinity. So it is where all is divided before; after, it is too late. bf16
// has the range.

// CHECK-COUNT-2: result0 = f32 [35008]
// CHECK-NEXT: rank 1: result1 = f32 [35008]
// CHECK-NEXT: rank 1: result2 = f32 [+Inf]
// CHECK-NEXT: rank 1: result3 = f32 [35072]
// CHECK-NEXT: rank 1: result4 = f32 [70144]
// CALLS: rank 0 launch 0: all_reduce sum f16 -> f32 count 1
// CALLS: rank 0 launch 3: all_reduce sum bf16 -> f32 count 1
func.func @step() -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %me = grad.rank : index
  %zero = arith.constant 0 : index
  %is_first = arith.cmpi eq, %me, %zero : index
  %large = arith.constant dense<70000.0> : tensor<f32>
  %none = arith.constant dense<0.0> : tensor<f32>
  %g = arith.select %is_first, %large, %none : tensor<f32>
  %0 = grad.reduce_gradients %g<"w"> with<wire = f16> : tensor<f32>
  %1 = grad.reduce_gradients %g<"w"> with<wire = f16, scale = before> : tensor<f32>
  %2 = grad.reduce_gradients %g<"w"> with<wire = f16, scale = after> : tensor<f32>
  %3 = grad.reduce_gradients %g<"w"> with<wire = bf16> : tensor<f32>
  %4 = grad.reduce_gradients %g<"w"> with<wire = bf16, mean = false> : tensor<f32>
  return %0, %1, %2, %3, %4 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

//--- own.mlir
// A gradient of the wire's type travels as it is, and is added up in f32: 40000
// twice is no f16, its mean is.

// CHECK-COUNT-2: result0 = f16 [4.0E+4]
// CHECK-NEXT: rank 1: result1 = f32 [4.0E+4]
// REMARK: [Passed] on-wire {{.*}} Gradient=h, Reason="it is of the wire's type already and travels as it is"
// REMARK-NOT: on-wire
// REMARK: [Passed] range {{.*}} Gradient=f, Reason="what is too large for f16 becomes infinite, what is too small zero"
// REMARK-NOT: [
func.func @step() -> (tensor<f16>, tensor<f32>) {
  %h = arith.constant dense<40000.0> : tensor<f16>
  %f = arith.constant dense<40000.0> : tensor<f32>
  %r:2 = grad.reduce_gradients %h<"h">, %f<"f"> with<wire = f16, scale = after> : tensor<f16>, tensor<f32>
  return %r#0, %r#1 : tensor<f16>, tensor<f32>
}

//--- sparse.mlir
// The values of a sparse gradient take the wire, too; its indices do not.

// CHECK: rank 0: result0 = 2xi32 [1000001, 1000001]
// CHECK-NEXT: rank 0: result1 = 2xf32 [35008, 35008]
!rows = !grad.indexed_slices<?xi32, 2000000xf32>
func.func @step() -> (tensor<2xi32>, tensor<2xf32>) {
  %one = arith.constant 1 : index
  %index = arith.constant 1000001 : i32
  %value = arith.constant 70000.0 : f32
  %i = tensor.splat %index[%one] : tensor<?xi32>
  %v = tensor.splat %value[%one] : tensor<?xf32>
  %s = grad.indexed_slices %i, %v : !rows
  %r = grad.reduce_gradients %s<"e"> with<wire = f16> : !rows
  %ri = grad.indices %r : !rows
  %rv = grad.values %r : !rows
  %ti = tensor.cast %ri : tensor<?xi32> to tensor<2xi32>
  %tv = tensor.cast %rv : tensor<?xf32> to tensor<2xf32>
  return %ti, %tv : tensor<2xi32>, tensor<2xf32>
}

//--- split.mlir
// Over f16, 128000 needs a division by 2 before, and 256000 one by 4. Every rank
// brings the same, so that the mean is that.

// BY1: result0 = 3xf32 [1024, +Inf, +Inf]
// BY2: result0 = 3xf32 [1024, 128000, +Inf]
// BY4: result0 = 3xf32 [1024, 128000, 256000]

// Before 1/2, and after 1, 2/3, 1/2; before 1/4, and after 4/6, 1/2.
// IR2: constant dense<5.000000e-01> : tensor<f32>
// IR2-NOT: constant dense<{{[^\[]*}}> : tensor<f32>
// IR3: constant dense<5.000000e-01> : tensor<f32>
// IR3: constant dense<0.666666686> : tensor<f32>
// IR4: constant dense<5.000000e-01> : tensor<f32>
// IR4: grad.all_reduce
// IR4: constant dense<5.000000e-01> : tensor<f32>
// IR6: constant dense<2.500000e-01> : tensor<f32>
// IR6: constant dense<0.666666686> : tensor<f32>
// IR8: constant dense<2.500000e-01> : tensor<f32>
// IR8: constant dense<5.000000e-01> : tensor<f32>
func.func @step() -> tensor<3xf32> {
  %g = arith.constant dense<[1024.0, 128000.0, 256000.0]> : tensor<3xf32>
  %0 = grad.reduce_gradients %g<"w"> with<wire = f16> : tensor<3xf32>
  return %0 : tensor<3xf32>
}

//--- total.mlir
// CHECK: result0 = 2xf32 [1, -3]
// CHECK-NEXT: result1 = 2xf32 [1, -3]
// CHECK-NEXT: result2 = 2xf32 [1, -3]
// CHECK-NEXT: result3 = 2xf16 [1, -3]
func.func @step() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf16>) {
  %g = arith.constant dense<[1.0, -3.0]> : tensor<2xf32>
  %h = arith.constant dense<[1.0, -3.0]> : tensor<2xf16>
  %0 = grad.reduce_gradients %g<"w"> with<scale = after> : tensor<2xf32>
  %1 = grad.reduce_gradients %g<"w"> with<scale = before> : tensor<2xf32>
  %2 = grad.reduce_gradients %g<"w"> with<wire = bf16, scale = split> : tensor<2xf32>
  %3 = grad.reduce_gradients %h<"w"> with<scale = split> : tensor<2xf16>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf16>
}

//--- twice.mlir
// CHECK: twice.mlir:[[@LINE+6]]:8: error: {{.*}} 'w': expected the factors around it to make up 1/4 once, got it 2 times
// CHECK: twice.mlir:[[@LINE+6]]:8: note: multiplied by 0.25 here, after the reduction
#all = #grad.group<[[0, 1, 2, 3]]>
func.func @step() -> tensor<2xf32> {
  %g = arith.constant dense<[1.0, -3.0]> : tensor<2xf32>
  %quarter = arith.constant dense<0.25> : tensor<2xf32>
  %0 = grad.reduce_gradients %g<"w"> on #all : tensor<2xf32>
  %1 = arith.mulf %0, %quarter : tensor<2xf32>
  return %1 : tensor<2xf32>
}
