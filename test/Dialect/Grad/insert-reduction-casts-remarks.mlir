// What insert-reduction-casts tells; see docs/remarks.md.
//
// RUN: split-file %s %t
// RUN: grad-opt %t/widen.mlir --insert-reduction-casts --remarks-filter=insert-reduction-casts -o /dev/null 2>&1 | FileCheck %t/widen.mlir
// RUN: grad-opt %t/widen.mlir --allow-unregistered-dialect --insert-reduction-casts -o /dev/null 2>&1 | count 0
// RUN: grad-opt %t/narrow.mlir --insert-reduction-casts=wire=f16 --remarks-filter=insert-reduction-casts -o /dev/null 2>&1 | FileCheck %t/narrow.mlir --check-prefixes=CHECK,F16
// RUN: grad-opt %t/narrow.mlir --insert-reduction-casts=wire=bf16 --remarks-filter=insert-reduction-casts -o /dev/null 2>&1 | FileCheck %t/narrow.mlir --check-prefixes=CHECK,BF16

//--- widen.mlir
// CHECK: [Passed] widened | Category:insert-reduction-casts | Function=step | Collective="all-reduce 'w'", Operand=0, Sent=f32, Type=f16
// CHECK: [Missed] left | Category:insert-reduction-casts | Function=step | Collective="all-reduce 'w'", Operand=1, Reason="f64 is wide enough", Type=f64
// CHECK: [Missed] left | Category:insert-reduction-casts | Function=step | Collective="all-reduce at line {{[0-9]+}}", Operand=0, Reason="integers are never cast", Type=i32
// CHECK: [Missed] left | Category:insert-reduction-casts | Function=step | Collective="all-reduce at line {{[0-9]+}}", Operand=0, Reason="a max is exact in any type", Type=f16
// CHECK: [Missed] left | Category:insert-reduction-casts | Function=step | Collective="all-reduce at line {{[0-9]+}}", Operand=0, Reason="it sends f16 and delivers f32 already", Type=f16
// CHECK: [Missed] left | Category:insert-reduction-casts | Function=step | Collective="all-reduce at line {{[0-9]+}}", Operand=0, Reason="its operand was narrowed from f32, and its result is widened again", Type=bf16
func.func @step(%h: tensor<4xf16>, %d: tensor<4xf64>, %i: tensor<4xi32>, %x: tensor<4xf32>)
    -> (tensor<4xf16>, tensor<4xf64>, tensor<4xi32>, tensor<4xf16>, tensor<4xf32>, tensor<4xf32>) {
  %0:2 = grad.all_reduce<sum> %h, %d {grad.param = "w"} : tensor<4xf16>, tensor<4xf64>
  %1 = grad.all_reduce<sum> %i : tensor<4xi32>
  %2 = grad.all_reduce<max> %h : tensor<4xf16>
  %3 = grad.all_reduce<sum> %h : tensor<4xf16> -> tensor<4xf32>
  %n = arith.truncf %x : tensor<4xf32> to tensor<4xbf16>
  %4 = grad.all_reduce<sum> %n : tensor<4xbf16>
  %w = arith.extf %4 : tensor<4xbf16> to tensor<4xf32>
  return %0#0, %0#1, %1, %2, %3, %w : tensor<4xf16>, tensor<4xf64>, tensor<4xi32>, tensor<4xf16>, tensor<4xf32>, tensor<4xf32>
}

// CHECK: [Missed] left | Category:insert-reduction-casts | Function=memory | Collective="all-reduce at line {{[0-9]+}}", Reason="it works on memory; run the pass before bufferization"
func.func @memory(%m: memref<4xf16>) {
  grad.all_reduce<sum> %m : memref<4xf16>
  return
}

// CHECK: [Missed] left | Category:insert-reduction-casts | Function=exported | Collective="stablehlo.all_reduce at line {{[0-9]+}}", Reason="it is StableHLO's; run --convert-stablehlo-to-grad before"
func.func @exported(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    "stablehlo.return"(%s) : (tensor<f16>) -> ()
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// Buckets that were formed before the casts: one for each type.
// CHECK: [Missed] bucket | Category:insert-reduction-casts | Function=step | Collective="all-reduce 'w'", Operands=2, Reason="its bucket was formed before the casts, one for each type; run insert-reduction-casts before fuse-allreduce"

//--- narrow.mlir
// F16:  [Passed] narrowed | Category:insert-reduction-casts | Function=step | Collective="all-reduce 'w'", Loss=range, Operand=0, Reason="values beyond 65504 become infinite", Sent=f16, Type=f32
// BF16: [Passed] narrowed | Category:insert-reduction-casts | Function=step | Collective="all-reduce 'w'", Loss=precision, Operand=0, Reason="values are rounded, the range stays", Sent=bf16, Type=f32
// F16:  [Passed] narrowed | Category:insert-reduction-casts | Function=step | Collective="all-reduce 'v'", Loss=none, Operand=0, Reason="its operand was widened from f16, which is sent as it was", Sent=f16, Type=f32
// BF16: [Passed] narrowed | Category:insert-reduction-casts | Function=step | Collective="all-reduce 'v'", Loss=precision, Operand=0
// CHECK: [Missed] left | Category:insert-reduction-casts | Function=step | Collective="all-reduce 'norm'", Operand=0, Reason="what a max delivers is no gradient", Type=f32
// CHECK: [Missed] left | Category:insert-reduction-casts | Function=step | Collective="all-reduce 'small'", Operand=0, Reason="f8E5M2 travels as it is", Type=f8E5M2
func.func @step(%x: tensor<4xf32>, %h: tensor<4xf16>, %e: tensor<4xf8E5M2>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf8E5M2>) {
  %0 = grad.all_reduce<sum> %x {grad.param = "w"} : tensor<4xf32>
  %v = arith.extf %h : tensor<4xf16> to tensor<4xf32>
  %1 = grad.all_reduce<sum> %v {grad.param = "v"} : tensor<4xf32>
  %2 = grad.all_reduce<max> %x {grad.param = "norm"} : tensor<4xf32>
  %3 = grad.all_reduce<sum> %e {grad.param = "small"} : tensor<4xf8E5M2>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf8E5M2>
}
