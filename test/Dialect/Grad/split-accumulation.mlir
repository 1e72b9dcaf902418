// RUN: split-file %s %t
// RUN: grad-opt %t/step.mlir --split-accumulation=steps=4 | FileCheck %t/step.mlir
// RUN: grad-opt %t/step.mlir --split-accumulation="steps=4 update=last-micro-step clear=separate" | FileCheck %t/step.mlir --check-prefix=LAST
// RUN: grad-opt %t/step.mlir --split-accumulation="steps=2 loss=window-mean average=false" | FileCheck %t/step.mlir --check-prefix=SUM
// RUN: grad-opt %t/step.mlir --split-accumulation=steps=1 > %t/one.mlir
// RUN: grad-opt %t/step.mlir | diff - %t/one.mlir
// RUN: grad-opt %t/types.mlir --split-accumulation="steps=2 average=false" | FileCheck %t/types.mlir
// RUN: grad-opt %t/state.mlir --split-accumulation=steps=2 | FileCheck %t/state.mlir
// RUN: grad-opt %t/single.mlir --split-accumulation="steps=2 clear=separate average=false" | FileCheck %t/single.mlir
// RUN: grad-opt %t/single.mlir --split-accumulation=steps=2 | FileCheck %t/single.mlir --check-prefix=MEAN
// RUN: grad-opt %t/bare.mlir --split-accumulation=steps=2 | FileCheck %t/bare.mlir
// RUN: grad-opt %t/loops.mlir --split-accumulation | FileCheck %t/loops.mlir
// RUN: grad-opt %t/loops.mlir --split-accumulation --remarks-filter=split-accumulation -o /dev/null 2>&1 | FileCheck %t/loops.mlir --check-prefix=REMARK
// RUN: grad-opt %t/step.mlir --split-accumulation=steps=4 --remarks-filter=split-accumulation -o /dev/null 2>&1 | FileCheck %t/step.mlir --check-prefix=REMARK

// Forward and backward with the sums; the reduction of the sums with the
// update; a mean of the loss that moves, on the window's mean.

