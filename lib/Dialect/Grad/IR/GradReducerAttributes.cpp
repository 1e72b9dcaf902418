//===- GradReducerAttributes.cpp - What a reducer does -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradAttributes.h"
#include "grad/Dialect/Grad/IR/GradDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::grad;

//===----------------------------------------------------------------------===//
// GradientInfoAttr
//===----------------------------------------------------------------------===//

LogicalResult
GradientInfoAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                         StringAttr name, bool layerwiseParallel,
                         bool parameterServer, int64_t sharded) {
  if (!name || name.empty())
    return emitError() << "GR-GI-1: expected a name that is not empty";
  if (layerwiseParallel + parameterServer + (sharded != 0) > 1)
    return emitError() << "GR-GI-2: expected at most one of "
                          "'layerwise_parallel', 'parameter_server' and "
                          "'sharded'";
  if (sharded < 0)
    return emitError() << "GR-GI-3: expected 'sharded' not to be negative, got "
                       << sharded;
  return success();
}

Attribute GradientInfoAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  bool layerwiseParallel = false, parameterServer = false;
  int64_t sharded = 0;
  if (parser.parseLess() || parser.parseString(&name))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    StringRef keyword;
    SMLoc keywordLoc = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword))
      return {};
    if (keyword == "sharded" && sharded == 0) {
      if (parser.parseEqual() || parser.parseInteger(sharded))
        return {};
      continue;
    }
    bool *flag = keyword == "layerwise_parallel" ? &layerwiseParallel
                 : keyword == "parameter_server" ? &parameterServer
                                                 : nullptr;
    if (!flag || *flag) {
      parser.emitError(keywordLoc, "expected 'layerwise_parallel', "
                                   "'parameter_server' or 'sharded', once, "
                                   "got '")
          << keyword << "'";
      return {};
    }
    *flag = true;
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<GradientInfoAttr>(
      loc, parser.getContext(), parser.getBuilder().getStringAttr(name),
      layerwiseParallel, parameterServer, sharded);
}

void GradientInfoAttr::print(AsmPrinter &printer) const {
  printer << '<' << getName();
  if (getLayerwiseParallel())
    printer << ", layerwise_parallel";
  if (getParameterServer())
    printer << ", parameter_server";
  if (getSharded() != 0)
    printer << ", sharded = " << getSharded();
  printer << '>';
}

//===----------------------------------------------------------------------===//
// ReducerOptionsAttr
//===----------------------------------------------------------------------===//

ReducerOptionsAttr ReducerOptionsAttr::getDefault(MLIRContext *context) {
  return ReducerOptions().get(context);
}

ScaleMode ReducerOptionsAttr::getScaleMode() const {
  if (getScale())
    return *getScale();
  return getWire() == WireType::F16 ? ScaleMode::Split : ScaleMode::After;
}

/// Checks a number that is null or finite and above 0.
static LogicalResult
verifyPositive(function_ref<InFlightDiagnostic()> emitError, StringRef id,
               StringRef name, FloatAttr number) {
  if (!number ||
      (number.getValue().isFinite() && number.getValueAsDouble() > 0))
    return success();
  return emitError() << id << ": expected '" << name
                     << "' to be finite and above 0, got "
                     << number.getValueAsDouble();
}

/// Checks GR-RO-3.
static LogicalResult
verifySplitIndices(function_ref<InFlightDiagnostic()> emitError,
                   DenseI64ArrayAttr indices, bool hasFusionType) {
  if (!indices)
    return success();
  if (hasFusionType)
    return emitError() << "GR-RO-3: expected 'split_indices' to stand without "
                          "'fusion_type'";
  int64_t last = 0;
  for (int64_t index : indices.asArrayRef()) {
    if (index <= last)
      return emitError() << "GR-RO-3: expected 'split_indices' to be above 0 "
                            "and to ascend, got "
                         << index << " after " << last;
    last = index;
  }
  if (indices.empty())
    return emitError() << "GR-RO-3: expected 'split_indices' not to be empty";
  return success();
}

