// Operand and result of different types.

// RUN: grad-opt %s --split-input-file --convert-grad-to-stablehlo --remarks-filter=convert-grad-to-stablehlo --remark-policy=all -verify-diagnostics | FileCheck %s --check-prefixes=CHECK,KEEP
// RUN: grad-opt %s --split-input-file --convert-grad-to-stablehlo="low-precision=widen" | FileCheck %s --check-prefixes=CHECK,WIDEN

// The operand's type travels; its sum may be rounded at each hop.
// CHECK-LABEL: func.func @delivered_wider
// KEEP: %[[S:.*]] = "stablehlo.all_reduce"(%arg0)
// KEEP: }) : (tensor<4xf16>) -> tensor<4xf16>
// KEEP: %[[R:.*]] = "stablehlo.convert"(%[[S]]) : (tensor<4xf16>) -> tensor<4xf32>
// WIDEN: %[[X:.*]] = "stablehlo.convert"(%arg0) : (tensor<4xf16>) -> tensor<4xf32>
// WIDEN: %[[R:.*]] = "stablehlo.all_reduce"(%[[X]])
// WIDEN: }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NOT: stablehlo.convert
// CHECK: return %[[R]]
func.func @delivered_wider(%x: tensor<4xf16>) -> tensor<4xf32> {
  // expected-remark@below {{low-precision | Category:convert-grad-to-stablehlo | Reason="XLA reduces in the type that travels and may round at each hop; low-precision=widen reduces in f32", Type=f16}}
  // expected-remark@below {{converted}}
  %0 = grad.all_reduce<sum> %x : tensor<4xf16> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @delivered_narrower
// CHECK: %[[S:.*]] = "stablehlo.all_reduce"(%arg0)
// CHECK: }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: %[[R:.*]] = "stablehlo.convert"(%[[S]]) : (tensor<4xf32>) -> tensor<4xbf16>
// CHECK: return %[[R]]
func.func @delivered_narrower(%x: tensor<4xf32>) -> tensor<4xbf16> {
  // expected-remark@below {{converted}}
  %0 = grad.all_reduce<sum> %x : tensor<4xf32> -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

// CHECK-LABEL: func.func @same_type
// KEEP-NOT: stablehlo.convert
// WIDEN: %[[X:.*]] = "stablehlo.convert"(%arg0) : (tensor<4xbf16>) -> tensor<4xf32>
// WIDEN: %[[S:.*]] = "stablehlo.all_reduce"(%[[X]])
// WIDEN: "stablehlo.convert"(%[[S]]) : (tensor<4xf32>) -> tensor<4xbf16>
// CHECK: return
func.func @same_type(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  // expected-remark@below {{converted}}
  %0 = grad.all_reduce<sum> %x : tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

// What is not reduced is not widened.
// CHECK-LABEL: func.func @gathered
// CHECK-NOT: stablehlo.convert
// CHECK: return
func.func @gathered(%x: tensor<4xbf16>) -> tensor<8xbf16> {
  // expected-remark@below {{converted}}
  %0 = grad.all_gather %x dim 0 on <[[0, 1]]> : tensor<4xbf16> -> tensor<8xbf16>
  return %0 : tensor<8xbf16>
}

// -----

// The division is done in the wider type.
// CHECK-LABEL: func.func @average_delivered_wider
// CHECK: stablehlo.divide{{.*}} -> tensor<4xf32>
// CHECK-LABEL: func.func @average_delivered_narrower
// CHECK: stablehlo.divide{{.*}} -> tensor<4xf32>
// CHECK: stablehlo.convert{{.*}} -> tensor<4xf16>
func.func @average_delivered_wider(%x: tensor<4xf16>) -> tensor<4xf32> {
  // expected-remark@below {{low-precision}}
  // expected-remark@below {{converted}}
  %0 = grad.all_reduce<avg> %x on <[[0, 1, 2]]> : tensor<4xf16> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @average_delivered_narrower(%x: tensor<4xf32>) -> tensor<4xf16> {
  // expected-remark@below {{converted}}
  %0 = grad.all_reduce<avg> %x on <[[0, 1, 2]]> : tensor<4xf32> -> tensor<4xf16>
  return %0 : tensor<4xf16>
}
