// The names that JAX gives survive: a converted operation has the location of
// the collective, a bucket that of all its members, and so has all that a
// bucket becomes.

// RUN: grad-opt %s --convert-stablehlo-to-grad --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=GRAD
// RUN: grad-opt %s --convert-stablehlo-to-grad --fuse-allreduce=print-plan --convert-grad-to-stablehlo --mlir-print-debuginfo --mlir-print-local-scope 2>&1 | FileCheck %s --check-prefix=BACK

// GRAD: grad.all_reduce<sum>{{.*}} loc("transpose(jvp(dense0.b))/psum_invariant"("step.py":7:9))
// GRAD: grad.all_reduce<sum>{{.*}} loc("transpose(jvp(dense0.w))/psum_invariant"("step.py":7:9))
// BACK: dense0.b, dense0.w
// BACK: "stablehlo.concatenate"{{.*}} loc(fused["transpose(jvp(dense0.b))/psum_invariant"("step.py":7:9), "transpose(jvp(dense0.w))/psum_invariant"("step.py":7:9)])
// BACK: "stablehlo.all_reduce"
// BACK: "stablehlo.add"{{.*}} loc(fused["transpose(jvp(dense0.b))
// BACK: }) : (tensor<20xf32>) -> tensor<20xf32> loc(fused["transpose(jvp(dense0.b))
#file = loc("step.py":7:9)
#b = loc("transpose(jvp(dense0.b))/psum_invariant"(#file))
#w = loc("transpose(jvp(dense0.w))/psum_invariant"(#file))
"builtin.module"() <{sym_name = "jit_step"}> ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4x4xf32>), sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<4x4xf32>):
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%arg2: tensor<f32> loc("psum_invariant"), %arg3: tensor<f32> loc("psum_invariant")):
      %2 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("add")
      "stablehlo.return"(%2) : (tensor<f32>) -> () loc(#b)
    }) : (tensor<4xf32>) -> tensor<4xf32> loc(#b)
    %1 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%arg2: tensor<f32> loc("psum_invariant"), %arg3: tensor<f32> loc("psum_invariant")):
      %2 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("add")
      "stablehlo.return"(%2) : (tensor<f32>) -> () loc(#w)
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32> loc(#w)
    "func.return"(%0, %1) : (tensor<4xf32>, tensor<4x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
