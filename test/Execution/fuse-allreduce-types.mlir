// Every type and kind that the backend local has, before against after.

// RUN: %python %S/Inputs/run_cases.py %s --out %t.mlir --ranks 1,3,4 --fuse-allreduce | FileCheck %s
// RUN: %python %S/Inputs/run_cases.py %s --out %t.mlir --ranks 4 --fuse-allreduce=across-types | FileCheck %s --check-prefix=ACROSS

// CHECK: 15 functions on 1,3,4 ranks: 0 failures, 15 changed
// ACROSS: 15 functions on 4 ranks: 0 failures, 15 changed

func.func @f16(%a: tensor<3xf16>, %b: tensor<2x2xf16>) -> (tensor<3xf16>, tensor<2x2xf16>, tensor<3xf16>, tensor<2x2xf16>, tensor<3xf16>, tensor<2x2xf16>, tensor<3xf16>, tensor<2x2xf16>, tensor<3xf16>, tensor<2x2xf16>) {
  %0 = grad.all_reduce<sum> %a : tensor<3xf16>
  %1 = grad.all_reduce<sum> %b : tensor<2x2xf16>
  %2 = grad.all_reduce<avg> %a : tensor<3xf16>
  %3 = grad.all_reduce<avg> %b : tensor<2x2xf16>
  %4 = grad.all_reduce<prod> %a : tensor<3xf16>
  %5 = grad.all_reduce<prod> %b : tensor<2x2xf16>
  %6 = grad.all_reduce<min> %a : tensor<3xf16>
  %7 = grad.all_reduce<min> %b : tensor<2x2xf16>
  %8 = grad.all_reduce<max> %a : tensor<3xf16>
  %9 = grad.all_reduce<max> %b : tensor<2x2xf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<3xf16>, tensor<2x2xf16>, tensor<3xf16>, tensor<2x2xf16>, tensor<3xf16>, tensor<2x2xf16>, tensor<3xf16>, tensor<2x2xf16>, tensor<3xf16>, tensor<2x2xf16>
}

func.func @bf16(%a: tensor<3xbf16>, %b: tensor<2x2xbf16>) -> (tensor<3xbf16>, tensor<2x2xbf16>, tensor<3xbf16>, tensor<2x2xbf16>, tensor<3xbf16>, tensor<2x2xbf16>, tensor<3xbf16>, tensor<2x2xbf16>, tensor<3xbf16>, tensor<2x2xbf16>) {
  %0 = grad.all_reduce<sum> %a : tensor<3xbf16>
  %1 = grad.all_reduce<sum> %b : tensor<2x2xbf16>
  %2 = grad.all_reduce<avg> %a : tensor<3xbf16>
  %3 = grad.all_reduce<avg> %b : tensor<2x2xbf16>
  %4 = grad.all_reduce<prod> %a : tensor<3xbf16>
  %5 = grad.all_reduce<prod> %b : tensor<2x2xbf16>
  %6 = grad.all_reduce<min> %a : tensor<3xbf16>
  %7 = grad.all_reduce<min> %b : tensor<2x2xbf16>
  %8 = grad.all_reduce<max> %a : tensor<3xbf16>
  %9 = grad.all_reduce<max> %b : tensor<2x2xbf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<3xbf16>, tensor<2x2xbf16>, tensor<3xbf16>, tensor<2x2xbf16>, tensor<3xbf16>, tensor<2x2xbf16>, tensor<3xbf16>, tensor<2x2xbf16>, tensor<3xbf16>, tensor<2x2xbf16>
}

func.func @f32(%a: tensor<3xf32>, %b: tensor<2x2xf32>) -> (tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<3xf32>
  %1 = grad.all_reduce<sum> %b : tensor<2x2xf32>
  %2 = grad.all_reduce<avg> %a : tensor<3xf32>
  %3 = grad.all_reduce<avg> %b : tensor<2x2xf32>
  %4 = grad.all_reduce<prod> %a : tensor<3xf32>
  %5 = grad.all_reduce<prod> %b : tensor<2x2xf32>
  %6 = grad.all_reduce<min> %a : tensor<3xf32>
  %7 = grad.all_reduce<min> %b : tensor<2x2xf32>
  %8 = grad.all_reduce<max> %a : tensor<3xf32>
  %9 = grad.all_reduce<max> %b : tensor<2x2xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>
}

