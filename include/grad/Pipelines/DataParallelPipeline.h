//===- DataParallelPipeline.h - From a step to its data-parallel form -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_PIPELINES_DATAPARALLELPIPELINE_H
#define GRAD_PIPELINES_DATAPARALLELPIPELINE_H

#include "grad/Dialect/Grad/Transforms/FusionPolicy.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::grad {

/// Options of `grad-data-parallel-pipeline`. They are those of the passes
/// `insert-gradient-reducer`, `insert-optimizer`, `insert-loss-scaling`,
/// `split-accumulation`, `shard-optimizer` and `fuse-allreduce`, which explain
/// them.
struct DataParallelPipelineOptions
    : public PassPipelineOptions<DataParallelPipelineOptions> {
  Option<std::string> preset{
      *this, "preset",
      llvm::cl::desc("what is not given: mindspore, singa, ddp or horovod"),
      llvm::cl::init("mindspore")};
  Option<int64_t> worldSize{
      *this, "world-size",
      llvm::cl::desc("number of ranks; 0: known at run time only"),
      llvm::cl::init(0)};

  Option<std::string> match{
      *this, "match",
      llvm::cl::desc("regular expression on the names of bare all-reduces that "
                     "are gradients")};
  Option<std::string> group{
      *this, "group",
      llvm::cl::desc("replica groups of marked gradients, as in [[0, 1]]")};
  ListOption<std::string> layerwiseParallel{
      *this, "layerwise-parallel",
      llvm::cl::desc("names of parameters of which each rank has its own")};
  ListOption<std::string> parameterServer{
      *this, "parameter-server",
      llvm::cl::desc("names of parameters whose gradients a parameter server "
                     "reduces")};
  Option<std::string> mean{
      *this, "mean",
      llvm::cl::desc("whether sums are multiplied by 1/degree: true or false "
                     "(default: true for marked gradients; all-reduces stay "
                     "what they are)")};
  Option<int64_t> degree{*this, "degree",
                         llvm::cl::desc("what a mean divides by; 0: the "
                                        "group's size"),
                         llvm::cl::init(0)};
  Option<std::string> reduceType{
      *this, "reduce-type",
      llvm::cl::desc("type that narrower floats are reduced in: f32, f64 or "
                     "keep")};
  Option<std::string> wire{
      *this, "wire",
      llvm::cl::desc("type that f32 values travel in: f16 or bf16")};
  Option<std::string> scale{
      *this, "scale",
      llvm::cl::desc("where a mean divides: after, before or split")};
  Option<bool> clip{*this, "clip",
                    llvm::cl::desc("clamp to the magnitude of the preset"),
                    llvm::cl::init(false)};
  Option<double> clipValue{
      *this, "clip-value",
      llvm::cl::desc("magnitude that gradients are clamped to before the "
                     "reduction; 0: none"),
      llvm::cl::init(0)};
  Option<double> clipNorm{
      *this, "clip-norm",
      llvm::cl::desc("norm that all gradients together are scaled down to; 0: "
                     "none"),
      llvm::cl::init(0)};
  Option<bool> sparseAsDense{
      *this, "sparse-as-dense",
      llvm::cl::desc("reduce sparse gradients as dense tensors"),
      llvm::cl::init(false)};
  Option<double> denseAbove{
      *this, "dense-above",
      llvm::cl::desc("share of rows above which sparse gradients are reduced "
                     "as dense tensors; -1: not given"),
      llvm::cl::init(-1)};
  Option<int64_t> topK{*this, "top-k",
                       llvm::cl::desc("number of elements of each bucket that "
                                      "are sent; 0: all"),
                       llvm::cl::init(0)};
  Option<double> topKRatio{
      *this, "top-k-ratio",
      llvm::cl::desc("share of the elements of each bucket that is sent; 0: "
                     "all"),
      llvm::cl::init(0)};
  Option<double> threshold{
      *this, "threshold",
      llvm::cl::desc("magnitude from which elements are sent; 0: all"),
      llvm::cl::init(0)};

  Option<bool> residuals{
      *this, "residuals",
      llvm::cl::desc("keep what is not sent as state of the step"),
      llvm::cl::init(false)};

  Option<int64_t> fusionType{
      *this, "fusion-type",
      llvm::cl::desc("fusion id of all gradients; 0: never fused; -1: not "
                     "given"),
      llvm::cl::init(-1)};
  ListOption<int64_t> splitIndices{
      *this, "split-indices",
      llvm::cl::desc("numbers of gradients counted from the first at which "
                     "buckets end")};
  Option<int64_t> thresholdBytes{
      *this, "threshold-bytes",
      llvm::cl::desc("threshold of a bucket in bytes; 0: no fusion but by "
                     "ids; -1: not given"),
      llvm::cl::init(-1)};
  Option<int64_t> thresholdElements{
      *this, "threshold-elements",
      llvm::cl::desc("threshold of a bucket in elements; 0: no fusion but by "
                     "ids; -1: not given"),
      llvm::cl::init(-1)};
  Option<int64_t> firstBucketBytes{
      *this, "first-bucket-bytes",
      llvm::cl::desc("with the rule of ddp, the threshold of each key's first "
                     "bucket in bytes; -1: not given"),
      llvm::cl::init(-1)};
  Option<int64_t> maxOperands{
      *this, "max-operands",
      llvm::cl::desc("most members of a bucket; 0: no limit"),
      llvm::cl::init(0)};
  Option<bool> acrossTypes{
      *this, "across-types",
      llvm::cl::desc("let one bucket hold several element types"),
      llvm::cl::init(false)};
  Option<bool> printPlan{
      *this, "print-plan",
      llvm::cl::desc("write the buckets as a table to stderr"),
      llvm::cl::init(false)};

  Option<std::string> optimizer{
      *this, "optimizer",
      llvm::cl::desc("update the parameters: sgd, momentum, adam or adamw")};
  Option<double> learningRate{
      *this, "learning-rate",
      llvm::cl::desc("what the optimizer's learning rate starts from"),
      llvm::cl::init(0.01)};
  Option<double> momentum{*this, "momentum",
                          llvm::cl::desc("of momentum; -1: 0.9"),
                          llvm::cl::init(-1)};
  Option<bool> nesterov{*this, "nesterov",
                        llvm::cl::desc("of momentum: look ahead by one step"),
                        llvm::cl::init(false)};
  Option<double> beta1{*this, "beta1",
                       llvm::cl::desc("of adam and adamw; -1: 0.9"),
                       llvm::cl::init(-1)};
  Option<double> beta2{*this, "beta2",
                       llvm::cl::desc("of adam and adamw; -1: 0.999"),
                       llvm::cl::init(-1)};
  Option<double> epsilon{*this, "epsilon",
                         llvm::cl::desc("of adam and adamw; -1: 1e-8"),
                         llvm::cl::init(-1)};
  Option<double> weightDecay{
      *this, "weight-decay",
      llvm::cl::desc("of the optimizer; -1: 0.01 for adamw, 0 for the rest"),
      llvm::cl::init(-1)};
  Option<bool> keepGradients{
      *this, "keep-gradients",
      llvm::cl::desc("keep the gradients as results beside the optimizer"),
      llvm::cl::init(false)};
  Option<bool> shardOptimizer{
      *this, "shard-optimizer",
      llvm::cl::desc("have each rank update one part of each parameter; needs "
                     "world-size"),
      llvm::cl::init(false)};

  Option<std::string> lossScalePreset{
      *this, "loss-scale-preset",
      llvm::cl::desc("scale the loss: mindspore, pytorch, megatron or fixed")};
  Option<double> initScale{
      *this, "init-scale",
      llvm::cl::desc("what the loss scale starts from; -1: the preset's"),
      llvm::cl::init(-1)};
  Option<double> growthFactor{
      *this, "growth-factor",
      llvm::cl::desc("what it is multiplied by to grow; -1: the preset's"),
      llvm::cl::init(-1)};
  Option<double> backoffFactor{
      *this, "backoff-factor",
      llvm::cl::desc(
          "what it is multiplied by after an overflow; -1: the preset's"),
      llvm::cl::init(-1)};
  Option<int64_t> growthInterval{
      *this, "growth-interval",
      llvm::cl::desc("steps without overflow after which it grows; -1: the "
                     "preset's"),
      llvm::cl::init(-1)};
  Option<int64_t> hysteresis{
      *this, "hysteresis",
      llvm::cl::desc("overflows since it grew that make it smaller; -1: the "
                     "preset's"),
      llvm::cl::init(-1)};
  Option<double> minScale{
      *this, "min-scale",
      llvm::cl::desc("what it is at least; -1: the preset's"),
      llvm::cl::init(-1)};

  Option<int64_t> steps{*this, "steps",
                        llvm::cl::desc("micro-steps of a window of gradient "
                                       "accumulation"),
                        llvm::cl::init(1)};
  Option<std::string> update{
      *this, "update",
      llvm::cl::desc("where the last micro-step is: after (before the update) "
                     "or last-micro-step (inside)"),
      llvm::cl::init("after")};
  Option<std::string> clear{
      *this, "clear",
      llvm::cl::desc("who sets accumulators to zero: in-update, or separate"),
      llvm::cl::init("in-update")};
  Option<std::string> loss{
      *this, "loss",
      llvm::cl::desc(
          "what becomes of results of a micro-step: each, or window-mean"),
      llvm::cl::init("each")};
  Option<bool> average{
      *this, "average",
      llvm::cl::desc("divide gradients by the number of micro-steps"),
      llvm::cl::init(true)};

  Option<bool> simplify{
      *this, "simplify",
      llvm::cl::desc("run simplify-collectives before fusion"),
      llvm::cl::init(false)};
};

/// Marked gradients and bare all-reduces to reducers.
void buildReducerStage(OpPassManager &pm,
                       const DataParallelPipelineOptions &options);

/// As far as asked for: optimizer, loss scale, micro-steps, sharding.
void buildTrainingStage(OpPassManager &pm,
                        const DataParallelPipelineOptions &options);

/// Reducers to collectives and arithmetic, checked.
void buildExpansionStage(OpPassManager &pm,
                         const DataParallelPipelineOptions &options);

/// Few large collectives, checked.
void buildFusionStage(OpPassManager &pm,
                      const DataParallelPipelineOptions &options);

/// The stages in order. StableHLO steps are read first and written back last.
void buildDataParallelPipeline(OpPassManager &pm,
                               const DataParallelPipelineOptions &options);

/// Registers `grad-data-parallel-pipeline`.
void registerDataParallelPipeline();

} // namespace mlir::grad

#endif // GRAD_PIPELINES_DATAPARALLELPIPELINE_H
