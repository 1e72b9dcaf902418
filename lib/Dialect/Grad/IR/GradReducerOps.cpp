//===- GradReducerOps.cpp - The gradient reducer -*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::grad;

void ReduceGradientsOp::build(OpBuilder &builder, OperationState &state,
                              ValueRange gradients, ArrayRef<Attribute> infos,
                              GroupAttr group, ReducerOptionsAttr options) {
  build(builder, state, gradients.getTypes(), /*newResiduals=*/TypeRange(),
        gradients, /*residuals=*/ValueRange(), /*scale=*/Value(),
        /*count=*/Value(), builder.getArrayAttr(infos), group, options);
}

ReducerOptionsAttr ReduceGradientsOp::getOptionsOrDefault() {
  if (ReducerOptionsAttr options = getOptionsAttr())
    return options;
  return ReducerOptionsAttr::getDefault(getContext());
}

bool ReduceGradientsOp::isSparsified(unsigned i) {
  auto type = dyn_cast<RankedTensorType>(getGradients()[i].getType());
  return getOptionsOrDefault().isSparsifying() && type &&
         isa<FloatType>(type.getElementType()) && getInfo(i).isReduced();
}

void ReduceGradientsOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  grad::detail::getCommunicatorEffects(effects);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Parses `keyword(%value : type)`, if it is there.
static ParseResult
parseOptionalOperand(OpAsmParser &parser, StringRef keyword,
                     SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operand,
                     SmallVectorImpl<Type> &type) {
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  return failure(
      parser.parseLParen() || parser.parseOperand(operand.emplace_back()) ||
      parser.parseColonType(type.emplace_back()) || parser.parseRParen());
}

ParseResult ReduceGradientsOp::parse(OpAsmParser &parser,
                                     OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> gradients, residuals, scale,
      count;
  SmallVector<Attribute> infos;
  SmallVector<Type> types, residualTypes, scaleType, countType, resultTypes;
  SMLoc loc = parser.getCurrentLocation();
  auto parseGradient = [&]() -> ParseResult {
    GradientInfoAttr info;
    if (parser.parseOperand(gradients.emplace_back()) ||
        parser.parseCustomAttributeWithFallback(info, Type()))
      return failure();
    infos.push_back(info);
    return success();
  };
  if (parser.parseCommaSeparatedList(parseGradient))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("residuals")) &&
      (parser.parseLParen() || parser.parseOperandList(residuals) ||
       parser.parseColonTypeList(residualTypes) || parser.parseRParen()))
    return failure();
  if (parseOptionalOperand(parser, "scaled", scale, scaleType) ||
      parseOptionalOperand(parser, "accumulated", count, countType))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  if (succeeded(parser.parseOptionalKeyword("on")) &&
      parser.parseCustomAttributeWithFallback(properties.group, Type()))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("with")) &&
      parser.parseCustomAttributeWithFallback(properties.options, Type()))
    return failure();
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonTypeList(types))
    return failure();
  resultTypes = types;
  if (succeeded(parser.parseOptionalArrow())) {
    resultTypes.clear();
    if (parser.parseTypeList(resultTypes))
      return failure();
  }
  properties.infos = parser.getBuilder().getArrayAttr(infos);
  int32_t numGradients = gradients.size(), numResiduals = residuals.size();
  properties.operandSegmentSizes = {numGradients, numResiduals,
                                    static_cast<int32_t>(scale.size()),
                                    static_cast<int32_t>(count.size())};
  properties.resultSegmentSizes = {static_cast<int32_t>(resultTypes.size()),
                                   numResiduals};
  result.addTypes(resultTypes);
  result.addTypes(residualTypes);
  return failure(
      parser.resolveOperands(gradients, types, loc, result.operands) ||
      parser.resolveOperands(residuals, residualTypes, loc, result.operands) ||
      parser.resolveOperands(scale, scaleType, loc, result.operands) ||
      parser.resolveOperands(count, countType, loc, result.operands));
}

void ReduceGradientsOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  llvm::interleaveComma(llvm::zip(getGradients(), getInfos()), printer,
                        [&](auto pair) {
                          printer << std::get<0>(pair);
                          printer.printStrippedAttrOrType(
                              cast<GradientInfoAttr>(std::get<1>(pair)));
                        });
  if (!getResiduals().empty())
    printer << " residuals(" << getResiduals() << " : "
            << getResiduals().getTypes() << ')';
  if (Value scale = getScale())
    printer << " scaled(" << scale << " : " << scale.getType() << ')';
  if (Value count = getCount())
    printer << " accumulated(" << count << " : " << count.getType() << ')';
  if (GroupAttr group = getGroupAttr()) {
    printer << " on ";
    printer.printStrippedAttrOrType(group);
  }
  if (ReducerOptionsAttr options = getOptionsAttr()) {
    printer << " with";
    printer.printStrippedAttrOrType(options);
  }
  printer.printOptionalAttrDict(
      (*this)->getDiscardableAttrDictionary().getValue());
  printer << " : " << getGradients().getTypes();
  if (getGradients().getTypes() != getReduced().getTypes())
    printer << " -> " << getReduced().getTypes();
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Checks GR-RG-1 and GR-RG-2.
static LogicalResult verifyInfos(ReduceGradientsOp op) {
  size_t numGradients = op.getGradients().size();
  if (numGradients == 0 || op.getInfos().size() != numGradients)
    return op.emitOpError("GR-RG-1: expected at least one gradient and one "
                          "info for each, got ")
           << numGradients << " gradients and " << op.getInfos().size()
           << " infos";
  llvm::SmallDenseSet<StringAttr> names;
  for (unsigned i = 0; i != numGradients; ++i)
    if (StringAttr name = op.getInfo(i).getName(); !names.insert(name).second)
      return op.emitOpError("GR-RG-2: expected names of gradients to differ, "
                            "got ")
             << name << " twice";
  return success();
}

/// Checks GR-RG-12.
static LogicalResult verifySharded(ReduceGradientsOp op, unsigned i) {
  GradientInfoAttr info = op.getInfo(i);
  auto type = dyn_cast<RankedTensorType>(op.getGradients()[i].getType());
  auto emitError = [&] {
    return op.emitOpError("GR-RG-12: gradient ") << info.getName() << ": ";
  };
  if (!type || !isa<FloatType>(type.getElementType()) ||
      !type.hasStaticShape() || op.isSparsified(i))
    return emitError() << "expected a dense gradient of floats with a static "
                          "shape, all of which is sent, to be sharded";
  if (op.getGroupAttr())
    return emitError() << "expected every rank to reduce what is sharded, got "
                       << op.getGroupAttr();
  auto reduced = dyn_cast<RankedTensorType>(op.getReduced()[i].getType());
  int64_t size = llvm::divideCeil(type.getNumElements(), info.getSharded());
  auto scaleType = getScaleType(type.getElementType());
  if (reduced && reduced.getShape() == ArrayRef<int64_t>{size} &&
      (reduced.getElementType() == type.getElementType() ||
       reduced.getElementType() == scaleType))
    return success();
  return emitError() << "expected a part to be "
                     << RankedTensorType::get({size}, type.getElementType())
                     << ", got " << op.getReduced()[i].getType();
}

/// Whether a gradient may come back as that: in its own type, or in T.
static bool isWidened(Type type, Type reduced) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<FloatType>(tensor.getElementType()) &&
         reduced == tensor.clone(getScaleType(tensor.getElementType()));
}

/// Checks GR-RG-5 and GR-RG-6: how gradient i comes back.
static LogicalResult verifyReducedType(ReduceGradientsOp op, unsigned i) {
  Type type = op.getGradients()[i].getType(),
       reduced = op.getReduced()[i].getType();
  if (op.getInfo(i).getSharded() != 0)
    return verifySharded(op, i);
  auto slices = dyn_cast<IndexedSlicesType>(type);
  if (!slices || !op.getInfo(i).isReduced()) {
    if (type == reduced || isWidened(type, reduced))
      return success();
    return op.emitOpError("GR-RG-5: expected gradient ")
           << op.getInfo(i).getName() << " to come back as " << type << ", got "
           << reduced;
  }
  Type dense = slices.getDense();
  if (reduced == dense || isWidened(dense, reduced))
    return success();
  ReducerOptionsAttr options = op.getOptionsOrDefault();
  if (options.getSparseAsDense() || options.getDenseAbove())
    return op.emitOpError("GR-RG-6: expected sparse gradient ")
           << op.getInfo(i).getName() << " to come back as "
           << slices.getDense() << ", got " << reduced;
  IndexedSlicesType gathered = slices.withRows(ShapedType::kDynamic);
  if (reduced == gathered || (isa<FloatType>(slices.getElementType()) &&
                              reduced == gathered.withElementType(getScaleType(
                                             slices.getElementType()))))
    return success();
  return op.emitOpError("GR-RG-5: expected sparse gradient ")
         << op.getInfo(i).getName() << " to come back as " << gathered << " or "
         << slices.getDense() << ", got " << reduced;
}

