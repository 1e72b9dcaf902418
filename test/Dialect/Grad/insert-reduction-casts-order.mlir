// Casts before fusion give one bucket, fusion before casts one for each type,
// of the same values.
//
// RUN: grad-opt %s --insert-reduction-casts --fuse-allreduce | FileCheck %s --check-prefix=FIRST
// RUN: grad-opt %s --fuse-allreduce --insert-reduction-casts | FileCheck %s --check-prefix=LAST
// RUN: grad-opt %s --insert-reduction-casts=wire=bf16 --fuse-allreduce | FileCheck %s --check-prefix=WIRE
// RUN: grad-opt %s --fuse-allreduce --insert-reduction-casts=wire=bf16 | FileCheck %s --check-prefix=WIRE
// RUN: grad-opt %s --insert-reduction-casts=wire=bf16 --insert-reduction-casts | FileCheck %s --check-prefix=WIRE-WIDE
// RUN: grad-opt %s --insert-reduction-casts --insert-reduction-casts=wire=bf16 | FileCheck %s --check-prefix=WIDE-WIRE

// FIRST: grad.all_reduce<sum> %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<3xf32>, tensor<2xf32>, tensor<4xf32>
// FIRST-NOT: grad.all_reduce

// LAST: grad.all_reduce<sum> %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<2xf32>
// LAST: grad.all_reduce<sum> %{{.*}}, %{{.*}} : tensor<3xf32>, tensor<4xf32>
// LAST-NOT: grad.all_reduce

// WIRE: grad.all_reduce<sum> %{{.*}}, %{{.*}} : tensor<3xbf16>, tensor<4xbf16> -> tensor<3xf32>, tensor<4xf32>

// A second pass leaves what the first one narrowed, and takes back a widening.

// WIRE-WIDE: grad.all_reduce<sum> %{{.*}} : tensor<4xf32>
// WIRE-WIDE: grad.all_reduce<sum> %{{.*}} : tensor<3xbf16> -> tensor<3xf32>
// WIRE-WIDE: grad.all_reduce<sum> %{{.*}} : tensor<2xf32>
// WIRE-WIDE: grad.all_reduce<sum> %{{.*}} : tensor<4xbf16> -> tensor<4xf32>

// WIDE-WIRE: %[[A:.*]] = grad.all_reduce<sum> %arg0 : tensor<4xbf16> -> tensor<4xf32>
// WIDE-WIRE: arith.truncf %[[A]] : tensor<4xf32> to tensor<4xbf16>
// WIDE-WIRE: grad.all_reduce<sum> %{{.*}} : tensor<3xbf16> -> tensor<3xf32>
// WIDE-WIRE: grad.all_reduce<sum> %arg2 : tensor<2xbf16> -> tensor<2xf32>
// WIDE-WIRE: grad.all_reduce<sum> %{{.*}} : tensor<4xbf16> -> tensor<4xf32>
func.func @step(%a: tensor<4xbf16>, %b: tensor<3xf32>, %c: tensor<2xbf16>, %d: tensor<4xf32>) -> (tensor<4xbf16>, tensor<3xf32>, tensor<2xbf16>, tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<4xbf16>
  %1 = grad.all_reduce<sum> %b : tensor<3xf32>
  %2 = grad.all_reduce<sum> %c : tensor<2xbf16>
  %3 = grad.all_reduce<sum> %d : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xbf16>, tensor<3xf32>, tensor<2xbf16>, tensor<4xf32>
}