//--- step.mlir
// CHECK: module attributes {grad.schedule = #grad.schedule<accumulate = @step_accumulate, update = @step_update, micro_steps = 4>}
// CHECK-LABEL: func.func @step_accumulate(
// CHECK-SAME: %[[W:[^ ]*]]: tensor<3xf32> {grad.param = "w"}, %[[X:[^ ]*]]: tensor<3xf32> {grad.batch, grad.name = "arg2"},
// CHECK-SAME: %[[G:[^ ]*]]: tensor<3xf32> {grad.init = 0.000000e+00 : f32, grad.per_rank, grad.state = "accu_grads.w"},
// CHECK-SAME: %[[L:[^ ]*]]: tensor<3xf32> {grad.init = 0.000000e+00 : f32, grad.per_rank, grad.state = "accu_values.0"},
// CHECK-SAME: %[[N:[^ ]*]]: tensor<i32> {grad.init = 0 : i32, grad.state = "accu_steps"})
// CHECK-SAME: -> (tensor<3xf32>, tensor<3xf32> {grad.updates = "accu_grads.w"}, tensor<3xf32> {grad.updates = "accu_values.0"}, tensor<i32> {grad.updates = "accu_steps"})
// CHECK-NEXT: %[[GRADIENT:.*]] = arith.mulf %[[W]], %[[X]]
// CHECK-NEXT: %[[GRADIENTS:.*]] = grad.accumulate %[[G]], %[[GRADIENT]] : tensor<3xf32>, tensor<3xf32>
// CHECK-NEXT: %[[LOSS:.*]] = arith.negf %[[GRADIENT]]
// CHECK-NEXT: %[[LOSSES:.*]] = grad.accumulate %[[L]], %[[LOSS]]
// CHECK-NEXT: %[[ONE:.*]] = arith.constant dense<1> : tensor<i32>
// CHECK-NEXT: %[[COUNT:.*]] = arith.addi %[[N]], %[[ONE]]
// CHECK-NEXT: return %[[LOSS]], %[[GRADIENTS]], %[[LOSSES]], %[[COUNT]]
// CHECK-LABEL: func.func @step_update(
// CHECK-SAME: %[[W:[^ ]*]]: tensor<3xf32> {grad.param = "w"}, %[[V:[^ ]*]]: tensor<3xf32> {grad.state = "momentum.w"}, %[[LR:[^ ]*]]: tensor<f32> {grad.name = "arg3", grad.replicated}, %[[G:[^ ]*]]: {{[^%-]*}}"accu_grads.w"}, %[[L:[^ ]*]]: {{[^%-]*}}"accu_values.0"}, %[[N:[^ ]*]]: {{[^%-]*}}"accu_steps"})
// CHECK-SAME: -> (tensor<3xf32> {grad.metric = "loss"}, tensor<3xf32> {grad.updates = "w"}, tensor<3xf32> {grad.updates = "momentum.w"}, tensor<3xf32> {grad.updates = "accu_grads.w"}, tensor<3xf32> {grad.updates = "accu_values.0"}, tensor<i32> {grad.updates = "accu_steps"})
// CHECK: %[[PENDING:.*]] = arith.cmpi sgt, %[[N]], %{{.*}} : tensor<i32>
// CHECK: %[[MAX:.*]] = arith.maxsi %[[N]],
// CHECK: %[[COUNT:.*]] = arith.sitofp %[[MAX]] : tensor<i32> to tensor<f32>
// CHECK: %[[INVERSE:.*]] = arith.divf %{{.*}}, %[[COUNT]] : tensor<f32>
// CHECK: %[[LOSS:.*]] = grad.scale %[[L]], %[[INVERSE]]
// CHECK: %[[M:.*]] = grad.all_reduce<avg> %[[LOSS]]
// CHECK: %[[R:.*]] = grad.reduce_gradients %[[G]]<"w"> accumulated(%[[COUNT]] : tensor<f32>) : tensor<3xf32>
// CHECK: %[[W1:.*]], %[[V1:.*]] = grad.momentum %[[W]], %[[R]], %[[V]], %[[LR]] if %[[PENDING]]
// CHECK-COUNT-2: arith.constant dense<0.000000e+00> : tensor<3xf32>
// CHECK: arith.constant dense<0> : tensor<i32>
// CHECK: return %[[M]], %[[W1]], %[[V1]],

// LAST: accumulate = @step_accumulate, update = @step_update, clear = @step_clear, micro_steps = 4, last_in_update = true
// LAST-LABEL: func.func @step_accumulate(
// LAST-LABEL: func.func @step_update(
// LAST-SAME: %[[X:[^ ]*]]: tensor<3xf32> {grad.batch, grad.name = "arg2"}
// LAST-SAME: -> (tensor<3xf32>, tensor<3xf32> {grad.metric = "loss"}, tensor<3xf32> {grad.updates = "w"}, tensor<3xf32> {grad.updates = "momentum.w"})
// LAST: %[[G:.*]] = arith.mulf %{{.*}}, %[[X]]
// LAST: %[[S:.*]] = grad.accumulate %{{.*}}, %[[G]]
// LAST: grad.reduce_gradients %[[S]]<"w"> accumulated(
// LAST-LABEL: func.func @step_clear(
// LAST: return %cst, %cst{{.*}}, %cst{{.*}} : tensor<3xf32>, tensor<3xf32>, tensor<i32>

// SUM-LABEL: func.func @step_accumulate(
// SUM-SAME: -> (tensor<3xf32> {grad.updates = "accu_grads.w"}, tensor<3xf32> {grad.updates = "accu_values.0"}, tensor<i32> {grad.updates = "accu_steps"})
// SUM-LABEL: func.func @step_update(
// SUM-SAME: %[[G:[^ ]*]]: {{[^%-]*}}"accu_grads.w"}, %[[L:[^ ]*]]: {{[^%-]*}}"accu_values.0"}
// SUM: grad.reduce_gradients %[[G]]<"w"> : tensor<3xf32>
// SUM: %[[M:.*]] = grad.scale %[[L]],
// SUM: return %[[M]],

