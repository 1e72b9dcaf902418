// lenet-eval: forward of a model in models.py.
// Written by export_models.py with torch 2.13.0; do not edit.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @eval(%arg0: tensor<6x1x3x3xf32> {grad.param = "conv1.weight"}, %arg1: tensor<6xf32> {grad.param = "conv1.bias"}, %arg2: tensor<16x6x3x3xf32> {grad.param = "conv2.weight"}, %arg3: tensor<16xf32> {grad.param = "conv2.bias"}, %arg4: tensor<120x64xf32> {grad.param = "fc1.weight"}, %arg5: tensor<120xf32> {grad.param = "fc1.bias"}, %arg6: tensor<84x120xf32> {grad.param = "fc2.weight"}, %arg7: tensor<84xf32> {grad.param = "fc2.bias"}, %arg8: tensor<10x84xf32> {grad.param = "fc3.weight"}, %arg9: tensor<10xf32> {grad.param = "fc3.bias"}, %arg10: tensor<357x1x8x8xf32> {grad.batch}) -> (tensor<357x10xf32> {grad.metric = "output"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 4.000000e+00 : f32
    %padded = tensor.pad %arg10 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg11: index, %arg12: index, %arg13: index, %arg14: index):
      tensor.yield %cst : f32
    } : tensor<357x1x8x8xf32> to tensor<357x1x10x10xf32>
    %0 = tensor.empty() : tensor<357x6x8x8xf32>
    %broadcasted = linalg.broadcast ins(%arg1 : tensor<6xf32>) outs(%0 : tensor<357x6x8x8xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg0 : tensor<357x1x10x10xf32>, tensor<6x1x3x3xf32>) outs(%broadcasted : tensor<357x6x8x8xf32>) -> tensor<357x6x8x8xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<357x6x8x8xf32>) outs(%0 : tensor<357x6x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.cmpf ugt, %in, %cst : f32
      %32 = arith.select %31, %in, %cst : f32
      linalg.yield %32 : f32
    } -> tensor<357x6x8x8xf32>
    %expanded = tensor.expand_shape %2 [[0], [1], [2, 3], [4, 5]] output_shape [357, 6, 4, 2, 4, 2] : tensor<357x6x8x8xf32> into tensor<357x6x4x2x4x2xf32>
    %3 = tensor.empty() : tensor<357x6x4x4xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<357x6x4x4xf32>) -> tensor<357x6x4x4xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel", "reduction"]} ins(%expanded : tensor<357x6x4x2x4x2xf32>) outs(%4 : tensor<357x6x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.addf %in, %out : f32
      linalg.yield %31 : f32
    } -> tensor<357x6x4x4xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5 : tensor<357x6x4x4xf32>) outs(%3 : tensor<357x6x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.divf %in, %cst_0 : f32
      linalg.yield %31 : f32
    } -> tensor<357x6x4x4xf32>
    %padded_1 = tensor.pad %6 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg11: index, %arg12: index, %arg13: index, %arg14: index):
      tensor.yield %cst : f32
    } : tensor<357x6x4x4xf32> to tensor<357x6x6x6xf32>
    %7 = tensor.empty() : tensor<357x16x4x4xf32>
    %broadcasted_2 = linalg.broadcast ins(%arg3 : tensor<16xf32>) outs(%7 : tensor<357x16x4x4xf32>) dimensions = [0, 2, 3] 
    %8 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_1, %arg2 : tensor<357x6x6x6xf32>, tensor<16x6x3x3xf32>) outs(%broadcasted_2 : tensor<357x16x4x4xf32>) -> tensor<357x16x4x4xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<357x16x4x4xf32>) outs(%7 : tensor<357x16x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.cmpf ugt, %in, %cst : f32
      %32 = arith.select %31, %in, %cst : f32
      linalg.yield %32 : f32
    } -> tensor<357x16x4x4xf32>
    %expanded_3 = tensor.expand_shape %9 [[0], [1], [2, 3], [4, 5]] output_shape [357, 16, 2, 2, 2, 2] : tensor<357x16x4x4xf32> into tensor<357x16x2x2x2x2xf32>
    %10 = tensor.empty() : tensor<357x16x2x2xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<357x16x2x2xf32>) -> tensor<357x16x2x2xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel", "reduction"]} ins(%expanded_3 : tensor<357x16x2x2x2x2xf32>) outs(%11 : tensor<357x16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.addf %in, %out : f32
      linalg.yield %31 : f32
    } -> tensor<357x16x2x2xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<357x16x2x2xf32>) outs(%10 : tensor<357x16x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.divf %in, %cst_0 : f32
      linalg.yield %31 : f32
    } -> tensor<357x16x2x2xf32>
    %collapsed = tensor.collapse_shape %13 [[0], [1, 2, 3]] : tensor<357x16x2x2xf32> into tensor<357x64xf32>
    %14 = tensor.empty() : tensor<64x120xf32>
    %transposed = linalg.transpose ins(%arg4 : tensor<120x64xf32>) outs(%14 : tensor<64x120xf32>) permutation = [1, 0] 
    %15 = tensor.empty() : tensor<357x120xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<357x120xf32>) -> tensor<357x120xf32>
    %17 = linalg.matmul ins(%collapsed, %transposed : tensor<357x64xf32>, tensor<64x120xf32>) outs(%16 : tensor<357x120xf32>) -> tensor<357x120xf32>
    %18 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%17, %arg5 : tensor<357x120xf32>, tensor<120xf32>) outs(%15 : tensor<357x120xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %31 = arith.addf %in, %in_6 : f32
      linalg.yield %31 : f32
    } -> tensor<357x120xf32>
    %19 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<357x120xf32>) outs(%15 : tensor<357x120xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.cmpf ugt, %in, %cst : f32
      %32 = arith.select %31, %in, %cst : f32
      linalg.yield %32 : f32
    } -> tensor<357x120xf32>
    %20 = tensor.empty() : tensor<120x84xf32>
    %transposed_4 = linalg.transpose ins(%arg6 : tensor<84x120xf32>) outs(%20 : tensor<120x84xf32>) permutation = [1, 0] 
    %21 = tensor.empty() : tensor<357x84xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<357x84xf32>) -> tensor<357x84xf32>
    %23 = linalg.matmul ins(%19, %transposed_4 : tensor<357x120xf32>, tensor<120x84xf32>) outs(%22 : tensor<357x84xf32>) -> tensor<357x84xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%23, %arg7 : tensor<357x84xf32>, tensor<84xf32>) outs(%21 : tensor<357x84xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %31 = arith.addf %in, %in_6 : f32
      linalg.yield %31 : f32
    } -> tensor<357x84xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<357x84xf32>) outs(%21 : tensor<357x84xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.cmpf ugt, %in, %cst : f32
      %32 = arith.select %31, %in, %cst : f32
      linalg.yield %32 : f32
    } -> tensor<357x84xf32>
    %26 = tensor.empty() : tensor<84x10xf32>
    %transposed_5 = linalg.transpose ins(%arg8 : tensor<10x84xf32>) outs(%26 : tensor<84x10xf32>) permutation = [1, 0] 
    %27 = tensor.empty() : tensor<357x10xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<357x10xf32>) -> tensor<357x10xf32>
    %29 = linalg.matmul ins(%25, %transposed_5 : tensor<357x84xf32>, tensor<84x10xf32>) outs(%28 : tensor<357x10xf32>) -> tensor<357x10xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%29, %arg9 : tensor<357x10xf32>, tensor<10xf32>) outs(%27 : tensor<357x10xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %31 = arith.addf %in, %in_6 : f32
      linalg.yield %31 : f32
    } -> tensor<357x10xf32>
    return %30 : tensor<357x10xf32>
  }
}

