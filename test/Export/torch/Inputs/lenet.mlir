// lenet: forward and backward of a model in models.py.
// Written by export_models.py with torch 2.13.0; do not edit.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1) -> (d0)>
#map6 = affine_map<(d0, d1) -> (d0, 0)>
#map7 = affine_map<(d0) -> (d0)>
#map8 = affine_map<(d0, d1) -> (0, d1)>
#map9 = affine_map<(d0, d1) -> ()>
#map10 = affine_map<(d0) -> ()>
#map11 = affine_map<() -> ()>
#map12 = affine_map<(d0, d1, d2, d3) -> ()>
#map13 = affine_map<(d0, d1, d2, d3) -> (d1)>
module {
  func.func @step(%arg0: tensor<6x1x3x3xf32> {grad.param = "conv1.weight"}, %arg1: tensor<6xf32> {grad.param = "conv1.bias"}, %arg2: tensor<16x6x3x3xf32> {grad.param = "conv2.weight"}, %arg3: tensor<16xf32> {grad.param = "conv2.bias"}, %arg4: tensor<120x64xf32> {grad.param = "fc1.weight"}, %arg5: tensor<120xf32> {grad.param = "fc1.bias"}, %arg6: tensor<84x120xf32> {grad.param = "fc2.weight"}, %arg7: tensor<84xf32> {grad.param = "fc2.bias"}, %arg8: tensor<10x84xf32> {grad.param = "fc3.weight"}, %arg9: tensor<10xf32> {grad.param = "fc3.bias"}, %arg10: tensor<8x1x8x8xf32> {grad.batch}, %arg11: tensor<8xi64> {grad.batch}, %arg12: tensor<f32> {grad.replicated, grad.seed}) -> (tensor<f32>, tensor<6x1x3x3xf32> {grad.gradient = "conv1.weight"}, tensor<6xf32> {grad.gradient = "conv1.bias"}, tensor<16x6x3x3xf32> {grad.gradient = "conv2.weight"}, tensor<16xf32> {grad.gradient = "conv2.bias"}, tensor<120x64xf32> {grad.gradient = "fc1.weight"}, tensor<120xf32> {grad.gradient = "fc1.bias"}, tensor<84x120xf32> {grad.gradient = "fc2.weight"}, tensor<84xf32> {grad.gradient = "fc2.bias"}, tensor<10x84xf32> {grad.gradient = "fc3.weight"}, tensor<10xf32> {grad.gradient = "fc3.bias"}) {
    %c-100_i64 = arith.constant -100 : i64
    %c10_i64 = arith.constant 10 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant 4.000000e+00 : f32
    %c2 = arith.constant 2 : index
    %padded = tensor.pad %arg10 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst : f32
    } : tensor<8x1x8x8xf32> to tensor<8x1x10x10xf32>
    %0 = tensor.empty() : tensor<8x6x8x8xf32>
    %broadcasted = linalg.broadcast ins(%arg1 : tensor<6xf32>) outs(%0 : tensor<8x6x8x8xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg0 : tensor<8x1x10x10xf32>, tensor<6x1x3x3xf32>) outs(%broadcasted : tensor<8x6x8x8xf32>) -> tensor<8x6x8x8xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<8x6x8x8xf32>) outs(%0 : tensor<8x6x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.cmpf ugt, %in, %cst : f32
      %142 = arith.select %141, %in, %cst : f32
      linalg.yield %142 : f32
    } -> tensor<8x6x8x8xf32>
    %expanded = tensor.expand_shape %2 [[0], [1], [2, 3], [4, 5]] output_shape [8, 6, 4, 2, 4, 2] : tensor<8x6x8x8xf32> into tensor<8x6x4x2x4x2xf32>
    %3 = tensor.empty() : tensor<8x6x4x4xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<8x6x4x4xf32>) -> tensor<8x6x4x4xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel", "reduction"]} ins(%expanded : tensor<8x6x4x2x4x2xf32>) outs(%4 : tensor<8x6x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %out : f32
      linalg.yield %141 : f32
    } -> tensor<8x6x4x4xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5 : tensor<8x6x4x4xf32>) outs(%3 : tensor<8x6x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.divf %in, %cst_3 : f32
      linalg.yield %141 : f32
    } -> tensor<8x6x4x4xf32>
    %padded_4 = tensor.pad %6 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst : f32
    } : tensor<8x6x4x4xf32> to tensor<8x6x6x6xf32>
    %7 = tensor.empty() : tensor<8x16x4x4xf32>
    %broadcasted_5 = linalg.broadcast ins(%arg3 : tensor<16xf32>) outs(%7 : tensor<8x16x4x4xf32>) dimensions = [0, 2, 3] 
    %8 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_4, %arg2 : tensor<8x6x6x6xf32>, tensor<16x6x3x3xf32>) outs(%broadcasted_5 : tensor<8x16x4x4xf32>) -> tensor<8x16x4x4xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<8x16x4x4xf32>) outs(%7 : tensor<8x16x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.cmpf ugt, %in, %cst : f32
      %142 = arith.select %141, %in, %cst : f32
      linalg.yield %142 : f32
    } -> tensor<8x16x4x4xf32>
    %expanded_6 = tensor.expand_shape %9 [[0], [1], [2, 3], [4, 5]] output_shape [8, 16, 2, 2, 2, 2] : tensor<8x16x4x4xf32> into tensor<8x16x2x2x2x2xf32>
    %10 = tensor.empty() : tensor<8x16x2x2xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<8x16x2x2xf32>) -> tensor<8x16x2x2xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel", "reduction"]} ins(%expanded_6 : tensor<8x16x2x2x2x2xf32>) outs(%11 : tensor<8x16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %out : f32
      linalg.yield %141 : f32
    } -> tensor<8x16x2x2xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<8x16x2x2xf32>) outs(%10 : tensor<8x16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.divf %in, %cst_3 : f32
      linalg.yield %141 : f32
    } -> tensor<8x16x2x2xf32>
    %collapsed = tensor.collapse_shape %13 [[0], [1, 2, 3]] : tensor<8x16x2x2xf32> into tensor<8x64xf32>
    %14 = tensor.empty() : tensor<64x120xf32>
    %transposed = linalg.transpose ins(%arg4 : tensor<120x64xf32>) outs(%14 : tensor<64x120xf32>) permutation = [1, 0] 
    %15 = tensor.empty() : tensor<8x120xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<8x120xf32>) -> tensor<8x120xf32>
    %17 = linalg.matmul ins(%collapsed, %transposed : tensor<8x64xf32>, tensor<64x120xf32>) outs(%16 : tensor<8x120xf32>) -> tensor<8x120xf32>
    %18 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%17, %arg5 : tensor<8x120xf32>, tensor<120xf32>) outs(%15 : tensor<8x120xf32>) {
    ^bb0(%in: f32, %in_31: f32, %out: f32):
      %141 = arith.addf %in, %in_31 : f32
      linalg.yield %141 : f32
    } -> tensor<8x120xf32>
    %19 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<8x120xf32>) outs(%15 : tensor<8x120xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.cmpf ugt, %in, %cst : f32
      %142 = arith.select %141, %in, %cst : f32
      linalg.yield %142 : f32
    } -> tensor<8x120xf32>
    %20 = tensor.empty() : tensor<120x84xf32>
    %transposed_7 = linalg.transpose ins(%arg6 : tensor<84x120xf32>) outs(%20 : tensor<120x84xf32>) permutation = [1, 0] 
    %21 = tensor.empty() : tensor<8x84xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<8x84xf32>) -> tensor<8x84xf32>
    %23 = linalg.matmul ins(%19, %transposed_7 : tensor<8x120xf32>, tensor<120x84xf32>) outs(%22 : tensor<8x84xf32>) -> tensor<8x84xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%23, %arg7 : tensor<8x84xf32>, tensor<84xf32>) outs(%21 : tensor<8x84xf32>) {
    ^bb0(%in: f32, %in_31: f32, %out: f32):
      %141 = arith.addf %in, %in_31 : f32
      linalg.yield %141 : f32
    } -> tensor<8x84xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<8x84xf32>) outs(%21 : tensor<8x84xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.cmpf ugt, %in, %cst : f32
      %142 = arith.select %141, %in, %cst : f32
      linalg.yield %142 : f32
    } -> tensor<8x84xf32>
    %26 = tensor.empty() : tensor<84x10xf32>
    %transposed_8 = linalg.transpose ins(%arg8 : tensor<10x84xf32>) outs(%26 : tensor<84x10xf32>) permutation = [1, 0] 
    %27 = tensor.empty() : tensor<8x10xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<8x10xf32>) -> tensor<8x10xf32>
    %29 = linalg.matmul ins(%25, %transposed_8 : tensor<8x84xf32>, tensor<84x10xf32>) outs(%28 : tensor<8x10xf32>) -> tensor<8x10xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%29, %arg9 : tensor<8x10xf32>, tensor<10xf32>) outs(%27 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_31: f32, %out: f32):
      %141 = arith.addf %in, %in_31 : f32
      linalg.yield %141 : f32
    } -> tensor<8x10xf32>
    %31 = tensor.empty() : tensor<8xi64>
    %32 = linalg.fill ins(%c0_i64 : i64) outs(%31 : tensor<8xi64>) -> tensor<8xi64>
    %33 = tensor.empty() : tensor<8xf32>
    %34 = linalg.fill ins(%cst_0 : f32) outs(%33 : tensor<8xf32>) -> tensor<8xf32>
    %35:2 = linalg.generic {indexing_maps = [#map3, #map5, #map5], iterator_types = ["parallel", "reduction"]} ins(%30 : tensor<8x10xf32>) outs(%34, %32 : tensor<8xf32>, tensor<8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_31: i64):
      %141 = linalg.index 1 : index
      %142 = arith.index_cast %141 : index to i64
      %143 = arith.maximumf %in, %out : f32
      %144 = arith.cmpf ogt, %in, %out : f32
      %145 = arith.select %144, %142, %out_31 : i64
      linalg.yield %143, %145 : f32, i64
    } -> (tensor<8xf32>, tensor<8xi64>)
    %expanded_9 = tensor.expand_shape %35#0 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
    %36 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%30, %expanded_9 : tensor<8x10xf32>, tensor<8x1xf32>) outs(%27 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_31: f32, %out: f32):
      %141 = arith.subf %in, %in_31 : f32
      linalg.yield %141 : f32
    } -> tensor<8x10xf32>
    %37 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%36 : tensor<8x10xf32>) outs(%27 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = math.exp %in : f32
      linalg.yield %141 : f32
    } -> tensor<8x10xf32>
    %38 = tensor.empty() : tensor<8x1xf32>
    %39 = linalg.fill ins(%cst : f32) outs(%38 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %40 = linalg.generic {indexing_maps = [#map3, #map6], iterator_types = ["parallel", "reduction"]} ins(%37 : tensor<8x10xf32>) outs(%39 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %out : f32
      linalg.yield %141 : f32
    } -> tensor<8x1xf32>
    %41 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%40 : tensor<8x1xf32>) outs(%38 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = math.log %in : f32
      linalg.yield %141 : f32
    } -> tensor<8x1xf32>
    %42 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%36, %41 : tensor<8x10xf32>, tensor<8x1xf32>) outs(%27 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_31: f32, %out: f32):
      %141 = arith.subf %in, %in_31 : f32
      linalg.yield %141 : f32
    } -> tensor<8x10xf32>
    %43 = tensor.empty() : tensor<10xi64>
    %44 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%43 : tensor<10xi64>) {
    ^bb0(%out: i64):
      %141 = linalg.index 0 : index
      %142 = arith.index_cast %141 : index to i64
      linalg.yield %142 : i64
    } -> tensor<10xi64>
    %expanded_10 = tensor.expand_shape %arg11 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
    %expanded_11 = tensor.expand_shape %44 [[0, 1]] output_shape [1, 10] : tensor<10xi64> into tensor<1x10xi64>
    %45 = tensor.empty() : tensor<8x10xi1>
    %46 = linalg.generic {indexing_maps = [#map6, #map8, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_10, %expanded_11 : tensor<8x1xi64>, tensor<1x10xi64>) outs(%45 : tensor<8x10xi1>) {
    ^bb0(%in: i64, %in_31: i64, %out: i1):
      %141 = arith.cmpi eq, %in, %in_31 : i64
      linalg.yield %141 : i1
    } -> tensor<8x10xi1>
    %47 = tensor.empty() : tensor<8xi1>
    %48 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg11 : tensor<8xi64>) outs(%47 : tensor<8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %141 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %141 : i1
    } -> tensor<8xi1>
    %49 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg11 : tensor<8xi64>) outs(%47 : tensor<8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %141 = arith.cmpi slt, %in, %c0_i64 : i64
      linalg.yield %141 : i1
    } -> tensor<8xi1>
    %50 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%arg11 : tensor<8xi64>) outs(%47 : tensor<8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %141 = arith.cmpi sge, %in, %c10_i64 : i64
      linalg.yield %141 : i1
    } -> tensor<8xi1>
    %51 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel"]} ins(%49, %50 : tensor<8xi1>, tensor<8xi1>) outs(%47 : tensor<8xi1>) {
    ^bb0(%in: i1, %in_31: i1, %out: i1):
      %141 = arith.ori %in, %in_31 : i1
      linalg.yield %141 : i1
    } -> tensor<8xi1>
    %52 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel"]} ins(%48, %51 : tensor<8xi1>, tensor<8xi1>) outs(%47 : tensor<8xi1>) {
    ^bb0(%in: i1, %in_31: i1, %out: i1):
      %141 = arith.andi %in, %in_31 : i1
      linalg.yield %141 : i1
    } -> tensor<8xi1>
    %53 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%48 : tensor<8xi1>) outs(%33 : tensor<8xf32>) {
    ^bb0(%in: i1, %out: f32):
      %141 = arith.uitofp %in : i1 to f32
      linalg.yield %141 : f32
    } -> tensor<8xf32>
    %54 = linalg.generic {indexing_maps = [#map3, #map3, #map9, #map3], iterator_types = ["parallel", "parallel"]} ins(%46, %42, %cst_2 : tensor<8x10xi1>, tensor<8x10xf32>, tensor<f32>) outs(%27 : tensor<8x10xf32>) {
    ^bb0(%in: i1, %in_31: f32, %in_32: f32, %out: f32):
      %141 = arith.select %in, %in_31, %in_32 : f32
      linalg.yield %141 : f32
    } -> tensor<8x10xf32>
    %55 = linalg.fill ins(%cst : f32) outs(%33 : tensor<8xf32>) -> tensor<8xf32>
    %56 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "reduction"]} ins(%54 : tensor<8x10xf32>) outs(%55 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %out : f32
      linalg.yield %141 : f32
    } -> tensor<8xf32>
    %57 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%56 : tensor<8xf32>) outs(%33 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.negf %in : f32
      linalg.yield %141 : f32
    } -> tensor<8xf32>
    %58 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel"]} ins(%57, %53 : tensor<8xf32>, tensor<8xf32>) outs(%33 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_31: f32, %out: f32):
      %141 = arith.mulf %in, %in_31 : f32
      linalg.yield %141 : f32
    } -> tensor<8xf32>
    %59 = linalg.generic {indexing_maps = [#map7, #map10, #map7, #map7], iterator_types = ["parallel"]} ins(%52, %cst_1, %58 : tensor<8xi1>, tensor<f32>, tensor<8xf32>) outs(%33 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_31: f32, %in_32: f32, %out: f32):
      %141 = arith.select %in, %in_31, %in_32 : f32
      linalg.yield %141 : f32
    } -> tensor<8xf32>
    %60 = tensor.empty() : tensor<f32>
    %61 = linalg.fill ins(%cst : f32) outs(%60 : tensor<f32>) -> tensor<f32>
    %62 = linalg.generic {indexing_maps = [#map7, #map10], iterator_types = ["reduction"]} ins(%53 : tensor<8xf32>) outs(%61 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %out : f32
      linalg.yield %141 : f32
    } -> tensor<f32>
    %63 = linalg.generic {indexing_maps = [#map7, #map10], iterator_types = ["reduction"]} ins(%59 : tensor<8xf32>) outs(%61 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %out : f32
      linalg.yield %141 : f32
    } -> tensor<f32>
    %64 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = []} ins(%63, %62 : tensor<f32>, tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %in_31: f32, %out: f32):
      %141 = arith.divf %in, %in_31 : f32
      linalg.yield %141 : f32
    } -> tensor<f32>
    %65 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = []} ins(%arg12, %62 : tensor<f32>, tensor<f32>) outs(%60 : tensor<f32>) {
    ^bb0(%in: f32, %in_31: f32, %out: f32):
      %141 = arith.divf %in, %in_31 : f32
      linalg.yield %141 : f32
    } -> tensor<f32>
    %66 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%53 : tensor<8xf32>) outs(%33 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.negf %in : f32
      linalg.yield %141 : f32
    } -> tensor<8xf32>
    %67 = linalg.generic {indexing_maps = [#map7, #map10, #map7], iterator_types = ["parallel"]} ins(%66, %65 : tensor<8xf32>, tensor<f32>) outs(%33 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_31: f32, %out: f32):
      %141 = arith.mulf %in, %in_31 : f32
      linalg.yield %141 : f32
    } -> tensor<8xf32>
    %68 = linalg.generic {indexing_maps = [#map7, #map10, #map7, #map7], iterator_types = ["parallel"]} ins(%52, %cst_1, %67 : tensor<8xi1>, tensor<f32>, tensor<8xf32>) outs(%33 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_31: f32, %in_32: f32, %out: f32):
      %141 = arith.select %in, %in_31, %in_32 : f32
      linalg.yield %141 : f32
    } -> tensor<8xf32>
    %expanded_12 = tensor.expand_shape %52 [[0, 1]] output_shape [8, 1] : tensor<8xi1> into tensor<8x1xi1>
    %69 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%46, %expanded_12 : tensor<8x10xi1>, tensor<8x1xi1>) outs(%45 : tensor<8x10xi1>) {
    ^bb0(%in: i1, %in_31: i1, %out: i1):
      %141 = arith.ori %in, %in_31 : i1
      linalg.yield %141 : i1
    } -> tensor<8x10xi1>
    %expanded_13 = tensor.expand_shape %68 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
    %70 = linalg.generic {indexing_maps = [#map3, #map6, #map9, #map3], iterator_types = ["parallel", "parallel"]} ins(%69, %expanded_13, %cst_2 : tensor<8x10xi1>, tensor<8x1xf32>, tensor<f32>) outs(%27 : tensor<8x10xf32>) {
    ^bb0(%in: i1, %in_31: f32, %in_32: f32, %out: f32):
      %141 = arith.select %in, %in_31, %in_32 : f32
      linalg.yield %141 : f32
    } -> tensor<8x10xf32>
    %71 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%42 : tensor<8x10xf32>) outs(%27 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = math.exp %in : f32
      linalg.yield %141 : f32
    } -> tensor<8x10xf32>
    %72 = linalg.generic {indexing_maps = [#map3, #map6], iterator_types = ["parallel", "reduction"]} ins(%70 : tensor<8x10xf32>) outs(%39 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %out : f32
      linalg.yield %141 : f32
    } -> tensor<8x1xf32>
    %73 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%71, %72 : tensor<8x10xf32>, tensor<8x1xf32>) outs(%27 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_31: f32, %out: f32):
      %141 = arith.mulf %in, %in_31 : f32
      linalg.yield %141 : f32
    } -> tensor<8x10xf32>
    %74 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%70, %73 : tensor<8x10xf32>, tensor<8x10xf32>) outs(%27 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_31: f32, %out: f32):
      %141 = arith.subf %in, %in_31 : f32
      linalg.yield %141 : f32
    } -> tensor<8x10xf32>
    %75 = linalg.matmul ins(%74, %arg8 : tensor<8x10xf32>, tensor<10x84xf32>) outs(%22 : tensor<8x84xf32>) -> tensor<8x84xf32>
    %76 = tensor.empty() : tensor<10x8xf32>
    %transposed_14 = linalg.transpose ins(%74 : tensor<8x10xf32>) outs(%76 : tensor<10x8xf32>) permutation = [1, 0] 
    %77 = tensor.empty() : tensor<10x84xf32>
    %78 = linalg.fill ins(%cst : f32) outs(%77 : tensor<10x84xf32>) -> tensor<10x84xf32>
    %79 = linalg.matmul ins(%transposed_14, %25 : tensor<10x8xf32>, tensor<8x84xf32>) outs(%78 : tensor<10x84xf32>) -> tensor<10x84xf32>
    %80 = tensor.empty() : tensor<1x10xf32>
    %81 = linalg.fill ins(%cst : f32) outs(%80 : tensor<1x10xf32>) -> tensor<1x10xf32>
    %82 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["reduction", "parallel"]} ins(%74 : tensor<8x10xf32>) outs(%81 : tensor<1x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %out : f32
      linalg.yield %141 : f32
    } -> tensor<1x10xf32>
    %collapsed_15 = tensor.collapse_shape %82 [[0, 1]] : tensor<1x10xf32> into tensor<10xf32>
    %83 = tensor.empty() : tensor<8x84xi1>
    %84 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%25 : tensor<8x84xf32>) outs(%83 : tensor<8x84xi1>) {
    ^bb0(%in: f32, %out: i1):
      %141 = arith.cmpf ole, %in, %cst : f32
      linalg.yield %141 : i1
    } -> tensor<8x84xi1>
    %85 = linalg.generic {indexing_maps = [#map3, #map9, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%84, %cst_2, %75 : tensor<8x84xi1>, tensor<f32>, tensor<8x84xf32>) outs(%21 : tensor<8x84xf32>) {
    ^bb0(%in: i1, %in_31: f32, %in_32: f32, %out: f32):
      %141 = arith.select %in, %in_31, %in_32 : f32
      linalg.yield %141 : f32
    } -> tensor<8x84xf32>
    %86 = linalg.matmul ins(%85, %arg6 : tensor<8x84xf32>, tensor<84x120xf32>) outs(%16 : tensor<8x120xf32>) -> tensor<8x120xf32>
    %87 = tensor.empty() : tensor<84x8xf32>
    %transposed_16 = linalg.transpose ins(%85 : tensor<8x84xf32>) outs(%87 : tensor<84x8xf32>) permutation = [1, 0] 
    %88 = tensor.empty() : tensor<84x120xf32>
    %89 = linalg.fill ins(%cst : f32) outs(%88 : tensor<84x120xf32>) -> tensor<84x120xf32>
    %90 = linalg.matmul ins(%transposed_16, %19 : tensor<84x8xf32>, tensor<8x120xf32>) outs(%89 : tensor<84x120xf32>) -> tensor<84x120xf32>
    %91 = tensor.empty() : tensor<1x84xf32>
    %92 = linalg.fill ins(%cst : f32) outs(%91 : tensor<1x84xf32>) -> tensor<1x84xf32>
    %93 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["reduction", "parallel"]} ins(%85 : tensor<8x84xf32>) outs(%92 : tensor<1x84xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %out : f32
      linalg.yield %141 : f32
    } -> tensor<1x84xf32>
    %collapsed_17 = tensor.collapse_shape %93 [[0, 1]] : tensor<1x84xf32> into tensor<84xf32>
    %94 = tensor.empty() : tensor<8x120xi1>
    %95 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<8x120xf32>) outs(%94 : tensor<8x120xi1>) {
    ^bb0(%in: f32, %out: i1):
      %141 = arith.cmpf ole, %in, %cst : f32
      linalg.yield %141 : i1
    } -> tensor<8x120xi1>
    %96 = linalg.generic {indexing_maps = [#map3, #map9, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%95, %cst_2, %86 : tensor<8x120xi1>, tensor<f32>, tensor<8x120xf32>) outs(%15 : tensor<8x120xf32>) {
    ^bb0(%in: i1, %in_31: f32, %in_32: f32, %out: f32):
      %141 = arith.select %in, %in_31, %in_32 : f32
      linalg.yield %141 : f32
    } -> tensor<8x120xf32>
    %97 = tensor.empty() : tensor<8x64xf32>
    %98 = linalg.fill ins(%cst : f32) outs(%97 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %99 = linalg.matmul ins(%96, %arg4 : tensor<8x120xf32>, tensor<120x64xf32>) outs(%98 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %100 = tensor.empty() : tensor<120x8xf32>
    %transposed_18 = linalg.transpose ins(%96 : tensor<8x120xf32>) outs(%100 : tensor<120x8xf32>) permutation = [1, 0] 
    %101 = tensor.empty() : tensor<120x64xf32>
    %102 = linalg.fill ins(%cst : f32) outs(%101 : tensor<120x64xf32>) -> tensor<120x64xf32>
    %103 = linalg.matmul ins(%transposed_18, %collapsed : tensor<120x8xf32>, tensor<8x64xf32>) outs(%102 : tensor<120x64xf32>) -> tensor<120x64xf32>
    %104 = tensor.empty() : tensor<1x120xf32>
    %105 = linalg.fill ins(%cst : f32) outs(%104 : tensor<1x120xf32>) -> tensor<1x120xf32>
    %106 = linalg.generic {indexing_maps = [#map3, #map8], iterator_types = ["reduction", "parallel"]} ins(%96 : tensor<8x120xf32>) outs(%105 : tensor<1x120xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %out : f32
      linalg.yield %141 : f32
    } -> tensor<1x120xf32>
    %collapsed_19 = tensor.collapse_shape %106 [[0, 1]] : tensor<1x120xf32> into tensor<120xf32>
    %107 = tensor.empty() : tensor<8x16x2x2x2x2xf32>
    %expanded_20 = tensor.expand_shape %99 [[0], [1, 2, 3]] output_shape [8, 16, 2, 2] : tensor<8x64xf32> into tensor<8x16x2x2xf32>
    %108 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<8x16x2x2xf32>) outs(%107 : tensor<8x16x2x2x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16x2x2x2x2xf32>
    %109 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%108 : tensor<8x16x2x2x2x2xf32>) outs(%107 : tensor<8x16x2x2x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.divf %in, %cst_3 : f32
      linalg.yield %141 : f32
    } -> tensor<8x16x2x2x2x2xf32>
    %collapsed_21 = tensor.collapse_shape %109 [[0], [1], [2, 3], [4, 5]] : tensor<8x16x2x2x2x2xf32> into tensor<8x16x4x4xf32>
    %110 = tensor.empty() : tensor<8x16x4x4xi1>
    %111 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<8x16x4x4xf32>) outs(%110 : tensor<8x16x4x4xi1>) {
    ^bb0(%in: f32, %out: i1):
      %141 = arith.cmpf ole, %in, %cst : f32
      linalg.yield %141 : i1
    } -> tensor<8x16x4x4xi1>
    %112 = linalg.generic {indexing_maps = [#map, #map12, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%111, %cst_2, %collapsed_21 : tensor<8x16x4x4xi1>, tensor<f32>, tensor<8x16x4x4xf32>) outs(%7 : tensor<8x16x4x4xf32>) {
    ^bb0(%in: i1, %in_31: f32, %in_32: f32, %out: f32):
      %141 = arith.select %in, %in_31, %in_32 : f32
      linalg.yield %141 : f32
    } -> tensor<8x16x4x4xf32>
    %113 = tensor.empty() : tensor<6x16x3x3xf32>
    %114 = linalg.fill ins(%cst : f32) outs(%113 : tensor<6x16x3x3xf32>) -> tensor<6x16x3x3xf32>
    %115 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%114 : tensor<6x16x3x3xf32>) {
    ^bb0(%out: f32):
      %141 = linalg.index 0 : index
      %142 = linalg.index 1 : index
      %143 = linalg.index 2 : index
      %144 = linalg.index 3 : index
      %145 = arith.subi %c2, %143 : index
      %146 = arith.subi %c2, %144 : index
      %extracted = tensor.extract %arg2[%142, %141, %145, %146] : tensor<16x6x3x3xf32>
      linalg.yield %extracted : f32
    } -> tensor<6x16x3x3xf32>
    %116 = tensor.empty() : tensor<8x16x6x6xf32>
    %117 = linalg.fill ins(%cst : f32) outs(%116 : tensor<8x16x6x6xf32>) -> tensor<8x16x6x6xf32>
    %inserted_slice = tensor.insert_slice %112 into %117[0, 0, 1, 1] [8, 16, 4, 4] [1, 1, 1, 1] : tensor<8x16x4x4xf32> into tensor<8x16x6x6xf32>
    %118 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice, %115 : tensor<8x16x6x6xf32>, tensor<6x16x3x3xf32>) outs(%4 : tensor<8x6x4x4xf32>) -> tensor<8x6x4x4xf32>
    %119 = tensor.empty() : tensor<6x8x4x4xf32>
    %transposed_22 = linalg.transpose ins(%6 : tensor<8x6x4x4xf32>) outs(%119 : tensor<6x8x4x4xf32>) permutation = [1, 0, 2, 3] 
    %120 = tensor.empty() : tensor<16x8x4x4xf32>
    %transposed_23 = linalg.transpose ins(%112 : tensor<8x16x4x4xf32>) outs(%120 : tensor<16x8x4x4xf32>) permutation = [1, 0, 2, 3] 
    %padded_24 = tensor.pad %transposed_22 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst : f32
    } : tensor<6x8x4x4xf32> to tensor<6x8x6x6xf32>
    %121 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_24, %transposed_23 : tensor<6x8x6x6xf32>, tensor<16x8x4x4xf32>) outs(%114 : tensor<6x16x3x3xf32>) -> tensor<6x16x3x3xf32>
    %122 = tensor.empty() : tensor<16x6x3x3xf32>
    %transposed_25 = linalg.transpose ins(%121 : tensor<6x16x3x3xf32>) outs(%122 : tensor<16x6x3x3xf32>) permutation = [1, 0, 2, 3] 
    %123 = tensor.empty() : tensor<16xf32>
    %124 = linalg.fill ins(%cst : f32) outs(%123 : tensor<16xf32>) -> tensor<16xf32>
    %125 = linalg.generic {indexing_maps = [#map, #map13], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%112 : tensor<8x16x4x4xf32>) outs(%124 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %out : f32
      linalg.yield %141 : f32
    } -> tensor<16xf32>
    %126 = tensor.empty() : tensor<8x6x4x2x4x2xf32>
    %127 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%118 : tensor<8x6x4x4xf32>) outs(%126 : tensor<8x6x4x2x4x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x6x4x2x4x2xf32>
    %128 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%127 : tensor<8x6x4x2x4x2xf32>) outs(%126 : tensor<8x6x4x2x4x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.divf %in, %cst_3 : f32
      linalg.yield %141 : f32
    } -> tensor<8x6x4x2x4x2xf32>
    %collapsed_26 = tensor.collapse_shape %128 [[0], [1], [2, 3], [4, 5]] : tensor<8x6x4x2x4x2xf32> into tensor<8x6x8x8xf32>
    %129 = tensor.empty() : tensor<8x6x8x8xi1>
    %130 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<8x6x8x8xf32>) outs(%129 : tensor<8x6x8x8xi1>) {
    ^bb0(%in: f32, %out: i1):
      %141 = arith.cmpf ole, %in, %cst : f32
      linalg.yield %141 : i1
    } -> tensor<8x6x8x8xi1>
    %131 = linalg.generic {indexing_maps = [#map, #map12, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%130, %cst_2, %collapsed_26 : tensor<8x6x8x8xi1>, tensor<f32>, tensor<8x6x8x8xf32>) outs(%0 : tensor<8x6x8x8xf32>) {
    ^bb0(%in: i1, %in_31: f32, %in_32: f32, %out: f32):
      %141 = arith.select %in, %in_31, %in_32 : f32
      linalg.yield %141 : f32
    } -> tensor<8x6x8x8xf32>
    %132 = tensor.empty() : tensor<1x8x8x8xf32>
    %transposed_27 = linalg.transpose ins(%arg10 : tensor<8x1x8x8xf32>) outs(%132 : tensor<1x8x8x8xf32>) permutation = [1, 0, 2, 3] 
    %133 = tensor.empty() : tensor<6x8x8x8xf32>
    %transposed_28 = linalg.transpose ins(%131 : tensor<8x6x8x8xf32>) outs(%133 : tensor<6x8x8x8xf32>) permutation = [1, 0, 2, 3] 
    %padded_29 = tensor.pad %transposed_27 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst : f32
    } : tensor<1x8x8x8xf32> to tensor<1x8x10x10xf32>
    %134 = tensor.empty() : tensor<1x6x3x3xf32>
    %135 = linalg.fill ins(%cst : f32) outs(%134 : tensor<1x6x3x3xf32>) -> tensor<1x6x3x3xf32>
    %136 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_29, %transposed_28 : tensor<1x8x10x10xf32>, tensor<6x8x8x8xf32>) outs(%135 : tensor<1x6x3x3xf32>) -> tensor<1x6x3x3xf32>
    %137 = tensor.empty() : tensor<6x1x3x3xf32>
    %transposed_30 = linalg.transpose ins(%136 : tensor<1x6x3x3xf32>) outs(%137 : tensor<6x1x3x3xf32>) permutation = [1, 0, 2, 3] 
    %138 = tensor.empty() : tensor<6xf32>
    %139 = linalg.fill ins(%cst : f32) outs(%138 : tensor<6xf32>) -> tensor<6xf32>
    %140 = linalg.generic {indexing_maps = [#map, #map13], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%131 : tensor<8x6x8x8xf32>) outs(%139 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %out : f32
      linalg.yield %141 : f32
    } -> tensor<6xf32>
    return %64, %transposed_30, %140, %transposed_25, %125, %103, %collapsed_19, %90, %collapsed_17, %79, %collapsed_15 : tensor<f32>, tensor<6x1x3x3xf32>, tensor<6xf32>, tensor<16x6x3x3xf32>, tensor<16xf32>, tensor<120x64xf32>, tensor<120xf32>, tensor<84x120xf32>, tensor<84xf32>, tensor<10x84xf32>, tensor<10xf32>
  }
}

