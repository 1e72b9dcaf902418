// lenet-mixed: forward and backward of a model in models.py.
// Written by export_models.py with torch 2.13.0; do not edit.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
#map4 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>
#map5 = affine_map<(d0, d1) -> (d1)>
#map6 = affine_map<(d0, d1) -> (d0)>
#map7 = affine_map<(d0, d1) -> (d0, 0)>
#map8 = affine_map<(d0, d1) -> (0, d1)>
#map9 = affine_map<(d0, d1) -> ()>
#map10 = affine_map<(d0) -> ()>
#map11 = affine_map<() -> ()>
#map12 = affine_map<(d0, d1, d2, d3) -> ()>
#map13 = affine_map<(d0, d1, d2, d3) -> (d1)>
module {
  func.func @step(%arg0: tensor<6x1x3x3xf32> {grad.param = "module.conv1.weight"}, %arg1: tensor<6xf32> {grad.param = "module.conv1.bias"}, %arg2: tensor<16x6x3x3xf32> {grad.param = "module.conv2.weight"}, %arg3: tensor<16xf32> {grad.param = "module.conv2.bias"}, %arg4: tensor<120x64xf32> {grad.param = "module.fc1.weight"}, %arg5: tensor<120xf32> {grad.param = "module.fc1.bias"}, %arg6: tensor<84x120xf32> {grad.param = "module.fc2.weight"}, %arg7: tensor<84xf32> {grad.param = "module.fc2.bias"}, %arg8: tensor<10x84xf32> {grad.param = "module.fc3.weight"}, %arg9: tensor<10xf32> {grad.param = "module.fc3.bias"}, %arg10: tensor<8x1x8x8xf32> {grad.batch}, %arg11: tensor<8xi64> {grad.batch}, %arg12: tensor<f32> {grad.replicated, grad.seed}) -> (tensor<f32>, tensor<6x1x3x3xf32> {grad.gradient = "module.conv1.weight"}, tensor<6xf32> {grad.gradient = "module.conv1.bias"}, tensor<16x6x3x3xf32> {grad.gradient = "module.conv2.weight"}, tensor<16xf32> {grad.gradient = "module.conv2.bias"}, tensor<120x64xf32> {grad.gradient = "module.fc1.weight"}, tensor<120xf32> {grad.gradient = "module.fc1.bias"}, tensor<84x120xf32> {grad.gradient = "module.fc2.weight"}, tensor<84xf32> {grad.gradient = "module.fc2.bias"}, tensor<10x84xf32> {grad.gradient = "module.fc3.weight"}, tensor<10xf32> {grad.gradient = "module.fc3.bias"}) {
    %c-100_i64 = arith.constant -100 : i64
    %c10_i64 = arith.constant 10 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f16
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f16>
    %cst_3 = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_5 = arith.constant 4.000000e+00 : f16
    %c2 = arith.constant 2 : index
    %0 = tensor.empty() : tensor<6x1x3x3xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<6x1x3x3xf32>) outs(%0 : tensor<6x1x3x3xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<6x1x3x3xf16>
    %2 = tensor.empty() : tensor<6xf16>
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%arg1 : tensor<6xf32>) outs(%2 : tensor<6xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<6xf16>
    %4 = tensor.empty() : tensor<16x6x3x3xf16>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<16x6x3x3xf32>) outs(%4 : tensor<16x6x3x3xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<16x6x3x3xf16>
    %6 = tensor.empty() : tensor<16xf16>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%arg3 : tensor<16xf32>) outs(%6 : tensor<16xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<16xf16>
    %8 = tensor.empty() : tensor<120x64xf16>
    %9 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<120x64xf32>) outs(%8 : tensor<120x64xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<120x64xf16>
    %10 = tensor.empty() : tensor<120xf16>
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%arg5 : tensor<120xf32>) outs(%10 : tensor<120xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<120xf16>
    %12 = tensor.empty() : tensor<84x120xf16>
    %13 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<84x120xf32>) outs(%12 : tensor<84x120xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<84x120xf16>
    %14 = tensor.empty() : tensor<84xf16>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%arg7 : tensor<84xf32>) outs(%14 : tensor<84xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<84xf16>
    %16 = tensor.empty() : tensor<10x84xf16>
    %17 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg8 : tensor<10x84xf32>) outs(%16 : tensor<10x84xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<10x84xf16>
    %18 = tensor.empty() : tensor<10xf16>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%arg9 : tensor<10xf32>) outs(%18 : tensor<10xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<10xf16>
    %20 = tensor.empty() : tensor<8x1x8x8xf16>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg10 : tensor<8x1x8x8xf32>) outs(%20 : tensor<8x1x8x8xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<8x1x8x8xf16>
    %padded = tensor.pad %21 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst : f16
    } : tensor<8x1x8x8xf16> to tensor<8x1x10x10xf16>
    %22 = tensor.empty() : tensor<8x6x8x8xf32>
    %23 = tensor.empty() : tensor<6xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%3 : tensor<6xf16>) outs(%23 : tensor<6xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<6xf32>
    %broadcasted = linalg.broadcast ins(%24 : tensor<6xf32>) outs(%22 : tensor<8x6x8x8xf32>) dimensions = [0, 2, 3] 
    %25 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %1 : tensor<8x1x10x10xf16>, tensor<6x1x3x3xf16>) outs(%broadcasted : tensor<8x6x8x8xf32>) -> tensor<8x6x8x8xf32>
    %26 = tensor.empty() : tensor<8x6x8x8xf16>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25 : tensor<8x6x8x8xf32>) outs(%26 : tensor<8x6x8x8xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<8x6x8x8xf16>
    %28 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<8x6x8x8xf16>) outs(%26 : tensor<8x6x8x8xf16>) {
    ^bb0(%in: f16, %out: f16):
      %217 = arith.cmpf ugt, %in, %cst : f16
      %218 = arith.select %217, %in, %cst : f16
      linalg.yield %218 : f16
    } -> tensor<8x6x8x8xf16>
    %expanded = tensor.expand_shape %28 [[0], [1], [2, 3], [4, 5]] output_shape [8, 6, 4, 2, 4, 2] : tensor<8x6x8x8xf16> into tensor<8x6x4x2x4x2xf16>
    %29 = tensor.empty() : tensor<8x6x4x4xf16>
    %30 = linalg.fill ins(%cst : f16) outs(%29 : tensor<8x6x4x4xf16>) -> tensor<8x6x4x4xf16>
    %31 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel", "reduction"]} ins(%expanded : tensor<8x6x4x2x4x2xf16>) outs(%30 : tensor<8x6x4x4xf16>) {
    ^bb0(%in: f16, %out: f16):
      %217 = arith.addf %in, %out : f16
      linalg.yield %217 : f16
    } -> tensor<8x6x4x4xf16>
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31 : tensor<8x6x4x4xf16>) outs(%29 : tensor<8x6x4x4xf16>) {
    ^bb0(%in: f16, %out: f16):
      %217 = arith.divf %in, %cst_5 : f16
      linalg.yield %217 : f16
    } -> tensor<8x6x4x4xf16>
    %padded_6 = tensor.pad %32 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst : f16
    } : tensor<8x6x4x4xf16> to tensor<8x6x6x6xf16>
    %33 = tensor.empty() : tensor<8x16x4x4xf32>
    %34 = tensor.empty() : tensor<16xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%7 : tensor<16xf16>) outs(%34 : tensor<16xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<16xf32>
    %broadcasted_7 = linalg.broadcast ins(%35 : tensor<16xf32>) outs(%33 : tensor<8x16x4x4xf32>) dimensions = [0, 2, 3] 
    %36 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_6, %5 : tensor<8x6x6x6xf16>, tensor<16x6x3x3xf16>) outs(%broadcasted_7 : tensor<8x16x4x4xf32>) -> tensor<8x16x4x4xf32>
    %37 = tensor.empty() : tensor<8x16x4x4xf16>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36 : tensor<8x16x4x4xf32>) outs(%37 : tensor<8x16x4x4xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<8x16x4x4xf16>
    %39 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<8x16x4x4xf16>) outs(%37 : tensor<8x16x4x4xf16>) {
    ^bb0(%in: f16, %out: f16):
      %217 = arith.cmpf ugt, %in, %cst : f16
      %218 = arith.select %217, %in, %cst : f16
      linalg.yield %218 : f16
    } -> tensor<8x16x4x4xf16>
    %expanded_8 = tensor.expand_shape %39 [[0], [1], [2, 3], [4, 5]] output_shape [8, 16, 2, 2, 2, 2] : tensor<8x16x4x4xf16> into tensor<8x16x2x2x2x2xf16>
    %40 = tensor.empty() : tensor<8x16x2x2xf16>
    %41 = linalg.fill ins(%cst : f16) outs(%40 : tensor<8x16x2x2xf16>) -> tensor<8x16x2x2xf16>
    %42 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel", "reduction"]} ins(%expanded_8 : tensor<8x16x2x2x2x2xf16>) outs(%41 : tensor<8x16x2x2xf16>) {
    ^bb0(%in: f16, %out: f16):
      %217 = arith.addf %in, %out : f16
      linalg.yield %217 : f16
    } -> tensor<8x16x2x2xf16>
    %43 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<8x16x2x2xf16>) outs(%40 : tensor<8x16x2x2xf16>) {
    ^bb0(%in: f16, %out: f16):
      %217 = arith.divf %in, %cst_5 : f16
      linalg.yield %217 : f16
    } -> tensor<8x16x2x2xf16>
    %collapsed = tensor.collapse_shape %43 [[0], [1, 2, 3]] : tensor<8x16x2x2xf16> into tensor<8x64xf16>
    %44 = tensor.empty() : tensor<64x120xf16>
    %transposed = linalg.transpose ins(%9 : tensor<120x64xf16>) outs(%44 : tensor<64x120xf16>) permutation = [1, 0] 
    %45 = tensor.empty() : tensor<120xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%11 : tensor<120xf16>) outs(%45 : tensor<120xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<120xf32>
    %47 = tensor.empty() : tensor<8x64xf32>
    %48 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<8x64xf16>) outs(%47 : tensor<8x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<8x64xf32>
    %49 = tensor.empty() : tensor<64x120xf32>
    %50 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<64x120xf16>) outs(%49 : tensor<64x120xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<64x120xf32>
    %51 = tensor.empty() : tensor<8x120xf32>
    %52 = linalg.fill ins(%cst_0 : f32) outs(%51 : tensor<8x120xf32>) -> tensor<8x120xf32>
    %53 = linalg.matmul ins(%48, %50 : tensor<8x64xf32>, tensor<64x120xf32>) outs(%52 : tensor<8x120xf32>) -> tensor<8x120xf32>
    %54 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel"]} ins(%53, %46 : tensor<8x120xf32>, tensor<120xf32>) outs(%51 : tensor<8x120xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %217 = arith.addf %in, %in_33 : f32
      linalg.yield %217 : f32
    } -> tensor<8x120xf32>
    %55 = tensor.empty() : tensor<8x120xf16>
    %56 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%54 : tensor<8x120xf32>) outs(%55 : tensor<8x120xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<8x120xf16>
    %57 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%56 : tensor<8x120xf16>) outs(%55 : tensor<8x120xf16>) {
    ^bb0(%in: f16, %out: f16):
      %217 = arith.cmpf ugt, %in, %cst : f16
      %218 = arith.select %217, %in, %cst : f16
      linalg.yield %218 : f16
    } -> tensor<8x120xf16>
    %58 = tensor.empty() : tensor<120x84xf16>
    %transposed_9 = linalg.transpose ins(%13 : tensor<84x120xf16>) outs(%58 : tensor<120x84xf16>) permutation = [1, 0] 
    %59 = tensor.empty() : tensor<84xf32>
    %60 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%15 : tensor<84xf16>) outs(%59 : tensor<84xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<84xf32>
    %61 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%57 : tensor<8x120xf16>) outs(%51 : tensor<8x120xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<8x120xf32>
    %62 = tensor.empty() : tensor<120x84xf32>
    %63 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%transposed_9 : tensor<120x84xf16>) outs(%62 : tensor<120x84xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<120x84xf32>
    %64 = tensor.empty() : tensor<8x84xf32>
    %65 = linalg.fill ins(%cst_0 : f32) outs(%64 : tensor<8x84xf32>) -> tensor<8x84xf32>
    %66 = linalg.matmul ins(%61, %63 : tensor<8x120xf32>, tensor<120x84xf32>) outs(%65 : tensor<8x84xf32>) -> tensor<8x84xf32>
    %67 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel"]} ins(%66, %60 : tensor<8x84xf32>, tensor<84xf32>) outs(%64 : tensor<8x84xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %217 = arith.addf %in, %in_33 : f32
      linalg.yield %217 : f32
    } -> tensor<8x84xf32>
    %68 = tensor.empty() : tensor<8x84xf16>
    %69 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%67 : tensor<8x84xf32>) outs(%68 : tensor<8x84xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<8x84xf16>
    %70 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%69 : tensor<8x84xf16>) outs(%68 : tensor<8x84xf16>) {
    ^bb0(%in: f16, %out: f16):
      %217 = arith.cmpf ugt, %in, %cst : f16
      %218 = arith.select %217, %in, %cst : f16
      linalg.yield %218 : f16
    } -> tensor<8x84xf16>
    %71 = tensor.empty() : tensor<84x10xf16>
    %transposed_10 = linalg.transpose ins(%17 : tensor<10x84xf16>) outs(%71 : tensor<84x10xf16>) permutation = [1, 0] 
    %72 = tensor.empty() : tensor<10xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%19 : tensor<10xf16>) outs(%72 : tensor<10xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<10xf32>
    %74 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%70 : tensor<8x84xf16>) outs(%64 : tensor<8x84xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<8x84xf32>
    %75 = tensor.empty() : tensor<84x10xf32>
    %76 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%transposed_10 : tensor<84x10xf16>) outs(%75 : tensor<84x10xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<84x10xf32>
    %77 = tensor.empty() : tensor<8x10xf32>
    %78 = linalg.fill ins(%cst_0 : f32) outs(%77 : tensor<8x10xf32>) -> tensor<8x10xf32>
    %79 = linalg.matmul ins(%74, %76 : tensor<8x84xf32>, tensor<84x10xf32>) outs(%78 : tensor<8x10xf32>) -> tensor<8x10xf32>
    %80 = linalg.generic {indexing_maps = [#map2, #map5, #map2], iterator_types = ["parallel", "parallel"]} ins(%79, %73 : tensor<8x10xf32>, tensor<10xf32>) outs(%77 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %217 = arith.addf %in, %in_33 : f32
      linalg.yield %217 : f32
    } -> tensor<8x10xf32>
    %81 = tensor.empty() : tensor<8x10xf16>
    %82 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%80 : tensor<8x10xf32>) outs(%81 : tensor<8x10xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<8x10xf16>
    %83 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%82 : tensor<8x10xf16>) outs(%77 : tensor<8x10xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<8x10xf32>
    %84 = tensor.empty() : tensor<8xi64>
    %85 = linalg.fill ins(%c0_i64 : i64) outs(%84 : tensor<8xi64>) -> tensor<8xi64>
    %86 = tensor.empty() : tensor<8xf32>
    %87 = linalg.fill ins(%cst_1 : f32) outs(%86 : tensor<8xf32>) -> tensor<8xf32>
    %88:2 = linalg.generic {indexing_maps = [#map2, #map6, #map6], iterator_types = ["parallel", "reduction"]} ins(%83 : tensor<8x10xf32>) outs(%87, %85 : tensor<8xf32>, tensor<8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_33: i64):
      %217 = linalg.index 1 : index
      %218 = arith.index_cast %217 : index to i64
      %219 = arith.maximumf %in, %out : f32
      %220 = arith.cmpf ogt, %in, %out : f32
      %221 = arith.select %220, %218, %out_33 : i64
      linalg.yield %219, %221 : f32, i64
    } -> (tensor<8xf32>, tensor<8xi64>)
    %expanded_11 = tensor.expand_shape %88#0 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
    %89 = linalg.generic {indexing_maps = [#map2, #map7, #map2], iterator_types = ["parallel", "parallel"]} ins(%83, %expanded_11 : tensor<8x10xf32>, tensor<8x1xf32>) outs(%77 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %217 = arith.subf %in, %in_33 : f32
      linalg.yield %217 : f32
    } -> tensor<8x10xf32>
    %90 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%89 : tensor<8x10xf32>) outs(%77 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %217 = math.exp %in : f32
      linalg.yield %217 : f32
    } -> tensor<8x10xf32>
    %91 = tensor.empty() : tensor<8x1xf32>
    %92 = linalg.fill ins(%cst_0 : f32) outs(%91 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %93 = linalg.generic {indexing_maps = [#map2, #map7], iterator_types = ["parallel", "reduction"]} ins(%90 : tensor<8x10xf32>) outs(%92 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %217 = arith.addf %in, %out : f32
      linalg.yield %217 : f32
    } -> tensor<8x1xf32>
    %94 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%93 : tensor<8x1xf32>) outs(%91 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %217 = math.log %in : f32
      linalg.yield %217 : f32
    } -> tensor<8x1xf32>
    %95 = linalg.generic {indexing_maps = [#map2, #map7, #map2], iterator_types = ["parallel", "parallel"]} ins(%89, %94 : tensor<8x10xf32>, tensor<8x1xf32>) outs(%77 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %217 = arith.subf %in, %in_33 : f32
      linalg.yield %217 : f32
    } -> tensor<8x10xf32>
    %96 = tensor.empty() : tensor<10xi64>
    %97 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%96 : tensor<10xi64>) {
    ^bb0(%out: i64):
      %217 = linalg.index 0 : index
      %218 = arith.index_cast %217 : index to i64
      linalg.yield %218 : i64
    } -> tensor<10xi64>
    %expanded_12 = tensor.expand_shape %arg11 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
    %expanded_13 = tensor.expand_shape %97 [[0, 1]] output_shape [1, 10] : tensor<10xi64> into tensor<1x10xi64>
    %98 = tensor.empty() : tensor<8x10xi1>
    %99 = linalg.generic {indexing_maps = [#map7, #map8, #map2], iterator_types = ["parallel", "parallel"]} ins(%expanded_12, %expanded_13 : tensor<8x1xi64>, tensor<1x10xi64>) outs(%98 : tensor<8x10xi1>) {
    ^bb0(%in: i64, %in_33: i64, %out: i1):
      %217 = arith.cmpi eq, %in, %in_33 : i64
      linalg.yield %217 : i1
    } -> tensor<8x10xi1>
    %100 = tensor.empty() : tensor<8xi1>
    %101 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%arg11 : tensor<8xi64>) outs(%100 : tensor<8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %217 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %217 : i1
    } -> tensor<8xi1>
    %102 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%arg11 : tensor<8xi64>) outs(%100 : tensor<8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %217 = arith.cmpi slt, %in, %c0_i64 : i64
      linalg.yield %217 : i1
    } -> tensor<8xi1>
    %103 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%arg11 : tensor<8xi64>) outs(%100 : tensor<8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %217 = arith.cmpi sge, %in, %c10_i64 : i64
      linalg.yield %217 : i1
    } -> tensor<8xi1>
    %104 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%102, %103 : tensor<8xi1>, tensor<8xi1>) outs(%100 : tensor<8xi1>) {
    ^bb0(%in: i1, %in_33: i1, %out: i1):
      %217 = arith.ori %in, %in_33 : i1
      linalg.yield %217 : i1
    } -> tensor<8xi1>
    %105 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%101, %104 : tensor<8xi1>, tensor<8xi1>) outs(%100 : tensor<8xi1>) {
    ^bb0(%in: i1, %in_33: i1, %out: i1):
      %217 = arith.andi %in, %in_33 : i1
      linalg.yield %217 : i1
    } -> tensor<8xi1>
    %106 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%101 : tensor<8xi1>) outs(%86 : tensor<8xf32>) {
    ^bb0(%in: i1, %out: f32):
      %217 = arith.uitofp %in : i1 to f32
      linalg.yield %217 : f32
    } -> tensor<8xf32>
    %107 = linalg.generic {indexing_maps = [#map2, #map2, #map9, #map2], iterator_types = ["parallel", "parallel"]} ins(%99, %95, %cst_4 : tensor<8x10xi1>, tensor<8x10xf32>, tensor<f32>) outs(%77 : tensor<8x10xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %217 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %217 : f32
    } -> tensor<8x10xf32>
    %108 = linalg.fill ins(%cst_0 : f32) outs(%86 : tensor<8xf32>) -> tensor<8xf32>
    %109 = linalg.generic {indexing_maps = [#map2, #map6], iterator_types = ["parallel", "reduction"]} ins(%107 : tensor<8x10xf32>) outs(%108 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %217 = arith.addf %in, %out : f32
      linalg.yield %217 : f32
    } -> tensor<8xf32>
    %110 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%109 : tensor<8xf32>) outs(%86 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %217 = arith.negf %in : f32
      linalg.yield %217 : f32
    } -> tensor<8xf32>
    %111 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%110, %106 : tensor<8xf32>, tensor<8xf32>) outs(%86 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %217 = arith.mulf %in, %in_33 : f32
      linalg.yield %217 : f32
    } -> tensor<8xf32>
    %112 = linalg.generic {indexing_maps = [#map1, #map10, #map1, #map1], iterator_types = ["parallel"]} ins(%105, %cst_3, %111 : tensor<8xi1>, tensor<f32>, tensor<8xf32>) outs(%86 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %217 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %217 : f32
    } -> tensor<8xf32>
    %113 = tensor.empty() : tensor<f32>
    %114 = linalg.fill ins(%cst_0 : f32) outs(%113 : tensor<f32>) -> tensor<f32>
    %115 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["reduction"]} ins(%106 : tensor<8xf32>) outs(%114 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %217 = arith.addf %in, %out : f32
      linalg.yield %217 : f32
    } -> tensor<f32>
    %116 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["reduction"]} ins(%112 : tensor<8xf32>) outs(%114 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %217 = arith.addf %in, %out : f32
      linalg.yield %217 : f32
    } -> tensor<f32>
    %117 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = []} ins(%116, %115 : tensor<f32>, tensor<f32>) outs(%113 : tensor<f32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %217 = arith.divf %in, %in_33 : f32
      linalg.yield %217 : f32
    } -> tensor<f32>
    %118 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = []} ins(%arg12, %115 : tensor<f32>, tensor<f32>) outs(%113 : tensor<f32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %217 = arith.divf %in, %in_33 : f32
      linalg.yield %217 : f32
    } -> tensor<f32>
    %119 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%106 : tensor<8xf32>) outs(%86 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %217 = arith.negf %in : f32
      linalg.yield %217 : f32
    } -> tensor<8xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel"]} ins(%119, %118 : tensor<8xf32>, tensor<f32>) outs(%86 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %217 = arith.mulf %in, %in_33 : f32
      linalg.yield %217 : f32
    } -> tensor<8xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map10, #map1, #map1], iterator_types = ["parallel"]} ins(%105, %cst_3, %120 : tensor<8xi1>, tensor<f32>, tensor<8xf32>) outs(%86 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %217 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %217 : f32
    } -> tensor<8xf32>
    %expanded_14 = tensor.expand_shape %105 [[0, 1]] output_shape [8, 1] : tensor<8xi1> into tensor<8x1xi1>
    %122 = linalg.generic {indexing_maps = [#map2, #map7, #map2], iterator_types = ["parallel", "parallel"]} ins(%99, %expanded_14 : tensor<8x10xi1>, tensor<8x1xi1>) outs(%98 : tensor<8x10xi1>) {
    ^bb0(%in: i1, %in_33: i1, %out: i1):
      %217 = arith.ori %in, %in_33 : i1
      linalg.yield %217 : i1
    } -> tensor<8x10xi1>
    %expanded_15 = tensor.expand_shape %121 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
    %123 = linalg.generic {indexing_maps = [#map2, #map7, #map9, #map2], iterator_types = ["parallel", "parallel"]} ins(%122, %expanded_15, %cst_4 : tensor<8x10xi1>, tensor<8x1xf32>, tensor<f32>) outs(%77 : tensor<8x10xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %217 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %217 : f32
    } -> tensor<8x10xf32>
    %124 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%95 : tensor<8x10xf32>) outs(%77 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %217 = math.exp %in : f32
      linalg.yield %217 : f32
    } -> tensor<8x10xf32>
    %125 = linalg.generic {indexing_maps = [#map2, #map7], iterator_types = ["parallel", "reduction"]} ins(%123 : tensor<8x10xf32>) outs(%92 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %217 = arith.addf %in, %out : f32
      linalg.yield %217 : f32
    } -> tensor<8x1xf32>
    %126 = linalg.generic {indexing_maps = [#map2, #map7, #map2], iterator_types = ["parallel", "parallel"]} ins(%124, %125 : tensor<8x10xf32>, tensor<8x1xf32>) outs(%77 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %217 = arith.mulf %in, %in_33 : f32
      linalg.yield %217 : f32
    } -> tensor<8x10xf32>
    %127 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%123, %126 : tensor<8x10xf32>, tensor<8x10xf32>) outs(%77 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %217 = arith.subf %in, %in_33 : f32
      linalg.yield %217 : f32
    } -> tensor<8x10xf32>
    %128 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%127 : tensor<8x10xf32>) outs(%81 : tensor<8x10xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<8x10xf16>
    %129 = linalg.matmul ins(%128, %17 : tensor<8x10xf16>, tensor<10x84xf16>) outs(%65 : tensor<8x84xf32>) -> tensor<8x84xf32>
    %130 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%129 : tensor<8x84xf32>) outs(%68 : tensor<8x84xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<8x84xf16>
    %131 = tensor.empty() : tensor<10x8xf16>
    %transposed_16 = linalg.transpose ins(%128 : tensor<8x10xf16>) outs(%131 : tensor<10x8xf16>) permutation = [1, 0] 
    %132 = tensor.empty() : tensor<10x84xf32>
    %133 = linalg.fill ins(%cst_0 : f32) outs(%132 : tensor<10x84xf32>) -> tensor<10x84xf32>
    %134 = linalg.matmul ins(%transposed_16, %70 : tensor<10x8xf16>, tensor<8x84xf16>) outs(%133 : tensor<10x84xf32>) -> tensor<10x84xf32>
    %135 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%134 : tensor<10x84xf32>) outs(%16 : tensor<10x84xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<10x84xf16>
    %136 = tensor.empty() : tensor<1x10xf16>
    %137 = linalg.fill ins(%cst : f16) outs(%136 : tensor<1x10xf16>) -> tensor<1x10xf16>
    %138 = linalg.generic {indexing_maps = [#map2, #map8], iterator_types = ["reduction", "parallel"]} ins(%128 : tensor<8x10xf16>) outs(%137 : tensor<1x10xf16>) {
    ^bb0(%in: f16, %out: f16):
      %217 = arith.addf %in, %out : f16
      linalg.yield %217 : f16
    } -> tensor<1x10xf16>
    %collapsed_17 = tensor.collapse_shape %138 [[0, 1]] : tensor<1x10xf16> into tensor<10xf16>
    %139 = tensor.empty() : tensor<8x84xi1>
    %140 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%70 : tensor<8x84xf16>) outs(%139 : tensor<8x84xi1>) {
    ^bb0(%in: f16, %out: i1):
      %217 = arith.cmpf ole, %in, %cst : f16
      linalg.yield %217 : i1
    } -> tensor<8x84xi1>
    %141 = linalg.generic {indexing_maps = [#map2, #map9, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%140, %cst_2, %130 : tensor<8x84xi1>, tensor<f16>, tensor<8x84xf16>) outs(%68 : tensor<8x84xf16>) {
    ^bb0(%in: i1, %in_33: f16, %in_34: f16, %out: f16):
      %217 = arith.select %in, %in_33, %in_34 : f16
      linalg.yield %217 : f16
    } -> tensor<8x84xf16>
    %142 = linalg.matmul ins(%141, %13 : tensor<8x84xf16>, tensor<84x120xf16>) outs(%52 : tensor<8x120xf32>) -> tensor<8x120xf32>
    %143 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%142 : tensor<8x120xf32>) outs(%55 : tensor<8x120xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<8x120xf16>
    %144 = tensor.empty() : tensor<84x8xf16>
    %transposed_18 = linalg.transpose ins(%141 : tensor<8x84xf16>) outs(%144 : tensor<84x8xf16>) permutation = [1, 0] 
    %145 = tensor.empty() : tensor<84x120xf32>
    %146 = linalg.fill ins(%cst_0 : f32) outs(%145 : tensor<84x120xf32>) -> tensor<84x120xf32>
    %147 = linalg.matmul ins(%transposed_18, %57 : tensor<84x8xf16>, tensor<8x120xf16>) outs(%146 : tensor<84x120xf32>) -> tensor<84x120xf32>
    %148 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%147 : tensor<84x120xf32>) outs(%12 : tensor<84x120xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<84x120xf16>
    %149 = tensor.empty() : tensor<1x84xf16>
    %150 = linalg.fill ins(%cst : f16) outs(%149 : tensor<1x84xf16>) -> tensor<1x84xf16>
    %151 = linalg.generic {indexing_maps = [#map2, #map8], iterator_types = ["reduction", "parallel"]} ins(%141 : tensor<8x84xf16>) outs(%150 : tensor<1x84xf16>) {
    ^bb0(%in: f16, %out: f16):
      %217 = arith.addf %in, %out : f16
      linalg.yield %217 : f16
    } -> tensor<1x84xf16>
    %collapsed_19 = tensor.collapse_shape %151 [[0, 1]] : tensor<1x84xf16> into tensor<84xf16>
    %152 = tensor.empty() : tensor<8x120xi1>
    %153 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%57 : tensor<8x120xf16>) outs(%152 : tensor<8x120xi1>) {
    ^bb0(%in: f16, %out: i1):
      %217 = arith.cmpf ole, %in, %cst : f16
      linalg.yield %217 : i1
    } -> tensor<8x120xi1>
    %154 = linalg.generic {indexing_maps = [#map2, #map9, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%153, %cst_2, %143 : tensor<8x120xi1>, tensor<f16>, tensor<8x120xf16>) outs(%55 : tensor<8x120xf16>) {
    ^bb0(%in: i1, %in_33: f16, %in_34: f16, %out: f16):
      %217 = arith.select %in, %in_33, %in_34 : f16
      linalg.yield %217 : f16
    } -> tensor<8x120xf16>
    %155 = linalg.fill ins(%cst_0 : f32) outs(%47 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %156 = linalg.matmul ins(%154, %9 : tensor<8x120xf16>, tensor<120x64xf16>) outs(%155 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %157 = tensor.empty() : tensor<8x64xf16>
    %158 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%156 : tensor<8x64xf32>) outs(%157 : tensor<8x64xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<8x64xf16>
    %159 = tensor.empty() : tensor<120x8xf16>
    %transposed_20 = linalg.transpose ins(%154 : tensor<8x120xf16>) outs(%159 : tensor<120x8xf16>) permutation = [1, 0] 
    %160 = tensor.empty() : tensor<120x64xf32>
    %161 = linalg.fill ins(%cst_0 : f32) outs(%160 : tensor<120x64xf32>) -> tensor<120x64xf32>
    %162 = linalg.matmul ins(%transposed_20, %collapsed : tensor<120x8xf16>, tensor<8x64xf16>) outs(%161 : tensor<120x64xf32>) -> tensor<120x64xf32>
    %163 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%162 : tensor<120x64xf32>) outs(%8 : tensor<120x64xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<120x64xf16>
    %164 = tensor.empty() : tensor<1x120xf16>
    %165 = linalg.fill ins(%cst : f16) outs(%164 : tensor<1x120xf16>) -> tensor<1x120xf16>
    %166 = linalg.generic {indexing_maps = [#map2, #map8], iterator_types = ["reduction", "parallel"]} ins(%154 : tensor<8x120xf16>) outs(%165 : tensor<1x120xf16>) {
    ^bb0(%in: f16, %out: f16):
      %217 = arith.addf %in, %out : f16
      linalg.yield %217 : f16
    } -> tensor<1x120xf16>
    %collapsed_21 = tensor.collapse_shape %166 [[0, 1]] : tensor<1x120xf16> into tensor<120xf16>
    %167 = tensor.empty() : tensor<8x16x2x2x2x2xf16>
    %expanded_22 = tensor.expand_shape %158 [[0], [1, 2, 3]] output_shape [8, 16, 2, 2] : tensor<8x64xf16> into tensor<8x16x2x2xf16>
    %168 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_22 : tensor<8x16x2x2xf16>) outs(%167 : tensor<8x16x2x2x2x2xf16>) {
    ^bb0(%in: f16, %out: f16):
      linalg.yield %in : f16
    } -> tensor<8x16x2x2x2x2xf16>
    %169 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%168 : tensor<8x16x2x2x2x2xf16>) outs(%167 : tensor<8x16x2x2x2x2xf16>) {
    ^bb0(%in: f16, %out: f16):
      %217 = arith.divf %in, %cst_5 : f16
      linalg.yield %217 : f16
    } -> tensor<8x16x2x2x2x2xf16>
    %collapsed_23 = tensor.collapse_shape %169 [[0], [1], [2, 3], [4, 5]] : tensor<8x16x2x2x2x2xf16> into tensor<8x16x4x4xf16>
    %170 = tensor.empty() : tensor<8x16x4x4xi1>
    %171 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39 : tensor<8x16x4x4xf16>) outs(%170 : tensor<8x16x4x4xi1>) {
    ^bb0(%in: f16, %out: i1):
      %217 = arith.cmpf ole, %in, %cst : f16
      linalg.yield %217 : i1
    } -> tensor<8x16x4x4xi1>
    %172 = linalg.generic {indexing_maps = [#map, #map12, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%171, %cst_2, %collapsed_23 : tensor<8x16x4x4xi1>, tensor<f16>, tensor<8x16x4x4xf16>) outs(%37 : tensor<8x16x4x4xf16>) {
    ^bb0(%in: i1, %in_33: f16, %in_34: f16, %out: f16):
      %217 = arith.select %in, %in_33, %in_34 : f16
      linalg.yield %217 : f16
    } -> tensor<8x16x4x4xf16>
    %173 = tensor.empty() : tensor<6x16x3x3xf16>
    %174 = linalg.fill ins(%cst : f16) outs(%173 : tensor<6x16x3x3xf16>) -> tensor<6x16x3x3xf16>
    %175 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%174 : tensor<6x16x3x3xf16>) {
    ^bb0(%out: f16):
      %217 = linalg.index 0 : index
      %218 = linalg.index 1 : index
      %219 = linalg.index 2 : index
      %220 = linalg.index 3 : index
      %221 = arith.subi %c2, %219 : index
      %222 = arith.subi %c2, %220 : index
      %extracted = tensor.extract %5[%218, %217, %221, %222] : tensor<16x6x3x3xf16>
      linalg.yield %extracted : f16
    } -> tensor<6x16x3x3xf16>
    %176 = tensor.empty() : tensor<8x16x6x6xf16>
    %177 = linalg.fill ins(%cst : f16) outs(%176 : tensor<8x16x6x6xf16>) -> tensor<8x16x6x6xf16>
    %inserted_slice = tensor.insert_slice %172 into %177[0, 0, 1, 1] [8, 16, 4, 4] [1, 1, 1, 1] : tensor<8x16x4x4xf16> into tensor<8x16x6x6xf16>
    %178 = tensor.empty() : tensor<8x6x4x4xf32>
    %179 = linalg.fill ins(%cst_0 : f32) outs(%178 : tensor<8x6x4x4xf32>) -> tensor<8x6x4x4xf32>
    %180 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice, %175 : tensor<8x16x6x6xf16>, tensor<6x16x3x3xf16>) outs(%179 : tensor<8x6x4x4xf32>) -> tensor<8x6x4x4xf32>
    %181 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%180 : tensor<8x6x4x4xf32>) outs(%29 : tensor<8x6x4x4xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<8x6x4x4xf16>
    %182 = tensor.empty() : tensor<6x8x4x4xf16>
    %transposed_24 = linalg.transpose ins(%32 : tensor<8x6x4x4xf16>) outs(%182 : tensor<6x8x4x4xf16>) permutation = [1, 0, 2, 3] 
    %183 = tensor.empty() : tensor<16x8x4x4xf16>
    %transposed_25 = linalg.transpose ins(%172 : tensor<8x16x4x4xf16>) outs(%183 : tensor<16x8x4x4xf16>) permutation = [1, 0, 2, 3] 
    %padded_26 = tensor.pad %transposed_24 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst : f16
    } : tensor<6x8x4x4xf16> to tensor<6x8x6x6xf16>
    %184 = tensor.empty() : tensor<6x16x3x3xf32>
    %185 = linalg.fill ins(%cst_0 : f32) outs(%184 : tensor<6x16x3x3xf32>) -> tensor<6x16x3x3xf32>
    %186 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_26, %transposed_25 : tensor<6x8x6x6xf16>, tensor<16x8x4x4xf16>) outs(%185 : tensor<6x16x3x3xf32>) -> tensor<6x16x3x3xf32>
    %187 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%186 : tensor<6x16x3x3xf32>) outs(%173 : tensor<6x16x3x3xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<6x16x3x3xf16>
    %transposed_27 = linalg.transpose ins(%187 : tensor<6x16x3x3xf16>) outs(%4 : tensor<16x6x3x3xf16>) permutation = [1, 0, 2, 3] 
    %188 = linalg.fill ins(%cst : f16) outs(%6 : tensor<16xf16>) -> tensor<16xf16>
    %189 = linalg.generic {indexing_maps = [#map, #map13], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%172 : tensor<8x16x4x4xf16>) outs(%188 : tensor<16xf16>) {
    ^bb0(%in: f16, %out: f16):
      %217 = arith.addf %in, %out : f16
      linalg.yield %217 : f16
    } -> tensor<16xf16>
    %190 = tensor.empty() : tensor<8x6x4x2x4x2xf16>
    %191 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%181 : tensor<8x6x4x4xf16>) outs(%190 : tensor<8x6x4x2x4x2xf16>) {
    ^bb0(%in: f16, %out: f16):
      linalg.yield %in : f16
    } -> tensor<8x6x4x2x4x2xf16>
    %192 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%191 : tensor<8x6x4x2x4x2xf16>) outs(%190 : tensor<8x6x4x2x4x2xf16>) {
    ^bb0(%in: f16, %out: f16):
      %217 = arith.divf %in, %cst_5 : f16
      linalg.yield %217 : f16
    } -> tensor<8x6x4x2x4x2xf16>
    %collapsed_28 = tensor.collapse_shape %192 [[0], [1], [2, 3], [4, 5]] : tensor<8x6x4x2x4x2xf16> into tensor<8x6x8x8xf16>
    %193 = tensor.empty() : tensor<8x6x8x8xi1>
    %194 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28 : tensor<8x6x8x8xf16>) outs(%193 : tensor<8x6x8x8xi1>) {
    ^bb0(%in: f16, %out: i1):
      %217 = arith.cmpf ole, %in, %cst : f16
      linalg.yield %217 : i1
    } -> tensor<8x6x8x8xi1>
    %195 = linalg.generic {indexing_maps = [#map, #map12, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%194, %cst_2, %collapsed_28 : tensor<8x6x8x8xi1>, tensor<f16>, tensor<8x6x8x8xf16>) outs(%26 : tensor<8x6x8x8xf16>) {
    ^bb0(%in: i1, %in_33: f16, %in_34: f16, %out: f16):
      %217 = arith.select %in, %in_33, %in_34 : f16
      linalg.yield %217 : f16
    } -> tensor<8x6x8x8xf16>
    %196 = tensor.empty() : tensor<1x8x8x8xf16>
    %transposed_29 = linalg.transpose ins(%21 : tensor<8x1x8x8xf16>) outs(%196 : tensor<1x8x8x8xf16>) permutation = [1, 0, 2, 3] 
    %197 = tensor.empty() : tensor<6x8x8x8xf16>
    %transposed_30 = linalg.transpose ins(%195 : tensor<8x6x8x8xf16>) outs(%197 : tensor<6x8x8x8xf16>) permutation = [1, 0, 2, 3] 
    %padded_31 = tensor.pad %transposed_29 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst : f16
    } : tensor<1x8x8x8xf16> to tensor<1x8x10x10xf16>
    %198 = tensor.empty() : tensor<1x6x3x3xf32>
    %199 = linalg.fill ins(%cst_0 : f32) outs(%198 : tensor<1x6x3x3xf32>) -> tensor<1x6x3x3xf32>
    %200 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_31, %transposed_30 : tensor<1x8x10x10xf16>, tensor<6x8x8x8xf16>) outs(%199 : tensor<1x6x3x3xf32>) -> tensor<1x6x3x3xf32>
    %201 = tensor.empty() : tensor<1x6x3x3xf16>
    %202 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%200 : tensor<1x6x3x3xf32>) outs(%201 : tensor<1x6x3x3xf16>) {
    ^bb0(%in: f32, %out: f16):
      %217 = arith.truncf %in : f32 to f16
      linalg.yield %217 : f16
    } -> tensor<1x6x3x3xf16>
    %transposed_32 = linalg.transpose ins(%202 : tensor<1x6x3x3xf16>) outs(%0 : tensor<6x1x3x3xf16>) permutation = [1, 0, 2, 3] 
    %203 = linalg.fill ins(%cst : f16) outs(%2 : tensor<6xf16>) -> tensor<6xf16>
    %204 = linalg.generic {indexing_maps = [#map, #map13], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%195 : tensor<8x6x8x8xf16>) outs(%203 : tensor<6xf16>) {
    ^bb0(%in: f16, %out: f16):
      %217 = arith.addf %in, %out : f16
      linalg.yield %217 : f16
    } -> tensor<6xf16>
    %205 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%collapsed_17 : tensor<10xf16>) outs(%72 : tensor<10xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<10xf32>
    %206 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%135 : tensor<10x84xf16>) outs(%132 : tensor<10x84xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<10x84xf32>
    %207 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%collapsed_19 : tensor<84xf16>) outs(%59 : tensor<84xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<84xf32>
    %208 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%148 : tensor<84x120xf16>) outs(%145 : tensor<84x120xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<84x120xf32>
    %209 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%collapsed_21 : tensor<120xf16>) outs(%45 : tensor<120xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<120xf32>
    %210 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%163 : tensor<120x64xf16>) outs(%160 : tensor<120x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<120x64xf32>
    %211 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%189 : tensor<16xf16>) outs(%34 : tensor<16xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<16xf32>
    %212 = tensor.empty() : tensor<16x6x3x3xf32>
    %213 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_27 : tensor<16x6x3x3xf16>) outs(%212 : tensor<16x6x3x3xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<16x6x3x3xf32>
    %214 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%204 : tensor<6xf16>) outs(%23 : tensor<6xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<6xf32>
    %215 = tensor.empty() : tensor<6x1x3x3xf32>
    %216 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_32 : tensor<6x1x3x3xf16>) outs(%215 : tensor<6x1x3x3xf32>) {
    ^bb0(%in: f16, %out: f32):
      %217 = arith.extf %in : f16 to f32
      linalg.yield %217 : f32
    } -> tensor<6x1x3x3xf32>
    return %117, %216, %214, %213, %211, %210, %209, %208, %207, %206, %205 : tensor<f32>, tensor<6x1x3x3xf32>, tensor<6xf32>, tensor<16x6x3x3xf32>, tensor<16xf32>, tensor<120x64xf32>, tensor<120xf32>, tensor<84x120xf32>, tensor<84xf32>, tensor<10x84xf32>, tensor<10xf32>
  }
}

