// mlp: forward and backward of a model in models.py.
// Written by export_models.py with torch 2.13.0; do not edit.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<(d0, d1) -> (0, d1)>
#map6 = affine_map<(d0, d1) -> ()>
#map7 = affine_map<(d0) -> ()>
#map8 = affine_map<() -> ()>
module {
  func.func @step(%arg0: tensor<32x64xf32> {grad.param = "0.weight"}, %arg1: tensor<32xf32> {grad.param = "0.bias"}, %arg2: tensor<16x32xf32> {grad.param = "2.weight"}, %arg3: tensor<16xf32> {grad.param = "2.bias"}, %arg4: tensor<10x16xf32> {grad.param = "4.weight"}, %arg5: tensor<10xf32> {grad.param = "4.bias"}, %arg6: tensor<8x64xf32> {grad.batch}, %arg7: tensor<8xi64> {grad.batch}, %arg8: tensor<f32> {grad.replicated, grad.seed}) -> (tensor<f32>, tensor<32x64xf32> {grad.gradient = "0.weight"}, tensor<32xf32> {grad.gradient = "0.bias"}, tensor<16x32xf32> {grad.gradient = "2.weight"}, tensor<16xf32> {grad.gradient = "2.bias"}, tensor<10x16xf32> {grad.gradient = "4.weight"}, tensor<10xf32> {grad.gradient = "4.bias"}) {
    %c-100_i64 = arith.constant -100 : i64
    %c10_i64 = arith.constant 10 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<1> : tensor<i64>
    %0 = tensor.empty() : tensor<64x32xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<32x64xf32>) outs(%0 : tensor<64x32xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<8x32xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %3 = linalg.matmul ins(%arg6, %transposed : tensor<8x64xf32>, tensor<64x32xf32>) outs(%2 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %arg1 : tensor<8x32xf32>, tensor<32xf32>) outs(%1 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %90 = arith.addf %in, %in_15 : f32
      linalg.yield %90 : f32
    } -> tensor<8x32xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<8x32xf32>) outs(%1 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.cmpf ugt, %in, %cst : f32
      %91 = arith.select %90, %in, %cst : f32
      linalg.yield %91 : f32
    } -> tensor<8x32xf32>
    %6 = tensor.empty() : tensor<32x16xf32>
    %transposed_4 = linalg.transpose ins(%arg2 : tensor<16x32xf32>) outs(%6 : tensor<32x16xf32>) permutation = [1, 0] 
    %7 = tensor.empty() : tensor<8x16xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<8x16xf32>) -> tensor<8x16xf32>
    %9 = linalg.matmul ins(%5, %transposed_4 : tensor<8x32xf32>, tensor<32x16xf32>) outs(%8 : tensor<8x16xf32>) -> tensor<8x16xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %arg3 : tensor<8x16xf32>, tensor<16xf32>) outs(%7 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %90 = arith.addf %in, %in_15 : f32
      linalg.yield %90 : f32
    } -> tensor<8x16xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<8x16xf32>) outs(%7 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.tanh %in : f32
      linalg.yield %90 : f32
    } -> tensor<8x16xf32>
    %12 = tensor.empty() : tensor<16x10xf32>
    %transposed_5 = linalg.transpose ins(%arg4 : tensor<10x16xf32>) outs(%12 : tensor<16x10xf32>) permutation = [1, 0] 
    %13 = tensor.empty() : tensor<8x10xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<8x10xf32>) -> tensor<8x10xf32>
    %15 = linalg.matmul ins(%11, %transposed_5 : tensor<8x16xf32>, tensor<16x10xf32>) outs(%14 : tensor<8x10xf32>) -> tensor<8x10xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%15, %arg5 : tensor<8x10xf32>, tensor<10xf32>) outs(%13 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %90 = arith.addf %in, %in_15 : f32
      linalg.yield %90 : f32
    } -> tensor<8x10xf32>
    %17 = tensor.empty() : tensor<8xi64>
    %18 = linalg.fill ins(%c0_i64 : i64) outs(%17 : tensor<8xi64>) -> tensor<8xi64>
    %19 = tensor.empty() : tensor<8xf32>
    %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : tensor<8xf32>) -> tensor<8xf32>
    %21:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "reduction"]} ins(%16 : tensor<8x10xf32>) outs(%20, %18 : tensor<8xf32>, tensor<8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_15: i64):
      %90 = linalg.index 1 : index
      %91 = arith.index_cast %90 : index to i64
      %92 = arith.maximumf %in, %out : f32
      %93 = arith.cmpf ogt, %in, %out : f32
      %94 = arith.select %93, %91, %out_15 : i64
      linalg.yield %92, %94 : f32, i64
    } -> (tensor<8xf32>, tensor<8xi64>)
    %expanded = tensor.expand_shape %21#0 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%16, %expanded : tensor<8x10xf32>, tensor<8x1xf32>) outs(%13 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %90 = arith.subf %in, %in_15 : f32
      linalg.yield %90 : f32
    } -> tensor<8x10xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<8x10xf32>) outs(%13 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.exp %in : f32
      linalg.yield %90 : f32
    } -> tensor<8x10xf32>
    %24 = tensor.empty() : tensor<8x1xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%24 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "reduction"]} ins(%23 : tensor<8x10xf32>) outs(%25 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<8x1xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<8x1xf32>) outs(%24 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.log %in : f32
      linalg.yield %90 : f32
    } -> tensor<8x1xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%22, %27 : tensor<8x10xf32>, tensor<8x1xf32>) outs(%13 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %90 = arith.subf %in, %in_15 : f32
      linalg.yield %90 : f32
    } -> tensor<8x10xf32>
    %29 = tensor.empty() : tensor<10xi64>
    %30 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel"]} outs(%29 : tensor<10xi64>) {
    ^bb0(%out: i64):
      %90 = linalg.index 0 : index
      %91 = arith.index_cast %90 : index to i64
      linalg.yield %91 : i64
    } -> tensor<10xi64>
    %expanded_6 = tensor.expand_shape %arg7 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
    %expanded_7 = tensor.expand_shape %30 [[0, 1]] output_shape [1, 10] : tensor<10xi64> into tensor<1x10xi64>
    %31 = tensor.empty() : tensor<8x10xi1>
    %32 = linalg.generic {indexing_maps = [#map3, #map5, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_6, %expanded_7 : tensor<8x1xi64>, tensor<1x10xi64>) outs(%31 : tensor<8x10xi1>) {
    ^bb0(%in: i64, %in_15: i64, %out: i1):
      %90 = arith.cmpi eq, %in, %in_15 : i64
      linalg.yield %90 : i1
    } -> tensor<8x10xi1>
    %33 = tensor.empty() : tensor<8xi1>
    %34 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg7 : tensor<8xi64>) outs(%33 : tensor<8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %90 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %90 : i1
    } -> tensor<8xi1>
    %35 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg7 : tensor<8xi64>) outs(%33 : tensor<8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %90 = arith.cmpi slt, %in, %c0_i64 : i64
      linalg.yield %90 : i1
    } -> tensor<8xi1>
    %36 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg7 : tensor<8xi64>) outs(%33 : tensor<8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %90 = arith.cmpi sge, %in, %c10_i64 : i64
      linalg.yield %90 : i1
    } -> tensor<8xi1>
    %37 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%35, %36 : tensor<8xi1>, tensor<8xi1>) outs(%33 : tensor<8xi1>) {
    ^bb0(%in: i1, %in_15: i1, %out: i1):
      %90 = arith.ori %in, %in_15 : i1
      linalg.yield %90 : i1
    } -> tensor<8xi1>
    %38 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%34, %37 : tensor<8xi1>, tensor<8xi1>) outs(%33 : tensor<8xi1>) {
    ^bb0(%in: i1, %in_15: i1, %out: i1):
      %90 = arith.andi %in, %in_15 : i1
      linalg.yield %90 : i1
    } -> tensor<8xi1>
    %39 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%34 : tensor<8xi1>) outs(%19 : tensor<8xf32>) {
    ^bb0(%in: i1, %out: f32):
      %90 = arith.uitofp %in : i1 to f32
      linalg.yield %90 : f32
    } -> tensor<8xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map, #map6, #map], iterator_types = ["parallel", "parallel"]} ins(%32, %28, %cst_2 : tensor<8x10xi1>, tensor<8x10xf32>, tensor<f32>) outs(%13 : tensor<8x10xf32>) {
    ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
      %90 = arith.select %in, %in_15, %in_16 : f32
      linalg.yield %90 : f32
    } -> tensor<8x10xf32>
    %41 = linalg.fill ins(%cst : f32) outs(%19 : tensor<8xf32>) -> tensor<8xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%40 : tensor<8x10xf32>) outs(%41 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<8xf32>
    %43 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%42 : tensor<8xf32>) outs(%19 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.negf %in : f32
      linalg.yield %90 : f32
    } -> tensor<8xf32>
    %44 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%43, %39 : tensor<8xf32>, tensor<8xf32>) outs(%19 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %90 = arith.mulf %in, %in_15 : f32
      linalg.yield %90 : f32
    } -> tensor<8xf32>
    %45 = linalg.generic {indexing_maps = [#map4, #map7, #map4, #map4], iterator_types = ["parallel"]} ins(%38, %cst_1, %44 : tensor<8xi1>, tensor<f32>, tensor<8xf32>) outs(%19 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
      %90 = arith.select %in, %in_15, %in_16 : f32
      linalg.yield %90 : f32
    } -> tensor<8xf32>
    %46 = tensor.empty() : tensor<f32>
    %47 = linalg.fill ins(%cst : f32) outs(%46 : tensor<f32>) -> tensor<f32>
    %48 = linalg.generic {indexing_maps = [#map4, #map7], iterator_types = ["reduction"]} ins(%39 : tensor<8xf32>) outs(%47 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<f32>
    %49 = linalg.generic {indexing_maps = [#map4, #map7], iterator_types = ["reduction"]} ins(%45 : tensor<8xf32>) outs(%47 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<f32>
    %50 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = []} ins(%49, %48 : tensor<f32>, tensor<f32>) outs(%46 : tensor<f32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %90 = arith.divf %in, %in_15 : f32
      linalg.yield %90 : f32
    } -> tensor<f32>
    %51 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = []} ins(%arg8, %48 : tensor<f32>, tensor<f32>) outs(%46 : tensor<f32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %90 = arith.divf %in, %in_15 : f32
      linalg.yield %90 : f32
    } -> tensor<f32>
    %52 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%39 : tensor<8xf32>) outs(%19 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.negf %in : f32
      linalg.yield %90 : f32
    } -> tensor<8xf32>
    %53 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel"]} ins(%52, %51 : tensor<8xf32>, tensor<f32>) outs(%19 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %90 = arith.mulf %in, %in_15 : f32
      linalg.yield %90 : f32
    } -> tensor<8xf32>
    %54 = linalg.generic {indexing_maps = [#map4, #map7, #map4, #map4], iterator_types = ["parallel"]} ins(%38, %cst_1, %53 : tensor<8xi1>, tensor<f32>, tensor<8xf32>) outs(%19 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
      %90 = arith.select %in, %in_15, %in_16 : f32
      linalg.yield %90 : f32
    } -> tensor<8xf32>
    %expanded_8 = tensor.expand_shape %38 [[0, 1]] output_shape [8, 1] : tensor<8xi1> into tensor<8x1xi1>
    %55 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%32, %expanded_8 : tensor<8x10xi1>, tensor<8x1xi1>) outs(%31 : tensor<8x10xi1>) {
    ^bb0(%in: i1, %in_15: i1, %out: i1):
      %90 = arith.ori %in, %in_15 : i1
      linalg.yield %90 : i1
    } -> tensor<8x10xi1>
    %expanded_9 = tensor.expand_shape %54 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map3, #map6, #map], iterator_types = ["parallel", "parallel"]} ins(%55, %expanded_9, %cst_2 : tensor<8x10xi1>, tensor<8x1xf32>, tensor<f32>) outs(%13 : tensor<8x10xf32>) {
    ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
      %90 = arith.select %in, %in_15, %in_16 : f32
      linalg.yield %90 : f32
    } -> tensor<8x10xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<8x10xf32>) outs(%13 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.exp %in : f32
      linalg.yield %90 : f32
    } -> tensor<8x10xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "reduction"]} ins(%56 : tensor<8x10xf32>) outs(%25 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<8x1xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%57, %58 : tensor<8x10xf32>, tensor<8x1xf32>) outs(%13 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %90 = arith.mulf %in, %in_15 : f32
      linalg.yield %90 : f32
    } -> tensor<8x10xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%56, %59 : tensor<8x10xf32>, tensor<8x10xf32>) outs(%13 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %90 = arith.subf %in, %in_15 : f32
      linalg.yield %90 : f32
    } -> tensor<8x10xf32>
    %61 = linalg.matmul ins(%60, %arg4 : tensor<8x10xf32>, tensor<10x16xf32>) outs(%8 : tensor<8x16xf32>) -> tensor<8x16xf32>
    %62 = tensor.empty() : tensor<10x8xf32>
    %transposed_10 = linalg.transpose ins(%60 : tensor<8x10xf32>) outs(%62 : tensor<10x8xf32>) permutation = [1, 0] 
    %63 = tensor.empty() : tensor<10x16xf32>
    %64 = linalg.fill ins(%cst : f32) outs(%63 : tensor<10x16xf32>) -> tensor<10x16xf32>
    %65 = linalg.matmul ins(%transposed_10, %11 : tensor<10x8xf32>, tensor<8x16xf32>) outs(%64 : tensor<10x16xf32>) -> tensor<10x16xf32>
    %66 = tensor.empty() : tensor<1x10xf32>
    %67 = linalg.fill ins(%cst : f32) outs(%66 : tensor<1x10xf32>) -> tensor<1x10xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map5], iterator_types = ["reduction", "parallel"]} ins(%60 : tensor<8x10xf32>) outs(%67 : tensor<1x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<1x10xf32>
    %collapsed = tensor.collapse_shape %68 [[0, 1]] : tensor<1x10xf32> into tensor<10xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%11, %11 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%7 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %90 = arith.mulf %in, %in_15 : f32
      linalg.yield %90 : f32
    } -> tensor<8x16xf32>
    %70 = linalg.generic {indexing_maps = [#map6, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_3, %69 : tensor<i64>, tensor<8x16xf32>) outs(%7 : tensor<8x16xf32>) {
    ^bb0(%in: i64, %in_15: f32, %out: f32):
      %90 = arith.sitofp %in : i64 to f32
      %91 = arith.subf %90, %in_15 : f32
      linalg.yield %91 : f32
    } -> tensor<8x16xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%61, %70 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%7 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %90 = arith.mulf %in, %in_15 : f32
      linalg.yield %90 : f32
    } -> tensor<8x16xf32>
    %72 = linalg.matmul ins(%71, %arg2 : tensor<8x16xf32>, tensor<16x32xf32>) outs(%2 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %73 = tensor.empty() : tensor<16x8xf32>
    %transposed_11 = linalg.transpose ins(%71 : tensor<8x16xf32>) outs(%73 : tensor<16x8xf32>) permutation = [1, 0] 
    %74 = tensor.empty() : tensor<16x32xf32>
    %75 = linalg.fill ins(%cst : f32) outs(%74 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %76 = linalg.matmul ins(%transposed_11, %5 : tensor<16x8xf32>, tensor<8x32xf32>) outs(%75 : tensor<16x32xf32>) -> tensor<16x32xf32>
    %77 = tensor.empty() : tensor<1x16xf32>
    %78 = linalg.fill ins(%cst : f32) outs(%77 : tensor<1x16xf32>) -> tensor<1x16xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map5], iterator_types = ["reduction", "parallel"]} ins(%71 : tensor<8x16xf32>) outs(%78 : tensor<1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<1x16xf32>
    %collapsed_12 = tensor.collapse_shape %79 [[0, 1]] : tensor<1x16xf32> into tensor<16xf32>
    %80 = tensor.empty() : tensor<8x32xi1>
    %81 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<8x32xf32>) outs(%80 : tensor<8x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %90 = arith.cmpf ole, %in, %cst : f32
      linalg.yield %90 : i1
    } -> tensor<8x32xi1>
    %82 = linalg.generic {indexing_maps = [#map, #map6, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%81, %cst_2, %72 : tensor<8x32xi1>, tensor<f32>, tensor<8x32xf32>) outs(%1 : tensor<8x32xf32>) {
    ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
      %90 = arith.select %in, %in_15, %in_16 : f32
      linalg.yield %90 : f32
    } -> tensor<8x32xf32>
    %83 = tensor.empty() : tensor<32x8xf32>
    %transposed_13 = linalg.transpose ins(%82 : tensor<8x32xf32>) outs(%83 : tensor<32x8xf32>) permutation = [1, 0] 
    %84 = tensor.empty() : tensor<32x64xf32>
    %85 = linalg.fill ins(%cst : f32) outs(%84 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %86 = linalg.matmul ins(%transposed_13, %arg6 : tensor<32x8xf32>, tensor<8x64xf32>) outs(%85 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %87 = tensor.empty() : tensor<1x32xf32>
    %88 = linalg.fill ins(%cst : f32) outs(%87 : tensor<1x32xf32>) -> tensor<1x32xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map5], iterator_types = ["reduction", "parallel"]} ins(%82 : tensor<8x32xf32>) outs(%88 : tensor<1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<1x32xf32>
    %collapsed_14 = tensor.collapse_shape %89 [[0, 1]] : tensor<1x32xf32> into tensor<32xf32>
    return %50, %86, %collapsed_14, %76, %collapsed_12, %65, %collapsed : tensor<f32>, tensor<32x64xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<16xf32>, tensor<10x16xf32>, tensor<10xf32>
  }
}

