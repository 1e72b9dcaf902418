//===- DataParallelPipeline.cpp - From a step to its data-parallel form -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Pipelines/DataParallelPipeline.h"
#include "grad/Conversion/Passes.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "grad/Dialect/Grad/Transforms/ReducerPresets.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::grad;

/// The bucket of XLA and of `fuse-allreduce`, which also holds for gradients
/// whose fusion id is only the reducer's default.
static constexpr int64_t kDefaultBytes = 26214400;

static InsertGradientReducerOptions
getReducerOptions(const DataParallelPipelineOptions &options) {
  InsertGradientReducerOptions reducer;
  reducer.worldSize = options.worldSize;
  reducer.preset = options.preset;
  reducer.mean = options.mean;
  reducer.degree = options.degree;
  reducer.fusionType = options.fusionType;
  // No fusion by size is none, unless ids ask for it.
  bool hasNoSize =
      options.thresholdBytes == 0 || options.thresholdElements == 0;
  if (hasNoSize && options.splitIndices.empty() && options.fusionType == -1)
    reducer.fusionType = 0;
  reducer.splitIndices.assign(options.splitIndices.begin(),
                              options.splitIndices.end());
  reducer.reduceType = options.reduceType;
  reducer.wire = options.wire;
  reducer.scale = options.scale;
  reducer.clip = options.clip;
  reducer.clipValue = options.clipValue;
  reducer.clipNorm = options.clipNorm;
  reducer.sparseAsDense = options.sparseAsDense;
  reducer.denseAbove = options.denseAbove;
  reducer.topK = options.topK;
  reducer.topKRatio = options.topKRatio;
  reducer.threshold = options.threshold;
  return reducer;
}

void grad::buildReducerStage(OpPassManager &pm,
                             const DataParallelPipelineOptions &options) {
  InsertGradientReducerOptions marked = getReducerOptions(options);
  marked.residuals = options.residuals;
  marked.group = options.group;
  marked.layerwiseParallel.assign(options.layerwiseParallel.begin(),
                                  options.layerwiseParallel.end());
  marked.parameterServer.assign(options.parameterServer.begin(),
                                options.parameterServer.end());
  InsertGradientReducerOptions bare = getReducerOptions(options);
  bare.gradients = "all-reduces";
  bare.match = options.match;
  // Bare ones first: what the other makes is none.
  pm.addPass(createInsertGradientReducer(bare));
  pm.addPass(createInsertGradientReducer(marked));
}

static InsertOptimizerOptions
getOptimizerOptions(const DataParallelPipelineOptions &options) {
  InsertOptimizerOptions optimizer;
  optimizer.optimizer = options.optimizer;
  optimizer.learningRate = options.learningRate;
  optimizer.momentum = options.momentum;
  optimizer.nesterov = options.nesterov;
  optimizer.beta1 = options.beta1;
  optimizer.beta2 = options.beta2;
  optimizer.epsilon = options.epsilon;
  optimizer.weightDecay = options.weightDecay;
  optimizer.keepGradients = options.keepGradients;
  return optimizer;
}

static InsertLossScalingOptions
getLossScalingOptions(const DataParallelPipelineOptions &options) {
  InsertLossScalingOptions scaling;
  scaling.preset = options.lossScalePreset;
  scaling.initScale = options.initScale;
  scaling.growthFactor = options.growthFactor;
  scaling.backoffFactor = options.backoffFactor;
  scaling.growthInterval = options.growthInterval;
  scaling.hysteresis = options.hysteresis;
  scaling.minScale = options.minScale;
  return scaling;
}

void grad::buildTrainingStage(OpPassManager &pm,
                              const DataParallelPipelineOptions &options) {
  if (!options.optimizer.empty())
    pm.addPass(createInsertOptimizer(getOptimizerOptions(options)));
  if (!options.lossScalePreset.empty())
    pm.addPass(createInsertLossScaling(getLossScalingOptions(options)));
  if (options.steps != 1) {
    SplitAccumulationOptions split;
    split.steps = options.steps;
    split.update = options.update;
    split.clear = options.clear;
    split.loss = options.loss;
    split.average = options.average;
    pm.addPass(createSplitAccumulation(split));
  }
  if (options.shardOptimizer) {
    ShardOptimizerOptions shard;
    shard.worldSize = options.worldSize;
    pm.addPass(createShardOptimizer(shard));
  }
}

void grad::buildExpansionStage(OpPassManager &pm,
                               const DataParallelPipelineOptions &options) {
  ExpandGradientReducersOptions expand;
  expand.worldSize = options.worldSize;
  pm.addPass(createExpandGradientReducers(expand));
  pm.addPass(createVerifyGradientScale());
}

static FuseAllReduceOptions
getFusionOptions(const DataParallelPipelineOptions &options) {
  FuseAllReduceOptions fusion;
  fusion.thresholdBytes = options.thresholdBytes;
  fusion.thresholdElements = options.thresholdElements;
  fusion.firstBucketBytes = options.firstBucketBytes;
  fusion.maxOperands = options.maxOperands;
  fusion.acrossTypes = options.acrossTypes;
  fusion.printPlan = options.printPlan;
  // What shard-optimizer puts in their place.
  if (options.shardOptimizer)
    fusion.collectives = {"all-reduce", "all-gather", "reduce-scatter"};
  // Where the gradients' ids are the buckets, no size is asked for.
  if (options.fusionType != -1 || !options.splitIndices.empty())
    return fusion;
  const ReducerPreset *preset = findReducerPreset(options.preset);
  if (preset)
    fusion.rule = preset->rule;
  bool hasSize =
      options.thresholdBytes != -1 || options.thresholdElements != -1;
  if (preset && !hasSize && fusion.rule == BucketRule::AtMost)
    fusion.thresholdBytes = preset->thresholdBytes.value_or(kDefaultBytes);
  return fusion;
}

void grad::buildFusionStage(OpPassManager &pm,
                            const DataParallelPipelineOptions &options) {
  if (options.simplify) {
    SimplifyCollectivesOptions simplify;
    simplify.worldSize = options.worldSize;
    pm.addPass(createSimplifyCollectives(simplify));
  }
  pm.addPass(createFuseAllReduce(getFusionOptions(options)));
  VerifyCollectivesOptions verify;
  verify.worldSize = options.worldSize;
  pm.addPass(createVerifyCollectives(verify));
}

void grad::buildDataParallelPipeline(
    OpPassManager &pm, const DataParallelPipelineOptions &options) {
  pm.addPass(createConvertStableHLOToGrad());
  buildReducerStage(pm, options);
  buildTrainingStage(pm, options);
  buildExpansionStage(pm, options);
  buildFusionStage(pm, options);
  ConvertGradToStableHLOOptions back;
  back.onlyStableHLO = true;
  pm.addPass(createConvertGradToStableHLO(back));
}

void grad::registerDataParallelPipeline() {
  PassPipelineRegistration<DataParallelPipelineOptions>(
      "grad-data-parallel-pipeline",
      "Make a data-parallel training step: reduction of gradients, optimizer, "
      "loss scale, accumulation, buckets",
      buildDataParallelPipeline);
}