// REMARK: remark: [Passed] accumulated | Category:split-accumulation | Function=step | Bytes=12, State=accu_grads.w
// REMARK: remark: [Passed] accumulated | Category:split-accumulation | Function=step | Bytes=12, State=accu_values.0
func.func @step(%w: tensor<3xf32> {grad.param = "w"}, %v: tensor<3xf32> {grad.state = "momentum.w"}, %x: tensor<3xf32> {grad.batch}, %lr: tensor<f32> {grad.replicated})
    -> (tensor<3xf32>, tensor<3xf32> {grad.metric = "loss"}, tensor<3xf32> {grad.updates = "w"}, tensor<3xf32> {grad.updates = "momentum.w"}) {
  %g = arith.mulf %w, %x : tensor<3xf32>
  %l = arith.negf %g : tensor<3xf32>
  %mean = grad.all_reduce<avg> %l : tensor<3xf32>
  %r = grad.reduce_gradients %g<"w"> : tensor<3xf32>
  %w1, %v1 = grad.momentum %w, %r, %v, %lr : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<f32>
  return %l, %mean, %w1, %v1 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}
//--- types.mlir
// Sums are of type T and dense; what is delivered goes back to the type of the
// gradient for all but optimizers. A frozen parameter has no sum.
// CHECK-LABEL: func.func @step_accumulate(
// CHECK-NOT: frozen
// CHECK-DAG: grad.accumulate %{{.*}}, %{{.*}} : tensor<2xf32>, tensor<2xf16>
// CHECK-DAG: grad.accumulate %{{.*}}, %{{.*}} : tensor<2xf64>, tensor<2xf64>
// CHECK-DAG: grad.accumulate %{{.*}}, %{{.*}} : tensor<2xi32>, tensor<2xi32>
// CHECK-DAG: %[[DENSE:.*]] = grad.to_dense %{{.*}} : !grad.indexed_slices<?xi32, 4x2xf16> -> tensor<4x2xf16>
// CHECK-DAG: grad.accumulate %{{.*}}, %[[DENSE]] : tensor<4x2xf32>, tensor<4x2xf16>
// CHECK-LABEL: func.func @step_update(
// CHECK: %[[R:.*]]:4 = grad.reduce_gradients %{{.*}}<"h">, %{{.*}}<"d">, %{{.*}}<"i">, %{{.*}}<"s"> with<mean = false> : tensor<2xf32>, tensor<2xf64>, tensor<2xi32>, tensor<4x2xf32>
// CHECK: %[[H:.*]] = arith.truncf %[[R]]#0 : tensor<2xf32> to tensor<2xf16>
// CHECK: grad.sgd %{{.*}}, %[[R]]#0, %{{.*}} if %{{.*}} : tensor<2xf16>, tensor<2xf32>, tensor<f32>
// CHECK: %[[S:.*]] = arith.truncf %[[R]]#3 : tensor<4x2xf32> to tensor<4x2xf16>
// CHECK: return %{{.*}}, %[[H]], %[[R]]#1, %[[R]]#2, %[[S]],
!rows = !grad.indexed_slices<?xi32, 4x2xf16>
func.func @step(%h: tensor<2xf16> {grad.batch}, %d: tensor<2xf64> {grad.batch}, %i: tensor<2xi32> {grad.batch}, %s: !rows {grad.batch}, %frozen: tensor<2xf32> {grad.batch}, %w: tensor<2xf16> {grad.param = "h"}, %lr: tensor<f32> {grad.replicated})
    -> (tensor<2xf16> {grad.updates = "h"}, tensor<2xf16>, tensor<2xf64>, tensor<2xi32>, tensor<4x2xf16>) {
  %r:5 = grad.reduce_gradients %h<"h">, %d<"d">, %i<"i">, %s<"s">, %frozen<"frozen"> with<mean = false> : tensor<2xf16>, tensor<2xf64>, tensor<2xi32>, !rows, tensor<2xf32>
  %w1 = grad.sgd %w, %r#0, %lr : tensor<2xf16>, tensor<2xf16>, tensor<f32>
  %dense = grad.to_dense %r#3 : !rows -> tensor<4x2xf16>
  return %w1, %r#0, %r#1, %r#2, %dense : tensor<2xf16>, tensor<2xf16>, tensor<2xf64>, tensor<2xi32>, tensor<4x2xf16>
}
//--- state.mlir
// Running statistics belong to each micro-step, what depends on no batch to the
// update; shared values stand on both sides.
// CHECK-LABEL: func.func @step_accumulate(
// CHECK-SAME: -> (tensor<2xf32> {grad.updates = "mean"}, tensor<2xf32> {grad.updates = "accu_grads.w"}, tensor<2xf32> {grad.updates = "accu_values.0"}, tensor<i32> {grad.updates = "accu_steps"})
// CHECK: arith.mulf %{{.*}}, %cst
// CHECK-LABEL: func.func @step_update(
// CHECK-SAME: %[[W:[^ ]*]]: tensor<2xf32> {grad.param = "w"}, %[[T:[^ ]*]]: tensor<i32> {grad.state = "t"}, %[[ALL:[^ ]*]]: tensor<2xf32> {grad.state = "all"}
// CHECK: %[[PENDING:.*]] = arith.cmpi sgt
// CHECK: %[[DECAY:.*]] = arith.mulf %[[W]],
// CHECK: %[[NEXT:.*]] = arith.addi %[[T]],
// CHECK: %[[R:.*]] = grad.reduce_gradients
// CHECK: %[[NEW:.*]] = arith.subf %[[DECAY]], %[[R]]
// CHECK: %[[XS:.*]] = grad.all_reduce<avg>
// CHECK: %[[STATISTICS:.*]] = arith.addf %{{.*}}, %[[XS]]
// CHECK: grad.select %[[PENDING]], %[[NEW]], %[[W]] : tensor<2xf32>
// CHECK: grad.select %[[PENDING]], %[[NEXT]], %[[T]] : tensor<i32>
// CHECK: grad.select %[[PENDING]], %[[STATISTICS]], %[[ALL]] : tensor<2xf32>
func.func @step(%w: tensor<2xf32> {grad.param = "w"}, %mean: tensor<2xf32> {grad.state = "mean"}, %t: tensor<i32> {grad.state = "t"}, %all: tensor<2xf32> {grad.state = "all"}, %x: tensor<2xf32> {grad.batch})
    -> (tensor<2xf32> {grad.updates = "w"}, tensor<2xf32> {grad.updates = "mean"}, tensor<i32> {grad.updates = "t"}, tensor<2xf32> {grad.updates = "all"}) {
  %half = arith.constant dense<0.5> : tensor<2xf32>
  %one = arith.constant dense<1> : tensor<i32>
  %decay = arith.mulf %w, %half : tensor<2xf32>
  %g = arith.mulf %decay, %x : tensor<2xf32>
  %next = arith.addi %t, %one : tensor<i32>
  %scaled = arith.mulf %mean, %half : tensor<2xf32>
  %sum = arith.addf %scaled, %x : tensor<2xf32>
  %r = grad.reduce_gradients %g<"w"> : tensor<2xf32>
  %w1 = arith.subf %decay, %r : tensor<2xf32>
  %kept = arith.mulf %all, %half : tensor<2xf32>
  %xs = grad.all_reduce<avg> %x : tensor<2xf32>
  %statistics = arith.addf %kept, %xs : tensor<2xf32>
  return %w1, %sum, %next, %statistics : tensor<2xf32>, tensor<2xf32>, tensor<i32>, tensor<2xf32>
}
//--- single.mlir
// On a single machine the step is cut at optimizers and marked gradients.
// CHECK-LABEL: func.func @step_accumulate(
// CHECK: grad.accumulate %{{.*}}, %{{.*}} : tensor<2xf32>, tensor<2xf16>
// CHECK-LABEL: func.func @step_update(
// CHECK-SAME: %[[S:[^ ]*]]: tensor<2xf32> {grad.init = 0.000000e+00 : f32, grad.per_rank, grad.state = "accu_grads.w"}
// CHECK: grad.sgd %{{.*}}, %[[S]], %{{.*}} if
// CHECK: arith.truncf %[[S]] : tensor<2xf32> to tensor<2xf16>
// MEAN-LABEL: func.func @step_update(
// MEAN-SAME: %[[S:[^ ]*]]: tensor<2xf32> {grad.init = 0.000000e+00 : f32, grad.per_rank, grad.state = "accu_grads.w"}
// MEAN: %[[M:.*]] = grad.scale %[[S]], %[[INVERSE:.*]] : tensor<2xf32>, tensor<f32>
// MEAN: grad.sgd %{{.*}}, %[[M]], %{{.*}} if
// MEAN: grad.scale %[[S]], %[[INVERSE]] : tensor<2xf32>, tensor<f32> -> tensor<2xf16>
func.func @step(%w: tensor<2xf16> {grad.param = "w"}, %x: tensor<2xf16> {grad.batch}, %lr: tensor<f32> {grad.replicated})
    -> (tensor<2xf16> {grad.updates = "w"}, tensor<2xf16> {grad.gradient = "w"}) {
  %g = arith.mulf %w, %x : tensor<2xf16>
  %w1 = grad.sgd %w, %g, %lr : tensor<2xf16>, tensor<2xf16>, tensor<f32>
  return %w1, %g : tensor<2xf16>, tensor<2xf16>
}
//--- bare.mlir
// Bare all-reduces become reducers first; a second one of the same name has a
// sum of its own.
// CHECK-LABEL: func.func @step_update(
// CHECK-SAME: %[[A:[^ ]*]]: {{[^%-]*}}"accu_grads.w"}, %[[B:[^ ]*]]: {{[^%-]*}}"accu_grads.w#1"}
// CHECK: grad.reduce_gradients %[[A]]<"w"> accumulated(%[[N:.*]] : tensor<f32>) with<mean = false>
// CHECK: grad.reduce_gradients %[[B]]<"w"> accumulated(%[[N]] : tensor<f32>) with<mean = false>
func.func @step(%x: tensor<2xf32> {grad.batch}, %y: tensor<2xf32> {grad.batch}) -> (tensor<2xf32>, tensor<2xf32>) {
  %a = grad.all_reduce<sum> %x {grad.param = "w"} : tensor<2xf32>
  %b = grad.all_reduce<sum> %y {grad.param = "w"} : tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}
