// words: forward and backward of a model in models.py.
// Written by export_models.py with torch 2.13.0; do not edit.
#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0)>
#map5 = affine_map<(d0, d1) -> (d0, 0)>
#map6 = affine_map<(d0) -> (d0)>
#map7 = affine_map<(d0, d1) -> (0, d1)>
#map8 = affine_map<(d0, d1) -> ()>
#map9 = affine_map<(d0) -> ()>
#map10 = affine_map<() -> ()>
module {
  func.func @step(%arg0: tensor<20x8xf32> {grad.param = "embedding.weight"}, %arg1: tensor<8x8xf32> {grad.param = "hidden.weight"}, %arg2: tensor<8xf32> {grad.param = "hidden.bias"}, %arg3: tensor<8x3xi64> {grad.batch}, %arg4: tensor<8x3xi64> {grad.batch}, %arg5: tensor<f32> {grad.replicated, grad.seed}) -> (tensor<f32>, tensor<20x8xf32> {grad.gradient = "embedding.weight"}, tensor<8x8xf32> {grad.gradient = "hidden.weight"}, tensor<8xf32> {grad.gradient = "hidden.bias"}) {
    %c-100_i64 = arith.constant -100 : i64
    %c20_i64 = arith.constant 20 : i64
    %c0_i64 = arith.constant 0 : i64
    %c20 = arith.constant 20 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 5.000000e-01 : f32
    %cst_2 = arith.constant 0xFF800000 : f32
    %cst_3 = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_5 = arith.constant 0.3989422804014327 : f64
    %cst_6 = arith.constant 0.70710678118654757 : f64
    %cst_7 = arith.constant 1.41421354 : f32
    %cst_8 = arith.constant -5.000000e-01 : f32
    %0 = tensor.empty() : tensor<8x3x8xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<8x3xi64>) outs(%0 : tensor<8x3x8xf32>) {
    ^bb0(%in: i64, %out: f32):
      %86 = arith.index_cast %in : i64 to index
      %87 = linalg.index 2 : index
      %88 = arith.cmpi slt, %86, %c20 : index
      cf.assert %88, "index must be smaller than dim size"
      %89 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %89, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%86, %87] : tensor<20x8xf32>
      linalg.yield %extracted : f32
    } -> tensor<8x3x8xf32>
    %2 = tensor.empty() : tensor<8x8xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<8x8xf32>) outs(%2 : tensor<8x8xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<8x3x8xf32> into tensor<24x8xf32>
    %3 = tensor.empty() : tensor<24x8xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<24x8xf32>) -> tensor<24x8xf32>
    %5 = linalg.matmul ins(%collapsed, %transposed : tensor<24x8xf32>, tensor<8x8xf32>) outs(%4 : tensor<24x8xf32>) -> tensor<24x8xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%5, %arg2 : tensor<24x8xf32>, tensor<8xf32>) outs(%3 : tensor<24x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %86 = arith.addf %in, %in_27 : f32
      linalg.yield %86 : f32
    } -> tensor<24x8xf32>
    %expanded = tensor.expand_shape %6 [[0, 1], [2]] output_shape [8, 3, 8] : tensor<24x8xf32> into tensor<8x3x8xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<8x3x8xf32>) outs(%0 : tensor<8x3x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.divf %in, %cst_7 : f32
      %87 = math.erf %86 : f32
      %88 = arith.addf %87, %cst_0 : f32
      %89 = arith.mulf %88, %cst_1 : f32
      %90 = arith.mulf %in, %89 : f32
      linalg.yield %90 : f32
    } -> tensor<8x3x8xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %7 : tensor<8x3x8xf32>, tensor<8x3x8xf32>) outs(%0 : tensor<8x3x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %86 = arith.addf %in, %in_27 : f32
      linalg.yield %86 : f32
    } -> tensor<8x3x8xf32>
    %9 = tensor.empty() : tensor<8x20xf32>
    %transposed_9 = linalg.transpose ins(%arg0 : tensor<20x8xf32>) outs(%9 : tensor<8x20xf32>) permutation = [1, 0] 
    %collapsed_10 = tensor.collapse_shape %8 [[0, 1], [2]] : tensor<8x3x8xf32> into tensor<24x8xf32>
    %10 = tensor.empty() : tensor<24x20xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<24x20xf32>) -> tensor<24x20xf32>
    %12 = linalg.matmul ins(%collapsed_10, %transposed_9 : tensor<24x8xf32>, tensor<8x20xf32>) outs(%11 : tensor<24x20xf32>) -> tensor<24x20xf32>
    %collapsed_11 = tensor.collapse_shape %arg4 [[0, 1]] : tensor<8x3xi64> into tensor<24xi64>
    %13 = tensor.empty() : tensor<24xi64>
    %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : tensor<24xi64>) -> tensor<24xi64>
    %15 = tensor.empty() : tensor<24xf32>
    %16 = linalg.fill ins(%cst_2 : f32) outs(%15 : tensor<24xf32>) -> tensor<24xf32>
    %17:2 = linalg.generic {indexing_maps = [#map2, #map4, #map4], iterator_types = ["parallel", "reduction"]} ins(%12 : tensor<24x20xf32>) outs(%16, %14 : tensor<24xf32>, tensor<24xi64>) {
    ^bb0(%in: f32, %out: f32, %out_27: i64):
      %86 = linalg.index 1 : index
      %87 = arith.index_cast %86 : index to i64
      %88 = arith.maximumf %in, %out : f32
      %89 = arith.cmpf ogt, %in, %out : f32
      %90 = arith.select %89, %87, %out_27 : i64
      linalg.yield %88, %90 : f32, i64
    } -> (tensor<24xf32>, tensor<24xi64>)
    %expanded_12 = tensor.expand_shape %17#0 [[0, 1]] output_shape [24, 1] : tensor<24xf32> into tensor<24x1xf32>
    %18 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel"]} ins(%12, %expanded_12 : tensor<24x20xf32>, tensor<24x1xf32>) outs(%10 : tensor<24x20xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %86 = arith.subf %in, %in_27 : f32
      linalg.yield %86 : f32
    } -> tensor<24x20xf32>
    %19 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<24x20xf32>) outs(%10 : tensor<24x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.exp %in : f32
      linalg.yield %86 : f32
    } -> tensor<24x20xf32>
    %20 = tensor.empty() : tensor<24x1xf32>
    %21 = linalg.fill ins(%cst : f32) outs(%20 : tensor<24x1xf32>) -> tensor<24x1xf32>
    %22 = linalg.generic {indexing_maps = [#map2, #map5], iterator_types = ["parallel", "reduction"]} ins(%19 : tensor<24x20xf32>) outs(%21 : tensor<24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %in, %out : f32
      linalg.yield %86 : f32
    } -> tensor<24x1xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<24x1xf32>) outs(%20 : tensor<24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.log %in : f32
      linalg.yield %86 : f32
    } -> tensor<24x1xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel"]} ins(%18, %23 : tensor<24x20xf32>, tensor<24x1xf32>) outs(%10 : tensor<24x20xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %86 = arith.subf %in, %in_27 : f32
      linalg.yield %86 : f32
    } -> tensor<24x20xf32>
    %25 = tensor.empty() : tensor<20xi64>
    %26 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel"]} outs(%25 : tensor<20xi64>) {
    ^bb0(%out: i64):
      %86 = linalg.index 0 : index
      %87 = arith.index_cast %86 : index to i64
      linalg.yield %87 : i64
    } -> tensor<20xi64>
    %expanded_13 = tensor.expand_shape %collapsed_11 [[0, 1]] output_shape [24, 1] : tensor<24xi64> into tensor<24x1xi64>
    %expanded_14 = tensor.expand_shape %26 [[0, 1]] output_shape [1, 20] : tensor<20xi64> into tensor<1x20xi64>
    %27 = tensor.empty() : tensor<24x20xi1>
    %28 = linalg.generic {indexing_maps = [#map5, #map7, #map2], iterator_types = ["parallel", "parallel"]} ins(%expanded_13, %expanded_14 : tensor<24x1xi64>, tensor<1x20xi64>) outs(%27 : tensor<24x20xi1>) {
    ^bb0(%in: i64, %in_27: i64, %out: i1):
      %86 = arith.cmpi eq, %in, %in_27 : i64
      linalg.yield %86 : i1
    } -> tensor<24x20xi1>
    %29 = tensor.empty() : tensor<24xi1>
    %30 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%collapsed_11 : tensor<24xi64>) outs(%29 : tensor<24xi1>) {
    ^bb0(%in: i64, %out: i1):
      %86 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %86 : i1
    } -> tensor<24xi1>
    %31 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%collapsed_11 : tensor<24xi64>) outs(%29 : tensor<24xi1>) {
    ^bb0(%in: i64, %out: i1):
      %86 = arith.cmpi slt, %in, %c0_i64 : i64
      linalg.yield %86 : i1
    } -> tensor<24xi1>
    %32 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%collapsed_11 : tensor<24xi64>) outs(%29 : tensor<24xi1>) {
    ^bb0(%in: i64, %out: i1):
      %86 = arith.cmpi sge, %in, %c20_i64 : i64
      linalg.yield %86 : i1
    } -> tensor<24xi1>
    %33 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel"]} ins(%31, %32 : tensor<24xi1>, tensor<24xi1>) outs(%29 : tensor<24xi1>) {
    ^bb0(%in: i1, %in_27: i1, %out: i1):
      %86 = arith.ori %in, %in_27 : i1
      linalg.yield %86 : i1
    } -> tensor<24xi1>
    %34 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel"]} ins(%30, %33 : tensor<24xi1>, tensor<24xi1>) outs(%29 : tensor<24xi1>) {
    ^bb0(%in: i1, %in_27: i1, %out: i1):
      %86 = arith.andi %in, %in_27 : i1
      linalg.yield %86 : i1
    } -> tensor<24xi1>
    %35 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%30 : tensor<24xi1>) outs(%15 : tensor<24xf32>) {
    ^bb0(%in: i1, %out: f32):
      %86 = arith.uitofp %in : i1 to f32
      linalg.yield %86 : f32
    } -> tensor<24xf32>
    %36 = linalg.generic {indexing_maps = [#map2, #map2, #map8, #map2], iterator_types = ["parallel", "parallel"]} ins(%28, %24, %cst_4 : tensor<24x20xi1>, tensor<24x20xf32>, tensor<f32>) outs(%10 : tensor<24x20xf32>) {
    ^bb0(%in: i1, %in_27: f32, %in_28: f32, %out: f32):
      %86 = arith.select %in, %in_27, %in_28 : f32
      linalg.yield %86 : f32
    } -> tensor<24x20xf32>
    %37 = linalg.fill ins(%cst : f32) outs(%15 : tensor<24xf32>) -> tensor<24xf32>
    %38 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["parallel", "reduction"]} ins(%36 : tensor<24x20xf32>) outs(%37 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %in, %out : f32
      linalg.yield %86 : f32
    } -> tensor<24xf32>
    %39 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%38 : tensor<24xf32>) outs(%15 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.negf %in : f32
      linalg.yield %86 : f32
    } -> tensor<24xf32>
    %40 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel"]} ins(%39, %35 : tensor<24xf32>, tensor<24xf32>) outs(%15 : tensor<24xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %86 = arith.mulf %in, %in_27 : f32
      linalg.yield %86 : f32
    } -> tensor<24xf32>
    %41 = linalg.generic {indexing_maps = [#map6, #map9, #map6, #map6], iterator_types = ["parallel"]} ins(%34, %cst_3, %40 : tensor<24xi1>, tensor<f32>, tensor<24xf32>) outs(%15 : tensor<24xf32>) {
    ^bb0(%in: i1, %in_27: f32, %in_28: f32, %out: f32):
      %86 = arith.select %in, %in_27, %in_28 : f32
      linalg.yield %86 : f32
    } -> tensor<24xf32>
    %42 = tensor.empty() : tensor<f32>
    %43 = linalg.fill ins(%cst : f32) outs(%42 : tensor<f32>) -> tensor<f32>
    %44 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["reduction"]} ins(%35 : tensor<24xf32>) outs(%43 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %in, %out : f32
      linalg.yield %86 : f32
    } -> tensor<f32>
    %45 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["reduction"]} ins(%41 : tensor<24xf32>) outs(%43 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %in, %out : f32
      linalg.yield %86 : f32
    } -> tensor<f32>
    %46 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = []} ins(%45, %44 : tensor<f32>, tensor<f32>) outs(%42 : tensor<f32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %86 = arith.divf %in, %in_27 : f32
      linalg.yield %86 : f32
    } -> tensor<f32>
    %47 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = []} ins(%arg5, %44 : tensor<f32>, tensor<f32>) outs(%42 : tensor<f32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %86 = arith.divf %in, %in_27 : f32
      linalg.yield %86 : f32
    } -> tensor<f32>
    %48 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%35 : tensor<24xf32>) outs(%15 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.negf %in : f32
      linalg.yield %86 : f32
    } -> tensor<24xf32>
    %49 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel"]} ins(%48, %47 : tensor<24xf32>, tensor<f32>) outs(%15 : tensor<24xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %86 = arith.mulf %in, %in_27 : f32
      linalg.yield %86 : f32
    } -> tensor<24xf32>
    %50 = linalg.generic {indexing_maps = [#map6, #map9, #map6, #map6], iterator_types = ["parallel"]} ins(%34, %cst_3, %49 : tensor<24xi1>, tensor<f32>, tensor<24xf32>) outs(%15 : tensor<24xf32>) {
    ^bb0(%in: i1, %in_27: f32, %in_28: f32, %out: f32):
      %86 = arith.select %in, %in_27, %in_28 : f32
      linalg.yield %86 : f32
    } -> tensor<24xf32>
    %expanded_15 = tensor.expand_shape %34 [[0, 1]] output_shape [24, 1] : tensor<24xi1> into tensor<24x1xi1>
    %51 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel"]} ins(%28, %expanded_15 : tensor<24x20xi1>, tensor<24x1xi1>) outs(%27 : tensor<24x20xi1>) {
    ^bb0(%in: i1, %in_27: i1, %out: i1):
      %86 = arith.ori %in, %in_27 : i1
      linalg.yield %86 : i1
    } -> tensor<24x20xi1>
    %expanded_16 = tensor.expand_shape %50 [[0, 1]] output_shape [24, 1] : tensor<24xf32> into tensor<24x1xf32>
    %52 = linalg.generic {indexing_maps = [#map2, #map5, #map8, #map2], iterator_types = ["parallel", "parallel"]} ins(%51, %expanded_16, %cst_4 : tensor<24x20xi1>, tensor<24x1xf32>, tensor<f32>) outs(%10 : tensor<24x20xf32>) {
    ^bb0(%in: i1, %in_27: f32, %in_28: f32, %out: f32):
      %86 = arith.select %in, %in_27, %in_28 : f32
      linalg.yield %86 : f32
    } -> tensor<24x20xf32>
    %53 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<24x20xf32>) outs(%10 : tensor<24x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.exp %in : f32
      linalg.yield %86 : f32
    } -> tensor<24x20xf32>
    %54 = linalg.generic {indexing_maps = [#map2, #map5], iterator_types = ["parallel", "reduction"]} ins(%52 : tensor<24x20xf32>) outs(%21 : tensor<24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %in, %out : f32
      linalg.yield %86 : f32
    } -> tensor<24x1xf32>
    %55 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel"]} ins(%53, %54 : tensor<24x20xf32>, tensor<24x1xf32>) outs(%10 : tensor<24x20xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %86 = arith.mulf %in, %in_27 : f32
      linalg.yield %86 : f32
    } -> tensor<24x20xf32>
    %56 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%52, %55 : tensor<24x20xf32>, tensor<24x20xf32>) outs(%10 : tensor<24x20xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %86 = arith.subf %in, %in_27 : f32
      linalg.yield %86 : f32
    } -> tensor<24x20xf32>
    %57 = tensor.empty() : tensor<20x24xf32>
    %transposed_17 = linalg.transpose ins(%56 : tensor<24x20xf32>) outs(%57 : tensor<20x24xf32>) permutation = [1, 0] 
    %58 = tensor.empty() : tensor<20x8xf32>
    %59 = linalg.fill ins(%cst : f32) outs(%58 : tensor<20x8xf32>) -> tensor<20x8xf32>
    %60 = linalg.matmul ins(%transposed_17, %collapsed_10 : tensor<20x24xf32>, tensor<24x8xf32>) outs(%59 : tensor<20x8xf32>) -> tensor<20x8xf32>
    %61 = linalg.matmul ins(%56, %arg0 : tensor<24x20xf32>, tensor<20x8xf32>) outs(%4 : tensor<24x8xf32>) -> tensor<24x8xf32>
    %expanded_18 = tensor.expand_shape %61 [[0, 1], [2]] output_shape [8, 3, 8] : tensor<24x8xf32> into tensor<8x3x8xf32>
    %62 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<8x3x8xf32>) outs(%0 : tensor<8x3x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.truncf %cst_6 : f64 to f32
      %87 = arith.mulf %in, %86 : f32
      linalg.yield %87 : f32
    } -> tensor<8x3x8xf32>
    %63 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<8x3x8xf32>) outs(%0 : tensor<8x3x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.erf %in : f32
      linalg.yield %86 : f32
    } -> tensor<8x3x8xf32>
    %64 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<8x3x8xf32>) outs(%0 : tensor<8x3x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %in, %cst_0 : f32
      linalg.yield %86 : f32
    } -> tensor<8x3x8xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<8x3x8xf32>) outs(%0 : tensor<8x3x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.mulf %in, %cst_1 : f32
      linalg.yield %86 : f32
    } -> tensor<8x3x8xf32>
    %66 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %expanded : tensor<8x3x8xf32>, tensor<8x3x8xf32>) outs(%0 : tensor<8x3x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %86 = arith.mulf %in, %in_27 : f32
      linalg.yield %86 : f32
    } -> tensor<8x3x8xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<8x3x8xf32>) outs(%0 : tensor<8x3x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.mulf %in, %cst_8 : f32
      linalg.yield %86 : f32
    } -> tensor<8x3x8xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<8x3x8xf32>) outs(%0 : tensor<8x3x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.exp %in : f32
      linalg.yield %86 : f32
    } -> tensor<8x3x8xf32>
    %69 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<8x3x8xf32>) outs(%0 : tensor<8x3x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.truncf %cst_5 : f64 to f32
      %87 = arith.mulf %in, %86 : f32
      linalg.yield %87 : f32
    } -> tensor<8x3x8xf32>
    %70 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %69 : tensor<8x3x8xf32>, tensor<8x3x8xf32>) outs(%0 : tensor<8x3x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %86 = arith.mulf %in, %in_27 : f32
      linalg.yield %86 : f32
    } -> tensor<8x3x8xf32>
    %71 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %70 : tensor<8x3x8xf32>, tensor<8x3x8xf32>) outs(%0 : tensor<8x3x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %86 = arith.addf %in, %in_27 : f32
      linalg.yield %86 : f32
    } -> tensor<8x3x8xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_18, %71 : tensor<8x3x8xf32>, tensor<8x3x8xf32>) outs(%0 : tensor<8x3x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %86 = arith.mulf %in, %in_27 : f32
      linalg.yield %86 : f32
    } -> tensor<8x3x8xf32>
    %collapsed_19 = tensor.collapse_shape %72 [[0, 1], [2]] : tensor<8x3x8xf32> into tensor<24x8xf32>
    %73 = linalg.matmul ins(%collapsed_19, %arg1 : tensor<24x8xf32>, tensor<8x8xf32>) outs(%4 : tensor<24x8xf32>) -> tensor<24x8xf32>
    %74 = tensor.empty() : tensor<8x24xf32>
    %transposed_20 = linalg.transpose ins(%collapsed_19 : tensor<24x8xf32>) outs(%74 : tensor<8x24xf32>) permutation = [1, 0] 
    %75 = linalg.fill ins(%cst : f32) outs(%2 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %76 = linalg.matmul ins(%transposed_20, %collapsed : tensor<8x24xf32>, tensor<24x8xf32>) outs(%75 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %77 = tensor.empty() : tensor<1x8xf32>
    %78 = linalg.fill ins(%cst : f32) outs(%77 : tensor<1x8xf32>) -> tensor<1x8xf32>
    %79 = linalg.generic {indexing_maps = [#map2, #map7], iterator_types = ["reduction", "parallel"]} ins(%collapsed_19 : tensor<24x8xf32>) outs(%78 : tensor<1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %in, %out : f32
      linalg.yield %86 : f32
    } -> tensor<1x8xf32>
    %collapsed_21 = tensor.collapse_shape %79 [[0, 1]] : tensor<1x8xf32> into tensor<8xf32>
    %expanded_22 = tensor.expand_shape %73 [[0, 1], [2]] output_shape [8, 3, 8] : tensor<24x8xf32> into tensor<8x3x8xf32>
    %80 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_18, %expanded_22 : tensor<8x3x8xf32>, tensor<8x3x8xf32>) outs(%0 : tensor<8x3x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %86 = arith.addf %in, %in_27 : f32
      linalg.yield %86 : f32
    } -> tensor<8x3x8xf32>
    %collapsed_23 = tensor.collapse_shape %arg3 [[0, 1]] : tensor<8x3xi64> into tensor<24xi64>
    %expanded_24 = tensor.expand_shape %26 [[0, 1]] output_shape [20, 1] : tensor<20xi64> into tensor<20x1xi64>
    %expanded_25 = tensor.expand_shape %collapsed_23 [[0, 1]] output_shape [1, 24] : tensor<24xi64> into tensor<1x24xi64>
    %81 = tensor.empty() : tensor<20x24xi1>
    %82 = linalg.generic {indexing_maps = [#map5, #map7, #map2], iterator_types = ["parallel", "parallel"]} ins(%expanded_24, %expanded_25 : tensor<20x1xi64>, tensor<1x24xi64>) outs(%81 : tensor<20x24xi1>) {
    ^bb0(%in: i64, %in_27: i64, %out: i1):
      %86 = arith.cmpi eq, %in, %in_27 : i64
      linalg.yield %86 : i1
    } -> tensor<20x24xi1>
    %83 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%82 : tensor<20x24xi1>) outs(%57 : tensor<20x24xf32>) {
    ^bb0(%in: i1, %out: f32):
      %86 = arith.uitofp %in : i1 to f32
      linalg.yield %86 : f32
    } -> tensor<20x24xf32>
    %collapsed_26 = tensor.collapse_shape %80 [[0, 1], [2]] : tensor<8x3x8xf32> into tensor<24x8xf32>
    %84 = linalg.matmul ins(%83, %collapsed_26 : tensor<20x24xf32>, tensor<24x8xf32>) outs(%59 : tensor<20x8xf32>) -> tensor<20x8xf32>
    %85 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%60, %84 : tensor<20x8xf32>, tensor<20x8xf32>) outs(%58 : tensor<20x8xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %86 = arith.addf %in, %in_27 : f32
      linalg.yield %86 : f32
    } -> tensor<20x8xf32>
    return %46, %85, %76, %collapsed_21 : tensor<f32>, tensor<20x8xf32>, tensor<8x8xf32>, tensor<8xf32>
  }
}

