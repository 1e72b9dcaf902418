// RUN: split-file %s %t
// RUN: grad-opt %t/step.mlir --grad-data-parallel-pipeline | FileCheck %s --check-prefix=F32
// RUN: grad-opt %t/step.mlir --grad-data-parallel-pipeline="preset=singa clip" | FileCheck %s --check-prefix=SINGA
// RUN: grad-opt %t/step.mlir --grad-data-parallel-pipeline="preset=ddp" | FileCheck %s --check-prefix=DDP
// RUN: grad-opt %t/step.mlir --grad-data-parallel-pipeline="preset=horovod" | FileCheck %s --check-prefix=HOROVOD
// RUN: grad-opt %t/step.mlir --grad-data-parallel-pipeline="clip-norm=1" | FileCheck %s --check-prefix=NORM
// RUN: grad-opt %t/step.mlir --grad-data-parallel-pipeline="mean=false" | FileCheck %s --check-prefix=SUM
// RUN: grad-opt %t/step.mlir --grad-data-parallel-pipeline="match=none" --remarks-filter=insert-gradient-reducer 2>&1 | FileCheck %s --check-prefix=NO-MATCH
// RUN: not grad-opt %t/step.mlir --grad-data-parallel-pipeline="top-k=2" 2>&1 | FileCheck %s --check-prefix=TOP-K
// RUN: not grad-opt %t/bf16.mlir --grad-data-parallel-pipeline="preset=singa" 2>&1 | FileCheck %s --check-prefix=OTHER-TYPE
// RUN: not grad-opt %t/groups.mlir --grad-data-parallel-pipeline="clip-norm=1" 2>&1 | FileCheck %s --check-prefix=TWO-GROUPS
// RUN: grad-opt %t/groups.mlir --grad-data-parallel-pipeline="scale=before" | FileCheck %s --check-prefix=GROUPS
// RUN: grad-opt %t/replicas.mlir --grad-data-parallel-pipeline="wire=bf16" | FileCheck %s --check-prefix=REPLICAS

// Steps with bare all-reduces, written back as StableHLO. What the values are
// is checked in xla-pipeline.test.

// The division becomes part of the mean: one product in f32, before the cast
// back. Nothing is left of it, and nothing of ours.
// F32-LABEL: func.func public @main
// F32-NOT: stablehlo.constant
// F32: %[[WIDE:.*]] = "stablehlo.convert"(%[[G:.*]]) : (tensor<4xf16>) -> tensor<4xf32>
// F32: %[[TOTAL:.*]] = "stablehlo.all_reduce"(%[[WIDE]])
// F32: (tensor<4xf32>) -> tensor<4xf32>
// F32: "stablehlo.constant"() <{value = dense<2.500000e-01> : tensor<f32>}>
// F32: %[[MEAN:.*]] = "stablehlo.multiply"(%[[TOTAL]],
// F32: %[[NARROW:.*]] = "stablehlo.convert"(%[[MEAN]]) : (tensor<4xf32>) -> tensor<4xf16>
// F32-NOT: stablehlo
// F32-NOT: {{(arith|grad|math|tensor)\.[a-z_]+ }}
// F32: "sdy.return"(%[[NARROW]])

// SINGA: "stablehlo.constant"() <{value = dense<1.000000e+02> : tensor<f32>}>
// SINGA: %[[HIGH:.*]] = "stablehlo.broadcast_in_dim"({{.*}}: (tensor<f16>) -> tensor<4xf16>
// SINGA: %[[LOW:.*]] = "stablehlo.negate"(%[[HIGH]])
// SINGA: %[[MOST:.*]] = "stablehlo.minimum"(%{{.*}}, %[[HIGH]])
// SINGA: %[[CLIPPED:.*]] = "stablehlo.maximum"(%[[MOST]], %[[LOW]])
// SINGA: "stablehlo.all_reduce"(%[[CLIPPED]])
// SINGA: (tensor<4xf16>) -> tensor<4xf16>
// SINGA: "stablehlo.multiply"
// SINGA-SAME: (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>

// DDP: "stablehlo.multiply"
// DDP: %[[SENT:.*]] = "stablehlo.convert"(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf16>
// DDP: %[[TOTAL:.*]] = "stablehlo.all_reduce"(%[[SENT]])
// DDP-NOT: stablehlo.multiply
// DDP: "sdy.return"(%[[TOTAL]])

// HOROVOD: "stablehlo.all_reduce"(%[[G:arg[0-9]+]]
// HOROVOD: (tensor<4xf16>) -> tensor<4xf16>
// HOROVOD: "stablehlo.multiply"

// NORM: "stablehlo.all_reduce"
// NORM: %[[MEAN:.*]] = "stablehlo.multiply"
// NORM: "stablehlo.reduce"
// NORM: %[[ROOT:.*]] = "stablehlo.sqrt"(%{{.*}}) : (tensor<f64>) -> tensor<f64>
// NORM: "stablehlo.maximum"(%[[ROOT]]
// NORM: "stablehlo.divide"
// NORM: "stablehlo.multiply"(%[[MEAN]]

