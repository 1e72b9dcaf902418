// reducer-example: forward and backward of a model in models.py.
// Written by export_models.py with torch 2.13.0; do not edit.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> ()>
#map2 = affine_map<() -> ()>
module {
  func.func @step(%arg0: tensor<10x16xf32> {grad.param = "weight"}, %arg1: tensor<16x16xf32> {grad.batch}, %arg2: tensor<16x10xf32> {grad.batch}, %arg3: tensor<f32> {grad.replicated, grad.seed}) -> (tensor<f32>, tensor<10x16xf32> {grad.gradient = "weight"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.250000e-02 : f64
    %cst_1 = arith.constant 1.600000e+02 : f32
    %0 = tensor.empty() : tensor<16x10xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<10x16xf32>) outs(%0 : tensor<16x10xf32>) permutation = [1, 0] 
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<16x10xf32>) -> tensor<16x10xf32>
    %2 = linalg.matmul ins(%arg1, %transposed : tensor<16x16xf32>, tensor<16x10xf32>) outs(%1 : tensor<16x10xf32>) -> tensor<16x10xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %arg2 : tensor<16x10xf32>, tensor<16x10xf32>) outs(%0 : tensor<16x10xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %14 = arith.subf %in, %in_3 : f32
      linalg.yield %14 : f32
    } -> tensor<16x10xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %3 : tensor<16x10xf32>, tensor<16x10xf32>) outs(%0 : tensor<16x10xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %14 = arith.mulf %in, %in_3 : f32
      linalg.yield %14 : f32
    } -> tensor<16x10xf32>
    %5 = tensor.empty() : tensor<f32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<f32>) -> tensor<f32>
    %7 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction"]} ins(%4 : tensor<16x10xf32>) outs(%6 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %14 = arith.addf %in, %out : f32
      linalg.yield %14 : f32
    } -> tensor<f32>
    %8 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%7 : tensor<f32>) outs(%5 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %14 = arith.divf %in, %cst_1 : f32
      linalg.yield %14 : f32
    } -> tensor<f32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<16x10xf32>) outs(%0 : tensor<16x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %14 = arith.truncf %cst_0 : f64 to f32
      %15 = arith.mulf %in, %14 : f32
      linalg.yield %15 : f32
    } -> tensor<16x10xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %arg3 : tensor<16x10xf32>, tensor<f32>) outs(%0 : tensor<16x10xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %14 = arith.mulf %in, %in_3 : f32
      linalg.yield %14 : f32
    } -> tensor<16x10xf32>
    %11 = tensor.empty() : tensor<10x16xf32>
    %transposed_2 = linalg.transpose ins(%10 : tensor<16x10xf32>) outs(%11 : tensor<10x16xf32>) permutation = [1, 0] 
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<10x16xf32>) -> tensor<10x16xf32>
    %13 = linalg.matmul ins(%transposed_2, %arg1 : tensor<10x16xf32>, tensor<16x16xf32>) outs(%12 : tensor<10x16xf32>) -> tensor<10x16xf32>
    return %8, %13 : tensor<f32>, tensor<10x16xf32>
  }
}