func.func @f64(%a: tensor<3xf64>, %b: tensor<2x2xf64>) -> (tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>) {
  %0 = grad.all_reduce<sum> %a : tensor<3xf64>
  %1 = grad.all_reduce<sum> %b : tensor<2x2xf64>
  %2 = grad.all_reduce<avg> %a : tensor<3xf64>
  %3 = grad.all_reduce<avg> %b : tensor<2x2xf64>
  %4 = grad.all_reduce<prod> %a : tensor<3xf64>
  %5 = grad.all_reduce<prod> %b : tensor<2x2xf64>
  %6 = grad.all_reduce<min> %a : tensor<3xf64>
  %7 = grad.all_reduce<min> %b : tensor<2x2xf64>
  %8 = grad.all_reduce<max> %a : tensor<3xf64>
  %9 = grad.all_reduce<max> %b : tensor<2x2xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>
}

func.func @i8(%a: tensor<3xi8>, %b: tensor<2x2xi8>) -> (tensor<3xi8>, tensor<2x2xi8>, tensor<3xi8>, tensor<2x2xi8>, tensor<3xi8>, tensor<2x2xi8>, tensor<3xi8>, tensor<2x2xi8>) {
  %0 = grad.all_reduce<sum> %a : tensor<3xi8>
  %1 = grad.all_reduce<sum> %b : tensor<2x2xi8>
  %2 = grad.all_reduce<prod> %a : tensor<3xi8>
  %3 = grad.all_reduce<prod> %b : tensor<2x2xi8>
  %4 = grad.all_reduce<min> %a : tensor<3xi8>
  %5 = grad.all_reduce<min> %b : tensor<2x2xi8>
  %6 = grad.all_reduce<max> %a : tensor<3xi8>
  %7 = grad.all_reduce<max> %b : tensor<2x2xi8>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<3xi8>, tensor<2x2xi8>, tensor<3xi8>, tensor<2x2xi8>, tensor<3xi8>, tensor<2x2xi8>, tensor<3xi8>, tensor<2x2xi8>
}

func.func @i32(%a: tensor<3xi32>, %b: tensor<2x2xi32>) -> (tensor<3xi32>, tensor<2x2xi32>, tensor<3xi32>, tensor<2x2xi32>, tensor<3xi32>, tensor<2x2xi32>, tensor<3xi32>, tensor<2x2xi32>) {
  %0 = grad.all_reduce<sum> %a : tensor<3xi32>
  %1 = grad.all_reduce<sum> %b : tensor<2x2xi32>
  %2 = grad.all_reduce<prod> %a : tensor<3xi32>
  %3 = grad.all_reduce<prod> %b : tensor<2x2xi32>
  %4 = grad.all_reduce<min> %a : tensor<3xi32>
  %5 = grad.all_reduce<min> %b : tensor<2x2xi32>
  %6 = grad.all_reduce<max> %a : tensor<3xi32>
  %7 = grad.all_reduce<max> %b : tensor<2x2xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<3xi32>, tensor<2x2xi32>, tensor<3xi32>, tensor<2x2xi32>, tensor<3xi32>, tensor<2x2xi32>, tensor<3xi32>, tensor<2x2xi32>
}

func.func @i64(%a: tensor<3xi64>, %b: tensor<2x2xi64>) -> (tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>) {
  %0 = grad.all_reduce<sum> %a : tensor<3xi64>
  %1 = grad.all_reduce<sum> %b : tensor<2x2xi64>
  %2 = grad.all_reduce<prod> %a : tensor<3xi64>
  %3 = grad.all_reduce<prod> %b : tensor<2x2xi64>
  %4 = grad.all_reduce<min> %a : tensor<3xi64>
  %5 = grad.all_reduce<min> %b : tensor<2x2xi64>
  %6 = grad.all_reduce<max> %a : tensor<3xi64>
  %7 = grad.all_reduce<max> %b : tensor<2x2xi64>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>, tensor<3xi64>, tensor<2x2xi64>
}