//--- loops.mlir
// A sum over ranks that a loop only adds up moves behind the loop.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %[[X:[^ ]*]]: tensor<4x2xf32>, %[[OLD:[^ ]*]]: tensor<2xf32>)
// CHECK: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : tensor<2xf32>
// CHECK: %[[LOCAL:.*]] = scf.for {{.*}} iter_args(%[[A:.*]] = %[[ZEROS]])
// CHECK-NEXT: %[[PART:.*]] = tensor.extract_slice
// CHECK-NEXT: %[[NEXT:.*]] = arith.addf %[[PART]], %[[A]]
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK: %[[ALL:.*]] = grad.all_reduce<sum> %[[LOCAL]] {grad.param = "w"} : tensor<2xf32>
// CHECK: %[[M:.*]] = grad.scale %[[ALL]],
// CHECK: %[[TOTAL:.*]] = arith.addf %[[OLD]], %[[M]]
// CHECK: return %[[TOTAL]]
func.func @sum(%x: tensor<4x2xf32>, %old: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %half = arith.constant dense<0.5> : tensor<f32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %old) -> tensor<2xf32> {
    %g = tensor.extract_slice %x[%i, 0] [1, 2] [1, 1] : tensor<4x2xf32> to tensor<2xf32>
    %s = grad.all_reduce<sum> %g {grad.param = "w"} : tensor<2xf32>
    %m = grad.scale %s, %half : tensor<2xf32>, tensor<f32>
    %n = arith.addf %m, %a : tensor<2xf32>
    scf.yield %n : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
// Behind both loops, narrow values in the type that is delivered.
// CHECK-LABEL: func.func @nested(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: arith.extf %{{.*}} : tensor<2xf16> to tensor<2xf32>
// CHECK: scf.yield
// CHECK: scf.yield
// CHECK: grad.all_reduce<sum> %{{.*}} : tensor<2xf32>
// CHECK: return
func.func @nested(%x: tensor<2xf16>, %old: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %old) -> tensor<2xf32> {
    %q = scf.for %j = %c0 to %c4 step %c1 iter_args(%b = %a) -> tensor<2xf32> {
      %s = grad.all_reduce<sum> %x : tensor<2xf16> -> tensor<2xf32>
      %n = arith.addf %b, %s : tensor<2xf32>
      scf.yield %n : tensor<2xf32>
    }
    scf.yield %q : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
// CHECK-LABEL: func.func @kept(
// CHECK: scf.for
// CHECK-COUNT-5: grad.all_reduce
// CHECK: scf.yield
// CHECK-NOT: grad.all_reduce
// REMARK: Gradient=twice, Reason="its result has another use than the sum, or none"
// REMARK: Gradient=max, Reason="it is no sum"
// REMARK: Gradient=argument, Reason="what it is added to is no iteration argument, or is used otherwise"
// REMARK: Gradient=inside, Reason="the sum is used inside the loop"
// REMARK: Gradient=product, Reason="its result is not only added to an iteration argument"
func.func @kept(%x: tensor<f32>, %old: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r:5 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %old, %b = %old, %c = %old, %d = %old, %e = %old) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
    %0 = grad.all_reduce<sum> %x {grad.param = "twice"} : tensor<f32>
    %a0 = arith.addf %a, %0 : tensor<f32>
    %a1 = arith.addf %a0, %0 : tensor<f32>
    %1 = grad.all_reduce<max> %x {grad.param = "max"} : tensor<f32>
    %b1 = arith.addf %b, %1 : tensor<f32>
    %2 = grad.all_reduce<sum> %x {grad.param = "argument"} : tensor<f32>
    %c0_ = arith.addf %c, %2 : tensor<f32>
    %c1_ = arith.addf %c0_, %c : tensor<f32>
    %3 = grad.all_reduce<sum> %x {grad.param = "inside"} : tensor<f32>
    %d1 = arith.addf %d, %3 : tensor<f32>
    %4 = grad.all_reduce<sum> %d1 {grad.param = "product"} : tensor<f32>
    %e1 = arith.mulf %e, %4 : tensor<f32>
    scf.yield %a1, %b1, %c1_, %d1, %e1 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
// CHECK-LABEL: func.func @varying(
// CHECK: scf.for
// CHECK: grad.all_reduce
// CHECK: scf.yield
// REMARK: Gradient=bound, Reason="the number of iterations may differ between ranks"
func.func @varying(%n: index, %x: tensor<f32>, %old: tensor<f32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %old) -> tensor<f32> {
    %s = grad.all_reduce<sum> %x {grad.param = "bound"} : tensor<f32>
    %n1 = arith.addf %a, %s : tensor<f32>
    scf.yield %n1 : tensor<f32>
  }
  return %r : tensor<f32>
}
