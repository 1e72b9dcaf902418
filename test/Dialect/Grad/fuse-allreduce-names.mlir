// How remarks and tables name a gradient: by `grad.param`, else by a name in the
// location, else by file and line.

// RUN: grad-opt %s --fuse-allreduce=max-operands=1 --remarks-filter=fuse-allreduce -o /dev/null 2>&1 | FileCheck %s

#file = loc("train.py":12:3)
func.func @names(%a: tensor<4xf32>) {
  // The attribute wins.
  // CHECK: Gradients=w0,
  %0 = grad.all_reduce<sum> %a {grad.param = "w0"} : tensor<4xf32> loc("other")

  // CHECK: Gradients=layer1.w,
  %1 = grad.all_reduce<sum> %a : tensor<4xf32> loc("layer1.w")

  // What JAX writes: the scope's name within transformations, and the primitive.
  // CHECK: Gradients=layer2.w,
  %2 = grad.all_reduce<sum> %a : tensor<4xf32> loc("jit(step)/shard_map/layer2.w/psum"(#file))
  // CHECK: Gradients=layer3.w,
  %3 = grad.all_reduce<sum> %a : tensor<4xf32> loc("transpose(jvp(layer3.w))/psum_invariant"(#file))
  // CHECK: Gradients=layer4.w,
  %4 = grad.all_reduce<sum> %a : tensor<4xf32> loc("jit(step)/jit(main)/shard_map/vmap(transpose(jvp(layer4.w)))/psum"(#file))
  // CHECK: Gradients=layer5.w,
  %5 = grad.all_reduce<sum> %a : tensor<4xf32> loc("jvp(transpose(layer5.w))/pmean"(#file))
  // CHECK: Gradients=block/layer6.w,
  %6 = grad.all_reduce<sum> %a : tensor<4xf32> loc("jit(step)/transpose(jvp(block/layer6.w))/psum"(#file))

  // A name inside a name, and in a fused location.
  // CHECK: Gradients=layer7.w,
  %7 = grad.all_reduce<sum> %a : tensor<4xf32> loc("jit(step)/psum"("layer7.w"(#file)))
  // CHECK: Gradients=layer8.w,
  %8 = grad.all_reduce<sum> %a : tensor<4xf32> loc(fused[#file, "layer8.w"])
  // CHECK: Gradients=layer9.w,
  %9 = grad.all_reduce<sum> %a : tensor<4xf32> loc(callsite("layer9.w"(#file) at #file))

  // Nothing but primitives: as it is.
  // CHECK: Gradients=jit(step)/shard_map/psum,
  %10 = grad.all_reduce<sum> %a : tensor<4xf32> loc("jit(step)/shard_map/psum"(#file))

  // Parentheses that do not match.
  // CHECK: Gradients=a)/b(,
  %11 = grad.all_reduce<sum> %a : tensor<4xf32> loc("a)/b(/psum")

  // CHECK: Gradients=train.py:12,
  %12 = grad.all_reduce<sum> %a : tensor<4xf32> loc(#file)
  // CHECK: Gradients=train.py:3,
  %13 = grad.all_reduce<sum> %a : tensor<4xf32> loc("/home/user/train.py":3:1 to 4:7)
  // CHECK: Gradients="unknown location",
  %14 = grad.all_reduce<sum> %a : tensor<4xf32> loc(unknown)
  // CHECK: Gradients=fuse-allreduce-names.mlir:[[@LINE+1]],
  %15 = grad.all_reduce<sum> %a : tensor<4xf32>
  return
}
