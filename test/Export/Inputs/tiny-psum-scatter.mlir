// tiny-psum-scatter: 7 all_reduce, 2 reduce_scatter, 2 all_gather.
// Written by export_steps.py with jax 0.10.2; do not edit.
#loc1 = loc("x")
#loc2 = loc("y")
#loc3 = loc("i")
#loc5 = loc("shard_map")
#loc9 = loc("psum")
#loc11 = loc("pmax")
#loc13 = loc("pmin")
#loc15 = loc("reduce_scatter")
#loc20 = loc("shard_map:"(#loc5))
#loc24 = loc("psum:"(#loc9))
#loc26 = loc("pmax:"(#loc11))
#loc28 = loc("pmin:"(#loc13))
#loc30 = loc("reduce_scatter:"(#loc15))
"builtin.module"() <{sym_name = "jit_step"}> ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["data"=4]>, sym_name = "mesh"}> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}]}} : () -> () loc(#loc)
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}], function_type = (tensor<16x3xf32>, tensor<8x5xbf16>, tensor<12xi32>) -> (tensor<3xi32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<2x5xbf16>, tensor<2x5xbf16>, tensor<4x3xf32>, tensor<2x5xbf16>, tensor<2x20xbf16>, tensor<4x2x5xbf16>, tensor<4x3xf32>, tensor<12xf32>), res_attrs = [{jax.result_info = "result[0][0]['i']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, {jax.result_info = "result[0][0]['x']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, {jax.result_info = "result[0][0]['xy'][0]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, {jax.result_info = "result[0][0]['xy'][1]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, {jax.result_info = "result[0][0]['y']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, {jax.result_info = "result[0][1]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, {jax.result_info = "result[0][2]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, {jax.result_info = "result[0][3]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, {jax.result_info = "result[0][4]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, {jax.result_info = "result[1][0]", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, {jax.result_info = "result[1][1]", sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<16x3xf32> loc("x"), %arg1: tensor<8x5xbf16> loc("y"), %arg2: tensor<12xi32> loc("i")):
    %0:11 = "sdy.manual_computation"(%arg0, %arg1, %arg2) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"data"}, {}]>, <@mesh, [{"data"}, {}]>, <@mesh, [{"data"}]>]>, manual_axes = #sdy<manual_axes{"data"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{}, {}]>, <@mesh, [{}, {}]>, <@mesh, [{}, {}]>, <@mesh, [{}, {}]>, <@mesh, [{}, {}]>, <@mesh, [{}, {}]>, <@mesh, [{}, {}]>, <@mesh, [{}, {}, {}]>, <@mesh, [{"data"}, {}]>, <@mesh, [{"data"}]>]>}> ({
    ^bb0(%arg3: tensor<4x3xf32> loc("shard_map:"(#loc5)), %arg4: tensor<2x5xbf16> loc("shard_map:"(#loc5)), %arg5: tensor<3xi32> loc("shard_map:"(#loc5))):
      %1 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32> loc(#loc20)
      %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x3xf32> loc(#loc35)
      %3 = "stablehlo.multiply"(%arg3, %2) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32> loc(#loc35)
      %4 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<bf16>}> : () -> tensor<bf16> loc(#loc20)
      %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<bf16>) -> tensor<2x5xbf16> loc(#loc36)
      %6 = "stablehlo.add"(%arg4, %5) : (tensor<2x5xbf16>, tensor<2x5xbf16>) -> tensor<2x5xbf16> loc(#loc36)
      %7 = "stablehlo.all_reduce"(%arg5) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg22: tensor<i32> loc("psum:"(#loc9)), %arg23: tensor<i32> loc("psum:"(#loc9))):
        %28 = "stablehlo.add"(%arg22, %arg23) : (tensor<i32>, tensor<i32>) -> tensor<i32> loc(#loc50)
        "stablehlo.return"(%28) : (tensor<i32>) -> () loc(#loc37)
      }) : (tensor<3xi32>) -> tensor<3xi32> loc(#loc37)
      %8 = "stablehlo.all_reduce"(%arg3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg20: tensor<f32> loc("psum:"(#loc9)), %arg21: tensor<f32> loc("psum:"(#loc9))):
        %27 = "stablehlo.add"(%arg20, %arg21) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc(#loc50)
        "stablehlo.return"(%27) : (tensor<f32>) -> () loc(#loc37)
      }) : (tensor<4x3xf32>) -> tensor<4x3xf32> loc(#loc37)
      %9 = "stablehlo.all_reduce"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg18: tensor<f32> loc("psum:"(#loc9)), %arg19: tensor<f32> loc("psum:"(#loc9))):
        %26 = "stablehlo.add"(%arg18, %arg19) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc(#loc50)
        "stablehlo.return"(%26) : (tensor<f32>) -> () loc(#loc37)
      }) : (tensor<4x3xf32>) -> tensor<4x3xf32> loc(#loc37)
      %10 = "stablehlo.all_reduce"(%6) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg16: tensor<bf16> loc("psum:"(#loc9)), %arg17: tensor<bf16> loc("psum:"(#loc9))):
        %25 = "stablehlo.add"(%arg16, %arg17) : (tensor<bf16>, tensor<bf16>) -> tensor<bf16> loc(#loc50)
        "stablehlo.return"(%25) : (tensor<bf16>) -> () loc(#loc37)
      }) : (tensor<2x5xbf16>) -> tensor<2x5xbf16> loc(#loc37)
      %11 = "stablehlo.all_reduce"(%arg4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg14: tensor<bf16> loc("psum:"(#loc9)), %arg15: tensor<bf16> loc("psum:"(#loc9))):
        %24 = "stablehlo.add"(%arg14, %arg15) : (tensor<bf16>, tensor<bf16>) -> tensor<bf16> loc(#loc50)
        "stablehlo.return"(%24) : (tensor<bf16>) -> () loc(#loc37)
      }) : (tensor<2x5xbf16>) -> tensor<2x5xbf16> loc(#loc37)
      %12 = "stablehlo.all_reduce"(%arg3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg12: tensor<f32> loc("pmax:"(#loc11)), %arg13: tensor<f32> loc("pmax:"(#loc11))):
        %23 = "stablehlo.maximum"(%arg12, %arg13) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc(#loc51)
        "stablehlo.return"(%23) : (tensor<f32>) -> () loc(#loc39)
      }) : (tensor<4x3xf32>) -> tensor<4x3xf32> loc(#loc39)
      %13 = "stablehlo.all_reduce"(%arg4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg10: tensor<bf16> loc("pmin:"(#loc13)), %arg11: tensor<bf16> loc("pmin:"(#loc13))):
        %22 = "stablehlo.minimum"(%arg10, %arg11) : (tensor<bf16>, tensor<bf16>) -> tensor<bf16> loc(#loc52)
        "stablehlo.return"(%22) : (tensor<bf16>) -> () loc(#loc41)
      }) : (tensor<2x5xbf16>) -> tensor<2x5xbf16> loc(#loc41)
      %14 = "stablehlo.reduce_scatter"(%arg3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
      ^bb0(%arg8: tensor<f32> loc("reduce_scatter:"(#loc15)), %arg9: tensor<f32> loc("reduce_scatter:"(#loc15))):
        %21 = "stablehlo.add"(%arg8, %arg9) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc(#loc53)
        "stablehlo.return"(%21) : (tensor<f32>) -> () loc(#loc43)
      }) : (tensor<4x3xf32>) -> tensor<1x3xf32> loc(#loc43)
      %15 = "stablehlo.reduce_scatter"(%arg3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
      ^bb0(%arg6: tensor<f32> loc("reduce_scatter:"(#loc15)), %arg7: tensor<f32> loc("reduce_scatter:"(#loc15))):
        %20 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc(#loc54)
        "stablehlo.return"(%20) : (tensor<f32>) -> () loc(#loc45)
      }) : (tensor<4x3xf32>) -> tensor<1x3xf32> loc(#loc45)
      %16 = "stablehlo.reshape"(%15) : (tensor<1x3xf32>) -> tensor<3xf32> loc(#loc45)
      %17 = "stablehlo.all_gather"(%arg4) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2x5xbf16>) -> tensor<2x20xbf16> loc(#loc47)
      %18 = "stablehlo.broadcast_in_dim"(%arg4) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<2x5xbf16>) -> tensor<1x2x5xbf16> loc(#loc48)
      %19 = "stablehlo.all_gather"(%18) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<1x2x5xbf16>) -> tensor<4x2x5xbf16> loc(#loc48)
      "sdy.return"(%7, %8, %9, %10, %11, %12, %13, %17, %19, %14, %16) : (tensor<3xi32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<2x5xbf16>, tensor<2x5xbf16>, tensor<4x3xf32>, tensor<2x5xbf16>, tensor<2x20xbf16>, tensor<4x2x5xbf16>, tensor<1x3xf32>, tensor<3xf32>) -> () loc(#loc20)
    }) : (tensor<16x3xf32>, tensor<8x5xbf16>, tensor<12xi32>) -> (tensor<3xi32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<2x5xbf16>, tensor<2x5xbf16>, tensor<4x3xf32>, tensor<2x5xbf16>, tensor<2x20xbf16>, tensor<4x2x5xbf16>, tensor<4x3xf32>, tensor<12xf32>) loc(#loc34)
    "func.return"(%0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10) : (tensor<3xi32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<2x5xbf16>, tensor<2x5xbf16>, tensor<4x3xf32>, tensor<2x5xbf16>, tensor<2x20xbf16>, tensor<4x2x5xbf16>, tensor<4x3xf32>, tensor<12xf32>) -> () loc(#loc49)
  }) : () -> () loc(#loc)
}) {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} : () -> () loc(#loc)
#loc = loc(unknown)
#loc4 = loc("export_steps.py":92:11 to :40)
#loc6 = loc("step_tiny.py":58:56 to :61)
#loc7 = loc("step_tiny.py":58:63 to :68)
#loc8 = loc("step_tiny.py":58:15 to :77)
#loc10 = loc("step_tiny.py":59:28 to :45)
#loc12 = loc("step_tiny.py":59:47 to :64)
#loc14 = loc("step_tiny.py":60:20 to :78)
#loc16 = loc("step_tiny.py":61:24 to :70)
#loc17 = loc("step_tiny.py":62:19 to :62)
#loc18 = loc("step_tiny.py":63:18 to :41)
#loc19 = loc("lower"(#loc4))
#loc21 = loc("psum_scatter.<locals>.step"(#loc6))
#loc22 = loc("psum_scatter.<locals>.step"(#loc7))
#loc23 = loc("psum_scatter.<locals>.step"(#loc8))
#loc25 = loc("psum_scatter.<locals>.step"(#loc10))
#loc27 = loc("psum_scatter.<locals>.step"(#loc12))
#loc29 = loc("psum_scatter.<locals>.step"(#loc14))
#loc31 = loc("psum_scatter.<locals>.step"(#loc16))
#loc32 = loc("psum_scatter.<locals>.step"(#loc17))
#loc33 = loc("psum_scatter.<locals>.step"(#loc18))
#loc34 = loc("jit(step)/shard_map"(#loc19))
#loc35 = loc("mul"(#loc21))
#loc36 = loc("add"(#loc22))
#loc37 = loc("psum"(#loc23))
#loc38 = loc(callsite(#loc23 at #loc23))
#loc39 = loc("pmax"(#loc25))
#loc40 = loc(callsite(#loc25 at #loc25))
#loc41 = loc("pmin"(#loc27))
#loc42 = loc(callsite(#loc27 at #loc27))
#loc43 = loc("reduce_scatter"(#loc29))
#loc44 = loc(callsite(#loc29 at #loc29))
#loc45 = loc("reduce_scatter"(#loc31))
#loc46 = loc(callsite(#loc31 at #loc31))
#loc47 = loc("all_gather"(#loc32))
#loc48 = loc("all_gather"(#loc33))
#loc49 = loc("jit(step)"(#loc19))
#loc50 = loc("add"(#loc38))
#loc51 = loc("max"(#loc40))
#loc52 = loc("min"(#loc42))
#loc53 = loc("add"(#loc44))
#loc54 = loc("add"(#loc46))