func.func @ui8(%a: tensor<3xui8>, %b: tensor<2x2xui8>) -> (tensor<3xui8>, tensor<2x2xui8>, tensor<3xui8>, tensor<2x2xui8>, tensor<3xui8>, tensor<2x2xui8>, tensor<3xui8>, tensor<2x2xui8>) {
  %0 = grad.all_reduce<sum> %a : tensor<3xui8>
  %1 = grad.all_reduce<sum> %b : tensor<2x2xui8>
  %2 = grad.all_reduce<prod> %a : tensor<3xui8>
  %3 = grad.all_reduce<prod> %b : tensor<2x2xui8>
  %4 = grad.all_reduce<min> %a : tensor<3xui8>
  %5 = grad.all_reduce<min> %b : tensor<2x2xui8>
  %6 = grad.all_reduce<max> %a : tensor<3xui8>
  %7 = grad.all_reduce<max> %b : tensor<2x2xui8>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<3xui8>, tensor<2x2xui8>, tensor<3xui8>, tensor<2x2xui8>, tensor<3xui8>, tensor<2x2xui8>, tensor<3xui8>, tensor<2x2xui8>
}

func.func @i1(%a: tensor<3xi1>, %b: tensor<2x2xi1>) -> (tensor<3xi1>, tensor<2x2xi1>, tensor<3xi1>, tensor<2x2xi1>) {
  %0 = grad.all_reduce<min> %a : tensor<3xi1>
  %1 = grad.all_reduce<min> %b : tensor<2x2xi1>
  %2 = grad.all_reduce<max> %a : tensor<3xi1>
  %3 = grad.all_reduce<max> %b : tensor<2x2xi1>
  return %0, %1, %2, %3 : tensor<3xi1>, tensor<2x2xi1>, tensor<3xi1>, tensor<2x2xi1>
}

// What is delivered may be wider than what travels.

func.func @f16_to_f32(%a: tensor<3xf16>, %b: tensor<2x2xf16>) -> (tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<3xf16> -> tensor<3xf32>
  %1 = grad.all_reduce<sum> %b : tensor<2x2xf16> -> tensor<2x2xf32>
  %2 = grad.all_reduce<avg> %a : tensor<3xf16> -> tensor<3xf32>
  %3 = grad.all_reduce<avg> %b : tensor<2x2xf16> -> tensor<2x2xf32>
  %4 = grad.all_reduce<prod> %a : tensor<3xf16> -> tensor<3xf32>
  %5 = grad.all_reduce<prod> %b : tensor<2x2xf16> -> tensor<2x2xf32>
  %6 = grad.all_reduce<min> %a : tensor<3xf16> -> tensor<3xf32>
  %7 = grad.all_reduce<min> %b : tensor<2x2xf16> -> tensor<2x2xf32>
  %8 = grad.all_reduce<max> %a : tensor<3xf16> -> tensor<3xf32>
  %9 = grad.all_reduce<max> %b : tensor<2x2xf16> -> tensor<2x2xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>
}

func.func @f16_to_f64(%a: tensor<3xf16>, %b: tensor<2x2xf16>) -> (tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>) {
  %0 = grad.all_reduce<sum> %a : tensor<3xf16> -> tensor<3xf64>
  %1 = grad.all_reduce<sum> %b : tensor<2x2xf16> -> tensor<2x2xf64>
  %2 = grad.all_reduce<avg> %a : tensor<3xf16> -> tensor<3xf64>
  %3 = grad.all_reduce<avg> %b : tensor<2x2xf16> -> tensor<2x2xf64>
  %4 = grad.all_reduce<prod> %a : tensor<3xf16> -> tensor<3xf64>
  %5 = grad.all_reduce<prod> %b : tensor<2x2xf16> -> tensor<2x2xf64>
  %6 = grad.all_reduce<min> %a : tensor<3xf16> -> tensor<3xf64>
  %7 = grad.all_reduce<min> %b : tensor<2x2xf16> -> tensor<2x2xf64>
  %8 = grad.all_reduce<max> %a : tensor<3xf16> -> tensor<3xf64>
  %9 = grad.all_reduce<max> %b : tensor<2x2xf16> -> tensor<2x2xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>
}

