//===- CollectiveArithmetic.cpp - What stands in for a collective -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectiveArithmetic.h"
#include "grad/Dialect/Grad/IR/GradMean.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

bool grad::isConvertible(ShapedType from, ShapedType to) {
  auto fromTensor = dyn_cast<RankedTensorType>(from);
  auto toTensor = dyn_cast<RankedTensorType>(to);
  if (!fromTensor || !toTensor ||
      fromTensor.getEncoding() != toTensor.getEncoding() ||
      failed(verifyCompatibleShape(from.getShape(), to.getShape())))
    return false;
  Type a = from.getElementType(), b = to.getElementType();
  return a == b || (isa<FloatType>(a) && isa<FloatType>(b));
}

/// Converts between floats. Of types of one width (f16 and bf16) the way goes
/// through f32, which holds both, so that there is one rounding.
static Value convertElements(OpBuilder &builder, Location loc, Value value,
                             Type elementType) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getElementType() == elementType)
    return value;
  unsigned from = type.getElementTypeBitWidth(),
           to = elementType.getIntOrFloatBitWidth();
  if (from == to) {
    value = convertElements(builder, loc, value, builder.getF32Type());
    return convertElements(builder, loc, value, elementType);
  }
  Type target = type.clone(elementType);
  if (from < to)
    return arith::ExtFOp::create(builder, loc, target, value);
  return arith::TruncFOp::create(builder, loc, target, value);
}

Value grad::convert(OpBuilder &builder, Location loc, Value value,
                    RankedTensorType to) {
  value = convertElements(builder, loc, value, to.getElementType());
  if (value.getType() == to)
    return value;
  return tensor::CastOp::create(builder, loc, to, value);
}

bool grad::isValuePreserving(Type from, Type to) {
  if (from == to)
    return true;
  auto fromFloat = dyn_cast<FloatType>(from), toFloat = dyn_cast<FloatType>(to);
  return fromFloat && toFloat &&
         llvm::APFloatBase::isRepresentableBy(fromFloat.getFloatSemantics(),
                                              toFloat.getFloatSemantics());
}

bool grad::hasArithmetic(Type elementType) {
  if (auto integer = dyn_cast<IntegerType>(elementType))
    return integer.isSignless() && integer.getWidth() > 1;
  return isa<FloatType>(elementType) &&
         elementType.getIntOrFloatBitWidth() <= 64;
}

/// One number in every element of a tensor like `like`.
static Value createSplat(OpBuilder &builder, Location loc, Value scalar,
                         Value like) {
  auto type = cast<RankedTensorType>(like.getType());
  SmallVector<Value> sizes;
  for (int64_t i = 0; i != type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(tensor::DimOp::create(builder, loc, like, i));
  return tensor::SplatOp::create(builder, loc, scalar, type, sizes);
}

Value grad::createFloats(OpBuilder &builder, Location loc, Value like,
                         double number) {
  auto type = cast<RankedTensorType>(like.getType());
  TypedAttr value = builder.getFloatAttr(type.getElementType(), number);
  if (type.hasStaticShape())
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, value));
  Value scalar = arith::ConstantOp::create(builder, loc, value);
  return createSplat(builder, loc, scalar, like);
}

/// The group's size in every element of a tensor like `like`.
static Value createSize(OpBuilder &builder, Location loc, Value like,
                        GroupAttr group, std::optional<int64_t> size) {
  auto type = cast<RankedTensorType>(like.getType());
  Type elementType = type.getElementType();
  if (size) {
    TypedAttr number =
        isa<FloatType>(elementType)
            ? TypedAttr(builder.getFloatAttr(elementType, double(*size)))
            : TypedAttr(builder.getIntegerAttr(
                  elementType,
                  APInt(64, *size).trunc(elementType.getIntOrFloatBitWidth())));
    if (type.hasStaticShape())
      return arith::ConstantOp::create(builder, loc,
                                       DenseElementsAttr::get(type, number));
    Value scalar = arith::ConstantOp::create(builder, loc, number);
    return createSplat(builder, loc, scalar, like);
  }
  Value scalar =
      GroupSizeOp::create(builder, loc, builder.getIndexType(), group);
  Type integer =
      isa<FloatType>(elementType) ? builder.getI64Type() : elementType;
  scalar = arith::IndexCastOp::create(builder, loc, integer, scalar);
  if (integer != elementType)
    scalar = arith::SIToFPOp::create(builder, loc, elementType, scalar);
  return createSplat(builder, loc, scalar, like);
}

Value grad::multiplyBySize(OpBuilder &builder, Location loc, Value value,
                           RankedTensorType to, GroupAttr group,
                           std::optional<int64_t> size) {
  Type from = getElementTypeOrSelf(value);
  Value product;
  if (isa<FloatType>(from)) {
    Type wide =
        std::max(from.getIntOrFloatBitWidth(), to.getElementTypeBitWidth()) > 32
            ? Type(builder.getF64Type())
            : Type(builder.getF32Type());
    value = convertElements(builder, loc, value, wide);
    Value factor = createSize(builder, loc, value, group, size);
    product = arith::MulFOp::create(builder, loc, value, factor);
  } else {
    Value factor = createSize(builder, loc, value, group, size);
    product = arith::MulIOp::create(builder, loc, value, factor);
  }
  return convert(builder, loc, product, to);
}

CollectiveOpInterface grad::replacePairs(RewriterBase &rewriter,
                                         CollectiveOpInterface op,
                                         ArrayRef<unsigned> pairs,
                                         ArrayRef<Value> replacements) {
  for (auto [pair, replacement] : llvm::zip_equal(pairs, replacements))
    if (replacement)
      rewriter.replaceAllUsesWith(op->getResult(pair), replacement);
  OperationState state(op->getLoc(), op->getName());
  SmallVector<Value> remaining;
  SmallVector<int64_t> degrees;
  for (OpResult result : op->getResults()) {
    if (llvm::is_contained(pairs, result.getResultNumber()))
      continue;
    state.operands.push_back(op.getInputs()[result.getResultNumber()]);
    state.types.push_back(result.getType());
    remaining.push_back(result);
    degrees.push_back(getDeclaredMean(op, result.getResultNumber()));
  }
  if (remaining.empty()) {
    rewriter.eraseOp(op);
    return {};
  }
  for (StringAttr name : op->getRegisteredInfo()->getAttributeNames())
    if (std::optional<Attribute> value = op->getInherentAttr(name);
        value && *value && name != "operandSegmentSizes")
      state.addAttribute(name, *value);
  state.addAttribute("operandSegmentSizes",
                     rewriter.getDenseI32ArrayAttr(
                         {static_cast<int32_t>(remaining.size()), 0}));
  for (NamedAttribute attr : op->getDiscardableAttrs())
    if (attr.getName() != kMeanAttrName)
      state.attributes.push_back(attr);
  if (Attribute mean = getMeanAttr(op->getContext(), degrees))
    state.addAttribute(kMeanAttrName, mean);
  rewriter.setInsertionPoint(op);
  Operation *smaller = rewriter.create(state);
  for (auto [from, to] : llvm::zip_equal(remaining, smaller->getResults()))
    rewriter.replaceAllUsesWith(from, to);
  rewriter.eraseOp(op);
  return cast<CollectiveOpInterface>(smaller);
}