// With mean=false the division is not the reducer's: the sum goes back to f16.
// SUM: "stablehlo.all_reduce"
// SUM: (tensor<4xf32>) -> tensor<4xf32>
// SUM: %[[TOTAL:.*]] = "stablehlo.convert"(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf16>
// SUM: "stablehlo.divide"(%[[TOTAL]]

// NO-MATCH: left {{.*}}Reason="its name does not match"
// NO-MATCH: "stablehlo.all_reduce"
// NO-MATCH: (tensor<4xf16>) -> tensor<4xf16>
// NO-MATCH: "stablehlo.divide"

// TOP-K: comes from StableHLO, which cannot express 'top-k', 'top-k-ratio' and 'threshold'; leave them out
// TOP-K-NOT: error:
// OTHER-TYPE: error: 'grad.reduce_gradients' op GR-RG-7: gradient {{.*}}expected f32 or f16 for 'wire = f16', got 'bf16'
// TWO-GROUPS: error: {{.*}} cannot share a norm: their groups or their means differ; choose gradients with 'match'

// The mean is over the ranks of a group.
// GROUPS: dense<5.000000e-01>
// GROUPS: "stablehlo.all_reduce"
// GROUPS-SAME: replica_groups = dense<{{\[}}[0, 1], [2, 3]]>
// GROUPS: dense<2.500000e-01>
// GROUPS: "stablehlo.all_reduce"
// GROUPS-SAME: replica_groups = dense<{{\[}}[0, 1, 2, 3]]>
// GROUPS-NOT: stablehlo.divide

// Code for replicas takes a bucket as it is.
// REPLICAS: "stablehlo.all_reduce"(%{{.*}}, %{{.*}}) <
// REPLICAS: (tensor<4xbf16>, tensor<2x3xbf16>) -> (tensor<4xbf16>, tensor<2x3xbf16>)
// REPLICAS-NOT: stablehlo.divide

//--- step.mlir
module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  "sdy.mesh"() <{mesh = #sdy.mesh<["data"=4]>, sym_name = "mesh"}> : () -> ()
  func.func public @main(%x: tensor<16xf16>) -> tensor<16xf16> {
    %0 = "sdy.manual_computation"(%x) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"data"}]>]>, manual_axes = #sdy<manual_axes{"data"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"data"}]>]>}> ({
    ^bb0(%a: tensor<4xf16>):
      %sum = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%p: tensor<f16>, %q: tensor<f16>):
        %s = "stablehlo.add"(%p, %q) : (tensor<f16>, tensor<f16>) -> tensor<f16>
        "stablehlo.return"(%s) : (tensor<f16>) -> ()
      }) : (tensor<4xf16>) -> tensor<4xf16>
      %ranks = "stablehlo.constant"() <{value = dense<4.0> : tensor<f16>}> : () -> tensor<f16>
      %many = "stablehlo.broadcast_in_dim"(%ranks) <{broadcast_dimensions = array<i64>}> : (tensor<f16>) -> tensor<4xf16>
      %mean = "stablehlo.divide"(%sum, %many) : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
      "sdy.return"(%mean) : (tensor<4xf16>) -> ()
    }) : (tensor<16xf16>) -> tensor<16xf16>
    return %0 : tensor<16xf16>
  }
}

//--- bf16.mlir
module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {
  func.func public @main(%x: tensor<4xbf16>) -> tensor<4xbf16> {
    %sum = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
      %s = "stablehlo.add"(%p, %q) : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
      "stablehlo.return"(%s) : (tensor<bf16>) -> ()
    }) : (tensor<4xbf16>) -> tensor<4xbf16>
    return %sum : tensor<4xbf16>
  }
}

//--- groups.mlir
module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 4 : i32} {
  func.func public @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %a = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = "stablehlo.add"(%p, %q) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %two = "stablehlo.constant"() <{value = dense<2.0> : tensor<4xf32>}> : () -> tensor<4xf32>
    %c = "stablehlo.divide"(%a, %two) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %b = "stablehlo.all_reduce"(%y) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = "stablehlo.add"(%p, %q) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %quarter = "stablehlo.constant"() <{value = dense<0.25> : tensor<4xf32>}> : () -> tensor<4xf32>
    %d = "stablehlo.multiply"(%b, %quarter) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %c, %d : tensor<4xf32>, tensor<4xf32>
  }
}

//--- replicas.mlir
module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {
  func.func public @main(%x: tensor<4xf32>, %y: tensor<2x3xf32>) -> (tensor<4xf32>, tensor<2x3xf32>) {
    %a = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = "stablehlo.add"(%p, %q) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %two = "stablehlo.constant"() <{value = dense<2.0> : tensor<4xf32>}> : () -> tensor<4xf32>
    %c = "stablehlo.divide"(%a, %two) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %b = "stablehlo.all_reduce"(%y) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = "stablehlo.add"(%p, %q) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %twos = "stablehlo.constant"() <{value = dense<2.0> : tensor<2x3xf32>}> : () -> tensor<2x3xf32>
    %d = "stablehlo.divide"(%b, %twos) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return %c, %d : tensor<4xf32>, tensor<2x3xf32>
  }
}
