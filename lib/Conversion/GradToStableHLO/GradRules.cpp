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

static Value writeScale(const Rule &, StableHLOBuilder &builder, Operation *,
                        ValueRange operands, RankedTensorType type) {
  Type wide =
      getComputeType(builder.getBuilder(),
                     {operands[0].getType(), operands[1].getType(), type});
  Value value = builder.convert(operands[0], wide);
  auto wideType = cast<RankedTensorType>(value.getType());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim != wideType.getRank(); ++dim)
    if (wideType.isDynamicDim(dim))
      sizes.push_back(builder.dimension(value, dim));
  Value factor =
      builder.broadcast(builder.convert(operands[1], wide), wideType, sizes);
  Value product = builder.elementwise("stablehlo.multiply", {value, factor});
  return builder.convert(product, type.getElementType());
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
    {"grad.group_size", writeGroupSize, "", checkGroupSize},
    {"grad.scale", writeScale},
    {"grad.squared_norm", writeSquaredNorm},
};

ArrayRef<Rule> grad::getGradRules() { return kRules; }
