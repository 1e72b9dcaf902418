// StableHLO in pretty form needs the real dialect: the error says what to do.
// One case a run, since a parser stops at the first error.

// RUN: split-file %s %t
// RUN: not grad-opt %t/op.mlir 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not grad-opt %t/mesh.mlir 2>&1 | FileCheck %s --check-prefix=MESH
// RUN: not grad-opt %t/typo.mlir 2>&1 | FileCheck %s --check-prefix=TYPO
// RUN: not grad-opt %t/typo-generic.mlir 2>&1 | FileCheck %s --check-prefix=GENERIC

//--- op.mlir
// OP: op.mlir:5:8: error: custom op 'stablehlo.add' stands in pretty form
// OP-SAME: print the module in generic form
// OP-SAME: get_asm(print_generic_op_form=True)
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- mesh.mlir
// MESH: error: custom op 'sdy.mesh' stands in pretty form
// MESH-SAME: get_asm(print_generic_op_form=True)
sdy.mesh @mesh = <["data"=4]>

//--- typo.mlir
// The dialect of this project is known, so a misspelt operation is an error.
// TYPO: error: custom op 'grad.al_reduce' is unknown
func.func @f(%x: tensor<4xf32>) {
  grad.al_reduce<sum> %x : tensor<4xf32>
  return
}

//--- typo-generic.mlir
// GENERIC: error: {{.*}}unregistered operation 'grad.al_reduce' found in dialect ('grad')
func.func @f(%x: tensor<4xf32>) {
  "grad.al_reduce"(%x) : (tensor<4xf32>) -> ()
  return
}
