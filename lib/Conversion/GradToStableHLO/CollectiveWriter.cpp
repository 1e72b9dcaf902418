//===- CollectiveWriter.cpp - Writes one collective as StableHLO -*- C++
//-*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectiveWriter.h"
#include "../StableHLO/CollectiveAttributes.h"
#include "../StableHLO/ReductionBody.h"
#include "grad/Dialect/Grad/IR/GradMean.h"
#include "grad/Dialect/Grad/Transforms/FusionPlan.h"
#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::grad;

using RemarkArg = remark::detail::Remark::Arg;

static constexpr StringLiteral kCategory = "convert-grad-to-stablehlo";

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

ChannelHandles::ChannelHandles(Operation *root) {
  root->walk([&](Operation *op) {
    if (Attribute channel = op->getAttr(kChannelHandleName))
      if (std::optional<int64_t> handle = readChannelHandle(channel))
        taken.insert(*handle);
  });
}

Attribute ChannelHandles::next(MLIRContext *context) {
  do
    ++last;
  while (taken.contains(last));
  return getChannelHandle(context, last);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Whether the attribute is, or holds, one of the dialect, which XLA could not
/// read.
static bool isOfGrad(Attribute attr) {
  return attr
      .walk([](Attribute nested) {
        return isa<GradDialect>(nested.getDialect()) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
      })
      .wasInterrupted();
}

static StringRef getStableHLOName(Operation *op) {
  if (isa<AllReduceOp>(op))
    return "stablehlo.all_reduce";
  if (isa<ReduceScatterOp>(op))
    return "stablehlo.reduce_scatter";
  if (isa<AllGatherOp>(op))
    return "stablehlo.all_gather";
  return "stablehlo.collective_broadcast";
}

SmallVector<NamedAttribute> CollectiveWriter::getProperties(int64_t dim) {
  Builder &attrs = builder.getBuilder();
  MLIRContext *context = attrs.getContext();
  SmallVector<NamedAttribute> properties = {attrs.getNamedAttr(
      kReplicaGroupsName, getReplicaGroups(context, plan.ids))};
  if (plan.mode != RankMode::CrossReplica)
    properties.push_back(
        attrs.getNamedAttr(kChannelHandleName, channels.next(context)));
  if (plan.mode == RankMode::FlattenedIds)
    properties.push_back(
        attrs.getNamedAttr(kGlobalIdsName, attrs.getUnitAttr()));
  if (plan.getDim())
    properties.push_back(attrs.getNamedAttr(
        isa<AllGatherOp>(*plan.op) ? kGatherDimName : kScatterDimName,
        attrs.getI64IntegerAttr(dim)));
  return properties;
}

//===----------------------------------------------------------------------===//
// CollectiveWriter
//===----------------------------------------------------------------------===//

CollectiveWriter::CollectiveWriter(WritePlan &plan, ChannelHandles &channels,
                                   LowPrecision lowPrecision)
    : plan(plan), channels(channels), lowPrecision(lowPrecision),
      opBuilder(plan.op), builder(opBuilder, plan.op->getLoc()) {}

static bool isLowPrecision(Type type) {
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 32;
}

Type CollectiveWriter::getWireType(Type elementType) const {
  bool widens = lowPrecision == LowPrecision::Widen && plan.getKind() &&
                isLowPrecision(elementType);
  return widens ? Float32Type::get(elementType.getContext()) : elementType;
}

ValueRange CollectiveWriter::createCollective(ValueRange operands,
                                              TypeRange results, int64_t dim) {
  std::optional<ReductionKind> kind = plan.getKind();
  Operation *op = builder.create(getStableHLOName(plan.op), operands, results,
                                 getProperties(dim), kind ? 1 : 0);
  if (kind)
    buildReductionBody(op->getRegion(0), builder.getLoc(), *kind,
                       getElementTypeOrSelf(results.front()));
  for (NamedAttribute attr : plan.op->getDiscardableAttrs())
    if (attr.getName() != kStableHLOModeAttrName &&
        attr.getName() != kMeanAttrName && !isOfGrad(attr.getValue()))
      op->setDiscardableAttr(attr.getName(), attr.getValue());
  ++numWritten;
  return op->getResults();
}

std::optional<PackedLayout>
CollectiveWriter::getLayout(TypeRange operands, TypeRange results) const {
  if (!llvm::all_of(operands, canPack) || !llvm::all_of(results, canPack))
    return std::nullopt;
  PackedLayout layout;
  std::optional<int64_t> dim = plan.getDim();
  if (!dim)
    return layout;
  // Empty shards do not tell how many there are.
  if (!plan.groupSize)
    return std::nullopt;
  layout.kind = isa<AllGatherOp>(*plan.op) ? PackedLayout::Kind::Gather
                                           : PackedLayout::Kind::Scatter;
  layout.dim = *dim;
  layout.numShards = *plan.groupSize;
  return layout;
}

SmallVector<Value> CollectiveWriter::exchange(ValueRange operands,
                                              TypeRange resultTypes) {
  int64_t dim = plan.getDim().value_or(0);
  if (operands.size() == 1)
    return createCollective(operands, resultTypes, dim);
  if (plan.variadic) {
    form = "variadic";
    return createCollective(operands, resultTypes, dim);
  }
  if (std::optional<PackedLayout> layout =
          getLayout(operands.getTypes(), resultTypes)) {
    form = "concatenated";
    Value packed = pack(builder, operands, *layout);
    // Ranks are the rows of what is packed.
    Value exchanged = createCollective(
        packed, getPackedResultType(packed, *layout), /*dim=*/0)[0];
    return unpack(builder, exchanged, resultTypes, *layout);
  }
  form = "split";
  remarkSplit(operands.size());
  SmallVector<Value> results;
  for (auto [operand, type] : llvm::zip(operands, resultTypes))
    results.push_back(createCollective(operand, type, dim)[0]);
  return results;
}

Value CollectiveWriter::convertResult(Value value, Type elementType) {
  Type sent = getElementTypeOrSelf(value.getType());
  // A division is done in the wider of the two types.
  bool widens =
      sent.getIntOrFloatBitWidth() < elementType.getIntOrFloatBitWidth();
  if (widens)
    value = builder.convert(value, elementType);
  if (plan.getKind() == ReductionKind::Avg)
    value = builder.divide(value, *plan.groupSize);
  return builder.convert(value, elementType);
}

void CollectiveWriter::write() {
  // StableHLO reduces one element type at a time, in the order in which the
  // types first stand.
  llvm::MapVector<Type, SmallVector<unsigned>> byType;
  for (auto [i, input] : llvm::enumerate(plan.op.getInputs()))
    byType[getWireType(getElementTypeOrSelf(input.getType()))].push_back(i);
  for (auto &[type, members] : byType) {
    SmallVector<Value> sent;
    SmallVector<Type> delivered;
    bool widens = false;
    for (unsigned i : members) {
      sent.push_back(builder.convert(plan.op.getInputs()[i], type));
      auto result = cast<RankedTensorType>(plan.op->getResult(i).getType());
      delivered.push_back(result.clone(type));
      widens |= result.getElementTypeBitWidth() > type.getIntOrFloatBitWidth();
    }
    if (widens && isLowPrecision(type))
      remarkLowPrecision(type);
    SmallVector<Value> results = exchange(sent, delivered);
    for (auto [i, value] : llvm::zip(members, results)) {
      Value result = plan.op->getResult(i);
      result.replaceAllUsesWith(
          convertResult(value, getElementTypeOrSelf(result.getType())));
    }
  }
  remarkConverted();
  plan.op->erase();
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

void CollectiveWriter::remarkSplit(size_t numOperands) {
  remark::missed(builder.getLoc(),
                 remark::RemarkOpts::name("split").category(kCategory))
      << RemarkArg("Collectives", numOperands)
      << RemarkArg("Reason", "XLA takes one operand here, and tensors of "
                             "dynamic or encoded shape cannot be concatenated");
}

void CollectiveWriter::remarkLowPrecision(Type sent) {
  remark::analysis(
      builder.getLoc(),
      remark::RemarkOpts::name("low-precision").category(kCategory))
      << RemarkArg("Type", sent)
      << RemarkArg("Reason",
                   "XLA reduces in the type that travels and may round at each "
                   "hop; low-precision=widen reduces in f32");
}

void CollectiveWriter::remarkConverted() {
  auto remark =
      remark::passed(builder.getLoc(),
                     remark::RemarkOpts::name("converted").category(kCategory));
  if (!remark)
    return;
  remark << RemarkArg("Collective", getStableHLOName(plan.op))
         << RemarkArg("Mode", stringifyRankMode(plan.mode))
         << RemarkArg("Form", form)
         << RemarkArg("Operands", plan.op.getInputs().size())
         << RemarkArg("Written", numWritten)
         << RemarkArg("Name", getGradientName(plan.op));
}
