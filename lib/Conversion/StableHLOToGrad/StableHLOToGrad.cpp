//===- StableHLOToGrad.cpp - StableHLO collectives to grad ------*- C++ -*-===//
//
// Part of the grad-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `convert-stablehlo-to-grad`. StableHLO need not be registered, so
// operations are matched by name and no conversion framework is used: each
// collective is looked at by itself, converted if the result verifies, and left
// with a remark otherwise.
//
//===----------------------------------------------------------------------===//

#include "../StableHLO/CollectiveAttributes.h"
#include "../StableHLO/ReductionBody.h"
#include "grad/Conversion/Passes.h"
#include "grad/Dialect/Grad/IR/GradOps.h"
#include "grad/Dialect/Grad/Transforms/FusionPlan.h"
#include "grad/Dialect/Grad/Transforms/OpNames.h"
#include "grad/Dialect/Grad/Transforms/SideEffects.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/Threading.h"

namespace mlir::grad {
#define GEN_PASS_DEF_CONVERTSTABLEHLOTOGRAD
#include "grad/Conversion/Passes.h.inc"
} // namespace mlir::grad

using namespace mlir;
using namespace mlir::grad;

using RemarkArg = remark::detail::Remark::Arg;

static constexpr StringLiteral kCategory = "convert-stablehlo-to-grad";

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Whether the attribute is one that a collective of StableHLO defines.
static bool isOwnAttribute(StringRef name) {
  return llvm::is_contained({kReplicaGroupsName, kChannelHandleName,
                             kGlobalIdsName, kGatherDimName, kScatterDimName},
                            name);
}

/// The attributes that stay on the operation. Refused are those that only XLA
/// understands: a sharding, a layout or a scheduling hint is about this very
/// operation, and would be wrong on a bucket and lost if dropped.
static llvm::Expected<SmallVector<NamedAttribute>>
getKeptAttributes(Operation *op) {
  SmallVector<NamedAttribute> all(op->getDiscardableAttrs()), kept;
  if (auto own =
          dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute()))
    for (NamedAttribute attr : own)
      if (!isOwnAttribute(attr.getName()))
        return refuse("it has a property '" + attr.getName().getValue() +
                      "' that is not known");
  for (NamedAttribute attr : all) {
    StringRef name = attr.getName();
    auto [prefix, rest] = name.split('.');
    if (isOwnAttribute(name) || name == kStableHLOModeAttrName)
      continue;
    // What says nothing loses nothing.
    if (name == "mhlo.frontend_attributes" &&
        attr.getValue() == DictionaryAttr::get(op->getContext()))
      continue;
    if (rest.empty() ||
        llvm::is_contained({"chlo", "mhlo", "sdy", "stablehlo", "xla"}, prefix))
      return refuse("its attribute '" + name + "' means something only to XLA");
    kept.push_back(attr);
  }
  return kept;
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// Verifies the operation without telling anyone; gives the first message as an
/// error.
static llvm::Error verifyQuietly(Operation *op) {
  std::string message;
  // Other threads' diagnostics pass by.
  uint64_t thread = llvm::get_threadid();
  ScopedDiagnosticHandler handler(op->getContext(),
                                  [&](Diagnostic &diagnostic) {
                                    if (llvm::get_threadid() != thread)
                                      return failure();
                                    if (message.empty())
                                      message = diagnostic.str();
                                    return success();
                                  });
  if (succeeded(verify(op)))
    return llvm::Error::success();
  return refuse("the dialect does not carry it: " + message);
}

