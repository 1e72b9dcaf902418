//===- InsertGradientReducer.cpp - Reducers for a training step -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientReducers.h"
#include "grad/Dialect/Grad/IR/GradArgumentAttrs.h"
#include "grad/Dialect/Grad/Transforms/Passes.h"
#include "grad/Dialect/Grad/Transforms/ReducerPresets.h"
#include "grad/Dialect/Grad/Transforms/WorldSize.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::grad {
#define GEN_PASS_DEF_INSERTGRADIENTREDUCER
#include "grad/Dialect/Grad/Transforms/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

/// Reads an option that names a case of an enumeration; empty: not given.
template <typename EnumT>
static LogicalResult readEnum(StringRef option, StringRef text,
                              StringRef choices, std::optional<EnumT> &value,
                              function_ref<InFlightDiagnostic()> emitError) {
  if (text.empty())
    return success();
  value = symbolizeEnum<EnumT>(text);
  if (value)
    return success();
  return emitError() << option << ": expected " << choices << ", got '" << text
                     << "'";
}

namespace {
struct InsertGradientReducer
    : public grad::impl::InsertGradientReducerBase<InsertGradientReducer> {
  using InsertGradientReducerBase::InsertGradientReducerBase;

  LogicalResult initialize(MLIRContext *context) override {
    auto emitError = [&] {
      return mlir::emitError(UnknownLoc::get(context),
                             "insert-gradient-reducer: ");
    };
    if (failed(verifyWorldSizeOption(worldSize, [&](const Twine &message) {
          return emitError() << message;
        })))
      return failure();
    if (residuals && (topK == 0 && topKRatio == 0 && threshold == 0))
      return emitError() << "residuals: nothing is kept back without top-k, "
                            "top-k-ratio or threshold";
    if (residuals && gradients != "marked")
      return emitError() << "residuals: needs gradients=marked";
    if (gradients != "marked" && gradients != "all-reduces")
      return emitError()
             << "gradients: expected 'marked' or 'all-reduces', got '"
             << gradients << "'";
    request = ReducerRequest();
    request.worldSize = worldSize;
    llvm::append_range(request.layerwiseParallel, layerwiseParallel);
    llvm::append_range(request.parameterServer, parameterServer);
    return failure(
        failed(readPreset(emitError)) || failed(readOptions(emitError)) ||
        failed(readMatch(emitError)) || failed(readGroup(context, emitError)) ||
        failed(verifyPlaces(emitError)) ||
        !request.options.getChecked(emitError, context));
  }

  void runOnOperation() override {
    if (gradients == "all-reduces") {
      request.worldSize = getKnownWorldSize(getOperation(), worldSize);
      if (failed(replaceAllReduces(getOperation(), request)))
        signalPassFailure();
      return;
    }
    SmallVector<FunctionOpInterface> functions;
    getOperation()->walk(
        [&](FunctionOpInterface op) { functions.push_back(op); });
    if (failed(verifyNames()))
      return signalPassFailure();
    for (FunctionOpInterface function : functions)
      if (failed(insertReducerOverMarked(function, request)))
        return signalPassFailure();
    markVaryingState(getOperation());
    if (!residuals)
      return;
    SymbolTableCollection tables;
    SymbolUserMap users(tables, getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal() || !users.useEmpty(function))
        continue;
      if (failed(addResidualState(function)))
        return signalPassFailure();
    }
  }

private:
  using ErrorEmitter = function_ref<InFlightDiagnostic()>;

  /// Fills in what the preset says, where nothing else was given.
  LogicalResult readPreset(ErrorEmitter emitError) {
    const ReducerPreset *found = findReducerPreset(preset);
    if (!found)
      return emitError() << "preset: expected one of "
                         << getReducerPresetNames() << ", got '" << preset
                         << "'";
    ReducerOptions &options = request.options;
    if (reduceType.empty() && wire.empty()) {
      options.reduceType = found->reduceType;
      options.wire = found->wire;
      // The default of the attribute is left out of it.
      if (options.reduceType == ReduceType::F32)
        options.reduceType.reset();
    }
    bool isSplit = wire == "f16" || options.wire == WireType::F16;
    if (scale.empty() &&
        found->scale != (isSplit ? ScaleMode::Split : ScaleMode::After))
      options.scale = found->scale;
    if (!clip)
      return success();
    if (clipValue != 0)
      return emitError() << "clip: cannot stand together with clip-value="
                         << clipValue.getValue() << "; use one of them";
    if (!found->clipValue)
      return emitError() << "clip: the preset '" << preset
                         << "' has no magnitude; give one with clip-value";
    options.clipValue = found->clipValue;
    return success();
  }