/// Checks GR-RO-7.
static LogicalResult
verifySparsification(function_ref<InFlightDiagnostic()> emitError,
                     IntegerAttr topK, FloatAttr topKRatio,
                     FloatAttr threshold) {
  if ((topK && topKRatio) || (topK && threshold) || (topKRatio && threshold))
    return emitError() << "GR-RO-7: expected at most one of 'top_k', "
                          "'top_k_ratio' and 'threshold'";
  if (topK && topK.getInt() <= 0)
    return emitError() << "GR-RO-7: expected 'top_k' to be above 0, got "
                       << topK.getInt();
  if (topKRatio &&
      !(topKRatio.getValueAsDouble() > 0 && topKRatio.getValueAsDouble() <= 1))
    return emitError() << "GR-RO-7: expected 'top_k_ratio' to be above 0 and "
                          "at most 1, got "
                       << topKRatio.getValueAsDouble();
  return verifyPositive(emitError, "GR-RO-7", "threshold", threshold);
}

LogicalResult ReducerOptionsAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, bool mean, IntegerAttr degree,
    IntegerAttr fusionType, DenseI64ArrayAttr splitIndices,
    std::optional<ReduceType> reduceType, std::optional<WireType> wire,
    std::optional<ScaleMode> scale, FloatAttr clipValue, FloatAttr clipNorm,
    bool sparseAsDense, FloatAttr denseAbove, IntegerAttr topK,
    FloatAttr topKRatio, FloatAttr threshold) {
  if (degree && degree.getInt() <= 0)
    return emitError()
           << "GR-RO-1: expected 'degree' to be a positive integer, "
              "got "
           << degree.getInt();
  if (fusionType && fusionType.getInt() < 0)
    return emitError()
           << "GR-RO-2: expected 'fusion_type' to be 0 or more, got "
           << fusionType.getInt();
  if (wire && reduceType)
    return emitError()
           << "GR-RO-4: expected 'wire' to stand without 'reduce_type'";
  if (failed(verifySplitIndices(emitError, splitIndices, bool(fusionType))) ||
      failed(verifyPositive(emitError, "GR-RO-5", "clip_value", clipValue)) ||
      failed(verifyPositive(emitError, "GR-RO-5", "clip_norm", clipNorm)))
    return failure();
  if (denseAbove && (sparseAsDense || !(denseAbove.getValueAsDouble() >= 0 &&
                                        denseAbove.getValueAsDouble() <= 1)))
    return emitError() << "GR-RO-6: expected 'dense_above' to be from 0 to 1 "
                          "and to stand without 'sparse_as_dense', got "
                       << denseAbove.getValueAsDouble();
  if (scale && !mean)
    return emitError() << "GR-RO-8: expected 'scale' to stand with a mean";
  return verifySparsification(emitError, topK, topKRatio, threshold);
}

namespace {
/// Parses the parts of options, each at most once.
class OptionsParser {
public:
  explicit OptionsParser(AsmParser &parser) : parser(parser) {}

  ParseResult parse(ReducerOptions &options) {
    if (parser.parseLess())
      return failure();
    if (succeeded(parser.parseOptionalGreater()))
      return success();
    auto parseElement = [&] { return parsePart(options); };
    return failure(parser.parseCommaSeparatedList(parseElement) ||
                   parser.parseGreater());
  }

private:
  ParseResult parsePart(ReducerOptions &options) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    if (!seen.insert(name).second)
      return parser.emitError(loc, "expected '") << name
                                                 << "' once, got it "
                                                    "twice";
    if (name == "sparse_as_dense") {
      options.sparseAsDense = true;
      return success();
    }
    if (parser.parseEqual())
      return failure();
    if (name == "mean")
      return parseBool(options.mean);
    if (name == "degree")
      return parseInteger(options.degree);
    if (name == "fusion_type")
      return parseInteger(options.fusionType);
    if (name == "split_indices")
      return parseIntegers(options.splitIndices);
    if (name == "reduce_type")
      return parseEnum(options.reduceType, "'f32', 'f64' or 'keep'");
    if (name == "wire")
      return parseEnum(options.wire, "'f16' or 'bf16'");
    if (name == "scale")
      return parseEnum(options.scale, "'after', 'before' or 'split'");
    if (name == "clip_value")
      return parseFloat(options.clipValue);
    if (name == "clip_norm")
      return parseFloat(options.clipNorm);
    if (name == "dense_above")
      return parseFloat(options.denseAbove);
    if (name == "top_k")
      return parseInteger(options.topK);
    if (name == "top_k_ratio")
      return parseFloat(options.topKRatio);
    if (name == "threshold")
      return parseFloat(options.threshold);
    return parser.emitError(loc, "unknown option of a reducer '")
           << name << "'";
  }