func.func @bf16_to_f32(%a: tensor<3xbf16>, %b: tensor<2x2xbf16>) -> (tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>) {
  %0 = grad.all_reduce<sum> %a : tensor<3xbf16> -> tensor<3xf32>
  %1 = grad.all_reduce<sum> %b : tensor<2x2xbf16> -> tensor<2x2xf32>
  %2 = grad.all_reduce<avg> %a : tensor<3xbf16> -> tensor<3xf32>
  %3 = grad.all_reduce<avg> %b : tensor<2x2xbf16> -> tensor<2x2xf32>
  %4 = grad.all_reduce<prod> %a : tensor<3xbf16> -> tensor<3xf32>
  %5 = grad.all_reduce<prod> %b : tensor<2x2xbf16> -> tensor<2x2xf32>
  %6 = grad.all_reduce<min> %a : tensor<3xbf16> -> tensor<3xf32>
  %7 = grad.all_reduce<min> %b : tensor<2x2xbf16> -> tensor<2x2xf32>
  %8 = grad.all_reduce<max> %a : tensor<3xbf16> -> tensor<3xf32>
  %9 = grad.all_reduce<max> %b : tensor<2x2xbf16> -> tensor<2x2xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x2xf32>
}

func.func @bf16_to_f64(%a: tensor<3xbf16>, %b: tensor<2x2xbf16>) -> (tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>) {
  %0 = grad.all_reduce<sum> %a : tensor<3xbf16> -> tensor<3xf64>
  %1 = grad.all_reduce<sum> %b : tensor<2x2xbf16> -> tensor<2x2xf64>
  %2 = grad.all_reduce<avg> %a : tensor<3xbf16> -> tensor<3xf64>
  %3 = grad.all_reduce<avg> %b : tensor<2x2xbf16> -> tensor<2x2xf64>
  %4 = grad.all_reduce<prod> %a : tensor<3xbf16> -> tensor<3xf64>
  %5 = grad.all_reduce<prod> %b : tensor<2x2xbf16> -> tensor<2x2xf64>
  %6 = grad.all_reduce<min> %a : tensor<3xbf16> -> tensor<3xf64>
  %7 = grad.all_reduce<min> %b : tensor<2x2xbf16> -> tensor<2x2xf64>
  %8 = grad.all_reduce<max> %a : tensor<3xbf16> -> tensor<3xf64>
  %9 = grad.all_reduce<max> %b : tensor<2x2xbf16> -> tensor<2x2xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>
}

func.func @f32_to_f64(%a: tensor<3xf32>, %b: tensor<2x2xf32>) -> (tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>) {
  %0 = grad.all_reduce<sum> %a : tensor<3xf32> -> tensor<3xf64>
  %1 = grad.all_reduce<sum> %b : tensor<2x2xf32> -> tensor<2x2xf64>
  %2 = grad.all_reduce<avg> %a : tensor<3xf32> -> tensor<3xf64>
  %3 = grad.all_reduce<avg> %b : tensor<2x2xf32> -> tensor<2x2xf64>
  %4 = grad.all_reduce<prod> %a : tensor<3xf32> -> tensor<3xf64>
  %5 = grad.all_reduce<prod> %b : tensor<2x2xf32> -> tensor<2x2xf64>
  %6 = grad.all_reduce<min> %a : tensor<3xf32> -> tensor<3xf64>
  %7 = grad.all_reduce<min> %b : tensor<2x2xf32> -> tensor<2x2xf64>
  %8 = grad.all_reduce<max> %a : tensor<3xf32> -> tensor<3xf64>
  %9 = grad.all_reduce<max> %b : tensor<2x2xf32> -> tensor<2x2xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>, tensor<3xf64>, tensor<2x2xf64>
}

// One packed bucket holds one type; a grouped launch may hold several.
func.func @mixed(%a: tensor<3xf16>, %b: tensor<4xf32>, %c: tensor<2xf16>, %d: tensor<5xf64>, %e: tensor<f32>) -> (tensor<3xf16>, tensor<4xf32>, tensor<2xf32>, tensor<5xf64>, tensor<f32>, tensor<3xf16>) {
  %0 = grad.all_reduce<sum> %a : tensor<3xf16>
  %1 = grad.all_reduce<sum> %b : tensor<4xf32>
  %2 = grad.all_reduce<sum> %c : tensor<2xf16> -> tensor<2xf32>
  %3 = grad.all_reduce<sum> %d : tensor<5xf64>
  %4 = grad.all_reduce<sum> %e : tensor<f32>
  %5 = grad.all_reduce<sum> %0 : tensor<3xf16>
  return %0, %1, %2, %3, %4, %5 : tensor<3xf16>, tensor<4xf32>, tensor<2xf32>, tensor<5xf64>, tensor<f32>, tensor<3xf16>
}