  LogicalResult readOptions(ErrorEmitter emitError) {
    ReducerOptions &options = request.options;
    if (!mean.empty() && mean != "true" && mean != "false")
      return emitError() << "mean: expected 'true' or 'false', got '" << mean
                         << "'";
    request.hasMean = !mean.empty();
    request.hasScale = !scale.empty();
    options.mean = mean != "false";
    if (!options.mean && !request.hasScale)
      options.scale.reset();
    if (degree != 0)
      options.degree = degree;
    if (fusionType != -1)
      options.fusionType = fusionType;
    if (!splitIndices.empty())
      options.splitIndices.emplace(splitIndices.begin(), splitIndices.end());
    if (clipValue != 0)
      options.clipValue = clipValue;
    if (clipNorm != 0)
      options.clipNorm = clipNorm;
    options.sparseAsDense = sparseAsDense;
    if (denseAbove != -1)
      options.denseAbove = denseAbove;
    if (topK != 0)
      options.topK = topK;
    if (topKRatio != 0)
      options.topKRatio = topKRatio;
    if (threshold != 0)
      options.threshold = threshold;
    return failure(
        failed(readEnum("reduce-type", reduceType, "'f32', 'f64' or 'keep'",
                        options.reduceType, emitError)) ||
        failed(readEnum("wire", wire, "'f16' or 'bf16'", options.wire,
                        emitError)) ||
        failed(readEnum("scale", scale, "'after', 'before' or 'split'",
                        options.scale, emitError)));
  }

  LogicalResult readMatch(ErrorEmitter emitError) {
    if (match.empty())
      return success();
    if (gradients != "all-reduces")
      return emitError() << "match: needs gradients=all-reduces";
    regex = std::make_shared<llvm::Regex>(match);
    std::string error;
    if (!regex->isValid(error))
      return emitError() << "match: '" << match
                         << "' is no regular expression: " << error;
    request.match = regex.get();
    return success();
  }

  LogicalResult readGroup(MLIRContext *context, ErrorEmitter emitError) {
    if (group.empty())
      return success();
    if (gradients == "all-reduces")
      return emitError() << "group: all-reduces have their own groups; needs "
                            "gradients=marked";
    Attribute attr =
        parseAttribute("#grad.group<" + group.getValue() + ">", context);
    request.group = dyn_cast_or_null<GroupAttr>(attr);
    if (request.group)
      return success();
    return emitError() << "group: expected replica groups as in [[0, 1], [2, "
                          "3]], got '"
                       << group << "'";
  }

  using NameOption = std::pair<StringRef, ArrayRef<std::string>>;

  /// The options that name gradients.
  std::array<NameOption, 2> getNameOptions() {
    return {NameOption("layerwise-parallel", request.layerwiseParallel),
            NameOption("parameter-server", request.parameterServer)};
  }

  LogicalResult verifyPlaces(ErrorEmitter emitError) {
    for (auto [option, names] : getNameOptions())
      if (gradients == "all-reduces" && !names.empty())
        return emitError() << option
                           << ": all-reduces are reduced by all ranks; needs "
                              "gradients=marked";
    return success();
  }

  /// A name that is misspelt would change how a gradient is reduced.
  LogicalResult verifyNames() {
    if (layerwiseParallel.empty() && parameterServer.empty())
      return success();
    llvm::StringSet<> known;
    auto add = [&](StringAttr name) {
      if (name)
        known.insert(name);
    };
    getOperation()->walk([&](Operation *op) {
      add(op->getAttrOfType<StringAttr>(kGradientAttrName));
      if (auto reducer = dyn_cast<ReduceGradientsOp>(op))
        for (unsigned i = 0, e = reducer.getInfos().size(); i != e; ++i)
          add(reducer.getInfo(i).getName());
      auto function = dyn_cast<FunctionOpInterface>(op);
      for (unsigned i = 0, e = function ? function.getNumResults() : 0; i != e;
           ++i)
        add(function.getResultAttrOfType<StringAttr>(i, kGradientAttrName));
    });
    for (auto [option, names] : getNameOptions())
      for (StringRef name : names)
        if (!known.contains(name))
          return getOperation()->emitError()
                 << option << ": no gradient is named '" << name << "'";
    return success();
  }

  ReducerRequest request;
  std::shared_ptr<llvm::Regex> regex;
};
} // namespace
