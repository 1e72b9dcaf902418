// RUN: grad-opt %s | FileCheck %s
// CHECK: grad.rank
func.func @f() -> index {
  %me = grad.rank : index
  return %me : index
}