  ParseResult parseBool(bool &value) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    if (word != "true" && word != "false")
      return parser.emitError(loc, "expected 'true' or 'false', got '")
             << word << "'";
    value = word == "true";
    return success();
  }

  ParseResult parseInteger(std::optional<int64_t> &number) {
    number.emplace();
    return parser.parseInteger(*number);
  }

  ParseResult parseIntegers(std::optional<SmallVector<int64_t>> &numbers) {
    numbers.emplace();
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
      return parser.parseInteger(numbers->emplace_back());
    });
  }

  ParseResult parseFloat(std::optional<double> &number) {
    number.emplace();
    return parser.parseFloat(*number);
  }

  template <typename EnumT>
  ParseResult parseEnum(std::optional<EnumT> &value, StringRef choices) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    value = symbolizeEnum<EnumT>(word);
    if (value)
      return success();
    return parser.emitError(loc, "expected ")
           << choices << ", got '" << word << "'";
  }

  AsmParser &parser;
  llvm::SmallSet<StringRef, 8> seen;
};

/// Writes the parts of options that are not the default.
class OptionsPrinter {
public:
  explicit OptionsPrinter(AsmPrinter &printer) : printer(printer) {}

  raw_ostream &start(StringRef name) {
    printer << separator << name;
    separator = ", ";
    return printer.getStream();
  }
  void print(StringRef name, IntegerAttr number) {
    if (number)
      start(name) << " = " << number.getInt();
  }
  void print(StringRef name, FloatAttr number) {
    if (!number)
      return;
    start(name) << " = ";
    printer.printFloat(number.getValue());
  }
  template <typename EnumT>
  void print(StringRef name, std::optional<EnumT> value) {
    if (value)
      start(name) << " = " << stringifyEnum(*value);
  }

private:
  AsmPrinter &printer;
  StringRef separator;
};
} // namespace

Attribute ReducerOptionsAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  ReducerOptions options;
  if (OptionsParser(parser).parse(options))
    return {};
  return options.getChecked([&] { return parser.emitError(loc); },
                            parser.getContext());
}

void ReducerOptionsAttr::print(AsmPrinter &printer) const {
  OptionsPrinter options(printer);
  printer << '<';
  if (!getMean())
    options.start("mean") << " = false";
  options.print("degree", getDegree());
  options.print("fusion_type", getFusionType());
  if (DenseI64ArrayAttr indices = getSplitIndices()) {
    raw_ostream &os = options.start("split_indices") << " = [";
    llvm::interleaveComma(indices.asArrayRef(), os);
    os << ']';
  }
  options.print("reduce_type", getReduceType());
  options.print("wire", getWire());
  options.print("scale", getScale());
  options.print("clip_value", getClipValue());
  options.print("clip_norm", getClipNorm());
  if (getSparseAsDense())
    options.start("sparse_as_dense");
  options.print("dense_above", getDenseAbove());
  options.print("top_k", getTopK());
  options.print("top_k_ratio", getTopKRatio());
  options.print("threshold", getThreshold());
  printer << '>';
}

//===----------------------------------------------------------------------===//
// ReducerOptions
//===----------------------------------------------------------------------===//

ReducerOptionsAttr
ReducerOptions::getChecked(function_ref<InFlightDiagnostic()> emitError,
                           MLIRContext *context) const {
  Builder builder(context);
  auto integer = [&](std::optional<int64_t> number) {
    return number ? builder.getI64IntegerAttr(*number) : IntegerAttr();
  };
  auto real = [&](std::optional<double> number) {
    return number ? builder.getF64FloatAttr(*number) : FloatAttr();
  };
  return ReducerOptionsAttr::getChecked(
      emitError, context, mean, integer(degree), integer(fusionType),
      splitIndices ? builder.getDenseI64ArrayAttr(*splitIndices)
                   : DenseI64ArrayAttr(),
      reduceType, wire, scale, real(clipValue), real(clipNorm), sparseAsDense,
      real(denseAbove), integer(topK), real(topKRatio), real(threshold));
}

ReducerOptionsAttr ReducerOptions::get(MLIRContext *context) const {
  return getChecked([&] { return emitError(UnknownLoc::get(context)); },
                    context);
}
