// batch-norm: forward and backward of a model in models.py.
// Written by export_models.py with torch 2.13.0; do not edit.
#map = affine_map<() -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (0, d1, 0, 0)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
#map6 = affine_map<(d0, d1) -> (d1)>
#map7 = affine_map<(d0, d1) -> (d0)>
#map8 = affine_map<(d0, d1) -> (d0, 0)>
#map9 = affine_map<(d0, d1) -> (0, d1)>
#map10 = affine_map<(d0, d1) -> ()>
#map11 = affine_map<(d0) -> ()>
#map12 = affine_map<(d0, d1, d2, d3) -> ()>
#map13 = affine_map<(d0, d1, d2, d3) -> (d1)>
#map14 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>
module {
  func.func @step(%arg0: tensor<4x1x3x3xf32> {grad.param = "0.weight"}, %arg1: tensor<4xf32> {grad.param = "1.weight"}, %arg2: tensor<4xf32> {grad.param = "1.bias"}, %arg3: tensor<8x4x3x3xf32> {grad.param = "3.weight"}, %arg4: tensor<8xf32> {grad.param = "4.weight"}, %arg5: tensor<8xf32> {grad.param = "4.bias"}, %arg6: tensor<10x32xf32> {grad.param = "7.weight"}, %arg7: tensor<10xf32> {grad.param = "7.bias"}, %arg8: tensor<4xf32> {grad.state = "1.running_mean"}, %arg9: tensor<4xf32> {grad.state = "1.running_var"}, %arg10: tensor<i64> {grad.state = "1.num_batches_tracked"}, %arg11: tensor<8xf32> {grad.state = "4.running_mean"}, %arg12: tensor<8xf32> {grad.state = "4.running_var"}, %arg13: tensor<i64> {grad.state = "4.num_batches_tracked"}, %arg14: tensor<8x1x8x8xf32> {grad.batch}, %arg15: tensor<8xi64> {grad.batch}, %arg16: tensor<f32> {grad.replicated, grad.seed}) -> (tensor<f32>, tensor<4x1x3x3xf32> {grad.gradient = "0.weight"}, tensor<4xf32> {grad.gradient = "1.weight"}, tensor<4xf32> {grad.gradient = "1.bias"}, tensor<8x4x3x3xf32> {grad.gradient = "3.weight"}, tensor<8xf32> {grad.gradient = "4.weight"}, tensor<8xf32> {grad.gradient = "4.bias"}, tensor<10x32xf32> {grad.gradient = "7.weight"}, tensor<10xf32> {grad.gradient = "7.bias"}, tensor<4xf32> {grad.updates = "1.running_mean"}, tensor<4xf32> {grad.updates = "1.running_var"}, tensor<i64> {grad.updates = "1.num_batches_tracked"}, tensor<8xf32> {grad.updates = "4.running_mean"}, tensor<8xf32> {grad.updates = "4.running_var"}, tensor<i64> {grad.updates = "4.num_batches_tracked"}) {
    %c-100_i64 = arith.constant -100 : i64
    %c10_i64 = arith.constant 10 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant 1.032258064516129 : f64
    %cst_4 = arith.constant 1.0078740157480315 : f64
    %cst_5 = arith.constant 9.000000e-01 : f64
    %cst_6 = arith.constant 1.000000e-01 : f64
    %cst_7 = arith.constant 1.000000e-05 : f64
    %cst_8 = arith.constant 1.280000e+02 : f32
    %cst_9 = arith.constant 3.200000e+01 : f32
    %cst_10 = arith.constant 3.125000e-02 : f32
    %c2 = arith.constant 2 : index
    %cst_11 = arith.constant 7.812500e-03 : f32
    %padded = tensor.pad %arg14 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst : f32
    } : tensor<8x1x8x8xf32> to tensor<8x1x10x10xf32>
    %0 = tensor.empty() : tensor<8x4x4x4xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<8x4x4x4xf32>) -> tensor<8x4x4x4xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %arg0 : tensor<8x1x10x10xf32>, tensor<4x1x3x3xf32>) outs(%1 : tensor<8x4x4x4xf32>) -> tensor<8x4x4x4xf32>
    %3 = tensor.empty() : tensor<i64>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg10 : tensor<i64>) outs(%3 : tensor<i64>) {
    ^bb0(%in: i64, %out: i64):
      %166 = arith.addi %in, %c1_i64 : i64
      linalg.yield %166 : i64
    } -> tensor<i64>
    %5 = tensor.empty() : tensor<1x4x1x1xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<1x4x1x1xf32>) -> tensor<1x4x1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%2 : tensor<8x4x4x4xf32>) outs(%6 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<1x4x1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<1x4x1x1xf32>) outs(%5 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.divf %in, %cst_8 : f32
      linalg.yield %166 : f32
    } -> tensor<1x4x1x1xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %8 : tensor<8x4x4x4xf32>, tensor<1x4x1x1xf32>) outs(%0 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.subf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x4x4x4xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %9 : tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%0 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x4x4x4xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%10 : tensor<8x4x4x4xf32>) outs(%6 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<1x4x1x1xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x4x1x1xf32>) outs(%5 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.divf %in, %cst_8 : f32
      linalg.yield %166 : f32
    } -> tensor<1x4x1x1xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<1x4x1x1xf32>) outs(%5 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.truncf %cst_7 : f64 to f32
      %167 = arith.addf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<1x4x1x1xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<1x4x1x1xf32>) outs(%5 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = math.rsqrt %in : f32
      linalg.yield %166 : f32
    } -> tensor<1x4x1x1xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %14 : tensor<8x4x4x4xf32>, tensor<1x4x1x1xf32>) outs(%0 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x4x4x4xf32>
    %collapsed = tensor.collapse_shape %8 [[0, 1, 2, 3]] : tensor<1x4x1x1xf32> into tensor<4xf32>
    %collapsed_12 = tensor.collapse_shape %14 [[0, 1, 2, 3]] : tensor<1x4x1x1xf32> into tensor<4xf32>
    %16 = tensor.empty() : tensor<4xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%collapsed : tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.truncf %cst_6 : f64 to f32
      %167 = arith.mulf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<4xf32>
    %18 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg8 : tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.truncf %cst_5 : f64 to f32
      %167 = arith.mulf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<4xf32>
    %19 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%17, %18 : tensor<4xf32>, tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.addf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<4xf32>
    %collapsed_13 = tensor.collapse_shape %12 [[0, 1, 2, 3]] : tensor<1x4x1x1xf32> into tensor<4xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%collapsed_13 : tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.truncf %cst_4 : f64 to f32
      %167 = arith.mulf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<4xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%20 : tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.truncf %cst_6 : f64 to f32
      %167 = arith.mulf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<4xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg9 : tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.truncf %cst_5 : f64 to f32
      %167 = arith.mulf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<4xf32>
    %23 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%21, %22 : tensor<4xf32>, tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.addf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<4xf32>
    %expanded = tensor.expand_shape %arg1 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %expanded : tensor<8x4x4x4xf32>, tensor<4x1x1xf32>) outs(%0 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x4x4x4xf32>
    %expanded_14 = tensor.expand_shape %arg2 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %expanded_14 : tensor<8x4x4x4xf32>, tensor<4x1x1xf32>) outs(%0 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.addf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x4x4x4xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25 : tensor<8x4x4x4xf32>) outs(%0 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.cmpf ugt, %in, %cst : f32
      %167 = arith.select %166, %in, %cst : f32
      linalg.yield %167 : f32
    } -> tensor<8x4x4x4xf32>
    %padded_15 = tensor.pad %26 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst : f32
    } : tensor<8x4x4x4xf32> to tensor<8x4x6x6xf32>
    %27 = tensor.empty() : tensor<8x8x2x2xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<8x8x2x2xf32>) -> tensor<8x8x2x2xf32>
    %29 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_15, %arg3 : tensor<8x4x6x6xf32>, tensor<8x4x3x3xf32>) outs(%28 : tensor<8x8x2x2xf32>) -> tensor<8x8x2x2xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg13 : tensor<i64>) outs(%3 : tensor<i64>) {
    ^bb0(%in: i64, %out: i64):
      %166 = arith.addi %in, %c1_i64 : i64
      linalg.yield %166 : i64
    } -> tensor<i64>
    %31 = tensor.empty() : tensor<1x8x1x1xf32>
    %32 = linalg.fill ins(%cst : f32) outs(%31 : tensor<1x8x1x1xf32>) -> tensor<1x8x1x1xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%29 : tensor<8x8x2x2xf32>) outs(%32 : tensor<1x8x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<1x8x1x1xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33 : tensor<1x8x1x1xf32>) outs(%31 : tensor<1x8x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.divf %in, %cst_9 : f32
      linalg.yield %166 : f32
    } -> tensor<1x8x1x1xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %34 : tensor<8x8x2x2xf32>, tensor<1x8x1x1xf32>) outs(%27 : tensor<8x8x2x2xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.subf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x8x2x2xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %35 : tensor<8x8x2x2xf32>, tensor<8x8x2x2xf32>) outs(%27 : tensor<8x8x2x2xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x8x2x2xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%36 : tensor<8x8x2x2xf32>) outs(%32 : tensor<1x8x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<1x8x1x1xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37 : tensor<1x8x1x1xf32>) outs(%31 : tensor<1x8x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.divf %in, %cst_9 : f32
      linalg.yield %166 : f32
    } -> tensor<1x8x1x1xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<1x8x1x1xf32>) outs(%31 : tensor<1x8x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.truncf %cst_7 : f64 to f32
      %167 = arith.addf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<1x8x1x1xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39 : tensor<1x8x1x1xf32>) outs(%31 : tensor<1x8x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = math.rsqrt %in : f32
      linalg.yield %166 : f32
    } -> tensor<1x8x1x1xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %40 : tensor<8x8x2x2xf32>, tensor<1x8x1x1xf32>) outs(%27 : tensor<8x8x2x2xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x8x2x2xf32>
    %collapsed_16 = tensor.collapse_shape %34 [[0, 1, 2, 3]] : tensor<1x8x1x1xf32> into tensor<8xf32>
    %collapsed_17 = tensor.collapse_shape %40 [[0, 1, 2, 3]] : tensor<1x8x1x1xf32> into tensor<8xf32>
    %42 = tensor.empty() : tensor<8xf32>
    %43 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%collapsed_16 : tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.truncf %cst_6 : f64 to f32
      %167 = arith.mulf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<8xf32>
    %44 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg11 : tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.truncf %cst_5 : f64 to f32
      %167 = arith.mulf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<8xf32>
    %45 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%43, %44 : tensor<8xf32>, tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.addf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %collapsed_18 = tensor.collapse_shape %38 [[0, 1, 2, 3]] : tensor<1x8x1x1xf32> into tensor<8xf32>
    %46 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%collapsed_18 : tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.truncf %cst_3 : f64 to f32
      %167 = arith.mulf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<8xf32>
    %47 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%46 : tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.truncf %cst_6 : f64 to f32
      %167 = arith.mulf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<8xf32>
    %48 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg12 : tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.truncf %cst_5 : f64 to f32
      %167 = arith.mulf %in, %166 : f32
      linalg.yield %167 : f32
    } -> tensor<8xf32>
    %49 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%47, %48 : tensor<8xf32>, tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.addf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %expanded_19 = tensor.expand_shape %arg4 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %expanded_19 : tensor<8x8x2x2xf32>, tensor<8x1x1xf32>) outs(%27 : tensor<8x8x2x2xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x8x2x2xf32>
    %expanded_20 = tensor.expand_shape %arg5 [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50, %expanded_20 : tensor<8x8x2x2xf32>, tensor<8x1x1xf32>) outs(%27 : tensor<8x8x2x2xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.addf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x8x2x2xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51 : tensor<8x8x2x2xf32>) outs(%27 : tensor<8x8x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.cmpf ugt, %in, %cst : f32
      %167 = arith.select %166, %in, %cst : f32
      linalg.yield %167 : f32
    } -> tensor<8x8x2x2xf32>
    %collapsed_21 = tensor.collapse_shape %52 [[0], [1, 2, 3]] : tensor<8x8x2x2xf32> into tensor<8x32xf32>
    %53 = tensor.empty() : tensor<32x10xf32>
    %transposed = linalg.transpose ins(%arg6 : tensor<10x32xf32>) outs(%53 : tensor<32x10xf32>) permutation = [1, 0] 
    %54 = tensor.empty() : tensor<8x10xf32>
    %55 = linalg.fill ins(%cst : f32) outs(%54 : tensor<8x10xf32>) -> tensor<8x10xf32>
    %56 = linalg.matmul ins(%collapsed_21, %transposed : tensor<8x32xf32>, tensor<32x10xf32>) outs(%55 : tensor<8x10xf32>) -> tensor<8x10xf32>
    %57 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%56, %arg7 : tensor<8x10xf32>, tensor<10xf32>) outs(%54 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.addf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x10xf32>
    %58 = tensor.empty() : tensor<8xi64>
    %59 = linalg.fill ins(%c0_i64 : i64) outs(%58 : tensor<8xi64>) -> tensor<8xi64>
    %60 = linalg.fill ins(%cst_0 : f32) outs(%42 : tensor<8xf32>) -> tensor<8xf32>
    %61:2 = linalg.generic {indexing_maps = [#map5, #map7, #map7], iterator_types = ["parallel", "reduction"]} ins(%57 : tensor<8x10xf32>) outs(%60, %59 : tensor<8xf32>, tensor<8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_55: i64):
      %166 = linalg.index 1 : index
      %167 = arith.index_cast %166 : index to i64
      %168 = arith.maximumf %in, %out : f32
      %169 = arith.cmpf ogt, %in, %out : f32
      %170 = arith.select %169, %167, %out_55 : i64
      linalg.yield %168, %170 : f32, i64
    } -> (tensor<8xf32>, tensor<8xi64>)
    %expanded_22 = tensor.expand_shape %61#0 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
    %62 = linalg.generic {indexing_maps = [#map5, #map8, #map5], iterator_types = ["parallel", "parallel"]} ins(%57, %expanded_22 : tensor<8x10xf32>, tensor<8x1xf32>) outs(%54 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.subf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x10xf32>
    %63 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%62 : tensor<8x10xf32>) outs(%54 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = math.exp %in : f32
      linalg.yield %166 : f32
    } -> tensor<8x10xf32>
    %64 = tensor.empty() : tensor<8x1xf32>
    %65 = linalg.fill ins(%cst : f32) outs(%64 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %66 = linalg.generic {indexing_maps = [#map5, #map8], iterator_types = ["parallel", "reduction"]} ins(%63 : tensor<8x10xf32>) outs(%65 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<8x1xf32>
    %67 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%66 : tensor<8x1xf32>) outs(%64 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = math.log %in : f32
      linalg.yield %166 : f32
    } -> tensor<8x1xf32>
    %68 = linalg.generic {indexing_maps = [#map5, #map8, #map5], iterator_types = ["parallel", "parallel"]} ins(%62, %67 : tensor<8x10xf32>, tensor<8x1xf32>) outs(%54 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.subf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x10xf32>
    %69 = tensor.empty() : tensor<10xi64>
    %70 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%69 : tensor<10xi64>) {
    ^bb0(%out: i64):
      %166 = linalg.index 0 : index
      %167 = arith.index_cast %166 : index to i64
      linalg.yield %167 : i64
    } -> tensor<10xi64>
    %expanded_23 = tensor.expand_shape %arg15 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
    %expanded_24 = tensor.expand_shape %70 [[0, 1]] output_shape [1, 10] : tensor<10xi64> into tensor<1x10xi64>
    %71 = tensor.empty() : tensor<8x10xi1>
    %72 = linalg.generic {indexing_maps = [#map8, #map9, #map5], iterator_types = ["parallel", "parallel"]} ins(%expanded_23, %expanded_24 : tensor<8x1xi64>, tensor<1x10xi64>) outs(%71 : tensor<8x10xi1>) {
    ^bb0(%in: i64, %in_55: i64, %out: i1):
      %166 = arith.cmpi eq, %in, %in_55 : i64
      linalg.yield %166 : i1
    } -> tensor<8x10xi1>
    %73 = tensor.empty() : tensor<8xi1>
    %74 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg15 : tensor<8xi64>) outs(%73 : tensor<8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %166 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %166 : i1
    } -> tensor<8xi1>
    %75 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg15 : tensor<8xi64>) outs(%73 : tensor<8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %166 = arith.cmpi slt, %in, %c0_i64 : i64
      linalg.yield %166 : i1
    } -> tensor<8xi1>
    %76 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg15 : tensor<8xi64>) outs(%73 : tensor<8xi1>) {
    ^bb0(%in: i64, %out: i1):
      %166 = arith.cmpi sge, %in, %c10_i64 : i64
      linalg.yield %166 : i1
    } -> tensor<8xi1>
    %77 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%75, %76 : tensor<8xi1>, tensor<8xi1>) outs(%73 : tensor<8xi1>) {
    ^bb0(%in: i1, %in_55: i1, %out: i1):
      %166 = arith.ori %in, %in_55 : i1
      linalg.yield %166 : i1
    } -> tensor<8xi1>
    %78 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%74, %77 : tensor<8xi1>, tensor<8xi1>) outs(%73 : tensor<8xi1>) {
    ^bb0(%in: i1, %in_55: i1, %out: i1):
      %166 = arith.andi %in, %in_55 : i1
      linalg.yield %166 : i1
    } -> tensor<8xi1>
    %79 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%74 : tensor<8xi1>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: i1, %out: f32):
      %166 = arith.uitofp %in : i1 to f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %80 = linalg.generic {indexing_maps = [#map5, #map5, #map10, #map5], iterator_types = ["parallel", "parallel"]} ins(%72, %68, %cst_2 : tensor<8x10xi1>, tensor<8x10xf32>, tensor<f32>) outs(%54 : tensor<8x10xf32>) {
    ^bb0(%in: i1, %in_55: f32, %in_56: f32, %out: f32):
      %166 = arith.select %in, %in_55, %in_56 : f32
      linalg.yield %166 : f32
    } -> tensor<8x10xf32>
    %81 = linalg.fill ins(%cst : f32) outs(%42 : tensor<8xf32>) -> tensor<8xf32>
    %82 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "reduction"]} ins(%80 : tensor<8x10xf32>) outs(%81 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %83 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%82 : tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.negf %in : f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %84 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%83, %79 : tensor<8xf32>, tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %85 = linalg.generic {indexing_maps = [#map3, #map11, #map3, #map3], iterator_types = ["parallel"]} ins(%78, %cst_1, %84 : tensor<8xi1>, tensor<f32>, tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_55: f32, %in_56: f32, %out: f32):
      %166 = arith.select %in, %in_55, %in_56 : f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %86 = tensor.empty() : tensor<f32>
    %87 = linalg.fill ins(%cst : f32) outs(%86 : tensor<f32>) -> tensor<f32>
    %88 = linalg.generic {indexing_maps = [#map3, #map11], iterator_types = ["reduction"]} ins(%79 : tensor<8xf32>) outs(%87 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<f32>
    %89 = linalg.generic {indexing_maps = [#map3, #map11], iterator_types = ["reduction"]} ins(%85 : tensor<8xf32>) outs(%87 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<f32>
    %90 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%89, %88 : tensor<f32>, tensor<f32>) outs(%86 : tensor<f32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.divf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<f32>
    %91 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%arg16, %88 : tensor<f32>, tensor<f32>) outs(%86 : tensor<f32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.divf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<f32>
    %92 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%79 : tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.negf %in : f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %93 = linalg.generic {indexing_maps = [#map3, #map11, #map3], iterator_types = ["parallel"]} ins(%92, %91 : tensor<8xf32>, tensor<f32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %94 = linalg.generic {indexing_maps = [#map3, #map11, #map3, #map3], iterator_types = ["parallel"]} ins(%78, %cst_1, %93 : tensor<8xi1>, tensor<f32>, tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: i1, %in_55: f32, %in_56: f32, %out: f32):
      %166 = arith.select %in, %in_55, %in_56 : f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %expanded_25 = tensor.expand_shape %78 [[0, 1]] output_shape [8, 1] : tensor<8xi1> into tensor<8x1xi1>
    %95 = linalg.generic {indexing_maps = [#map5, #map8, #map5], iterator_types = ["parallel", "parallel"]} ins(%72, %expanded_25 : tensor<8x10xi1>, tensor<8x1xi1>) outs(%71 : tensor<8x10xi1>) {
    ^bb0(%in: i1, %in_55: i1, %out: i1):
      %166 = arith.ori %in, %in_55 : i1
      linalg.yield %166 : i1
    } -> tensor<8x10xi1>
    %expanded_26 = tensor.expand_shape %94 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
    %96 = linalg.generic {indexing_maps = [#map5, #map8, #map10, #map5], iterator_types = ["parallel", "parallel"]} ins(%95, %expanded_26, %cst_2 : tensor<8x10xi1>, tensor<8x1xf32>, tensor<f32>) outs(%54 : tensor<8x10xf32>) {
    ^bb0(%in: i1, %in_55: f32, %in_56: f32, %out: f32):
      %166 = arith.select %in, %in_55, %in_56 : f32
      linalg.yield %166 : f32
    } -> tensor<8x10xf32>
    %97 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%68 : tensor<8x10xf32>) outs(%54 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = math.exp %in : f32
      linalg.yield %166 : f32
    } -> tensor<8x10xf32>
    %98 = linalg.generic {indexing_maps = [#map5, #map8], iterator_types = ["parallel", "reduction"]} ins(%96 : tensor<8x10xf32>) outs(%65 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<8x1xf32>
    %99 = linalg.generic {indexing_maps = [#map5, #map8, #map5], iterator_types = ["parallel", "parallel"]} ins(%97, %98 : tensor<8x10xf32>, tensor<8x1xf32>) outs(%54 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x10xf32>
    %100 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%96, %99 : tensor<8x10xf32>, tensor<8x10xf32>) outs(%54 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.subf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x10xf32>
    %101 = tensor.empty() : tensor<8x32xf32>
    %102 = linalg.fill ins(%cst : f32) outs(%101 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %103 = linalg.matmul ins(%100, %arg6 : tensor<8x10xf32>, tensor<10x32xf32>) outs(%102 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %104 = tensor.empty() : tensor<10x8xf32>
    %transposed_27 = linalg.transpose ins(%100 : tensor<8x10xf32>) outs(%104 : tensor<10x8xf32>) permutation = [1, 0] 
    %105 = tensor.empty() : tensor<10x32xf32>
    %106 = linalg.fill ins(%cst : f32) outs(%105 : tensor<10x32xf32>) -> tensor<10x32xf32>
    %107 = linalg.matmul ins(%transposed_27, %collapsed_21 : tensor<10x8xf32>, tensor<8x32xf32>) outs(%106 : tensor<10x32xf32>) -> tensor<10x32xf32>
    %108 = tensor.empty() : tensor<1x10xf32>
    %109 = linalg.fill ins(%cst : f32) outs(%108 : tensor<1x10xf32>) -> tensor<1x10xf32>
    %110 = linalg.generic {indexing_maps = [#map5, #map9], iterator_types = ["reduction", "parallel"]} ins(%100 : tensor<8x10xf32>) outs(%109 : tensor<1x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<1x10xf32>
    %collapsed_28 = tensor.collapse_shape %110 [[0, 1]] : tensor<1x10xf32> into tensor<10xf32>
    %expanded_29 = tensor.expand_shape %103 [[0], [1, 2, 3]] output_shape [8, 8, 2, 2] : tensor<8x32xf32> into tensor<8x8x2x2xf32>
    %111 = tensor.empty() : tensor<8x8x2x2xi1>
    %112 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52 : tensor<8x8x2x2xf32>) outs(%111 : tensor<8x8x2x2xi1>) {
    ^bb0(%in: f32, %out: i1):
      %166 = arith.cmpf ole, %in, %cst : f32
      linalg.yield %166 : i1
    } -> tensor<8x8x2x2xi1>
    %113 = linalg.generic {indexing_maps = [#map1, #map12, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%112, %cst_2, %expanded_29 : tensor<8x8x2x2xi1>, tensor<f32>, tensor<8x8x2x2xf32>) outs(%27 : tensor<8x8x2x2xf32>) {
    ^bb0(%in: i1, %in_55: f32, %in_56: f32, %out: f32):
      %166 = arith.select %in, %in_55, %in_56 : f32
      linalg.yield %166 : f32
    } -> tensor<8x8x2x2xf32>
    %114 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%113 : tensor<8x8x2x2xf32>) outs(%81 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %115 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%113, %35 : tensor<8x8x2x2xf32>, tensor<8x8x2x2xf32>) outs(%27 : tensor<8x8x2x2xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x8x2x2xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%115 : tensor<8x8x2x2xf32>) outs(%81 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %117 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%114 : tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.mulf %in, %cst_10 : f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %expanded_30 = tensor.expand_shape %117 [[0, 1, 2, 3]] output_shape [1, 8, 1, 1] : tensor<8xf32> into tensor<1x8x1x1xf32>
    %118 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%116 : tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.mulf %in, %cst_10 : f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %119 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%collapsed_17, %collapsed_17 : tensor<8xf32>, tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %120 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%118, %119 : tensor<8xf32>, tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %expanded_31 = tensor.expand_shape %120 [[0, 1, 2, 3]] output_shape [1, 8, 1, 1] : tensor<8xf32> into tensor<1x8x1x1xf32>
    %121 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%collapsed_17, %arg4 : tensor<8xf32>, tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %expanded_32 = tensor.expand_shape %121 [[0, 1, 2, 3]] output_shape [1, 8, 1, 1] : tensor<8xf32> into tensor<1x8x1x1xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %expanded_31 : tensor<8x8x2x2xf32>, tensor<1x8x1x1xf32>) outs(%27 : tensor<8x8x2x2xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x8x2x2xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%113, %122 : tensor<8x8x2x2xf32>, tensor<8x8x2x2xf32>) outs(%27 : tensor<8x8x2x2xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.subf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x8x2x2xf32>
    %124 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123, %expanded_30 : tensor<8x8x2x2xf32>, tensor<1x8x1x1xf32>) outs(%27 : tensor<8x8x2x2xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.subf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x8x2x2xf32>
    %125 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%124, %expanded_32 : tensor<8x8x2x2xf32>, tensor<1x8x1x1xf32>) outs(%27 : tensor<8x8x2x2xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x8x2x2xf32>
    %126 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%116, %collapsed_17 : tensor<8xf32>, tensor<8xf32>) outs(%42 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8xf32>
    %127 = tensor.empty() : tensor<4x8x3x3xf32>
    %128 = linalg.fill ins(%cst : f32) outs(%127 : tensor<4x8x3x3xf32>) -> tensor<4x8x3x3xf32>
    %129 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%128 : tensor<4x8x3x3xf32>) {
    ^bb0(%out: f32):
      %166 = linalg.index 0 : index
      %167 = linalg.index 1 : index
      %168 = linalg.index 2 : index
      %169 = linalg.index 3 : index
      %170 = arith.subi %c2, %168 : index
      %171 = arith.subi %c2, %169 : index
      %extracted = tensor.extract %arg3[%167, %166, %170, %171] : tensor<8x4x3x3xf32>
      linalg.yield %extracted : f32
    } -> tensor<4x8x3x3xf32>
    %130 = tensor.empty() : tensor<8x8x6x6xf32>
    %131 = linalg.fill ins(%cst : f32) outs(%130 : tensor<8x8x6x6xf32>) -> tensor<8x8x6x6xf32>
    %inserted_slice = tensor.insert_slice %125 into %131[0, 0, 1, 1] [8, 8, 2, 2] [1, 1, 2, 2] : tensor<8x8x2x2xf32> into tensor<8x8x6x6xf32>
    %132 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice, %129 : tensor<8x8x6x6xf32>, tensor<4x8x3x3xf32>) outs(%1 : tensor<8x4x4x4xf32>) -> tensor<8x4x4x4xf32>
    %133 = tensor.empty() : tensor<4x8x4x4xf32>
    %transposed_33 = linalg.transpose ins(%26 : tensor<8x4x4x4xf32>) outs(%133 : tensor<4x8x4x4xf32>) permutation = [1, 0, 2, 3] 
    %padded_34 = tensor.pad %transposed_33 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst : f32
    } : tensor<4x8x4x4xf32> to tensor<4x8x6x6xf32>
    %134 = tensor.empty() : tensor<4x64x4x4xf32>
    %expanded_35 = tensor.expand_shape %padded_34 [[0], [1, 2], [3], [4]] output_shape [4, 8, 1, 6, 6] : tensor<4x8x6x6xf32> into tensor<4x8x1x6x6xf32>
    %expanded_36 = tensor.expand_shape %125 [[0], [1], [2, 3], [4]] output_shape [8, 8, 1, 2, 2] : tensor<8x8x2x2xf32> into tensor<8x8x1x2x2xf32>
    %expanded_37 = tensor.expand_shape %134 [[0], [1, 2], [3], [4]] output_shape [4, 8, 8, 4, 4] : tensor<4x64x4x4xf32> into tensor<4x8x8x4x4xf32>
    %135 = linalg.fill ins(%cst : f32) outs(%expanded_37 : tensor<4x8x8x4x4xf32>) -> tensor<4x8x8x4x4xf32>
    %136 = linalg.conv_2d_ngchw_gfchw {dilations = dense<2> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%expanded_35, %expanded_36 : tensor<4x8x1x6x6xf32>, tensor<8x8x1x2x2xf32>) outs(%135 : tensor<4x8x8x4x4xf32>) -> tensor<4x8x8x4x4xf32>
    %collapsed_38 = tensor.collapse_shape %136 [[0], [1, 2], [3], [4]] : tensor<4x8x8x4x4xf32> into tensor<4x64x4x4xf32>
    %extracted_slice = tensor.extract_slice %collapsed_38[0, 0, 0, 0] [4, 64, 3, 4] [1, 1, 1, 1] : tensor<4x64x4x4xf32> to tensor<4x64x3x4xf32>
    %extracted_slice_39 = tensor.extract_slice %extracted_slice[0, 0, 0, 0] [4, 64, 3, 3] [1, 1, 1, 1] : tensor<4x64x3x4xf32> to tensor<4x64x3x3xf32>
    %expanded_40 = tensor.expand_shape %extracted_slice_39 [[0], [1, 2], [3], [4]] output_shape [4, 8, 8, 3, 3] : tensor<4x64x3x3xf32> into tensor<4x8x8x3x3xf32>
    %137 = tensor.empty() : tensor<8x8x4x3x3xf32>
    %transposed_41 = linalg.transpose ins(%expanded_40 : tensor<4x8x8x3x3xf32>) outs(%137 : tensor<8x8x4x3x3xf32>) permutation = [1, 2, 0, 3, 4] 
    %138 = tensor.empty() : tensor<8x4x3x3xf32>
    %139 = linalg.fill ins(%cst : f32) outs(%138 : tensor<8x4x3x3xf32>) -> tensor<8x4x3x3xf32>
    %140 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["reduction", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_41 : tensor<8x8x4x3x3xf32>) outs(%139 : tensor<8x4x3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<8x4x3x3xf32>
    %141 = tensor.empty() : tensor<8x4x4x4xi1>
    %142 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<8x4x4x4xf32>) outs(%141 : tensor<8x4x4x4xi1>) {
    ^bb0(%in: f32, %out: i1):
      %166 = arith.cmpf ole, %in, %cst : f32
      linalg.yield %166 : i1
    } -> tensor<8x4x4x4xi1>
    %143 = linalg.generic {indexing_maps = [#map1, #map12, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%142, %cst_2, %132 : tensor<8x4x4x4xi1>, tensor<f32>, tensor<8x4x4x4xf32>) outs(%0 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: i1, %in_55: f32, %in_56: f32, %out: f32):
      %166 = arith.select %in, %in_55, %in_56 : f32
      linalg.yield %166 : f32
    } -> tensor<8x4x4x4xf32>
    %144 = linalg.fill ins(%cst : f32) outs(%16 : tensor<4xf32>) -> tensor<4xf32>
    %145 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%143 : tensor<8x4x4x4xf32>) outs(%144 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<4xf32>
    %146 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%143, %9 : tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%0 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x4x4x4xf32>
    %147 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%146 : tensor<8x4x4x4xf32>) outs(%144 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<4xf32>
    %148 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%145 : tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.mulf %in, %cst_11 : f32
      linalg.yield %166 : f32
    } -> tensor<4xf32>
    %expanded_42 = tensor.expand_shape %148 [[0, 1, 2, 3]] output_shape [1, 4, 1, 1] : tensor<4xf32> into tensor<1x4x1x1xf32>
    %149 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%147 : tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.mulf %in, %cst_11 : f32
      linalg.yield %166 : f32
    } -> tensor<4xf32>
    %150 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%collapsed_12, %collapsed_12 : tensor<4xf32>, tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<4xf32>
    %151 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%149, %150 : tensor<4xf32>, tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<4xf32>
    %expanded_43 = tensor.expand_shape %151 [[0, 1, 2, 3]] output_shape [1, 4, 1, 1] : tensor<4xf32> into tensor<1x4x1x1xf32>
    %152 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%collapsed_12, %arg1 : tensor<4xf32>, tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<4xf32>
    %expanded_44 = tensor.expand_shape %152 [[0, 1, 2, 3]] output_shape [1, 4, 1, 1] : tensor<4xf32> into tensor<1x4x1x1xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %expanded_43 : tensor<8x4x4x4xf32>, tensor<1x4x1x1xf32>) outs(%0 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x4x4x4xf32>
    %154 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%143, %153 : tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) outs(%0 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.subf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x4x4x4xf32>
    %155 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%154, %expanded_42 : tensor<8x4x4x4xf32>, tensor<1x4x1x1xf32>) outs(%0 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.subf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x4x4x4xf32>
    %156 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%155, %expanded_44 : tensor<8x4x4x4xf32>, tensor<1x4x1x1xf32>) outs(%0 : tensor<8x4x4x4xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<8x4x4x4xf32>
    %157 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%147, %collapsed_12 : tensor<4xf32>, tensor<4xf32>) outs(%16 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %166 = arith.mulf %in, %in_55 : f32
      linalg.yield %166 : f32
    } -> tensor<4xf32>
    %158 = tensor.empty() : tensor<1x8x8x8xf32>
    %transposed_45 = linalg.transpose ins(%arg14 : tensor<8x1x8x8xf32>) outs(%158 : tensor<1x8x8x8xf32>) permutation = [1, 0, 2, 3] 
    %padded_46 = tensor.pad %transposed_45 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst : f32
    } : tensor<1x8x8x8xf32> to tensor<1x8x10x10xf32>
    %159 = tensor.empty() : tensor<1x32x4x4xf32>
    %expanded_47 = tensor.expand_shape %padded_46 [[0], [1, 2], [3], [4]] output_shape [1, 8, 1, 10, 10] : tensor<1x8x10x10xf32> into tensor<1x8x1x10x10xf32>
    %expanded_48 = tensor.expand_shape %156 [[0], [1], [2, 3], [4]] output_shape [8, 4, 1, 4, 4] : tensor<8x4x4x4xf32> into tensor<8x4x1x4x4xf32>
    %expanded_49 = tensor.expand_shape %159 [[0], [1, 2], [3], [4]] output_shape [1, 8, 4, 4, 4] : tensor<1x32x4x4xf32> into tensor<1x8x4x4x4xf32>
    %160 = linalg.fill ins(%cst : f32) outs(%expanded_49 : tensor<1x8x4x4x4xf32>) -> tensor<1x8x4x4x4xf32>
    %161 = linalg.conv_2d_ngchw_gfchw {dilations = dense<2> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%expanded_47, %expanded_48 : tensor<1x8x1x10x10xf32>, tensor<8x4x1x4x4xf32>) outs(%160 : tensor<1x8x4x4x4xf32>) -> tensor<1x8x4x4x4xf32>
    %collapsed_50 = tensor.collapse_shape %161 [[0], [1, 2], [3], [4]] : tensor<1x8x4x4x4xf32> into tensor<1x32x4x4xf32>
    %extracted_slice_51 = tensor.extract_slice %collapsed_50[0, 0, 0, 0] [1, 32, 3, 4] [1, 1, 1, 1] : tensor<1x32x4x4xf32> to tensor<1x32x3x4xf32>
    %extracted_slice_52 = tensor.extract_slice %extracted_slice_51[0, 0, 0, 0] [1, 32, 3, 3] [1, 1, 1, 1] : tensor<1x32x3x4xf32> to tensor<1x32x3x3xf32>
    %expanded_53 = tensor.expand_shape %extracted_slice_52 [[0], [1, 2], [3], [4]] output_shape [1, 8, 4, 3, 3] : tensor<1x32x3x3xf32> into tensor<1x8x4x3x3xf32>
    %162 = tensor.empty() : tensor<8x4x1x3x3xf32>
    %transposed_54 = linalg.transpose ins(%expanded_53 : tensor<1x8x4x3x3xf32>) outs(%162 : tensor<8x4x1x3x3xf32>) permutation = [1, 2, 0, 3, 4] 
    %163 = tensor.empty() : tensor<4x1x3x3xf32>
    %164 = linalg.fill ins(%cst : f32) outs(%163 : tensor<4x1x3x3xf32>) -> tensor<4x1x3x3xf32>
    %165 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["reduction", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_54 : tensor<8x4x1x3x3xf32>) outs(%164 : tensor<4x1x3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %166 = arith.addf %in, %out : f32
      linalg.yield %166 : f32
    } -> tensor<4x1x3x3xf32>
    return %90, %165, %157, %145, %140, %126, %114, %107, %collapsed_28, %19, %23, %4, %45, %49, %30 : tensor<f32>, tensor<4x1x3x3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8x4x3x3xf32>, tensor<8xf32>, tensor<8xf32>, tensor<10x32xf32>, tensor<10xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i64>, tensor<8xf32>, tensor<8xf32>, tensor<i64>
  }
}