/// Creates the collective of the dialect that says the same, in front of the
/// operation.
static llvm::Expected<Operation *>
createCollective(Operation *op, OpBuilder &builder, GroupAttr group) {
  StringRef name = op->getName().stripDialect();
  Location loc = op->getLoc();
  ValueRange inputs = op->getOperands(), outputs;
  TypeRange results = op->getResultTypes();
  FusionAttr fusion;
  if (name == "all_gather") {
    llvm::Expected<int64_t> dim = readDimension(op, kGatherDimName);
    if (!dim)
      return dim.takeError();
    if (op->getNumRegions() != 0)
      return refuse("it has a region");
    return AllGatherOp::create(builder, loc, results, inputs, outputs,
                               builder.getI64IntegerAttr(*dim), group, fusion);
  }
  llvm::Expected<ReductionKind> kind = readReductionBody(op);
  if (!kind)
    return kind.takeError();
  auto kindAttr = ReductionKindAttr::get(op->getContext(), *kind);
  if (name == "all_reduce")
    return AllReduceOp::create(builder, loc, results, inputs, outputs, kindAttr,
                               group, fusion);
  llvm::Expected<int64_t> dim = readDimension(op, kScatterDimName);
  if (!dim)
    return dim.takeError();
  return ReduceScatterOp::create(builder, loc, results, inputs, outputs,
                                 kindAttr, builder.getI64IntegerAttr(*dim),
                                 group, fusion);
}

/// Whether something must end the block, and the operation does.
static bool isTerminator(Operation *op) {
  Operation *parent = op->getParentOp();
  return op->getNumSuccessors() != 0 ||
         (op == &op->getBlock()->back() && parent->isRegistered() &&
          !parent->hasTrait<OpTrait::NoTerminator>());
}

/// Gives the collective that replaces the operation, or the reason why there is
/// none.
static llvm::Expected<Operation *> convert(Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (!llvm::is_contained({"all_reduce", "all_gather", "reduce_scatter"}, name))
    return refuse("the dialect has no such collective");
  if (isTerminator(op))
    return refuse("it ends its block");
  auto kept = getKeptAttributes(op);
  if (!kept)
    return kept.takeError();
  llvm::Expected<World> world = World::get(op);
  if (!world)
    return world.takeError();
  llvm::Expected<RankMode> mode = readRankMode(op);
  if (!mode)
    return mode.takeError();
  llvm::Expected<IdLists> ids = readReplicaGroups(op, *mode);
  if (!ids)
    return ids.takeError();
  llvm::Expected<GroupAttr> group =
      getRanks(op->getContext(), *mode, *ids, *world,
               /*ordered=*/name != "all_reduce");
  if (!group)
    return group.takeError();
  OpBuilder builder(op);
  llvm::Expected<Operation *> created = createCollective(op, builder, *group);
  if (!created)
    return created.takeError();
  for (NamedAttribute attr : *kept)
    (*created)->setDiscardableAttr(attr.getName(), attr.getValue());
  (*created)->setDiscardableAttr(
      kStableHLOModeAttrName, builder.getStringAttr(stringifyRankMode(*mode)));
  if (llvm::Error error = verifyQuietly(*created)) {
    (*created)->erase();
    return error;
  }
  return *created;
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

static void remarkLeft(Operation *op, llvm::Error error) {
  std::string reason = llvm::toString(std::move(error));
  remark::missed(op->getLoc(),
                 remark::RemarkOpts::name("left").category(kCategory))
      << RemarkArg("Collective", op->getName().getStringRef())
      << RemarkArg("Reason", reason);
}

static void remarkConverted(Operation *op, Operation *created) {
  auto remark = remark::passed(
      op->getLoc(), remark::RemarkOpts::name("converted").category(kCategory));
  if (!remark)
    return;
  remark << RemarkArg("Collective", op->getName().getStringRef())
         << RemarkArg("Mode",
                      created->getAttrOfType<StringAttr>(kStableHLOModeAttrName)
                          .getValue())
         << RemarkArg("Name", getGradientName(created));
}

namespace {
struct ConvertStableHLOToGrad
    : public grad::impl::ConvertStableHLOToGradBase<ConvertStableHLOToGrad> {
  using ConvertStableHLOToGradBase::ConvertStableHLOToGradBase;

  void runOnOperation() override {
    SmallVector<Operation *> collectives;
    getOperation()->walk([&](Operation *op) {
      if (isStableHLOCollective(op))
        collectives.push_back(op);
    });
    bool changed = false;
    for (Operation *op : collectives) {
      llvm::Expected<Operation *> created = convert(op);
      if (!created) {
        remarkLeft(op, created.takeError());
        continue;
      }
      remarkConverted(op, *created);
      op->replaceAllUsesWith(*created);
      op->erase();
      changed = true;
    }
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
