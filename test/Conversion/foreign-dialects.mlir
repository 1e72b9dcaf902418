// Operations of StableHLO, Shardy and other unregistered dialects are read in
// generic form and printed as they were, attributes and types included.

// RUN: grad-opt %s | FileCheck %s
// RUN: grad-opt %s --emit-bytecode | grad-opt | FileCheck %s
// The command line still decides.
// RUN: not grad-opt %s --allow-unregistered-dialect=false 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK: "sdy.mesh"() <{mesh = #sdy.mesh<["d"=4]>, sym_name = "mesh"}> : () -> ()
"sdy.mesh"() <{mesh = #sdy.mesh<["d"=4]>, sym_name = "mesh"}> : () -> ()

func.func private @relu(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// A symbol is found from inside a region of a foreign operation.
// CHECK-LABEL: func.func @call_from_inside
// CHECK: manual_axes = #sdy<manual_axes{"d"}>
// CHECK: func.call @relu
func.func @call_from_inside(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "sdy.manual_computation"(%x) <{manual_axes = #sdy<manual_axes{"d"}>}> ({
  ^bb0(%y: tensor<4xf32>):
    %1 = "func.call"(%y) <{callee = @relu}> : (tensor<4xf32>) -> tensor<4xf32>
    "sdy.return"(%1) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @types
// CHECK-SAME: !stablehlo.token
// CHECK: "stablehlo.after_all"(%arg0) : (!stablehlo.token) -> !stablehlo.token
func.func @types(%t: !stablehlo.token) {
  "stablehlo.after_all"(%t) : (!stablehlo.token) -> !stablehlo.token
  return
}

// CHECK: "nobody.knows"() {some = #nobody.attr<1>} : () -> ()
// REFUSED: error: {{.*}}unregistered dialect
"nobody.knows"() {some = #nobody.attr<1>} : () -> ()
