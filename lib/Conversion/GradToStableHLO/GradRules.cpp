//===- GradRules.cpp - Arithmetic of the dialect ----------------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../StableHLO/RankNumbering.h"
#include "ArithmeticRules.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::grad;

using Rule = ArithmeticRule;

//===----------------------------------------------------------------------===//
// grad.scale
//===----------------------------------------------------------------------===//

/// The widest of the types, and at least f32.
static Type getComputeType(Builder &builder, TypeRange types) {
  bool wide = llvm::any_of(types, [](Type type) {
    return getElementTypeOrSelf(type).getIntOrFloatBitWidth() > 32;
  });
  return wide ? builder.getF64Type() : builder.getF32Type();
}

/// A number without dimensions in every element of a tensor like `like`.
static Value broadcastLike(StableHLOBuilder &builder, Value number,
                           Value like) {
  auto type = cast<RankedTensorType>(like.getType())
                  .clone(getElementTypeOrSelf(number));
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim != type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(builder.dimension(like, dim));
  return builder.broadcast(number, type, sizes);
}

static Value writeScale(const Rule &, StableHLOBuilder &builder, Operation *,
                        ValueRange operands, RankedTensorType type) {
  Type wide =
      getComputeType(builder.getBuilder(),
                     {operands[0].getType(), operands[1].getType(), type});
  Value value = builder.convert(operands[0], wide);
  Value factor =
      broadcastLike(builder, builder.convert(operands[1], wide), value);
  Value product = builder.elementwise("stablehlo.multiply", {value, factor});
  return builder.convert(product, type.getElementType());
}

//===----------------------------------------------------------------------===//
// grad.clip
//===----------------------------------------------------------------------===//

static Value writeClip(const Rule &, StableHLOBuilder &builder, Operation *,
                       ValueRange operands, RankedTensorType type) {
  Type wide = getComputeType(builder.getBuilder(),
                             {operands[0].getType(), operands[1].getType()});
  // The largest finite number of the type, which f64 holds.
  auto own = cast<FloatType>(type.getElementType());
  llvm::APFloat largest = llvm::APFloat::getLargest(own.getFloatSemantics());
  Value limit = builder.elementwise(
      "stablehlo.minimum", {builder.convert(operands[1], wide),
                            builder.constant(wide, largest.convertToDouble())});
  Value high = broadcastLike(builder, builder.convert(limit, own), operands[0]);
  Value low = builder.elementwise("stablehlo.negate", high);
  Value value = builder.elementwise("stablehlo.minimum", {operands[0], high});
  return builder.elementwise("stablehlo.maximum", {value, low});
}

//===----------------------------------------------------------------------===//
// grad.seed, grad.accumulate, grad.select
//===----------------------------------------------------------------------===//

static Value writeSeed(const Rule &, StableHLOBuilder &builder, Operation *,
                       ValueRange operands, RankedTensorType type) {
  Type element = type.getElementType();
  Value number = operands.size() == 2 ? builder.convert(operands[1], element)
                                      : builder.constant(element, 1.0);
  return broadcastLike(builder, number, operands[0]);
}

static Value writeAccumulate(const Rule &, StableHLOBuilder &builder,
                             Operation *, ValueRange operands,
                             RankedTensorType type) {
  Value gradient = operands[1];
  if (isa<FloatType>(type.getElementType()))
    gradient = builder.convert(gradient, type.getElementType());
  return builder.elementwise("stablehlo.add", {operands[0], gradient});
}

static Value writeSelect(const Rule &, StableHLOBuilder &builder, Operation *,
                         ValueRange operands, RankedTensorType) {
  return builder.select(operands[0], operands[1], operands[2]);
}

//===----------------------------------------------------------------------===//
// grad.all_finite
//===----------------------------------------------------------------------===//

/// No element of the operands is NaN or infinite where the number of those that
/// are is 0.
static Value writeAllFinite(const Rule &, StableHLOBuilder &builder,
                            Operation *, ValueRange operands,
                            RankedTensorType type) {
  Type i32 = builder.getBuilder().getI32Type();
  Value all;
  for (Value operand : operands) {
    auto flags = cast<RankedTensorType>(operand.getType())
                     .clone(builder.getBuilder().getI1Type());
    Value isFinite =
        builder.create("stablehlo.is_finite", operand, flags)->getResult(0);
    Value isBad = builder.elementwise("stablehlo.not", isFinite);
    Value count = builder.sum(builder.convert(isBad, i32));
    Value isFine = builder.compare(count, builder.constant(i32, int64_t(0)),
                                   "EQ", "SIGNED");
    all = all ? builder.elementwise("stablehlo.and", {all, isFine}) : isFine;
  }
  return all ? all : builder.constant(type.getElementType(), int64_t(1));
}

//===----------------------------------------------------------------------===//
// grad.squared_norm
//===----------------------------------------------------------------------===//

static Value writeSquaredNorm(const Rule &, StableHLOBuilder &builder,
                              Operation *, ValueRange operands,
                              RankedTensorType type) {
  Type f64 = type.getElementType();
  Value total;
  for (Value operand : operands) {
    Value value = builder.convert(operand, f64);
    Value sum =
        builder.sum(builder.elementwise("stablehlo.multiply", {value, value}));
    total = total ? builder.elementwise("stablehlo.add", {total, sum}) : sum;
  }
  return total ? total : builder.constant(f64, 0.0);
}

//===----------------------------------------------------------------------===//
// grad.group_size
//===----------------------------------------------------------------------===//

static llvm::Expected<int64_t> getGroupSize(Operation *op) {
  if (GroupAttr group = cast<GroupSizeOp>(op).getGroupAttr()) {
    if (std::optional<int64_t> size = group.getUniformSize())
      return *size;
    return refuse("its groups are of different sizes, so it is another number "
                  "on each rank");
  }
  llvm::Expected<World> world = World::get(op);
  if (!world)
    return world.takeError();
  if (std::optional<int64_t> size = world->getSize())
    return *size;
  return refuse("the number of ranks is not known; set 'mhlo.num_replicas' and "
                "'mhlo.num_partitions' on the module, or list the ranks with "
                "'on'");
}

static llvm::Error checkGroupSize(Operation *op) {
  return getGroupSize(op).takeError();
}

static Value writeGroupSize(const Rule &, StableHLOBuilder &builder,
                            Operation *op, ValueRange, RankedTensorType type) {
  return builder.constant(type.getElementType(),
                          llvm::cantFail(getGroupSize(op)));
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static constexpr Rule kRules[] = {
    {"grad.accumulate", writeAccumulate},
    {"grad.all_finite", writeAllFinite},
    {"grad.clip", writeClip},
    {"grad.group_size", writeGroupSize, "", checkGroupSize},
    {"grad.scale", writeScale},
    {"grad.seed", writeSeed},
    {"grad.select", writeSelect},
    {"grad.squared_norm", writeSquaredNorm},
};

ArrayRef<Rule> grad::getGradRules() { return kRules; }