/// Checks GR-RG-3, GR-RG-4, GR-RG-7 and GR-RG-9 to GR-RG-11 for gradient i.
static LogicalResult verifyGradient(ReduceGradientsOp op, unsigned i) {
  ReducerOptionsAttr options = op.getOptionsOrDefault();
  auto emitError = [&](StringRef id) {
    return op.emitOpError(id)
           << ": gradient " << op.getInfo(i).getName() << ": ";
  };
  Type type = op.getGradients()[i].getType();
  auto slices = dyn_cast<IndexedSlicesType>(type);
  Type element = slices ? slices.getElementType() : getElementTypeOrSelf(type);
  auto integer = dyn_cast<IntegerType>(element);
  bool isFloat = isa<FloatType>(element);
  if (!isFloat && !(integer && !integer.isSigned()))
    return emitError("GR-RG-3")
           << "expected floats or integers that are not signed, got " << type;
  if (!isFloat && (op.getScale() || op.getCount()))
    return emitError("GR-RG-13")
           << "expected floats to be scaled or accumulated, got " << type;
  if (!isFloat && options.getClipNorm())
    return emitError("GR-RG-10") << "expected floats for a norm, got " << type;
  if (!op.getInfo(i).isReduced())
    return success();
  if (!isFloat && options.getMean())
    return emitError("GR-RG-4") << "expected floats for a mean, got " << type
                                << "; set 'mean = false' to add integers up";
  if (std::optional<WireType> wire = options.getWire(); wire && isFloat) {
    bool isWire = *wire == WireType::F16 ? element.isF16() : element.isBF16();
    if (!isWire && !element.isF32())
      return emitError("GR-RG-7")
             << "expected f32 or " << stringifyWireType(*wire)
             << " for 'wire = " << stringifyWireType(*wire) << "', got "
             << element;
  }
  if (op.isSparsified(i) && !cast<RankedTensorType>(type).hasStaticShape())
    return emitError("GR-RG-9")
           << "expected a static shape to choose elements from, got " << type;
  bool hasRows = (slices && !options.getSparseAsDense()) || op.isSparsified(i);
  GroupAttr group = op.getGroupAttr();
  if (hasRows && group && !group.getUniformSize())
    return emitError("GR-RG-11")
           << "expected replica groups of equal sizes to gather its rows, got "
           << group;
  return success();
}

/// Checks GR-RG-8.
static LogicalResult verifyResiduals(ReduceGradientsOp op) {
  OperandRange residuals = op.getResiduals();
  if (residuals.getTypes() != op.getNewResiduals().getTypes())
    return op.emitOpError("GR-RG-8: expected residuals to come back in their "
                          "types");
  if (residuals.empty())
    return success();
  SmallVector<unsigned> sparsified;
  for (unsigned i = 0, e = op.getGradients().size(); i != e; ++i)
    if (op.isSparsified(i))
      sparsified.push_back(i);
  if (sparsified.size() != residuals.size())
    return op.emitOpError("GR-RG-8: expected a residual for each of ")
           << sparsified.size() << " gradients that are sparsified, got "
           << residuals.size();
  for (auto [i, residual] : llvm::zip_equal(sparsified, residuals)) {
    auto type = cast<RankedTensorType>(op.getGradients()[i].getType());
    Type expected = type.clone(getScaleType(type.getElementType()));
    if (residual.getType() != expected)
      return op.emitOpError("GR-RG-8: expected the residual of gradient ")
             << op.getInfo(i).getName() << " to be " << expected << ", got "
             << residual.getType();
  }
  return success();
}

LogicalResult ReduceGradientsOp::verify() {
  if (failed(verifyInfos(*this)))
    return failure();
  if (getReduced().size() != getGradients().size())
    return emitOpError("GR-RG-5: expected ")
           << getGradients().size() << " gradients to come back, got "
           << getReduced().size();
  for (unsigned i = 0, e = getGradients().size(); i != e; ++i)
    if (failed(verifyGradient(*this, i)) || failed(verifyReducedType(*this, i)))
      return failure();
  return verifyResiduals(*this);
}
