// tied: forward and backward of a model in models.py.
// Written by export_models.py with torch 2.13.0; do not edit.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> ()>
#map3 = affine_map<() -> ()>
#map4 = affine_map<(d0, d1) -> (0, d1)>
module {
  func.func @step(%arg0: tensor<6x12xf32> {grad.param = "code"}, %arg1: tensor<12x12xf32> {grad.param = "branch"}, %arg2: tensor<12xf32> {grad.param = "bias"}, %arg3: tensor<8x12xf32> {grad.batch}, %arg4: tensor<8x12xf32> {grad.batch}, %arg5: tensor<f32> {grad.replicated, grad.seed}) -> (tensor<f32>, tensor<6x12xf32> {grad.gradient = "code"}, tensor<12x12xf32> {grad.gradient = "branch"}, tensor<12xf32> {grad.gradient = "bias"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant 0.020833333333333332 : f64
    %cst_2 = arith.constant 9.600000e+01 : f32
    %cst_3 = arith.constant dense<1> : tensor<i64>
    %0 = tensor.empty() : tensor<12x6xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<6x12xf32>) outs(%0 : tensor<12x6xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<8x6xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<8x6xf32>) -> tensor<8x6xf32>
    %3 = linalg.matmul ins(%arg4, %transposed : tensor<8x12xf32>, tensor<12x6xf32>) outs(%2 : tensor<8x6xf32>) -> tensor<8x6xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<8x6xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = math.tanh %in : f32
      linalg.yield %44 : f32
    } -> tensor<8x6xf32>
    %5 = tensor.empty() : tensor<8x12xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<8x12xf32>) -> tensor<8x12xf32>
    %7 = linalg.matmul ins(%4, %arg0 : tensor<8x6xf32>, tensor<6x12xf32>) outs(%6 : tensor<8x12xf32>) -> tensor<8x12xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%7, %arg2 : tensor<8x12xf32>, tensor<12xf32>) outs(%5 : tensor<8x12xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %44 = arith.addf %in, %in_7 : f32
      linalg.yield %44 : f32
    } -> tensor<8x12xf32>
    %9 = tensor.empty() : tensor<f32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<f32>) -> tensor<f32>
    %11 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["reduction", "reduction"]} ins(%arg4 : tensor<8x12xf32>) outs(%10 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.addf %in, %out : f32
      linalg.yield %44 : f32
    } -> tensor<f32>
    %12 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%11 : tensor<f32>) outs(%9 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.divf %in, %cst_2 : f32
      linalg.yield %44 : f32
    } -> tensor<f32>
    %13 = tensor.empty() : tensor<i1>
    %14 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%12 : tensor<f32>) outs(%13 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %44 = arith.cmpf ogt, %in, %cst : f32
      linalg.yield %44 : i1
    } -> tensor<i1>
    %15 = linalg.matmul ins(%arg4, %arg1 : tensor<8x12xf32>, tensor<12x12xf32>) outs(%6 : tensor<8x12xf32>) -> tensor<8x12xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %15 : tensor<8x12xf32>, tensor<8x12xf32>) outs(%5 : tensor<8x12xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %44 = arith.addf %in, %in_7 : f32
      linalg.yield %44 : f32
    } -> tensor<8x12xf32>
    %17 = linalg.generic {indexing_maps = [#map2, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%14, %16, %8 : tensor<i1>, tensor<8x12xf32>, tensor<8x12xf32>) outs(%5 : tensor<8x12xf32>) {
    ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
      %44 = arith.select %in, %in_7, %in_8 : f32
      linalg.yield %44 : f32
    } -> tensor<8x12xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%17, %arg4 : tensor<8x12xf32>, tensor<8x12xf32>) outs(%5 : tensor<8x12xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %44 = arith.subf %in, %in_7 : f32
      linalg.yield %44 : f32
    } -> tensor<8x12xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %18 : tensor<8x12xf32>, tensor<8x12xf32>) outs(%5 : tensor<8x12xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %44 = arith.mulf %in, %in_7 : f32
      linalg.yield %44 : f32
    } -> tensor<8x12xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["reduction", "reduction"]} ins(%19 : tensor<8x12xf32>) outs(%10 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.addf %in, %out : f32
      linalg.yield %44 : f32
    } -> tensor<f32>
    %21 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%20 : tensor<f32>) outs(%9 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.divf %in, %cst_2 : f32
      linalg.yield %44 : f32
    } -> tensor<f32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<8x12xf32>) outs(%5 : tensor<8x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.truncf %cst_1 : f64 to f32
      %45 = arith.mulf %in, %44 : f32
      linalg.yield %45 : f32
    } -> tensor<8x12xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%22, %arg5 : tensor<8x12xf32>, tensor<f32>) outs(%5 : tensor<8x12xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %44 = arith.mulf %in, %in_7 : f32
      linalg.yield %44 : f32
    } -> tensor<8x12xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map2, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%14, %cst_0, %23 : tensor<i1>, tensor<f32>, tensor<8x12xf32>) outs(%5 : tensor<8x12xf32>) {
    ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
      %44 = arith.select %in, %in_7, %in_8 : f32
      linalg.yield %44 : f32
    } -> tensor<8x12xf32>
    %25 = linalg.generic {indexing_maps = [#map2, #map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%14, %23, %cst_0 : tensor<i1>, tensor<8x12xf32>, tensor<f32>) outs(%5 : tensor<8x12xf32>) {
    ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
      %44 = arith.select %in, %in_7, %in_8 : f32
      linalg.yield %44 : f32
    } -> tensor<8x12xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%24, %25 : tensor<8x12xf32>, tensor<8x12xf32>) outs(%5 : tensor<8x12xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %44 = arith.addf %in, %in_7 : f32
      linalg.yield %44 : f32
    } -> tensor<8x12xf32>
    %27 = tensor.empty() : tensor<12x8xf32>
    %transposed_4 = linalg.transpose ins(%arg4 : tensor<8x12xf32>) outs(%27 : tensor<12x8xf32>) permutation = [1, 0] 
    %28 = tensor.empty() : tensor<12x12xf32>
    %29 = linalg.fill ins(%cst : f32) outs(%28 : tensor<12x12xf32>) -> tensor<12x12xf32>
    %30 = linalg.matmul ins(%transposed_4, %25 : tensor<12x8xf32>, tensor<8x12xf32>) outs(%29 : tensor<12x12xf32>) -> tensor<12x12xf32>
    %31 = tensor.empty() : tensor<1x12xf32>
    %32 = linalg.fill ins(%cst : f32) outs(%31 : tensor<1x12xf32>) -> tensor<1x12xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["reduction", "parallel"]} ins(%26 : tensor<8x12xf32>) outs(%32 : tensor<1x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.addf %in, %out : f32
      linalg.yield %44 : f32
    } -> tensor<1x12xf32>
    %collapsed = tensor.collapse_shape %33 [[0, 1]] : tensor<1x12xf32> into tensor<12xf32>
    %34 = tensor.empty() : tensor<6x8xf32>
    %transposed_5 = linalg.transpose ins(%4 : tensor<8x6xf32>) outs(%34 : tensor<6x8xf32>) permutation = [1, 0] 
    %35 = tensor.empty() : tensor<6x12xf32>
    %36 = linalg.fill ins(%cst : f32) outs(%35 : tensor<6x12xf32>) -> tensor<6x12xf32>
    %37 = linalg.matmul ins(%transposed_5, %26 : tensor<6x8xf32>, tensor<8x12xf32>) outs(%36 : tensor<6x12xf32>) -> tensor<6x12xf32>
    %38 = linalg.matmul ins(%26, %transposed : tensor<8x12xf32>, tensor<12x6xf32>) outs(%2 : tensor<8x6xf32>) -> tensor<8x6xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %4 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %44 = arith.mulf %in, %in_7 : f32
      linalg.yield %44 : f32
    } -> tensor<8x6xf32>
    %40 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_3, %39 : tensor<i64>, tensor<8x6xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: i64, %in_7: f32, %out: f32):
      %44 = arith.sitofp %in : i64 to f32
      %45 = arith.subf %44, %in_7 : f32
      linalg.yield %45 : f32
    } -> tensor<8x6xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%38, %40 : tensor<8x6xf32>, tensor<8x6xf32>) outs(%1 : tensor<8x6xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %44 = arith.mulf %in, %in_7 : f32
      linalg.yield %44 : f32
    } -> tensor<8x6xf32>
    %transposed_6 = linalg.transpose ins(%41 : tensor<8x6xf32>) outs(%34 : tensor<6x8xf32>) permutation = [1, 0] 
    %42 = linalg.matmul ins(%transposed_6, %arg4 : tensor<6x8xf32>, tensor<8x12xf32>) outs(%36 : tensor<6x12xf32>) -> tensor<6x12xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%37, %42 : tensor<6x12xf32>, tensor<6x12xf32>) outs(%35 : tensor<6x12xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %44 = arith.addf %in, %in_7 : f32
      linalg.yield %44 : f32
    } -> tensor<6x12xf32>
    return %21, %43, %30, %collapsed : tensor<f32>, tensor<6x12xf32>, tensor<12x12xf32>, tensor<12xf32>
  }
}

