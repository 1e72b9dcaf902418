// 16-bit floats: rounded where the step says so, and once; on any processor.

// RUN: split-file %s %t
// RUN: %python %S/Inputs/write_npz.py %t/in.npz arg0 '<f8' 1,8 1.00390625,1.0039062500000009,1.0117187499999,1.0e300,-1.0e-320,nan,-0.0,3.3961775292304e38
// RUN: grad-run %t/truncate.mlir --inputs=%t/in.npz --print | FileCheck %t/truncate.mlir

// bf16 0.5 and 0, 1 and 1.
// RUN: %python %S/Inputs/write_npz.py %t/in.npz arg0 '<u2' 1,2 0x3f00,0 arg1 '<u2' 1,2 0x3f80,0x3f80 arg2 '<f2' 1,2 0.5,0 arg3 '<i4' 1,2 256,-3
// RUN: grad-run %t/arithmetic.mlir --inputs=%t/in.npz --print | FileCheck %t/arithmetic.mlir

// An object needs no conversion to or from bf16 that C libraries lack.

// RUN: grad-opt %t/arithmetic.mlir --grad-cpu-pipeline -o %t/llvm.mlir
// RUN: mlir-translate --mlir-to-llvmir %t/llvm.mlir -o %t/out.ll
// RUN: llc -O2 -mtriple=x86_64-linux-gnu -mcpu=x86-64 %t/out.ll -o - | FileCheck %s --check-prefix=OBJECT --implicit-check-not=bfsf2 --implicit-check-not=sfbf2 --implicit-check-not=dfbf2
// OBJECT: step:

//--- truncate.mlir
// Of a value just above the middle of two bf16 numbers, f32 keeps only the
// middle: rounded twice it would be 1.

// CHECK: result0 = 8xbf16 [1, 1.008, 1.008, +Inf, -0, NaN, -0, 3.39E+38]
func.func @step(%x: tensor<8xf64>) -> tensor<8xbf16> {
  %0 = arith.truncf %x : tensor<8xf64> to tensor<8xbf16>
  return %0 : tensor<8xbf16>
}

//--- arithmetic.mlir
// CHECK: result0 = 2xbf16 [-0.5, -0]
// CHECK-NEXT: result1 = 2xbf16 [5.063, 1]
// CHECK-NEXT: result2 = 2xbf16 [1.648, 1]
// CHECK-NEXT: result3 = 2xf16 [0.462{{[0-9]*}}, 0]
// CHECK-NEXT: result4 = 2xbf16 [256, -3]
// CHECK-NEXT: result5 = 2xbf16 [2.5, 2]
func.func @step(%a: tensor<2xbf16>, %b: tensor<2xbf16>, %h: tensor<2xf16>, %i: tensor<2xi32>) -> (tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xf16>, tensor<2xbf16>, tensor<2xbf16>) {
  %0 = arith.negf %a : tensor<2xbf16>
  %s = arith.addf %a, %b : tensor<2xbf16>
  %m = arith.mulf %s, %s : tensor<2xbf16>
  %1 = arith.mulf %m, %m : tensor<2xbf16>
  %2 = math.exp %a : tensor<2xbf16>
  %3 = math.tanh %h : tensor<2xf16>
  %4 = arith.sitofp %i : tensor<2xi32> to tensor<2xbf16>
  %w = arith.extf %s : tensor<2xbf16> to tensor<2xf64>
  %d = arith.addf %w, %w : tensor<2xf64>
  %t = arith.truncf %d : tensor<2xf64> to tensor<2xbf16>
  %n = arith.subf %t, %a : tensor<2xbf16>
  %c = arith.cmpf ogt, %n, %b : tensor<2xbf16>
  %5 = arith.select %c, %n, %b : tensor<2xi1>, tensor<2xbf16>
  %q = grad.all_reduce<sum> %5 : tensor<2xbf16>
  return %0, %1, %2, %3, %4, %q : tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xf16>, tensor<2xbf16>, tensor<2xbf16>
}
